//! Deletes orphans: stored files that belong to no picture in the database. A crash during an upload leaves such files.

use std::collections::HashSet;

use chrono::TimeDelta;

use super::store;
use crate::{app::App, platform::error::Result};

/// Minimum age of files to delete, because an upload stores the files shortly before the row of the picture.
const MIN_AGE: TimeDelta = TimeDelta::days(1);
/// Maximum number of orphans, or a tenth of the files with a picture if that is more. If there are more orphans, none is
/// deleted, because the files probably belong to another database.
const MAX_ORPHANS: usize = 20;
/// Number of hexadecimal digits of the secret in the name of a file.
const SECRET_DIGITS: usize = 32;

/// Deletes the orphans. Deletes none if there are more than the maximum, or if the database has no pictures.
pub async fn run(app: &App) -> Result<()> {
    let mut orphans = app.files.unchanged_since(app.clock.now() - MIN_AGE).await?;
    orphans.retain(|path| is_upload(path));
    if orphans.is_empty() {
        return Ok(());
    }
    let with_picture: HashSet<String> = store::list_files(app.db.reader()).await?.into_iter().collect();
    orphans.retain(|path| !with_picture.contains(path));
    if with_picture.is_empty() || orphans.len() > MAX_ORPHANS.max(with_picture.len() / 10) {
        tracing::warn!(
            files = orphans.len(),
            "too many files have no picture in this database; no file was deleted"
        );
        return Ok(());
    }
    for path in &orphans {
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
