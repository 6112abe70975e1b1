//! Purges pictures in the trash that are not used.

use serde_json::json;

use super::collect;
use crate::{
    app::App,
    foundation::{
        audit::{self, Action},
        identity::actor::Actor,
        media::{
            admin::about,
            model::{Media, ROOT},
            reference::Reference,
            store,
        },
    },
    platform::{clock::Timestamp, error::Result},
};

/// Deletes the unused pictures that were moved to the trash before `deleted_before`, with their files.
pub async fn purge(app: &App, deleted_before: Timestamp) -> Result<()> {
    for media in store::list_deleted_before(app.db.reader(), deleted_before).await? {
        if delete(app, &media, deleted_before).await? {
            delete_files(app, files(&media)).await;
        }
    }
    Ok(())
}

/// Deletes the row of a picture, unless the picture was restored meanwhile or is in use. Returns whether it was deleted.
async fn delete(app: &App, media: &Media, deleted_before: Timestamp) -> Result<bool> {
    let tx = app.db.begin().await?;
    let Some((_, current)) = store::find_for_update(&*tx, media.id).await? else { return Ok(false) };
    let is_expired = current.deleted_at.is_some_and(|time| time < deleted_before);
    if !is_expired || !collect::uses(&*tx, &Reference::to(&current)).await?.is_empty() {
        return Ok(false);
    }
    store::delete(&*tx, media.id).await?;
    let event = about(Action::MediaPurged, media).after(&json!({"name": media.name}));
    audit::record(app, &tx, &Actor::system(), event).await?;
    tx.commit().await?;
    Ok(true)
}

/// Returns the paths of a picture's files, including its variants.
pub(super) fn files(media: &Media) -> Vec<String> {
    let variants = media.variants.iter().map(|variant| &variant.url);
    variants.chain([&media.url]).map(|url| url.trim_start_matches(ROOT).to_owned()).collect()
}

/// Deletes the files of deleted pictures. Logs failures and continues.
pub async fn delete_files(app: &App, files: Vec<String>) {
    for path in files {
        if let Err(cause) = app.files.delete(&path).await {
            tracing::error!(path, %cause, "deleting a file of a deleted picture failed");
        }
    }
}
