//! The SQL on `contacts` for the digest.

use sea_orm::{ConnectionTrait, PaginatorTrait, entity::prelude::*};

use crate::{
    features::contacts::store::rows as contacts,
    platform::{clock::Timestamp, error::Result},
};

/// Returns the number of quarantined contacts outside the trash, and how many of them were received after `since`. If
/// `since` is `None`, both numbers are equal.
pub async fn count_quarantined(
    connection: &impl ConnectionTrait,
    since: Option<Timestamp>,
) -> Result<(u64, u64)> {
    let quarantined = contacts::Entity::find()
        .filter(contacts::Column::Quarantined.eq(true))
        .filter(contacts::Column::DeletedAt.is_null());
    let all = quarantined.clone().count(connection).await?;
    let new = match since {
        Some(since) => quarantined.filter(contacts::Column::CreatedAt.gt(since)).count(connection).await?,
        None => all,
    };
    Ok((all, new))
}
