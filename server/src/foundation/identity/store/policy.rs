//! The SQL on `staff_policy`, a table with at most one row.

use sea_orm::{ActiveValue::Set, entity::prelude::*, sea_query::OnConflict};

use crate::{
    foundation::identity::policy::Security,
    platform::{clock::Timestamp, error::Result},
};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "staff_policy")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i32,
    pub require_second_factor: bool,
    pub updated_at: DateTimeUtc,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// The id of the only row.
const ID: i32 = 1;

/// Returns the policy, or the default policy if no administrator has changed it.
pub async fn find(connection: &impl ConnectionTrait) -> Result<Security> {
    let row = Entity::find_by_id(ID).one(connection).await?;
    let policy = row.map(|row| Security { require_second_factor: row.require_second_factor });
    Ok(policy.unwrap_or_default())
}

/// Stores the policy.
pub async fn replace(connection: &impl ConnectionTrait, security: Security, now: Timestamp) -> Result<()> {
    let row = ActiveModel {
        id: Set(ID),
        require_second_factor: Set(security.require_second_factor),
        updated_at: Set(now),
    };
    let replace = OnConflict::column(Column::Id)
        .update_columns([Column::RequireSecondFactor, Column::UpdatedAt])
        .to_owned();
    Entity::insert(row).on_conflict(replace).exec_without_returning(connection).await?;
    Ok(())
}
