//! Previews of pages with unsaved content.

use axum::{
    Json,
    extract::{Path, State},
};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::{Preview, render_preview};
use crate::{
    features::{
        blog::{
            self,
            listing::{ListingPages, PostListing, PostSearch},
            model::PostFilter,
        },
        consent,
        newsletter::views::{NewsletterLinkAction, NewsletterLinkState},
        pages::{accounts::RecoveryStep, admin::NameInPath, model::PageName, store::Texts},
        privacy_requests::views::PrivacyRequestStep,
        services::model::ServicePage,
    },
    foundation::identity::extract::Writer,
    platform::{
        error::{Error, ErrorBody, Result},
        http::JsonBody,
    },
    site::{Site, document::PreviewedNotice, layout::ConsentLink, pages::Page},
};

/// Unsaved content of a page.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UnsavedPage {
    /// The content, with all fields of its form. Values may be invalid.
    pub document: Value,
    /// Key of the appearance to show: one of those in the page's form. Default: the first one.
    pub appearance: Option<String>,
}

/// Renders a page with unsaved content. Saves nothing.
#[utoipa::path(post, path = "/api/pages/{name}/preview", tag = "pages", operation_id = "preview_page",
    params(("name" = PageName, Path)),
    request_body = UnsavedPage,
    responses(
        (status = 200, body = Preview),
        (status = 404, description = "`not_found`: the page or the appearance doesn't exist, or the blog has no published post to show", body = ErrorBody),
        (status = 503, description = "`unavailable`: pages can't be rendered at present", body = ErrorBody)))]
pub async fn preview_page(
    _: Writer,
    State(site): State<Site>,
    name: NameInPath,
    JsonBody(unsaved): JsonBody<UnsavedPage>,
) -> Result<Json<Preview>> {
    let Path(name) = name.map_err(|_| Error::NotFound)?;
    let document = name.parse_unsaved(unsaved.document)?;
    let appearance = unsaved.appearance.as_deref().unwrap_or(name.appearances()[0].0);
    let page = find_page(&site, name, appearance).await?.ok_or(Error::NotFound)?;
    let texts = Texts::with_unsaved(&site.app, name, &document);
    let mut preview = page.document_with(&site.app, &texts).await?;
    if name == PageName::Consent {
        let notice = consent::notice::sample(&texts).await?;
        preview.layout.consent_link =
            Some(ConsentLink { label: notice.texts.preferences.clone(), url: None });
        preview.head.consent = Some(notice.clone());
        preview.notice = Some(PreviewedNotice { notice, shows_choices: appearance == "choices" });
    }
    render_preview(&site, &preview).await
}

/// Returns the page that shows the content in an appearance. `None` if the appearance is unknown, or if the content is that
/// of articles and no post is published.
async fn find_page(site: &Site, name: PageName, appearance: &str) -> Result<Option<Page>> {
    let is_known = name.appearances().iter().any(|(key, _)| *key == appearance);
    if !is_known {
        return Ok(None);
    }
    Ok(Some(match name {
        PageName::Layout | PageName::Home | PageName::Consent => Page::Home,
        PageName::About => Page::About,
        PageName::Services => Page::Services,
        PageName::ServicePages => Page::Service(service_page(appearance)),
        PageName::Blog => blog_page(appearance),
        PageName::Article => return newest_article(site).await,
        PageName::Newsletter if appearance == "done" => Page::NewsletterThanks,
        PageName::Newsletter => Page::Newsletter,
        PageName::NewsletterLink if appearance == "archive" => Page::Editions,
        PageName::NewsletterLink => link_page(appearance),
        PageName::Contact => Page::contact(),
        PageName::ContactThanks => Page::ContactThanks,
        PageName::Auth => Page::Auth,
        PageName::Recovery => Page::Recovery(match appearance {
            "reset" => RecoveryStep::Reset,
            "confirm" => RecoveryStep::Confirm,
            _ => RecoveryStep::Forgot,
        }),
        PageName::Account => Page::Account,
        PageName::Privacy => Page::Privacy,
        PageName::PrivacyRequest => Page::PrivacyRequest(match appearance {
            "sent" => PrivacyRequestStep::Sent,
            "confirm" => PrivacyRequestStep::Confirm,
            "confirmed" => PrivacyRequestStep::Confirmed,
            "invalid" => PrivacyRequestStep::Invalid,
            _ => PrivacyRequestStep::Ask,
        }),
        PageName::Terms => Page::Terms,
        PageName::Certificate => Page::Certificate,
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
        "category" => Page::Blog(ListingPages::first_of(PostListing::Category("cloud-computing".to_owned()))),
        "search" => Page::BlogSearch(PostSearch { terms: "nuvem".to_owned(), number: 1 }),
        "gone" => Page::PostGone,
        _ => Page::Blog(ListingPages::first_of(PostListing::All)),
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
