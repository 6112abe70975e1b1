//! The SQL on `visit_salts`, the salts of the hashes that distinguish visitors. A salt is random, is used for one day and
//! is the same in all processes.

use chrono::NaiveDate;
use sea_orm::{ActiveValue::Set, ConnectionTrait, EntityTrait, entity::prelude::*, sea_query::OnConflict};

use self::rows::{Column, Entity};
use crate::platform::{error::Result, id::random_bytes};

pub type Salt = [u8; 32];

mod rows {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "visit_salts")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub day: Date,
        pub salt: Vec<u8>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Returns the salt of a day, which is the same in all processes, and deletes those of the days before `today`. For a
/// past day, it returns a new random salt and stores nothing, because the salts of past days must not exist any more.
pub async fn find_or_create(
    connection: &impl ConnectionTrait,
    day: NaiveDate,
    today: NaiveDate,
) -> Result<Salt> {
    let new = random_bytes();
    if day < today {
        return Ok(new);
    }
    delete_before(connection, today).await?;
    let row = rows::ActiveModel { day: Set(day), salt: Set(new.to_vec()) };
    let once = OnConflict::column(Column::Day).do_nothing().to_owned();
    Entity::insert(row).on_conflict(once).exec_without_returning(connection).await?;
    let found = Entity::find_by_id(day).one(connection).await?;
    Ok(found.and_then(|row| row.salt.try_into().ok()).unwrap_or(new))
}

/// Deletes the salts of the days before `today`.
pub async fn delete_before(connection: &impl ConnectionTrait, today: NaiveDate) -> Result<()> {
    Entity::delete_many().filter(Column::Day.lt(today)).exec(connection).await?;
    Ok(())
}
