//! The progress of editions that are sent: which are due, and how many of their mails are queued.

use sea_orm::{ConnectionTrait, ExprTrait, QueryOrder, QuerySelect, Select, entity::prelude::*};

use super::{
    edition,
    rows::{Column, Entity},
};
use crate::{
    features::newsletter::editions::model::{Edition, EditionState},
    platform::{clock::Timestamp, db::trash, error::Result},
};

/// Progress of queueing the mails of an edition.
#[derive(Clone, Copy, Debug)]
pub struct QueueProgress {
    /// Id of the last subscription for which a mail was queued.
    pub cursor: Option<Uuid>,
    /// Time before which no further mails are queued.
    pub next_batch_at: Option<Timestamp>,
}

/// Finds an edition with the progress of queueing its mails, and locks it until the transaction ends.
pub async fn lock_progress(
    connection: &impl ConnectionTrait,
    id: Uuid,
) -> Result<Option<(Edition, QueueProgress)>> {
    let Some(row) = trash::find_for_update::<Entity>(connection, id).await? else { return Ok(None) };
    let progress = QueueProgress { cursor: row.cursor, next_batch_at: row.next_batch_at };
    Ok(Some((edition(row)?, progress)))
}

/// Lists id and state of the scheduled editions that are due, and of the editions being sent whose mails are not all
/// queued.
pub async fn list_to_queue(
    connection: &impl ConnectionTrait,
    now: Timestamp,
) -> Result<Vec<(Uuid, EditionState)>> {
    let due = Column::State.eq(EditionState::Scheduled).and(Column::SendAt.lte(now));
    let open = Column::State.eq(EditionState::Sending).and(Column::QueuedAt.is_null());
    let query = trash::present::<Entity>().select_only().column(Column::Id).column(Column::State);
    Ok(query.filter(due.or(open)).order_by_asc(Column::Id).into_tuple().all(connection).await?)
}

/// Selects the ids of the editions that are being sent.
fn sending() -> Select<Entity> {
    Entity::find().select_only().column(Column::Id).filter(Column::State.eq(EditionState::Sending))
}

/// Lists the ids of the editions that are being sent.
pub async fn list_sending(connection: &impl ConnectionTrait) -> Result<Vec<Uuid>> {
    Ok(sending().into_tuple().all(connection).await?)
}

/// Lists the ids of the editions that are being sent and whose mails are all queued.
pub async fn list_queued(connection: &impl ConnectionTrait) -> Result<Vec<Uuid>> {
    Ok(sending().filter(Column::QueuedAt.is_not_null()).into_tuple().all(connection).await?)
}

/// Stores the progress after `queued` more mails of an edition were queued. Its version stays the same.
pub async fn add_queued(
    connection: &impl ConnectionTrait,
    id: Uuid,
    progress: QueueProgress,
    queued: i64,
) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::Cursor, Expr::value(progress.cursor))
        .col_expr(Column::NextBatchAt, Expr::value(progress.next_batch_at))
        .col_expr(Column::Recipients, Expr::col(Column::Recipients).add(queued))
        .filter(Column::Id.eq(id))
        .exec(connection)
        .await?;
    Ok(())
}

/// Stores that all mails of an edition are queued. Its version stays the same.
pub async fn set_queued(connection: &impl ConnectionTrait, id: Uuid, now: Timestamp) -> Result<()> {
    let change = Entity::update_many().col_expr(Column::QueuedAt, Expr::value(now));
    change.filter(Column::Id.eq(id)).exec(connection).await?;
    Ok(())
}
