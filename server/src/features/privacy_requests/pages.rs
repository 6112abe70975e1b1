//! The public pages of requests about personal data: the form, and the pages of the confirmation link.

use super::views::{PrivacyRequestForm, PrivacyRequestStep, PrivacyRequestView};
use crate::{
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

/// Builds the page that shows the protocol of a received request.
pub async fn sent(texts: &Texts<'_>, protocol: String) -> Result<BuiltPage<PrivacyRequestView>> {
    let page = step(texts, PrivacyRequestStep::Sent).await?;
    Ok(page.map(|view| PrivacyRequestView { protocol, ..view }))
}
