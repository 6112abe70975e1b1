//! The SQL on `page_numbers`.

use sea_orm::{
    ActiveValue::Set, ConnectionTrait, QueryOrder, QuerySelect, entity::prelude::*, sea_query::OnConflict,
};

use super::code::MAX_NUMBER;
use crate::platform::error::Result;

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

/// Finds the number of a page.
pub async fn find(connection: &impl ConnectionTrait, path: &str) -> Result<Option<u16>> {
    let row = rows::Entity::find().filter(rows::Column::Path.eq(path)).one(connection).await?;
    Ok(row.and_then(|row| u16::try_from(row.number).ok()))
}

/// Adds a page, unless it exists. The caller prevents concurrent calls. `None` if all numbers are used.
pub async fn create(connection: &impl ConnectionTrait, path: &str) -> Result<Option<u16>> {
    let last = rows::Entity::find().order_by_desc(rows::Column::Number).limit(1).one(connection).await?;
    let number = last.map_or(1, |row| row.number + 1);
    if number > MAX_NUMBER.into() {
        return Ok(None);
    }
    let row = rows::ActiveModel { number: Set(number), path: Set(path.to_owned()) };
    let insert = rows::Entity::insert(row).on_conflict(OnConflict::new().do_nothing().to_owned());
    insert.exec_without_returning(connection).await?;
    find(connection, path).await
}

/// Returns the path of a page. `None` if the number is unknown.
pub async fn path_of(connection: &impl ConnectionTrait, number: u16) -> Result<Option<String>> {
    Ok(rows::Entity::find_by_id(i32::from(number)).one(connection).await?.map(|row| row.path))
}
