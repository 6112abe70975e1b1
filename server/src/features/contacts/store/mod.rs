//! The SQL on `contacts`, except for the lists in the panel, the stats, the digest and the backfill of deadlines.

mod erasure;
mod expiry;
pub mod idempotency_keys;
pub mod parts;

use anyhow::Context;
use sea_orm::{
    ActiveValue::{Set, Unchanged},
    Condition, ConnectionTrait, QueryOrder, QuerySelect,
    entity::prelude::*,
};

use self::rows::Column;
pub use self::{
    erasure::{
        Anonymized, Sender, anonymize, archive_erased, erase_sources, find_sender, list_by_ids,
        list_sources_naming,
    },
    expiry::{find_expiring, list_expired},
};
use super::{
    fields::{ContactFields, NewContact, email_key, phone_key},
    model::{Contact, ContactStatus, ReplyDelivery},
    source::ContactSource,
    triage::Triage,
};
use crate::platform::{
    clock::Timestamp,
    db::trash::{self, Record},
    error::Result,
    http::Version,
    id,
};

/// Maximum number of contacts that [`list_of_user`] returns. It is more than a person sends.
const MAX_OWN: u64 = 200;

pub(super) mod rows {
    use sea_orm::entity::prelude::*;

    use super::{ContactStatus, ReplyDelivery};

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
        /// Deadline of the promised reply; null for contacts of earlier releases until the backfill.
        pub due_at: Option<DateTimeUtc>,
        /// The deadline while the contact waits for a reply; null afterwards.
        pub waits_until: Option<DateTimeUtc>,
        pub answered_at: Option<DateTimeUtc>,
        pub assigned_to: Option<Uuid>,
        /// Id of the receipt's message in the outbox.
        pub receipt_id: Option<Uuid>,
        pub email_key: String,
        pub phone_key: String,
        pub delivery: Option<ReplyDelivery>,
        /// Whether the notice and the receipt were queued.
        pub announced: bool,
        pub source_page: Option<String>,
        pub source_referrer: Option<String>,
        pub utm_source: Option<String>,
        pub utm_medium: Option<String>,
        pub utm_campaign: Option<String>,
        /// Consent text that the form showed.
        pub consent_id: Option<String>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

impl Record for rows::Entity {
    const ID: Column = Column::Id;
    const VERSION: Column = Column::Version;
    const DELETED_AT: Column = Column::DeletedAt;
}

impl From<rows::Model> for Contact {
    fn from(row: rows::Model) -> Self {
        let rows::Model { name, email, phone, company, message, .. } = row;
        let rows::Model { source_page, source_referrer, utm_source, utm_medium, utm_campaign, .. } = row;
        Self {
            id: row.id,
            fields: ContactFields { name, email, phone, company, message },
            source: ContactSource { source_page, source_referrer, utm_source, utm_medium, utm_campaign },
            status: row.status,
            created_at: row.created_at,
            quarantined: row.quarantined,
            deleted_at: row.deleted_at,
            assigned_to: row.assigned_to,
            answered_at: row.answered_at,
            // Handlers that return the promise calculate it from the business hours.
            promise: None,
            due_at: row.due_at,
            waits_until: row.waits_until,
            delivery: row.delivery,
            announced: row.announced,
            consent_id: row.consent_id,
        }
    }
}

/// Returns a row with the columns that hold the fields or are derived from them.
fn columns(fields: ContactFields) -> rows::ActiveModel {
    rows::ActiveModel {
        search: Set(fields.search_text()),
        service: Set(fields.service()),
        email_key: Set(email_key(&fields.email)),
        phone_key: Set(phone_key(&fields.phone)),
        name: Set(fields.name),
        email: Set(fields.email),
        phone: Set(fields.phone),
        company: Set(fields.company),
        message: Set(fields.message),
        ..Default::default()
    }
}

fn versioned(row: rows::Model) -> (Version, Contact) {
    (Version(row.version), row.into())
}

/// What the server knows about the sender of a new contact besides the form.
#[derive(Default)]
pub struct SenderContext {
    /// Account of the sender, if signed in.
    pub user_id: Option<Uuid>,
    /// Consent text that the form showed.
    pub consent_id: Option<String>,
}

/// Stores a new contact, which waits for a reply until `due_at`.
pub async fn create(
    connection: &impl ConnectionTrait,
    new: NewContact,
    sender: SenderContext,
    due_at: Timestamp,
    now: Timestamp,
) -> Result<Contact> {
    let row = rows::ActiveModel {
        id: Set(id::new_id(now)),
        status: Set(ContactStatus::New),
        quarantined: Set(new.quarantined),
        user_id: Set(sender.user_id),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
        deleted_at: Set(None),
        due_at: Set(Some(due_at)),
        waits_until: Set(Some(due_at)),
        answered_at: Set(None),
        assigned_to: Set(None),
        receipt_id: Set(None),
        delivery: Set(None),
        // The mail of a quarantined contact is queued when it is released.
        announced: Set(!new.quarantined),
        source_page: Set(new.source.source_page),
        source_referrer: Set(new.source.source_referrer),
        utm_source: Set(new.source.utm_source),
        utm_medium: Set(new.source.utm_medium),
        utm_campaign: Set(new.source.utm_campaign),
        consent_id: Set(sender.consent_id),
        ..columns(new.fields)
    };
    Ok(row.insert(connection).await?.into())
}

/// Finds a contact in any folder.
pub async fn find(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<(Version, Contact)>> {
    Ok(rows::Entity::find_by_id(id).one(connection).await?.map(versioned))
}

/// Finds a contact in any folder, and locks it until the transaction ends.
pub async fn find_for_update(
    connection: &impl ConnectionTrait,
    id: Uuid,
) -> Result<Option<(Version, Contact)>> {
    Ok(trash::find_for_update::<rows::Entity>(connection, id).await?.map(versioned))
}

/// Lists up to 200 contacts that the user has sent, newest first, without those in the trash.
pub async fn list_of_user(connection: &impl ConnectionTrait, user_id: Uuid) -> Result<Vec<Contact>> {
    let own = rows::Entity::find().filter(Column::UserId.eq(user_id)).filter(Column::DeletedAt.is_null());
    let newest_first = own.order_by_desc(Column::CreatedAt).order_by_desc(Column::Id);
    let rows = newest_first.limit(MAX_OWN).all(connection).await?;
    Ok(rows.into_iter().map(Contact::from).collect())
}

/// Lists up to `limit` contacts in any folder with the same email or phone as `contact`, newest first. Includes `contact`.
pub async fn list_of_person(
    connection: &impl ConnectionTrait,
    contact: &Contact,
    limit: u64,
) -> Result<Vec<Contact>> {
    let (email, phone) = (email_key(&contact.fields.email), phone_key(&contact.fields.phone));
    let mut same_person = Condition::any().add(Column::Id.eq(contact.id));
    if !email.is_empty() {
        same_person = same_person.add(Column::EmailKey.eq(email));
    }
    if !phone.is_empty() {
        same_person = same_person.add(Column::PhoneKey.eq(phone));
    }
    let found = rows::Entity::find().filter(same_person);
    let newest_first = found.order_by_desc(Column::CreatedAt).order_by_desc(Column::Id);
    Ok(newest_first.limit(limit).all(connection).await?.into_iter().map(Contact::from).collect())
}

/// Stores the fields and the triage of a contact that [`find_for_update`] has locked, and raises its version.
pub async fn update(
    connection: &impl ConnectionTrait,
    id: Uuid,
    version: Version,
    fields: ContactFields,
    triage: Triage,
    now: Timestamp,
) -> Result<(Version, Contact)> {
    let row = rows::ActiveModel {
        id: Unchanged(id),
        status: Set(triage.status),
        quarantined: Set(triage.quarantined),
        assigned_to: Set(triage.assigned_to),
        answered_at: Set(triage.answered_at),
        waits_until: Set(triage.waits_until),
        delivery: Set(triage.delivery),
        version: Set(version.next().0),
        updated_at: Set(now),
        ..columns(fields)
    };
    Ok(versioned(row.update(connection).await?))
}

/// Moves a contact to the trash (`deleted`) or restores it.
pub async fn set_deleted(
    connection: &impl ConnectionTrait,
    id: Uuid,
    deleted: bool,
    now: Timestamp,
) -> Result<(Version, Contact)> {
    let changed = trash::set_deleted::<rows::Entity>(connection, id, deleted, now).await?;
    Ok(versioned(changed.context("the contact to delete or restore doesn't exist")?))
}

/// Deletes up to `limit` contacts that were moved to the trash before `deleted_before`. Returns their ids.
pub async fn purge(
    connection: &impl ConnectionTrait,
    deleted_before: Timestamp,
    limit: u64,
) -> Result<Vec<Uuid>> {
    let expired = rows::Entity::find().filter(Column::DeletedAt.lt(deleted_before)).limit(limit);
    // Locked, so that a contact that is being restored isn't deleted. Bulk changes lock contacts in the same order.
    let locked = expired.select_only().column(Column::Id).order_by_asc(Column::Id).lock_exclusive();
    let ids: Vec<Uuid> = locked.into_tuple().all(connection).await?;
    rows::Entity::delete_many().filter(Column::Id.is_in(ids.iter().copied())).exec(connection).await?;
    Ok(ids)
}

/// Sets whether the notice and the receipt of a contact were queued or became unnecessary.
pub async fn set_announced(connection: &impl ConnectionTrait, id: Uuid, announced: bool) -> Result<()> {
    let change = rows::Entity::update_many().col_expr(Column::Announced, Expr::value(announced));
    change.filter(Column::Id.eq(id)).exec(connection).await?;
    Ok(())
}

/// Stores the id of the receipt's message in the outbox, to which replies refer. `None` if the receipt was withdrawn.
pub async fn set_receipt(connection: &impl ConnectionTrait, id: Uuid, receipt: Option<Uuid>) -> Result<()> {
    let change = rows::Entity::update_many().col_expr(Column::ReceiptId, Expr::value(receipt));
    change.filter(Column::Id.eq(id)).exec(connection).await?;
    Ok(())
}

/// Returns the id of the receipt's message in the outbox. `None` if no receipt was queued.
pub async fn find_receipt(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<Uuid>> {
    Ok(rows::Entity::find_by_id(id).one(connection).await?.and_then(|row| row.receipt_id))
}
