//! All SQL on `contacts`, what belongs to them, `idempotency_keys`, `digests` and `saved_filters`.

pub mod digests;
mod erasure;
pub mod keys;
pub mod list;
pub mod notes;
pub mod people;
pub mod promises;
pub mod replies;
pub mod saved_filters;
pub mod stats;

use anyhow::Context;
use sea_orm::{
    ActiveValue::{Set, Unchanged},
    ConnectionTrait, PaginatorTrait, QuerySelect,
    entity::prelude::*,
};

use super::{
    model::{AnswerDelivery, Contact, ContactStatus, Details, NewContact, person_keys},
    triage::Handling,
};
use crate::platform::{
    clock::Timestamp,
    db::trash::{self, Record},
    error::Result,
    http::Version,
    id,
};

pub use erasure::{Anonymized, anonymize, list_of_user};
pub use list::{count, list, summary};

mod contacts {
    use sea_orm::entity::prelude::*;

    use super::{AnswerDelivery, ContactStatus};

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "contacts")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub name: String,
        pub email: String,
        pub phone: String,
        pub company: String,
        pub message: String,
        pub status: ContactStatus,
        pub quarantined: bool,
        pub user_id: Option<Uuid>,
        pub search: String,
        pub service: String,
        pub version: i32,
        pub created_at: DateTimeUtc,
        pub updated_at: DateTimeUtc,
        pub deleted_at: Option<DateTimeUtc>,
        pub due_at: Option<DateTimeUtc>,
        pub waits_until: Option<DateTimeUtc>,
        pub answered_at: Option<DateTimeUtc>,
        pub assigned_to: Option<Uuid>,
        pub receipt_id: Option<Uuid>,
        pub email_key: String,
        pub phone_key: String,
        pub delivery: Option<AnswerDelivery>,
        pub announced: bool,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

use contacts::Column;

impl Record for contacts::Entity {
    const ID: Column = Column::Id;
    const VERSION: Column = Column::Version;
    const DELETED_AT: Column = Column::DeletedAt;
}

impl From<contacts::Model> for Contact {
    fn from(row: contacts::Model) -> Self {
        Self {
            id: row.id,
            name: row.name,
            email: row.email,
            phone: row.phone,
            company: row.company,
            message: row.message,
            status: row.status,
            created_at: row.created_at,
            quarantined: row.quarantined,
            deleted_at: row.deleted_at,
            assigned_to: row.assigned_to,
            answered_at: row.answered_at,
            promise: None,
            due_at: row.due_at,
            waits_until: row.waits_until,
            delivery: row.delivery,
            announced: row.announced,
        }
    }
}

fn versioned(row: contacts::Model) -> (Version, Contact) {
    (Version(row.version), row.into())
}

pub async fn create(
    connection: &impl ConnectionTrait,
    new: &NewContact,
    user_id: Option<Uuid>,
    due_at: Timestamp,
    now: Timestamp,
) -> Result<Contact> {
    let details = &new.details;
    let (email_key, phone_key) = person_keys(&details.email, &details.phone);
    let row = contacts::ActiveModel {
        id: Set(id::new_id(now)),
        name: Set(details.name.clone()),
        email: Set(details.email.clone()),
        phone: Set(details.phone.clone()),
        company: Set(details.company.clone()),
        message: Set(details.message.clone()),
        status: Set(ContactStatus::New),
        quarantined: Set(new.quarantined),
        user_id: Set(user_id),
        search: Set(details.search()),
        service: Set(details.service()),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
        deleted_at: Set(None),
        due_at: Set(Some(due_at)),
        waits_until: Set(Some(due_at)),
        answered_at: Set(None),
        assigned_to: Set(None),
        receipt_id: Set(None),
        email_key: Set(email_key),
        phone_key: Set(phone_key),
        delivery: Set(None),
        announced: Set(!new.quarantined),
    };
    Ok(row.insert(connection).await?.into())
}

