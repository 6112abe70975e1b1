//! The newsletter's pages: the form, and what the links in its mails lead to.

use super::{Content, Page, document};
use crate::{
    app::App,
    features::{
        newsletter::views::{
            NewsletterForm, NewsletterLinkAction, NewsletterLinkState, NewsletterLinkView, NewsletterView,
        },
        pages::{
            documents::{
                PageText,
                newsletter::{NewsletterContent, NewsletterLinkContent},
            },
            store::Texts,
        },
    },
    platform::error::Result,
    site::document::{Document, View},
};

pub(super) async fn of_newsletter(texts: &Texts<'_>, form: NewsletterForm) -> Result<Content> {
    let content: NewsletterContent = texts.read().await?;
    let text = if form.done {
        PageText { title: content.done_title.clone(), description: content.done_text.clone() }
    } else {
        content.meta.clone()
    };
    Ok(Content::new(&text, View::Newsletter(NewsletterView { content, form })))
}

pub(super) async fn of_link(
    texts: &Texts<'_>,
    action: NewsletterLinkAction,
    state: NewsletterLinkState,
    email: Option<&str>,
    message: Option<String>,
) -> Result<Content> {
    let content: NewsletterLinkContent = texts.read().await?;
    let view = NewsletterLinkView::new(action, state, email, content).with_message(message);
    Ok(Content::new(&view.meta(), View::NewsletterLink(view)))
}

/// The page of a link that ends a subscription, with whose it is, masked: never cached.
pub async fn named_link(app: &App, email: &str) -> Result<Document> {
    opened_link(app, NewsletterLinkAction::Unsubscribe, Some(email), None).await
}

/// The page of a link with what went wrong when it was used: never cached.
pub async fn refused_link(app: &App, action: NewsletterLinkAction, message: String) -> Result<Document> {
    opened_link(app, action, None, Some(message)).await
}

async fn opened_link(
    app: &App,
    action: NewsletterLinkAction,
    email: Option<&str>,
    message: Option<String>,
) -> Result<Document> {
    let state = NewsletterLinkState::Ask;
    let texts = Texts::kept(app.db.reader(), app.clock.now());
    let content = of_link(&texts, action, state, email, message).await?;
    document(app, &texts, &Page::NewsletterLink(action, state), content).await
}

/// The newsletter's page with what somebody typed and what was wrong with it: never cached.
pub async fn refused_subscription(app: &App, form: NewsletterForm) -> Result<Document> {
    let texts = Texts::kept(app.db.reader(), app.clock.now());
    let content = of_newsletter(&texts, form).await?;
    document(app, &texts, &Page::Newsletter, content).await
}
