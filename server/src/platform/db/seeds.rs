//! The SQL on `seeds`, the names of the default content and the corrections of stored data that the database has received.

use sea_orm::{ActiveValue::Set, ConnectionTrait, entity::prelude::*, sea_query::OnConflict};

use crate::platform::{clock::Timestamp, error::Result};

mod rows {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "seeds")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub name: String,
        pub created_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Records the seed `name`. Returns true if it was not recorded yet: the caller then inserts its content, or makes its correction,
/// in the same transaction.
pub async fn record_first_time(
    connection: &impl ConnectionTrait,
    name: &str,
    now: Timestamp,
) -> Result<bool> {
    let row = rows::ActiveModel { name: Set(name.to_owned()), created_at: Set(now) };
    let once = OnConflict::column(rows::Column::Name).do_nothing().to_owned();
    let inserted = rows::Entity::insert(row).on_conflict(once).exec_without_returning(connection).await?;
    Ok(inserted > 0)
}

/// Returns the time of the first start, at which the first seed was recorded; `None` for a new database.
pub async fn first_start(connection: &impl ConnectionTrait) -> Result<Option<Timestamp>> {
    let rows = rows::Entity::find().all(connection).await?;
    Ok(rows.into_iter().map(|row| row.created_at).min())
}
