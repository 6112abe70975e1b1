//! Which contacts a list or an export has, and in what order.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::model::ContactStatus;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Folder {
    /// What people sent.
    #[default]
    Inbox,
    /// What looks like spam.
    Spam,
    /// Deleted in the last 30 days.
    Trash,
}

/// Which contacts a list or an export has.
#[derive(Clone, Debug, Default, Serialize, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ContactFilter {
    /// Found anywhere in name, e-mail, company, phone or message, whatever its case and accents.
    pub search: Option<String>,
    pub status: Option<ContactStatus>,
    #[serde(default)]
    pub folder: Folder,
    /// `me`, `nobody`, or the id of a member of staff.
    #[param(value_type = Option<String>)]
    pub assigned: Option<Assigned>,
}

/// Whose contacts are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Assigned {
    /// Those of whoever asks.
    Me,
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
    /// As the store takes it: with the one who asks by id.
    #[must_use]
    pub fn asked_by(mut self, user: Uuid) -> Self {
        if self.assigned == Some(Assigned::Me) {
            self.assigned = Some(Assigned::To(user));
        }
        self
    }
}

/// In what order a list comes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ContactOrder {
    /// The newest first.
    #[default]
    Newest,
    /// First those whose answer is late, the latest on top; then the others, the newest first.
    LateFirst,
}

#[derive(Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ContactSorting {
    /// `newest` (the default) or `late_first`.
    #[serde(default)]
    #[param(inline)]
    pub order: ContactOrder,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn me_is_whoever_asks() {
        let id = Uuid::from_u128(7);
        let asked = |text: &str| {
            let assigned = Assigned::try_from(text.to_owned()).ok();
            ContactFilter { assigned, ..ContactFilter::default() }.asked_by(id).assigned
        };
        assert_eq!(asked("me"), Some(Assigned::To(id)));
        assert_eq!(asked("nobody"), Some(Assigned::Nobody));
        assert_eq!(asked(&Uuid::from_u128(8).to_string()), Some(Assigned::To(Uuid::from_u128(8))));
        assert_eq!(asked("ana"), None);
    }
}
