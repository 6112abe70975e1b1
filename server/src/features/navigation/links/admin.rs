//! The API that lists the targets that staff can choose for a link.

use axum::extract::State;
use sea_orm::ConnectionTrait;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{
    resolver::{LinkResolver, ResolvedLink},
    target::{LinkTarget, SitePage},
};
use crate::{
    app::App,
    features::{
        blog::{self, model::PostFilter, paths::post_path},
        pages::{self, content::services::ServicePagesContent},
        services::{self, model::ServicePage},
    },
    foundation::identity::extract::Writer,
    platform::{
        clock::Timestamp,
        error::Result,
        http::Query,
        paging::{Limit, ListLimit, Page},
        text::fold,
    },
};

/// Maximum number of posts in a response. A search finds older ones.
const MAX_POSTS: u64 = 20;

/// A page or record that a link can point to.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LinkOption {
    pub target: LinkTarget,
    pub label: String,
    /// Current path.
    pub url: String,
    /// Whether the destination is public. Hidden records and detail pages without services aren't.
    pub is_public: bool,
}

/// Search for link targets.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LinkSearch {
    /// Text to find anywhere in the label or path of a page or service, or in the texts or tags of a post. Case and accents
    /// don't matter.
    pub search: Option<String>,
}

/// Lists the pages, services and posts that a link can point to. Has only the 20 newest posts that match the search.
#[utoipa::path(get, path = "/api/link-targets", tag = "navigation", operation_id = "list_link_targets",
    params(LinkSearch, ListLimit),
    responses((status = 200, body = Vec<LinkOption>)))]
pub async fn list_link_targets(
    _: Writer,
    State(app): State<App>,
    Query(LinkSearch { search }): Query<LinkSearch>,
    limit: Limit,
) -> Result<Page<LinkOption>> {
    let reader = app.db.reader();
    let wanted = fold(search.as_deref().unwrap_or_default());
    let mut options = page_options(reader, app.clock.now()).await?;
    options.extend(service_options(reader).await?);
    options.retain(|option| fold(&format!("{} {}", option.label, option.url)).contains(&wanted));
    let filter = PostFilter { search, ..PostFilter::default() };
    let search = blog::store::search(reader, &filter).await?;
    let posts = blog::store::list(reader, &filter, &search, None, MAX_POSTS).await?;
    options.extend(posts.into_iter().map(|post| LinkOption {
        target: LinkTarget::Post(post.id),
        label: post.fields.title,
        url: post_path(&post.slug),
        is_public: post.schedule.is_published,
    }));
    Ok(limit.page(options))
}

async fn page_options(connection: &impl ConnectionTrait, now: Timestamp) -> Result<Vec<LinkOption>> {
    let texts: ServicePagesContent = pages::store::read(connection, now).await?;
    let resolver = LinkResolver::read(connection, []).await?;
    let section = |page: ServicePage| {
        let label = format!("{} (seção de {})", texts.of(page).name, SitePage::Services.label());
        (LinkTarget::ServiceSection(page), label)
    };
    let detail = |page: ServicePage| (LinkTarget::ServicePage(page), texts.of(page).name.clone());
    let pages = SitePage::ALL.into_iter().map(|page| (LinkTarget::Page(page), page.label().to_owned()));
    let targets = pages.chain(ServicePage::ALL.map(detail)).chain(ServicePage::ALL.map(section));
    let option = |(target, label)| {
        let ResolvedLink { url, is_public } = resolver.resolve(target)?;
        Some(LinkOption { target, label, url, is_public })
    };
    Ok(targets.filter_map(option).collect())
}

async fn service_options(connection: &impl ConnectionTrait) -> Result<Vec<LinkOption>> {
    let services = services::store::list(connection).await?.into_iter();
    Ok(services
        .map(|service| LinkOption {
            target: LinkTarget::Service(service.id),
            label: service.fields.title,
            url: service.fields.page.path().to_owned(),
            is_public: service.fields.is_active,
        })
        .collect())
}
