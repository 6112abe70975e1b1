//! The SQL on `contact_notes`.

use std::collections::BTreeSet;

use sea_orm::{ActiveValue::Set, ConnectionTrait, QueryOrder, QuerySelect, entity::prelude::*};

use self::rows::Column;
pub use self::rows::Model as Note;
use crate::platform::{clock::Timestamp, error::Result, id};

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

/// Stores a note by a user.
pub async fn create(
    connection: &impl ConnectionTrait,
    contact_id: Uuid,
    author_id: Uuid,
    text: String,
    now: Timestamp,
) -> Result<Note> {
    let row = rows::ActiveModel {
        id: Set(id::new_id(now)),
        contact_id: Set(contact_id),
        author_id: Set(Some(author_id)),
        text: Set(text),
        created_at: Set(now),
    };
    Ok(row.insert(connection).await?)
}

/// Lists up to `limit` notes about the contacts, newest first.
pub async fn list(connection: &impl ConnectionTrait, contact_ids: &[Uuid], limit: u64) -> Result<Vec<Note>> {
    let notes = rows::Entity::find().filter(Column::ContactId.is_in(contact_ids.iter().copied()));
    let newest_first = notes.order_by_desc(Column::CreatedAt).order_by_desc(Column::Id);
    Ok(newest_first.limit(limit).all(connection).await?)
}

/// Lists up to `limit` notes about the contacts, newest first. Skips the first `offset` ones.
pub async fn list_page(
    connection: &impl ConnectionTrait,
    contact_ids: &BTreeSet<Uuid>,
    offset: u64,
    limit: u64,
) -> Result<Vec<Note>> {
    let found = rows::Entity::find().filter(Column::ContactId.is_in(contact_ids.iter().copied()));
    let newest_first = found.order_by_desc(Column::CreatedAt).order_by_desc(Column::Id);
    Ok(newest_first.offset(offset).limit(limit).all(connection).await?)
}

/// Finds a note and locks it until the transaction ends.
pub async fn find_for_update(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<Note>> {
    Ok(rows::Entity::find_by_id(id).lock_exclusive().one(connection).await?)
}

/// Deletes a note, if it exists.
pub async fn delete(connection: &impl ConnectionTrait, id: Uuid) -> Result<()> {
    rows::Entity::delete_by_id(id).exec(connection).await?;
    Ok(())
}

/// Counts the notes from before `older_than`. Also returns the time of the oldest note of all.
pub async fn count_old(
    connection: &impl ConnectionTrait,
    older_than: Timestamp,
) -> Result<(u64, Option<Timestamp>)> {
    let count = rows::Entity::find().filter(Column::CreatedAt.lt(older_than)).count(connection).await?;
    let oldest = rows::Entity::find().select_only().column_as(Column::CreatedAt.min(), "oldest");
    let oldest: Option<Option<Timestamp>> = oldest.into_tuple().one(connection).await?;
    Ok((count, oldest.flatten()))
}

/// Deletes the notes from before `older_than`. Returns their number.
pub async fn delete_old(connection: &impl ConnectionTrait, older_than: Timestamp) -> Result<u64> {
    let old = rows::Entity::delete_many().filter(Column::CreatedAt.lt(older_than));
    Ok(old.exec(connection).await?.rows_affected)
}

/// Deletes all notes about a contact. Returns their number.
pub async fn delete_of_contact(connection: &impl ConnectionTrait, contact_id: Uuid) -> Result<u64> {
    let all = rows::Entity::delete_many().filter(Column::ContactId.eq(contact_id));
    Ok(all.exec(connection).await?.rows_affected)
}
