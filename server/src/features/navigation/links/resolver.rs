//! The current URLs of the pages and records that links point to.

use std::collections::HashMap;

use sea_orm::ConnectionTrait;
use uuid::Uuid;

use super::target::{LinkTarget, section_path};
use crate::{
    features::{
        blog::{self, model::PostLocation, paths::post_path},
        services::{
            self,
            model::{Service, ServicePage},
        },
    },
    platform::error::Result,
};

/// Current URL of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolvedLink {
    pub url: String,
    /// Whether the destination is public. Hidden or deleted records and detail pages without services aren't.
    pub is_public: bool,
}

/// The current URLs of link targets, which were read together.
#[derive(Debug, Default)]
pub struct LinkResolver {
    services: HashMap<Uuid, ResolvedLink>,
    posts: HashMap<Uuid, ResolvedLink>,
    /// Detail pages that have services.
    shown: Vec<ServicePage>,
}

impl LinkResolver {
    /// Reads the current URLs of the targets.
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
        let shown = services::store::list_shown_pages(connection).await?;
        let mut resolver = Self { shown, ..Self::default() };
        if !services.is_empty() {
            let all = services::store::list(connection).await?;
            resolver.services = all.iter().map(|service| (service.id, service_link(service))).collect();
        }
        if !posts.is_empty() {
            let found = blog::store::find_locations(connection, &posts).await?;
            resolver.posts = found.iter().map(|post| (post.id, post_link(post))).collect();
        }
        Ok(resolver)
    }

    /// Returns whether `url` is the path of a detail page without services. Links to such a page aren't public.
    #[must_use]
    pub fn is_empty_page(&self, url: &str) -> bool {
        ServicePage::ALL.iter().any(|page| page.path() == url && !self.shown.contains(page))
    }

    /// Returns the current URL of a target. `None` if the target was deleted.
    #[must_use]
    pub fn resolve(&self, target: LinkTarget) -> Option<ResolvedLink> {
        let link = |url: String, is_public| Some(ResolvedLink { url, is_public });
        let is_shown = |page: ServicePage| self.shown.contains(&page);
        match target {
            LinkTarget::Page(page) => link(page.path().to_owned(), true),
            LinkTarget::ServicePage(page) => link(page.path().to_owned(), is_shown(page)),
            LinkTarget::ServiceSection(page) => link(section_path(page), is_shown(page)),
            LinkTarget::Service(id) => self.services.get(&id).cloned(),
            LinkTarget::Post(id) => self.posts.get(&id).cloned(),
        }
    }
}

fn service_link(service: &Service) -> ResolvedLink {
    ResolvedLink { url: service.fields.page.path().to_owned(), is_public: service.fields.is_active }
}

fn post_link(post: &PostLocation) -> ResolvedLink {
    ResolvedLink { url: post_path(&post.slug), is_public: post.is_published }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deleted_target_has_no_url() {
        assert_eq!(LinkResolver::default().resolve(LinkTarget::Post(Uuid::nil())), None);
    }

    #[test]
    fn section_without_services_is_not_public() {
        let target = LinkTarget::ServiceSection(ServicePage::Erp);
        let erp = LinkResolver::default().resolve(target).expect("a section exists");
        assert_eq!((&*erp.url, erp.is_public), ("/servicos#erps-gestao", false));
    }
}
