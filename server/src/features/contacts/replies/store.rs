//! The SQL on `contact_replies`.

use std::collections::HashMap;

use sea_orm::{
    ActiveValue::{Set, Unchanged},
    ConnectionTrait, QueryOrder, QuerySelect,
    entity::prelude::*,
};

use self::rows::Column;
pub use self::rows::{Entity, Model as Reply};
use crate::{
    features::contacts::{
        model::{RepliesState, ReplyDelivery},
        store::parts::Part,
    },
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
        /// Null after the author's account was deleted.
        pub author_id: Option<Uuid>,
        /// Id of the message in the outbox. The message may have been deleted.
        pub outbox_id: Uuid,
        pub request_key: Option<String>,
        pub subject: String,
        pub text: String,
        pub created_at: DateTimeUtc,
        /// Last known state of the message.
        pub state: MailState,
        /// Time at which the mail server accepted the message; null before.
        pub accepted_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

impl Part for Entity {
    const ID: Column = Column::Id;
    const CONTACT_ID: Column = Column::ContactId;
    const CREATED_AT: Column = Column::CreatedAt;
}

/// A reply to store. Its message is already queued.
pub struct NewReply {
    pub contact_id: Uuid,
    pub author_id: Uuid,
    pub outbox_id: Uuid,
    /// Idempotency key of the request, with the ids of its user and contact.
    pub request_key: Option<String>,
    pub subject: String,
    pub text: String,
}

/// Stores a reply as queued.
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

/// Finds a reply by its [`NewReply::request_key`].
pub async fn find_by_key(connection: &impl ConnectionTrait, key: &str) -> Result<Option<Reply>> {
    Ok(Entity::find().filter(Column::RequestKey.eq(key)).one(connection).await?)
}

/// Returns whether the contact has a reply from after `time`.
pub async fn has_reply_since(
    connection: &impl ConnectionTrait,
    contact_id: Uuid,
    time: Timestamp,
) -> Result<bool> {
    let replies = Entity::find().filter(Column::ContactId.eq(contact_id));
    Ok(replies.filter(Column::CreatedAt.gt(time)).one(connection).await?.is_some())
}

/// A reply whose message has not been accepted by the mail server, according to its last known state.
#[derive(DerivePartialModel)]
#[sea_orm(entity = "Entity")]
pub struct Unsent {
    pub id: Uuid,
    pub contact_id: Uuid,
    pub outbox_id: Uuid,
    pub state: MailState,
}

/// Lists all replies whose message has not been accepted.
pub async fn list_unsent(connection: &impl ConnectionTrait) -> Result<Vec<Unsent>> {
    let unsent = Entity::find().filter(Column::State.ne(MailState::Sent));
    Ok(unsent.into_partial_model().all(connection).await?)
}

/// Lists the outbox ids of the replies to a contact.
pub async fn list_message_ids(connection: &impl ConnectionTrait, contact_id: Uuid) -> Result<Vec<Uuid>> {
    let replies = Entity::find().filter(Column::ContactId.eq(contact_id));
    Ok(replies.select_only().column(Column::OutboxId).into_tuple().all(connection).await?)
}

/// Stores the state of a reply's message, and the time at which the mail server accepted it.
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

/// Returns the state of the replies to each of the contacts. Contacts without replies are missing.
pub async fn states(
    connection: &impl ConnectionTrait,
    contact_ids: &[Uuid],
) -> Result<HashMap<Uuid, RepliesState>> {
    let replies = Entity::find().filter(Column::ContactId.is_in(contact_ids.iter().copied()));
    let oldest_first = replies.order_by_asc(Column::CreatedAt).order_by_asc(Column::Id);
    let columns = oldest_first.select_only().columns([Column::ContactId, Column::State, Column::AcceptedAt]);
    let rows: Vec<(Uuid, MailState, Option<Timestamp>)> = columns.into_tuple().all(connection).await?;
    let mut states: HashMap<Uuid, RepliesState> = HashMap::new();
    for (contact_id, state, accepted_at) in rows {
        let known = states.entry(contact_id).or_default();
        known.has_accepted |= accepted_at.is_some();
        known.delivery = ReplyDelivery::of(state);
    }
    Ok(states)
}
