//! What authenticators have been asked and haven't answered yet: all SQL on `passkey_challenges`.

use sea_orm::{IntoActiveModel, entity::prelude::*};

use crate::{
    foundation::accounts::factors::passkeys::challenge::Purpose,
    platform::{clock::Timestamp, error::Result},
};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "passkey_challenges")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub token_hash: String,
    pub purpose: Purpose,
    /// Whose passkey has to answer, where that is known.
    pub user_id: Option<Uuid>,
    /// The session that asked, where there is one.
    pub session_id: Option<Uuid>,
    /// What the answer is held against, as JSON.
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

/// Uses up a challenge. Of two who answer the same one at once one gets it.
pub async fn take(connection: &impl ConnectionTrait, token_hash: &str) -> Result<Option<Model>> {
    let found = Entity::find_by_id(token_hash).one(connection).await?;
    let deleted = Entity::delete_by_id(token_hash).exec(connection).await?;
    Ok(found.filter(|_| deleted.rows_affected == 1))
}

pub async fn delete_expired(connection: &impl ConnectionTrait, now: Timestamp) -> Result<u64> {
    Ok(Entity::delete_many().filter(Column::ExpiresAt.lte(now)).exec(connection).await?.rows_affected)
}
