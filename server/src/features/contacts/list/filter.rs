//! The filter and the order of a list of contacts.

use chrono::{Days, NaiveDate};
use sea_orm::EnumIter;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{
    features::contacts::{channel::Channel, model::ContactStatus, stages::model::ContactStage},
    platform::{clock::Timestamp, parse::time, text::date},
};

/// The view of the list: which contacts it shows. Every contact is in exactly one of `all`, `spam` and `trash`; the other views
/// show a part of `all`.
///
/// `all`: the inbox, which has all contacts that are neither quarantined nor deleted. `waiting`: those that wait for a reply.
/// `late`: those whose promised reply is late. `mine`: those assigned to the caller, except archived ones. `unassigned`: those
/// without an assignee, except archived ones. `new`: those with the status `new`. `next_steps`: those with a next step that the caller
/// has to take, earliest first. `spam`: quarantined contacts, which seem to be
/// automated. `trash`: deleted contacts, which are purged after 30 days.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumIter)]
#[serde(rename_all = "snake_case")]
pub enum ContactListView {
    #[default]
    All,
    Waiting,
    Late,
    Mine,
    Unassigned,
    New,
    NextSteps,
    Spam,
    Trash,
}

impl ContactListView {
    /// Returns whether the view shows contacts of the inbox.
    #[must_use]
    pub const fn is_in_inbox(self) -> bool {
        !matches!(self, Self::Spam | Self::Trash)
    }

    /// Returns whether all contacts of the view wait for a reply.
    #[must_use]
    pub const fn only_waiting(self) -> bool {
        matches!(self, Self::Waiting | Self::Late)
    }
}

/// Filter of a list or an export of contacts.
#[derive(Clone, Debug, Default, Serialize, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ContactFilter {
    /// Text within name, email, company, phone or message. Case and accents are ignored.
    pub search: Option<String>,
    pub status: Option<ContactStatus>,
    #[serde(default)]
    pub view: ContactListView,
    /// `me`, `nobody`, or the id of a member of staff.
    #[param(value_type = Option<String>)]
    pub assigned: Option<Assigned>,
    /// Name of the service of interest; `Não informado` for contacts without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub service: Option<String>,
    /// Source of the visit: a value of `utm_source`, the host name of a site, `direct`, or `unknown`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// How the contact arrived.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub channel: Option<Channel>,
    /// Value of `utm_campaign`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub campaign: Option<String>,
    /// The first day on which contacts were received, in the time zone of São Paulo.
    #[serde(default, deserialize_with = "time", skip_serializing_if = "Option::is_none")]
    pub from: Option<NaiveDate>,
    /// The last day on which contacts were received, in the time zone of São Paulo.
    #[serde(default, deserialize_with = "time", skip_serializing_if = "Option::is_none")]
    pub to: Option<NaiveDate>,
    /// Stage on the way to a sale.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stage: Option<ContactStage>,
    /// Id of the caller, for the views `mine` and `next_steps`.
    #[serde(skip)]
    #[param(ignore)]
    pub caller: Option<Uuid>,
}

/// Filter by assignee.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Assigned {
    /// The caller.
    Me,
    /// No assignee.
    Nobody,
    To(Uuid),
}

impl TryFrom<String> for Assigned {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        match &*text {
            "me" => Ok(Self::Me),
            "nobody" => Ok(Self::Nobody),
            id => id.parse().map(Self::To).map_err(|_| "me, nobody or an id"),
        }
    }
}

impl From<Assigned> for String {
    fn from(assigned: Assigned) -> Self {
        match assigned {
            Assigned::Me => "me".to_owned(),
            Assigned::Nobody => "nobody".to_owned(),
            Assigned::To(id) => id.to_string(),
        }
    }
}

impl ContactFilter {
    /// Returns the filter with the caller's id, also in place of `me`.
    #[must_use]
    pub fn requested_by(mut self, user_id: Uuid) -> Self {
        self.caller = Some(user_id);
        if self.assigned == Some(Assigned::Me) {
            self.assigned = Some(Assigned::To(user_id));
        }
        self
    }

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

/// Order of a list of contacts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ContactOrder {
    /// Newest first.
    #[default]
    Newest,
    /// Contacts whose promised reply is late, earliest deadline first; then the others, newest first. In the views `waiting` and
    /// `late`, all contacts by deadline; in the view `next_steps`, by the time of the step.
    LateFirst,
}

/// Query parameter with the order of a list of contacts.
#[derive(Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ContactSorting {
    /// `newest` (the default) or `late_first`, which the views `waiting` and `late` sort by deadline. The view `next_steps` is always
    /// sorted by the time of the step. `spam` and `trash` ignore `late_first`.
    #[serde(default)]
    #[param(inline)]
    pub order: ContactOrder,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn me_is_replaced_by_the_id_of_the_caller() {
        let id = Uuid::from_u128(7);
        let assignee = |text: &str| {
            let assigned = Assigned::try_from(text.to_owned()).ok();
            ContactFilter { assigned, ..ContactFilter::default() }.requested_by(id).assigned
        };
        assert_eq!(assignee("me"), Some(Assigned::To(id)));
        assert_eq!(assignee("nobody"), Some(Assigned::Nobody));
        assert_eq!(assignee(&Uuid::from_u128(8).to_string()), Some(Assigned::To(Uuid::from_u128(8))));
        assert_eq!(assignee("ana"), None);
    }

    #[test]
    fn period_ends_after_its_last_day() {
        let day = |text: &str| text.parse().ok();
        let filter =
            ContactFilter { from: day("2026-11-20"), to: day("2026-11-21"), ..ContactFilter::default() };
        assert_eq!(filter.since(), "2026-11-20T03:00:00Z".parse().ok());
        assert_eq!(filter.until(), "2026-11-22T03:00:00Z".parse().ok());
    }
}
