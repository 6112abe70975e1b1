//! The SQL on `push_keys` and `push_messages`.

use std::collections::BTreeSet;

use sea_orm::{
    ActiveValue::Set, ConnectionTrait, QueryOrder, QuerySelect, entity::prelude::*, sea_query::ExprTrait,
};

use crate::platform::{clock::Timestamp, error::Result, id};

mod keys {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "push_keys")]
    pub struct Model {
        /// Always 1.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: i32,
        pub public_key: String,
        pub sealed_key: String,
        pub created_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

mod messages {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "push_messages")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub subscription_id: Uuid,
        pub contact_id: Option<Uuid>,
        pub sealed_payload: String,
        pub attempts: i32,
        pub created_at: DateTimeUtc,
        pub next_attempt_at: DateTimeUtc,
        pub expires_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub use messages::Model as QueuedMessage;
use messages::{Column, Entity};

/// Returns the sealed private key.
pub async fn find_key(connection: &impl ConnectionTrait) -> Result<Option<String>> {
    Ok(keys::Entity::find().one(connection).await?.map(|row| row.sealed_key))
}

/// Stores the only key pair.
pub async fn replace_key(
    connection: &impl ConnectionTrait,
    public_key: &str,
    sealed_key: String,
    now: Timestamp,
) -> Result<()> {
    keys::Entity::delete_many().exec(connection).await?;
    let row = keys::ActiveModel {
        id: Set(1),
        public_key: Set(public_key.to_owned()),
        sealed_key: Set(sealed_key),
        created_at: Set(now),
    };
    keys::Entity::insert(row).exec_without_returning(connection).await?;
    Ok(())
}

pub async fn create_message(
    connection: &impl ConnectionTrait,
    subscription_id: Uuid,
    contact_id: Option<Uuid>,
    sealed_payload: String,
    (now, expires_at): (Timestamp, Timestamp),
) -> Result<()> {
    let row = messages::ActiveModel {
        id: Set(id::new_id(now)),
        subscription_id: Set(subscription_id),
        contact_id: Set(contact_id),
        sealed_payload: Set(sealed_payload),
        attempts: Set(0),
        created_at: Set(now),
        next_attempt_at: Set(now),
        expires_at: Set(expires_at),
    };
    Entity::insert(row).exec_without_returning(connection).await?;
    Ok(())
}

/// Lists up to `limit` due messages, oldest first.
pub async fn list_due(
    connection: &impl ConnectionTrait,
    now: Timestamp,
    limit: u64,
) -> Result<Vec<QueuedMessage>> {
    let due = Entity::find().filter(Column::NextAttemptAt.lte(now));
    Ok(due.order_by_asc(Column::NextAttemptAt).order_by_asc(Column::Id).limit(limit).all(connection).await?)
}

/// Leases a due message until `until` and counts the attempt. Returns false if another process has leased it.
pub async fn lease(
    connection: &impl ConnectionTrait,
    id: Uuid,
    now: Timestamp,
    until: Timestamp,
) -> Result<bool> {
    let lease = Entity::update_many()
        .col_expr(Column::NextAttemptAt, Expr::value(until))
        .col_expr(Column::Attempts, Expr::col(Column::Attempts).add(1))
        .filter(Column::Id.eq(id))
        .filter(Column::NextAttemptAt.lte(now));
    Ok(lease.exec(connection).await?.rows_affected > 0)
}

pub async fn retry_at(connection: &impl ConnectionTrait, id: Uuid, time: Timestamp) -> Result<()> {
    let retry = Entity::update_many().col_expr(Column::NextAttemptAt, Expr::value(time));
    retry.filter(Column::Id.eq(id)).exec(connection).await?;
    Ok(())
}

pub async fn delete_message(connection: &impl ConnectionTrait, id: Uuid) -> Result<()> {
    Entity::delete_by_id(id).exec(connection).await?;
    Ok(())
}

/// Deletes the queued messages about contacts.
pub async fn delete_about(connection: &impl ConnectionTrait, contacts: &BTreeSet<Uuid>) -> Result<()> {
    let about = Entity::delete_many().filter(Column::ContactId.is_in(contacts.iter().copied()));
    about.exec(connection).await?;
    Ok(())
}
