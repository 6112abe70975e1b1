//! The SQL on `newsletter_subscriptions`.

use std::collections::BTreeSet;

use sea_orm::{
    ActiveValue::Set,
    ConnectionTrait, Order, QueryOrder, QuerySelect, Select, UpdateMany,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, Func, LikeExpr, LockBehavior, LockType, OnConflict},
};

use self::rows::{Column, Entity, Model};
use super::{
    interests::{self, segments::Segment},
    links,
    model::{
        Consent, ImportedSubscription, Subscription, SubscriptionFilter, SubscriptionOrigin,
        SubscriptionStatus, SubscriptionSummary,
    },
    stops::{Reporter, Stop, StopReason},
};
use crate::platform::{
    clock::Timestamp,
    db::pages,
    error::{Error, Result, is_unique_violation},
    id,
    paging::TimeCursor,
    text,
};

/// Statuses of open subscriptions. An address has at most one open subscription.
const OPEN: [SubscriptionStatus; 2] = [SubscriptionStatus::Pending, SubscriptionStatus::Confirmed];

const SUBSCRIBED_AGAIN: Error = Error::Conflict {
    code: "subscribed_again",
    message: "Este endereço já tem uma inscrição mais nova. Veja-a na lista.",
};

mod rows {
    use sea_orm::entity::prelude::*;

    use super::{Reporter, StopReason, SubscriptionOrigin, SubscriptionStatus};

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "newsletter_subscriptions")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub email: String,
        pub status: SubscriptionStatus,
        pub origin: SubscriptionOrigin,
        pub consent_version: String,
        pub consent_text: String,
        pub consented_at: DateTimeUtc,
        /// Hash of the confirmation link's token; null if no link can confirm the subscription.
        pub token_hash: Option<String>,
        pub token_created_at: Option<DateTimeUtc>,
        pub confirmed_at: Option<DateTimeUtc>,
        pub unsubscribed_at: Option<DateTimeUtc>,
        /// Why the subscription is paused or refused; null with another status.
        pub stop_reason: Option<StopReason>,
        pub stop_detail: Option<String>,
        pub stopped_by: Option<Reporter>,
        pub stopped_at: Option<DateTimeUtc>,
        pub search: String,
        pub created_at: DateTimeUtc,
        pub updated_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

impl From<Model> for Subscription {
    fn from(row: Model) -> Self {
        let stop = row.stop_reason.zip(row.stopped_by);
        Self {
            id: row.id,
            email: row.email,
            status: row.status,
            origin: row.origin,
            consent_version: row.consent_version,
            consent_text: row.consent_text,
            consented_at: row.consented_at,
            confirmed_at: row.confirmed_at,
            unsubscribed_at: row.unsubscribed_at,
            stop: stop.map(|(reason, by)| Stop { reason, by, detail: row.stop_detail.unwrap_or_default() }),
            stopped_at: row.stopped_at,
            interests: Vec::new(),
            created_at: row.created_at,
        }
    }
}

/// Finds the open (pending or confirmed) subscription of an address, and locks it until the transaction ends. Also returns
/// the time at which its confirmation link was created; `None` if it has no link.
pub async fn find_open(
    connection: &impl ConnectionTrait,
    email: &str,
) -> Result<Option<(Subscription, Option<Timestamp>)>> {
    let open = Entity::find()
        .filter(Column::Email.eq(email))
        .filter(Column::Status.is_in(OPEN))
        .lock_exclusive()
        .one(connection)
        .await?;
    Ok(open.map(|row| {
        let mailed_at = row.token_created_at;
        (row.into(), mailed_at)
    }))
}

/// Finds the newest subscription of an address that can be ended: a pending, confirmed or paused one.
pub async fn find_endable(connection: &impl ConnectionTrait, email: &str) -> Result<Option<Subscription>> {
    let newest = Entity::find()
        .filter(Column::Email.eq(email))
        .filter(endable())
        .order_by(Column::CreatedAt, Order::Desc)
        .order_by(Column::Id, Order::Desc);
    Ok(newest.one(connection).await?.map(Subscription::from))
}

