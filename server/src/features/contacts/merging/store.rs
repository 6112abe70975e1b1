//! The SQL of merges: on `contact_merges`, and on the parts of contacts that move.

use sea_orm::{ActiveValue::Set, ConnectionTrait, QueryOrder, QuerySelect, entity::prelude::*};
use serde::{Deserialize, Serialize};

use crate::{
    features::contacts::{attachments, messages, notes, replies, steps, store::parts::Part},
    platform::{clock::Timestamp, error::Result},
};

mod rows {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "contact_merges")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        /// The contact that remains.
        pub contact_id: Uuid,
        /// [`Merge`](super::super::Merge) as JSON: ids, versions and the former triage, without texts.
        pub document: String,
        pub created_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Ids of parts of a contact that were moved to another.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parts {
    notes: Vec<Uuid>,
    replies: Vec<Uuid>,
    messages: Vec<Uuid>,
    steps: Vec<Uuid>,
    attachments: Vec<Uuid>,
}

/// Stores a merge.
pub async fn create(
    connection: &impl ConnectionTrait,
    id: Uuid,
    contact_id: Uuid,
    document: String,
    now: Timestamp,
) -> Result<()> {
    let row = rows::ActiveModel {
        id: Set(id),
        contact_id: Set(contact_id),
        document: Set(document),
        created_at: Set(now),
    };
    rows::Entity::insert(row).exec_without_returning(connection).await?;
    Ok(())
}

/// Returns the document of a contact's newest merge, with its id.
pub async fn find_newest(
    connection: &impl ConnectionTrait,
    contact_id: Uuid,
) -> Result<Option<(Uuid, String)>> {
    let merges = rows::Entity::find().filter(rows::Column::ContactId.eq(contact_id));
    let newest_first = merges.order_by_desc(rows::Column::CreatedAt).order_by_desc(rows::Column::Id);
    Ok(newest_first.limit(1).one(connection).await?.map(|row| (row.id, row.document)))
}

/// Deletes a merge that was undone.
pub async fn delete(connection: &impl ConnectionTrait, id: Uuid) -> Result<()> {
    rows::Entity::delete_by_id(id).exec(connection).await?;
    Ok(())
}

/// Deletes the merges of contacts whose person was erased, because they can't be undone.
pub async fn delete_of_contacts(connection: &impl ConnectionTrait, contacts: &[Uuid]) -> Result<()> {
    let merges = rows::Entity::delete_many().filter(rows::Column::ContactId.is_in(contacts.iter().copied()));
    merges.exec(connection).await?;
    Ok(())
}

/// Moves the parts of one contact to another. Files of the request itself stay with it, as its text does.
pub async fn move_parts(connection: &impl ConnectionTrait, from: Uuid, to: Uuid) -> Result<Parts> {
    let parts = Parts {
        notes: ids_of::<notes::store::Entity>(connection, from).await?,
        replies: ids_of::<replies::store::Entity>(connection, from).await?,
        messages: ids_of::<messages::store::Entity>(connection, from).await?,
        steps: ids_of::<steps::store::Entity>(connection, from).await?,
        attachments: attachments::store::list_ids_in_mail(connection, from).await?,
    };
    move_back(connection, &parts, from, to).await?;
    Ok(parts)
}

/// Moves parts from one contact to another. Returns false if one of them is no longer there.
pub async fn move_back(
    connection: &impl ConnectionTrait,
    parts: &Parts,
    from: Uuid,
    to: Uuid,
) -> Result<bool> {
    let moved = [
        (&parts.notes, set_contact::<notes::store::Entity>(connection, &parts.notes, from, to).await?),
        (&parts.replies, set_contact::<replies::store::Entity>(connection, &parts.replies, from, to).await?),
        (
            &parts.messages,
            set_contact::<messages::store::Entity>(connection, &parts.messages, from, to).await?,
        ),
        (&parts.steps, set_contact::<steps::store::Entity>(connection, &parts.steps, from, to).await?),
        (
            &parts.attachments,
            attachments::store::move_to_contact(connection, &parts.attachments, from, to).await?,
        ),
    ];
    Ok(moved.iter().all(|(ids, count)| ids.len() as u64 == *count))
}

async fn ids_of<E: Part>(connection: &impl ConnectionTrait, contact_id: Uuid) -> Result<Vec<Uuid>> {
    let ids = E::find().filter(E::CONTACT_ID.eq(contact_id)).select_only().column(E::ID);
    Ok(ids.into_tuple().all(connection).await?)
}

async fn set_contact<E: Part>(
    connection: &impl ConnectionTrait,
    ids: &[Uuid],
    from: Uuid,
    to: Uuid,
) -> Result<u64> {
    let moved = E::update_many()
        .col_expr(E::CONTACT_ID, Expr::value(to))
        .filter(E::ID.is_in(ids.iter().copied()))
        .filter(E::CONTACT_ID.eq(from));
    Ok(moved.exec(connection).await?.rows_affected)
}
