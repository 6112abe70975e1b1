//! The retention rule of unused pictures: moves them to the trash.

use sea_orm::ConnectionTrait;

use super::collect;
use crate::{
    app::App,
    foundation::{
        audit::{self, Action},
        identity::actor::Actor,
        media::{admin::about, model::Media, reference::Reference, store},
        personal_data::retention::Expiring,
    },
    platform::{clock::Timestamp, error::Result},
};

/// Maximum number of pictures that one transaction moves.
const AT_ONCE: usize = 100;

/// Counts the unused pictures that were last changed before `changed_before`, and finds the oldest unused one.
pub async fn find(connection: &impl ConnectionTrait, changed_before: Timestamp) -> Result<Expiring> {
    let unused = list(connection).await?;
    let changes = unused.iter().map(|media| media.updated_at);
    let count = changes.clone().filter(|time| *time < changed_before).count() as u64;
    Ok(Expiring { count, oldest: changes.min() })
}

/// Moves the unused pictures that were last changed before `changed_before` to the trash. Returns their number.
pub async fn move_to_trash(app: &App, changed_before: Timestamp) -> Result<u64> {
    let mut unused = list(app.db.reader()).await?;
    unused.retain(|media| media.updated_at < changed_before);
    let mut moved = 0;
    for pictures in unused.chunks(AT_ONCE) {
        moved += move_unused(app, pictures, changed_before).await?;
    }
    Ok(moved)
}

/// Lists the unused pictures outside the trash.
async fn list(connection: &impl ConnectionTrait) -> Result<Vec<Media>> {
    let mut pictures = store::list_present(connection).await?;
    retain_unused(connection, &mut pictures).await?;
    Ok(pictures)
}

async fn retain_unused(connection: &impl ConnectionTrait, pictures: &mut Vec<Media>) -> Result<()> {
    let used = collect::used(connection).await?;
    pictures.retain(|media| !used.contains(&Reference::to(media)));
    Ok(())
}

/// Moves pictures to the trash, except those that were changed, deleted or used since they were listed. Returns their number.
async fn move_unused(app: &App, listed: &[Media], changed_before: Timestamp) -> Result<u64> {
    let mut tx = app.db.begin().await?;
    // Until the commit, no other transaction can add a picture to a public page.
    tx.content_changed().await?;
    let ids = listed.iter().map(|media| media.id);
    let mut pictures = store::list_unchanged_for_update(&*tx, ids, changed_before).await?;
    retain_unused(&*tx, &mut pictures).await?;
    for media in &pictures {
        store::set_deleted(&*tx, media.id, true, app.clock.now()).await?;
    }
    // After all changes, because the audit log stays locked until the commit.
    for media in &pictures {
        audit::record(app, &tx, &Actor::system(), about(Action::MediaDeleted, media)).await?;
    }
    tx.commit().await?;
    Ok(pictures.len() as u64)
}
