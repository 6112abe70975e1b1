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
        crypto::key_check,
        error::{Error, Result},
    },
};

/// Maximum time of each check.
const TIMEOUT: Duration = Duration::from_secs(3);
/// Minimum free disk space, in bytes.
const MIN_SPACE: u64 = 16 << 20;

#[derive(Serialize, ToSchema)]
pub struct Health {
    /// Always `ok`. If a check fails, the response is an error.
    pub status: String,
    /// Version of the program.
    pub version: String,
}

fn ok() -> Json<Health> {
    Json(Health { status: "ok".into(), version: env!("CARGO_PKG_VERSION").into() })
}

/// Checks that the process responds. Doesn't use the database.
#[utoipa::path(get, path = "/healthz/live", tag = "health", operation_id = "live",
    responses((status = 200, body = Health)))]
pub async fn live() -> Json<Health> {
    ok()
}

/// Checks that the process can serve: the database responds, belongs to the secret key and is still the file at its path, the disk
/// has free space, and the store of uploaded files responds. Otherwise the status is 503. The result is cached for a second.
#[utoipa::path(get, path = "/healthz/ready", tag = "health", operation_id = "ready",
    responses((status = 200, body = Health)))]
pub async fn ready(State(app): State<App>) -> Result<Json<Health>> {
    let readiness = app.readiness.get(app.clock.steady(), async || {
        let problem = check(&app).await.err();
        if let Some(problem) = &problem {
            tracing::warn!(problem, "the server is not ready");
        }
        problem
    });
    match readiness.await {
        None => Ok(ok()),
        Some(_) => Err(Error::Unavailable),
    }
}

/// Runs all checks at the same time. If several fail, returns the first problem in the order database, disk, files.
async fn check(app: &App) -> Result<(), String> {
    let (database, disk, files) = tokio::join!(
        with_timeout("the database", check_database(app)),
        with_timeout("the disk", check_disk(app)),
        with_timeout("the store of uploaded files", async {
            app.files.check().await.map_err(|cause| format!("uploaded files can't be reached: {cause}"))
        }),
    );
    database.and(disk).and(files)
}

/// Returns the result of a check. If it takes too long, returns an error with the name of the checked part.
async fn with_timeout(name: &str, check: impl Future<Output = Result<(), String>>) -> Result<(), String> {
    let late = |_| Err(format!("{name} hasn't answered for {} seconds", TIMEOUT.as_secs()));
    timeout(TIMEOUT, check).await.unwrap_or_else(late)
}

async fn check_database(app: &App) -> Result<(), String> {
    let key_fits = key_check::fits(app.db.reader(), &app.secret_key).await;
    let key_fits = key_fits.map_err(|cause| format!("the database doesn't answer: {cause}"))?;
    if !key_fits {
        return Err("the secret key doesn't belong to the database".into());
    }
    let db = app.db.clone();
    spawn_blocking(move || db.check_file()).await.map_err(|cause| cause.to_string()).flatten()
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
    async fn timed_out_check_is_named_in_the_problem() {
        let problem = with_timeout("the database", std::future::pending()).await;
        assert_eq!(problem, Err("the database hasn't answered for 3 seconds".to_owned()));
        assert_eq!(with_timeout("the disk", async { Ok(()) }).await, Ok(()));
    }
}
