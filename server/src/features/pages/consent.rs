//! The consent texts of the contact form and the sign-up form, as they are stored with each contact and each account.

use chrono::NaiveDate;

use super::{
    content::{
        auth::AuthContent,
        contact::ContactContent,
        legal::{LegalContent, PrivacyContent, TermsContent},
    },
    store,
};
use crate::{
    app::App,
    foundation::consent_texts::model::{ConsentForm, ShownConsent},
    platform::{cache::by_revision::ByRevision, clock::Timestamp, error::Result, text::date},
};

/// Returns the consent text of the contact form. `None` if it can't be read; a contact is then stored without it. The text is
/// cached, because the site gets many contacts between two changes of it.
pub async fn contact_form_consent(app: &App) -> Option<ShownConsent> {
    let now = app.clock.now();
    // Texts can name facts that depend on the day.
    let revision = (app.db.revision().current(), date::day_of(now));
    let cache = app.caches.get::<ByRevision<ShownConsent, (i64, NaiveDate)>>();
    logged(cache.get(revision, read_contact_form(app, now)).await)
}

/// Returns the consent text of the sign-up form. `None` if it can't be read; the account is then created without it.
pub async fn sign_up_consent(app: &App) -> Option<ShownConsent> {
    logged(read_sign_up(app).await)
}

async fn read_contact_form(app: &App, now: Timestamp) -> Result<ShownConsent> {
    let db = app.db.reader();
    let ContactContent { form, .. } = store::read(db, now).await?;
    let PrivacyContent(policy) = store::read(db, now).await?;
    let text = format!("{} {}", form.privacy.trim(), title_and_version(&policy));
    Ok(ShownConsent { form: ConsentForm::Contact, version: form.consent_version, text })
}

async fn read_sign_up(app: &App) -> Result<ShownConsent> {
    let (db, now) = (app.db.reader(), app.clock.now());
    let AuthContent { sign_up, .. } = store::read(db, now).await?;
    let PrivacyContent(policy) = store::read(db, now).await?;
    let TermsContent(terms) = store::read(db, now).await?;
    let statement = [&*sign_up.accepts, &sign_up.terms.label, &sign_up.and, &sign_up.privacy.label]
        .map(str::trim)
        .join(" ");
    let text = format!("{statement}. {} {}", title_and_version(&terms), title_and_version(&policy));
    Ok(ShownConsent { form: ConsentForm::Registration, version: sign_up.consent_version, text })
}

/// Returns the title and the version of a legal text, such as `Termos de Uso, versão 1.2.`
fn title_and_version(content: &LegalContent) -> String {
    format!("{}, versão {}.", content.title.trim(), content.version.trim())
}

fn logged(read: Result<ShownConsent>) -> Option<ShownConsent> {
    read.inspect_err(
        |cause| tracing::error!(%cause, "the consent text of a form can't be read and is not stored"),
    )
    .ok()
}
