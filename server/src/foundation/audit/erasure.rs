//! Erasure of personal data from the log, for one person or after the retention period. It doesn't break the chain, because
//! the MAC of an event covers a separate MAC of the personal data in place of the data, and that MAC is not erased.

use std::collections::BTreeSet;

use sea_orm::ConnectionTrait;
use uuid::Uuid;

use super::{
    action::Action,
    chain,
    model::AuditEvent,
    store::{
        self, events,
        people::{labels_of, list_mentioning, list_mentioning_before, list_personal_before, replace},
    },
};
use crate::{
    app::App,
    foundation::identity::actor::Source,
    platform::{
        clock::Timestamp,
        db::Transaction,
        error::Result,
        privacy::identifying_text::{Identifiers, has_email},
        text,
    },
};

pub use store::people::{emails_of, users_with_email, was_staff};

/// Prefixes of the codes of actions whose label and changes are personal data. The retention rule does not erase the label
/// and changes of other actions, such as `settings.updated`.
pub(super) const PERSONAL_ACTIONS: [&str; 9] = [
    "account.",
    "audit.",
    "contact.",
    "mail.",
    "person.exported",
    "person.viewed",
    "privacy_request.",
    "subscription.",
    "user.",
];
/// Suffix of the code of actions that store the filter of an export, which may name a person.
pub(super) const EXPORT_SUFFIX: &str = ".exported";
/// Actions that verified the email in their label.
const VERIFICATIONS: [Action; 4] = [
    Action::AccountEmailChanged,
    Action::AccountEmailVerified,
    Action::AccountInvitationAccepted,
    Action::AccountPasswordReset,
];
/// Number of events that are read at once.
const PAGE: u64 = 200;

/// The person whose events are erased.
#[derive(Clone, Debug, Default)]
pub struct ErasedPerson {
    /// The person's emails, except those that ever belonged to staff, because the company needs a record of what staff did.
    pub emails: BTreeSet<String>,
    /// The id of the user, if the person has an account.
    pub user: Option<Uuid>,
    /// Ids of the person's contacts, subscriptions and messages.
    pub records: BTreeSet<Uuid>,
    /// What identifies the person in the filters of exports.
    pub identifiers: Identifiers,
    /// Whether the user was ever staff. Then only events about `records` are erased.
    pub was_staff: bool,
}

/// Erases a person from all events and returns the number of changed events. Actors who are other people remain.
pub async fn erase(app: &App, tx: &Transaction, person: &ErasedPerson) -> Result<u64> {
    // Waits for concurrent transactions, so that their events are erased, too.
    store::lock_head(&**tx).await?;
    let now = app.clock.now();
    let (mut after, mut erased) = (0, 0);
    loop {
        let rows = list_mentioning(&**tx, person, after, PAGE).await?;
        let Some(last) = rows.last() else { return Ok(erased) };
        after = last.sequence;
        for row in rows.into_iter().filter(|row| person.is_mentioned_in(row)) {
            let row = if person.may_be_actor_of(&row) { without_actor(row) } else { row };
            replace(&**tx, chain::erased(&app.secret_key, without_content(row), now)).await?;
            erased += 1;
        }
    }
}

/// Lists a page of the events that contain data of a person, newest first, each with whether the person is the actor. `before`
/// is a sequence number: only earlier events are listed, or all events if it is 0. Also returns `before` of the next page.
pub async fn list(
    connection: &impl ConnectionTrait,
    person: &ErasedPerson,
    before: i64,
) -> Result<(Vec<(AuditEvent, bool)>, Option<i64>)> {
    let rows = list_mentioning_before(connection, person, before, PAGE).await?;
    let next = rows.last().filter(|_| rows.len() as u64 == PAGE).map(|row| row.sequence);
    let events = rows.into_iter().filter(|row| person.is_mentioned_in(row)).map(|row| {
        let is_own = person.is_actor_of(&row);
        (AuditEvent::from(row), is_own)
    });
    Ok((events.collect(), next))
}

