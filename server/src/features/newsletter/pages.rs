//! The public pages of the newsletter: the form, and the pages that the links in its mails lead to.

use super::{
    editions,
    interests::preferences,
    views::{NewsletterForm, NewsletterLinkAction, NewsletterLinkState, NewsletterLinkView, NewsletterView},
};
use crate::{
    app::App,
    features::pages::{
        built_page::BuiltPage,
        content::{
            Link, PageText,
            newsletter::{NewsletterContent, NewsletterLinkContent},
        },
        store::Texts,
    },
    platform::{addresses, error::Result},
};

/// Builds the page with the form, or with thanks after a subscription was requested.
pub async fn newsletter(
    app: &App,
    texts: &Texts<'_>,
    form: NewsletterForm,
) -> Result<BuiltPage<NewsletterView>> {
    let content: NewsletterContent = texts.read().await?;
    let meta = if form.done {
        PageText { title: content.done_title.clone(), description: content.done_text.clone() }
    } else {
        content.meta.clone()
    };
    let choices = if form.done { Vec::new() } else { preferences::choices(app, &form.interests).await? };
    let archive = archive_link(texts).await?;
    Ok(BuiltPage::new(&meta, NewsletterView { content, choices, form, archive }))
}

/// Returns the link to the archive of editions. `None` if the archive is empty.
async fn archive_link(texts: &Texts<'_>) -> Result<Option<Link>> {
    if editions::store::count_archived(texts.db).await? == 0 {
        return Ok(None);
    }
    let label = texts.read::<NewsletterLinkContent>().await?.archive.title;
    Ok(Some(Link { label, url: addresses::NEWSLETTER_EDITIONS.path.to_owned() }))
}

/// Builds the page of a link in a mail. It contains nothing about the subscription.
pub async fn link(
    texts: &Texts<'_>,
    action: NewsletterLinkAction,
    state: NewsletterLinkState,
) -> Result<BuiltPage<NewsletterLinkView>> {
    let content: NewsletterLinkContent = texts.read().await?;
    Ok(link_page(NewsletterLinkView::new(action, state, None, content)))
}

/// Builds the page of an unsubscribe link, which names the subscribed address as `masked_email`.
pub async fn unsubscribe_link(
    texts: &Texts<'_>,
    masked_email: &str,
) -> Result<BuiltPage<NewsletterLinkView>> {
    let content: NewsletterLinkContent = texts.read().await?;
    let action = NewsletterLinkAction::Unsubscribe;
    Ok(link_page(NewsletterLinkView::new(action, NewsletterLinkState::Ask, Some(masked_email), content)))
}

/// Builds the page of a link with the error message of its failed action.
pub async fn failed_link(
    texts: &Texts<'_>,
    action: NewsletterLinkAction,
    failure: String,
) -> Result<BuiltPage<NewsletterLinkView>> {
    let content: NewsletterLinkContent = texts.read().await?;
    let view = NewsletterLinkView::new(action, NewsletterLinkState::Ask, None, content);
    Ok(link_page(NewsletterLinkView { failure: Some(failure), ..view }))
}

fn link_page(view: NewsletterLinkView) -> BuiltPage<NewsletterLinkView> {
    BuiltPage::new(&view.meta(), view)
}
