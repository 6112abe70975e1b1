//! The SQL on `contacts`, except for the lists in the panel, the stats, the digest and the backfill of deadlines.

mod erasure;
mod expiry;
pub mod idempotency_keys;
pub mod imports;
pub mod merged;
pub mod parts;
pub mod people;
pub(super) mod rows;

use std::collections::HashMap;

use anyhow::Context;
use sea_orm::{
    ActiveValue::{Set, Unchanged},
    Condition, ConnectionTrait, DatabaseBackend, QueryOrder, QuerySelect, QueryTrait, Select, TryIntoModel,
    entity::prelude::*,
    sea_query::{Asterisk, ExprTrait, Func, SelectStatement, UnionType},
};

use self::rows::{Column, columns, versioned};
pub use self::{
    erasure::{
        Anonymized, Sender, anonymize, archive_erased, erase_sources, find_sender, list_by_ids,
        list_sources_naming, list_staff_texts,
    },
    expiry::{find_expiring, list_expired},
};
use super::{
    channel::Channel,
    fields::{ContactFields, NewContact},
    model::{Contact, ContactStatus},
    stages::model::ContactStage,
    triage::Triage,
};
use crate::platform::{clock::Timestamp, db::trash, error::Result, http::Version, id};

/// What the server knows about a new contact besides the form.
#[derive(Default)]
pub struct SenderContext {
    /// Account of the sender, if signed in.
    pub user_id: Option<Uuid>,
    /// Consent text that the form showed.
    pub consent_id: Option<String>,
    /// Id of the contact. A new one if omitted.
    pub id: Option<Uuid>,
    pub channel: Channel,
    pub assigned_to: Option<Uuid>,
    /// Code of a WhatsApp link.
    pub whatsapp_code: Option<String>,
    /// Id of the receipt's message in the outbox.
    pub receipt_id: Option<Uuid>,
}

/// A contact that is not stored yet.
pub struct UnstoredContact {
    row: rows::ActiveModel,
    pub contact: Contact,
}

impl UnstoredContact {
    /// Returns a new contact, which was received at `now` and waits for a reply until `due_at`.
    pub fn new(new: NewContact, sender: SenderContext, due_at: Timestamp, now: Timestamp) -> Result<Self> {
        let row = rows::ActiveModel {
            id: Set(sender.id.unwrap_or_else(|| id::new_id(now))),
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
            assigned_to: Set(sender.assigned_to),
            receipt_id: Set(sender.receipt_id),
            delivery: Set(None),
            // The mail of a quarantined contact is queued when it is released.
            announced: Set(!new.quarantined),
            source: Set(new.source.name()),
            source_page: Set(new.source.source_page),
            source_referrer: Set(new.source.source_referrer),
            utm_source: Set(new.source.utm_source),
            utm_medium: Set(new.source.utm_medium),
            utm_campaign: Set(new.source.utm_campaign),
            consent_id: Set(sender.consent_id),
            asked_at: Set(Some(now)),
            first_due_at: Set(Some(due_at)),
            first_answered_at: Set(None),
            channel: Set(sender.channel),
            whatsapp_code: Set(sender.whatsapp_code),
            import_key: Set(None),
            import_id: Set(None),
            merged_into: Set(None),
            stage: Set(ContactStage::New),
            stage_changed_at: Set(Some(now)),
            closed_from: Set(None),
            value_cents: Set(None),
            lost_reason: Set(None),
            lost_text: Set(String::new()),
            next_step: Set(None),
            next_step_at: Set(None),
            next_step_has_time: Set(false),
            next_step_by: Set(None),
            remind_at: Set(None),
            promise_noticed_for: Set(None),
            promise_notice_at: Set(None),
            answer_link_used_for: Set(None),
            ..columns(new.fields)
        };
        let contact = row.clone().try_into_model()?.into();
        Ok(Self { row, contact })
    }
}

/// Stores new contacts with one statement.
pub async fn create_all(
    connection: &impl ConnectionTrait,
    contacts: Vec<UnstoredContact>,
) -> Result<Vec<Contact>> {
    let (rows, contacts): (Vec<_>, _) =
        contacts.into_iter().map(|UnstoredContact { row, contact }| (row, contact)).unzip();
    rows::Entity::insert_many(rows).exec_without_returning(connection).await?;
    Ok(contacts)
}

/// Stores a new contact, which was received at `now` and waits for a reply until `due_at`.
pub async fn create(
    connection: &impl ConnectionTrait,
    new: NewContact,
    sender: SenderContext,
    due_at: Timestamp,
    now: Timestamp,
) -> Result<Contact> {
    let UnstoredContact { row, contact } = UnstoredContact::new(new, sender, due_at, now)?;
    rows::Entity::insert(row).exec_without_returning(connection).await?;
    Ok(contact)
}

/// Selects the contacts that are neither in the trash nor quarantined.
pub(super) fn inbox() -> Select<rows::Entity> {
    rows::Entity::find().filter(Column::DeletedAt.is_null()).filter(Column::Quarantined.eq(false))
}

