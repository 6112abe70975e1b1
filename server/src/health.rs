//! Is the program alive, and can it do its work? For whatever restarts it or sends it visitors.

use axum::{Json, extract::State};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    app::App,
    kit::error::{ErrorBody, Result},
};

#[derive(Serialize, ToSchema)]
pub struct Health {
    /// Always `ok`: what is not well answers an error.
    pub status: String,
    pub version: String,
}

fn ok() -> Json<Health> {
    Json(Health { status: "ok".into(), version: env!("CARGO_PKG_VERSION").into() })
}

/// The process answers.
#[utoipa::path(get, path = "/healthz/live", tag = "health", operation_id = "live",
    responses((status = 200, body = Health)))]
pub async fn live() -> Json<Health> {
    ok()
}

/// The process can serve: its database answers.
#[utoipa::path(get, path = "/healthz/ready", tag = "health", operation_id = "ready",
    responses((status = 200, body = Health), (status = 503, body = ErrorBody)))]
pub async fn ready(State(app): State<App>) -> Result<Json<Health>> {
    app.db.ping().await.map_err(|cause| {
        tracing::warn!(%cause, "not ready");
        crate::kit::error::Error::Unavailable
    })?;
    Ok(ok())
}
