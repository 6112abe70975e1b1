//! Is the program alive, and can it do its work? For whatever restarts it or sends it visitors.

use std::{path::Path, time::Duration};

use axum::{Json, extract::State};
use serde::Serialize;
use tokio::time::timeout;
use utoipa::ToSchema;

use crate::{
    app::App,
    kit::{
        error::{Error, ErrorBody, Result},
        key_check,
    },
};

const TIMEOUT: Duration = Duration::from_secs(3);
/// Free space that writes need at least.
const SPACE: u64 = 16 << 20;

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

/// The process can serve: its database answers and belongs to its secret key, there is space on the disk, and uploaded
/// pictures can be reached. Checked once a second at most.
#[utoipa::path(get, path = "/healthz/ready", tag = "health", operation_id = "ready",
    responses((status = 200, body = Health), (status = 503, body = ErrorBody)))]
pub async fn ready(State(app): State<App>) -> Result<Json<Health>> {
    let readiness = app.readiness.get(app.clock.steady(), async || {
        let found = timeout(TIMEOUT, check(&app)).await;
        let problem = found.unwrap_or_else(|_| Err("a check takes too long".into())).err();
        if let Some(problem) = &problem {
            tracing::warn!(problem, "not ready");
        }
        problem
    });
    match readiness.await {
        None => Ok(ok()),
        Some(_) => Err(Error::Unavailable),
    }
}

/// Fails with the first problem.
async fn check(app: &App) -> Result<(), String> {
    let fits = key_check::fits(app.db.reader(), &app.secret_key).await;
    if !fits.map_err(|cause| format!("the database doesn't answer: {cause}"))? {
        return Err("the secret key isn't that of the database".into());
    }
    for folder in app.db.folder().into_iter().chain(app.files.folder()) {
        let free =
            free_bytes(folder).map_err(|cause| format!("{} can't be read: {cause}", folder.display()))?;
        if free < SPACE {
            return Err(format!("{} has less than {} MiB left", folder.display(), SPACE >> 20));
        }
    }
    app.files.check().await.map_err(|cause| format!("uploaded pictures can't be reached: {cause}"))
}

fn free_bytes(folder: &Path) -> std::io::Result<u64> {
    let disk = rustix::fs::statvfs(folder)?;
    Ok(disk.f_bavail.saturating_mul(disk.f_frsize))
}
