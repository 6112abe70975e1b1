//! The SQL on `newsletter_subscriptions`.

use std::collections::BTreeSet;

use sea_orm::{
    ActiveValue::Set,
    ConnectionTrait, Order, QueryOrder, QuerySelect, Select,
    entity::prelude::*,
    sea_query::{LikeExpr, OnConflict},
};

use self::rows::{Column, Entity, Model};
use super::model::{Consent, Subscription, SubscriptionFilter, SubscriptionStatus, SubscriptionSummary};
use crate::platform::{clock::Timestamp, db::pages, error::Result, id, paging::TimeCursor, text};

mod rows {
    use sea_orm::entity::prelude::*;

    use super::SubscriptionStatus;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "newsletter_subscriptions")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub email: String,
        pub status: SubscriptionStatus,
        pub consent_version: String,
        pub consent_text: String,
        pub consented_at: DateTimeUtc,
        /// Hash of the confirmation link's token; null unless pending.
        pub token_hash: Option<String>,
        pub token_created_at: Option<DateTimeUtc>,
        pub confirmed_at: Option<DateTimeUtc>,
        pub unsubscribed_at: Option<DateTimeUtc>,
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
        Self {
            id: row.id,
            email: row.email,
            status: row.status,
            consent_version: row.consent_version,
            consent_text: row.consent_text,
            consented_at: row.consented_at,
            confirmed_at: row.confirmed_at,
            unsubscribed_at: row.unsubscribed_at,
            created_at: row.created_at,
        }
    }
}

/// Finds the open subscription of an address, which is pending or confirmed, and locks it until the transaction ends. Also
/// returns the time of the last mail with a link; `None` if the subscription is confirmed.
pub async fn find_open(
    connection: &impl ConnectionTrait,
    email: &str,
) -> Result<Option<(Subscription, Option<Timestamp>)>> {
    let open = Entity::find()
        .filter(Column::Email.eq(email))
        .filter(Column::Status.ne(SubscriptionStatus::Unsubscribed))
        .lock_exclusive()
        .one(connection)
        .await?;
    Ok(open.map(|row| {
        let mailed_at = row.token_created_at;
        (row.into(), mailed_at)
    }))
}

/// Returns whether the address has an open subscription.
pub async fn has_open(connection: &impl ConnectionTrait, email: &str) -> Result<bool> {
    let open = Entity::find()
        .filter(Column::Email.eq(email))
        .filter(Column::Status.ne(SubscriptionStatus::Unsubscribed));
    Ok(open.count(connection).await? > 0)
}

/// Stores a pending subscription, and returns its id. `None` if a concurrent request created one for the same address.
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
        email: Set(email.to_owned()),
        status: Set(SubscriptionStatus::Pending),
        consent_version: Set(consent.version),
        consent_text: Set(consent.text),
        consented_at: Set(now),
        token_hash: Set(Some(token_hash.to_owned())),
        token_created_at: Set(Some(now)),
        confirmed_at: Set(None),
        unsubscribed_at: Set(None),
        search: Set(text::fold(email)),
        created_at: Set(now),
        updated_at: Set(now),
    };
    let skip = OnConflict::new().do_nothing().to_owned();
    let inserted = Entity::insert(row).on_conflict(skip).exec_without_returning(connection).await?;
    Ok((inserted == 1).then_some(id))
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

/// Sets the time of the last change. It is a write, as for an unknown address, so that the response time is the same.
pub async fn touch(connection: &impl ConnectionTrait, id: Uuid, now: Timestamp) -> Result<()> {
    let touch = Entity::update_many().col_expr(Column::UpdatedAt, Expr::value(now));
    touch.filter(Column::Id.eq(id)).exec(connection).await?;
    Ok(())
}

/// Confirms the pending subscription that has the token, if the token was created after `created_after`. Only one of two
/// concurrent requests succeeds.
pub async fn confirm(
    connection: &impl ConnectionTrait,
    token_hash: &str,
    created_after: Timestamp,
    now: Timestamp,
) -> Result<Option<Subscription>> {
    let rows = Entity::update_many()
        .col_expr(Column::Status, Expr::value(SubscriptionStatus::Confirmed))
        .col_expr(Column::ConfirmedAt, Expr::value(now))
        .col_expr(Column::TokenHash, Expr::value(None::<String>))
        .col_expr(Column::TokenCreatedAt, Expr::value(None::<Timestamp>))
        .col_expr(Column::UpdatedAt, Expr::value(now))
        .filter(Column::TokenHash.eq(token_hash))
        .filter(Column::TokenCreatedAt.gt(created_after))
        .filter(Column::Status.eq(SubscriptionStatus::Pending))
        .exec_with_returning(connection)
        .await?;
    Ok(rows.into_iter().next().map(Subscription::from))
}

