//! The public pages, with their paths, statuses and cache keys.

use std::borrow::Cow;

use axum::http::StatusCode;
use uuid::Uuid;

use crate::{
    features::{
        blog::{
            listing::{ListingPages, PostListing, PostSearch},
            paths::post_path,
        },
        contacts::form::pages::ContactPreset,
        newsletter::{
            editions::archive::edition_path,
            views::{NewsletterLinkAction, NewsletterLinkState},
        },
        pages::{accounts::RecoveryStep, legal::LegalText},
        privacy_requests::views::PrivacyRequestStep,
        services::model::ServicePage,
    },
    platform::addresses::{self, Address},
};

/// A public page, with the parts of the request that its content depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Page {
    Home,
    About,
    Services,
    Service(ServicePage),
    Blog(ListingPages),
    /// Search results. Never cached.
    BlogSearch(PostSearch),
    /// Shown instead of search results after too many searches.
    BlogSearchRefused,
    /// A published post.
    Article {
        slug: String,
    },
    /// A saved post, published or not. Never cached.
    PostPreview {
        id: Uuid,
    },
    /// Shown at the path of a deleted post.
    PostGone,
    Newsletter,
    NewsletterThanks,
    /// Target of a confirmation or unsubscribe link. The page is the same for all subscriptions.
    NewsletterLink(NewsletterLinkAction, NewsletterLinkState),
    /// The interests of a subscriber. Only the page for invalid links is cached.
    NewsletterPreferences,
    /// The archive of the newsletter.
    Editions,
    /// An edition in the archive.
    Edition {
        slug: String,
    },
    Contact(ContactPreset),
    ContactThanks,
    Auth,
    Recovery(RecoveryStep),
    Account,
    Privacy,
    /// A step of a privacy request. The page is the same for all visitors.
    PrivacyRequest(PrivacyRequestStep),
    Terms,
    /// The earlier versions of a legal text.
    LegalVersions(LegalText),
    /// An earlier version of a legal text, by its number in the history.
    LegalVersion(LegalText, i32),
    /// Verifies certificates of erasures. Only the page without a result is cached.
    Certificate,
    NotFound,
}

impl Page {
    /// Returns the contact page without a preset.
    #[must_use]
    pub fn contact() -> Self {
        Self::Contact(ContactPreset::default())
    }

    /// Returns the pages outside the blog and the archive of the newsletter that search engines may list.
    #[must_use]
    pub fn listed() -> Vec<Self> {
        let mut pages = vec![Self::Home, Self::About, Self::Services];
        pages.extend(ServicePage::ALL.map(Self::Service));
        pages.extend([Self::contact(), Self::Privacy, Self::Terms]);
        pages
    }

    /// Returns the entry in the table of addresses. `None` if the page is shown at any path.
    fn address(&self) -> Option<Address> {
        use {NewsletterLinkAction as Action, NewsletterLinkState as State};
        Some(match self {
            Self::Home => addresses::HOME,
            Self::About => addresses::ABOUT,
            Self::Services => addresses::SERVICES,
            Self::Service(_) => addresses::SERVICE,
            Self::Blog(pages) => match pages.listing {
                PostListing::All => addresses::BLOG,
                PostListing::Category(_) => addresses::CATEGORY,
                PostListing::Tag(_) => addresses::TAG,
            },
            Self::BlogSearch(_) | Self::BlogSearchRefused => addresses::BLOG,
            Self::Article { .. } => addresses::POST,
            Self::Newsletter => addresses::NEWSLETTER,
            Self::NewsletterThanks => addresses::NEWSLETTER_THANKS,
            Self::NewsletterLink(Action::Confirm, State::Done) => addresses::NEWSLETTER_CONFIRMED,
            Self::NewsletterLink(action, _) => action.address(),
            Self::NewsletterPreferences => addresses::NEWSLETTER_PREFERENCES,
            Self::Editions => addresses::NEWSLETTER_EDITIONS,
            Self::Edition { .. } => addresses::NEWSLETTER_EDITION,
            Self::Contact(_) => addresses::CONTACT,
            Self::ContactThanks => addresses::CONTACT_THANKS,
            Self::Auth => addresses::AUTH,
            Self::Recovery(step) => step.address(),
            Self::Account => addresses::ACCOUNT,
            Self::Privacy => addresses::PRIVACY,
            Self::PrivacyRequest(PrivacyRequestStep::Ask) => addresses::PRIVACY_REQUEST,
            Self::PrivacyRequest(PrivacyRequestStep::Sent) => addresses::PRIVACY_REQUEST_SENT,
            Self::PrivacyRequest(PrivacyRequestStep::Confirmed) => addresses::PRIVACY_REQUEST_CONFIRMED,
            Self::PrivacyRequest(PrivacyRequestStep::Confirm | PrivacyRequestStep::Invalid) => {
                addresses::PRIVACY_REQUEST_CONFIRM
            }
            Self::Terms => addresses::TERMS,
            Self::LegalVersions(text) => text.versions_address(),
            Self::LegalVersion(text, _) => text.version_address(),
            Self::Certificate => addresses::CERTIFICATE,
            Self::PostPreview { .. } | Self::PostGone | Self::NotFound => return None,
        })
    }