fn endable() -> Expr {
    Column::Status.is_in([
        SubscriptionStatus::Pending,
        SubscriptionStatus::Confirmed,
        SubscriptionStatus::Paused,
    ])
}

/// Stores a pending subscription, and returns its id. Returns `None` if the address already has an open one, which a
/// concurrent request has created.
pub async fn create(
    connection: &impl ConnectionTrait,
    email: &str,
    consent: Consent,
    token_hash: &str,
    now: Timestamp,
) -> Result<Option<Uuid>> {
    let id = id::new_id(now);
    let row = rows::ActiveModel {
        id: Set(id),
        consent_version: Set(consent.version),
        consent_text: Set(consent.text),
        token_hash: Set(Some(token_hash.to_owned())),
        token_created_at: Set(Some(now)),
        ..new_row(email, SubscriptionOrigin::Form, now)
    };
    let skip = OnConflict::new().do_nothing().to_owned();
    let inserted = Entity::insert(row).on_conflict(skip).exec_without_returning(connection).await?;
    Ok((inserted == 1).then_some(id))
}

/// Returns the row of a pending subscription that has neither a consent text nor a link.
fn new_row(email: &str, origin: SubscriptionOrigin, now: Timestamp) -> rows::ActiveModel {
    rows::ActiveModel {
        id: Set(id::new_id(now)),
        email: Set(email.to_owned()),
        status: Set(SubscriptionStatus::Pending),
        origin: Set(origin),
        consent_version: Set(String::new()),
        consent_text: Set(String::new()),
        consented_at: Set(now),
        token_hash: Set(None),
        token_created_at: Set(None),
        confirmed_at: Set(None),
        unsubscribed_at: Set(None),
        stop_reason: Set(None),
        stop_detail: Set(None),
        stopped_by: Set(None),
        stopped_at: Set(None),
        search: Set(text::fold(email)),
        created_at: Set(now),
        updated_at: Set(now),
    }
}

/// Stores imported subscriptions. Those with proof of consent are confirmed, the others pending. Skips addresses that a
/// concurrent request has subscribed.
pub async fn import(
    connection: &impl ConnectionTrait,
    imported: &[ImportedSubscription],
    now: Timestamp,
) -> Result<()> {
    let row = |ImportedSubscription { email, proof, .. }: &ImportedSubscription| {
        let row = new_row(email, SubscriptionOrigin::Import, now);
        let Some(proof) = proof else { return row };
        rows::ActiveModel {
            status: Set(SubscriptionStatus::Confirmed),
            consent_text: Set(proof.text.clone()),
            consented_at: Set(proof.consented_at),
            confirmed_at: Set(Some(now)),
            ..row
        }
    };
    let rows: Vec<_> = imported.iter().map(row).collect();
    let ids: Vec<Uuid> = rows.iter().filter_map(|row| row.id.try_as_ref().copied()).collect();
    if !rows.is_empty() {
        let skip = OnConflict::new().do_nothing().to_owned();
        Entity::insert_many(rows).on_conflict(skip).exec_without_returning(connection).await?;
    }
    let choices: Vec<_> = imported
        .iter()
        .zip(&ids)
        .flat_map(|(imported, id)| imported.interests.iter().map(|slug| (*id, slug.clone())))
        .collect();
    if choices.is_empty() {
        return Ok(());
    }
    // A skipped row isn't stored, so interests can't refer to it.
    let stored: Vec<Uuid> = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::Id.is_in(ids))
        .into_tuple()
        .all(connection)
        .await?;
    let choices = choices.into_iter().filter(|(id, _)| stored.contains(id)).collect();
    interests::store::add(connection, choices).await
}

