//! The SQL on `contacts` that plans the notices about deadlines, changes deadlines after changes of the settings, and corrects those of
//! earlier releases.

use sea_orm::{
    ActiveValue::{NotSet, Set, Unchanged},
    ConnectionTrait, FromQueryResult, QueryOrder, QuerySelect,
    entity::prelude::*,
    sea_query::{ExprTrait, SimpleExpr},
};

use super::Calendar;
use crate::{
    features::contacts::{
        model::{ContactStatus, ReplyDelivery},
        stages::model::ContactStage,
        store::rows::{self, Column},
    },
    platform::{clock::Timestamp, error::Result},
};

const ROWS_AT_ONCE: u64 = 1000;

/// A contact that waits for a reply.
pub struct Waiting {
    pub id: Uuid,
    /// When the sender asked.
    pub asked_at: Timestamp,
    pub due_at: Timestamp,
}

/// Lists up to `limit` waiting contacts, in any folder, about whose deadline staff were not notified and for which no notice is planned.
pub async fn list_unplanned(connection: &impl ConnectionTrait, limit: u64) -> Result<Vec<Waiting>> {
    // As in the index `contacts_promise_unplanned`.
    let is_unplanned = Column::PromiseNoticedFor
        .is_null()
        .or(Expr::col(Column::PromiseNoticedFor).ne(Expr::col(Column::WaitsUntil)));
    let found = rows::Entity::find().filter(Column::WaitsUntil.is_not_null()).filter(is_unplanned);
    let columns = [Column::Id, Column::CreatedAt, Column::AskedAt, Column::WaitsUntil];
    let found = found.limit(limit).select_only().columns(columns).into_tuple().all(connection).await?;
    let waiting = |(id, created_at, asked_at, due_at): (Uuid, Timestamp, Option<Timestamp>, Timestamp)| {
        Waiting { id, asked_at: asked_at.unwrap_or(created_at), due_at }
    };
    Ok(found.into_iter().map(waiting).collect())
}

/// Plans the notice about the deadline of a contact, or, without a time, stores that there is none. Does nothing if the deadline has
/// changed.
pub async fn plan_notice(
    connection: &impl ConnectionTrait,
    waiting: &Waiting,
    notice_at: Option<Timestamp>,
) -> Result<()> {
    let plan = rows::Entity::update_many()
        .col_expr(Column::PromiseNoticedFor, Expr::value(waiting.due_at))
        .col_expr(Column::PromiseNoticeAt, Expr::value(notice_at));
    let same = plan.filter(Column::Id.eq(waiting.id)).filter(Column::WaitsUntil.eq(waiting.due_at));
    same.exec(connection).await?;
    Ok(())
}

/// Removes the planned notices of the contacts, so that they are planned again.
pub async fn discard_plans(connection: &impl ConnectionTrait, contacts: &[Uuid]) -> Result<()> {
    let discard = rows::Entity::update_many()
        .col_expr(Column::PromiseNoticedFor, Expr::value(None::<Timestamp>))
        .col_expr(Column::PromiseNoticeAt, Expr::value(None::<Timestamp>))
        .filter(Column::Id.is_in(contacts.iter().copied()))
        .filter(Column::PromiseNoticeAt.is_not_null());
    discard.exec(connection).await?;
    Ok(())
}

/// Lists up to `limit` contacts in the inbox whose notice is due, except those with a reply on its way.
pub async fn list_due_notices(
    connection: &impl ConnectionTrait,
    now: Timestamp,
    limit: u64,
) -> Result<Vec<Uuid>> {
    // As in the index `contacts_promise_notices`.
    let due = rows::Entity::find()
        .filter(Expr::col(Column::Quarantined).not())
        .filter(Column::DeletedAt.is_null())
        .filter(Column::PromiseNoticeAt.lte(now))
        .filter(Column::Delivery.is_null().or(Column::Delivery.ne(ReplyDelivery::Queued)))
        .order_by_asc(Column::PromiseNoticeAt);
    Ok(due.limit(limit).select_only().column(Column::Id).into_tuple().all(connection).await?)
}

