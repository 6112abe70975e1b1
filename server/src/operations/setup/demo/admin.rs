//! Endpoints about the demo content.

use axum::{Json, extract::State};

use super::DemoContent;
use crate::{
    app::App,
    foundation::{audit, identity::extract::Admin},
    platform::error::Result,
};

/// Returns the demo content that staff have not changed. `DELETE` removes it.
#[utoipa::path(get, path = "/api/demo-content", tag = "settings", operation_id = "find_demo_content",
    responses((status = 200, body = DemoContent)))]
pub async fn find_demo_content(_: Admin, State(app): State<App>) -> Result<Json<DemoContent>> {
    Ok(Json(super::find(app.db.reader()).await?))
}

/// Removes the demo content that staff have not changed, and returns what was removed. Services and posts move to the trash;
/// texts and settings get neutral values.
#[utoipa::path(delete, path = "/api/demo-content", tag = "settings", operation_id = "remove_demo_content",
    responses((status = 200, body = DemoContent)))]
pub async fn remove_demo_content(admin: Admin, State(app): State<App>) -> Result<Json<DemoContent>> {
    let mut tx = app.db.begin().await?;
    // Locks the content revision, so that the demo content can't change between the check and the removal.
    tx.content_changed().await?;
    let (removed, event) = super::remove(&tx, admin.0.user.id, app.clock.now()).await?;
    if !removed.is_empty() {
        audit::record(&app, &tx, &admin.actor(), event).await?;
        tx.commit().await?;
    }
    Ok(Json(removed))
}
