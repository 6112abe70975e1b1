//! The SQL on `passkeys`.

use std::collections::HashSet;

use sea_orm::{ActiveValue::Set, IntoActiveModel, QueryOrder, QuerySelect, entity::prelude::*};

use crate::platform::{
    clock::Timestamp,
    error::{Error, Result, is_unique_violation},
};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "passkeys")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub user_id: Uuid,
    /// Id that the authenticator chose for the credential, in base64url.
    pub credential_id: String,
    /// Public key, counter and other state for the verification of the next response, as JSON.
    pub credential: String,
    pub name: String,
    pub created_at: DateTimeUtc,
    pub last_used_at: Option<DateTimeUtc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

const TAKEN: Error =
    Error::Conflict { code: "passkey_known", message: "Esta chave de acesso já está cadastrada." };

pub async fn create(connection: &impl ConnectionTrait, passkey: Model) -> Result<()> {
    match Entity::insert(passkey.into_active_model()).exec_without_returning(connection).await {
        Ok(_) => Ok(()),
        Err(error) if is_unique_violation(&error) => Err(TAKEN),
        Err(error) => Err(error.into()),
    }
}

/// Lists the passkeys of a user, oldest first.
pub async fn list(connection: &impl ConnectionTrait, user_id: Uuid) -> Result<Vec<Model>> {
    let own = Entity::find().filter(Column::UserId.eq(user_id));
    Ok(own.order_by_asc(Column::CreatedAt).order_by_asc(Column::Id).all(connection).await?)
}

/// Finds a passkey of a user by its id.
pub async fn find_own(connection: &impl ConnectionTrait, user_id: Uuid, id: Uuid) -> Result<Option<Model>> {
    Ok(Entity::find_by_id(id).filter(Column::UserId.eq(user_id)).one(connection).await?)
}

/// Finds the passkey with this credential and locks it until the transaction ends.
pub async fn find_for_update(
    connection: &impl ConnectionTrait,
    credential_id: &str,
) -> Result<Option<Model>> {
    let query = Entity::find().filter(Column::CredentialId.eq(credential_id)).lock_exclusive();
    Ok(query.one(connection).await?)
}

/// Counts the passkeys of a user.
pub async fn count(connection: &impl ConnectionTrait, user_id: Uuid) -> Result<u64> {
    Ok(Entity::find().filter(Column::UserId.eq(user_id)).count(connection).await?)
}

/// Returns the ids of those users who have a passkey.
pub async fn owners(connection: &impl ConnectionTrait, users: &[Uuid]) -> Result<HashSet<Uuid>> {
    let owners: Vec<Uuid> = Entity::find()
        .select_only()
        .column(Column::UserId)
        .distinct()
        .filter(Column::UserId.is_in(users.iter().copied()))
        .into_tuple()
        .all(connection)
        .await?;
    Ok(owners.into_iter().collect())
}

pub async fn rename(connection: &impl ConnectionTrait, id: Uuid, name: &str) -> Result<()> {
    let row = ActiveModel { id: Set(id), name: Set(name.to_owned()), ..Default::default() };
    row.update(connection).await?;
    Ok(())
}

/// Records a use of the passkey: the new state of its credential, and the time.
pub async fn record_use(
    connection: &impl ConnectionTrait,
    id: Uuid,
    credential: String,
    now: Timestamp,
) -> Result<()> {
    let row = ActiveModel {
        id: Set(id),
        credential: Set(credential),
        last_used_at: Set(Some(now)),
        ..Default::default()
    };
    row.update(connection).await?;
    Ok(())
}

pub async fn delete(connection: &impl ConnectionTrait, id: Uuid) -> Result<()> {
    Entity::delete_by_id(id).exec(connection).await?;
    Ok(())
}

/// Deletes all passkeys of a user. Returns false if there were none.
pub async fn delete_all(connection: &impl ConnectionTrait, user_id: Uuid) -> Result<bool> {
    let deleted = Entity::delete_many().filter(Column::UserId.eq(user_id)).exec(connection).await?;
    Ok(deleted.rows_affected > 0)
}
