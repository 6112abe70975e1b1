//! Contacts of somebody with an account, and how that person is taken out of them.

use sea_orm::{
    ActiveValue::{Set, Unchanged},
    ConnectionTrait, Order, QueryOrder, QuerySelect,
    entity::prelude::*,
};

use super::{
    contacts::{self, Column},
    keys, notes, replies,
};
use crate::{
    contacts::model::{Contact, compose_message, split_message},
    kit::{clock::Timestamp, error::Result, text},
};

/// Nobody sends more of them by hand.
const OWN_MAX: u64 = 200;
const ERASED_NAME: &str = "Conta excluída";
const ERASED_MESSAGE: &str = "Conteúdo removido a pedido de quem o enviou.";

/// What an account has sent, the newest first, without what staff threw away.
pub async fn list_of_user(connection: &impl ConnectionTrait, user: Uuid) -> Result<Vec<Contact>> {
    let rows = contacts::Entity::find()
        .filter(Column::UserId.eq(user))
        .filter(Column::DeletedAt.is_null())
        .order_by(Column::CreatedAt, Order::Desc)
        .order_by(Column::Id, Order::Desc)
        .limit(OWN_MAX)
        .all(connection)
        .await?;
    Ok(rows.into_iter().map(Contact::from).collect())
}

/// Takes the person out of everything an account has sent, the trash included. Service, status and dates stay.
pub async fn anonymize_of_user(connection: &impl ConnectionTrait, user: Uuid, now: Timestamp) -> Result<()> {
    let rows = contacts::Entity::find().filter(Column::UserId.eq(user)).all(connection).await?;
    for row in rows {
        let message = compose_message(split_message(&row.message).0, ERASED_MESSAGE);
        let erased = contacts::ActiveModel {
            id: Unchanged(row.id),
            search: Set(text::fold(&format!("{ERASED_NAME} {message}"))),
            name: Set(ERASED_NAME.to_owned()),
            email: Set(String::new()),
            phone: Set(String::new()),
            company: Set(String::new()),
            message: Set(message),
            user_id: Set(None),
            email_key: Set(String::new()),
            phone_key: Set(String::new()),
            delivery: Set(None),
            version: Set(row.version + 1),
            updated_at: Set(now),
            ..Default::default()
        };
        erased.update(connection).await?;
        keys::delete_of_contact(connection, row.id).await?;
        notes::delete_of_contact(connection, row.id).await?;
        replies::delete_of_contact(connection, row.id).await?;
    }
    Ok(())
}
