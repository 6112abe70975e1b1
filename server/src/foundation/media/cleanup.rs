//! Deletes files without a picture, which a crash during an upload leaves.

use std::collections::HashSet;

use chrono::TimeDelta;

use super::store;
use crate::{app::App, platform::error::Result};

/// Minimum age of a deleted file. An upload stores its files shortly before its row.
const MIN_AGE: TimeDelta = TimeDelta::days(1);
/// Number of files without a picture, besides a tenth of all files, from which they probably belong to another database.
const SUSPICIOUS: usize = 20;
const SECRET_DIGITS: usize = 32;

pub async fn run(app: &App) -> Result<()> {
    let mut unnamed = app.files.unchanged_since(app.clock.now() - MIN_AGE).await?;
    unnamed.retain(|path| is_upload(path));
    if unnamed.is_empty() {
        return Ok(());
    }
    let named: HashSet<String> = store::list_files(app.db.reader()).await?.into_iter().collect();
    unnamed.retain(|path| !named.contains(path));
    if named.is_empty() || unnamed.len() > SUSPICIOUS.max(named.len() / 10) {
        if !unnamed.is_empty() {
            tracing::warn!(
                files = unnamed.len(),
                "many files have no picture in this database; none is deleted"
            );
        }
        return Ok(());
    }
    for path in &unnamed {
        app.files.delete_listed(path).await.map_err(anyhow::Error::new)?;
        tracing::info!(path, "deleted a file without a picture");
    }
    Ok(())
}

/// Returns whether the path has the form of an uploaded file, `folder/secret-time.extension`, or of an incomplete one.
fn is_upload(path: &str) -> bool {
    let Some((folder, name)) = path.split_once('/') else { return false };
    let Some((secret, _)) = name.split_once('-') else { return false };
    !folder.is_empty() && secret.len() == SECRET_DIGITS && secret.bytes().all(|byte| byte.is_ascii_hexdigit())
}
