//! Previews for staff: public pages rendered with unsaved input. The HTML has no scripts, so that none can run inside the
//! panel.

pub mod page;

use axum::{Json, extract::State};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    Site,
    document::{Document, View},
    layout,
    pages::{self, Page},
};
use crate::{
    features::{
        blog::{
            self,
            writing::{input::PostInput, unsaved_preview},
        },
        navigation::unsaved::UnsavedNavigation,
        pages::store::Texts,
    },
    foundation::{identity::extract::Writer, settings},
    platform::{
        error::{Error, ErrorBody, Result},
        http::JsonBody,
    },
};

/// A rendered preview.
#[derive(Debug, Serialize, ToSchema)]
pub struct Preview {
    /// A complete HTML document without scripts.
    pub html: String,
}

/// Renders the home page with unsaved changes of menu, footer or company data. Saves nothing.
#[utoipa::path(post, path = "/api/navigation/preview", tag = "navigation", operation_id = "preview_navigation",
    request_body = UnsavedNavigation,
    responses(
        (status = 200, body = Preview),
        (status = 404, description = "`not_found`: the changed menu item or footer section doesn't exist", body = ErrorBody),
        (status = 503, description = "`unavailable`: pages can't be rendered at present", body = ErrorBody)))]
pub async fn preview_navigation(
    _: Writer,
    State(site): State<Site>,
    JsonBody(unsaved): JsonBody<UnsavedNavigation>,
) -> Result<Json<Preview>> {
    let reader = site.app.db.reader();
    let mut settings = settings::store::all(reader).await?;
    if let Some(facts) = &unsaved.facts {
        facts.apply(&mut settings);
    }
    let settings = settings.with_facts(site.app.clock.now());
    let origin = site.app.config.origin();
    let menu = unsaved.menu(reader, &origin).await?;
    let footer = unsaved.footer(reader, &origin, &settings).await?;
    let mut document = Page::Home.document(&site.app).await?;
    let mut layout = layout::build(&Texts::saved(&site.app), &settings, &menu, &footer).await?;
    if layout.company.whatsapp_link.is_some() && document.layout.company.whatsapp_link.is_some() {
        layout.company.whatsapp_link = document.layout.company.whatsapp_link;
    }
    document.layout = layout;
    render_preview(&site, &document).await
}

/// Renders the page of an unsaved post, which may lack required fields. Saves nothing.
#[utoipa::path(post, path = "/api/blog/preview", tag = "blog", operation_id = "preview_post",
    request_body = PostInput,
    responses(
        (status = 200, body = Preview),
        (status = 503, description = "`unavailable`: pages can't be rendered at present", body = ErrorBody)))]
pub async fn preview_post(
    _: Writer,
    State(site): State<Site>,
    JsonBody(input): JsonBody<PostInput>,
) -> Result<Json<Preview>> {
    let post = unsaved_preview::render(&input, site.app.clock.now())?;
    let app = &site.app;
    let page = Page::PostPreview { id: post.post.id };
    let texts = Texts::saved(app);
    let built = blog::pages::post(app, &texts, post).await?.map(View::Article);
    let document = pages::document(app, &texts, &page, built).await?;
    render_preview(&site, &document).await
}

/// Renders a document as HTML without scripts.
async fn render_preview(site: &Site, document: &Document) -> Result<Json<Preview>> {
    let json = serde_json::to_string(document).map_err(anyhow::Error::new)?;
    let rendered = site.renderer.render(json).await.map_err(|cause| {
        tracing::warn!(%cause, "a preview could not be rendered");
        Error::Unavailable
    })?;
    let html = site.html_document.preview(&rendered, &document.head).ok_or(Error::Unavailable)?;
    Ok(Json(Preview { html }))
}
