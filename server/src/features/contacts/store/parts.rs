//! Queries on tables whose rows belong to a contact: notes and replies.

use std::collections::BTreeSet;

use sea_orm::{
    ConnectionTrait, QueryOrder, QuerySelect, Select, entity::prelude::*, sea_query::SelectStatement,
};

use crate::{
    foundation::personal_data::retention::Expiring,
    platform::{clock::Timestamp, db::summary, error::Result},
};

/// A table whose rows belong to a contact.
pub trait Part: EntityTrait<Model: Sync + 'static> {
    const ID: Self::Column;
    const CONTACT_ID: Self::Column;
    const CREATED_AT: Self::Column;
}

/// Selects the rows of the contacts, newest first.
fn newest_first<E: Part>(contact_ids: impl IntoIterator<Item = Uuid>) -> Select<E> {
    let found = E::find().filter(E::CONTACT_ID.is_in(contact_ids));
    found.order_by_desc(E::CREATED_AT).order_by_desc(E::ID)
}

/// Lists up to `limit` rows of the contacts, newest first.
pub async fn list<E: Part>(
    connection: &impl ConnectionTrait,
    contact_ids: &[Uuid],
    limit: u64,
) -> Result<Vec<E::Model>> {
    Ok(newest_first::<E>(contact_ids.iter().copied()).limit(limit).all(connection).await?)
}

/// Selects the [summary](summary) of the rows of the contacts.
pub fn summary<E: Part>(kind: &str, contact_ids: &[Uuid], state: Option<E::Column>) -> SelectStatement {
    let found = E::find().filter(E::CONTACT_ID.is_in(contact_ids.iter().copied()));
    summary::select(kind, found, E::CREATED_AT, state)
}

/// Lists up to `limit` rows of the contacts, newest first. Skips the first `offset` ones.
pub async fn list_page<E: Part>(
    connection: &impl ConnectionTrait,
    contact_ids: &BTreeSet<Uuid>,
    offset: u64,
    limit: u64,
) -> Result<Vec<E::Model>> {
    let found = newest_first::<E>(contact_ids.iter().copied());
    Ok(found.offset(offset).limit(limit).all(connection).await?)
}

/// Counts the rows from before `older_than`.
pub async fn find_expiring<E: Part>(
    connection: &impl ConnectionTrait,
    older_than: Timestamp,
) -> Result<Expiring> {
    Expiring::find(connection, E::find(), Expr::col(E::CREATED_AT), older_than).await
}

/// Deletes the rows from before `older_than`. Returns their number.
pub async fn delete_old<E: Part>(connection: &impl ConnectionTrait, older_than: Timestamp) -> Result<u64> {
    let old = E::delete_many().filter(E::CREATED_AT.lt(older_than));
    Ok(old.exec(connection).await?.rows_affected)
}

/// Deletes all rows of a contact. Returns their number.
pub async fn delete_of_contact<E: Part>(connection: &impl ConnectionTrait, contact_id: Uuid) -> Result<u64> {
    let all = E::delete_many().filter(E::CONTACT_ID.eq(contact_id));
    Ok(all.exec(connection).await?.rows_affected)
}
