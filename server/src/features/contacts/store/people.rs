//! The contacts of one person.

use std::cmp::Reverse;

use sea_orm::{
    Condition, ConnectionTrait, QueryOrder, QuerySelect, QueryTrait,
    entity::prelude::*,
    sea_query::{ExprTrait, SimpleExpr},
};

use super::{
    merged,
    rows::{self, Column, versioned},
};
use crate::{
    features::contacts::{
        fields::email_key,
        model::{Contact, ContactStatus},
    },
    platform::{clock::Timestamp, error::Result, http::Version},
};

/// Maximum number of contacts that [`list_of_user`] returns. It is more than a person sends.
const MAX_OWN: u64 = 200;

/// Lists up to 200 contacts that the user has sent, newest first, without those in the trash. A merged contact has the status and the
/// deadline of the one that remains.
pub async fn list_of_user(connection: &impl ConnectionTrait, user_id: Uuid) -> Result<Vec<Contact>> {
    let is_shown = Condition::any().add(Column::DeletedAt.is_null()).add(Column::MergedInto.is_not_null());
    let own = rows::Entity::find().filter(Column::UserId.eq(user_id)).filter(is_shown);
    let newest_first = own.order_by_desc(Column::CreatedAt).order_by_desc(Column::Id);
    let mut contacts = Vec::new();
    for row in newest_first.limit(MAX_OWN).all(connection).await? {
        let own = Contact::from(row);
        let remaining = merged::remaining(connection, own.clone()).await?;
        contacts.push(Contact { status: remaining.status, waits_until: remaining.waits_until, ..own });
    }
    Ok(contacts)
}

/// Lists up to `limit` contacts in any folder with the same email or phone as `contact`, or merged into it, newest first. Includes
/// `contact`.
pub async fn list_of_person(
    connection: &impl ConnectionTrait,
    contact: &Contact,
    limit: u64,
) -> Result<Vec<(Version, Contact)>> {
    let found = rows::Entity::find().filter(same_person(contact.id));
    let own_first = found.order_by_desc(Column::Id.eq(contact.id));
    let newest_first = own_first.order_by_desc(Column::CreatedAt).order_by_desc(Column::Id);
    let mut found = newest_first.limit(limit).all(connection).await?;
    found.sort_by_key(|row| Reverse((row.created_at, row.id)));
    Ok(found.into_iter().map(versioned).collect())
}

/// Lists ids and versions of the contacts of which [`list_of_person`] returns the newest ones. Without the contact, empty.
pub async fn list_versions_of_person(
    connection: &impl ConnectionTrait,
    id: Uuid,
) -> Result<Vec<(Uuid, i32, Timestamp)>> {
    let found = rows::Entity::find().filter(same_person(id)).order_by_asc(Column::Id).select_only();
    let columns = [Column::Id, Column::Version, Column::UpdatedAt];
    Ok(found.columns(columns).into_tuple().all(connection).await?)
}

/// Returns the condition of contacts that have the same email or phone as a contact, or were merged into it, and of the contact.
fn same_person(id: Uuid) -> Condition {
    // A query for each key, so that both databases use the indexes. Contacts without an email or phone have an empty key, which matches none.
    let key = |column: Column| {
        let own = rows::Entity::find_by_id(id).filter(column.ne("")).select_only().column(column);
        Expr::col((rows::Entity, column)).eq(SimpleExpr::from(own.into_query()))
    };
    Condition::any()
        .add(Column::Id.eq(id))
        .add(Column::MergedInto.eq(id))
        .add(key(Column::EmailKey))
        .add(key(Column::PhoneKey))
}

/// Finds the newest contact with this email that is neither archived, nor in the trash or quarantined, or into which a contact with
/// this email was merged.
pub async fn find_open(connection: &impl ConnectionTrait, email: &str) -> Result<Option<Contact>> {
    let key = email_key(email);
    if key.is_empty() {
        return Ok(None);
    }
    let open = rows::Entity::find()
        .filter(Column::EmailKey.eq(key))
        .filter(Column::DeletedAt.is_null())
        .filter(Column::Quarantined.eq(false))
        .filter(Column::Status.ne(ContactStatus::Archived));
    let newest_first = open.order_by_desc(Column::CreatedAt).order_by_desc(Column::Id);
    if let Some(found) = newest_first.one(connection).await? {
        return Ok(Some(found.into()));
    }
    let is_open = |contact: &Contact| {
        contact.deleted_at.is_none() && !contact.quarantined && contact.status != ContactStatus::Archived
    };
    Ok(merged::find_remaining(connection, email).await?.filter(is_open))
}

/// Finds the newest contact with this email that is quarantined.
pub async fn find_suspected(connection: &impl ConnectionTrait, email: &str) -> Result<Option<Contact>> {
    let key = email_key(email);
    let suspected = rows::Entity::find()
        .filter(Column::EmailKey.eq(&key))
        .filter(Column::DeletedAt.is_null())
        .filter(Column::Quarantined.eq(true))
        .order_by_desc(Column::CreatedAt)
        .order_by_desc(Column::Id);
    let found = if key.is_empty() { None } else { suspected.one(connection).await? };
    Ok(found.map(Contact::from))
}
