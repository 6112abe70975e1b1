//! The SQL on `retention_periods` and `retention_runs`.

use std::collections::BTreeMap;

use sea_orm::{ActiveValue::Set, ConnectionTrait, entity::prelude::*, sea_query::OnConflict};

use crate::platform::{clock::Timestamp, error::Result};

mod periods {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "retention_periods")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub key: String,
        /// `None` if nothing is erased.
        pub days: Option<i32>,
        pub updated_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub mod runs {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "retention_runs")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub key: String,
        pub ran_at: DateTimeUtc,
        /// Time of the last run that erased records.
        pub erased_at: Option<DateTimeUtc>,
        /// Number of records that this run erased.
        pub erased: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Returns the periods in days that administrators have set, by key. A rule without an entry has its default.
pub async fn periods(connection: &impl ConnectionTrait) -> Result<BTreeMap<String, Option<u32>>> {
    let rows = periods::Entity::find().all(connection).await?;
    Ok(rows.into_iter().map(|row| (row.key, row.days.and_then(|days| days.try_into().ok()))).collect())
}

/// Sets the period with this key. `None` turns its rule off.
pub async fn set_period(
    connection: &impl ConnectionTrait,
    key: &str,
    days: Option<u32>,
    now: Timestamp,
) -> Result<()> {
    let row = periods::ActiveModel {
        key: Set(key.to_owned()),
        days: Set(days.and_then(|days| days.try_into().ok())),
        updated_at: Set(now),
    };
    let replace = OnConflict::column(periods::Column::Key)
        .update_columns([periods::Column::Days, periods::Column::UpdatedAt])
        .to_owned();
    periods::Entity::insert(row).on_conflict(replace).exec_without_returning(connection).await?;
    Ok(())
}

/// Returns the last run of each rule.
pub async fn runs(connection: &impl ConnectionTrait) -> Result<BTreeMap<String, runs::Model>> {
    let rows = runs::Entity::find().all(connection).await?;
    Ok(rows.into_iter().map(|row| (row.key.clone(), row)).collect())
}

/// Records that a rule ran and erased this number of records.
pub async fn record_run(
    connection: &impl ConnectionTrait,
    key: &str,
    erased: u64,
    now: Timestamp,
) -> Result<()> {
    let row = runs::ActiveModel {
        key: Set(key.to_owned()),
        ran_at: Set(now),
        erased_at: Set((erased > 0).then_some(now)),
        erased: Set(erased.try_into().unwrap_or(i64::MAX)),
    };
    let changed = if erased > 0 {
        vec![runs::Column::RanAt, runs::Column::ErasedAt, runs::Column::Erased]
    } else {
        vec![runs::Column::RanAt]
    };
    let replace = OnConflict::column(runs::Column::Key).update_columns(changed).to_owned();
    runs::Entity::insert(row).on_conflict(replace).exec_without_returning(connection).await?;
    Ok(())
}
