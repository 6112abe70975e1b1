//! The SQL on `contact_events`, `contact_digest_entries` and `notification_preferences`.

use std::collections::{HashMap, HashSet};

use anyhow::Context;
use sea_orm::{
    ActiveValue::Set,
    Condition, ConnectionTrait, QueryOrder, QuerySelect, QueryTrait,
    entity::prelude::*,
    sea_query::{ExprTrait, OnConflict},
};

use super::model::{ContactEvent, NotificationPreferences};
use crate::{
    features::contacts::store::rows,
    platform::{clock::Timestamp, error::Result, http::Version, id},
};

mod events {
    use sea_orm::entity::prelude::*;

    use super::ContactEvent;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "contact_events")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub contact_id: Uuid,
        pub event: ContactEvent,
        /// The new assignee.
        pub user_id: Option<Uuid>,
        /// The member of staff who caused the event.
        pub author_id: Option<Uuid>,
        pub created_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

mod entries {
    use sea_orm::entity::prelude::*;

    use super::ContactEvent;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "contact_digest_entries")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub user_id: Uuid,
        #[sea_orm(primary_key, auto_increment = false)]
        pub contact_id: Uuid,
        #[sea_orm(primary_key, auto_increment = false)]
        pub event: ContactEvent,
        pub created_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

mod preferences {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "notification_preferences")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub user_id: Uuid,
        pub document: Json,
        pub version: i32,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub use entries::Model as DigestEntry;
pub use events::Model as Event;

/// Stores events of the same kind whose notices are queued later.
pub async fn create_events(
    connection: &impl ConnectionTrait,
    contact_ids: Vec<Uuid>,
    event: ContactEvent,
    (user_id, author_id): (Option<Uuid>, Option<Uuid>),
    now: Timestamp,
) -> Result<()> {
    let row = |contact_id| events::ActiveModel {
        id: Set(id::new_id(now)),
        contact_id: Set(contact_id),
        event: Set(event),
        user_id: Set(user_id),
        author_id: Set(author_id),
        created_at: Set(now),
    };
    events::Entity::insert_many(contact_ids.into_iter().map(row)).exec_without_returning(connection).await?;
    Ok(())
}

/// Lists up to `limit` events after one, oldest first. Events of contacts in the trash or in quarantine wait until these are restored or
/// released.
pub async fn list_events(connection: &impl ConnectionTrait, after: Uuid, limit: usize) -> Result<Vec<Event>> {
    let own = Expr::col((rows::Entity, rows::Column::Id)).eq(events::Column::ContactId.into_expr());
    let in_trash_or_quarantine =
        Condition::any().add(rows::Column::DeletedAt.is_not_null()).add(rows::Column::Quarantined.eq(true));
    let outside = rows::Entity::find().filter(own).filter(in_trash_or_quarantine);
    let outside = outside.select_only().column(rows::Column::Id).into_query();
    let found =
        events::Entity::find().filter(events::Column::Id.gt(after)).filter(Expr::exists(outside).not());
    Ok(found.order_by_asc(events::Column::Id).limit(limit as u64).all(connection).await?)
}

/// Deletes events, and returns the ids of those that no other transaction has deleted.
pub async fn take_events(
    connection: &impl ConnectionTrait,
    ids: impl IntoIterator<Item = Uuid>,
) -> Result<HashSet<Uuid>> {
    let taken = events::Entity::delete_many().filter(events::Column::Id.is_in(ids));
    Ok(taken.exec_with_returning(connection).await?.into_iter().map(|event| event.id).collect())
}

/// Adds an event to the next digest of a person.
pub async fn add_to_digest(
    connection: &impl ConnectionTrait,
    user_id: Uuid,
    contact_id: Uuid,
    event: ContactEvent,
    now: Timestamp,
) -> Result<()> {
    let row = entries::ActiveModel {
        user_id: Set(user_id),
        contact_id: Set(contact_id),
        event: Set(event),
        created_at: Set(now),
    };
    let key = [entries::Column::UserId, entries::Column::ContactId, entries::Column::Event];
    let latest = OnConflict::columns(key).update_column(entries::Column::CreatedAt).to_owned();
    entries::Entity::insert(row).on_conflict(latest).exec_without_returning(connection).await?;
    Ok(())
}

/// Deletes and returns what the digests report, oldest first.
pub async fn take_digest_entries(connection: &impl ConnectionTrait) -> Result<Vec<DigestEntry>> {
    let oldest_first = entries::Entity::find().order_by_asc(entries::Column::CreatedAt);
    let found =
        oldest_first.order_by_asc(entries::Column::ContactId).lock_exclusive().all(connection).await?;
    for entry in &found {
        entry.clone().delete(connection).await?;
    }
    Ok(found)
}

/// Returns the preferences of a person, and their version: 0 for the defaults, which are not stored.
pub async fn find_preferences(
    connection: &impl ConnectionTrait,
    user_id: Uuid,
) -> Result<(Version, NotificationPreferences)> {
    let row = preferences::Entity::find_by_id(user_id).one(connection).await?;
    let Some(row) = row else { return Ok((Version(0), NotificationPreferences::default())) };
    Ok((Version(row.version), parse(row.document)?))
}

/// The preferences of all people. Those of one person may be unreadable.
pub struct StoredPreferences(HashMap<Uuid, Json>);

impl StoredPreferences {
    pub async fn read(connection: &impl ConnectionTrait) -> Result<Self> {
        let rows = preferences::Entity::find().all(connection).await?;
        Ok(Self(rows.into_iter().map(|row| (row.user_id, row.document)).collect()))
    }

    /// Returns the preferences of a person, or the defaults if none are stored.
    pub fn of(&self, user_id: Uuid) -> Result<NotificationPreferences> {
        self.0
            .get(&user_id)
            .map_or_else(|| Ok(NotificationPreferences::default()), |document| parse(document.clone()))
    }
}

fn parse(document: Json) -> Result<NotificationPreferences> {
    Ok(serde_json::from_value(document).context("reading notification preferences")?)
}

/// Stores the preferences of a person.
pub async fn save_preferences(
    connection: &impl ConnectionTrait,
    user_id: Uuid,
    version: Version,
    chosen: &NotificationPreferences,
) -> Result<()> {
    let row = preferences::ActiveModel {
        user_id: Set(user_id),
        document: Set(serde_json::to_value(chosen).map_err(anyhow::Error::new)?),
        version: Set(version.0),
    };
    let columns = [preferences::Column::Document, preferences::Column::Version];
    let replace = OnConflict::column(preferences::Column::UserId).update_columns(columns).to_owned();
    preferences::Entity::insert(row).on_conflict(replace).exec_without_returning(connection).await?;
    Ok(())
}
