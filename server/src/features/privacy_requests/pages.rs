//! The public pages of requests about personal data: the form, and the pages of the confirmation link.

use super::{
    public::REPETITION,
    store,
    views::{PrivacyRequestForm, PrivacyRequestStep, PrivacyRequestView},
};
use crate::{
    app::App,
    features::pages::{built_page::BuiltPage, content::privacy_request::PrivacyRequestContent, store::Texts},
    platform::{addresses, error::Result},
};

/// Builds the page of a step with an empty form. It is the same for all visitors.
pub async fn step(texts: &Texts<'_>, step: PrivacyRequestStep) -> Result<BuiltPage<PrivacyRequestView>> {
    let content: PrivacyRequestContent = texts.read().await?;
    let view = PrivacyRequestView::new(step, content);
    let name = view.content.title.clone();
    Ok(BuiltPage::new(&view.meta(), view).with_link(&name, addresses::PRIVACY_REQUEST.path))
}

/// Builds the page of a step after its action failed: the form with its values and errors, or the confirmation with an
/// error message.
pub async fn refused(
    texts: &Texts<'_>,
    failed_step: PrivacyRequestStep,
    form: PrivacyRequestForm,
) -> Result<BuiltPage<PrivacyRequestView>> {
    Ok(step(texts, failed_step).await?.map(|view| PrivacyRequestView { form, ..view }))
}

/// Builds the page that shows the protocol of a received request, and for some minutes where its link was sent, so that a mistyped
/// address is noticed.
pub async fn sent(app: &App, texts: &Texts<'_>, protocol: String) -> Result<BuiltPage<PrivacyRequestView>> {
    let page = step(texts, PrivacyRequestStep::Sent).await?;
    let sent_to = match store::find_unconfirmed(texts.db, &protocol, app.clock.now() - REPETITION).await? {
        Some(request) => partly_hidden(&request.email),
        None => String::new(),
    };
    Ok(page.map(|view| PrivacyRequestView { protocol, sent_to, ..view }))
}

/// Returns an email address with the first character of its local part only.
fn partly_hidden(email: &str) -> String {
    let (local, domain) = email.split_once('@').unwrap_or((email, ""));
    let first: String = local.chars().take(1).collect();
    format!("{first}•••@{domain}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_address_shows_its_domain() {
        assert_eq!(partly_hidden("maria.lima@gmial.com"), "m•••@gmial.com");
    }
}
