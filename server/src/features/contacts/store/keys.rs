//! All SQL on `idempotency_keys`: what a client calls its attempt to send a contact.

use sea_orm::{ActiveValue::Set, entity::prelude::*};

use crate::platform::{clock::Timestamp, error::Result};

mod idempotency_keys {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "idempotency_keys")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub key: String,
        pub request_hash: String,
        pub contact_id: Uuid,
        pub created_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// The contact made with this key before, and the hash of the request that made it.
pub async fn find(connection: &impl ConnectionTrait, key: &str) -> Result<Option<(String, Uuid)>> {
    let row = idempotency_keys::Entity::find_by_id(key).one(connection).await?;
    Ok(row.map(|row| (row.request_hash, row.contact_id)))
}

pub async fn remember(
    connection: &impl ConnectionTrait,
    key: &str,
    request_hash: &str,
    contact_id: Uuid,
    now: Timestamp,
) -> Result<(), DbErr> {
    let row = idempotency_keys::ActiveModel {
        key: Set(key.to_owned()),
        request_hash: Set(request_hash.to_owned()),
        contact_id: Set(contact_id),
        created_at: Set(now),
    };
    idempotency_keys::Entity::insert(row).exec_without_returning(connection).await?;
    Ok(())
}

pub async fn delete_old(connection: &impl ConnectionTrait, deadline: Timestamp) -> Result<u64> {
    let old =
        idempotency_keys::Entity::delete_many().filter(idempotency_keys::Column::CreatedAt.lt(deadline));
    Ok(old.exec(connection).await?.rows_affected)
}

/// A hash of what was sent tells whether a guess is right.
pub async fn delete_of_contact(connection: &impl ConnectionTrait, contact_id: Uuid) -> Result<()> {
    let keys = idempotency_keys::Entity::delete_many();
    keys.filter(idempotency_keys::Column::ContactId.eq(contact_id)).exec(connection).await?;
    Ok(())
}
