//! The SQL on `passkey_challenges`.

use sea_orm::{IntoActiveModel, entity::prelude::*};

use super::Purpose;
use crate::platform::{clock::Timestamp, error::Result};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "passkey_challenges")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub token_hash: String,
    pub purpose: Purpose,
    /// Id of the user whose passkeys are accepted. With `None`, passkeys of all users are accepted.
    pub user_id: Option<Uuid>,
    /// Id of the session that requested the challenge; `None` for a sign-in.
    pub session_id: Option<Uuid>,
    /// State for the verification of the response, as JSON.
    pub state: String,
    pub expires_at: DateTimeUtc,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

pub async fn create(connection: &impl ConnectionTrait, challenge: Model) -> Result<()> {
    Entity::insert(challenge.into_active_model()).exec_without_returning(connection).await?;
    Ok(())
}

/// Deletes a challenge and returns it. Of two concurrent calls, only one gets the challenge.
pub async fn take(connection: &impl ConnectionTrait, token_hash: &str) -> Result<Option<Model>> {
    let found = Entity::find_by_id(token_hash).one(connection).await?;
    let deleted = Entity::delete_by_id(token_hash).exec(connection).await?;
    Ok(found.filter(|_| deleted.rows_affected == 1))
}

/// Deletes expired challenges and returns their number.
pub async fn delete_expired(connection: &impl ConnectionTrait, now: Timestamp) -> Result<u64> {
    Ok(Entity::delete_many().filter(Column::ExpiresAt.lte(now)).exec(connection).await?.rows_affected)
}