/// Returns address and status of all subscriptions of these addresses.
pub async fn statuses(
    connection: &impl ConnectionTrait,
    emails: &[&str],
) -> Result<Vec<(String, SubscriptionStatus)>> {
    let query = Entity::find().select_only().columns([Column::Email, Column::Status]);
    Ok(query.filter(Column::Email.is_in(emails.iter().copied())).into_tuple().all(connection).await?)
}

/// Selects the imported subscriptions whose owners have not been asked to confirm.
fn uninvited() -> Select<Entity> {
    Entity::find()
        .filter(Column::Status.eq(SubscriptionStatus::Pending))
        .filter(Column::Origin.eq(SubscriptionOrigin::Import))
        .filter(Column::TokenCreatedAt.is_null())
}

/// Returns whether the owner of any imported address has not been asked to confirm.
pub async fn has_uninvited(connection: &impl ConnectionTrait) -> Result<bool> {
    let found: Option<Uuid> =
        uninvited().select_only().column(Column::Id).into_tuple().one(connection).await?;
    Ok(found.is_some())
}

/// Lists up to `limit` imported subscriptions whose owners have not been asked to confirm, oldest first. Locks them until
/// the transaction ends. Skips those that another process has locked.
pub async fn list_uninvited(connection: &impl ConnectionTrait, limit: u64) -> Result<Vec<Subscription>> {
    let rows = uninvited()
        .order_by(Column::CreatedAt, Order::Asc)
        .order_by(Column::Id, Order::Asc)
        .limit(limit)
        .lock_with_behavior(LockType::Update, LockBehavior::SkipLocked)
        .all(connection)
        .await?;
    Ok(rows.into_iter().map(Subscription::from).collect())
}

/// Stores the link and the consent text with which the owner of an imported address is asked to confirm.
pub async fn invite(
    connection: &impl ConnectionTrait,
    id: Uuid,
    consent: Consent,
    token_hash: &str,
    now: Timestamp,
) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::ConsentVersion, Expr::value(consent.version))
        .col_expr(Column::ConsentText, Expr::value(consent.text))
        .filter(Column::Id.eq(id))
        .exec(connection)
        .await?;
    set_link(connection, id, token_hash, now).await
}

/// Removes links created at or before `older_than` from the pending imported subscriptions of these addresses, so that
/// their owners are asked again.
pub async fn uninvite(
    connection: &impl ConnectionTrait,
    emails: &[String],
    older_than: Timestamp,
) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::TokenHash, Expr::value(None::<String>))
        .col_expr(Column::TokenCreatedAt, Expr::value(None::<Timestamp>))
        .filter(Column::Email.is_in(emails))
        .filter(Column::Status.eq(SubscriptionStatus::Pending))
        .filter(Column::Origin.eq(SubscriptionOrigin::Import))
        .filter(Column::TokenCreatedAt.lte(older_than))
        .exec(connection)
        .await?;
    Ok(())
}

/// Replaces the link and the consent of a pending subscription.
pub async fn renew(
    connection: &impl ConnectionTrait,
    id: Uuid,
    consent: Consent,
    token_hash: &str,
    now: Timestamp,
) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::ConsentVersion, Expr::value(consent.version))
        .col_expr(Column::ConsentText, Expr::value(consent.text))
        .col_expr(Column::ConsentedAt, Expr::value(now))
        .col_expr(Column::TokenHash, Expr::value(token_hash))
        .col_expr(Column::TokenCreatedAt, Expr::value(now))
        .col_expr(Column::UpdatedAt, Expr::value(now))
        .filter(Column::Id.eq(id))
        .exec(connection)
        .await?;
    Ok(())
}

