//! The consent texts of the contact form and the sign-up form, as they are stored with each contact and each account.

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
    platform::error::Result,
};

/// Returns the consent text of the contact form. `None` if it can't be read: a contact is stored nevertheless.
pub async fn of_contact_form(app: &App) -> Option<ShownConsent> {
    logged(contact_form(app).await)
}

/// Returns the consent text of the sign-up form. `None` if it can't be read: the account is created nevertheless.
pub async fn of_registration(app: &App) -> Option<ShownConsent> {
    logged(registration(app).await)
}

async fn contact_form(app: &App) -> Result<ShownConsent> {
    let (db, now) = (app.db.reader(), app.clock.now());
    let ContactContent { form, .. } = store::read(db, now).await?;
    let PrivacyContent(policy) = store::read(db, now).await?;
    let text = format!("{} {}", form.privacy.trim(), title_and_version(&policy));
    Ok(ShownConsent { form: ConsentForm::Contact, version: form.consent_version, text })
}

async fn registration(app: &App) -> Result<ShownConsent> {
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
