//! The SQL on `privacy_requests`.

use std::{collections::BTreeSet, ops::Range};

use anyhow::Context;
use sea_orm::{
    ActiveValue::{Set, Unchanged},
    Condition, ConnectionTrait, Order, QueryOrder, QuerySelect, QueryTrait, Select,
    entity::prelude::*,
    sea_query::{LikeExpr, SelectStatement},
};

use self::rows::{Column, Entity, Model};
use super::{
    model::{
        DUE_SOON_DAYS, NewPrivacyRequest, PrivacyRequest, PrivacyRequestFilter, PrivacyRequestKind,
        PrivacyRequestStage, PrivacyRequestState, PrivacyRequestSummary, Progress, creation_bound,
        search_text,
    },
    replies,
};
use crate::platform::{
    clock::Timestamp, db::pages, error::Result, http::Version, id, paging::TimeCursor, text,
};

mod rows {
    use sea_orm::entity::prelude::*;

    use crate::features::privacy_requests::model::{PrivacyRequestKind, PrivacyRequestState};

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "privacy_requests")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub protocol: String,
        pub kind: PrivacyRequestKind,
        pub name: String,
        pub email: String,
        pub message: String,
        pub state: PrivacyRequestState,
        pub reason: String,
        pub note: String,
        /// Hash of the confirmation link's token; null after the link was used, or the person's data was erased.
        pub token_hash: Option<String>,
        pub created_at: DateTimeUtc,
        pub confirmed_at: Option<DateTimeUtc>,
        pub closed_at: Option<DateTimeUtc>,
        pub search: String,
        pub version: i32,
        pub updated_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

impl From<Model> for PrivacyRequest {
    fn from(row: Model) -> Self {
        Self {
            id: row.id,
            protocol: row.protocol,
            kind: row.kind,
            name: row.name,
            email: row.email,
            message: row.message,
            state: row.state,
            reason: row.reason,
            note: row.note,
            created_at: row.created_at,
            confirmed_at: row.confirmed_at,
            closed_at: row.closed_at,
            updated_at: row.updated_at,
            due_on: Self::due_on(row.created_at),
            days_left: None,
        }
    }
}

fn versioned(row: Model) -> (Version, PrivacyRequest) {
    (Version(row.version), row.into())
}

/// Stores an unconfirmed request.
pub async fn create(
    connection: &impl ConnectionTrait,
    new: NewPrivacyRequest,
    protocol: &str,
    token_hash: &str,
    now: Timestamp,
) -> Result<PrivacyRequest> {
    let row = rows::ActiveModel {
        id: Set(id::new_id(now)),
        protocol: Set(protocol.to_owned()),
        kind: Set(new.kind),
        search: Set(search_text(protocol, &new.name, &new.email)),
        name: Set(new.name),
        email: Set(new.email),
        message: Set(new.message),
        state: Set(PrivacyRequestState::Unconfirmed),
        reason: Set(String::new()),
        note: Set(String::new()),
        token_hash: Set(Some(token_hash.to_owned())),
        created_at: Set(now),
        confirmed_at: Set(None),
        closed_at: Set(None),
        version: Set(1),
        updated_at: Set(now),
    };
    Ok(row.insert(connection).await?.into())
}

/// Finds a request with the same content that was sent in a span of time.
pub async fn find_same(
    connection: &impl ConnectionTrait,
    new: &NewPrivacyRequest,
    span: Range<Timestamp>,
) -> Result<Option<PrivacyRequest>> {
    let same = Entity::find()
        .filter(Column::Email.eq(&*new.email))
        .filter(Column::Kind.eq(new.kind))
        .filter(Column::Name.eq(&*new.name))
        .filter(Column::Message.eq(&*new.message))
        .filter(Column::CreatedAt.gt(span.start))
        .filter(Column::CreatedAt.lt(span.end));
    Ok(same.one(connection).await?.map(PrivacyRequest::from))
}

/// Finds an unconfirmed request by its protocol, unless it was sent before `sent_after`.
pub async fn find_unconfirmed(
    connection: &impl ConnectionTrait,
    protocol: &str,
    sent_after: Timestamp,
) -> Result<Option<PrivacyRequest>> {
    let found = Entity::find()
        .filter(Column::Protocol.eq(protocol))
        .filter(Column::State.eq(PrivacyRequestState::Unconfirmed))
        .filter(Column::CreatedAt.gt(sent_after));
    Ok(found.one(connection).await?.map(PrivacyRequest::from))
}

