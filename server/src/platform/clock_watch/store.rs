//! The SQL on `trusted_clock`, a table with one row: the latest trusted time.

use sea_orm::{
    ActiveValue::{Set, Unchanged},
    ConnectionTrait,
    entity::prelude::*,
};

use crate::platform::{clock::Timestamp, error::Result};

/// The id of the only row.
const ID: i32 = 1;

mod rows {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "trusted_clock")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: i32,
        pub trusted_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Returns the latest trusted time, or `None` for a new database.
pub async fn find(connection: &impl ConnectionTrait) -> Result<Option<Timestamp>> {
    let row = rows::Entity::find_by_id(ID).one(connection).await?;
    Ok(row.and_then(|row| row.trusted_at))
}

/// Stores a trusted time.
pub async fn set(connection: &impl ConnectionTrait, now: Timestamp) -> Result<()> {
    let row = rows::ActiveModel { id: Unchanged(ID), trusted_at: Set(Some(now)) };
    row.update(connection).await?;
    Ok(())
}