/// Returns the number of rows, as an expression.
pub(super) fn count_all() -> Expr {
    Func::count(Expr::col(Asterisk)).into()
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

/// Returns contacts in any folder by id, and locks them until the transaction ends.
pub async fn list_for_update(
    connection: &impl ConnectionTrait,
    ids: impl IntoIterator<Item = Uuid>,
) -> Result<HashMap<Uuid, Contact>> {
    // Bulk changes lock contacts in the same order.
    let found = rows::Entity::find().filter(Column::Id.is_in(ids)).order_by_asc(Column::Id).lock_exclusive();
    let contacts = found.all(connection).await?.into_iter().map(Contact::from);
    Ok(contacts.map(|contact| (contact.id, contact)).collect())
}

/// Finds the newest contact that was recorded with a WhatsApp code and is not in the trash. It may be merged into another.
pub async fn find_by_code(connection: &impl ConnectionTrait, code: &str) -> Result<Option<Contact>> {
    let is_in_use = Condition::any().add(Column::DeletedAt.is_null()).add(Column::MergedInto.is_not_null());
    let found = rows::Entity::find().filter(Column::WhatsappCode.eq(code)).filter(is_in_use);
    Ok(found.order_by_desc(Column::CreatedAt).one(connection).await?.map(Contact::from))
}

/// Returns the contacts whose receipt is one of these messages in the outbox, by message.
pub async fn contacts_of_receipts(
    connection: &impl ConnectionTrait,
    outbox_ids: &[Uuid],
) -> Result<HashMap<Uuid, Uuid>> {
    let found = rows::Entity::find().filter(Column::ReceiptId.is_in(outbox_ids.iter().copied()));
    let columns = found.select_only().columns([Column::ReceiptId, Column::Id]);
    Ok(columns.into_tuple::<(Uuid, Uuid)>().all(connection).await?.into_iter().collect())
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
        asked_at: Set(Some(triage.asked_at)),
        due_at: Set(triage.due_at),
        first_due_at: Set(triage.first_due_at),
        first_answered_at: Set(triage.first_answered_at),
        stage: Set(triage.deal.stage),
        stage_changed_at: Set(Some(triage.deal.stage_changed_at)),
        closed_from: Set(triage.deal.closed_from),
        value_cents: Set(triage.deal.value_cents),
        lost_reason: Set(triage.deal.lost_reason),
        lost_text: Set(triage.deal.lost_text),
        version: Set(version.next().0),
        updated_at: Set(now),
        ..columns(fields)
    };
    Ok(versioned(row.update(connection).await?))
}

/// Stores the assignee of contacts that the transaction has locked, and raises their versions.
pub async fn assign(
    connection: &impl ConnectionTrait,
    ids: Vec<Uuid>,
    assignee: Uuid,
    now: Timestamp,
) -> Result<()> {
    let change = rows::Entity::update_many()
        .col_expr(Column::AssignedTo, Expr::value(assignee))
        .col_expr(Column::Version, Expr::col(Column::Version).add(1))
        .col_expr(Column::UpdatedAt, Expr::value(now));
    change.filter(Column::Id.is_in(ids)).exec(connection).await?;
    Ok(())
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

/// Deletes up to `limit` contacts that were moved to the trash before `deleted_before`, and those that were merged into them. Returns
/// their ids.
pub async fn purge(
    connection: &impl ConnectionTrait,
    deleted_before: Timestamp,
    limit: u64,
) -> Result<Vec<Uuid>> {
    let in_trash = rows::Entity::find().filter(Column::MergedInto.is_null());
    let expired = in_trash.filter(Column::DeletedAt.lt(deleted_before));
    // Locked, so that a contact that is being restored isn't deleted. Bulk changes lock contacts in the same order.
    let locked = match connection.get_database_backend() {
        // Has no locks on rows, and would read the whole table in this order.
        DatabaseBackend::Sqlite => expired,
        _ => expired.order_by_asc(Column::Id).lock_exclusive(),
    };
    let locked = locked.limit(limit).select_only().column(Column::Id);
    let mut ids: Vec<Uuid> = locked.into_tuple().all(connection).await?;
    let merged = merged::list_merged_into(connection, ids.iter().copied()).await?;
    ids.extend(merged);
    rows::Entity::delete_many().filter(Column::Id.is_in(ids.iter().copied())).exec(connection).await?;
    Ok(ids)
}

/// Selects the ids of the quarantined contacts. The indexes contain either the contacts in the trash or the others.
pub fn quarantined_ids() -> SelectStatement {
    let quarantined = |is_in_part: Expr| {
        let part = rows::Entity::find().filter(is_in_part).filter(Column::Quarantined.eq(true));
        part.select_only().column(Column::Id).into_query()
    };
    let mut ids = quarantined(Column::DeletedAt.is_null());
    ids.union(UnionType::All, quarantined(Column::DeletedAt.gt(Timestamp::UNIX_EPOCH))).to_owned()
}

/// Sets whether the notice and the receipt of a contact were queued or became unnecessary.
pub async fn set_announced(connection: &impl ConnectionTrait, id: Uuid, announced: bool) -> Result<()> {
    let change = rows::Entity::update_many().col_expr(Column::Announced, Expr::value(announced));
    change.filter(Column::Id.eq(id)).exec(connection).await?;
    Ok(())
}

/// Stores that the link 'Já respondi' was used for the person's latest message. Returns false if it was used before.
pub async fn use_answer_link(
    connection: &impl ConnectionTrait,
    id: Uuid,
    asked_at: Timestamp,
) -> Result<bool> {
    let is_unused =
        Condition::any().add(Column::AnswerLinkUsedFor.is_null()).add(Column::AnswerLinkUsedFor.ne(asked_at));
    let change = rows::Entity::update_many().col_expr(Column::AnswerLinkUsedFor, Expr::value(asked_at));
    let used = change.filter(Column::Id.eq(id)).filter(is_unused).exec(connection).await?;
    Ok(used.rows_affected == 1)
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
