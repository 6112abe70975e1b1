//! The SQL on `contact_notes`.

use sea_orm::{ConnectionTrait, IntoActiveModel, QuerySelect, entity::prelude::*};

use self::rows::Column;
pub use self::rows::{Entity, Model as Note};
use crate::{features::contacts::store::parts::Part, platform::error::Result};

mod rows {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "contact_notes")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub contact_id: Uuid,
        /// Null after the author's account was deleted.
        pub author_id: Option<Uuid>,
        pub text: String,
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

/// Stores a note.
pub async fn create(connection: &impl ConnectionTrait, note: Note) -> Result<Note> {
    // All columns are set, because an unchanged column isn't inserted.
    Ok(note.into_active_model().reset_all().insert(connection).await?)
}

/// Finds a note and locks it until the transaction ends.
pub async fn find_for_update(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<Note>> {
    Ok(Entity::find_by_id(id).lock_exclusive().one(connection).await?)
}

/// Deletes a note, if it exists.
pub async fn delete(connection: &impl ConnectionTrait, id: Uuid) -> Result<()> {
    Entity::delete_by_id(id).exec(connection).await?;
    Ok(())
}
