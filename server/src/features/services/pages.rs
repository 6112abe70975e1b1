//! The public pages of the services: the page of all services, and the six detail pages.

use sea_orm::ConnectionTrait;

use super::{
    model::ServicePage,
    store,
    views::{Reading, ServiceView, ServicesView, service_page, services_page},
};
use crate::{
    features::pages::{
        built_page::BuiltPage,
        content::{
            Link,
            contact::ContactContent,
            services::{ServicePagesContent, ServicesContent},
        },
        store::Texts,
    },
    platform::{addresses, error::Result},
};

/// Builds the page of all services.
pub async fn all(texts: &Texts<'_>) -> Result<BuiltPage<ServicesView>> {
    let content: ServicesContent = texts.read().await?;
    let pages: ServicePagesContent = texts.read().await?;
    let ContactContent { form, .. } = texts.read().await?;
    let services = store::list_active(texts.db).await?;
    let (meta, name) = (content.meta.clone(), content.hero.eyebrow.clone());
    let view = services_page(content, &pages, &services, &form.service_options);
    Ok(BuiltPage::new(&meta, view).with_link(&name, addresses::SERVICES.path))
}

/// Builds a detail page. `reading` are links to articles about its subject. A page without services is hidden from search
/// engines.
pub async fn detail(
    texts: &Texts<'_>,
    page: ServicePage,
    reading: Vec<Reading>,
) -> Result<BuiltPage<ServiceView>> {
    let pages: ServicePagesContent = texts.read().await?;
    let ContactContent { form, .. } = texts.read().await?;
    let services = store::list_active(texts.db).await?;
    let view = service_page(page, &pages, &services, &form.service_options, reading);
    let is_empty = view.services.is_empty();
    Ok(BuiltPage::new(&pages.of(page).meta, view)
        .with_link(&pages.labels.services.label, addresses::SERVICES.path)
        .with_link(&pages.of(page).name, page.path())
        .unlisted_if(is_empty))
}

/// Returns links to the detail pages that have active services.
pub async fn links(texts: &Texts<'_>) -> Result<Vec<Link>> {
    let pages: ServicePagesContent = texts.read().await?;
    let shown = store::list_shown_pages(texts.db).await?;
    let link = |page: ServicePage| Link { label: pages.of(page).name.clone(), url: page.path().to_owned() };
    Ok(shown.into_iter().map(link).collect())
}

/// Returns the paths of the detail pages without active services.
pub async fn empty_paths(db: &impl ConnectionTrait) -> Result<Vec<&'static str>> {
    let shown = store::list_shown_pages(db).await?;
    let empty = ServicePage::ALL.into_iter().filter(|page| !shown.contains(page));
    Ok(empty.map(ServicePage::path).collect())
}
