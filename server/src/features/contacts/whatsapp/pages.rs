//! Numbers of public pages, which stand for their paths in codes. A page gets its number when it is first shown, and keeps it forever,
//! because codes with the number may be in use.

use sea_orm::{
    ActiveValue::Set, ConnectionTrait, QueryOrder, QuerySelect, entity::prelude::*, sea_query::OnConflict,
};

use super::code::MAX_NUMBER;
use crate::{app::App, platform::error::Result};

mod rows {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "page_numbers")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub number: i32,
        pub path: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Returns the number of a page that exists. A new page gets one. 0, which is unknown, if that fails, so that the page is shown
/// nevertheless.
pub async fn number_of(app: &App, path: &str) -> u16 {
    let found = match find(app.db.reader(), path).await {
        Ok(None) => add(app, path).await,
        found => found,
    };
    found
        .unwrap_or_else(|cause| {
            tracing::warn!(%cause, path, "the page has no number for WhatsApp links");
            None
        })
        .unwrap_or(0)
}

async fn find(connection: &impl ConnectionTrait, path: &str) -> Result<Option<u16>> {
    let row = rows::Entity::find().filter(rows::Column::Path.eq(path)).one(connection).await?;
    Ok(row.and_then(|row| u16::try_from(row.number).ok()))
}

/// Adds a page, unless another process does so meanwhile. `None` if all numbers are used.
async fn add(app: &App, path: &str) -> Result<Option<u16>> {
    let tx = app.db.begin().await?;
    let last = rows::Entity::find().order_by_desc(rows::Column::Number).limit(1).one(&*tx).await?;
    let number = last.map_or(1, |row| row.number + 1);
    if number > MAX_NUMBER.into() {
        return Ok(None);
    }
    let row = rows::ActiveModel { number: Set(number), path: Set(path.to_owned()) };
    let insert = rows::Entity::insert(row).on_conflict(OnConflict::new().do_nothing().to_owned());
    insert.exec_without_returning(&*tx).await?;
    let found = find(&*tx, path).await?;
    tx.commit().await?;
    Ok(found)
}

/// Returns the path of a page. `None` if the number is unknown.
pub async fn path_of(connection: &impl ConnectionTrait, number: u16) -> Result<Option<String>> {
    Ok(rows::Entity::find_by_id(i32::from(number)).one(connection).await?.map(|row| row.path))
}
