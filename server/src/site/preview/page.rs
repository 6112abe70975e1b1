//! Shows staff a page with the texts they are typing.

use axum::{
    Json,
    extract::{Path, State},
};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::{Preview, still};
use crate::{
    features::{
        blog::{self, model::PostFilter},
        newsletter::views::{NewsletterLinkAction, NewsletterLinkState},
        pages::{admin::Name, model::PageName, store::Texts},
        services::model::ServicePage,
    },
    foundation::identity::extract::Staff,
    platform::{
        error::{Error, ErrorBody, Result},
        http::JsonBody,
    },
    site::{
        Site,
        blog::{Search, Shelf},
        document::RecoveryStep,
        pages::Page,
    },
};

/// The texts of a page before they are saved.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PageDraft {
    pub document: Value,
    /// Which of the pages that show them, by its key; the first unless given.
    pub appearance: Option<String>,
}

/// Renders a page as it would be with a draft. Nothing is kept.
#[utoipa::path(post, path = "/api/pages/{name}/preview", tag = "pages", operation_id = "preview_page",
    params(("name" = PageName, Path)),
    request_body = PageDraft,
    responses(
        (status = 200, body = Preview),
        (status = 404, description = "There is no such page, or no post to show its page with", body = ErrorBody),
        (status = 503, description = "Pages can't be rendered now", body = ErrorBody)))]
pub async fn preview_page(
    _: Staff,
    State(site): State<Site>,
    name: Name,
    JsonBody(draft): JsonBody<PageDraft>,
) -> Result<Json<Preview>> {
    let Path(name) = name.map_err(|_| Error::NotFound)?;
    let document = name.parse_draft(draft.document)?;
    let appearance = draft.appearance.as_deref().unwrap_or(name.appearances()[0].0);
    let page = shown(&site, name, appearance).await?.ok_or(Error::NotFound)?;
    let texts = Texts::drafted(site.app.db.reader(), site.app.clock.now(), name, &document);
    still(&site, &page.document_with(&site.app, &texts).await?).await
}

/// The page that shows the document, if there is one now.
async fn shown(site: &Site, name: PageName, appearance: &str) -> Result<Option<Page>> {
    let is_known = name.appearances().iter().any(|(key, _)| *key == appearance);
    if !is_known {
        return Ok(None);
    }
    Ok(Some(match name {
        PageName::Layout | PageName::Home => Page::Home,
        PageName::About => Page::About,
        PageName::Services => Page::Services,
        PageName::ServicePages => Page::Service(service_page(appearance)),
        PageName::Blog => blog_page(appearance),
        PageName::Article => return newest_article(site).await,
        PageName::Newsletter if appearance == "done" => Page::NewsletterThanks,
        PageName::Newsletter => Page::Newsletter,
        PageName::NewsletterLink => link_page(appearance),
        PageName::Contact => Page::plain_contact(),
        PageName::ContactThanks => Page::ContactThanks,
        PageName::Auth => Page::Auth,
        PageName::Recovery => Page::Recovery(match appearance {
            "reset" => RecoveryStep::Reset,
            "confirm" => RecoveryStep::Confirm,
            _ => RecoveryStep::Forgot,
        }),
        PageName::Account => Page::Account,
        PageName::Privacy => Page::Privacy,
        PageName::Terms => Page::Terms,
        PageName::NotFound => Page::NotFound,
    }))
}

fn service_page(appearance: &str) -> ServicePage {
    match appearance {
        "security" => ServicePage::Security,
        "cloud" => ServicePage::Cloud,
        "development" => ServicePage::Development,
        "erp" => ServicePage::Erp,
        "database" => ServicePage::Database,
        _ => ServicePage::Support,
    }
}

fn blog_page(appearance: &str) -> Page {
    match appearance {
        "category" => Page::Blog { shelf: Shelf::Category("cloud-computing".to_owned()), number: 1 },
        "search" => Page::BlogSearch(Search { words: "nuvem".to_owned(), number: 1 }),
        "gone" => Page::PostGone,
        _ => Page::Blog { shelf: Shelf::All, number: 1 },
    }
}

fn link_page(appearance: &str) -> Page {
    use {NewsletterLinkAction as Action, NewsletterLinkState as State};
    let (action, state) = match appearance {
        "confirmed" => (Action::Confirm, State::Done),
        "unsubscribe" => (Action::Unsubscribe, State::Ask),
        "unsubscribed" => (Action::Unsubscribe, State::Done),
        "invalid" => (Action::Confirm, State::Invalid),
        _ => (Action::Confirm, State::Ask),
    };
    Page::NewsletterLink(action, state)
}

async fn newest_article(site: &Site) -> Result<Option<Page>> {
    let newest = blog::store::list_published(site.app.db.reader(), &PostFilter::default(), 0, 1).await?;
    Ok(newest.into_iter().next().map(|post| Page::Article { slug: post.slug }))
}
