//! The messages to a person, and those about a person.

use std::collections::BTreeSet;

use anyhow::Context;
use sea_orm::{
    ActiveValue::{Set, Unchanged},
    Condition, ConnectionTrait, QueryOrder, QuerySelect,
    entity::prelude::*,
    sea_query::{ExprTrait, Func},
};

use super::{
    PURPOSE, delete_where, open,
    rows::{self, Column},
};
use crate::{
    foundation::mail::model::OutboxMessage,
    platform::{crypto::secret_key::SecretKey, error::Result},
};

/// Lists the ids of the messages of these kinds to an email, in any state.
pub async fn list_ids_of_kinds(
    connection: &impl ConnectionTrait,
    email: &str,
    kinds: &[&str],
) -> Result<Vec<Uuid>> {
    let own =
        Condition::all().add(is_email(Column::ToEmail, email)).add(Column::Kind.is_in(kinds.iter().copied()));
    list_ids(connection, own).await
}

/// Lists the ids of the messages of a kind whose replies go to an email, in any state.
pub async fn list_ids_with_reply_to(
    connection: &impl ConnectionTrait,
    email: &str,
    kind: &str,
) -> Result<Vec<Uuid>> {
    let own = Condition::all().add(is_email(Column::ReplyTo, email)).add(Column::Kind.eq(kind));
    list_ids(connection, own).await
}

async fn list_ids(connection: &impl ConnectionTrait, which: Condition) -> Result<Vec<Uuid>> {
    let ids = rows::Entity::find().filter(which).select_only().column(Column::Id);
    Ok(ids.into_tuple().all(connection).await?)
}

fn is_email(column: Column, email: &str) -> Expr {
    Func::lower(Expr::col(column)).eq(email.to_lowercase())
}

/// Returns the condition for messages with one of the ids, about a contact with one of the ids, or to one of the emails.
fn of_person(ids: &BTreeSet<Uuid>, emails: &BTreeSet<String>) -> Condition {
    let own = Condition::any()
        .add(Column::Id.is_in(ids.iter().copied()))
        .add(Column::ContactId.is_in(ids.iter().copied()));
    emails.iter().fold(own, |own, email| own.add(is_email(Column::ToEmail, email)))
}

/// Lists the ids of the messages of a person: those with one of the ids, about a contact with one of the ids, or to one of
/// the emails.
pub async fn list_ids_of_person(
    connection: &impl ConnectionTrait,
    ids: &BTreeSet<Uuid>,
    emails: &BTreeSet<String>,
) -> Result<Vec<Uuid>> {
    list_ids(connection, of_person(ids, emails)).await
}

/// Lists the messages that [`list_ids_of_person`] finds, newest first, after the first `offset` ones.
pub async fn list_of_person(
    connection: &impl ConnectionTrait,
    ids: &BTreeSet<Uuid>,
    emails: &BTreeSet<String>,
    offset: u64,
    limit: u64,
) -> Result<Vec<OutboxMessage>> {
    let found = rows::Entity::find().filter(of_person(ids, emails));
    let newest_first = found.order_by_desc(Column::CreatedAt).order_by_desc(Column::Id);
    let rows = newest_first.offset(offset).limit(limit).all(connection).await?;
    Ok(rows.into_iter().map(OutboxMessage::from).collect())
}

/// Deletes the messages that [`list_ids_of_person`] finds. Returns their number.
pub async fn delete_of_person(
    connection: &impl ConnectionTrait,
    ids: &BTreeSet<Uuid>,
    emails: &BTreeSet<String>,
) -> Result<u64> {
    Ok(delete_where(connection, of_person(ids, emails)).await?.len() as u64)
}

/// Removes emails from the copies of messages that are not sent yet, and the reasons for which messages failed or were returned, which may
/// name them.
pub async fn remove_copies(
    connection: &impl ConnectionTrait,
    key: &SecretKey,
    ids: &[Uuid],
    emails: &BTreeSet<String>,
) -> Result<()> {
    let found = rows::Entity::find().filter(Column::Id.is_in(ids.iter().copied())).order_by_asc(Column::Id);
    for row in found.lock_exclusive().all(connection).await? {
        let mut change =
            rows::ActiveModel { id: Unchanged(row.id), last_error: Set(None), ..Default::default() };
        if let Some(mut body) = row.sealed_body.as_deref().and_then(|sealed| open(key, sealed)) {
            body.cc.retain(|email| !emails.iter().any(|other| other.eq_ignore_ascii_case(email)));
            let body = serde_json::to_vec(&body).context("writing the body of a message")?;
            change.sealed_body = Set(Some(key.seal(PURPOSE, &body)));
        }
        change.update(connection).await?;
    }
    Ok(())
}
