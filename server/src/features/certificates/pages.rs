//! Builds the public page that verifies certificates.

use super::views::{CertificateFact, CertificateResult, CertificateView, PostedCertificate};
use crate::{
    app::App,
    features::pages::{built_page::BuiltPage, content::certificate::CertificateContent, store::Texts},
    foundation::personal_data::certificate::{Certificate, CertifiedCount, Checked, public_key},
    platform::{addresses, error::Result, text::date},
};

/// Builds the page, with the result if a certificate was posted.
pub async fn certificate(
    app: &App,
    texts: &Texts<'_>,
    posted: Option<PostedCertificate>,
) -> Result<BuiltPage<CertificateView>> {
    let content: CertificateContent = texts.read().await?;
    let result = posted.as_ref().map(|posted| check(app, &content, posted));
    let posted = posted.unwrap_or_default();
    let view = CertificateView { public_key: public_key(&app.secret_key), result, posted, content };
    Ok(BuiltPage::new(&view.content.meta.clone(), view))
}

/// Checks a certificate, and returns the result for the page.
fn check(app: &App, content: &CertificateContent, posted: &PostedCertificate) -> CertificateResult {
    let texts = &content.results;
    let (is_valid, title, text, certificate) = match Certificate::check(&app.secret_key, &posted.text) {
        _ if posted.text.trim().is_empty() => (false, &texts.empty_title, &texts.empty_text, None),
        Checked::Valid(certificate) => (true, &texts.valid_title, &texts.valid_text, Some(certificate)),
        Checked::OtherKey(certificate) => (false, &texts.other_title, &texts.other_text, Some(certificate)),
        Checked::Changed => (false, &texts.changed_title, &texts.changed_text, None),
        Checked::Unreadable => (false, &texts.unreadable_title, &texts.unreadable_text, None),
    };
    CertificateResult {
        is_valid,
        title: title.clone(),
        text: text.clone(),
        email: certificate.as_ref().and_then(|certificate| email_answer(content, certificate, &posted.email)),
        facts: certificate.map_or_else(Vec::new, |certificate| facts(content, &certificate)),
    }
}

/// Returns a sentence that says whether the email address belongs to the certificate, or that the certificate names no address.
/// `None` if the certificate names an address and none was entered.
fn email_answer(content: &CertificateContent, certificate: &Certificate, email: &str) -> Option<String> {
    let texts = &content.results;
    let answer = match &certificate.email {
        None => &texts.email_missing,
        Some(_) if email.trim().is_empty() => return None,
        Some(named) if named.matches(email) => &texts.email_matches,
        Some(_) => &texts.email_differs,
    };
    Some(answer.clone())
}

/// Returns the content of a certificate as lines for the page.
fn facts(content: &CertificateContent, certificate: &Certificate) -> Vec<CertificateFact> {
    let labels = &content.facts;
    let fact = |label: &str, values: Vec<String>| CertificateFact { label: label.to_owned(), values };
    let lines = |counts: &[CertifiedCount]| -> Vec<String> {
        counts.iter().map(|CertifiedCount { label, count, .. }| format!("{label}: {count}")).collect()
    };
    let mut erased = lines(&certificate.erased);
    if erased.is_empty() {
        erased.push(labels.nothing.clone());
    }
    let backups = certificate.backups_until.map_or_else(|| labels.no_backups.clone(), date::moment);
    let mut facts = vec![
        fact(&labels.id, vec![certificate.id.to_string()]),
        fact(&labels.issuer, vec![format!("{} ({})", certificate.issuer, certificate.site)]),
        fact(&labels.erased_at, vec![date::moment(certificate.erased_at)]),
        fact(&labels.erased, erased),
        fact(&labels.locations, certificate.locations.clone()),
        fact(&labels.backups, vec![backups]),
        fact(&labels.remaining, lines(&certificate.remaining)),
        fact(&labels.address, vec![format!("{}{}", certificate.site, addresses::CERTIFICATE.path)]),
        fact(&labels.signature, vec![certificate.signature.clone()]),
    ];
    // Parts that a certificate may be without.
    facts.retain(|fact| !fact.values.is_empty());
    facts
}
