//! The SQL on `contacts` for the import from a file.

use std::collections::HashSet;

use sea_orm::{
    ActiveValue::Set,
    Condition, ConnectionTrait, EntityTrait, FromQueryResult, QueryOrder, QuerySelect, QueryTrait, Select,
    entity::prelude::*,
    sea_query::{ExprTrait, OnConflict},
};

use super::{
    columns, count_all,
    parts::Part,
    rows::{self, Column},
};
use crate::{
    features::contacts::{
        channel::Channel, fields::ContactFields, messages, model::ContactStatus, notes, promise::Calendar,
        replies, source::UNKNOWN_SOURCE, stages::model::Deal, steps,
    },
    platform::{clock::Timestamp, error::Result, id},
};

/// A contact to import.
#[derive(Clone, Debug)]
pub struct ImportedContact {
    pub fields: ContactFields,
    pub status: ContactStatus,
    pub received_at: Timestamp,
    /// Keyed hash of the row, so that no row is imported twice.
    pub import_key: String,
}

/// Returns those of the keys whose rows were imported, also if the contacts were deleted or erased since.
pub async fn list_imported_keys(connection: &impl ConnectionTrait, keys: &[&str]) -> Result<HashSet<String>> {
    let found = rows::Entity::find().filter(Column::ImportKey.is_in(keys.iter().copied()));
    let keys: Vec<String> =
        found.select_only().column(Column::ImportKey).into_tuple().all(connection).await?;
    Ok(keys.into_iter().collect())
}

/// Returns the keys of the emails and phones among these that contacts in any folder have, except those of an undone import.
pub async fn list_known_people(
    connection: &impl ConnectionTrait,
    emails: &[&str],
    phones: &[&str],
) -> Result<HashSet<String>> {
    let same = Condition::any()
        .add(Column::EmailKey.is_in(emails.iter().copied()))
        .add(Column::PhoneKey.is_in(phones.iter().copied()));
    // As `set_undone` leaves them.
    let is_undone =
        Column::DeletedAt.is_not_null().and(Column::ImportId.is_not_null()).and(Column::ImportKey.is_null());
    let found = rows::Entity::find().filter(same).filter(is_undone.not());
    let rows: Vec<(String, String)> = found
        .select_only()
        .columns([Column::EmailKey, Column::PhoneKey])
        .into_tuple()
        .all(connection)
        .await?;
    Ok(rows.into_iter().flat_map(|(email, phone)| [email, phone]).collect())
}

/// Stores imported contacts. Those that were replied to are in the stage `talking`. Those with a waiting status get the deadline of a
/// contact that arrives now; the others have no promise.
pub async fn import(
    connection: &impl ConnectionTrait,
    import_id: Uuid,
    contacts: Vec<ImportedContact>,
    calendar: &Calendar,
    now: Timestamp,
) -> Result<()> {
    if contacts.is_empty() {
        return Ok(());
    }
    let rows = contacts.into_iter().map(|contact| {
        let ImportedContact { fields, status, received_at, import_key } = contact;
        let asked_at = if status.is_waiting() { now } else { received_at };
        let due_at = calendar.deadline_for(&fields.service(), asked_at);
        let deal = Deal { stage_changed_at: received_at, ..Deal::default() };
        let deal = if status == ContactStatus::Replied { deal.with_reply(received_at) } else { deal };
        let promised = Some(due_at).filter(|_| status.is_waiting());
        rows::ActiveModel {
            id: Set(id::new_id(received_at)),
            status: Set(status),
            quarantined: Set(false),
            user_id: Set(None),
            version: Set(1),
            created_at: Set(received_at),
            updated_at: Set(now),
            deleted_at: Set(None),
            due_at: Set(Some(due_at)),
            waits_until: Set(promised),
            answered_at: Set(None),
            assigned_to: Set(None),
            receipt_id: Set(None),
            delivery: Set(None),
            announced: Set(true),
            source: Set(UNKNOWN_SOURCE.to_owned()),
            source_page: Set(None),
            source_referrer: Set(None),
            utm_source: Set(None),
            utm_medium: Set(None),
            utm_campaign: Set(None),
            consent_id: Set(None),
            asked_at: Set(Some(asked_at)),
            first_due_at: Set(promised),
            first_answered_at: Set(None),
            channel: Set(Channel::Import),
            whatsapp_code: Set(None),
            import_key: Set(Some(import_key)),
            import_id: Set(Some(import_id)),
            merged_into: Set(None),
            stage: Set(deal.stage),
            stage_changed_at: Set(Some(deal.stage_changed_at)),
            ..columns(fields)
        }
    });
    let skip = OnConflict::column(Column::ImportKey)
        .target_and_where(Expr::col(Column::ImportKey).is_not_null())
        .do_nothing()
        .to_owned();
    rows::Entity::insert_many(rows).on_conflict(skip).exec_without_returning(connection).await?;
    Ok(())
}

