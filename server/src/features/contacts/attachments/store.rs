//! The SQL on `contact_attachments`.

use std::collections::BTreeSet;

use sea_orm::{
    Condition, ConnectionTrait, ExprTrait, IntoActiveModel, QueryOrder, QuerySelect, Select,
    entity::prelude::*, sea_query::SelectStatement,
};

use self::rows::Column;
pub use self::rows::{Entity, Model as Attachment};
use super::FileRefusal;
use crate::{
    features::contacts::store as contacts,
    foundation::attachments::{
        CheckedFile,
        drafts::Draft,
        new_path,
        store::{DraftTable, detach},
    },
    platform::{
        clock::Timestamp,
        db::{summary, unsigned},
        error::Result,
        id,
    },
};

mod rows {
    use sea_orm::entity::prelude::*;

    use crate::features::contacts::attachments::FileRefusal;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "contact_attachments")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        /// Null before the mail with the file is filed, and if the file is to be deleted.
        pub contact_id: Option<Uuid>,
        /// The message with the file; null for files of replies and requests.
        pub message_id: Option<Uuid>,
        /// The reply with the file; null for files of messages and requests.
        pub reply_id: Option<Uuid>,
        pub name: String,
        pub content_type: String,
        pub bytes: i64,
        /// Path in the store of private files.
        pub path: String,
        /// Time until which the mail with the file is being filed, or the file waits for the reply of which it is a part; null afterward.
        pub pending_until: Option<DateTimeUtc>,
        pub created_at: DateTimeUtc,
        /// The member of staff who has attached the file to a reply that isn't sent yet.
        pub uploaded_by: Option<Uuid>,
        /// Number of the file in its request; null for other files.
        pub slot: Option<i32>,
        /// Why a file of a request is not stored; null if it is.
        pub refusal: Option<FileRefusal>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

impl DraftTable for Entity {
    const ID: Column = Column::Id;
    const RECORD_ID: Column = Column::ContactId;
    const REPLY_ID: Column = Column::ReplyId;
    const UPLOADED_BY: Column = Column::UploadedBy;
    const PENDING_UNTIL: Column = Column::PendingUntil;
    const NAME: Column = Column::Name;
}

impl Draft for Attachment {
    fn id(&self) -> Uuid {
        self.id
    }

    fn bytes(&self) -> i64 {
        self.bytes
    }
}

impl Attachment {
    /// Returns the row of a file without a contact and without content.
    pub fn new(name: String, now: Timestamp) -> Self {
        Self {
            id: id::new_id(now),
            contact_id: None,
            message_id: None,
            reply_id: None,
            name,
            content_type: String::new(),
            bytes: 0,
            path: String::new(),
            pending_until: None,
            created_at: now,
            uploaded_by: None,
            slot: None,
            refusal: None,
        }
    }

    /// Returns the row of a file that is to be stored, and doesn't belong to a contact until `pending_until`.
    pub fn pending(
        name: String,
        content_type: String,
        length: usize,
        pending_until: Timestamp,
        now: Timestamp,
    ) -> Result<Self> {
        Ok(Self {
            content_type,
            bytes: i64::try_from(length).map_err(anyhow::Error::new)?,
            path: new_path(),
            pending_until: Some(pending_until),
            ..Self::new(name, now)
        })
    }

    /// Returns the row of a checked file that is to be stored.
    pub fn of_checked(file: &CheckedFile, pending_until: Timestamp, now: Timestamp) -> Result<Self> {
        let (name, content_type) = (file.name.clone(), file.content_type.to_owned());
        Self::pending(name, content_type, file.bytes.len(), pending_until, now)
    }
}

/// Stores attachments.
pub async fn create(connection: &impl ConnectionTrait, attachments: Vec<Attachment>) -> Result<()> {
    if attachments.is_empty() {
        return Ok(());
    }
    // All columns are set, because an unchanged column isn't inserted.
    let rows = attachments.into_iter().map(|attachment| attachment.into_active_model().reset_all());
    Entity::insert_many(rows).exec_without_returning(connection).await?;
    Ok(())
}

/// Adds stored files to a received message. Returns false if one was deleted meanwhile.
pub async fn attach(
    connection: &impl ConnectionTrait,
    ids: &[Uuid],
    contact_id: Uuid,
    message_id: Uuid,
) -> Result<bool> {
    let attached = Entity::update_many()
        .col_expr(Column::ContactId, Expr::value(contact_id))
        .col_expr(Column::MessageId, Expr::value(message_id))
        .col_expr(Column::PendingUntil, Expr::value(None::<Timestamp>))
        .filter(Column::Id.is_in(ids.iter().copied()))
        .filter(Column::ContactId.is_null())
        .exec(connection)
        .await?;
    Ok(attached.rows_affected == ids.len() as u64)
}

