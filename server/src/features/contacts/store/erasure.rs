//! Contacts of somebody with an account, and how that person is taken out of them.

use std::collections::BTreeSet;

use sea_orm::{
    ActiveValue::{Set, Unchanged},
    Condition, ConnectionTrait, Order, QueryOrder, QuerySelect,
    entity::prelude::*,
};

use super::{
    contacts::{self, Column},
    keys, notes, replies,
};
use crate::{
    features::contacts::model::{Contact, compose_message, person_keys, split_message},
    platform::{clock::Timestamp, error::Result, text},
};

/// Nobody sends more of them by hand.
const MAX_OWN: u64 = 200;
const CLOSED_ACCOUNT: &str = "Conta excluída";
const ERASED_PERSON: &str = "Dados apagados";
const ERASED_MESSAGE: &str = "Conteúdo removido a pedido de quem o enviou.";

/// What an account has sent, the newest first, without what staff threw away.
pub async fn list_of_user(connection: &impl ConnectionTrait, user: Uuid) -> Result<Vec<Contact>> {
    let rows = contacts::Entity::find()
        .filter(Column::UserId.eq(user))
        .filter(Column::DeletedAt.is_null())
        .order_by(Column::CreatedAt, Order::Desc)
        .order_by(Column::Id, Order::Desc)
        .limit(MAX_OWN)
        .all(connection)
        .await?;
    Ok(rows.into_iter().map(Contact::from).collect())
}

/// The contacts that a person was removed from, and the messages in the outbox that belong to them.
#[derive(Default)]
pub struct Anonymized {
    pub contacts: Vec<Uuid>,
    /// The ids of receipts and answers.
    pub messages: Vec<Uuid>,
    /// What the person called themselves, and their numbers.
    pub names: Vec<String>,
    pub phones: Vec<String>,
}

/// Takes a person out of everything they sent, by account and by e-mail addresses, the trash included. Service, status and
/// dates stay.
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
    for email in emails {
        let (email_key, _) = person_keys(email, "");
        if !email_key.is_empty() {
            own = own.add(Column::EmailKey.eq(email_key));
        }
    }
    if own.is_empty() {
        return Ok(Anonymized::default());
    }
    let rows = contacts::Entity::find().filter(own).all(connection).await?;
    let mut anonymized = Anonymized::default();
    for row in rows {
        anonymized.contacts.push(row.id);
        anonymized.messages.extend(row.receipt_id);
        anonymized.messages.extend(replies::messages_of_contact(connection, row.id).await?);
        anonymized.names.push(row.name);
        anonymized.phones.push(row.phone_key);
        let name = if row.user_id.is_some() { CLOSED_ACCOUNT } else { ERASED_PERSON };
        let message = compose_message(split_message(&row.message).0, ERASED_MESSAGE);
        let erased = contacts::ActiveModel {
            id: Unchanged(row.id),
            search: Set(text::fold(&format!("{name} {message}"))),
            name: Set(name.to_owned()),
            email: Set(String::new()),
            phone: Set(String::new()),
            company: Set(String::new()),
            message: Set(message),
            user_id: Set(None),
            email_key: Set(String::new()),
            phone_key: Set(String::new()),
            delivery: Set(None),
            // There is nobody to answer, and nothing to announce.
            waits_until: Set(None),
            announced: Set(true),
            version: Set(row.version + 1),
            updated_at: Set(now),
            ..Default::default()
        };
        erased.update(connection).await?;
        keys::delete_of_contact(connection, row.id).await?;
        notes::delete_of_contact(connection, row.id).await?;
        replies::delete_of_contact(connection, row.id).await?;
    }
    Ok(anonymized)
}