/// Replaces the link of a pending subscription. Its consent stays the same.
pub async fn set_link(
    connection: &impl ConnectionTrait,
    id: Uuid,
    token_hash: &str,
    now: Timestamp,
) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::TokenHash, Expr::value(token_hash))
        .col_expr(Column::TokenCreatedAt, Expr::value(now))
        .col_expr(Column::UpdatedAt, Expr::value(now))
        .filter(Column::Id.eq(id))
        .exec(connection)
        .await?;
    Ok(())
}

/// Sets the time of the last change. Requests for known addresses thereby write to the database like those for unknown
/// ones, so that the response time doesn't differ.
pub async fn touch(connection: &impl ConnectionTrait, id: Uuid, now: Timestamp) -> Result<()> {
    let touch = Entity::update_many().col_expr(Column::UpdatedAt, Expr::value(now));
    touch.filter(Column::Id.eq(id)).exec(connection).await?;
    Ok(())
}

/// Confirms the pending subscription with this token, and ends a paused subscription of the same address. Returns `None` if
/// the token is unknown or has expired. Tokens expire after [`links::CONFIRM_WITHIN`], those of imported addresses after
/// [`links::INVITED_WITHIN`]. Only one of two concurrent requests succeeds.
pub async fn confirm(
    connection: &impl ConnectionTrait,
    token_hash: &str,
    now: Timestamp,
) -> Result<Option<Subscription>> {
    let is_invited = Column::Origin
        .eq(SubscriptionOrigin::Import)
        .and(Column::TokenCreatedAt.gt(now - links::INVITED_WITHIN));
    let is_valid = Column::TokenCreatedAt.gt(now - links::CONFIRM_WITHIN).or(is_invited);
    let rows = Entity::update_many()
        .col_expr(Column::Status, Expr::value(SubscriptionStatus::Confirmed))
        .col_expr(Column::ConfirmedAt, Expr::value(now))
        .col_expr(Column::TokenHash, Expr::value(None::<String>))
        .col_expr(Column::TokenCreatedAt, Expr::value(None::<Timestamp>))
        .col_expr(Column::UpdatedAt, Expr::value(now))
        .filter(Column::TokenHash.eq(token_hash))
        .filter(is_valid)
        .filter(Column::Status.eq(SubscriptionStatus::Pending))
        .exec_with_returning(connection)
        .await?;
    let confirmed = rows.into_iter().next().map(Subscription::from);
    if let Some(confirmed) = &confirmed {
        let paused = Column::Status.eq(SubscriptionStatus::Paused);
        end(connection, paused.and(Column::Email.eq(&*confirmed.email)), now).await?;
    }
    Ok(confirmed)
}

/// Ends the subscriptions that meet a condition, and returns them.
async fn end(
    connection: &impl ConnectionTrait,
    condition: Expr,
    now: Timestamp,
) -> Result<Vec<Subscription>> {
    let rows = with_stop(Entity::update_many(), None)
        .col_expr(Column::Status, Expr::value(SubscriptionStatus::Unsubscribed))
        .col_expr(Column::UnsubscribedAt, Expr::value(now))
        .col_expr(Column::TokenHash, Expr::value(None::<String>))
        .col_expr(Column::TokenCreatedAt, Expr::value(None::<Timestamp>))
        .col_expr(Column::UpdatedAt, Expr::value(now))
        .filter(condition)
        .exec_with_returning(connection)
        .await?;
    Ok(rows.into_iter().map(Subscription::from).collect())
}

/// Sets the columns of a stop and its time. `None` clears them.
fn with_stop(update: UpdateMany<Entity>, stop: Option<(&Stop, Timestamp)>) -> UpdateMany<Entity> {
    update
        .col_expr(Column::StopReason, Expr::value(stop.map(|(stop, _)| stop.reason)))
        .col_expr(Column::StopDetail, Expr::value(stop.map(|(stop, _)| stop.bounded_detail())))
        .col_expr(Column::StoppedBy, Expr::value(stop.map(|(stop, _)| stop.by)))
        .col_expr(Column::StoppedAt, Expr::value(stop.map(|(_, time)| time)))
}

