//! The SQL on `totp_secrets`.

use std::collections::HashSet;

use sea_orm::{
    ActiveValue::Set,
    Condition, QuerySelect,
    entity::prelude::*,
    sea_query::{Expr, OnConflict},
};

use crate::platform::{clock::Timestamp, error::Result};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "totp_secrets")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub user_id: Uuid,
    pub sealed_secret: String,
    /// The step of the last accepted code; `None` before the first. Codes of this step and earlier ones are refused.
    pub last_used_step: Option<i64>,
    /// Time at which the first code confirmed the secret. From then on, codes are required. `None` during the enrollment.
    pub confirmed_at: Option<DateTimeUtc>,
    pub created_at: DateTimeUtc,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// Finds the secret of a user, confirmed or not.
pub async fn find(connection: &impl ConnectionTrait, user_id: Uuid) -> Result<Option<Model>> {
    Ok(Entity::find_by_id(user_id).one(connection).await?)
}

/// Starts an enrollment, which replaces an unfinished one.
pub async fn offer(
    connection: &impl ConnectionTrait,
    user_id: Uuid,
    sealed_secret: String,
    now: Timestamp,
) -> Result<()> {
    let row = ActiveModel {
        user_id: Set(user_id),
        sealed_secret: Set(sealed_secret),
        last_used_step: Set(None),
        confirmed_at: Set(None),
        created_at: Set(now),
    };
    let replace = OnConflict::column(Column::UserId)
        .update_columns([Column::SealedSecret, Column::LastUsedStep, Column::ConfirmedAt, Column::CreatedAt])
        .to_owned();
    Entity::insert(row).on_conflict(replace).exec_without_returning(connection).await?;
    Ok(())
}

/// Finishes the enrollment, so that codes are required.
pub async fn confirm(connection: &impl ConnectionTrait, user_id: Uuid, now: Timestamp) -> Result<()> {
    let confirmed = ActiveModel { user_id: Set(user_id), confirmed_at: Set(Some(now)), ..Default::default() };
    confirmed.update(connection).await?;
    Ok(())
}

/// Marks the code of a step as used. Returns false if this code or a later one was used before. Of two concurrent calls, only
/// one returns true.
pub async fn use_step(connection: &impl ConnectionTrait, user_id: Uuid, step: i64) -> Result<bool> {
    let unused = Condition::any().add(Column::LastUsedStep.is_null()).add(Column::LastUsedStep.lt(step));
    let updated = Entity::update_many()
        .col_expr(Column::LastUsedStep, Expr::value(step))
        .filter(Column::UserId.eq(user_id))
        .filter(unused)
        .exec(connection)
        .await?;
    Ok(updated.rows_affected == 1)
}

/// Returns the ids of those users who have an active authenticator app.
pub async fn owners(connection: &impl ConnectionTrait, users: &[Uuid]) -> Result<HashSet<Uuid>> {
    let owners: Vec<Uuid> = Entity::find()
        .select_only()
        .column(Column::UserId)
        .filter(Column::UserId.is_in(users.iter().copied()))
        .filter(Column::ConfirmedAt.is_not_null())
        .into_tuple()
        .all(connection)
        .await?;
    Ok(owners.into_iter().collect())
}

/// Deletes the secret of a user. Returns false if there was none.
pub async fn delete(connection: &impl ConnectionTrait, user_id: Uuid) -> Result<bool> {
    Ok(Entity::delete_by_id(user_id).exec(connection).await?.rows_affected > 0)
}
