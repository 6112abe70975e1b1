//! Health checks for process managers and load balancers.

use std::{path::Path, time::Duration};

use axum::{Json, extract::State};
use rustix::fs::Access;
use serde::Serialize;
use tokio::{task::spawn_blocking, time::timeout};
use utoipa::ToSchema;

use crate::{
    app::App,
    platform::{
        error::{Error, Result},
        key_check,
    },
};

/// Maximum time of a check.
const TIMEOUT: Duration = Duration::from_secs(3);
/// Minimum free disk space, in bytes.
const MIN_SPACE: u64 = 16 << 20;

#[derive(Serialize, ToSchema)]
pub struct Health {
    /// Always `ok`. A failed check returns an error.
    pub status: String,
    /// Version of the program.
    pub version: String,
}

fn ok() -> Json<Health> {
    Json(Health { status: "ok".into(), version: env!("CARGO_PKG_VERSION").into() })
}

/// Checks that the process responds.
#[utoipa::path(get, path = "/healthz/live", tag = "health", operation_id = "live",
    responses((status = 200, body = Health)))]
pub async fn live() -> Json<Health> {
    ok()
}

/// Checks that the process can serve: the database responds and belongs to the secret key, the disk has free space, and the
/// store of uploaded files responds. The result is cached for a second.
#[utoipa::path(get, path = "/healthz/ready", tag = "health", operation_id = "ready",
    responses((status = 200, body = Health)))]
pub async fn ready(State(app): State<App>) -> Result<Json<Health>> {
    let readiness = app.readiness.get(app.clock.steady(), async || {
        let problem = check(&app).await.err();
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

/// Runs all checks at the same time. If several fail, returns the first problem in the order database, disk, pictures.
async fn check(app: &App) -> Result<(), String> {
    let (database, disk, pictures) = tokio::join!(
        in_time("the database", check_database(app)),
        in_time("the disk", check_disk(app)),
        in_time("the store of uploaded pictures", async {
            app.files.check().await.map_err(|cause| format!("uploaded pictures can't be reached: {cause}"))
        }),
    );
    database.and(disk).and(pictures)
}

/// Returns the result of a check, or an error with the name of the checked part if it takes too long.
async fn in_time(name: &str, check: impl Future<Output = Result<(), String>>) -> Result<(), String> {
    let late = |_| Err(format!("{name} hasn't answered for {} seconds", TIMEOUT.as_secs()));
    timeout(TIMEOUT, check).await.unwrap_or_else(late)
}

async fn check_database(app: &App) -> Result<(), String> {
    let fits = key_check::fits(app.db.reader(), &app.secret_key).await;
    let fits = fits.map_err(|cause| format!("the database doesn't answer: {cause}"))?;
    if fits { Ok(()) } else { Err("the secret key isn't that of the database".into()) }
}

async fn check_disk(app: &App) -> Result<(), String> {
    for folder in app.db.folder().into_iter().chain(app.files.folder()) {
        let path = folder.to_owned();
        // A network file system may block the thread.
        let free = spawn_blocking(move || free_bytes(&path)).await.map_err(std::io::Error::other).flatten();
        let free =
            free.map_err(|cause| format!("{} can't be read and written: {cause}", folder.display()))?;
        if free < MIN_SPACE {
            return Err(format!("{} has less than {} MiB left", folder.display(), MIN_SPACE >> 20));
        }
    }
    Ok(())
}

/// Returns the free space of a folder that the process can read and write.
fn free_bytes(folder: &Path) -> std::io::Result<u64> {
    rustix::fs::access(folder, Access::READ_OK | Access::WRITE_OK | Access::EXEC_OK)?;
    let disk = rustix::fs::statvfs(folder)?;
    Ok(disk.f_bavail.saturating_mul(disk.f_frsize))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn check_that_hangs_is_named() {
        let problem = in_time("the database", std::future::pending()).await;
        assert_eq!(problem, Err("the database hasn't answered for 3 seconds".to_owned()));
        assert_eq!(in_time("the disk", async { Ok(()) }).await, Ok(()));
    }
}
