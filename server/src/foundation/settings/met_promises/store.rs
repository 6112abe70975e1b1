//! The SQL on `met_promises`, which has one row.

use sea_orm::{ActiveValue::Set, ConnectionTrait, entity::prelude::*};

use super::MetPromises;
use crate::platform::{db::unsigned, error::Result};

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
        pub settings_hash: Option<String>,
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
        settings_hash: row.settings_hash,
    }))
}

/// Replaces the stored count.
pub async fn update(connection: &impl ConnectionTrait, count: MetPromises) -> Result<()> {
    let row = rows::ActiveModel {
        id: Set(ID),
        due: Set(count.due.cast_signed()),
        met: Set(count.met.cast_signed()),
        counted_at: Set(count.counted_at),
        settings_hash: Set(count.settings_hash),
    };
    rows::Entity::update(row).exec_without_returning(connection).await?;
    Ok(())
}