pub async fn find(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<(Version, Contact)>> {
    Ok(contacts::Entity::find_by_id(id).one(connection).await?.map(versioned))
}

/// The contact, locked until the transaction ends.
pub async fn find_for_update(
    connection: &impl ConnectionTrait,
    id: Uuid,
) -> Result<Option<(Version, Contact)>> {
    Ok(trash::find_for_update::<contacts::Entity>(connection, id).await?.map(versioned))
}

/// The whole record after a change by staff.
pub async fn update(
    connection: &impl ConnectionTrait,
    id: Uuid,
    version: Version,
    details: Details,
    handling: Handling,
    now: Timestamp,
) -> Result<(Version, Contact)> {
    let (email_key, phone_key) = person_keys(&details.email, &details.phone);
    let row = contacts::ActiveModel {
        id: Unchanged(id),
        search: Set(details.search()),
        service: Set(details.service()),
        name: Set(details.name),
        email: Set(details.email),
        phone: Set(details.phone),
        company: Set(details.company),
        message: Set(details.message),
        email_key: Set(email_key),
        phone_key: Set(phone_key),
        status: Set(handling.status),
        quarantined: Set(handling.quarantined),
        assigned_to: Set(handling.assigned_to),
        answered_at: Set(handling.answered_at),
        waits_until: Set(handling.waits_until),
        delivery: Set(handling.delivery),
        version: Set(version.0 + 1),
        updated_at: Set(now),
        ..Default::default()
    };
    Ok(versioned(row.update(connection).await?))
}

/// Moves a contact to the trash or restores it.
pub async fn set_deleted(
    connection: &impl ConnectionTrait,
    id: Uuid,
    deleted: bool,
    now: Timestamp,
) -> Result<Contact> {
    let changed = trash::set_deleted::<contacts::Entity>(connection, id, deleted, now).await?;
    Ok(changed.context("a contact that was found before")?.into())
}

/// Deletes up to `limit` contacts that were moved to the trash before `deadline`. Returns their ids.
pub async fn purge(connection: &impl ConnectionTrait, deadline: Timestamp, limit: u64) -> Result<Vec<Uuid>> {
    let old = contacts::Entity::find().filter(Column::DeletedAt.lt(deadline)).limit(limit);
    let ids: Vec<Uuid> = old.select_only().column(Column::Id).into_tuple().all(connection).await?;
    let old = contacts::Entity::delete_many().filter(Column::Id.is_in(ids.iter().copied()));
    old.exec(connection).await?;
    Ok(ids)
}

/// Its mails were queued, now that it is out of quarantine.
pub async fn set_announced(connection: &impl ConnectionTrait, id: Uuid) -> Result<()> {
    let change = contacts::Entity::update_many().col_expr(Column::Announced, Expr::value(true));
    change.filter(Column::Id.eq(id)).exec(connection).await?;
    Ok(())
}

/// How many suspected contacts wait for a decision, and how many of them came in after a moment.
pub async fn count_suspected(
    connection: &impl ConnectionTrait,
    since: Option<Timestamp>,
) -> Result<(u64, u64)> {
    let suspected =
        || contacts::Entity::find().filter(Column::Quarantined.eq(true)).filter(Column::DeletedAt.is_null());
    let all = suspected().count(connection).await?;
    let new = match since {
        Some(since) => suspected().filter(Column::CreatedAt.gt(since)).count(connection).await?,
        None => all,
    };
    Ok((all, new))
}

/// The message that told its sender that it had come in, which an answer follows.
pub async fn set_receipt(connection: &impl ConnectionTrait, id: Uuid, receipt: Option<Uuid>) -> Result<()> {
    let change = contacts::Entity::update_many().col_expr(Column::ReceiptId, Expr::value(receipt));
    change.filter(Column::Id.eq(id)).exec(connection).await?;
    Ok(())
}

pub async fn find_receipt(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<Uuid>> {
    Ok(contacts::Entity::find_by_id(id).one(connection).await?.and_then(|row| row.receipt_id))
}
