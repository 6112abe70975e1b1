//! The SQL on `contact_attachments`.

use std::collections::BTreeSet;

use sea_orm::{Condition, ConnectionTrait, IntoActiveModel, QueryOrder, QuerySelect, entity::prelude::*};

use self::rows::Column;
pub use self::rows::{Entity, Model as Attachment};
use super::Owner;
use crate::platform::{clock::Timestamp, error::Result};

mod rows {
    use sea_orm::entity::prelude::*;

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
        /// Time until which the mail with the file is being filed; null afterwards.
        pub pending_until: Option<DateTimeUtc>,
        pub created_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Stores attachments.
pub async fn create(connection: &impl ConnectionTrait, attachments: Vec<Attachment>) -> Result<()> {
    // All columns are set, because an unchanged column isn't inserted.
    let rows = attachments.into_iter().map(|attachment| attachment.into_active_model().reset_all());
    Entity::insert_many(rows).exec_without_returning(connection).await?;
    Ok(())
}

/// Adds stored files to a contact. Returns false if one was deleted meanwhile.
pub async fn attach(
    connection: &impl ConnectionTrait,
    ids: &[Uuid],
    contact_id: Uuid,
    owner: Owner,
) -> Result<bool> {
    let message_id = if let Owner::Message(id) = owner { Some(id) } else { None };
    let reply_id = if let Owner::Reply(id) = owner { Some(id) } else { None };
    let attached = Entity::update_many()
        .col_expr(Column::ContactId, Expr::value(contact_id))
        .col_expr(Column::MessageId, Expr::value(message_id))
        .col_expr(Column::ReplyId, Expr::value(reply_id))
        .col_expr(Column::PendingUntil, Expr::value(None::<Timestamp>))
        .filter(Column::Id.is_in(ids.iter().copied()))
        .filter(Column::ContactId.is_null())
        .exec(connection)
        .await?;
    Ok(attached.rows_affected == ids.len() as u64)
}

/// Finds an attachment.
pub async fn find(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<Attachment>> {
    Ok(Entity::find_by_id(id).one(connection).await?)
}

/// Lists the attachments of contacts, in the order of their mail.
pub async fn list(
    connection: &impl ConnectionTrait,
    contact_ids: impl IntoIterator<Item = Uuid>,
) -> Result<Vec<Attachment>> {
    let found = Entity::find().filter(Column::ContactId.is_in(contact_ids));
    Ok(found.order_by_asc(Column::Id).all(connection).await?)
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
    detach(connection, Condition::all().add(Column::ContactId.eq(contact_id))).await
}

/// Detaches the attachments of messages, so that their files are deleted.
pub async fn detach_of_messages(connection: &impl ConnectionTrait, ids: &BTreeSet<Uuid>) -> Result<u64> {
    detach(connection, Condition::all().add(Column::MessageId.is_in(ids.iter().copied()))).await
}

/// Detaches the attachments of messages and replies from before `older_than`, so that their files are deleted.
pub async fn detach_old(connection: &impl ConnectionTrait, older_than: Timestamp) -> Result<u64> {
    detach(connection, Condition::all().add(in_mail()).add(Column::CreatedAt.lt(older_than))).await
}

async fn detach(connection: &impl ConnectionTrait, which: Condition) -> Result<u64> {
    let detached = Entity::update_many()
        .col_expr(Column::ContactId, Expr::value(None::<Uuid>))
        .col_expr(Column::Name, Expr::value(""))
        .filter(which)
        .filter(Column::ContactId.is_not_null());
    Ok(detached.exec(connection).await?.rows_affected)
}
