//! The SQL on `record_versions`.

use std::collections::BTreeSet;

use sea_orm::{
    ActiveValue::Set, Condition, ConnectionTrait, QueryOrder, QuerySelect, entity::prelude::*,
    sea_query::OnConflict,
};

use self::rows::{ActiveModel, Column, Entity, Model};
use super::model::{Change, HistoryEntry, HistoryPaging, MAX_VERSIONS, Saved, Subject};
use crate::{
    foundation::identity,
    platform::{
        clock::Timestamp,
        error::Result,
        http::Version,
        paging::{self, Page},
    },
};

mod rows {
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
        pub is_autosaved: bool,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Records the version after a change. First records the version before it, with an unknown author, if the newest recorded
/// version has another document. Records nothing if the change has no effect on a recorded document.
pub async fn record(
    connection: &impl ConnectionTrait,
    subject: Subject<'_>,
    change: Change<'_>,
    now: Timestamp,
) -> Result<()> {
    let newest = newest(connection, subject).await?;
    let is_before_recorded = newest.as_ref().is_some_and(|row| row.document == *change.before.1);
    if !is_before_recorded {
        insert(connection, version_row(subject, change.before)).await?;
    }
    match newest.filter(|row| row.document == *change.after.1) {
        // The autosaved version has the same document, so the new version replaces it.
        Some(row) if row.is_autosaved => {
            Entity::delete_by_id((row.kind, row.record_id, row.version)).exec(connection).await?;
        }
        Some(_) if is_before_recorded => return Ok(()),
        _ => {}
    }
    let after =
        ActiveModel { restored_from: Set(change.restored_from), ..new_version_row(subject, change, now) };
    insert(connection, after).await?;
    delete_oldest(connection, subject).await
}

/// Records the first version of a new record.
pub async fn record_first(
    connection: &impl ConnectionTrait,
    subject: Subject<'_>,
    first: (Version, &Json),
    by: Uuid,
    is_autosaved: bool,
    now: Timestamp,
) -> Result<()> {
    let change = Change { before: first, after: first, restored_from: None, by };
    insert(
        connection,
        ActiveModel { is_autosaved: Set(is_autosaved), ..new_version_row(subject, change, now) },
    )
    .await
}

/// Records an autosaved version. It replaces the newest version if the same user autosaved that one in the same ten-minute
/// interval. Returns false if it replaced a version.
pub async fn record_autosave(
    connection: &impl ConnectionTrait,
    subject: Subject<'_>,
    change: Change<'_>,
    now: Timestamp,
) -> Result<bool> {
    let newest = newest(connection, subject).await?;
    let replaced = newest.as_ref().filter(|row| {
        let is_recent = row.saved_at.is_some_and(|saved_at| interval(saved_at) == interval(now));
        row.is_autosaved && is_recent && row.saved_by == Some(change.by)
    });
    let after = ActiveModel { is_autosaved: Set(true), ..new_version_row(subject, change, now) };
    match replaced {
        Some(row) => {
            let id = (row.kind.clone(), row.record_id.clone(), row.version);
            Entity::delete_by_id(id).exec(connection).await?;
        }
        None if newest.as_ref().is_none_or(|row| row.document != *change.before.1) => {
            insert(connection, version_row(subject, change.before)).await?;
        }
        None => {}
    }
    let is_new = replaced.is_none();
    insert(connection, after).await?;
    delete_oldest(connection, subject).await?;
    Ok(is_new)
}

/// Deletes all versions of a record.
pub async fn delete(connection: &impl ConnectionTrait, subject: Subject<'_>) -> Result<()> {
    Entity::delete_many().filter(of(subject)).exec(connection).await?;
    Ok(())
}

/// Returns the number of the ten-minute interval that contains the time. Intervals have fixed limits: if each save started a
/// new interval, continuous autosaves would always replace the same version.
fn interval(time: Timestamp) -> i64 {
    time.timestamp().div_euclid(600)
}

async fn newest(connection: &impl ConnectionTrait, subject: Subject<'_>) -> Result<Option<Model>> {
    let versions = Entity::find().filter(of(subject)).order_by_desc(Column::Version);
    Ok(versions.limit(1).one(connection).await?)
}

/// Returns the row of a version without author and time.
fn version_row(subject: Subject<'_>, (version, document): (Version, &Json)) -> ActiveModel {
    ActiveModel {
        kind: Set(subject.kind.to_owned()),
        record_id: Set(subject.id.to_owned()),
        version: Set(version.0),
        document: Set(document.clone()),
        restored_from: Set(None),
        saved_by: Set(None),
        saved_at: Set(None),
        is_autosaved: Set(false),
    }
}

/// Returns the row of the version after the change.
fn new_version_row(subject: Subject<'_>, change: Change<'_>, now: Timestamp) -> ActiveModel {
    ActiveModel {
        saved_by: Set(Some(change.by)),
        saved_at: Set(Some(now)),
        ..version_row(subject, change.after)
    }
}

/// Stores a version, unless there is one with its number.
async fn insert(connection: &impl ConnectionTrait, version: ActiveModel) -> Result<()> {
    let once = OnConflict::columns([Column::Kind, Column::RecordId, Column::Version]).do_nothing().to_owned();
    Entity::insert(version).on_conflict(once).exec_without_returning(connection).await?;
    Ok(())
}

/// Deletes the oldest versions in excess of [`MAX_VERSIONS`], except those that [`Subject::is_lasting`] protects. Counts rows,
/// because replaced autosaves leave gaps in the version numbers.
async fn delete_oldest(connection: &impl ConnectionTrait, subject: Subject<'_>) -> Result<()> {
    let versions = Entity::find().select_only().column(Column::Version).filter(of(subject));
    let first_outdated: Option<i32> = versions
        .order_by_desc(Column::Version)
        .offset(MAX_VERSIONS)
        .limit(1)
        .into_tuple()
        .one(connection)
        .await?;
    let Some(version) = first_outdated else { return Ok(()) };
    let mut outdated = of(subject).add(Column::Version.lte(version));
    if let Some(is_lasting) = subject.is_lasting {
        let rows = Entity::find().filter(of(subject)).order_by_desc(Column::Version).all(connection).await?;
        let lasting = rows.windows(2).filter(|pair| is_lasting(saved(&pair[1]), saved(&pair[0])));
        outdated = outdated.add(Column::Version.is_not_in(lasting.map(|pair| pair[1].version)));
    }
    Entity::delete_many().filter(outdated).exec(connection).await?;
    Ok(())
}

fn saved(row: &Model) -> Saved<'_> {
    (&row.document, row.saved_at)
}

