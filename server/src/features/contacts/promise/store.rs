//! The SQL on `contacts` that corrects the deadlines of earlier releases.

use sea_orm::{
    ActiveValue::{Set, Unchanged},
    ConnectionTrait, FromQueryResult, QueryOrder, QuerySelect,
    entity::prelude::*,
    sea_query::{ExprTrait, SimpleExpr},
};

use super::Calendar;
use crate::{
    features::contacts::{
        model::ContactStatus,
        store::rows::{self, Column},
    },
    platform::{clock::Timestamp, error::Result},
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

/// Sets the deadlines of contacts that earlier releases stored without one.
pub async fn fill_missing_deadlines(connection: &impl ConnectionTrait) -> Result<()> {
    let calendar = Calendar::read(connection).await?;
    let deadline = |row: &Row| calendar.deadline(row.created_at);
    set_deadlines(connection, Column::DueAt.is_null(), deadline).await
}

/// Replaces midnight deadlines of unanswered contacts, which earlier releases stored, with the end of the business hours
/// of the day before, which the senders had been promised.
pub async fn replace_midnight_deadlines(connection: &impl ConnectionTrait) -> Result<()> {
    let calendar = Calendar::read(connection).await?;
    let unanswered = Column::DueAt.is_not_null().and(Column::AnsweredAt.is_null());
    let earlier = |row: &Row| calendar.before_midnight(row.due_at.unwrap_or(row.created_at));
    set_deadlines(connection, unanswered, earlier).await
}

/// Sets the deadlines of all contacts that match the filter, in batches.
async fn set_deadlines(
    connection: &impl ConnectionTrait,
    filter: SimpleExpr,
    deadline: impl Fn(&Row) -> Timestamp,
) -> Result<()> {
    let mut last = Uuid::nil();
    loop {
        let query = rows::Entity::find().filter(filter.clone()).filter(Column::Id.gt(last));
        let columns = [Column::Id, Column::Status, Column::CreatedAt, Column::AnsweredAt, Column::DueAt];
        let query = query.order_by_asc(Column::Id).select_only().columns(columns).limit(ROWS_AT_ONCE);
        let rows: Vec<Row> = query.lock_exclusive().into_model().all(connection).await?;
        let Some(row) = rows.last() else { return Ok(()) };
        last = row.id;
        for row in rows {
            let due_at = Some(deadline(&row));
            if due_at != row.due_at {
                set_deadline(connection, &row, due_at).await?;
            }
        }
    }
}

async fn set_deadline(connection: &impl ConnectionTrait, row: &Row, due_at: Option<Timestamp>) -> Result<()> {
    let waits = row.status.is_waiting() && row.answered_at.is_none();
    let change = rows::ActiveModel {
        id: Unchanged(row.id),
        due_at: Set(due_at),
        waits_until: Set(due_at.filter(|_| waits)),
        ..Default::default()
    };
    rows::Entity::update(change).exec_without_returning(connection).await?;
    Ok(())
}
