//! Recomputes until when answers are promised.

use sea_orm::{
    ActiveValue::{Set, Unchanged},
    ConnectionTrait, FromQueryResult, QueryOrder, QuerySelect,
    entity::prelude::*,
};

use super::contacts::{self, Column};
use crate::{
    contacts::{model::ContactStatus, promise::Calendar},
    kit::{clock::Timestamp, error::Result},
};

const ROWS_AT_ONCE: u64 = 1000;

#[derive(FromQueryResult)]
struct Row {
    id: Uuid,
    status: ContactStatus,
    created_at: Timestamp,
    answered_at: Option<Timestamp>,
    due_at: Option<Timestamp>,
}

/// Every contact that somebody waits to be answered. What was promised to the others was kept or not by the hours of then.
pub async fn recompute_waiting(connection: &impl ConnectionTrait, calendar: &Calendar) -> Result<u64> {
    recompute(connection, calendar, |query| query.filter(Column::WaitsUntil.is_not_null())).await
}

/// Those from before promises were kept.
pub async fn recompute_missing(connection: &impl ConnectionTrait, calendar: &Calendar) -> Result<u64> {
    recompute(connection, calendar, |query| query.filter(Column::DueAt.is_null())).await
}

async fn recompute(
    connection: &impl ConnectionTrait,
    calendar: &Calendar,
    of: impl Fn(sea_orm::Select<contacts::Entity>) -> sea_orm::Select<contacts::Entity>,
) -> Result<u64> {
    let (mut changed, mut last) = (0, Uuid::nil());
    loop {
        let query = of(contacts::Entity::find()).filter(Column::Id.gt(last)).order_by_asc(Column::Id);
        let columns = [Column::Id, Column::Status, Column::CreatedAt, Column::AnsweredAt, Column::DueAt];
        let query = query.select_only().columns(columns).limit(ROWS_AT_ONCE).lock_exclusive();
        let rows: Vec<Row> = query.into_model().all(connection).await?;
        let Some(row) = rows.last() else { return Ok(changed) };
        last = row.id;
        for row in rows {
            let due_at = Some(calendar.due(row.created_at));
            if due_at != row.due_at {
                changed += 1;
                update(connection, &row, due_at).await?;
            }
        }
    }
}

async fn update(connection: &impl ConnectionTrait, row: &Row, due_at: Option<Timestamp>) -> Result<()> {
    let waits = row.status.is_waiting() && row.answered_at.is_none();
    let change = contacts::ActiveModel {
        id: Unchanged(row.id),
        due_at: Set(due_at),
        waits_until: Set(due_at.filter(|_| waits)),
        ..Default::default()
    };
    contacts::Entity::update(change).exec_without_returning(connection).await?;
    Ok(())
}
