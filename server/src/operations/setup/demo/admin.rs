//! What administrators ask about the demo company, and taking it away later than at the first start.

use axum::{Json, extract::State};

use super::DemoContent;
use crate::{
    app::App,
    foundation::{audit, identity::extract::Admin},
    platform::error::Result,
};

/// What of the demo company is still on the site as it came: what `DELETE` would take away.
#[utoipa::path(get, path = "/api/demo-content", tag = "settings", operation_id = "find_demo_content",
    responses((status = 200, body = DemoContent)))]
pub async fn find_demo_content(_: Admin, State(app): State<App>) -> Result<Json<DemoContent>> {
    Ok(Json(super::find(app.db.reader()).await?))
}

/// Takes away what of the demo company nobody has changed. Says what that was.
#[utoipa::path(delete, path = "/api/demo-content", tag = "settings", operation_id = "remove_demo_content",
    responses((status = 200, body = DemoContent)))]
pub async fn remove_demo_content(admin: Admin, State(app): State<App>) -> Result<Json<DemoContent>> {
    let mut tx = app.db.begin().await?;
    // First, for its lock: what is found here is what is removed.
    tx.content_changed().await?;
    let (removed, event) = super::remove(&tx, admin.0.user.id, app.clock.now()).await?;
    if !removed.is_empty() {
        audit::record(&app, &tx, &admin.actor(), event).await?;
        tx.commit().await?;
    }
    Ok(Json(removed))
}
