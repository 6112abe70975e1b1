//! Deletes files that no picture names: a crash between a file and its row, or in the middle of a file, leaves them.

use std::collections::HashSet;

use chrono::TimeDelta;

use super::store;
use crate::{app::App, platform::error::Result};

/// An upload stores its files first and its row right after them.
const KEPT: TimeDelta = TimeDelta::days(1);
/// As many at once, and more than a tenth of all files, come from another database rather than from crashes.
const SUSPICIOUS: usize = 20;
const SECRET_DIGITS: usize = 32;

pub async fn run(app: &App) -> Result<()> {
    let mut unnamed = app.files.unchanged_since(app.clock.now() - KEPT).await?;
    unnamed.retain(|path| is_ours(path));
    if unnamed.is_empty() {
        return Ok(());
    }
    let named: HashSet<String> = store::list_files(app.db.reader()).await?.into_iter().collect();
    unnamed.retain(|path| !named.contains(path));
    if named.is_empty() || unnamed.len() > SUSPICIOUS.max(named.len() / 10) {
        if !unnamed.is_empty() {
            tracing::warn!(
                files = unnamed.len(),
                "many files have no picture in this database; they are left alone"
            );
        }
        return Ok(());
    }
    for path in &unnamed {
        app.files.delete_listed(path).await.map_err(anyhow::Error::new)?;
        tracing::info!(path, "a file without a picture was deleted");
    }
    Ok(())
}

/// Has it the form of what an upload makes: `folder/secret-time.extension`, or a copy being written beside it?
fn is_ours(path: &str) -> bool {
    let Some((folder, name)) = path.split_once('/') else { return false };
    let Some((secret, _)) = name.split_once('-') else { return false };
    !folder.is_empty() && secret.len() == SECRET_DIGITS && secret.bytes().all(|byte| byte.is_ascii_hexdigit())
}
