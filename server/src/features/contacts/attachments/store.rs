//! The SQL on `contact_attachments`.

use std::collections::HashSet;

use sea_orm::{ConnectionTrait, IntoActiveModel, QuerySelect, entity::prelude::*};

use self::rows::Column;
pub use self::rows::{Entity, Model as Attachment};
use crate::{features::contacts::store::parts::Part, platform::error::Result};

mod rows {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "contact_attachments")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub contact_id: Uuid,
        /// The message with the file; null for files of replies and requests.
        pub message_id: Option<Uuid>,
        /// The reply with the file; null for files of messages and requests.
        pub reply_id: Option<Uuid>,
        pub name: String,
        pub content_type: String,
        pub bytes: i64,
        /// Path in the store of private files.
        pub path: String,
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

/// Stores attachments whose files are stored.
pub async fn create(connection: &impl ConnectionTrait, attachments: Vec<Attachment>) -> Result<()> {
    if attachments.is_empty() {
        return Ok(());
    }
    // All columns are set, because an unchanged column isn't inserted.
    let rows = attachments.into_iter().map(|attachment| attachment.into_active_model().reset_all());
    Entity::insert_many(rows).exec_without_returning(connection).await?;
    Ok(())
}

/// Finds an attachment.
pub async fn find(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<Attachment>> {
    Ok(Entity::find_by_id(id).one(connection).await?)
}

/// Lists the paths of all files.
pub async fn list_paths(connection: &impl ConnectionTrait) -> Result<HashSet<String>> {
    let paths = Entity::find().select_only().column(Column::Path);
    Ok(paths.into_tuple::<String>().all(connection).await?.into_iter().collect())
}
