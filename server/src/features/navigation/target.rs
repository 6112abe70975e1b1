//! What of this site a link can lead to. The link names the thing itself: its address is looked up each time, so it
//! follows a post to another slug and a service to another page.

use std::collections::HashMap;

use sea_orm::ConnectionTrait;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    features::{
        blog::{self, views::post_path},
        services::{self, model::ServicePage},
    },
    platform::{addresses, error::Result},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", content = "id", rename_all = "snake_case")]
pub enum LinkTarget {
    Page(SitePage),
    /// One of the six detail pages.
    ServicePage(ServicePage),
    /// The same services on the page of all services.
    ServiceSection(ServicePage),
    Service(Uuid),
    Post(Uuid),
}

/// A page that is always there, or a place on one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SitePage {
    Home,
    About,
    Services,
    Blog,
    Contact,
    QuoteForm,
    Newsletter,
    SignIn,
    Account,
    Privacy,
    Terms,
}

impl SitePage {
    pub const ALL: [Self; 11] = [
        Self::Home,
        Self::About,
        Self::Services,
        Self::Blog,
        Self::Contact,
        Self::QuoteForm,
        Self::Newsletter,
        Self::SignIn,
        Self::Account,
        Self::Privacy,
        Self::Terms,
    ];

    #[must_use]
    pub fn path(self) -> &'static str {
        match self {
            Self::Home => addresses::HOME.path,
            Self::About => addresses::ABOUT.path,
            Self::Services => addresses::SERVICES.path,
            Self::Blog => addresses::BLOG.path,
            Self::Contact => addresses::CONTACT.path,
            Self::QuoteForm => addresses::QUOTE_FORM,
            Self::Newsletter => addresses::NEWSLETTER.path,
            Self::SignIn => addresses::AUTH.path,
            Self::Account => addresses::ACCOUNT.path,
            Self::Privacy => addresses::PRIVACY.path,
            Self::Terms => addresses::TERMS.path,
        }
    }

    /// What staff call it.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Home => "Início",
            Self::About => "Sobre",
            Self::Services => "Todos os Serviços",
            Self::Blog => "Blog",
            Self::Contact => "Contato",
            Self::QuoteForm => "Formulário de orçamento",
            Self::Newsletter => "Newsletter",
            Self::SignIn => "Entrar e criar conta",
            Self::Account => "Minha Conta",
            Self::Privacy => "Política de Privacidade",
            Self::Terms => "Termos de Uso",
        }
    }
}

/// The address of the section that has a detail page's services on the page of all services.
#[must_use]
pub fn section_path(page: ServicePage) -> String {
    format!("{}#{}", SitePage::Services.path(), page.slug())
}

/// Where something is by now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub url: String,
    /// Visitors find something there.
    pub is_public: bool,
}

/// Where all that some links lead to is, read at once.
#[derive(Debug, Default)]
pub struct Places {
    services: HashMap<Uuid, Place>,
    posts: HashMap<Uuid, Place>,
    /// Detail pages that have services.
    shown: Vec<ServicePage>,
}

impl Places {
    pub async fn read(
        connection: &impl ConnectionTrait,
        targets: impl IntoIterator<Item = LinkTarget>,
    ) -> Result<Self> {
        let (mut services, mut posts) = (Vec::new(), Vec::new());
        for target in targets {
            match target {
                LinkTarget::Service(id) => services.push(id),
                LinkTarget::Post(id) => posts.push(id),
                LinkTarget::Page(_) | LinkTarget::ServicePage(_) | LinkTarget::ServiceSection(_) => {}
            }
        }
        let mut places = Self { shown: services::store::shown_pages(connection).await?, ..Self::default() };
        if !services.is_empty() {
            let all = services::store::list(connection).await?;
            let place = |service: services::model::Service| {
                let url = service.page.path().to_owned();
                (service.id, Place { url, is_public: service.is_active })
            };
            places.services = all.into_iter().map(place).collect();
        }
        if !posts.is_empty() {
            let all = blog::store::places(connection, &posts).await?;
            let place = |post: blog::store::PostPlace| {
                (post.id, Place { url: post_path(&post.slug), is_public: post.is_published })
            };
            places.posts = all.into_iter().map(place).collect();
        }
        Ok(places)
    }

    /// Is this the address of a detail page without services? Links by address lead there too.
    #[must_use]
    pub fn is_empty_page(&self, url: &str) -> bool {
        ServicePage::ALL.iter().any(|page| page.path() == url && !self.shown.contains(page))
    }

    /// Nothing for what isn't there any more.
    #[must_use]
    pub fn find(&self, target: LinkTarget) -> Option<Place> {
        let always = |url: String| Some(Place { url, is_public: true });
        let while_shown =
            |page: ServicePage, url: String| Some(Place { url, is_public: self.shown.contains(&page) });
        match target {
            LinkTarget::Page(page) => always(page.path().to_owned()),
            LinkTarget::ServicePage(page) => while_shown(page, page.path().to_owned()),
            LinkTarget::ServiceSection(page) => while_shown(page, section_path(page)),
            LinkTarget::Service(id) => self.services.get(&id).cloned(),
            LinkTarget::Post(id) => self.posts.get(&id).cloned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn targets_are_written_as_kind_and_id() {
        let post = Uuid::from_u128(7);
        for (target, expected) in [
            (LinkTarget::Page(SitePage::QuoteForm), json!({"kind": "page", "id": "quote_form"})),
            (LinkTarget::ServiceSection(ServicePage::Erp), json!({"kind": "service_section", "id": "erp"})),
            (LinkTarget::Post(post), json!({"kind": "post", "id": post})),
        ] {
            assert_eq!(serde_json::to_value(target).expect("JSON"), expected);
            assert_eq!(serde_json::from_value::<LinkTarget>(expected).expect("a target"), target);
        }
    }

    #[test]
    fn what_is_gone_has_no_place() {
        let places = Places::default();
        assert_eq!(places.find(LinkTarget::Post(Uuid::nil())), None);
        let erp = places.find(LinkTarget::ServiceSection(ServicePage::Erp)).expect("always there");
        assert_eq!((&*erp.url, erp.is_public), ("/servicos#erps-gestao", false));
    }
}
