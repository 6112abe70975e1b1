//! The SQL on `key_check`, a table with one row: a value derived from the secret key.

use sea_orm::{ActiveValue::Set, ConnectionTrait, DbErr, EntityTrait};

/// The id of the only row.
const ID: i32 = 1;

mod rows {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "key_check")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: i32,
        pub value: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Returns the value, or `None` if the database is not bound to a key yet.
pub async fn find(connection: &impl ConnectionTrait) -> Result<Option<String>, DbErr> {
    Ok(rows::Entity::find_by_id(ID).one(connection).await?.map(|row| row.value))
}

/// Stores the value. Fails if the database has one already.
pub async fn create(connection: &impl ConnectionTrait, value: &str) -> Result<(), DbErr> {
    let row = rows::ActiveModel { id: Set(ID), value: Set(value.to_owned()) };
    rows::Entity::insert(row).exec_without_returning(connection).await?;
    Ok(())
}
