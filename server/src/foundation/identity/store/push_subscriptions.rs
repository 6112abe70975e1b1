//! The SQL on `push_subscriptions`: the devices on which users get notifications. Signing out or ending a session ends those of its
//! browser; a session that expires doesn't.

use std::collections::BTreeSet;

use sea_orm::{ActiveValue::Set, QueryOrder, entity::prelude::*};

use super::delete_oldest_of;
use crate::platform::{clock::Timestamp, error::Result, id};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "push_subscriptions")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub user_id: Uuid,
    /// The latest session in which the browser has used the panel. It may have expired.
    pub session_id: Uuid,
    pub endpoint: String,
    pub endpoint_hash: String,
    pub public_key: String,
    pub sealed_secret: String,
    pub user_agent: String,
    pub created_at: DateTimeUtc,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// Purpose of the key that seals the secret of a browser.
pub const PURPOSE: &str = "push subscription";
/// Maximum number of devices of a user. The oldest ones are deleted.
const MAX_DEVICES: u64 = 10;

pub struct NewSubscription {
    pub user_id: Uuid,
    pub session_id: Uuid,
    pub endpoint: String,
    pub endpoint_hash: String,
    /// In base64url.
    pub public_key: String,
    pub sealed_secret: String,
    pub user_agent: String,
}

/// Stores the subscription of a browser. It replaces an earlier one of this browser by another user, with its queued messages.
pub async fn save(connection: &impl ConnectionTrait, new: NewSubscription, now: Timestamp) -> Result<Model> {
    let known = Entity::find().filter(Column::EndpointHash.eq(&new.endpoint_hash)).one(connection).await?;
    let row = ActiveModel {
        session_id: Set(new.session_id),
        public_key: Set(new.public_key),
        sealed_secret: Set(new.sealed_secret),
        user_agent: Set(new.user_agent),
        ..Default::default()
    };
    match known {
        Some(known) if known.user_id == new.user_id => {
            return Ok(ActiveModel { id: Set(known.id), ..row }.update(connection).await?);
        }
        Some(known) => delete(connection, known.id).await?,
        None => {}
    }
    delete_oldest_of(
        connection,
        Entity::find().filter(Column::UserId.eq(new.user_id)),
        (Column::Id, Column::CreatedAt),
        MAX_DEVICES - 1,
    )
    .await?;
    let row = ActiveModel {
        id: Set(id::new_id(now)),
        user_id: Set(new.user_id),
        endpoint: Set(new.endpoint),
        endpoint_hash: Set(new.endpoint_hash),
        created_at: Set(now),
        ..row
    };
    Ok(row.insert(connection).await?)
}

pub async fn find(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<Model>> {
    Ok(Entity::find_by_id(id).one(connection).await?)
}

/// Lists the subscriptions of a user, newest first.
pub async fn list(connection: &impl ConnectionTrait, user_id: Uuid) -> Result<Vec<Model>> {
    let own = Entity::find().filter(Column::UserId.eq(user_id));
    Ok(own.order_by_desc(Column::CreatedAt).order_by_desc(Column::Id).all(connection).await?)
}

/// Lists the subscriptions of some users.
pub async fn list_of_users(
    connection: &impl ConnectionTrait,
    user_ids: BTreeSet<Uuid>,
) -> Result<Vec<Model>> {
    Ok(Entity::find().filter(Column::UserId.is_in(user_ids)).all(connection).await?)
}

/// Returns whether anyone gets notifications on a device.
pub async fn has_any(connection: &impl ConnectionTrait) -> Result<bool> {
    Ok(Entity::find().one(connection).await?.is_some())
}

pub async fn delete(connection: &impl ConnectionTrait, id: Uuid) -> Result<()> {
    Entity::delete_by_id(id).exec(connection).await?;
    Ok(())
}

/// Deletes all subscriptions, because the key that browsers have subscribed to was replaced.
pub async fn delete_of_everyone(connection: &impl ConnectionTrait) -> Result<()> {
    Entity::delete_many().exec(connection).await?;
    Ok(())
}

/// Ties the subscription of the browser of a session to another session.
pub async fn move_to_session(connection: &impl ConnectionTrait, former: Uuid, session: Uuid) -> Result<()> {
    let moved = Entity::update_many().filter(Column::SessionId.eq(former));
    moved.col_expr(Column::SessionId, Expr::value(session)).exec(connection).await?;
    Ok(())
}

/// Deletes the subscription of the browser of a session.
pub(super) async fn delete_of_session(connection: &impl ConnectionTrait, session_id: Uuid) -> Result<()> {
    Entity::delete_many().filter(Column::SessionId.eq(session_id)).exec(connection).await?;
    Ok(())
}

/// Deletes all subscriptions of a user except that of the session `keep`, if set.
pub(super) async fn delete_all(
    connection: &impl ConnectionTrait,
    user_id: Uuid,
    keep: Option<Uuid>,
) -> Result<()> {
    let mut all = Entity::delete_many().filter(Column::UserId.eq(user_id));
    if let Some(id) = keep {
        all = all.filter(Column::SessionId.ne(id));
    }
    all.exec(connection).await?;
    Ok(())
}
