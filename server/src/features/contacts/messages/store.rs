//! The SQL on `contact_messages`.

use std::collections::{BTreeSet, HashMap};

use sea_orm::{
    Condition, IntoActiveModel, QueryOrder, QuerySelect, QueryTrait,
    entity::prelude::*,
    sea_query::{Alias, ExprTrait, Func, Order, Query, SelectStatement},
};

use self::rows::Column;
pub use self::rows::{Entity, Model as Message};
use crate::{
    features::contacts::{model::LatestMessage, store::parts::Part},
    platform::{clock::Timestamp, error::Result},
};

mod rows {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "contact_messages")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub contact_id: Uuid,
        pub sender_name: String,
        pub sender_email: String,
        /// Whether the mail answers one of ours, or a trusted server has authenticated its sender.
        pub is_confirmed: bool,
        /// Whether a program answered automatically.
        pub is_automatic: bool,
        pub subject: String,
        pub text: String,
        /// The earlier messages that the mail repeats.
        pub quotation: String,
        /// `Message-ID` of the mail, without brackets.
        pub message_id: String,
        /// Whether the mail was too large, so that its text was not read.
        pub is_too_large: bool,
        /// Number of attachments that are not stored.
        pub omitted_attachments: i32,
        /// Time at which the mail was written, as its author's program says.
        pub written_at: Option<DateTimeUtc>,
        /// Time at which the mail was read from the mailbox.
        pub created_at: DateTimeUtc,
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

/// Maximum number of characters of a message in lists.
const MAX_PREVIEW: i32 = 300;

/// Stores a message.
pub async fn create(connection: &impl ConnectionTrait, message: Message) -> Result<()> {
    // All columns are set, because an unchanged column isn't inserted.
    Entity::insert(message.into_active_model().reset_all()).exec_without_returning(connection).await?;
    Ok(())
}

/// Selects the ids of the unconfirmed messages since a time.
#[must_use]
pub fn select_unconfirmed_since(since: Timestamp) -> SelectStatement {
    let unconfirmed =
        Entity::find().filter(Column::IsConfirmed.eq(false)).filter(Column::CreatedAt.gte(since));
    unconfirmed.select_only().column(Column::Id).into_query()
}

/// Finds the oldest message of a contact.
pub async fn find_first(connection: &impl ConnectionTrait, contact_id: Uuid) -> Result<Option<Message>> {
    let found = Entity::find().filter(Column::ContactId.eq(contact_id));
    Ok(found.order_by_asc(Column::CreatedAt).order_by_asc(Column::Id).one(connection).await?)
}

/// Finds the newest confirmed message of a person from this email.
pub async fn find_latest_confirmed(
    connection: &impl ConnectionTrait,
    contact_id: Uuid,
    email: &str,
) -> Result<Option<Message>> {
    let confirmed = Entity::find()
        .filter(Column::ContactId.eq(contact_id))
        .filter(Column::IsConfirmed.eq(true))
        .filter(Column::IsAutomatic.eq(false))
        .filter(Column::SenderEmail.eq(email.to_lowercase()))
        .filter(Column::Text.ne(""));
    Ok(confirmed.order_by_desc(Column::CreatedAt).order_by_desc(Column::Id).one(connection).await?)
}

/// Finds the latest message of each of the contacts, without automatic ones. Contacts without messages are missing.
pub async fn list_latest(
    connection: &impl ConnectionTrait,
    contact_ids: impl IntoIterator<Item = Uuid>,
) -> Result<HashMap<Uuid, LatestMessage>> {
    let other = Alias::new("other");
    let newest = Query::select()
        .column((other.clone(), Column::Id))
        .from_as(Entity, other.clone())
        .and_where(Expr::col((other.clone(), Column::ContactId)).equals((Entity, Column::ContactId)))
        .and_where(Expr::col((other.clone(), Column::IsAutomatic)).eq(false))
        .order_by((other.clone(), Column::CreatedAt), Order::Desc)
        .order_by((other, Column::Id), Order::Desc)
        .limit(1)
        .take();
    let text = Func::cust("substr").args([Expr::col(Column::Text), Expr::val(1), Expr::val(MAX_PREVIEW)]);
    let found = Entity::find()
        .filter(Column::ContactId.is_in(contact_ids))
        .filter(Column::Id.in_subquery(newest))
        .select_only()
        .column(Column::ContactId)
        .expr(text)
        .columns([Column::IsConfirmed, Column::CreatedAt]);
    let rows: Vec<(Uuid, String, bool, Timestamp)> = found.into_tuple().all(connection).await?;
    let latest = rows
        .into_iter()
        .map(|(id, text, is_confirmed, created_at)| (id, LatestMessage { text, is_confirmed, created_at }));
    Ok(latest.collect())
}

/// Lists the ids of the messages of other contacts that were sent from one of the emails.
pub async fn list_ids_from(
    connection: &impl ConnectionTrait,
    emails: &BTreeSet<String>,
) -> Result<BTreeSet<Uuid>> {
    let emails = emails.iter().map(|email| email.to_lowercase());
    let ids = Entity::find().filter(Column::SenderEmail.is_in(emails)).select_only().column(Column::Id);
    Ok(ids.into_tuple::<Uuid>().all(connection).await?.into_iter().collect())
}

/// Lists up to `limit` messages of the contacts, or from one of the emails, newest first. Skips the first `offset` ones.
pub async fn list_of_person(
    connection: &impl ConnectionTrait,
    contact_ids: &BTreeSet<Uuid>,
    emails: &BTreeSet<String>,
    offset: u64,
    limit: u64,
) -> Result<Vec<Message>> {
    let of_person = Condition::any()
        .add(Column::ContactId.is_in(contact_ids.iter().copied()))
        .add(Column::SenderEmail.is_in(emails.iter().map(|email| email.to_lowercase())));
    let newest_first =
        Entity::find().filter(of_person).order_by_desc(Column::CreatedAt).order_by_desc(Column::Id);
    Ok(newest_first.offset(offset).limit(limit).all(connection).await?)
}

/// Deletes messages. Returns their number.
pub async fn delete(connection: &impl ConnectionTrait, ids: &BTreeSet<Uuid>) -> Result<u64> {
    let deleted = Entity::delete_many().filter(Column::Id.is_in(ids.iter().copied()));
    Ok(deleted.exec(connection).await?.rows_affected)
}