/// Finds a subscription, whatever its status.
pub async fn find(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<Subscription>> {
    Ok(Entity::find_by_id(id).one(connection).await?.map(Subscription::from))
}

/// Ends the open subscription of an address, and returns it. A pending one is deleted, a confirmed one remains as proof of
/// consent.
pub async fn unsubscribe(
    connection: &impl ConnectionTrait,
    email: &str,
    now: Timestamp,
) -> Result<Option<Subscription>> {
    let Some((open, _)) = find_open(connection, email).await? else { return Ok(None) };
    if open.status == SubscriptionStatus::Pending {
        return delete(connection, open.id).await;
    }
    let rows = Entity::update_many()
        .col_expr(Column::Status, Expr::value(SubscriptionStatus::Unsubscribed))
        .col_expr(Column::UnsubscribedAt, Expr::value(now))
        .col_expr(Column::UpdatedAt, Expr::value(now))
        .filter(Column::Id.eq(open.id))
        .exec_with_returning(connection)
        .await?;
    Ok(rows.into_iter().next().map(Subscription::from))
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
    Ok(rows.into_iter().map(Subscription::from).collect())
}

/// Counts the subscriptions of a filter.
pub async fn count(connection: &impl ConnectionTrait, filter: &SubscriptionFilter) -> Result<u64> {
    Ok(filtered(filter).count(connection).await?)
}

/// Counts the subscriptions of each status.
pub async fn summary(connection: &impl ConnectionTrait) -> Result<SubscriptionSummary> {
    let with_status = |status| SubscriptionFilter { search: None, status: Some(status) };
    Ok(SubscriptionSummary {
        pending: count(connection, &with_status(SubscriptionStatus::Pending)).await?,
        confirmed: count(connection, &with_status(SubscriptionStatus::Confirmed)).await?,
        unsubscribed: count(connection, &with_status(SubscriptionStatus::Unsubscribed)).await?,
    })
}

fn filtered(filter: &SubscriptionFilter) -> Select<Entity> {
    let mut query = Entity::find();
    if let Some(status) = filter.status {
        query = query.filter(Column::Status.eq(status));
    }
    if let Some(search) = filter.search.as_deref().filter(|search| !search.trim().is_empty()) {
        query = query.filter(Column::Search.like(LikeExpr::new(text::like_pattern(search)).escape('\\')));
    }
    query
}

/// Lists all subscriptions of an address, newest first.
pub async fn list_of_email(connection: &impl ConnectionTrait, email: &str) -> Result<Vec<Subscription>> {
    let rows = Entity::find()
        .filter(Column::Email.eq(email))
        .order_by(Column::CreatedAt, Order::Desc)
        .order_by(Column::Id, Order::Desc)
        .all(connection)
        .await?;
    Ok(rows.into_iter().map(Subscription::from).collect())
}

/// Lists all subscriptions of some addresses, newest first, after the first `offset` ones.
pub async fn list_of_emails(
    connection: &impl ConnectionTrait,
    emails: &BTreeSet<String>,
    offset: u64,
    limit: u64,
) -> Result<Vec<Subscription>> {
    let found = Entity::find().filter(Column::Email.is_in(emails));
    let newest_first = found.order_by_desc(Column::CreatedAt).order_by_desc(Column::Id);
    let rows = newest_first.offset(offset).limit(limit).all(connection).await?;
    Ok(rows.into_iter().map(Subscription::from).collect())
}

/// Deletes all subscriptions of some addresses. Returns their number.
pub async fn delete_of_emails(connection: &impl ConnectionTrait, emails: &BTreeSet<String>) -> Result<u64> {
    let all = Entity::delete_many().filter(Column::Email.is_in(emails));
    Ok(all.exec(connection).await?.rows_affected)
}

/// Counts the subscriptions with a status whose period started before `older_than`: pending ones at the consent, ended ones at
/// their end. Also returns the start of the oldest.
pub async fn count_expiring(
    connection: &impl ConnectionTrait,
    status: SubscriptionStatus,
    older_than: Timestamp,
) -> Result<(u64, Option<Timestamp>)> {
    let is_ended = status == SubscriptionStatus::Unsubscribed;
    let start = if is_ended { Column::UnsubscribedAt } else { Column::ConsentedAt };
    let of_status = Entity::find().filter(Column::Status.eq(status));
    let count = of_status.clone().filter(start.lt(older_than)).count(connection).await?;
    let oldest = of_status.select_only().column_as(start.min(), "oldest");
    let oldest: Option<Option<Timestamp>> = oldest.into_tuple().one(connection).await?;
    Ok((count, oldest.flatten()))
}

/// Deletes pending subscriptions that were requested before `older_than`. Returns their number.
pub async fn delete_pending(connection: &impl ConnectionTrait, older_than: Timestamp) -> Result<u64> {
    let old = Entity::delete_many()
        .filter(Column::Status.eq(SubscriptionStatus::Pending))
        .filter(Column::ConsentedAt.lt(older_than));
    Ok(old.exec(connection).await?.rows_affected)
}

/// Deletes subscriptions that ended before `older_than`. Returns their number.
pub async fn delete_unsubscribed(connection: &impl ConnectionTrait, older_than: Timestamp) -> Result<u64> {
    let old = Entity::delete_many()
        .filter(Column::Status.eq(SubscriptionStatus::Unsubscribed))
        .filter(Column::UnsubscribedAt.lt(older_than));
    Ok(old.exec(connection).await?.rows_affected)
}
