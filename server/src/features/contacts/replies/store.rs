//! Queries on the `contact_replies` table.

use sea_orm::{
    ActiveValue::{Set, Unchanged},
    ConnectionTrait, QueryOrder, QuerySelect,
    entity::prelude::*,
};

use crate::{
    foundation::mail::model::MailState,
    platform::{clock::Timestamp, error::Result, id},
};

mod rows {
    use sea_orm::entity::prelude::*;

    use super::MailState;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "contact_replies")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub contact_id: Uuid,
        pub author_id: Option<Uuid>,
        /// Id of the message in the outbox, which is deleted after a while.
        pub outbox_id: Uuid,
        pub request_key: Option<String>,
        pub subject: String,
        pub text: String,
        pub created_at: DateTimeUtc,
        /// Last known state of the message.
        pub state: MailState,
        /// Time at which the mail server accepted the message.
        pub accepted_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

use rows::Column;
pub use rows::Model as Reply;

pub struct NewReply {
    pub contact_id: Uuid,
    pub author_id: Uuid,
    pub outbox_id: Uuid,
    /// Idempotency key of the request, with the ids of its user and contact.
    pub request_key: Option<String>,
    pub subject: String,
    pub text: String,
}

pub async fn create(connection: &impl ConnectionTrait, new: NewReply, now: Timestamp) -> Result<Reply> {
    let row = rows::ActiveModel {
        id: Set(id::new_id(now)),
        contact_id: Set(new.contact_id),
        author_id: Set(Some(new.author_id)),
        outbox_id: Set(new.outbox_id),
        request_key: Set(new.request_key),
        subject: Set(new.subject),
        text: Set(new.text),
        created_at: Set(now),
        state: Set(MailState::Queued),
        accepted_at: Set(None),
    };
    Ok(row.insert(connection).await?)
}

/// Lists up to `limit` replies to the contacts, newest first.
pub async fn list(connection: &impl ConnectionTrait, contacts: &[Uuid], limit: u64) -> Result<Vec<Reply>> {
    let replies = rows::Entity::find().filter(Column::ContactId.is_in(contacts.iter().copied()));
    Ok(replies.order_by_desc(Column::CreatedAt).limit(limit).all(connection).await?)
}

pub async fn find_by_key(connection: &impl ConnectionTrait, key: &str) -> Result<Option<Reply>> {
    Ok(rows::Entity::find().filter(Column::RequestKey.eq(key)).one(connection).await?)
}

/// Whether the contact has a reply from after `moment`.
pub async fn has_reply_since(
    connection: &impl ConnectionTrait,
    contact: Uuid,
    moment: Timestamp,
) -> Result<bool> {
    let replies = rows::Entity::find().filter(Column::ContactId.eq(contact));
    Ok(replies.filter(Column::CreatedAt.gt(moment)).one(connection).await?.is_some())
}

/// A reply whose message was not accepted when its state was last read.
#[derive(DerivePartialModel)]
#[sea_orm(entity = "rows::Entity")]
pub struct Unsent {
    pub id: Uuid,
    pub contact_id: Uuid,
    pub outbox_id: Uuid,
    pub state: MailState,
}

pub async fn unsent(connection: &impl ConnectionTrait) -> Result<Vec<Unsent>> {
    let unsent = rows::Entity::find().filter(Column::State.ne(MailState::Sent));
    Ok(unsent.into_partial_model().all(connection).await?)
}

/// Returns the ids of the messages in the outbox that reply to a contact.
pub async fn messages_of_contact(connection: &impl ConnectionTrait, contact: Uuid) -> Result<Vec<Uuid>> {
    let replies = rows::Entity::find().filter(Column::ContactId.eq(contact));
    Ok(replies.select_only().column(Column::OutboxId).into_tuple().all(connection).await?)
}

/// Returns the newest reply to a contact.
pub async fn newest(connection: &impl ConnectionTrait, contact: Uuid) -> Result<Option<Reply>> {
    let replies = rows::Entity::find().filter(Column::ContactId.eq(contact));
    let newest_first = replies.order_by_desc(Column::CreatedAt).order_by_desc(Column::Id);
    Ok(newest_first.one(connection).await?)
}

pub async fn set_state(
    connection: &impl ConnectionTrait,
    id: Uuid,
    state: MailState,
    accepted_at: Option<Timestamp>,
) -> Result<()> {
    let change = rows::ActiveModel {
        id: Unchanged(id),
        state: Set(state),
        accepted_at: Set(accepted_at),
        ..Default::default()
    };
    change.update(connection).await?;
    Ok(())
}

/// Returns those of the contacts that have a reply that the mail server accepted.
pub async fn accepted(connection: &impl ConnectionTrait, contacts: &[Uuid]) -> Result<Vec<Uuid>> {
    let replies = rows::Entity::find().filter(Column::ContactId.is_in(contacts.iter().copied()));
    let replies = replies.filter(Column::AcceptedAt.is_not_null());
    let query = replies.select_only().column(Column::ContactId).distinct();
    Ok(query.into_tuple().all(connection).await?)
}

pub async fn delete_of_contact(connection: &impl ConnectionTrait, contact: Uuid) -> Result<()> {
    rows::Entity::delete_many().filter(Column::ContactId.eq(contact)).exec(connection).await?;
    Ok(())
}
