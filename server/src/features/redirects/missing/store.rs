//! The SQL on `missing_pages`.

use std::collections::HashSet;

use sea_orm::{
    ActiveValue::Set,
    ConnectionTrait, ExprTrait, Order, QueryOrder, QuerySelect,
    entity::prelude::*,
    sea_query::{CaseStatement, Func, OnConflict, Query},
};

use self::rows::{Column, Entity};
use super::{MissingPage, NewHits};
use crate::{
    features::redirects,
    platform::{
        clock::Timestamp,
        db::trash::{self, Record},
        error::Result,
        id,
    },
};

mod rows {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "missing_pages")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub path: String,
        pub hits: i64,
        pub referrer: Option<String>,
        pub version: i32,
        pub last_seen_at: DateTimeUtc,
        pub deleted_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Ignored pages are in the trash.
impl Record for Entity {
    const ID: Column = Column::Id;
    const VERSION: Column = Column::Version;
    const DELETED_AT: Column = Column::DeletedAt;
}

fn missing_page(row: rows::Model) -> MissingPage {
    let rows::Model { id, path, hits, referrer, last_seen_at, .. } = row;
    MissingPage { id, path, hits, referrer, last_seen_at }
}

/// Lists the missing pages that aren't ignored, most requested first.
pub async fn list(connection: &impl ConnectionTrait) -> Result<Vec<MissingPage>> {
    let query =
        trash::present::<Entity>().order_by(Column::Hits, Order::Desc).order_by(Column::Id, Order::Desc);
    Ok(query.all(connection).await?.into_iter().map(missing_page).collect())
}

/// Lists all missing pages, also ignored ones.
pub async fn list_all(connection: &impl ConnectionTrait) -> Result<Vec<MissingPage>> {
    Ok(Entity::find().all(connection).await?.into_iter().map(missing_page).collect())
}

/// Deletes missing pages.
pub async fn delete(connection: &impl ConnectionTrait, ids: Vec<Uuid>) -> Result<()> {
    if !ids.is_empty() {
        Entity::delete_many().filter(Column::Id.is_in(ids)).exec(connection).await?;
    }
    Ok(())
}

/// Finds a missing page and locks it until the transaction ends. Also returns whether it is ignored.
pub async fn find_for_update(
    connection: &impl ConnectionTrait,
    id: Uuid,
) -> Result<Option<(MissingPage, bool)>> {
    let row = trash::find_for_update::<Entity>(connection, id).await?;
    Ok(row.map(|row| {
        let is_ignored = row.deleted_at.is_some();
        (missing_page(row), is_ignored)
    }))
}

/// Ignores a missing page (`is_ignored`), or lists it again.
pub async fn set_ignored(
    connection: &impl ConnectionTrait,
    id: Uuid,
    is_ignored: bool,
    now: Timestamp,
) -> Result<()> {
    trash::set_deleted::<Entity>(connection, id, is_ignored, now).await?;
    Ok(())
}

/// Adds hits to stored pages, and stores new pages. A known referrer is replaced only by another known one.
pub async fn add_hits(connection: &impl ConnectionTrait, hits: Vec<NewHits>) -> Result<()> {
    let known = |column: Column| Expr::col((Entity, column));
    let new = |column: Column| Expr::col(("excluded", column));
    let referrer = Func::coalesce([new(Column::Referrer), known(Column::Referrer)]);
    let conflict = OnConflict::column(Column::Path)
        .value(Column::Hits, known(Column::Hits).add(new(Column::Hits)))
        .value(Column::Referrer, referrer)
        .update_column(Column::LastSeenAt)
        .to_owned();
    let rows = hits.into_iter().map(|hits| rows::ActiveModel {
        id: Set(id::new_id(hits.count.last_at)),
        path: Set(hits.path),
        hits: Set(hits.count.times),
        referrer: Set(hits.referrer),
        version: Set(1),
        last_seen_at: Set(hits.count.last_at),
        deleted_at: Set(None),
    });
    Entity::insert_many(rows).on_conflict(conflict).exec_without_returning(connection).await?;
    Ok(())
}

/// Deletes the pages whose path now has a redirect, in any case, ignored or not. The database doesn't compare the paths, because
/// SQLite's `lower` leaves accented capitals.
pub async fn delete_redirected(connection: &impl ConnectionTrait) -> Result<()> {
    let sources = redirects::store::list_paths(connection).await?;
    let sources: HashSet<_> = sources.iter().map(|path| path.to_lowercase()).collect();
    let pages = Entity::find().select_only().columns([Column::Id, Column::Path]);
    let pages: Vec<(Uuid, String)> = pages.into_tuple().all(connection).await?;
    let redirected = pages.into_iter().filter(|(_, path)| sources.contains(&path.to_lowercase()));
    delete(connection, redirected.map(|(id, _)| id).collect()).await
}

/// Deletes all pages except the `max` most requested ones. A known referrer counts as an additional request. Among pages with
/// equally many requests, the most recently requested ones remain. Ignored pages are neither counted nor deleted.
pub async fn delete_surplus(connection: &impl ConnectionTrait, max: u64) -> Result<()> {
    let referrers = CaseStatement::new().case(Column::Referrer.is_null(), 0).finally(1);
    let remaining = Query::select()
        .column(Column::Id)
        .from(Entity)
        .and_where(Column::DeletedAt.is_null())
        .order_by_expr(Expr::col(Column::Hits).add(referrers), Order::Desc)
        .order_by(Column::LastSeenAt, Order::Desc)
        .limit(max)
        .to_owned();
    let surplus = Entity::delete_many()
        .filter(Column::DeletedAt.is_null())
        .filter(Column::Id.not_in_subquery(remaining));
    surplus.exec(connection).await?;
    Ok(())
}

/// Deletes the pages that were ignored before `ignored_before`, and the listed pages without requests since `unseen_since`.
/// Returns the number of deleted pages.
pub async fn purge(
    connection: &impl ConnectionTrait,
    ignored_before: Timestamp,
    unseen_since: Timestamp,
) -> Result<u64> {
    let unseen = Entity::delete_many()
        .filter(Column::DeletedAt.is_null())
        .filter(Column::LastSeenAt.lt(unseen_since))
        .exec(connection)
        .await?;
    Ok(trash::purge::<Entity>(connection, ignored_before).await? + unseen.rows_affected)
}
