//! What a link can be made to lead to, for whoever looks for it by name.

use axum::{Json, extract::State};
use sea_orm::ConnectionTrait;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::target::{LinkTarget, SitePage, section_path};
use crate::{
    app::App,
    features::{
        blog::{self, model::PostFilter, views::post_path},
        pages::{self, content::services::ServicePagesContent},
        services::{self, model::ServicePage},
    },
    foundation::accounts::extract::Staff,
    platform::{
        clock::Timestamp,
        error::{ErrorBody, Result},
        http::Query,
        paging::{Limit, ListLimit},
        text::fold,
    },
};

/// Posts are offered by the newest; whoever wants another types a word of it.
const MAX_POSTS: u64 = 20;

/// Something a link can lead to.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LinkOption {
    pub target: LinkTarget,
    pub label: String,
    /// Where it is today.
    pub url: String,
    /// Visitors find something there.
    pub is_public: bool,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LinkSearch {
    /// Found anywhere in a name or an address, whatever its case and accents.
    pub search: Option<String>,
}

/// Lists what of the site a link can lead to: its pages, its services, and the newest posts that the search finds.
#[utoipa::path(get, path = "/api/link-targets", tag = "navigation", operation_id = "list_link_targets",
    params(LinkSearch, ListLimit),
    responses(
        (status = 200, body = Vec<LinkOption>),
        (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody)))]
pub async fn list_link_targets(
    _: Staff,
    State(app): State<App>,
    Query(LinkSearch { search }): Query<LinkSearch>,
    limit: Limit,
) -> Result<Json<Vec<LinkOption>>> {
    let reader = app.db.reader();
    let wanted = fold(search.as_deref().unwrap_or_default());
    let mut options = fixed(reader, app.clock.now()).await?;
    options.extend(all_services(reader).await?);
    options.retain(|option| fold(&format!("{} {}", option.label, option.url)).contains(&wanted));
    let filter = PostFilter { search, ..PostFilter::default() };
    let search = blog::store::search(reader, &filter).await?;
    let posts = blog::store::list(reader, &filter, &search, None, MAX_POSTS).await?;
    options.extend(posts.into_iter().map(|post| LinkOption {
        target: LinkTarget::Post(post.id),
        label: post.title,
        url: post_path(&post.slug),
        is_public: post.is_published,
    }));
    Ok(Json(limit.cut(options)))
}

async fn fixed(connection: &impl ConnectionTrait, now: Timestamp) -> Result<Vec<LinkOption>> {
    let texts: ServicePagesContent = pages::store::read(connection, now).await?;
    let option = |target, label: &str, url: &str| LinkOption {
        target,
        label: label.to_owned(),
        url: url.to_owned(),
        is_public: true,
    };
    let page = |page: SitePage| option(LinkTarget::Page(page), page.label(), page.path());
    let detail = |page: ServicePage| option(LinkTarget::ServicePage(page), &texts.of(page).name, page.path());
    let section = |page: ServicePage| {
        let label = format!("{} (seção de {})", texts.of(page).name, SitePage::Services.label());
        option(LinkTarget::ServiceSection(page), &label, &section_path(page))
    };
    let fixed = SitePage::ALL.into_iter().map(page);
    Ok(fixed.chain(ServicePage::ALL.map(detail)).chain(ServicePage::ALL.map(section)).collect())
}

async fn all_services(connection: &impl ConnectionTrait) -> Result<Vec<LinkOption>> {
    let services = services::store::list(connection).await?.into_iter();
    Ok(services
        .map(|service| LinkOption {
            target: LinkTarget::Service(service.id),
            label: service.title,
            url: service.page.path().to_owned(),
            is_public: service.is_active,
        })
        .collect())
}
