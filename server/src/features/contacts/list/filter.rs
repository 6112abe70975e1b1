//! The filter and the order of a list of contacts.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::features::contacts::model::ContactStatus;

/// The list that shows a contact. `spam`: quarantined contacts, which seem to be automated. `trash`: deleted contacts, which are
/// purged after 30 days. `inbox`: all others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Folder {
    #[default]
    Inbox,
    Spam,
    Trash,
}

/// Filter of a list or an export of contacts.
#[derive(Clone, Debug, Default, Serialize, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ContactFilter {
    /// Text within name, email, company, phone or message. Case and accents are ignored.
    pub search: Option<String>,
    pub status: Option<ContactStatus>,
    #[serde(default)]
    pub folder: Folder,
    /// `me`, `nobody`, or the id of a member of staff.
    #[param(value_type = Option<String>)]
    pub assigned: Option<Assigned>,
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
    /// Returns the filter with the caller's id in place of `me`.
    #[must_use]
    pub fn requested_by(mut self, user_id: Uuid) -> Self {
        if self.assigned == Some(Assigned::Me) {
            self.assigned = Some(Assigned::To(user_id));
        }
        self
    }
}

/// Order of a list of contacts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ContactOrder {
    /// Newest first.
    #[default]
    Newest,
    /// Contacts whose promised reply is late, earliest deadline first; then the others, newest first.
    LateFirst,
}

/// Query parameter with the order of a list of contacts.
#[derive(Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ContactSorting {
    /// `newest` (the default) or `late_first`. Folders other than `inbox` ignore `late_first`.
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
}
