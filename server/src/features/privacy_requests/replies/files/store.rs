//! The SQL on `privacy_request_files`.

use sea_orm::{Condition, ConnectionTrait, IntoActiveModel, QueryOrder, QuerySelect, entity::prelude::*};

use self::rows::Column;
pub use self::rows::{Entity, Model as PrivacyFile};
use crate::{
    foundation::attachments::{
        drafts::Draft,
        store::{DraftTable, detach},
    },
    platform::{clock::Timestamp, error::Result},
};

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
        /// Time until which the file waits for its reply; null afterward.
        pub pending_until: Option<DateTimeUtc>,
        pub created_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

impl DraftTable for Entity {
    const ID: Column = Column::Id;
    const RECORD_ID: Column = Column::RequestId;
    const REPLY_ID: Column = Column::ReplyId;
    const UPLOADED_BY: Column = Column::UploadedBy;
    const PENDING_UNTIL: Column = Column::PendingUntil;
    const NAME: Column = Column::Name;
}

impl Draft for PrivacyFile {
    fn id(&self) -> Uuid {
        self.id
    }

    fn bytes(&self) -> i64 {
        self.bytes
    }
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

/// Detaches all files of a request, so that they are deleted.
pub async fn detach_of_request(connection: &impl ConnectionTrait, request_id: Uuid) -> Result<u64> {
    detach::<Entity>(connection, Condition::all().add(Column::RequestId.eq(request_id))).await
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
