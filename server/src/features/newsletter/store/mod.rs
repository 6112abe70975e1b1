//! The SQL on `newsletter_subscriptions`.

pub mod expiry;
pub mod links;
pub mod lists;
pub mod status;
pub mod suppressions;

use std::collections::BTreeSet;

use sea_orm::{
    ActiveValue::Set,
    ConnectionTrait, Order, QueryOrder, QuerySelect, QueryTrait,
    entity::prelude::*,
    sea_query::{Expr, OnConflict, SelectStatement},
};

use self::rows::{Column, Entity, Model};
use super::{
    interests,
    model::{
        Consent, ImportedSubscription, Reporter, Stop, StopReason, Subscription, SubscriptionOrigin,
        SubscriptionStatus,
    },
};
use crate::platform::{clock::Timestamp, error::Result, id, text};

/// Statuses of open subscriptions. An address has at most one open subscription.
const OPEN: [SubscriptionStatus; 2] = [SubscriptionStatus::Pending, SubscriptionStatus::Confirmed];

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
    if imported.is_empty() {
        return Ok(());
    }
    let (mut rows, mut choices) = (Vec::new(), Vec::new());
    // Descending, so that lists with the newest first have the order of the file.
    let mut ids: Vec<Uuid> = imported.iter().map(|_| id::new_id(now)).collect();
    ids.sort_unstable_by(|a, b| b.cmp(a));
    for (subscription, id) in imported.iter().zip(ids) {
        rows.push(rows::ActiveModel { id: Set(id), ..imported_row(subscription, now) });
        choices.extend(subscription.interests.iter().map(|slug| (id, slug.clone())));
    }
    let skip = OnConflict::new().do_nothing().to_owned();
    Entity::insert_many(rows).on_conflict(skip).exec_without_returning(connection).await?;
    let ids: BTreeSet<Uuid> = choices.iter().map(|(id, _)| *id).collect();
    let stored = Entity::find().select_only().column(Column::Id).filter(Column::Id.is_in(ids));
    let stored: Vec<Uuid> = stored.into_tuple().all(connection).await?;
    // A skipped row isn't stored, so interests can't refer to it.
    choices.retain(|(id, _)| stored.contains(id));
    interests::store::add(connection, choices).await
}

fn imported_row(imported: &ImportedSubscription, now: Timestamp) -> rows::ActiveModel {
    let row = new_row(&imported.email, SubscriptionOrigin::Import, now);
    let Some(proof) = &imported.proof else { return row };
    rows::ActiveModel {
        status: Set(SubscriptionStatus::Confirmed),
        consent_text: Set(proof.text.clone()),
        consented_at: Set(proof.consented_at),
        confirmed_at: Set(Some(now)),
        ..row
    }
}

/// Returns address and status of all subscriptions of these addresses.
pub async fn statuses(
    connection: &impl ConnectionTrait,
    emails: &[&str],
) -> Result<Vec<(String, SubscriptionStatus)>> {
    let query = Entity::find().select_only().columns([Column::Email, Column::Status]);
    Ok(query.filter(Column::Email.is_in(emails.iter().copied())).into_tuple().all(connection).await?)
}

/// Sets the time of the last change, which locks the subscription until the transaction ends. A request for a known address
/// calls this, so that it writes to the database like one for an unknown address and takes as long.
pub async fn touch(connection: &impl ConnectionTrait, id: Uuid, now: Timestamp) -> Result<()> {
    let touch = Entity::update_many().col_expr(Column::UpdatedAt, Expr::value(now));
    touch.filter(Column::Id.eq(id)).exec(connection).await?;
    Ok(())
}

/// Finds a subscription with any status.
pub async fn find(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<Subscription>> {
    Ok(Entity::find_by_id(id).one(connection).await?.map(Subscription::from))
}

/// Deletes a subscription and returns it. `None` if it does not exist.
pub async fn delete(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<Subscription>> {
    let found = find(connection, id).await?;
    let deleted = Entity::delete_by_id(id).exec(connection).await?.rows_affected;
    Ok(found.filter(|_| deleted == 1))
}

/// Returns the query for the ids of the subscriptions of some addresses.
pub(super) fn ids_of_emails(emails: &BTreeSet<String>) -> SelectStatement {
    Entity::find().select_only().column(Column::Id).filter(Column::Email.is_in(emails)).into_query()
}

/// Deletes all subscriptions of some addresses. Returns address and status of each.
pub async fn delete_of_emails(
    connection: &impl ConnectionTrait,
    emails: &BTreeSet<String>,
) -> Result<Vec<(String, SubscriptionStatus)>> {
    let all = Entity::delete_many().filter(Column::Email.is_in(emails));
    let deleted = all.exec_with_returning(connection).await?;
    Ok(deleted.into_iter().map(|row| (row.email, row.status)).collect())
}
