//! The SQL on `privacy_request_files`.

use sea_orm::{Condition, ConnectionTrait, IntoActiveModel, QueryOrder, QuerySelect, entity::prelude::*};

use self::rows::Column;
pub use self::rows::{Entity, Model as PrivacyFile};
use crate::platform::{clock::Timestamp, error::Result};

mod rows {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "privacy_request_files")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        /// Null if the file is to be deleted.
        pub request_id: Option<Uuid>,
        /// The reply with the file; null before the reply is sent.
        pub reply_id: Option<Uuid>,
        /// The administrator who has attached the file to a reply that isn't sent yet.
        pub uploaded_by: Option<Uuid>,
        pub name: String,
        pub content_type: String,
        pub bytes: i64,
        /// Path in the store of private files.
        pub path: String,
        /// Time until which the file waits for its reply; null afterwards.
        pub pending_until: Option<DateTimeUtc>,
        pub created_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Stores a file.
pub async fn create(connection: &impl ConnectionTrait, file: PrivacyFile) -> Result<()> {
    // All columns are set, because an unchanged column isn't inserted.
    Entity::insert(file.into_active_model().reset_all()).exec_without_returning(connection).await?;
    Ok(())
}

/// Finds a file.
pub async fn find(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<PrivacyFile>> {
    Ok(Entity::find_by_id(id).one(connection).await?)
}

/// Lists the files of the replies to a request.
pub async fn list(connection: &impl ConnectionTrait, request_id: Uuid) -> Result<Vec<PrivacyFile>> {
    let sent = Entity::find().filter(Column::RequestId.eq(request_id)).filter(Column::ReplyId.is_not_null());
    Ok(sent.order_by_asc(Column::Id).all(connection).await?)
}

/// Selects the files that a user has attached to an unsent reply to a request.
fn drafts_of(request_id: Uuid, user_id: Uuid) -> Condition {
    Condition::all()
        .add(Column::RequestId.eq(request_id))
        .add(Column::UploadedBy.eq(user_id))
        .add(Column::PendingUntil.is_not_null())
}

/// Finds those of the files that the user has attached to an unsent reply to the request.
pub async fn list_drafts(
    connection: &impl ConnectionTrait,
    ids: &[Uuid],
    request_id: Uuid,
    user_id: Uuid,
) -> Result<Vec<PrivacyFile>> {
    let found =
        Entity::find().filter(drafts_of(request_id, user_id)).filter(Column::Id.is_in(ids.iter().copied()));
    Ok(found.all(connection).await?)
}

/// Counts the files that the user has attached to unsent replies.
pub async fn count_drafts(connection: &impl ConnectionTrait, user_id: Uuid) -> Result<u64> {
    let found =
        Entity::find().filter(Column::UploadedBy.eq(user_id)).filter(Column::PendingUntil.is_not_null());
    Ok(found.count(connection).await?)
}

/// Adds files of an unsent reply to the reply. Returns false if one was deleted meanwhile.
pub async fn attach(connection: &impl ConnectionTrait, ids: &[Uuid], reply_id: Uuid) -> Result<bool> {
    let attached = Entity::update_many()
        .col_expr(Column::ReplyId, Expr::value(reply_id))
        .col_expr(Column::PendingUntil, Expr::value(None::<Timestamp>))
        .col_expr(Column::UploadedBy, Expr::value(None::<Uuid>))
        .filter(Column::Id.is_in(ids.iter().copied()))
        .filter(Column::RequestId.is_not_null())
        .filter(Column::PendingUntil.is_not_null());
    Ok(attached.exec(connection).await?.rows_affected == ids.len() as u64)
}

/// Detaches a file of an unsent reply of the user, so that it is deleted. Returns false if there is none.
pub async fn detach_draft(
    connection: &impl ConnectionTrait,
    id: Uuid,
    request_id: Uuid,
    user_id: Uuid,
) -> Result<bool> {
    Ok(detach(connection, drafts_of(request_id, user_id).add(Column::Id.eq(id))).await? == 1)
}

/// Detaches all files of a request, so that they are deleted.
pub async fn detach_of_request(connection: &impl ConnectionTrait, request_id: Uuid) -> Result<u64> {
    detach(connection, Condition::all().add(Column::RequestId.eq(request_id))).await
}

async fn detach(connection: &impl ConnectionTrait, which: Condition) -> Result<u64> {
    let detached = Entity::update_many()
        .col_expr(Column::RequestId, Expr::value(None::<Uuid>))
        .col_expr(Column::Name, Expr::value(""))
        .col_expr(Column::PendingUntil, Expr::value(None::<Timestamp>))
        .col_expr(Column::UploadedBy, Expr::value(None::<Uuid>))
        .filter(which);
    Ok(detached.exec(connection).await?.rows_affected)
}

/// Lists up to `limit` files to delete: those that belong to no request, and those whose reply wasn't sent in time.
pub async fn list_detached(
    connection: &impl ConnectionTrait,
    now: Timestamp,
    limit: u64,
) -> Result<Vec<PrivacyFile>> {
    let is_over = Condition::any().add(Column::RequestId.is_null()).add(Column::PendingUntil.lte(now));
    Ok(Entity::find().filter(is_over).limit(limit).all(connection).await?)
}

/// Deletes the rows of deleted files.
pub async fn delete(connection: &impl ConnectionTrait, ids: impl IntoIterator<Item = Uuid>) -> Result<()> {
    Entity::delete_many().filter(Column::Id.is_in(ids)).exec(connection).await?;
    Ok(())
}
