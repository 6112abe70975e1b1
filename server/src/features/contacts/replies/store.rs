//! The SQL on `contact_replies`.

use std::collections::{BTreeSet, HashMap};

use sea_orm::{
    ActiveValue::{Set, Unchanged},
    ConnectionTrait, QueryOrder, QuerySelect, QueryTrait,
    entity::prelude::*,
    sea_query::SelectStatement,
};

pub use self::rows::{Column, Entity, Model as Reply};
use super::content::{CC_SEPARATOR, Content, in_copy};
use crate::{
    features::contacts::{
        model::{Contact, RepliesState, ReplyDelivery},
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
        /// Addresses that get a copy, separated by commas; may be empty.
        pub cc: String,
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
    pub content: Content,
}

/// Stores a reply as queued.
pub async fn create(connection: &impl ConnectionTrait, new: NewReply, now: Timestamp) -> Result<Reply> {
    let row = rows::ActiveModel {
        id: Set(id::new_id(now)),
        contact_id: Set(new.contact_id),
        author_id: Set(Some(new.author_id)),
        outbox_id: Set(new.outbox_id),
        request_key: Set(new.request_key),
        cc: Set(new.content.cc.join(CC_SEPARATOR)),
        subject: Set(new.content.subject),
        text: Set(new.content.text),
        created_at: Set(now),
        state: Set(MailState::Queued),
        accepted_at: Set(None),
    };
    Ok(row.insert(connection).await?)
}

/// Finds a reply.
pub async fn find(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<Reply>> {
    Ok(Entity::find_by_id(id).one(connection).await?)
}

/// Deletes a reply.
pub async fn delete(connection: &impl ConnectionTrait, id: Uuid) -> Result<()> {
    Entity::delete_by_id(id).exec(connection).await?;
    Ok(())
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

/// A reply with the last known state of its message.
#[derive(DerivePartialModel)]
#[sea_orm(entity = "Entity")]
pub struct ReplyState {
    pub id: Uuid,
    pub contact_id: Uuid,
    pub author_id: Option<Uuid>,
    pub outbox_id: Uuid,
    pub cc: String,
    pub state: MailState,
    pub created_at: Timestamp,
}

/// Lists all replies whose message has not been accepted.
pub async fn list_unsent(connection: &impl ConnectionTrait) -> Result<Vec<ReplyState>> {
    // As in the index.
    let unsent = Entity::find().filter(Expr::cust("\"contact_replies\".\"state\" <> 'sent'"));
    Ok(unsent.into_partial_model().all(connection).await?)
}

/// Lists the outbox ids of the replies to a contact.
pub async fn list_message_ids(connection: &impl ConnectionTrait, contact_id: Uuid) -> Result<Vec<Uuid>> {
    let replies = Entity::find().filter(Column::ContactId.eq(contact_id));
    Ok(replies.select_only().column(Column::OutboxId).into_tuple().all(connection).await?)
}

/// Stores that a reply is queued again, as another message.
pub async fn set_queued(connection: &impl ConnectionTrait, id: Uuid, outbox_id: Uuid) -> Result<()> {
    let change = rows::ActiveModel {
        id: Unchanged(id),
        outbox_id: Set(outbox_id),
        state: Set(MailState::Queued),
        accepted_at: Set(None),
        ..Default::default()
    };
    change.update(connection).await?;
    Ok(())
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

/// Returns the state of the replies to each of the contacts. Contacts without replies are missing. Only a reply from after the
/// person's latest message counts as accepted.
pub async fn states<'a>(
    connection: &impl ConnectionTrait,
    contacts: impl IntoIterator<Item = &'a Contact>,
) -> Result<HashMap<Uuid, RepliesState>> {
    let asked_at: HashMap<Uuid, Timestamp> =
        contacts.into_iter().map(|contact| (contact.id, contact.asked_at)).collect();
    let replies = Entity::find().filter(Column::ContactId.is_in(asked_at.keys().copied()));
    let oldest_first = replies.order_by_asc(Column::CreatedAt).order_by_asc(Column::Id);
    let columns = [Column::ContactId, Column::State, Column::AcceptedAt, Column::CreatedAt];
    let columns = oldest_first.select_only().columns(columns);
    let rows: Vec<(Uuid, MailState, Option<Timestamp>, Timestamp)> =
        columns.into_tuple().all(connection).await?;
    let mut states: HashMap<Uuid, RepliesState> = HashMap::new();
    for (contact_id, state, accepted_at, created_at) in rows {
        let known = states.entry(contact_id).or_default();
        known.has_accepted |= accepted_at.is_some() && asked_at.get(&contact_id) <= Some(&created_at);
        known.delivery = ReplyDelivery::of(state);
    }
    Ok(states)
}

/// Finds the reply with this message in the outbox.
pub async fn find_by_message(
    connection: &impl ConnectionTrait,
    outbox_id: Uuid,
) -> Result<Option<ReplyState>> {
    let found = Entity::find().filter(Column::OutboxId.eq(outbox_id));
    Ok(found.into_partial_model().one(connection).await?)
}

/// Lists the replies with one of the emails in copy, newest first.
pub async fn list_copied_to(
    connection: &impl ConnectionTrait,
    emails: &BTreeSet<String>,
) -> Result<Vec<ReplyState>> {
    let copied = Entity::find().filter(Column::Cc.ne(""));
    let newest_first = copied.order_by_desc(Column::CreatedAt).order_by_desc(Column::Id);
    let mut replies: Vec<ReplyState> = newest_first.into_partial_model().all(connection).await?;
    replies.retain(|reply| in_copy(&reply.cc).any(|email| is_one_of(emails, email)));
    Ok(replies)
}

/// Removes emails from the copies of a reply.
pub async fn remove_copies(
    connection: &impl ConnectionTrait,
    reply: &ReplyState,
    emails: &BTreeSet<String>,
) -> Result<()> {
    let left: Vec<&str> = in_copy(&reply.cc).filter(|email| !is_one_of(emails, email)).collect();
    let cc = Set(left.join(CC_SEPARATOR));
    rows::ActiveModel { id: Unchanged(reply.id), cc, ..Default::default() }.update(connection).await?;
    Ok(())
}

/// Returns whether an email is one of these, in any case.
pub fn is_one_of(emails: &BTreeSet<String>, email: &str) -> bool {
    emails.iter().any(|other| other.eq_ignore_ascii_case(email))
}

/// Returns the contacts of replies with these messages in the outbox, by message.
pub async fn contacts_of_messages(
    connection: &impl ConnectionTrait,
    outbox_ids: &[Uuid],
) -> Result<HashMap<Uuid, Uuid>> {
    let found = Entity::find().filter(Column::OutboxId.is_in(outbox_ids.iter().copied()));
    let columns = found.select_only().columns([Column::OutboxId, Column::ContactId]);
    Ok(columns.into_tuple::<(Uuid, Uuid)>().all(connection).await?.into_iter().collect())
}

/// Selects the ids of the messages of replies to contacts.
pub fn message_ids(contact_ids: &[Uuid]) -> SelectStatement {
    let found = Entity::find().filter(Column::ContactId.is_in(contact_ids.iter().copied()));
    found.select_only().column(Column::OutboxId).into_query()
}