/// Returns the size of the files of messages, whose ids `messages` selects.
pub async fn bytes_of_messages(connection: &impl ConnectionTrait, messages: SelectStatement) -> Result<u64> {
    let files = Entity::find().filter(Column::MessageId.in_subquery(messages));
    let sizes: Vec<i64> = files.select_only().column(Column::Bytes).into_tuple().all(connection).await?;
    Ok(sizes.into_iter().map(unsigned).sum())
}

/// Finds an attachment.
pub async fn find(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<Attachment>> {
    Ok(Entity::find_by_id(id).one(connection).await?)
}

/// Lists the files of contacts, in the order of their mail and slots, including those of requests that are not stored. Leaves out
/// files of replies that aren't sent yet.
pub async fn list(
    connection: &impl ConnectionTrait,
    contact_ids: impl IntoIterator<Item = Uuid>,
) -> Result<Vec<Attachment>> {
    let sorted = of_contacts(contact_ids).order_by_asc(Column::CreatedAt).order_by_asc(Column::Slot);
    Ok(sorted.order_by_asc(Column::Id).all(connection).await?)
}

fn of_contacts(contact_ids: impl IntoIterator<Item = Uuid>) -> Select<Entity> {
    Entity::find().filter(Column::ContactId.is_in(contact_ids)).filter(Column::PendingUntil.is_null())
}

/// Selects the [summary](summary) of the files that [`list`] returns.
pub fn summary(kind: &str, contact_ids: &[Uuid]) -> SelectStatement {
    let found = of_contacts(contact_ids.iter().copied());
    summary::select(kind, found, Column::CreatedAt, Some(Column::Refusal))
}

/// Lists the ids of the attachments of a contact's messages and replies.
pub async fn list_ids_in_mail(connection: &impl ConnectionTrait, contact_id: Uuid) -> Result<Vec<Uuid>> {
    let ids = Entity::find().filter(Column::ContactId.eq(contact_id)).filter(in_mail());
    Ok(ids.select_only().column(Column::Id).into_tuple().all(connection).await?)
}

/// Moves attachments from one contact to another. Returns their number.
pub async fn move_to_contact(
    connection: &impl ConnectionTrait,
    ids: &[Uuid],
    from: Uuid,
    to: Uuid,
) -> Result<u64> {
    let moved = Entity::update_many()
        .col_expr(Column::ContactId, Expr::value(to))
        .filter(Column::Id.is_in(ids.iter().copied()))
        .filter(Column::ContactId.eq(from));
    Ok(moved.exec(connection).await?.rows_affected)
}

/// Returns the condition of attachments that came with a message or a reply.
fn in_mail() -> Condition {
    Condition::any().add(Column::MessageId.is_not_null()).add(Column::ReplyId.is_not_null())
}

/// Lists the files of a reply.
pub async fn list_of_reply(connection: &impl ConnectionTrait, reply_id: Uuid) -> Result<Vec<Attachment>> {
    let found = Entity::find().filter(Column::ReplyId.eq(reply_id));
    Ok(found.order_by_asc(Column::Id).all(connection).await?)
}

/// Lists the files of a request, also those that are not stored.
pub async fn list_of_request(connection: &impl ConnectionTrait, contact_id: Uuid) -> Result<Vec<Attachment>> {
    let found = Entity::find().filter(Column::ContactId.eq(contact_id)).filter(Column::Slot.is_not_null());
    Ok(found.order_by_asc(Column::Slot).all(connection).await?)
}

/// Makes the files of a reply files of an unsent one, until a time.
pub async fn detach_from_reply(
    connection: &impl ConnectionTrait,
    reply_id: Uuid,
    user_id: Uuid,
    until: Timestamp,
) -> Result<()> {
    let change = Entity::update_many()
        .col_expr(Column::ReplyId, Expr::value(None::<Uuid>))
        .col_expr(Column::PendingUntil, Expr::value(until))
        .col_expr(Column::UploadedBy, Expr::value(user_id));
    change.filter(Column::ReplyId.eq(reply_id)).exec(connection).await?;
    Ok(())
}

/// Returns whether there are files whose reply wasn't sent in time.
pub async fn has_expired_drafts(connection: &impl ConnectionTrait, now: Timestamp) -> Result<bool> {
    let expired =
        Entity::find().filter(Column::PendingUntil.lte(now)).filter(Column::ContactId.is_not_null());
    Ok(expired.one(connection).await?.is_some())
}

/// Detaches the files whose reply wasn't sent in time, so that they are deleted.
pub async fn detach_expired_drafts(connection: &impl ConnectionTrait, now: Timestamp) -> Result<u64> {
    detach::<Entity>(connection, Condition::all().add(Column::PendingUntil.lte(now))).await
}

/// Stores the content of a file that a request has announced. Returns false if it is stored already, or its contact was deleted.
pub async fn fill_slot(
    connection: &impl ConnectionTrait,
    (contact_id, slot): (Uuid, i32),
    stored: &Attachment,
) -> Result<bool> {
    let filled = Entity::update_many()
        .col_expr(Column::Name, Expr::value(&*stored.name))
        .col_expr(Column::ContentType, Expr::value(&*stored.content_type))
        .col_expr(Column::Bytes, Expr::value(stored.bytes))
        .col_expr(Column::Path, Expr::value(&*stored.path))
        .col_expr(Column::Refusal, Expr::value(None::<FileRefusal>))
        .filter(Column::ContactId.eq(contact_id))
        .filter(Column::Slot.eq(slot))
        .filter(Column::Refusal.is_not_null())
        .exec(connection)
        .await?;
    if filled.rows_affected == 0 {
        return Ok(false);
    }
    delete(connection, [stored.id]).await?;
    Ok(true)
}

/// Makes a file that belongs to no contact one to delete.
pub async fn end_pending(connection: &impl ConnectionTrait, id: Uuid) -> Result<()> {
    let end = Entity::update_many().col_expr(Column::PendingUntil, Expr::value(None::<Timestamp>));
    end.filter(Column::Id.eq(id)).exec(connection).await?;
    Ok(())
}

/// Stores why a file of a request is not stored, unless it is.
pub async fn refuse_slot(
    connection: &impl ConnectionTrait,
    (contact_id, slot): (Uuid, i32),
    refusal: FileRefusal,
) -> Result<()> {
    let refused = Entity::update_many()
        .col_expr(Column::Refusal, Expr::value(refusal))
        .filter(Column::ContactId.eq(contact_id))
        .filter(Column::Slot.eq(slot))
        .filter(Column::Refusal.is_not_null());
    refused.exec(connection).await?;
    Ok(())
}

/// Returns the total size in bytes of the stored files of all requests, and of those from after `since`.
pub async fn bytes_of_requests(connection: &impl ConnectionTrait, since: Timestamp) -> Result<(i64, i64)> {
    let of_requests = || {
        let stored = Entity::find().filter(Column::Slot.is_not_null());
        // The sum of integers is a decimal number in PostgreSQL.
        stored.select_only().column_as(Column::Bytes.sum().cast_as("bigint"), "total")
    };
    let sum = |found: Option<Option<i64>>| found.flatten().unwrap_or(0);
    let total = of_requests().into_tuple().one(connection).await?;
    let recent = of_requests().filter(Column::CreatedAt.gt(since)).into_tuple().one(connection).await?;
    Ok((sum(total), sum(recent)))
}

/// Returns the stored files of requests from before `older_than` that are still quarantined.
pub async fn list_old_of_quarantined(
    connection: &impl ConnectionTrait,
    older_than: Timestamp,
    limit: u64,
) -> Result<Vec<Attachment>> {
    let found = Entity::find()
        .filter(Column::Slot.is_not_null())
        .filter(Column::Refusal.is_null())
        .filter(Column::CreatedAt.lt(older_than))
        .filter(Column::ContactId.in_subquery(contacts::quarantined_ids()));
    Ok(found.limit(limit).all(connection).await?)
}

/// Stores that the files at these slots were deleted, because their requests are suspected.
pub async fn set_expired(connection: &impl ConnectionTrait, ids: Vec<Uuid>) -> Result<()> {
    let expired = Entity::update_many()
        .col_expr(Column::Refusal, Expr::value(FileRefusal::Expired))
        .col_expr(Column::Path, Expr::value(""))
        .col_expr(Column::Bytes, Expr::value(0));
    expired.filter(Column::Id.is_in(ids)).exec(connection).await?;
    Ok(())
}

/// Lists up to `limit` attachments whose files are to be deleted.
pub async fn list_detached(
    connection: &impl ConnectionTrait,
    now: Timestamp,
    limit: u64,
) -> Result<Vec<Attachment>> {
    let is_over = Condition::any().add(Column::PendingUntil.is_null()).add(Column::PendingUntil.lte(now));
    let detached = Entity::find().filter(Column::ContactId.is_null()).filter(is_over);
    Ok(detached.limit(limit).all(connection).await?)
}

/// Deletes attachments whose files are deleted.
pub async fn delete(connection: &impl ConnectionTrait, ids: impl IntoIterator<Item = Uuid>) -> Result<()> {
    Entity::delete_many().filter(Column::Id.is_in(ids)).exec(connection).await?;
    Ok(())
}

/// Detaches the attachments of a contact, so that their files are deleted.
pub async fn detach_of_contact(connection: &impl ConnectionTrait, contact_id: Uuid) -> Result<u64> {
    detach::<Entity>(connection, Condition::all().add(Column::ContactId.eq(contact_id))).await
}

/// Detaches the attachments of messages, so that their files are deleted.
pub async fn detach_of_messages(connection: &impl ConnectionTrait, ids: &BTreeSet<Uuid>) -> Result<u64> {
    detach::<Entity>(connection, Condition::all().add(Column::MessageId.is_in(ids.iter().copied()))).await
}

/// Detaches the attachments of messages and replies from before `older_than`, so that their files are deleted.
pub async fn detach_old(connection: &impl ConnectionTrait, older_than: Timestamp) -> Result<u64> {
    detach::<Entity>(connection, Condition::all().add(in_mail()).add(Column::CreatedAt.lt(older_than))).await
}