/// An import of which contacts remain as they were imported.
#[derive(Debug, FromQueryResult)]
pub struct UntouchedImport {
    pub import_id: Uuid,
    pub imported_at: Timestamp,
    /// Number of these contacts.
    pub contacts: i64,
}

/// Lists the imports since `since` of which contacts are untouched, newest first.
pub async fn list_untouched_imports(
    connection: &impl ConnectionTrait,
    since: Timestamp,
) -> Result<Vec<UntouchedImport>> {
    let found = untouched(rows::Entity::find().filter(Column::ImportId.is_not_null()))
        .filter(Column::UpdatedAt.gte(since))
        .select_only()
        .column(Column::ImportId)
        .expr_as(Column::UpdatedAt.max(), "imported_at")
        .expr_as(count_all(), "contacts")
        .group_by(Column::ImportId)
        .order_by_desc(Column::UpdatedAt.max());
    Ok(found.into_model().all(connection).await?)
}

/// Locks up to `limit` untouched contacts of an import until the transaction ends. Returns their ids and the time of the import.
pub async fn lock_untouched(
    connection: &impl ConnectionTrait,
    import_id: Uuid,
    limit: u64,
) -> Result<Vec<(Uuid, Timestamp)>> {
    // Bulk changes lock contacts in the same order.
    let found =
        untouched(rows::Entity::find().filter(Column::ImportId.eq(import_id))).order_by_asc(Column::Id);
    let columns = found.limit(limit).lock_exclusive().select_only().columns([Column::Id, Column::UpdatedAt]);
    Ok(columns.into_tuple().all(connection).await?)
}

/// Restricts a selection to contacts that nobody has changed and to which nothing was added.
fn untouched(contacts: Select<rows::Entity>) -> Select<rows::Entity> {
    contacts
        .filter(Column::Version.eq(1))
        .filter(Column::DeletedAt.is_null())
        .filter(without::<notes::store::Entity>())
        .filter(without::<replies::store::Entity>())
        .filter(without::<messages::store::Entity>())
        .filter(without::<steps::store::Entity>())
}

/// Returns the condition of contacts without rows of a table.
fn without<E: Part>() -> Expr {
    let own = Expr::col((E::default(), E::CONTACT_ID)).eq(Expr::col((rows::Entity, Column::Id)));
    Expr::exists(E::find().filter(own).select_only().column(E::ID).into_query()).not()
}

/// Stores that the import of contacts in the trash was undone, so that their rows can be imported again.
pub async fn set_undone(connection: &impl ConnectionTrait, ids: &[Uuid]) -> Result<()> {
    let undo = rows::Entity::update_many().col_expr(Column::ImportKey, Expr::value(None::<String>));
    undo.filter(Column::Id.is_in(ids.iter().copied())).exec(connection).await?;
    Ok(())
}

/// Returns the numbers of contacts of an import in any folder, and of those outside the trash.
pub async fn count_of_import(connection: &impl ConnectionTrait, import_id: Uuid) -> Result<(u64, u64)> {
    let all = || rows::Entity::find().filter(Column::ImportId.eq(import_id));
    let outside_trash = all().filter(Column::DeletedAt.is_null()).count(connection).await?;
    Ok((all().count(connection).await?, outside_trash))
}