/// Confirms the request with this token, and opens it unless an administrator has already changed its state. Returns
/// `None` if the token is unknown or was used, or if the request was not sent after `sent_after`. Only one of two
/// concurrent calls succeeds.
pub async fn confirm(
    connection: &impl ConnectionTrait,
    token_hash: &str,
    sent_after: Timestamp,
    now: Timestamp,
) -> Result<Option<PrivacyRequest>> {
    let found = Entity::find()
        .filter(Column::TokenHash.eq(token_hash))
        .filter(Column::CreatedAt.gt(sent_after))
        .lock_exclusive()
        .one(connection)
        .await?;
    let Some(row) = found else { return Ok(None) };
    let state = match row.state {
        PrivacyRequestState::Unconfirmed => PrivacyRequestState::Open,
        state => state,
    };
    let confirmed = rows::ActiveModel {
        id: Unchanged(row.id),
        state: Set(state),
        token_hash: Set(None),
        confirmed_at: Set(Some(now)),
        version: Set(row.version + 1),
        updated_at: Set(now),
        ..Default::default()
    };
    Ok(Some(confirmed.update(connection).await?.into()))
}

/// Finds a request.
pub async fn find(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<(Version, PrivacyRequest)>> {
    Ok(Entity::find_by_id(id).one(connection).await?.map(versioned))
}

/// Finds a request, and locks it until the transaction ends.
pub async fn find_for_update(
    connection: &impl ConnectionTrait,
    id: Uuid,
) -> Result<Option<(Version, PrivacyRequest)>> {
    Ok(Entity::find_by_id(id).lock_exclusive().one(connection).await?.map(versioned))
}

/// Stores the fields that administrators edit. [`find_for_update`] must have locked the request.
pub async fn update(
    connection: &impl ConnectionTrait,
    (version, current): (Version, &PrivacyRequest),
    progress: Progress,
    now: Timestamp,
) -> Result<(Version, PrivacyRequest)> {
    let closed_at = match (progress.state.is_closed(), current.closed_at) {
        (true, None) => Some(now),
        (true, closed_at) => closed_at,
        (false, _) => None,
    };
    let row = rows::ActiveModel {
        id: Unchanged(current.id),
        state: Set(progress.state),
        reason: Set(progress.reason),
        note: Set(progress.note),
        closed_at: Set(closed_at),
        version: Set(version.next().0),
        updated_at: Set(now),
        ..Default::default()
    };
    Ok(versioned(row.update(connection).await?))
}

/// Lists one page of the requests of a filter: open ones by their deadline, others newest first.
pub async fn list(
    connection: &impl ConnectionTrait,
    filter: &PrivacyRequestFilter,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<PrivacyRequest>> {
    let order = match filter.stage {
        PrivacyRequestStage::Open => Order::Asc,
        PrivacyRequestStage::Unconfirmed | PrivacyRequestStage::Closed => Order::Desc,
    };
    let query = pages::sorted_after(filtered(filter), (Column::CreatedAt, Column::Id), order, after);
    Ok(query.limit(limit).all(connection).await?.into_iter().map(PrivacyRequest::from).collect())
}

/// Counts the requests of a filter.
pub async fn count(connection: &impl ConnectionTrait, filter: &PrivacyRequestFilter) -> Result<u64> {
    Ok(filtered(filter).count(connection).await?)
}

fn filtered(filter: &PrivacyRequestFilter) -> Select<Entity> {
    let query = of_stage(filter.stage);
    match filter.search.as_deref().filter(|search| !search.trim().is_empty()) {
        Some(search) => {
            query.filter(Column::Search.like(LikeExpr::new(text::like_pattern(search)).escape('\\')))
        }
        None => query,
    }
}

/// Selects the requests of a stage.
fn of_stage(stage: PrivacyRequestStage) -> Select<Entity> {
    Entity::find().filter(Column::State.is_in(PrivacyRequestState::of(stage).iter().copied()))
}

/// Counts the requests by stage, and the open ones that are due soon or overdue.
pub async fn summary(connection: &impl ConnectionTrait, now: Timestamp) -> Result<PrivacyRequestSummary> {
    let count = async |stage| of_stage(stage).count(connection).await;
    let overdue = due_within(connection, now, 0).await?;
    Ok(PrivacyRequestSummary {
        open: count(PrivacyRequestStage::Open).await?,
        due_soon: due_within(connection, now, DUE_SOON_DAYS + 1).await? - overdue,
        overdue,
        unconfirmed: count(PrivacyRequestStage::Unconfirmed).await?,
        closed: count(PrivacyRequestStage::Closed).await?,
    })
}

/// Counts the open requests whose last day for the answer is earlier than `days` days from today.
async fn due_within(connection: &impl ConnectionTrait, now: Timestamp, days: u64) -> Result<u64> {
    let Some(sent_before) = creation_bound(now, days) else { return Ok(0) };
    let due = of_stage(PrivacyRequestStage::Open).filter(Column::CreatedAt.lt(sent_before));
    Ok(due.count(connection).await?)
}

/// Lists up to `limit` open requests that are overdue or due soon, earliest deadline first.
pub async fn list_due(
    connection: &impl ConnectionTrait,
    now: Timestamp,
    limit: u64,
) -> Result<Vec<PrivacyRequest>> {
    let sent_before = creation_bound(now, DUE_SOON_DAYS + 1)
        .context("calculating a deadline outside the range of dates")?;
    let due = of_stage(PrivacyRequestStage::Open).filter(Column::CreatedAt.lt(sent_before));
    let rows = due.order_by_asc(Column::CreatedAt).limit(limit).all(connection).await?;
    Ok(rows.into_iter().map(|row| PrivacyRequest::from(row).at(now)).collect())
}

/// Lists all requests of an address, newest first.
pub async fn list_of_email(connection: &impl ConnectionTrait, email: &str) -> Result<Vec<PrivacyRequest>> {
    let own = Entity::find().filter(Column::Email.eq(email));
    let rows = own.order_by_desc(Column::CreatedAt).order_by_desc(Column::Id).all(connection).await?;
    Ok(rows.into_iter().map(PrivacyRequest::from).collect())
}

/// Returns the query for the ids of the requests of these addresses.
pub(super) fn ids_of_emails(emails: &BTreeSet<String>) -> SelectStatement {
    let own = Entity::find().select_only().column(Column::Id);
    own.filter(Column::Email.is_in(emails.iter().cloned())).into_query()
}

/// Returns whether one of these addresses has an open request that an erasure doesn't fulfill: any kind but deletion.
pub async fn has_unanswered(connection: &impl ConnectionTrait, emails: &BTreeSet<String>) -> Result<bool> {
    let unanswered = of_stage(PrivacyRequestStage::Open)
        .filter(Column::Email.is_in(emails.iter().cloned()))
        .filter(Column::Kind.ne(PrivacyRequestKind::Deletion));
    Ok(unanswered.count(connection).await? > 0)
}

/// Numbers of records from which an erasure removed personal data.
#[derive(Clone, Copy, Debug, Default)]
pub struct Anonymized {
    pub requests: u64,
    pub replies: u64,
    pub notes: u64,
}

/// Removes personal data from the requests of these addresses: name, address, message, note, reason and the texts of
/// replies. Protocol, kind, state and dates remain as proof that the request was answered. Sets open requests for deletion to
/// done, because the erasure fulfills them.
pub async fn anonymize(
    connection: &impl ConnectionTrait,
    emails: &BTreeSet<String>,
    now: Timestamp,
) -> Result<Anonymized> {
    let mut anonymized = Anonymized::default();
    // Locked, so that a concurrent change of state by an administrator or a confirmation isn't undone.
    let own = Entity::find().filter(Column::Email.is_in(emails.iter().cloned())).order_by_asc(Column::Id);
    for row in own.lock_exclusive().all(connection).await? {
        anonymized.replies += replies::store::erase(connection, row.id).await?;
        replies::files::store::detach_of_request(connection, row.id).await?;
        let is_fulfilled = row.state.is_open() && row.kind == PrivacyRequestKind::Deletion;
        let (state, closed_at) =
            if is_fulfilled { (PrivacyRequestState::Done, Some(now)) } else { (row.state, row.closed_at) };
        let erased = rows::ActiveModel {
            id: Unchanged(row.id),
            state: Set(state),
            closed_at: Set(closed_at),
            name: Set(String::new()),
            email: Set(String::new()),
            message: Set(String::new()),
            reason: Set(String::new()),
            note: Set(String::new()),
            token_hash: Set(None),
            search: Set(search_text(&row.protocol, "", "")),
            version: Set(row.version + 1),
            updated_at: Set(now),
            ..Default::default()
        };
        erased.update(connection).await?;
        anonymized.requests += 1;
        anonymized.notes += u64::from(!row.note.is_empty());
    }
    Ok(anonymized)
}

/// Deletes unconfirmed requests that were sent before `older_than`. Returns their ids.
pub async fn delete_unconfirmed(
    connection: &impl ConnectionTrait,
    older_than: Timestamp,
) -> Result<Vec<Uuid>> {
    let unconfirmed = Column::State.eq(PrivacyRequestState::Unconfirmed);
    let old = Condition::all().add(unconfirmed).add(Column::CreatedAt.lt(older_than));
    delete_where(connection, old).await
}

/// Deletes requests that were closed before `older_than`, with their replies. Returns their ids.
pub async fn delete_closed(connection: &impl ConnectionTrait, older_than: Timestamp) -> Result<Vec<Uuid>> {
    delete_where(connection, Condition::all().add(Column::ClosedAt.lt(older_than))).await
}

async fn delete_where(connection: &impl ConnectionTrait, condition: Condition) -> Result<Vec<Uuid>> {
    let deleted = Entity::delete_many().filter(condition).exec_with_returning(connection).await?;
    Ok(deleted.into_iter().map(|row| row.id).collect())
}
