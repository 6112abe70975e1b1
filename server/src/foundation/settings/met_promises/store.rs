//! The SQL on `met_promises`, which has one row.

use sea_orm::{ActiveValue::Set, ConnectionTrait, entity::prelude::*};

use super::MetPromises;
use crate::platform::{clock::Timestamp, db::unsigned, error::Result};

/// The id of the only row.
const ID: i32 = 1;

mod rows {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "met_promises")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: i32,
        pub due: i64,
        pub met: i64,
        pub counted_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Returns the stored count.
pub async fn find(connection: &impl ConnectionTrait) -> Result<MetPromises> {
    let row = rows::Entity::find_by_id(ID).one(connection).await?;
    Ok(row.map_or_else(MetPromises::default, |row| MetPromises {
        due: unsigned(row.due),
        met: unsigned(row.met),
        counted_at: row.counted_at,
    }))
}

/// Stores a count of the promises in the 90 days before `now`.
pub async fn update(connection: &impl ConnectionTrait, due: u64, met: u64, now: Timestamp) -> Result<()> {
    let row = rows::ActiveModel {
        id: Set(ID),
        due: Set(due.cast_signed()),
        met: Set(met.cast_signed()),
        counted_at: Set(Some(now)),
    };
    rows::Entity::update(row).exec_without_returning(connection).await?;
    Ok(())
}