    /// Returns the path of the page, empty if it is shown at any path.
    #[must_use]
    pub fn path(&self) -> Cow<'static, str> {
        match self {
            Self::Service(page) => page.path().into(),
            Self::Blog(pages) => pages.listing.path().into(),
            Self::Article { slug } => post_path(slug).into(),
            Self::Edition { slug } => edition_path(slug).into(),
            Self::LegalVersion(text, id) => text.version_address().with(&id.to_string()).into(),
            page => page.address().map_or("", |address| address.path).into(),
        }
    }

    /// Returns whether the page loads the company's trackers after consent. Pages of accounts don't. Neither do pages whose
    /// address may contain a secret, the id of a record or a visitor's input, because trackers send the address to other
    /// companies.
    #[must_use]
    pub fn may_load_trackers(&self) -> bool {
        match self {
            Self::Home
            | Self::About
            | Self::Services
            | Self::Service(_)
            | Self::Blog(_)
            | Self::Article { .. }
            | Self::PostGone
            | Self::Newsletter
            | Self::NewsletterThanks
            | Self::Editions
            | Self::Edition { .. }
            | Self::Contact(_)
            | Self::Privacy
            | Self::Terms
            | Self::LegalVersions(_)
            | Self::LegalVersion(..) => true,
            Self::BlogSearch(_)
            | Self::BlogSearchRefused
            | Self::PostPreview { .. }
            | Self::NewsletterLink(..)
            | Self::NewsletterPreferences
            | Self::ContactThanks
            | Self::PrivacyRequest(_)
            | Self::Certificate
            | Self::Auth
            | Self::Recovery(_)
            | Self::Account
            | Self::NotFound => false,
        }
    }

    /// Returns whether the site measures visits of the page. Views of missing pages count too.
    #[must_use]
    pub fn is_measured(&self) -> bool {
        match self {
            Self::NotFound | Self::PostGone => true,
            page => page.address().is_some_and(|address| address.is_measured()),
        }
    }

    /// Returns whether the page has a number for WhatsApp links: whether it exists at its own path, and is not of accounts.
    #[must_use]
    pub fn is_numbered(&self) -> bool {
        self.is_measured() && !self.path().is_empty() && self.status() == StatusCode::OK
    }

    /// Returns the canonical path with its query. Each page of a listing has its own. If the document shows several pages
    /// of a listing, it is the path of the first one.
    #[must_use]
    pub fn canonical(&self) -> Cow<'static, str> {
        match self {
            Self::Blog(pages) if pages.first == pages.last => pages.address().into(),
            page => page.path(),
        }
    }

    /// Returns the key in the page cache: the path, with the relevant parts of the query.
    #[must_use]
    pub fn key(&self) -> Cow<'static, str> {
        match self {
            Self::Contact(preset) => preset.address().into(),
            Self::Blog(pages) => pages.address().into(),
            // These keys don't start with a slash, so no path of a request matches them.
            Self::NotFound => "404".into(),
            Self::PostGone => "410".into(),
            Self::BlogSearchRefused => "429".into(),
            Self::PostPreview { id } => format!("preview {id}").into(),
            // The same path without a token shows another page.
            Self::PrivacyRequest(PrivacyRequestStep::Confirm) => format!("ask {}", self.path()).into(),
            Self::NewsletterLink(_, NewsletterLinkState::Ask) => format!("ask {}", self.path()).into(),
            Self::NewsletterLink(NewsletterLinkAction::Unsubscribe, NewsletterLinkState::Done) => {
                "unsubscribed".into()
            }
            page => page.path(),
        }
    }

    /// Returns the status of a response with the page.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        match self {
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::PostGone => StatusCode::GONE,
            Self::BlogSearchRefused => StatusCode::TOO_MANY_REQUESTS,
            _ => StatusCode::OK,
        }
    }

    /// Returns whether search engines may list the page.
    pub(super) fn is_listed(&self) -> bool {
        let is_search = matches!(self, Self::BlogSearch(_) | Self::BlogSearchRefused);
        !is_search && self.address().is_some_and(|address| address.is_listed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::addresses::AddressKind;

    #[test]
    fn listed_pages_match_the_listed_addresses() {
        let listed = addresses::ALL.iter().filter(|address| address.is_listed && address.is_fixed());
        let paths: Vec<&str> = listed.map(|address| address.path).collect();
        let lists = vec![Page::Blog(ListingPages::first_of(PostListing::All)), Page::Editions];
        let pages = [Page::listed(), lists].concat();
        let fixed = pages.iter().filter(|page| !matches!(page, Page::Service(_)));
        let mut built: Vec<_> = fixed.map(|page| page.path().into_owned()).collect();
        built.sort_by_key(|path| paths.iter().position(|listed| listed == path));
        assert_eq!(built, paths);
        assert!(pages.iter().all(Page::is_listed));
        assert!(addresses::ALL.iter().all(|address| !address.is_listed || address.kind == AddressKind::Page));
    }
}
