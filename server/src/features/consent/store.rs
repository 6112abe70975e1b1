//! The SQL on `consents` and `consent_notices`.

use std::collections::HashMap;

use sea_orm::{
    ActiveValue::Set,
    ConnectionTrait, EntityTrait, Order, QuerySelect,
    entity::prelude::*,
    sea_query::{OnConflict, Query},
};
use serde_json::Value;

use self::rows::{Column, Entity, Model};
use super::model::{ConsentOutcome, ConsentSummary, NewConsent, StoredConsent};
use crate::platform::{clock::Timestamp, db::pages, error::Result, paging::TimeCursor};

mod rows {
    use sea_orm::entity::prelude::*;

    use super::ConsentOutcome;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "consents")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub version: String,
        pub trackers: String,
        pub categories: String,
        pub outcome: ConsentOutcome,
        pub created_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

mod texts {
    use sea_orm::entity::prelude::*;

    /// The texts of a version of the notice. Stored with the first choice about it.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "consent_notices")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub version: String,
        #[sea_orm(column_type = "JsonBinary")]
        pub document: Json,
        pub created_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

impl From<Model> for StoredConsent {
    fn from(row: Model) -> Self {
        let Model { id, version, trackers, categories, created_at, .. } = row;
        Self { id, version, trackers, categories, created_at }
    }
}

/// Stores a choice, unless its id is already stored.
pub async fn create(connection: &impl ConnectionTrait, consent: &NewConsent, now: Timestamp) -> Result<()> {
    let keys = |keys: Vec<&str>| Set(keys.join(" "));
    let row = rows::ActiveModel {
        id: Set(consent.id),
        version: Set(consent.version.clone()),
        trackers: keys(consent.trackers.iter().map(|tracker| tracker.key()).collect()),
        categories: keys(consent.categories.iter().map(|category| category.key()).collect()),
        outcome: Set(consent.outcome()),
        created_at: Set(now),
    };
    let skip = OnConflict::new().do_nothing().to_owned();
    Entity::insert(row).on_conflict(skip).exec_without_returning(connection).await?;
    Ok(())
}

/// Returns whether any choice is stored.
pub async fn has_any(connection: &impl ConnectionTrait) -> Result<bool> {
    Ok(Entity::find().limit(1).one(connection).await?.is_some())
}

/// Returns whether the texts of a version are stored.
pub async fn has_text(connection: &impl ConnectionTrait, version: &str) -> Result<bool> {
    Ok(texts::Entity::find_by_id(version).count(connection).await? > 0)
}

/// Stores the texts of a version, unless they are already stored.
pub async fn create_text(
    connection: &impl ConnectionTrait,
    version: &str,
    document: Value,
    now: Timestamp,
) -> Result<()> {
    let row = texts::ActiveModel {
        version: Set(version.to_owned()),
        document: Set(document),
        created_at: Set(now),
    };
    let skip = OnConflict::new().do_nothing().to_owned();
    texts::Entity::insert(row).on_conflict(skip).exec_without_returning(connection).await?;
    Ok(())
}

/// Returns all stored texts by version.
pub async fn list_texts(connection: &impl ConnectionTrait) -> Result<HashMap<String, Value>> {
    let rows = texts::Entity::find().all(connection).await?;
    Ok(rows.into_iter().map(|row| (row.version, row.document)).collect())
}

/// Lists one page of choices, newest first.
pub async fn list(
    connection: &impl ConnectionTrait,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<StoredConsent>> {
    let query =
        pages::sorted_after(Entity::find(), (Column::CreatedAt, Column::Id), Order::Desc, after).limit(limit);
    Ok(query.all(connection).await?.into_iter().map(StoredConsent::from).collect())
}

/// Counts the choices since a time, by outcome. `days` is the length of the period for the result.
pub async fn summary(
    connection: &impl ConnectionTrait,
    days: i64,
    since: Timestamp,
) -> Result<ConsentSummary> {
    let counts: Vec<(ConsentOutcome, i64)> = Entity::find()
        .select_only()
        .column(Column::Outcome)
        .column_as(Column::Id.count(), "count")
        .filter(Column::CreatedAt.gte(since))
        .group_by(Column::Outcome)
        .into_tuple()
        .all(connection)
        .await?;
    let count = |outcome| {
        let found = counts.iter().find(|(counted, _)| *counted == outcome);
        found.map_or(0, |(_, count)| u64::try_from(*count).unwrap_or(0))
    };
    Ok(ConsentSummary {
        days,
        accepted: count(ConsentOutcome::Accepted),
        partial: count(ConsentOutcome::Partial),
        refused: count(ConsentOutcome::Refused),
    })
}

/// Deletes the choices from before a time, and older texts that no remaining choice refers to. Returns the number of deleted
/// choices.
pub async fn delete_old(connection: &impl ConnectionTrait, before: Timestamp) -> Result<u64> {
    let deleted = Entity::delete_many().filter(Column::CreatedAt.lt(before)).exec(connection).await?;
    let used = Query::select().column(Column::Version).from(Entity).to_owned();
    texts::Entity::delete_many()
        .filter(texts::Column::CreatedAt.lt(before))
        .filter(texts::Column::Version.not_in_subquery(used))
        .exec(connection)
        .await?;
    Ok(deleted.rows_affected)
}
