//! The SQL on `contacts` for contacts that were merged into another. They have a `deleted_at`, so that no view of the inbox has them, but
//! are not in the trash.

use std::collections::{BTreeSet, HashMap};

use sea_orm::{ConnectionTrait, ExprTrait, QueryOrder, QuerySelect, entity::prelude::*};

use super::rows::{self, Column};
use crate::{
    features::contacts::{fields::email_key, model::Contact},
    platform::{clock::Timestamp, error::Result},
};

/// Maximum number of merges that lead from a contact to the one that remains.
const MAX_STEPS: usize = 3;

/// Returns the contact into which a contact was merged, or the contact itself.
pub async fn remaining(connection: &impl ConnectionTrait, mut contact: Contact) -> Result<Contact> {
    for _ in 0..MAX_STEPS {
        let Some(id) = contact.merged_into else { break };
        let Some(row) = rows::Entity::find_by_id(id).one(connection).await? else { break };
        contact = row.into();
    }
    Ok(contact)
}

/// Finds the newest contact with this email that was merged into another, and returns the one that remains.
pub async fn find_remaining(connection: &impl ConnectionTrait, email: &str) -> Result<Option<Contact>> {
    let merged = rows::Entity::find()
        .filter(Column::EmailKey.eq(email_key(email)))
        .filter(Column::MergedInto.is_not_null());
    let newest_first = merged.order_by_desc(Column::CreatedAt).order_by_desc(Column::Id);
    match newest_first.one(connection).await? {
        Some(row) => Ok(Some(remaining(connection, row.into()).await?)),
        None => Ok(None),
    }
}

/// Returns the accounts whose users have sent the contacts.
pub async fn owners(
    connection: &impl ConnectionTrait,
    ids: impl IntoIterator<Item = Uuid>,
) -> Result<HashMap<Uuid, Option<Uuid>>> {
    let found = rows::Entity::find().filter(Column::Id.is_in(ids)).select_only();
    let found: Vec<(Uuid, Option<Uuid>)> =
        found.columns([Column::Id, Column::UserId]).into_tuple().all(connection).await?;
    Ok(found.into_iter().collect())
}

/// Lists the ids of the contacts that were merged into others.
pub async fn list_merged_into(
    connection: &impl ConnectionTrait,
    ids: impl IntoIterator<Item = Uuid>,
) -> Result<Vec<Uuid>> {
    let merged = rows::Entity::find().filter(Column::MergedInto.is_in(ids)).order_by_asc(Column::Id);
    Ok(merged.select_only().column(Column::Id).into_tuple().all(connection).await?)
}

/// Adds the ids of the contacts that were merged with the contacts: of those into which they were merged, and of those that were merged
/// into them.
pub async fn with_merged(connection: &impl ConnectionTrait, ids: &mut BTreeSet<Uuid>) -> Result<()> {
    for _ in 0..=MAX_STEPS {
        let group = rows::Entity::find()
            .filter(Column::Id.is_in(ids.iter().copied()))
            .filter(Column::MergedInto.is_not_null())
            .select_only()
            .column(Column::MergedInto);
        let into: Vec<Uuid> = group.into_tuple().all(connection).await?;
        let merged = list_merged_into(connection, ids.iter().copied().chain(into.iter().copied())).await?;
        let before = ids.len();
        ids.extend(into);
        ids.extend(merged);
        if ids.len() == before {
            break;
        }
    }
    Ok(())
}

/// Merges contacts into another, or with `None` makes them independent again, and raises their versions.
pub async fn set_merged_into(
    connection: &impl ConnectionTrait,
    ids: &[Uuid],
    into: Option<Uuid>,
    now: Timestamp,
) -> Result<()> {
    let change = rows::Entity::update_many()
        .col_expr(Column::MergedInto, Expr::value(into))
        .col_expr(Column::DeletedAt, Expr::value(into.map(|_| now)))
        .col_expr(Column::Version, Expr::col(Column::Version).add(1))
        .col_expr(Column::UpdatedAt, Expr::value(now));
    change.filter(Column::Id.is_in(ids.iter().copied())).exec(connection).await?;
    Ok(())
}

/// Makes contacts that were merged into one contact merged into another. Their versions stay the same.
pub async fn move_merged(
    connection: &impl ConnectionTrait,
    ids: &[Uuid],
    from: Uuid,
    to: Uuid,
) -> Result<bool> {
    let change = rows::Entity::update_many()
        .col_expr(Column::MergedInto, Expr::value(to))
        .filter(Column::Id.is_in(ids.iter().copied()))
        .filter(Column::MergedInto.eq(from));
    Ok(change.exec(connection).await?.rows_affected == ids.len() as u64)
}