/// Returns the emails that a user verified, according to the events.
pub async fn verified_emails_of(connection: &impl ConnectionTrait, user_id: Uuid) -> Result<Vec<String>> {
    labels_of(connection, user_id, &VERIFICATIONS).await
}

/// Erases personal data from events before `older_than` and returns the number of changed events.
pub async fn expire(app: &App, older_than: Timestamp) -> Result<u64> {
    let mut erased = 0;
    loop {
        // Checked before the transaction begins, because a transaction blocks all other writers.
        if list_personal_before(app.db.reader(), older_than, 1).await?.is_empty() {
            return Ok(erased);
        }
        let tx = app.db.begin().await?;
        // Locks the log, so that another transaction can't erase data from these rows after they are read.
        store::lock_head(&*tx).await?;
        let rows = list_personal_before(&*tx, older_than, PAGE).await?;
        erased += rows.len() as u64;
        for row in rows {
            let row = without_actor(if is_about_people(&row.action) { without_content(row) } else { row });
            replace(&*tx, chain::erased(&app.secret_key, row, app.clock.now())).await?;
        }
        tx.commit().await?;
    }
}

fn is_about_people(action: &str) -> bool {
    PERSONAL_ACTIONS.iter().any(|prefix| action.starts_with(prefix))
}

fn without_actor(row: events::Model) -> events::Model {
    events::Model { user_email: None, ip: None, ..row }
}

fn without_content(row: events::Model) -> events::Model {
    events::Model { label: None, before: None, after: None, ..row }
}

impl ErasedPerson {
    fn is_actor_of(&self, row: &events::Model) -> bool {
        let is_email = row.user_email.as_ref().is_some_and(|email| self.emails.contains(email));
        is_email || (row.user_id.is_some() && row.user_id == self.user)
    }

    /// Returns whether the actor is the person, or a visitor without a session, who may be the person.
    fn may_be_actor_of(&self, row: &events::Model) -> bool {
        row.source == Source::Web && (row.user_id.is_none() || self.is_actor_of(row))
    }

    /// Returns whether the event contains data of the person. The query finds too many events, such as those with a longer
    /// email that ends with one of the person's.
    fn is_mentioned_in(&self, row: &events::Model) -> bool {
        let personal_fields = [&row.user_email, &row.ip, &row.label, &row.before, &row.after];
        if personal_fields.iter().all(|field| field.is_none()) {
            return false;
        }
        let subject: Option<Uuid> = row.subject_id.as_deref().and_then(|id| id.parse().ok());
        let is_record = subject.is_some_and(|id| self.records.contains(&id));
        if self.was_staff {
            return is_record;
        }
        let is_subject = is_record || (subject.is_some() && subject == self.user);
        let is_named = self.emails.iter().any(|email| has_email(&row.search, &text::fold(email)));
        let is_in_filter = || {
            let filter = row.after.as_deref().filter(|_| row.action.ends_with(EXPORT_SUFFIX));
            filter.is_some_and(|filter| self.identifiers.are_in(filter))
        };
        is_subject || is_named || self.is_actor_of(row) || is_in_filter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Prefixes of the codes of all other actions, whose label and changes are content, settings or numbers.
    const OTHER_ACTIONS: [&str; 17] = [
        "campaign.",
        "consent.",
        "database.",
        "edition.",
        "footer_section.",
        "media.",
        "menu_item.",
        "missing_page.",
        "newsletter.",
        "page.",
        "person.erased",
        "post.",
        "processing_record.",
        "redirect.",
        "reply_template.",
        "service.",
        "settings.",
    ];

    #[test]
    fn every_action_is_classified_as_personal_or_not() {
        for action in Action::ALL {
            let prefixes = PERSONAL_ACTIONS.iter().chain(&OTHER_ACTIONS);
            let matching = prefixes.filter(|prefix| action.code().starts_with(**prefix)).count();
            assert_eq!(matching, 1, "{} must match one entry of one of the lists", action.code());
        }
    }
}
