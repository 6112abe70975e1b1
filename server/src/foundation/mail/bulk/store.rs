//! The SQL on `outbox_contents`.

use sea_orm::{ActiveValue::Set, ConnectionTrait, entity::prelude::*, sea_query::OnConflict};

use crate::{
    foundation::mail::{model::SharedContent, store},
    platform::{clock::Timestamp, error::Result},
};

mod rows {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "outbox_contents")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub html: String,
        pub text: String,
        pub list_id: String,
        pub created_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Stores the content of messages in bulk. Does nothing if the id exists.
pub async fn create_content(
    connection: &impl ConnectionTrait,
    id: Uuid,
    content: SharedContent,
    now: Timestamp,
) -> Result<()> {
    let SharedContent { html, text, list_id } = content;
    let row = rows::ActiveModel {
        id: Set(id),
        html: Set(html),
        text: Set(text),
        list_id: Set(list_id),
        created_at: Set(now),
    };
    let skip = OnConflict::new().do_nothing().to_owned();
    rows::Entity::insert(row).on_conflict(skip).exec_without_returning(connection).await?;
    Ok(())
}

/// Finds the content of messages in bulk.
pub async fn find_content(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<SharedContent>> {
    let row = rows::Entity::find_by_id(id).one(connection).await?;
    Ok(row.map(|rows::Model { html, text, list_id, .. }| SharedContent { html, text, list_id }))
}

/// Deletes contents from before `older_than`, except those in `in_use` and those of queued messages. Returns their number.
pub async fn delete_old_contents(
    connection: &impl ConnectionTrait,
    older_than: Timestamp,
    in_use: Vec<Uuid>,
) -> Result<u64> {
    let old = rows::Entity::delete_many()
        .filter(rows::Column::CreatedAt.lt(older_than))
        .filter(rows::Column::Id.is_not_in(in_use))
        .filter(rows::Column::Id.not_in_subquery(store::bulk::queued_contents()));
    Ok(old.exec(connection).await?.rows_affected)
}

/// Counts the messages with this content that wait for their first attempt.
pub async fn count_waiting(connection: &impl ConnectionTrait, content_id: Uuid) -> Result<u64> {
    Ok(store::bulk::waiting(content_id).count(connection).await?)
}
