//! Removal of a person from contacts.

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

const CLOSED_ACCOUNT: &str = "Conta excluída";
const ERASED_PERSON: &str = "Dados apagados";
const ERASED_MESSAGE: &str = "Conteúdo removido a pedido de quem o enviou.";

/// The contacts that a person was removed from, and what identifies the person elsewhere.
#[derive(Default)]
pub struct Anonymized {
    pub contacts: Vec<Uuid>,
    /// Ids of receipts and replies in the outbox.
    pub messages: Vec<Uuid>,
    pub names: Vec<String>,
    pub phones: Vec<String>,
}

/// Removes a person from all their contacts, the trash included. The contacts of the account and of the addresses are
/// theirs. Service, status and dates remain.
pub async fn anonymize(
    connection: &impl ConnectionTrait,
    user: Option<Uuid>,
    emails: &BTreeSet<String>,
    now: Timestamp,
) -> Result<Anonymized> {
    let mut own = Condition::any();
    if let Some(user) = user {
        own = own.add(Column::UserId.eq(user));
    }
    for key in emails.iter().map(|email| email_key(email)).filter(|key| !key.is_empty()) {
        own = own.add(Column::EmailKey.eq(key));
    }
    if own.is_empty() {
        return Ok(Anonymized::default());
    }
    let rows = rows::Entity::find().filter(own).all(connection).await?;
    let mut anonymized = Anonymized::default();
    for row in rows {
        anonymized.contacts.push(row.id);
        anonymized.messages.extend(row.receipt_id);
        anonymized.messages.extend(replies::store::messages_of_contact(connection, row.id).await?);
        // First, because it locks the contact, so that no note or reply is added meanwhile.
        erase(connection, &row, now).await?;
        idempotency_keys::delete_of_contact(connection, row.id).await?;
        notes::store::delete_of_contact(connection, row.id).await?;
        replies::store::delete_of_contact(connection, row.id).await?;
        anonymized.names.push(row.name);
        anonymized.phones.push(row.phone_key);
    }
    Ok(anonymized)
}

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
        // Nobody can be replied to.
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