/// Lists the versions of a record, newest first. `path` is the path of the endpoint, for the link to the next page.
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
    Ok(Page { items: entries(connection, rows).await?, total: total.into(), next })
}

/// Lists all versions of a record, newest first.
pub async fn list_all(connection: &impl ConnectionTrait, subject: Subject<'_>) -> Result<Vec<HistoryEntry>> {
    let rows = Entity::find().filter(of(subject)).order_by_desc(Column::Version).all(connection).await?;
    entries(connection, rows).await
}

/// Finds the document of a version.
pub async fn find(
    connection: &impl ConnectionTrait,
    subject: Subject<'_>,
    version: i32,
) -> Result<Option<Json>> {
    let row = Entity::find().filter(of(subject)).filter(Column::Version.eq(version)).one(connection).await?;
    Ok(row.map(|row| row.document))
}

/// Finds the document that the record had before its history began. Returns `None` if the history does not contain
/// that version, or no longer does.
pub async fn find_original(connection: &impl ConnectionTrait, subject: Subject<'_>) -> Result<Option<Json>> {
    let oldest = Entity::find().filter(of(subject)).order_by_asc(Column::Version).one(connection).await?;
    Ok(oldest.filter(|row| row.saved_at.is_none()).map(|row| row.document))
}

fn of(subject: Subject<'_>) -> Condition {
    Condition::all().add(Column::Kind.eq(subject.kind)).add(Column::RecordId.eq(subject.id))
}

async fn entries(connection: &impl ConnectionTrait, rows: Vec<Model>) -> Result<Vec<HistoryEntry>> {
    let author_ids: BTreeSet<Uuid> = rows.iter().filter_map(|row| row.saved_by).collect();
    let names = identity::store::users::names(connection, author_ids).await?;
    let entry = |row: Model| HistoryEntry {
        version: row.version,
        saved_at: row.saved_at,
        saved_by: row.saved_by.and_then(|id| names.get(&id).cloned()),
        restored_from: row.restored_from,
        document: row.document,
    };
    Ok(rows.into_iter().map(entry).collect())
}