/// Pauses a confirmed subscription after temporary delivery failures, and returns it. `None` if it is not confirmed.
pub async fn pause(
    connection: &impl ConnectionTrait,
    id: Uuid,
    stop: &Stop,
    now: Timestamp,
) -> Result<Option<Subscription>> {
    let update = with_stop(Entity::update_many(), Some((stop, now)));
    let confirmed = update
        .col_expr(Column::Status, Expr::value(SubscriptionStatus::Paused))
        .filter(Column::Status.eq(SubscriptionStatus::Confirmed));
    changed(connection, confirmed, id, now).await
}

/// Ends a subscription after a permanent delivery failure or a complaint, and returns it. `None` if it has already ended.
pub async fn refuse(
    connection: &impl ConnectionTrait,
    id: Uuid,
    stop: &Stop,
    now: Timestamp,
) -> Result<Option<Subscription>> {
    let update = with_stop(Entity::update_many(), Some((stop, now)));
    let not_ended = update
        .col_expr(Column::Status, Expr::value(SubscriptionStatus::Refused))
        .col_expr(Column::TokenHash, Expr::value(None::<String>))
        .col_expr(Column::TokenCreatedAt, Expr::value(None::<Timestamp>))
        .filter(endable());
    changed(connection, not_ended, id, now).await
}

/// Confirms a paused subscription again, and returns it. `None` if it is not paused.
pub async fn resume(
    connection: &impl ConnectionTrait,
    id: Uuid,
    now: Timestamp,
) -> Result<Option<Subscription>> {
    let update = with_stop(Entity::update_many(), None);
    let paused = update
        .col_expr(Column::Status, Expr::value(SubscriptionStatus::Confirmed))
        .filter(Column::Status.eq(SubscriptionStatus::Paused));
    changed(connection, paused, id, now).await
}

/// Applies an update to one subscription, and returns it. `None` if it doesn't meet the update's conditions. Fails if the
/// address has an open subscription besides the changed one.
async fn changed(
    connection: &impl ConnectionTrait,
    update: UpdateMany<Entity>,
    id: Uuid,
    now: Timestamp,
) -> Result<Option<Subscription>> {
    let update = update.col_expr(Column::UpdatedAt, Expr::value(now)).filter(Column::Id.eq(id));
    match update.exec_with_returning(connection).await {
        Ok(rows) => Ok(rows.into_iter().next().map(Subscription::from)),
        Err(error) if is_unique_violation(&error) => Err(SUBSCRIBED_AGAIN),
        Err(error) => Err(error.into()),
    }
}

