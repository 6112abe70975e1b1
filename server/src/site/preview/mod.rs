//! Shows staff what a page will look like before they save: rendered by what renders the site, made from a draft. It has
//! no scripts, so that nothing in it runs where it is shown.

pub mod page;

use axum::{Json, extract::State};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    Site,
    document::Document,
    layout,
    pages::{self, Page},
};
use crate::{
    features::{
        blog::{draft_preview, model::PostInput},
        navigation::draft::NavigationDraft,
        pages::store::Texts,
    },
    foundation::{identity::extract::Staff, settings},
    platform::{
        error::{Error, ErrorBody, Result},
        http::JsonBody,
    },
};

/// A page to be looked at.
#[derive(Debug, Serialize, ToSchema)]
pub struct Preview {
    /// A whole document.
    pub html: String,
}

/// Renders the site as it would be with a draft. Nothing is kept.
#[utoipa::path(post, path = "/api/navigation/preview", tag = "navigation", operation_id = "preview_navigation",
    request_body = NavigationDraft,
    responses(
        (status = 200, body = Preview),
        (status = 404, description = "What is being changed isn't there any more", body = ErrorBody),
        (status = 503, description = "Pages can't be rendered now", body = ErrorBody)))]
pub async fn preview_navigation(
    _: Staff,
    State(site): State<Site>,
    JsonBody(draft): JsonBody<NavigationDraft>,
) -> Result<Json<Preview>> {
    let reader = site.app.db.reader();
    let mut settings = settings::store::all(reader).await?;
    if let Some(facts) = &draft.facts {
        facts.apply(&mut settings);
    }
    let settings = settings.with_facts(site.app.clock.now());
    let origin = site.app.config.origin();
    let menu = draft.menu(reader, &origin).await?;
    let footer = draft.footer(reader, &origin, &settings).await?;
    let mut document = Page::Home.document(&site.app).await?;
    document.layout =
        layout::with(&Texts::kept(reader, site.app.clock.now()), &settings, &menu, &footer).await?;
    still(&site, &document).await
}

/// Renders the page of a post from what is being typed, which may still lack what a post needs. Nothing is kept.
#[utoipa::path(post, path = "/api/blog/preview", tag = "blog", operation_id = "preview_post",
    request_body = PostInput,
    responses(
        (status = 200, body = Preview),
        (status = 503, description = "Pages can't be rendered now", body = ErrorBody)))]
pub async fn preview_post(
    _: Staff,
    State(site): State<Site>,
    JsonBody(input): JsonBody<PostInput>,
) -> Result<Json<Preview>> {
    let post = draft_preview::of(&input, site.app.clock.now())?;
    let document = pages::unsaved_post(&site.app, post).await?;
    still(&site, &document).await
}

async fn still(site: &Site, document: &Document) -> Result<Json<Preview>> {
    let json = serde_json::to_string(document).map_err(anyhow::Error::new)?;
    let rendered = site.renderer.render(json).await.map_err(|cause| {
        tracing::warn!(%cause, "a preview could not be rendered");
        Error::Unavailable
    })?;
    let needs = site.assets.needs(document.view.module());
    let html = site.shell.still(&needs, &rendered, &document.unseen).ok_or(Error::Unavailable)?;
    Ok(Json(Preview { html }))
}
