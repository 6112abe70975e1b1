//! The SQL on `key_check`, a table with one row.

use sea_orm::{ActiveValue::Set, ConnectionTrait, DbErr, EntityTrait};

mod key_check {
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

/// The id of the only row.
const ID: i32 = 1;

pub async fn find(connection: &impl ConnectionTrait) -> Result<Option<String>, DbErr> {
    Ok(key_check::Entity::find_by_id(ID).one(connection).await?.map(|row| row.value))
}

pub async fn create(connection: &impl ConnectionTrait, value: &str) -> Result<(), DbErr> {
    let row = key_check::ActiveModel { id: Set(ID), value: Set(value.to_owned()) };
    key_check::Entity::insert(row).exec_without_returning(connection).await?;
    Ok(())
}
