//! The SQL on `account_links`.

use sea_orm::{Condition, IntoActiveModel, QueryOrder, QuerySelect, entity::prelude::*};

use super::links::Purpose;
use crate::platform::{clock::Timestamp, error::Result};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "account_links")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub token_hash: String,
    pub purpose: Purpose,
    pub user_id: Uuid,
    /// The email that the link was sent to.
    pub email: String,
    /// Id of the administrator who created the link; `None` if the user requested it.
    pub created_by: Option<Uuid>,
    pub created_at: DateTimeUtc,
    pub expires_at: DateTimeUtc,
    /// The encrypted token of a link that an administrator created, so that administrators can copy the link again.
    pub sealed_secret: Option<String>,
    /// Id of the message with the link; `None` if the link was not mailed.
    pub message_id: Option<Uuid>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

pub async fn create(connection: &impl ConnectionTrait, link: Model) -> Result<()> {
    Entity::insert(link.into_active_model()).exec_without_returning(connection).await?;
    Ok(())
}

/// Sets the message that contains the link.
pub async fn set_message(
    connection: &impl ConnectionTrait,
    token_hash: &str,
    message_id: Uuid,
) -> Result<()> {
    let update = Entity::update_many()
        .col_expr(Column::MessageId, Expr::value(message_id))
        .filter(Column::TokenHash.eq(token_hash));
    update.exec(connection).await?;
    Ok(())
}

/// Finds the link if it has not expired and has one of the purposes.
pub async fn find(
    connection: &impl ConnectionTrait,
    token_hash: &str,
    purposes: &[Purpose],
    now: Timestamp,
) -> Result<Option<Model>> {
    let query = Entity::find_by_id(token_hash)
        .filter(Column::Purpose.is_in(purposes.iter().copied()))
        .filter(Column::ExpiresAt.gt(now));
    Ok(query.one(connection).await?)
}

/// Finds the newest valid link of a user for a purpose.
pub async fn find_newest(
    connection: &impl ConnectionTrait,
    user_id: Uuid,
    purpose: Purpose,
    now: Timestamp,
) -> Result<Option<Model>> {
    let query = Entity::find()
        .filter(Column::UserId.eq(user_id))
        .filter(Column::Purpose.eq(purpose))
        .filter(Column::ExpiresAt.gt(now))
        .order_by_desc(Column::CreatedAt)
        .limit(1);
    Ok(query.one(connection).await?)
}

/// Returns the emails that links of a user were sent to.
pub async fn emails_of(connection: &impl ConnectionTrait, user_id: Uuid) -> Result<Vec<String>> {
    let links =
        Entity::find().filter(Column::UserId.eq(user_id)).select_only().column(Column::Email).distinct();
    Ok(links.into_tuple().all(connection).await?)
}

/// Lists the links of a user, newest first.
pub async fn list_of_user(connection: &impl ConnectionTrait, user_id: Uuid) -> Result<Vec<Model>> {
    let links = Entity::find().filter(Column::UserId.eq(user_id)).order_by_desc(Column::CreatedAt);
    Ok(links.all(connection).await?)
}

/// Deletes a link. Returns false if there is none: of two concurrent calls, only one returns true.
pub async fn delete(connection: &impl ConnectionTrait, token_hash: &str) -> Result<bool> {
    Ok(Entity::delete_by_id(token_hash).exec(connection).await?.rows_affected == 1)
}

/// Deletes the links of a user for the purposes and returns them.
pub async fn delete_of(
    connection: &impl ConnectionTrait,
    user_id: Uuid,
    purposes: &[Purpose],
) -> Result<Vec<Model>> {
    let of_purposes = Column::Purpose.is_in(purposes.iter().copied());
    delete_where(connection, Condition::all().add(Column::UserId.eq(user_id)).add(of_purposes)).await
}

/// Deletes the links that verify another email than `email` for a user, and returns them.
pub async fn delete_pending_email(
    connection: &impl ConnectionTrait,
    user_id: Uuid,
    email: &str,
) -> Result<Vec<Model>> {
    let pending = Condition::all()
        .add(Column::UserId.eq(user_id))
        .add(Column::Purpose.eq(Purpose::VerifyEmail))
        .add(Column::Email.ne(email));
    delete_where(connection, pending).await
}

async fn delete_where(connection: &impl ConnectionTrait, which: Condition) -> Result<Vec<Model>> {
    let links = Entity::find().filter(which).all(connection).await?;
    let hashes = links.iter().map(|link| &link.token_hash);
    Entity::delete_many().filter(Column::TokenHash.is_in(hashes)).exec(connection).await?;
    Ok(links)
}

/// Deletes expired links and returns their number.
pub async fn delete_expired(connection: &impl ConnectionTrait, now: Timestamp) -> Result<u64> {
    Ok(Entity::delete_many().filter(Column::ExpiresAt.lte(now)).exec(connection).await?.rows_affected)
}
