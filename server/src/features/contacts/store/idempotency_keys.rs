//! The SQL on `idempotency_keys`, which maps each key to the contact that was created with it.

use sea_orm::{ActiveValue::Set, entity::prelude::*};

use crate::platform::{
    clock::Timestamp,
    error::{Result, is_unique_violation},
};

mod rows {
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

/// Finds the hash of the request with this key, and the id of its contact.
pub async fn find(connection: &impl ConnectionTrait, key: &str) -> Result<Option<(String, Uuid)>> {
    let row = rows::Entity::find_by_id(key).one(connection).await?;
    Ok(row.map(|row| (row.request_hash, row.contact_id)))
}

/// The key of a request that created a contact.
pub struct NewKey<'a> {
    pub key: &'a str,
    pub request_hash: &'a str,
    pub contact_id: Uuid,
}

/// Stores the keys of requests. Returns false if one of them already exists. The caller must then roll back the transaction.
pub async fn create_all(
    connection: &impl ConnectionTrait,
    keys: impl IntoIterator<Item = NewKey<'_>>,
    now: Timestamp,
) -> Result<bool> {
    let row = |NewKey { key, request_hash, contact_id }: NewKey<'_>| rows::ActiveModel {
        key: Set(key.to_owned()),
        request_hash: Set(request_hash.to_owned()),
        contact_id: Set(contact_id),
        created_at: Set(now),
    };
    let rows: Vec<_> = keys.into_iter().map(row).collect();
    if rows.is_empty() {
        return Ok(true);
    }
    match rows::Entity::insert_many(rows).exec_without_returning(connection).await {
        Ok(_) => Ok(true),
        Err(error) if is_unique_violation(&error) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Deletes the keys that were created before `older_than`. Returns their number.
pub async fn delete_old(connection: &impl ConnectionTrait, older_than: Timestamp) -> Result<u64> {
    let old = rows::Entity::delete_many().filter(rows::Column::CreatedAt.lt(older_than));
    Ok(old.exec(connection).await?.rows_affected)
}

/// Deletes the keys of an erased contact, because the hash of a request can confirm a guess of its content.
pub async fn delete_of_contact(connection: &impl ConnectionTrait, contact_id: Uuid) -> Result<()> {
    let keys = rows::Entity::delete_many();
    keys.filter(rows::Column::ContactId.eq(contact_id)).exec(connection).await?;
    Ok(())
}
