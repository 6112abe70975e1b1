//! The removal of a person from contacts.

use std::collections::BTreeSet;

use sea_orm::{
    ActiveValue::{Set, Unchanged},
    Condition, ConnectionTrait,
    entity::prelude::*,
};

use super::{
    columns, idempotency_keys,
    rows::{self, Column},
};
use crate::{
    features::contacts::{
        fields::{ContactFields, email_key},
        message::{compose_message, split_message},
        notes, replies,
    },
    platform::{clock::Timestamp, error::Result},
};

// Names and text that replace those of the person.
const CLOSED_ACCOUNT: &str = "Conta excluída";
const ERASED_PERSON: &str = "Dados apagados";
const ERASED_MESSAGE: &str = "Conteúdo removido a pedido de quem o enviou.";

/// The contacts from which a person was removed, and values that identify the person in other records.
#[derive(Default)]
pub struct Anonymized {
    pub contacts: Vec<Uuid>,
    /// Ids of receipts and replies in the outbox.
    pub messages: Vec<Uuid>,
    pub names: Vec<String>,
    /// Results of [`phone_key`].
    ///
    /// [`phone_key`]: crate::features::contacts::fields::phone_key
    pub phones: Vec<String>,
}

/// Removes a person from the contacts that were sent by the user or with one of the email addresses, including contacts in
/// the trash. Service, status and dates remain.
pub async fn anonymize(
    connection: &impl ConnectionTrait,
    user_id: Option<Uuid>,
    emails: &BTreeSet<String>,
    now: Timestamp,
) -> Result<Anonymized> {
    let mut is_own = Condition::any();
    if let Some(user_id) = user_id {
        is_own = is_own.add(Column::UserId.eq(user_id));
    }
    for key in emails.iter().map(|email| email_key(email)).filter(|key| !key.is_empty()) {
        is_own = is_own.add(Column::EmailKey.eq(key));
    }
    if is_own.is_empty() {
        return Ok(Anonymized::default());
    }
    let rows = rows::Entity::find().filter(is_own).all(connection).await?;
    let mut anonymized = Anonymized::default();
    for row in rows {
        anonymized.contacts.push(row.id);
        anonymized.messages.extend(row.receipt_id);
        anonymized.messages.extend(replies::store::list_message_ids(connection, row.id).await?);
        // Before the deletions, because it locks the contact, so that no note or reply is added meanwhile.
        erase(connection, &row, now).await?;
        idempotency_keys::delete_of_contact(connection, row.id).await?;
        notes::store::delete_of_contact(connection, row.id).await?;
        replies::store::delete_of_contact(connection, row.id).await?;
        anonymized.names.push(row.name);
        anonymized.phones.push(row.phone_key);
    }
    Ok(anonymized)
}

/// Replaces the fields of a contact, and ends its wait for a reply.
async fn erase(connection: &impl ConnectionTrait, row: &rows::Model, now: Timestamp) -> Result<()> {
    let name = if row.user_id.is_some() { CLOSED_ACCOUNT } else { ERASED_PERSON };
    let fields = ContactFields {
        name: name.to_owned(),
        email: String::new(),
        phone: String::new(),
        company: String::new(),
        message: compose_message(split_message(&row.message).0, ERASED_MESSAGE),
    };
    let erased = rows::ActiveModel {
        id: Unchanged(row.id),
        user_id: Set(None),
        // There is no address to reply to.
        delivery: Set(None),
        waits_until: Set(None),
        announced: Set(true),
        version: Set(row.version + 1),
        updated_at: Set(now),
        ..columns(fields)
    };
    erased.update(connection).await?;
    Ok(())
}
