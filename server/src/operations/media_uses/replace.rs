//! Replaces the file of a picture. Browsers cache files permanently, so the new file has another URL, which replaces the
//! former URL in all records.

use uuid::Uuid;

use super::collect;
use crate::{
    app::App,
    foundation::{
        audit::{self, Action},
        identity::extract::Writer,
        media::{
            admin::about,
            model::Media,
            reference::Reference,
            store::{self, NewMedia},
            upload::{self, CheckedUpload},
        },
    },
    platform::{
        error::{Error, Result},
        http::{IfMatch, Version},
    },
};

/// Stores the new files of a picture and replaces its URLs in all records. Returns the changed picture.
pub async fn replace(
    app: App,
    staff: Writer,
    id: Uuid,
    condition: IfMatch,
    checked: CheckedUpload,
) -> Result<(Version, Media)> {
    let (files, new) = upload::new_files(&app, &staff, checked)?;
    upload::store_files(&app, files, record(&app, &staff, id, condition, new)).await
}

/// Records the replacement in the database.
async fn record(
    app: &App,
    staff: &Writer,
    id: Uuid,
    condition: IfMatch,
    new: NewMedia,
) -> Result<(Version, Media)> {
    let mut tx = app.db.begin().await?;
    tx.content_changed().await?;
    let (version, current) = store::find_for_update(&*tx, id).await?.ok_or(Error::NotFound)?;
    condition.check(version)?;
    let (version, media) = store::replace(&*tx, &current, version, new, app.clock.now()).await?;
    collect::replace(&*tx, &Reference::to(&current), &media.url).await?;
    let event = about(Action::MediaReplaced, &media).changed(&current, &media);
    audit::record(app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok((version, media))
}
