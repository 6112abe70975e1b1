//! All SQL on `redirects`.

use sea_orm::{
    ActiveValue::{Set, Unchanged},
    Condition, ConnectionTrait, ExprTrait, Order, QueryOrder, QuerySelect, Select,
    entity::prelude::*,
    sea_query::LikeExpr,
};

use super::model::{Details, Redirect, RedirectFilter};
use crate::platform::{
    clock::Timestamp,
    counter::Count,
    error::{Error, Result, is_unique_violation},
    http::Version,
    id,
    paging::Cursor,
    text,
};

mod redirects {
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
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

use redirects::Column;

fn redirect(row: redirects::Model) -> Redirect {
    Redirect {
        id: row.id,
        from_path: row.from_path,
        to_url: row.to_url,
        is_permanent: row.is_permanent,
        hits: row.hits,
        last_hit_at: row.last_hit_at,
        created_at: row.created_at,
        updated_at: row.updated_at,
    }
}

fn versioned(row: redirects::Model) -> (Version, Redirect) {
    (Version(row.version), redirect(row))
}

/// Redirects by when they were made, the newest first.
pub async fn list(
    connection: &impl ConnectionTrait,
    filter: &RedirectFilter,
    after: Option<Cursor>,
    limit: u64,
) -> Result<Vec<Redirect>> {
    let mut query = filtered(filter);
    if let Some(Cursor { created_at, id }) = after {
        let same_moment = Condition::all().add(Column::CreatedAt.eq(created_at)).add(Column::Id.lt(id));
        query = query.filter(Condition::any().add(Column::CreatedAt.lt(created_at)).add(same_moment));
    }
    let query = query.order_by(Column::CreatedAt, Order::Desc).order_by(Column::Id, Order::Desc);
    Ok(query.limit(limit).all(connection).await?.into_iter().map(redirect).collect())
}

pub async fn count(connection: &impl ConnectionTrait, filter: &RedirectFilter) -> Result<u64> {
    Ok(filtered(filter).count(connection).await?)
}

fn filtered(filter: &RedirectFilter) -> Select<redirects::Entity> {
    let query = redirects::Entity::find();
    match filter.search.as_deref().filter(|search| !search.trim().is_empty()) {
        Some(search) => {
            query.filter(Column::Search.like(LikeExpr::new(text::like_pattern(search)).escape('\\')))
        }
        None => query,
    }
}

/// Every redirect, for the copy in memory.
pub async fn all(connection: &impl ConnectionTrait) -> Result<Vec<Redirect>> {
    Ok(redirects::Entity::find().all(connection).await?.into_iter().map(redirect).collect())
}

pub async fn find(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<(Version, Redirect)>> {
    Ok(redirects::Entity::find_by_id(id).one(connection).await?.map(versioned))
}

/// The redirect, locked until the transaction ends.
pub async fn find_for_update(
    connection: &impl ConnectionTrait,
    id: Uuid,
) -> Result<Option<(Version, Redirect)>> {
    Ok(redirects::Entity::find_by_id(id).lock_exclusive().one(connection).await?.map(versioned))
}

pub async fn find_by_path(connection: &impl ConnectionTrait, path: &str) -> Result<Option<Redirect>> {
    let at_path = redirects::Entity::find().filter(Column::FromPath.eq(path));
    Ok(at_path.one(connection).await?.map(redirect))
}

pub async fn create(
    connection: &impl ConnectionTrait,
    details: &Details,
    now: Timestamp,
) -> Result<(Version, Redirect)> {
    let row = redirects::ActiveModel {
        id: Set(id::new_id(now)),
        hits: Set(0),
        last_hit_at: Set(None),
        version: Set(1),
        created_at: Set(now),
        ..written(details, now)
    };
    Ok(versioned(row.insert(connection).await.map_err(path_taken)?))
}

pub async fn update(
    connection: &impl ConnectionTrait,
    id: Uuid,
    version: Version,
    details: &Details,
    now: Timestamp,
) -> Result<(Version, Redirect)> {
    let row =
        redirects::ActiveModel { id: Unchanged(id), version: Set(version.0 + 1), ..written(details, now) };
    Ok(versioned(row.update(connection).await.map_err(path_taken)?))
}

fn written(details: &Details, now: Timestamp) -> redirects::ActiveModel {
    redirects::ActiveModel {
        from_path: Set(details.from_path.clone()),
        to_url: Set(details.to_url.clone()),
        is_permanent: Set(details.is_permanent),
        search: Set(details.search()),
        updated_at: Set(now),
        ..Default::default()
    }
}

fn path_taken(error: DbErr) -> Error {
    if is_unique_violation(&error) {
        Error::Conflict {
            code: "from_path_taken", message: "Já existe um redirecionamento deste endereço."
        }
    } else {
        error.into()
    }
}

/// Whether there was one to delete.
pub async fn delete(connection: &impl ConnectionTrait, id: Uuid) -> Result<bool> {
    Ok(redirects::Entity::delete_by_id(id).exec(connection).await?.rows_affected > 0)
}

/// Not a change of the redirect: its version stays.
pub async fn add_hits(connection: &impl ConnectionTrait, id: Uuid, count: Count) -> Result<()> {
    redirects::Entity::update_many()
        .col_expr(Column::Hits, Expr::col(Column::Hits).add(count.times))
        .col_expr(Column::LastHitAt, Expr::value(count.last_at))
        .filter(Column::Id.eq(id))
        .exec(connection)
        .await?;
    Ok(())
}