/// Finds a subscription with any status.
pub async fn find(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<Subscription>> {
    Ok(Entity::find_by_id(id).one(connection).await?.map(Subscription::from))
}

/// Ends the pending, confirmed and paused subscriptions of an address, and returns the newest of them. A pending one from
/// the form is deleted. The others remain: as proof of consent, or so that an imported address isn't imported again.
pub async fn unsubscribe(
    connection: &impl ConnectionTrait,
    email: &str,
    now: Timestamp,
) -> Result<Option<Subscription>> {
    let open = find_open(connection, email).await?.map(|(open, _)| open);
    let requested = |open: &Subscription| {
        open.status == SubscriptionStatus::Pending && open.origin == SubscriptionOrigin::Form
    };
    let pending = match open.filter(requested) {
        Some(pending) => delete(connection, pending.id).await?,
        None => None,
    };
    let ended = end(connection, endable().and(Column::Email.eq(email)), now).await?;
    Ok(pending.or_else(|| ended.into_iter().max_by_key(|ended| ended.created_at)))
}

/// Deletes a subscription and returns it. `None` if it does not exist.
pub async fn delete(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<Subscription>> {
    let found = find(connection, id).await?;
    let deleted = Entity::delete_by_id(id).exec(connection).await?.rows_affected;
    Ok(found.filter(|_| deleted == 1))
}

/// Lists one page of subscriptions, newest first.
pub async fn list(
    connection: &impl ConnectionTrait,
    filter: &SubscriptionFilter,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<Subscription>> {
    let query = pages::sorted_after(filtered(filter), (Column::CreatedAt, Column::Id), Order::Desc, after);
    let rows = query.limit(limit).all(connection).await?;
    with_interests(connection, rows).await
}

/// Returns the subscriptions of rows, with their chosen interests.
async fn with_interests(connection: &impl ConnectionTrait, rows: Vec<Model>) -> Result<Vec<Subscription>> {
    let mut chosen = interests::store::chosen_of(connection, rows.iter().map(|row| row.id)).await?;
    let subscription = |row: Model| Subscription {
        interests: chosen.remove(&row.id).unwrap_or_default(),
        ..Subscription::from(row)
    };
    Ok(rows.into_iter().map(subscription).collect())
}

/// Counts the subscriptions of a filter.
pub async fn count(connection: &impl ConnectionTrait, filter: &SubscriptionFilter) -> Result<u64> {
    Ok(filtered(filter).count(connection).await?)
}

/// Counts the subscriptions of each status.
pub async fn summary(connection: &impl ConnectionTrait) -> Result<SubscriptionSummary> {
    let with_status = |status| SubscriptionFilter { status: Some(status), ..Default::default() };
    Ok(SubscriptionSummary {
        pending: count(connection, &with_status(SubscriptionStatus::Pending)).await?,
        confirmed: count(connection, &with_status(SubscriptionStatus::Confirmed)).await?,
        paused: count(connection, &with_status(SubscriptionStatus::Paused)).await?,
        refused: count(connection, &with_status(SubscriptionStatus::Refused)).await?,
        unsubscribed: count(connection, &with_status(SubscriptionStatus::Unsubscribed)).await?,
    })
}

fn filtered(filter: &SubscriptionFilter) -> Select<Entity> {
    let mut query = Entity::find();
    if let Some(status) = filter.status {
        query = query.filter(Column::Status.eq(status));
    }
    if let Some(slug) = filter.interest.clone().filter(|slug| !slug.is_empty()) {
        query = query.filter(Column::Id.in_subquery(interests::store::with_any(Some(&[slug]))));
    }
    if let Some(search) = filter.search.as_deref().filter(|search| !search.trim().is_empty()) {
        query = query.filter(Column::Search.like(LikeExpr::new(text::like_pattern(search)).escape('\\')));
    }
    query
}

/// Selects the confirmed subscribers of a segment.
fn in_segment(segment: &Segment) -> Select<Entity> {
    let confirmed = Entity::find().filter(Column::Status.eq(SubscriptionStatus::Confirmed));
    if segment.interests.is_empty() {
        return confirmed;
    }
    let chose_one = Column::Id.in_subquery(interests::store::with_any(Some(&segment.interests)));
    let chose_none = Column::Id.not_in_subquery(interests::store::with_any(None));
    confirmed.filter(chose_one.or(chose_none))
}

/// Lists id and address of up to `limit` subscribers of a segment who confirmed at or before `confirmed_until`. The list is
/// sorted by id and starts after the id `after`.
pub async fn list_recipients(
    connection: &impl ConnectionTrait,
    segment: &Segment,
    after: Option<Uuid>,
    confirmed_until: Timestamp,
    limit: u64,
) -> Result<Vec<(Uuid, String)>> {
    let mut confirmed = in_segment(segment).filter(Column::ConfirmedAt.lte(confirmed_until));
    if let Some(after) = after {
        confirmed = confirmed.filter(Column::Id.gt(after));
    }
    let columns = confirmed.select_only().columns([Column::Id, Column::Email]);
    Ok(columns.order_by(Column::Id, Order::Asc).limit(limit).into_tuple().all(connection).await?)
}

/// Counts the subscribers of a segment.
pub async fn count_recipients(connection: &impl ConnectionTrait, segment: &Segment) -> Result<u64> {
    Ok(in_segment(segment).count(connection).await?)
}

/// Lists all subscriptions of an address, newest first.
pub async fn list_of_email(connection: &impl ConnectionTrait, email: &str) -> Result<Vec<Subscription>> {
    let rows = Entity::find()
        .filter(Column::Email.eq(email))
        .order_by(Column::CreatedAt, Order::Desc)
        .order_by(Column::Id, Order::Desc)
        .all(connection)
        .await?;
    with_interests(connection, rows).await
}

/// Lists up to `limit` subscriptions of some addresses, newest first. Skips the first `offset` ones.
pub async fn list_of_emails(
    connection: &impl ConnectionTrait,
    emails: &BTreeSet<String>,
    offset: u64,
    limit: u64,
) -> Result<Vec<Subscription>> {
    let found = Entity::find().filter(Column::Email.is_in(emails));
    let newest_first = found.order_by_desc(Column::CreatedAt).order_by_desc(Column::Id);
    let rows = newest_first.offset(offset).limit(limit).all(connection).await?;
    with_interests(connection, rows).await
}

/// Deletes all subscriptions of some addresses. Returns their number.
pub async fn delete_of_emails(connection: &impl ConnectionTrait, emails: &BTreeSet<String>) -> Result<u64> {
    let all = Entity::delete_many().filter(Column::Email.is_in(emails));
    Ok(all.exec(connection).await?.rows_affected)
}

/// The subscriptions that one retention rule deletes.
#[derive(Clone, Copy)]
pub enum ExpiringSubscriptions {
    /// Never confirmed. The period starts with the last confirmation link; without a link, with the request.
    Unconfirmed,
    /// Unsubscribed or refused. The period starts when the subscription ends.
    Ended,
}

impl ExpiringSubscriptions {
    /// Returns the start of the period.
    fn start(self) -> Expr {
        match self {
            Self::Unconfirmed => {
                Func::coalesce([Expr::col(Column::TokenCreatedAt), Expr::col(Column::ConsentedAt)]).into()
            }
            Self::Ended => {
                Func::coalesce([Expr::col(Column::UnsubscribedAt), Expr::col(Column::StoppedAt)]).into()
            }
        }
    }

    /// Returns the condition of these subscriptions.
    fn condition(self) -> Expr {
        match self {
            Self::Unconfirmed => Column::Status
                .is_in([SubscriptionStatus::Pending, SubscriptionStatus::Refused])
                .and(Column::ConfirmedAt.is_null()),
            Self::Ended => {
                Column::Status.is_in([SubscriptionStatus::Unsubscribed, SubscriptionStatus::Refused])
            }
        }
    }
}

/// Counts the subscriptions whose period started before `older_than`. Also returns the earliest start of a period,
/// expired or not.
pub async fn count_expiring(
    connection: &impl ConnectionTrait,
    expiring: ExpiringSubscriptions,
    older_than: Timestamp,
) -> Result<(u64, Option<Timestamp>)> {
    let all = Entity::find().filter(expiring.condition());
    let count = all.clone().filter(expiring.start().lt(older_than)).count(connection).await?;
    let oldest = all.select_only().expr_as(Func::min(expiring.start()), "oldest");
    let oldest: Option<Option<Timestamp>> = oldest.into_tuple().one(connection).await?;
    Ok((count, oldest.flatten()))
}

/// Deletes the subscriptions whose period started before `older_than`. Returns their number.
pub async fn delete_expiring(
    connection: &impl ConnectionTrait,
    expiring: ExpiringSubscriptions,
    older_than: Timestamp,
) -> Result<u64> {
    let old = Entity::delete_many().filter(expiring.condition()).filter(expiring.start().lt(older_than));
    Ok(old.exec(connection).await?.rows_affected)
}
