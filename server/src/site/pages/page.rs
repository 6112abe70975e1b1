//! Which pages there are: their addresses, and which of them search engines may list.

use std::borrow::Cow;

use axum::http::StatusCode;
use uuid::Uuid;

use super::{contact_services, contact_subjects};
use crate::{
    app::App,
    features::{
        blog::views::post_path,
        newsletter::views::{NewsletterLinkAction, NewsletterLinkState},
        services::{self, model::ServicePage},
    },
    platform::error::Result,
    site::{
        blog::{Search, Shelf},
        document::RecoveryStep,
    },
};

/// A page that can be asked for, and what of the request decides its content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Page {
    Home,
    About,
    Services,
    Service(ServicePage),
    /// A page of a list of posts, counted from 1.
    Blog {
        shelf: Shelf,
        number: u64,
    },
    /// The first pages of a list of posts as one, up to a number of 2 or more.
    BlogUpTo {
        shelf: Shelf,
        number: u64,
    },
    /// What a search finds: never cached.
    BlogSearch(Search),
    /// Instead of what too many searches would find.
    BlogSearchRefused,
    /// A published post.
    Article {
        slug: String,
    },
    /// A post as it is, published or not, for those who may see it: never cached.
    PostPreview {
        id: Uuid,
    },
    /// Where a deleted post was.
    PostGone,
    Newsletter,
    NewsletterThanks,
    /// What a link in a mail of the newsletter leads to, the same for every link.
    NewsletterLink(NewsletterLinkAction, NewsletterLinkState),
    Contact {
        service: Option<String>,
        /// What exactly is asked for: a service or a detail page, by its title.
        subject: Option<String>,
    },
    ContactThanks,
    Auth,
    Recovery(RecoveryStep),
    Account,
    Privacy,
    Terms,
    NotFound,
}

impl Page {
    /// The contact page, with the service that the query names, if there is such a one.
    pub async fn contact(app: &App, query: Option<&str>) -> Result<Self> {
        let pairs = || url::form_urlencoded::parse(query.unwrap_or("").as_bytes());
        let named = |key: &str| pairs().find(|(name, _)| name == key).map(|(_, value)| value);
        let (service, subject) = (named("servico"), named("assunto"));
        // Only what exists: each is a page of its own in the cache.
        let service = match service {
            Some(named) => contact_services(app).await?.into_iter().find(|service| *service == named),
            None => None,
        };
        let subject = match subject {
            Some(named) => contact_subjects(app).await?.into_iter().find(|subject| *subject == named),
            None => None,
        };
        Ok(Self::Contact { service, subject })
    }

    /// The contact page as most people reach it.
    #[must_use]
    pub fn plain_contact() -> Self {
        Self::Contact { service: None, subject: None }
    }

    /// The pages that search engines may list.
    #[must_use]
    pub fn listed() -> Vec<Self> {
        let mut pages = vec![Self::Home, Self::About, Self::Services];
        pages.extend(ServicePage::ALL.map(Self::Service));
        pages.extend([Self::plain_contact(), Self::Privacy, Self::Terms]);
        pages
    }

    #[must_use]
    pub fn path(&self) -> Cow<'static, str> {
        let fixed = match self {
            Self::Blog { shelf, .. } | Self::BlogUpTo { shelf, .. } => return shelf.path().into(),
            Self::Article { slug } => return post_path(slug).into(),
            Self::BlogSearch(_) | Self::BlogSearchRefused => "/blog",
            Self::Newsletter => "/newsletter",
            Self::NewsletterThanks => "/newsletter/obrigado",
            Self::NewsletterLink(NewsletterLinkAction::Confirm, NewsletterLinkState::Done) => {
                "/newsletter/confirmada"
            }
            Self::NewsletterLink(action, _) => action.path(),
            Self::Home => "/",
            Self::About => "/sobre",
            Self::Services => "/servicos",
            Self::Service(page) => page.path(),
            Self::Contact { .. } => "/contato",
            Self::ContactThanks => "/contato/obrigado",
            Self::Auth => "/auth",
            Self::Recovery(step) => step.path(),
            Self::Account => "/conta",
            Self::Privacy => "/privacidade",
            Self::Terms => "/termos",
            Self::NotFound | Self::PostGone | Self::PostPreview { .. } => "",
        };
        fixed.into()
    }

    /// Its name in the cache: the path, with what of the query counts.
    #[must_use]
    pub fn key(&self) -> Cow<'static, str> {
        match self {
            Self::Contact { service, subject } if service.is_some() || subject.is_some() => {
                services::views::contact_url(service.as_deref(), subject.as_deref()).into()
            }
            Self::Blog { shelf, number } if *number > 1 => format!("{}?pagina={number}", shelf.path()).into(),
            Self::BlogUpTo { shelf, number } => format!("{}?ate={number}", shelf.path()).into(),
            // No path starts so: only the router leads here.
            Self::NotFound => "404".into(),
            Self::PostGone => "410".into(),
            Self::BlogSearchRefused => "429".into(),
            Self::PostPreview { id } => format!("preview {id}").into(),
            // At the same path as what is shown to whoever comes without a link.
            Self::NewsletterLink(action, NewsletterLinkState::Ask) => format!("ask {}", action.path()).into(),
            Self::NewsletterLink(NewsletterLinkAction::Unsubscribe, NewsletterLinkState::Done) => {
                "unsubscribed".into()
            }
            page => page.path(),
        }
    }

    #[must_use]
    pub fn status(&self) -> StatusCode {
        match self {
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::PostGone => StatusCode::GONE,
            Self::BlogSearchRefused => StatusCode::TOO_MANY_REQUESTS,
            _ => StatusCode::OK,
        }
    }

    /// Is it one that search engines may list?
    pub(super) fn is_listed(&self) -> bool {
        let is_search = matches!(self, Self::BlogSearch(_) | Self::BlogSearchRefused);
        let is_thanks = matches!(self, Self::ContactThanks | Self::NewsletterThanks);
        let is_missing = matches!(self, Self::NotFound | Self::PostGone | Self::PostPreview { .. });
        let is_of_accounts = matches!(self, Self::Auth | Self::Recovery(_) | Self::Account);
        let is_newsletter = matches!(self, Self::Newsletter | Self::NewsletterLink(..));
        !(is_search || is_thanks || is_missing || is_of_accounts || is_newsletter)
    }
}
