//! Events as administrators see them, and which of them they ask for.

use chrono::{DateTime, Days, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::{action::label_of, store::events};
use crate::{
    foundation::identity::actor::Source,
    platform::{clock::Timestamp, date},
};

/// Something that was done.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AuditEvent {
    /// Its place in the log, from 1.
    pub sequence: i64,
    pub created_at: DateTime<Utc>,
    /// A group and a verb: `contact.deleted`.
    pub action: String,
    /// The action in Portuguese, to be read between the person and the label: 'excluiu o contato'.
    pub summary: String,
    pub source: Source,
    #[schema(required)]
    pub user_id: Option<Uuid>,
    #[schema(required)]
    pub user_email: Option<String>,
    #[schema(required)]
    pub ip: Option<String>,
    /// The kind of record that it was done to.
    #[schema(required)]
    pub subject_kind: Option<String>,
    #[schema(required)]
    pub subject_id: Option<String>,
    /// What the record was called.
    #[schema(required)]
    pub label: Option<String>,
    /// The fields concerned as they were, flat: path → value.
    #[schema(required)]
    pub before: Option<Map<String, Value>>,
    /// The fields concerned as they became.
    #[schema(required)]
    pub after: Option<Map<String, Value>>,
    /// When personal data was erased from it, so that fields above are missing.
    #[schema(required)]
    pub erased_at: Option<DateTime<Utc>>,
}

impl From<events::Model> for AuditEvent {
    fn from(row: events::Model) -> Self {
        let fields = |stored: Option<String>| serde_json::from_str(&stored?).ok();
        Self {
            sequence: row.sequence,
            created_at: row.created_at,
            summary: label_of(&row.action).to_owned(),
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

/// Which events a list or an export has.
#[derive(Clone, Debug, Default, Deserialize, Serialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AuditFilter {
    /// Found anywhere in the words, people, addresses and values, whatever its case and accents.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<String>,
    /// The first part of the action: `contact`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// An e-mail: what its account did, and what was done to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
    /// The kind of record, with `subject_id`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subject_kind: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subject_id: Option<String>,
    /// From this day on, in São Paulo.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<NaiveDate>,
    /// To the end of this day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<NaiveDate>,
}

impl AuditFilter {
    #[must_use]
    pub fn since(&self) -> Option<Timestamp> {
        date::start_of(self.from?)
    }

    #[must_use]
    pub fn until(&self) -> Option<Timestamp> {
        date::start_of(self.to?.checked_add_days(Days::new(1))?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_sao_paulo() {
        let day = |text: &str| text.parse().ok();
        let filter = AuditFilter { from: day("2026-11-20"), to: day("2026-11-20"), ..AuditFilter::default() };
        assert_eq!(filter.since().expect("a moment").to_string(), "2026-11-20 03:00:00 UTC");
        assert_eq!(filter.until().expect("a moment").to_string(), "2026-11-21 03:00:00 UTC");
    }
}
