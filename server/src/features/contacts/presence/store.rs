//! The SQL on `contact_writing`.

use sea_orm::{ActiveValue::Set, ConnectionTrait, QuerySelect, entity::prelude::*, sea_query::OnConflict};

use self::rows::{Column, Entity};
use crate::platform::{clock::Timestamp, error::Result};

mod rows {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "contact_writing")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub contact_id: Uuid,
        #[sea_orm(primary_key, auto_increment = false)]
        pub user_id: Uuid,
        pub reported_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Stores that a user is writing to a contact.
pub async fn report(
    connection: &impl ConnectionTrait,
    contact_id: Uuid,
    user_id: Uuid,
    now: Timestamp,
) -> Result<()> {
    let row = rows::ActiveModel { contact_id: Set(contact_id), user_id: Set(user_id), reported_at: Set(now) };
    let replace =
        OnConflict::columns([Column::ContactId, Column::UserId]).update_column(Column::ReportedAt).to_owned();
    Entity::insert(row).on_conflict(replace).exec_without_returning(connection).await?;
    Ok(())
}

/// Lists the users who have reported after `since` that they are writing to a contact.
pub async fn list(
    connection: &impl ConnectionTrait,
    contact_id: Uuid,
    since: Timestamp,
) -> Result<Vec<Uuid>> {
    let rows = Entity::find().filter(Column::ContactId.eq(contact_id)).filter(Column::ReportedAt.gt(since));
    Ok(rows.select_only().column(Column::UserId).into_tuple().all(connection).await?)
}

/// Deletes the report of a user.
pub async fn delete(connection: &impl ConnectionTrait, contact_id: Uuid, user_id: Uuid) -> Result<()> {
    Entity::delete_by_id((contact_id, user_id)).exec(connection).await?;
    Ok(())
}

/// Deletes the reports from before a time, and returns their number.
pub async fn delete_old(connection: &impl ConnectionTrait, before: Timestamp) -> Result<u64> {
    let old = Entity::delete_many().filter(Column::ReportedAt.lt(before));
    Ok(old.exec(connection).await?.rows_affected)
}
