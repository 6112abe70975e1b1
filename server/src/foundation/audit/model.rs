//! API types of the audit log.

use chrono::{DateTime, Days, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::{
    action::{label_of, without_object},
    store::events,
};
use crate::{
    foundation::identity::actor::Source,
    platform::{clock::Timestamp, parse::time, text::date},
};

/// An event in the audit log.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AuditEvent {
    /// Position in the log, starting at 1.
    pub sequence: i64,
    pub created_at: DateTime<Utc>,
    /// A group and a verb, such as `contact.deleted`.
    pub action: String,
    /// The action in Portuguese, to show between actor and label, such as `exportou os dados de`; without a label it is a whole
    /// phrase, such as `exportou os dados`.
    pub summary: String,
    pub source: Source,
    /// Id of the user who acted; null for visitors without a session, commands and jobs.
    #[schema(required)]
    pub user_id: Option<Uuid>,
    /// The user's email at the time of the event; null without a user, or if erased.
    #[schema(required)]
    pub user_email: Option<String>,
    /// The IP address of the request; null for commands and jobs, or if erased.
    #[schema(required)]
    pub ip: Option<String>,
    /// The kind of the record that the event is about, such as `contact`; null without a record.
    #[schema(required)]
    pub subject_kind: Option<String>,
    /// The id of the record, usually a UUID; null without a record.
    #[schema(required)]
    pub subject_id: Option<String>,
    /// The name of the record at the time of the event; null if there is none, or if erased.
    #[schema(required)]
    pub label: Option<String>,
    /// The former values of the changed fields, by path, such as `hero.title`; null if there are none, or if erased.
    #[schema(required)]
    pub before: Option<Map<String, Value>>,
    /// The new values of the changed fields, by path, such as `hero.title`; null if there are none, or if erased.
    #[schema(required)]
    pub after: Option<Map<String, Value>>,
    /// Time at which personal data was erased from the event; null if none was erased.
    #[schema(required)]
    pub erased_at: Option<DateTime<Utc>>,
}

impl From<events::Model> for AuditEvent {
    fn from(row: events::Model) -> Self {
        let fields = |stored: Option<String>| serde_json::from_str(&stored?).ok();
        Self {
            sequence: row.sequence,
            created_at: row.created_at,
            summary: match row.label {
                Some(_) => label_of(&row.action).to_owned(),
                None => without_object(label_of(&row.action)).to_owned(),
            },
            action: row.action,
            source: row.source,
            user_id: row.user_id,
            user_email: row.user_email,
            ip: row.ip,
            subject_kind: row.subject_kind,
            subject_id: row.subject_id,
            label: row.label,
            before: fields(row.before),
            after: fields(row.after),
            erased_at: row.erased_at,
        }
    }
}

/// Filters of a list or an export of events.
#[derive(Clone, Debug, Default, Deserialize, Serialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AuditFilter {
    /// Text in the summary, actor, label, IP address or values, regardless of case and accents.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<String>,
    /// The group of the action, such as `contact` in `contact.deleted`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// An email: events by the user who had it, and events whose label it is, such as a failed sign-in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
    /// The kind of the record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subject_kind: Option<String>,
    /// The id of the record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subject_id: Option<String>,
    /// The first day of the period, in the time zone of São Paulo.
    #[serde(default, deserialize_with = "time", skip_serializing_if = "Option::is_none")]
    pub from: Option<NaiveDate>,
    /// The last day of the period, in the time zone of São Paulo.
    #[serde(default, deserialize_with = "time", skip_serializing_if = "Option::is_none")]
    pub to: Option<NaiveDate>,
}

impl AuditFilter {
    /// Returns the start of the first day.
    #[must_use]
    pub fn since(&self) -> Option<Timestamp> {
        date::start_of(self.from?)
    }

    /// Returns the end of the last day, exclusive.
    #[must_use]
    pub fn until(&self) -> Option<Timestamp> {
        date::start_of(self.to?.checked_add_days(Days::new(1))?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filter_days_are_in_the_time_zone_of_sao_paulo() {
        let day = |text: &str| text.parse().ok();
        let filter = AuditFilter { from: day("2026-11-20"), to: day("2026-11-20"), ..AuditFilter::default() };
        assert_eq!(filter.since().expect("a moment").to_string(), "2026-11-20 03:00:00 UTC");
        assert_eq!(filter.until().expect("a moment").to_string(), "2026-11-21 03:00:00 UTC");
    }
}
