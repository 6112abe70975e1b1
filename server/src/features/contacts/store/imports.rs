//! The SQL on `contacts` for the import from a file.

use std::collections::HashSet;

use sea_orm::{
    ActiveValue::Set, Condition, ConnectionTrait, QuerySelect, entity::prelude::*, sea_query::OnConflict,
};

use super::{
    columns,
    rows::{self, Column},
};
use crate::{
    features::contacts::{
        channel::Channel, fields::ContactFields, model::ContactStatus, promise::Calendar,
        source::UNKNOWN_SOURCE, stages::model::Deal,
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

/// Returns the keys of the emails and phones among these that contacts in any folder have.
pub async fn list_known_people(
    connection: &impl ConnectionTrait,
    emails: &[&str],
    phones: &[&str],
) -> Result<HashSet<String>> {
    let same = Condition::any()
        .add(Column::EmailKey.is_in(emails.iter().copied()))
        .add(Column::PhoneKey.is_in(phones.iter().copied()));
    let found = rows::Entity::find().filter(same);
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
            merged_into: Set(None),
            stage: Set(deal.stage),
            stage_changed_at: Set(Some(deal.stage_changed_at)),
            ..columns(fields)
        }
    });
    let skip = OnConflict::column(Column::ImportKey).do_nothing().to_owned();
    rows::Entity::insert_many(rows).on_conflict(skip).exec_without_returning(connection).await?;
    Ok(())
}
