//! The messages in bulk, which share a content.

use sea_orm::{
    Condition, ConnectionTrait, QuerySelect, QueryTrait, Select, entity::prelude::*,
    sea_query::SelectStatement,
};

use super::{
    delete_where,
    rows::{self, Column},
    unleased,
};
use crate::{
    foundation::mail::model::{BulkResult, MailState},
    platform::{clock::Timestamp, error::Result},
};

/// Selects the messages with this content that wait for their first attempt.
pub(in super::super) fn waiting(content_id: Uuid) -> Select<rows::Entity> {
    rows::Entity::find()
        .filter(Column::ContentId.eq(content_id))
        .filter(Column::State.eq(MailState::Queued))
        .filter(Column::Attempts.eq(0))
}

/// Selects the contents of queued messages in bulk.
pub(in super::super) fn queued_contents() -> SelectStatement {
    rows::Entity::find()
        .select_only()
        .column(Column::ContentId)
        .filter(Column::State.eq(MailState::Queued))
        // `NOT IN` is never true of a list with a null.
        .filter(Column::ContentId.is_not_null())
        .into_query()
}

/// Returns the results of the messages in bulk with these ids. Deleted ones are left out.
pub async fn results(connection: &impl ConnectionTrait, ids: &[Uuid]) -> Result<Vec<BulkResult>> {
    let rows = rows::Entity::find().filter(Column::Id.is_in(ids.iter().copied())).all(connection).await?;
    let result = |row: rows::Model| BulkResult {
        id: row.id,
        state: row.state,
        refusal: row.refusal,
        last_error: row.last_error,
    };
    Ok(rows.into_iter().map(result).collect())
}

/// Deletes the queued messages with this content, except those that are being sent. Returns their ids.
pub async fn delete_waiting(
    connection: &impl ConnectionTrait,
    content_id: Uuid,
    now: Timestamp,
) -> Result<Vec<Uuid>> {
    let waiting = Condition::all()
        .add(Column::ContentId.eq(content_id))
        .add(Column::State.eq(MailState::Queued))
        .add(unleased(now));
    delete_where(connection, waiting).await
}
