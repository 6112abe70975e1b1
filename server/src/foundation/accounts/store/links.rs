//! All SQL on `account_links`.

use sea_orm::{Condition, IntoActiveModel, QueryOrder, QuerySelect, entity::prelude::*};

use crate::{
    foundation::accounts::recovery::links::Purpose,
    platform::{clock::Timestamp, error::Result},
};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "account_links")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub token_hash: String,
    pub purpose: Purpose,
    pub user_id: Uuid,
    /// Where it was sent: whoever uses it reads that mailbox.
    pub email: String,
    /// The member of staff who made it; nobody when its owner asked for it.
    pub created_by: Option<Uuid>,
    pub created_at: DateTimeUtc,
    pub expires_at: DateTimeUtc,
    /// So that staff may copy a link they made once more.
    pub sealed_secret: Option<String>,
    /// The message in the outbox that has the link. `None` if it was handed over another way.
    pub message_id: Option<Uuid>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

pub async fn create(connection: &impl ConnectionTrait, link: Model) -> Result<()> {
    Entity::insert(link.into_active_model()).exec_without_returning(connection).await?;
    Ok(())
}

/// Names the message that has the link.
pub async fn set_message(
    connection: &impl ConnectionTrait,
    token_hash: &str,
    message_id: Uuid,
) -> Result<()> {
    let link = Entity::update_many()
        .col_expr(Column::MessageId, Expr::value(message_id))
        .filter(Column::TokenHash.eq(token_hash));
    link.exec(connection).await?;
    Ok(())
}

/// The link, unless it has run out or is for something else.
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

/// The newest link of a person that still works.
pub async fn find_newest(
    connection: &impl ConnectionTrait,
    user: Uuid,
    purpose: Purpose,
    now: Timestamp,
) -> Result<Option<Model>> {
    let query = Entity::find()
        .filter(Column::UserId.eq(user))
        .filter(Column::Purpose.eq(purpose))
        .filter(Column::ExpiresAt.gt(now))
        .order_by_desc(Column::CreatedAt)
        .limit(1);
    Ok(query.one(connection).await?)
}

/// The addresses that a person's links were sent to.
pub async fn emails_of(connection: &impl ConnectionTrait, user: Uuid) -> Result<Vec<String>> {
    let links = Entity::find().filter(Column::UserId.eq(user)).select_only().column(Column::Email).distinct();
    Ok(links.into_tuple().all(connection).await?)
}

/// Uses up a link. Of two at the same moment one gets `true`.
pub async fn delete(connection: &impl ConnectionTrait, token_hash: &str) -> Result<bool> {
    Ok(Entity::delete_by_id(token_hash).exec(connection).await?.rows_affected == 1)
}

/// Deletes the links of a person for these purposes and returns them.
pub async fn delete_of(
    connection: &impl ConnectionTrait,
    user: Uuid,
    purposes: &[Purpose],
) -> Result<Vec<Model>> {
    let of_purposes = Column::Purpose.is_in(purposes.iter().copied());
    delete_where(connection, Condition::all().add(Column::UserId.eq(user)).add(of_purposes)).await
}

/// Deletes the links that confirm another address than `email` for a person, and returns them.
pub async fn delete_pending_email(
    connection: &impl ConnectionTrait,
    user: Uuid,
    email: &str,
) -> Result<Vec<Model>> {
    let pending = Condition::all()
        .add(Column::UserId.eq(user))
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

pub async fn delete_expired(connection: &impl ConnectionTrait, now: Timestamp) -> Result<u64> {
    Ok(Entity::delete_many().filter(Column::ExpiresAt.lte(now)).exec(connection).await?.rows_affected)
}
