//! The rows of `contacts`, and their conversion.

use sea_orm::{ActiveValue::Set, entity::prelude::*};

use crate::{
    features::contacts::{
        channel::Channel,
        fields::{ContactFields, email_key, phone_key},
        model::{Contact, ContactStatus, ReplyDelivery},
        source::ContactSource,
        stages::model::{ContactStage, Deal, LostReason},
        steps::model::NextStep,
    },
    platform::{db::trash::Record, http::Version},
};

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
    /// The deadline while the contact waits for a reply; null afterward.
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
    /// [`ContactSource::name`](ContactSource::name)
    pub source: String,
    /// Consent text that the form showed.
    pub consent_id: Option<String>,
    /// Time of the person's latest message; null in contacts of a release that runs beside this one during an upgrade.
    pub asked_at: Option<DateTimeUtc>,
    /// Deadline of the reply to the request. Later messages don't change it.
    pub first_due_at: Option<DateTimeUtc>,
    /// Time of the first reply to the request.
    pub first_answered_at: Option<DateTimeUtc>,
    pub channel: Channel,
    /// Code of a WhatsApp link.
    pub whatsapp_code: Option<String>,
    /// Keyed hash of the row of a file from which the contact was imported.
    pub import_key: Option<String>,
    /// The import from which the contact is.
    pub import_id: Option<Uuid>,
    /// The contact into which this one was merged. Such a contact also has a `deleted_at`.
    pub merged_into: Option<Uuid>,
    pub stage: ContactStage,
    /// Null in contacts of a release that runs beside this one during an upgrade.
    pub stage_changed_at: Option<DateTimeUtc>,
    pub closed_from: Option<ContactStage>,
    pub value_cents: Option<i64>,
    pub lost_reason: Option<LostReason>,
    pub lost_text: String,
    pub next_step: Option<String>,
    /// Start of the step's day in São Paulo, or its time on that day.
    pub next_step_at: Option<DateTimeUtc>,
    pub next_step_has_time: bool,
    /// Who planned the step; no foreign key, so the account may no longer exist.
    pub next_step_by: Option<Uuid>,
    /// Time at which the reminder of the step is queued; null afterward.
    pub remind_at: Option<DateTimeUtc>,
    /// The deadline about which staff were notified before it passed, or for which a notice is planned.
    pub promise_noticed_for: Option<DateTimeUtc>,
    /// Time at which staff are notified about that deadline; null afterward.
    pub promise_notice_at: Option<DateTimeUtc>,
    pub answer_link_used_for: Option<DateTimeUtc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl Record for Entity {
    const ID: Column = Column::Id;
    const VERSION: Column = Column::Version;
    const DELETED_AT: Column = Column::DeletedAt;
}

impl From<Model> for Contact {
    fn from(row: Model) -> Self {
        let Model { name, email, phone, company, message, .. } = row;
        let Model { source_page, source_referrer, utm_source, utm_medium, utm_campaign, .. } = row;
        Self {
            id: row.id,
            version: row.version,
            fields: ContactFields { name, email, phone, company, message },
            source: ContactSource { source_page, source_referrer, utm_source, utm_medium, utm_campaign },
            channel: row.channel,
            whatsapp_code: row.whatsapp_code,
            merged_into: row.merged_into,
            status: row.status,
            created_at: row.created_at,
            quarantined: row.quarantined,
            deleted_at: row.deleted_at,
            assigned_to: row.assigned_to,
            answered_at: row.answered_at,
            // Handlers that return these set them with `complete`.
            promise: None,
            latest_message: None,
            due_at: row.due_at,
            waits_until: row.waits_until,
            delivery: row.delivery,
            announced: row.announced,
            consent_id: row.consent_id,
            asked_at: row.asked_at.unwrap_or(row.created_at),
            first_due_at: row.first_due_at,
            first_answered_at: row.first_answered_at,
            deal: Deal {
                stage: row.stage,
                stage_changed_at: row.stage_changed_at.unwrap_or(row.created_at),
                closed_from: row.closed_from,
                value_cents: row.value_cents,
                lost_reason: row.lost_reason,
                lost_text: row.lost_text,
            },
            next_step: NextStep::of(
                row.next_step,
                row.next_step_at,
                row.next_step_has_time,
                row.next_step_by,
            ),
        }
    }
}

/// Returns a row with the columns that hold the fields or are derived from them.
pub(super) fn columns(fields: ContactFields) -> ActiveModel {
    ActiveModel {
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

pub(super) fn versioned(row: Model) -> (Version, Contact) {
    (Version(row.version), row.into())
}
