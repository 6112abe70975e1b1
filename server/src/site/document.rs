//! The document: all data of one public page, as the React components receive it. Its TypeScript types are generated.

use std::collections::BTreeSet;

use serde::Serialize;
use utoipa::ToSchema;

use super::layout::Layout;
use crate::{
    features::{
        blog::views::{ArticleView, BlogView, PostCard, PostGoneView},
        certificates::views::CertificateView,
        consent::notice::{ConsentNotice, PREFERENCES},
        contacts::form::views::{ContactThanksView, ContactView},
        newsletter::{
            editions::views::{EditionView, EditionsView},
            interests::preferences::NewsletterPreferencesView,
            views::{NewsletterLinkView, NewsletterView},
        },
        pages::{
            accounts::{AccountView, AuthView, RecoveryView},
            institutional::{AboutView, HomeView, NotFoundView},
            legal::LegalView,
        },
        privacy_requests::views::PrivacyRequestView,
        services::views::{ServiceView, ServicesView},
    },
    foundation::media::picture::external_origin,
    platform::clock::Timestamp,
};

/// All data of one public page. No operation returns it.
#[derive(Debug, Serialize, ToSchema)]
pub struct Document {
    /// Path of the page. Empty if the page is shown at any path.
    pub path: String,
    pub meta: PageMeta,
    pub layout: Layout,
    pub view: View,
    /// The consent notice, if this is a preview of its texts; missing otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notice: Option<PreviewedNotice>,
    #[serde(skip)]
    pub head: HeadExtras,
}

/// The consent notice in a preview.
#[derive(Debug, Serialize, ToSchema)]
pub struct PreviewedNotice {
    #[serde(flatten)]
    pub notice: ConsentNotice,
    /// Whether the notice shows its preferences, with the choices by category.
    pub shows_choices: bool,
}

/// Data for the head of the HTML document, the page's share picture and the page cache. It isn't sent to the browser as JSON.
#[derive(Debug, Default)]
pub struct HeadExtras {
    /// The company's accent color, as in the settings. May be empty.
    pub accent_color: String,
    /// Open Graph tags as HTML.
    pub sharing: String,
    /// Whether the company has its own favicon.
    pub has_own_icon: bool,
    /// Keywords and, on the home page, the ownership tag of Google Search Console, as HTML.
    pub site_tags: String,
    /// JSON-LD for search engines.
    pub structured_data: Option<String>,
    /// The consent notice, if the page loads trackers.
    pub consent: Option<ConsentNotice>,
    /// Content of the page's share picture, if the page has one.
    pub card: Option<Card>,
    /// Next time at which a text of the page changes. Its cache entry expires then.
    pub expires_at: Option<Timestamp>,
}

/// Title, description and URLs in the head of a page.
#[derive(Debug, Serialize, ToSchema)]
pub struct PageMeta {
    pub title: String,
    pub description: String,
    /// Absolute canonical URL; null if the page has none.
    #[schema(required)]
    pub canonical: Option<String>,
    /// `noindex` if search engines may not list the page; null otherwise.
    #[schema(required)]
    pub robots: Option<String>,
    /// URL of the company's own icon; null uses the default icon.
    #[schema(required)]
    pub favicon: Option<String>,
}

/// Content of a share picture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Card {
    /// Name of a drawing.
    pub drawing: &'static str,
    /// Text above the title. May be empty.
    pub kicker: String,
    pub title: String,
    /// Short facts in the last line, as many as fit.
    pub facts: Vec<String>,
    pub company: String,
    /// URL of the company's logo, which replaces its name. May be empty.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub logo: String,
    /// Host name of the site. Empty if it isn't configured.
    pub host: String,
    /// The company's accent color. May be empty.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub accent_color: String,
}

/// Name of a page's component, and the component's props.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(tag = "page", content = "props", rename_all = "snake_case")]
pub enum View {
    Home(HomeView),
    About(AboutView),
    Services(ServicesView),
    Service(ServiceView),
    Blog(BlogView),
    Article(ArticleView),
    PostGone(PostGoneView),
    Newsletter(NewsletterView),
    NewsletterLink(NewsletterLinkView),
    NewsletterPreferences(NewsletterPreferencesView),
    Editions(EditionsView),
    Edition(EditionView),
    Contact(ContactView),
    ContactThanks(ContactThanksView),
    Auth(AuthView),
    Recovery(RecoveryView),
    Account(AccountView),
    Legal(LegalView),
    PrivacyRequest(PrivacyRequestView),
    Certificate(CertificateView),
    NotFound(NotFoundView),
}

impl View {
    /// Returns the origins of the pictures that the page loads from other sites.
    #[must_use]
    pub fn picture_origins(&self) -> BTreeSet<String> {
        let cards: Vec<&PostCard> = match self {
            Self::Blog(view) => view.posts.iter().chain(&view.suggested).collect(),
            Self::Article(view) => view.related.iter().chain([&view.post]).collect(),
            Self::Edition(view) => view.posts.iter().collect(),
            _ => return BTreeSet::new(),
        };
        let pictures = cards.into_iter().filter_map(|card| card.image.as_ref());
        pictures.filter_map(|picture| external_origin(&picture.src)).collect()
    }
}

impl Document {
    /// Returns the document without trackers. Its footer links to another page with the preferences, if the site uses trackers.
    #[must_use]
    pub fn without_trackers(mut self) -> Self {
        self.head.consent = None;
        if let Some(link) = &mut self.layout.consent_link {
            link.url = Some(PREFERENCES);
        }
        self
    }
}