/// Finds the deadline about which a notice is planned, of a contact that the transaction has locked.
pub async fn find_planned(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<Timestamp>> {
    let planned = rows::Entity::find_by_id(id).filter(Column::PromiseNoticeAt.is_not_null()).select_only();
    let deadline = planned.column(Column::PromiseNoticedFor).into_tuple().one(connection).await?;
    Ok(deadline.flatten())
}

/// Ends the planned notice of a contact. `noticed_for` is the deadline that gets no other notice.
pub async fn end_notice(
    connection: &impl ConnectionTrait,
    id: Uuid,
    noticed_for: Option<Timestamp>,
) -> Result<()> {
    let end = rows::Entity::update_many()
        .col_expr(Column::PromiseNoticedFor, Expr::value(noticed_for))
        .col_expr(Column::PromiseNoticeAt, Expr::value(None::<Timestamp>));
    end.filter(Column::Id.eq(id)).exec(connection).await?;
    Ok(())
}

#[derive(FromQueryResult)]
struct Row {
    id: Uuid,
    status: ContactStatus,
    service: String,
    created_at: Timestamp,
    asked_at: Option<Timestamp>,
    answered_at: Option<Timestamp>,
    due_at: Option<Timestamp>,
    first_due_at: Option<Timestamp>,
    closed_from: Option<ContactStage>,
    stage_changed_at: Option<Timestamp>,
}

impl Row {
    /// Returns when the sender asked what waits for a reply. Earlier releases stored no time.
    fn asked_at(&self) -> Timestamp {
        self.asked_at.unwrap_or(self.created_at)
    }

    /// Returns whether the contact was won or lost after the sender asked.
    fn is_closed(&self) -> bool {
        self.closed_from.is_some() && self.stage_changed_at >= Some(self.asked_at())
    }
}

/// Sets the deadlines of contacts that earlier releases stored without one.
pub async fn fill_missing_deadlines(connection: &impl ConnectionTrait) -> Result<()> {
    let calendar = Calendar::read(connection).await?;
    let deadline = |row: &Row| calendar.deadline_for(&row.service, row.asked_at());
    set_deadlines(connection, Column::DueAt.is_null(), deadline).await
}

/// Returns the ids of all waiting contacts, also of suspected and deleted ones.
pub async fn list_waiting(connection: &impl ConnectionTrait) -> Result<Vec<Uuid>> {
    let query = rows::Entity::find().filter(Column::WaitsUntil.is_not_null());
    Ok(query.select_only().column(Column::Id).into_tuple().all(connection).await?)
}

/// Moves the deadlines of those of the contacts that wait to those of the calendar, if these are later. Earlier ones don't apply,
/// because the senders were promised the present deadlines.
pub async fn extend_deadlines(
    connection: &impl ConnectionTrait,
    contacts: &[Uuid],
    calendar: &Calendar,
) -> Result<()> {
    let waiting = Column::Id.is_in(contacts.iter().copied()).and(Column::WaitsUntil.is_not_null());
    let later = |row: &Row| {
        let deadline = calendar.deadline_for(&row.service, row.asked_at());
        row.due_at.filter(|announced| *announced > deadline).unwrap_or(deadline)
    };
    set_deadlines(connection, waiting, later).await
}

/// Replaces midnight deadlines of unanswered contacts, which earlier releases stored, with the end of the business hours
/// of the day before, which the senders had been promised.
pub async fn replace_midnight_deadlines(connection: &impl ConnectionTrait) -> Result<()> {
    let calendar = Calendar::read(connection).await?;
    let unanswered = Column::DueAt.is_not_null().and(Column::AnsweredAt.is_null());
    let earlier = |row: &Row| calendar.before_midnight(row.due_at.unwrap_or_else(|| row.asked_at()));
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
        let columns = [
            Column::Id,
            Column::Status,
            Column::Service,
            Column::CreatedAt,
            Column::AskedAt,
            Column::AnsweredAt,
            Column::DueAt,
            Column::FirstDueAt,
            Column::ClosedFrom,
            Column::StageChangedAt,
        ];
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
    let waits = row.status.is_waiting() && row.answered_at.is_none() && !row.is_closed();
    let change = rows::ActiveModel {
        id: Unchanged(row.id),
        due_at: Set(due_at),
        // While the first promise is the current one.
        first_due_at: if row.first_due_at == row.due_at { Set(due_at) } else { NotSet },
        waits_until: Set(due_at.filter(|_| waits)),
        ..Default::default()
    };
    rows::Entity::update(change).exec_without_returning(connection).await?;
    Ok(())
}
