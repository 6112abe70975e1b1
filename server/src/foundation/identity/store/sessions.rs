//! The SQL on `sessions`.

use sea_orm::{ActiveValue::Set, IntoActiveModel, QueryOrder, entity::prelude::*};

use super::{delete_oldest_of, push_subscriptions, users};
use crate::{
    foundation::identity::{model::User, session},
    platform::{clock::Timestamp, error::Result},
};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "sessions")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub user_id: Uuid,
    pub token_hash: String,
    /// Hash of the session cookie, which must accompany the token; `None` for clients without cookies.
    pub cookie_hash: Option<String>,
    pub user_agent: String,
    pub created_at: DateTimeUtc,
    pub last_seen_at: DateTimeUtc,
    pub expires_at: DateTimeUtc,
    /// IP address of the request that started the session; empty if unknown.
    pub ip: String,
    /// Time of the sign-in or of the last step-up in this session.
    pub authenticated_at: DateTimeUtc,
    /// Time at which this session was started with a second factor, or last added one. `None` if neither happened, or if the
    /// user has removed all second factors since.
    pub second_factor_at: Option<DateTimeUtc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(belongs_to = "super::users::Entity", from = "Column::UserId", to = "super::users::Column::Id")]
    User,
}

impl Related<super::users::Entity> for Entity {
    fn to() -> RelationDef {
        Relation::User.def()
    }
}

impl ActiveModelBehavior for ActiveModel {}

pub async fn create(connection: &impl ConnectionTrait, session: Model) -> Result<()> {
    session.into_active_model().insert(connection).await?;
    Ok(())
}

/// Finds a session, expired or not, and its user, unless the user is disabled.
pub async fn find(connection: &impl ConnectionTrait, token_hash: &str) -> Result<Option<(Model, User)>> {
    let found = Entity::find()
        .filter(Column::TokenHash.eq(token_hash))
        .find_also_related(users::Entity)
        .one(connection)
        .await?;
    Ok(found
        .and_then(|(session, user)| Some((session, user.filter(|user| user.disabled_at.is_none())?.into()))))
}

/// Returns whether the session still exists.
pub async fn exists(connection: &impl ConnectionTrait, id: Uuid) -> Result<bool> {
    Ok(Entity::find_by_id(id).count(connection).await? > 0)
}

/// Records a use of the session.
pub async fn touch(connection: &impl ConnectionTrait, id: Uuid, now: Timestamp) -> Result<()> {
    update(connection, ActiveModel { id: Set(id), last_seen_at: Set(now), ..Default::default() }).await
}

/// Deletes a session, and the notifications of its browser.
pub async fn delete(connection: &impl ConnectionTrait, id: Uuid) -> Result<()> {
    push_subscriptions::delete_of_session(connection, id).await?;
    Entity::delete_by_id(id).exec(connection).await?;
    Ok(())
}

/// Records a step-up: the user entered the password or a second factor.
pub async fn record_authentication(
    connection: &impl ConnectionTrait,
    id: Uuid,
    now: Timestamp,
) -> Result<()> {
    update(connection, ActiveModel { id: Set(id), authenticated_at: Set(now), ..Default::default() }).await
}

/// Sets the time at which the session was started with a second factor or added one; `None` if the user has none any more.
pub async fn set_second_factor(
    connection: &impl ConnectionTrait,
    id: Uuid,
    since: Option<Timestamp>,
) -> Result<()> {
    update(connection, ActiveModel { id: Set(id), second_factor_at: Set(since), ..Default::default() }).await
}

/// Updates the session. Does nothing if it was deleted in the meantime.
async fn update(connection: &impl ConnectionTrait, change: ActiveModel) -> Result<()> {
    match change.update(connection).await {
        Ok(_) | Err(DbErr::RecordNotUpdated) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Deletes the sessions of a user except the `keep` most recently used ones.
pub async fn delete_oldest(connection: &impl ConnectionTrait, user_id: Uuid, keep: u64) -> Result<()> {
    let own = Entity::find().filter(Column::UserId.eq(user_id));
    delete_oldest_of(connection, own, (Column::Id, Column::LastSeenAt), keep).await
}

/// Deletes the sessions that have reached their maximum lifetime, and returns their number.
pub async fn delete_expired(connection: &impl ConnectionTrait, now: Timestamp) -> Result<u64> {
    let deleted = Entity::delete_many().filter(Column::ExpiresAt.lte(now)).exec(connection).await?;
    Ok(deleted.rows_affected)
}

/// Lists the valid sessions of a user, most recently used first.
pub async fn list(connection: &impl ConnectionTrait, user: &User, now: Timestamp) -> Result<Vec<Model>> {
    let query = Entity::find()
        .filter(Column::UserId.eq(user.id))
        .filter(Column::ExpiresAt.gt(now))
        .filter(Column::LastSeenAt.gt(session::idle_since(user.role, now)))
        .order_by_desc(Column::LastSeenAt)
        .order_by_desc(Column::Id);
    Ok(query.all(connection).await?)
}

/// Deletes a session of the user and returns it, or `None` if the user has no such session.
pub async fn delete_own(connection: &impl ConnectionTrait, user_id: Uuid, id: Uuid) -> Result<Option<Model>> {
    let own = Entity::find_by_id(id).filter(Column::UserId.eq(user_id)).one(connection).await?;
    if own.is_some() {
        delete(connection, id).await?;
    }
    Ok(own)
}

/// Deletes all sessions of a user except the one with the id `keep`, if set, and the notifications of all other browsers. Returns the
/// number of sessions.
pub async fn delete_all(connection: &impl ConnectionTrait, user_id: Uuid, keep: Option<Uuid>) -> Result<u64> {
    push_subscriptions::delete_all(connection, user_id, keep).await?;
    let mut all = Entity::delete_many().filter(Column::UserId.eq(user_id));
    if let Some(id) = keep {
        all = all.filter(Column::Id.ne(id));
    }
    Ok(all.exec(connection).await?.rows_affected)
}
