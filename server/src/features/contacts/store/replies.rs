//! What staff answered by e-mail from the panel: all SQL on `contact_replies`.

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
        /// The message in the outbox, which forgets it after a while.
        pub outbox_id: Uuid,
        pub request_key: Option<String>,
        pub subject: String,
        pub text: String,
        pub created_at: DateTimeUtc,
        /// What became of its message, also once the outbox has forgotten it.
        pub state: MailState,
        /// When the mail server accepted it.
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
    /// What the client called its attempt.
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

/// The newest of those to any of these contacts.
pub async fn list(connection: &impl ConnectionTrait, contacts: &[Uuid], limit: u64) -> Result<Vec<Reply>> {
    let replies = rows::Entity::find().filter(Column::ContactId.is_in(contacts.iter().copied()));
    Ok(replies.order_by_desc(Column::CreatedAt).limit(limit).all(connection).await?)
}

pub async fn find_by_key(connection: &impl ConnectionTrait, key: &str) -> Result<Option<Reply>> {
    Ok(rows::Entity::find().filter(Column::RequestKey.eq(key)).one(connection).await?)
}

/// Was this contact answered after a moment?
pub async fn any_since(connection: &impl ConnectionTrait, contact: Uuid, moment: Timestamp) -> Result<bool> {
    let replies = rows::Entity::find().filter(Column::ContactId.eq(contact));
    Ok(replies.filter(Column::CreatedAt.gt(moment)).one(connection).await?.is_some())
}

/// An answer whose message the mail server had not accepted when it was last looked at.
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

/// The messages in the outbox that answered a contact.
pub async fn messages_of_contact(connection: &impl ConnectionTrait, contact: Uuid) -> Result<Vec<Uuid>> {
    let replies = rows::Entity::find().filter(Column::ContactId.eq(contact));
    Ok(replies.select_only().column(Column::OutboxId).into_tuple().all(connection).await?)
}

/// The newest answer to a contact.
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

/// Which of these contacts have an answer from here that the mail server accepted.
pub async fn answered(connection: &impl ConnectionTrait, contacts: &[Uuid]) -> Result<Vec<Uuid>> {
    let replies = rows::Entity::find().filter(Column::ContactId.is_in(contacts.iter().copied()));
    let replies = replies.filter(Column::AcceptedAt.is_not_null());
    let query = replies.select_only().column(Column::ContactId).distinct();
    Ok(query.into_tuple().all(connection).await?)
}

pub async fn delete_of_contact(connection: &impl ConnectionTrait, contact: Uuid) -> Result<()> {
    rows::Entity::delete_many().filter(Column::ContactId.eq(contact)).exec(connection).await?;
    Ok(())
}
