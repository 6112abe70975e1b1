//! The SQL on `newsletter_suppressions`.

use sea_orm::{ActiveValue::Set, ConnectionTrait, QuerySelect, entity::prelude::*, sea_query::OnConflict};

use self::rows::{Column, Entity};
use crate::{features::newsletter::model::SubscriptionStatus, platform::error::Result};

mod rows {
    use sea_orm::entity::prelude::*;

    use super::SubscriptionStatus;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "newsletter_suppressions")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub address_hash: String,
        /// How the deleted subscription ended: `unsubscribed` or `refused`.
        pub status: SubscriptionStatus,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Stores suppressions: hashes of addresses, each with the status of its deleted subscription. Suppressions that exist don't
/// change.
pub async fn create(
    connection: &impl ConnectionTrait,
    suppressions: Vec<(String, SubscriptionStatus)>,
) -> Result<()> {
    if suppressions.is_empty() {
        return Ok(());
    }
    let row =
        |(address_hash, status)| rows::ActiveModel { address_hash: Set(address_hash), status: Set(status) };
    let skip = OnConflict::new().do_nothing().to_owned();
    let insert = Entity::insert_many(suppressions.into_iter().map(row)).on_conflict(skip);
    insert.exec_without_returning(connection).await?;
    Ok(())
}

/// Returns the suppressions of these hashes.
pub async fn list(
    connection: &impl ConnectionTrait,
    hashes: &[&str],
) -> Result<Vec<(String, SubscriptionStatus)>> {
    let query = Entity::find().select_only().columns([Column::AddressHash, Column::Status]);
    let of_hashes = query.filter(Column::AddressHash.is_in(hashes.iter().copied()));
    Ok(of_hashes.into_tuple().all(connection).await?)
}

/// Deletes a suppression.
pub async fn delete(connection: &impl ConnectionTrait, hash: &str) -> Result<()> {
    Entity::delete_by_id(hash.to_owned()).exec(connection).await?;
    Ok(())
}
