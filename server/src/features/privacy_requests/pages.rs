//! The public pages of requests about personal data: the form, and the pages that its mail leads to.

use super::views::{PrivacyRequestForm, PrivacyRequestStep, PrivacyRequestView};
use crate::{
    app::App,
    features::pages::{built_page::BuiltPage, content::privacy_request::PrivacyRequestContent, store::Texts},
    platform::{addresses, error::Result},
};

/// Builds the page of a step, the same for all visitors.
pub async fn step(
    app: &App,
    texts: &Texts<'_>,
    step: PrivacyRequestStep,
) -> Result<BuiltPage<PrivacyRequestView>> {
    let mut content: PrivacyRequestContent = texts.read().await?;
    if app.config.mail.is_none() {
        content.use_texts_without_mail();
    }
    let view = PrivacyRequestView::new(step, content);
    let name = view.content.title.clone();
    Ok(BuiltPage::new(&view.meta(), view).with_link(&name, addresses::PRIVACY_REQUEST.path))
}

/// Builds the form with the values and errors of a refused request, or the confirmation with the message of an error.
pub async fn refused(
    app: &App,
    texts: &Texts<'_>,
    of: PrivacyRequestStep,
    form: PrivacyRequestForm,
) -> Result<BuiltPage<PrivacyRequestView>> {
    Ok(step(app, texts, of).await?.map(|view| PrivacyRequestView { form, ..view }))
}

/// Builds the page of a received request with its protocol.
pub async fn sent(app: &App, texts: &Texts<'_>, protocol: String) -> Result<BuiltPage<PrivacyRequestView>> {
    let page = step(app, texts, PrivacyRequestStep::Sent).await?;
    Ok(page.map(|view| PrivacyRequestView { protocol, ..view }))
}
