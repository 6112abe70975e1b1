//! The SQL on `redirects`.

use anyhow::Context;
use sea_orm::{
    ActiveValue::{Set, Unchanged},
    ConnectionTrait, ExprTrait, Order, QueryOrder, QuerySelect, Select,
    entity::prelude::*,
    sea_query::LikeExpr,
};

use self::rows::{Column, Entity};
use super::model::{Redirect, RedirectFields, RedirectFilter};
use crate::platform::{
    cache::counter::Count,
    clock::Timestamp,
    db::{
        pages,
        stored::Stored,
        trash::{self, Record},
    },
    error::{Error, Result, is_unique_violation},
    http::Version,
    paging::TimeCursor,
    text,
};

mod rows {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "redirects")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub from_path: String,
        pub to_url: String,
        pub is_permanent: bool,
        pub hits: i64,
        pub last_hit_at: Option<DateTimeUtc>,
        pub search: String,
        pub version: i32,
        pub created_at: DateTimeUtc,
        pub updated_at: DateTimeUtc,
        pub deleted_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

impl Record for Entity {
    const ID: Column = Column::Id;
    const VERSION: Column = Column::Version;
    const DELETED_AT: Column = Column::DeletedAt;
    const UPDATED_AT: Option<Column> = Some(Column::UpdatedAt);
}

impl Stored for Redirect {
    type Rows = Entity;

    async fn from_rows(_: &impl ConnectionTrait, rows: Vec<rows::Model>) -> Result<Vec<(Version, Self)>> {
        Ok(rows.into_iter().map(versioned).collect())
    }
}

pub const PATH_TAKEN: Error =
    Error::Conflict { code: "from_path_taken", message: "Já existe um redirecionamento deste endereço." };

fn redirect(row: rows::Model) -> Redirect {
    Redirect {
        id: row.id,
        from_path: row.from_path,
        to_url: row.to_url,
        is_permanent: row.is_permanent,
        hits: row.hits,
        last_hit_at: row.last_hit_at,
        created_at: row.created_at,
        updated_at: row.updated_at,
        deleted_at: row.deleted_at,
    }
}

fn versioned(row: rows::Model) -> (Version, Redirect) {
    (Version(row.version), redirect(row))
}

/// Lists one page of the redirects outside the trash, newest first.
pub async fn list(
    connection: &impl ConnectionTrait,
    filter: &RedirectFilter,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<Redirect>> {
    let query = pages::sorted_after(filtered(filter), (Column::CreatedAt, Column::Id), Order::Desc, after);
    Ok(query.limit(limit).all(connection).await?.into_iter().map(redirect).collect())
}

/// Counts the redirects of a filter outside the trash.
pub async fn count(connection: &impl ConnectionTrait, filter: &RedirectFilter) -> Result<u64> {
    Ok(filtered(filter).count(connection).await?)
}

fn filtered(filter: &RedirectFilter) -> Select<Entity> {
    let query = trash::present::<Entity>();
    match filter.search.as_deref().filter(|search| !search.trim().is_empty()) {
        Some(search) => {
            query.filter(Column::Search.like(LikeExpr::new(text::like_pattern(search)).escape('\\')))
        }
        None => query,
    }
}

/// Lists all redirects outside the trash.
pub async fn list_all(connection: &impl ConnectionTrait) -> Result<Vec<Redirect>> {
    let oldest_first = trash::present::<Entity>().order_by_asc(Column::Id);
    Ok(oldest_first.all(connection).await?.into_iter().map(redirect).collect())
}

/// Lists the paths of all redirects outside the trash.
pub async fn list_paths(connection: &impl ConnectionTrait) -> Result<Vec<String>> {
    let paths = trash::present::<Entity>().select_only().column(Column::FromPath);
    Ok(paths.into_tuple().all(connection).await?)
}

/// Stores a new redirect. Refuses the path of another redirect outside the trash.
pub async fn create(
    connection: &impl ConnectionTrait,
    id: Uuid,
    fields: &RedirectFields,
    now: Timestamp,
) -> Result<(Version, Redirect)> {
    let row = rows::ActiveModel {
        id: Set(id),
        hits: Set(0),
        last_hit_at: Set(None),
        version: Set(1),
        created_at: Set(now),
        ..columns(fields, now)
    };
    Ok(versioned(row.insert(connection).await.map_err(path_taken)?))
}

/// Stores the fields of a locked redirect, and raises its version. Refuses the path of another redirect outside the trash.
pub async fn update(
    connection: &impl ConnectionTrait,
    id: Uuid,
    version: Version,
    fields: &RedirectFields,
    now: Timestamp,
) -> Result<(Version, Redirect)> {
    let row = rows::ActiveModel { id: Unchanged(id), version: Set(version.next().0), ..columns(fields, now) };
    Ok(versioned(row.update(connection).await.map_err(path_taken)?))
}

/// Stores the target and the type of a redirect, and raises its version. Its path stays the same. Returns the changed redirect.
pub async fn set_target(
    connection: &impl ConnectionTrait,
    id: Uuid,
    fields: &RedirectFields,
    now: Timestamp,
) -> Result<Redirect> {
    let change = Entity::update_many()
        .col_expr(Column::ToUrl, Expr::value(&*fields.to_url))
        .col_expr(Column::IsPermanent, Expr::value(fields.is_permanent))
        .col_expr(Column::Search, Expr::value(fields.search_text()))
        .col_expr(Column::Version, Expr::col(Column::Version).add(1))
        .col_expr(Column::UpdatedAt, Expr::value(now))
        .filter(Column::Id.eq(id));
    let changed = change.exec_with_returning(connection).await?.into_iter().next();
    Ok(redirect(changed.context("the redirect to change doesn't exist")?))
}

/// Returns a row with the columns of the fields and those derived from them.
fn columns(fields: &RedirectFields, now: Timestamp) -> rows::ActiveModel {
    rows::ActiveModel {
        from_path: Set(fields.from_path.clone()),
        to_url: Set(fields.to_url.clone()),
        is_permanent: Set(fields.is_permanent),
        search: Set(fields.search_text()),
        updated_at: Set(now),
        ..Default::default()
    }
}

fn path_taken(error: DbErr) -> Error {
    if is_unique_violation(&error) { PATH_TAKEN } else { error.into() }
}

/// Adds hits to a redirect. Its version stays the same.
pub async fn add_hits(connection: &impl ConnectionTrait, id: Uuid, count: Count) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::Hits, Expr::col(Column::Hits).add(count.times))
        .col_expr(Column::LastHitAt, Expr::value(count.last_at))
        .filter(Column::Id.eq(id))
        .exec(connection)
        .await?;
    Ok(())
}
