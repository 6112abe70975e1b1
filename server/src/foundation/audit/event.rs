//! New events of the audit log: the action, the record and its changes.

use serde::Serialize;
use serde_json::Value;

use super::{
    action::{Action, label_of},
    changes,
    store::events,
};
use crate::{
    foundation::identity::actor::Actor,
    platform::{clock::Timestamp, parse::MAX_EMAIL, text},
};

/// Maximum number of characters of the id of a record.
const MAX_ID: usize = 200;
/// Maximum number of characters of the name of a record. An email must fit, so that an erasure finds it.
const MAX_LABEL: usize = MAX_EMAIL;

/// An action to record, with the record that it is about and the changes.
#[derive(Clone, Debug)]
pub struct Event {
    pub action: Action,
    /// The kind of the record, such as `contact`. [`Event::new`] sets the kind of the action.
    pub subject_kind: &'static str,
    pub subject_id: Option<String>,
    /// The name of the record: a name, a title, an email.
    pub label: Option<String>,
    /// An object with the former values of the changed fields. Must not contain secrets; fields that are named like secrets
    /// are left out.
    pub before: Option<Value>,
    /// An object with the new values of the changed fields.
    pub after: Option<Value>,
}

impl Event {
    #[must_use]
    pub fn new(action: Action) -> Self {
        Self {
            action,
            subject_kind: action.subject(),
            subject_id: None,
            label: None,
            before: None,
            after: None,
        }
    }

    /// Sets the id and the name of the record.
    #[must_use]
    pub fn on(mut self, id: impl ToString, label: &str) -> Self {
        self.subject_id = Some(id.to_string());
        self.label = Some(label.to_owned());
        self
    }

    /// Sets the name of a record without an id.
    #[must_use]
    pub fn about(mut self, label: &str) -> Self {
        self.label = Some(label.to_owned());
        self
    }

    /// Sets the former values, or the whole deleted record.
    #[must_use]
    pub fn before(mut self, value: &impl Serialize) -> Self {
        self.before = Some(json(value));
        self
    }

    /// Sets the new values, the whole new record or facts about the action.
    #[must_use]
    pub fn after(mut self, value: &impl Serialize) -> Self {
        self.after = Some(json(value));
        self
    }

    /// Sets the fields that differ between two records, each with its path as name: `hero.title`.
    #[must_use]
    pub fn changed(mut self, before: &impl Serialize, after: &impl Serialize) -> Self {
        let (before, after) = changes::between(&json(before), &json(after));
        self.before = Some(Value::Object(before));
        self.after = Some(Value::Object(after));
        self
    }

    /// Returns the row of the event, without MACs. `previous` is the sequence number of the previous event.
    pub(super) fn row(self, actor: &Actor, previous: i64, now: Timestamp) -> events::Model {
        let (user_id, user_email) = actor.user.clone().unzip();
        let mut row = events::Model {
            sequence: previous + 1,
            created_at: now,
            action: self.action.code().to_owned(),
            source: actor.source,
            user_id,
            user_email: user_email.map(|email| line(&email, MAX_EMAIL)),
            ip: actor.ip.map(|ip| ip.to_string()),
            subject_kind: self.subject_id.is_some().then(|| self.subject_kind.to_owned()),
            subject_id: self.subject_id.map(|id| line(&id, MAX_ID)),
            label: self.label.map(|label| line(&label, MAX_LABEL)),
            before: stored(self.before),
            after: stored(self.after),
            search: String::new(),
            erased_at: None,
            erasure_mac: None,
            personal_mac: String::new(),
            mac: String::new(),
        };
        row.search = search(&row);
        row
    }
}

/// Returns the text without control characters, cut to `max` characters. Needed because a visitor may have typed the text.
fn line(text: &str, max: usize) -> String {
    text.chars().filter(|c| !c.is_control()).take(max).collect()
}

fn json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect("records have only texts as keys, so they are valid JSON")
}

/// Returns the fields of an object as JSON, or `None` if there are none.
fn stored(value: Option<Value>) -> Option<String> {
    let fields = changes::compact(value?);
    (!fields.is_empty()).then(|| Value::Object(fields).to_string())
}

/// Returns the value of the search column.
pub(super) fn search(row: &events::Model) -> String {
    let parts = [&row.user_email, &row.ip, &row.label, &row.before, &row.after];
    let parts = parts.into_iter().flatten().map(String::as_str);
    let all: Vec<&str> = [label_of(&row.action)].into_iter().chain(parts).collect();
    text::fold(&all.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longest_email_fits_in_the_label_of_an_event() {
        let domain = "@exemplo.com.br";
        let email = "a".repeat(MAX_EMAIL - domain.len()) + domain;
        let event = Event::new(Action::PersonViewed).about(&email);
        assert_eq!(event.row(&Actor::system(), 0, Timestamp::UNIX_EPOCH).label, Some(email));
    }
}
