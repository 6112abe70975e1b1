//! All SQL on `record_versions`.

use std::collections::BTreeSet;

use sea_orm::{
    ActiveValue::Set, Condition, ConnectionTrait, QueryOrder, QuerySelect, entity::prelude::*,
    sea_query::OnConflict,
};

use super::model::{Change, HistoryEntry, HistoryPaging, KEPT, Subject};
use crate::{
    accounts,
    kit::{
        clock::Timestamp,
        error::Result,
        http::Version,
        paging::{self, Page},
    },
};

mod record_versions {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "record_versions")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub kind: String,
        #[sea_orm(primary_key, auto_increment = false)]
        pub record_id: String,
        #[sea_orm(primary_key, auto_increment = false)]
        pub version: i32,
        #[sea_orm(column_type = "JsonBinary")]
        pub document: Json,
        pub restored_from: Option<i32>,
        pub saved_by: Option<Uuid>,
        pub saved_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

use record_versions::{ActiveModel, Column, Entity, Model};

/// Writes what a record has become and, should nobody have yet, what it was.
pub async fn record(
    connection: &impl ConnectionTrait,
    subject: Subject<'_>,
    change: Change<'_>,
    now: Timestamp,
) -> Result<()> {
    let version = |(version, document): (Version, &Json)| ActiveModel {
        kind: Set(subject.kind.to_owned()),
        record_id: Set(subject.id.to_owned()),
        version: Set(version.0),
        document: Set(document.clone()),
        restored_from: Set(None),
        saved_by: Set(None),
        saved_at: Set(None),
    };
    let once = OnConflict::columns([Column::Kind, Column::RecordId, Column::Version]).do_nothing().to_owned();
    Entity::insert(version(change.before)).on_conflict(once).exec_without_returning(connection).await?;
    let after = ActiveModel {
        restored_from: Set(change.restored_from),
        saved_by: Set(Some(change.by)),
        saved_at: Set(Some(now)),
        ..version(change.after)
    };
    Entity::insert(after).exec_without_returning(connection).await?;
    let outdated = of(subject).add(Column::Version.lte(change.after.0.0 - KEPT));
    Entity::delete_many().filter(outdated).exec(connection).await?;
    Ok(())
}

/// The versions of a record, the newest first. `path` is where they are asked for.
pub async fn list(
    connection: &impl ConnectionTrait,
    subject: Subject<'_>,
    paging: &HistoryPaging,
    path: &str,
) -> Result<Page<HistoryEntry>> {
    let limit = paging::limit(paging.limit())?;
    let mut query = Entity::find().filter(of(subject)).order_by_desc(Column::Version).limit(limit + 1);
    if let Some(before) = paging.cursor {
        query = query.filter(Column::Version.lt(before));
    }
    let mut rows = query.all(connection).await?;
    let total = Entity::find().filter(of(subject)).count(connection).await?;
    let more = rows.len() as u64 > limit;
    rows.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    let last = rows.last().filter(|_| more);
    let next = last.map(|row| format!("{path}?cursor={}&limit={limit}", row.version));
    Ok(Page { items: entries(connection, rows).await?, total, next })
}

/// The document of one version.
pub async fn find(
    connection: &impl ConnectionTrait,
    subject: Subject<'_>,
    version: i32,
) -> Result<Option<Json>> {
    let row = Entity::find().filter(of(subject)).filter(Column::Version.eq(version)).one(connection).await?;
    Ok(row.map(|row| row.document))
}

fn of(subject: Subject<'_>) -> Condition {
    Condition::all().add(Column::Kind.eq(subject.kind)).add(Column::RecordId.eq(subject.id))
}

async fn entries(connection: &impl ConnectionTrait, rows: Vec<Model>) -> Result<Vec<HistoryEntry>> {
    let people: BTreeSet<Uuid> = rows.iter().filter_map(|row| row.saved_by).collect();
    let names = accounts::store::users::names(connection, people).await?;
    let entry = |row: Model| HistoryEntry {
        version: row.version,
        saved_at: row.saved_at,
        saved_by: row.saved_by.and_then(|id| names.get(&id).cloned()),
        restored_from: row.restored_from,
        document: row.document,
    };
    Ok(rows.into_iter().map(entry).collect())
}
