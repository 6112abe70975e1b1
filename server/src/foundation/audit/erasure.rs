//! Erases personal data from the log, for one person or after the retention period, without breaking the chain: the MAC
//! of an event covers the MAC of its personal part, not that part itself.

use std::collections::BTreeSet;

use chrono::TimeDelta;
use sea_orm::ConnectionTrait;
use uuid::Uuid;

use super::{
    action::Action,
    chain,
    store::{self, events},
};
use crate::{
    app::App,
    foundation::identity::actor::Source,
    platform::{
        clock::Timestamp,
        db::Transaction,
        error::Result,
        identifying_text::{Traces, has_email},
        text,
    },
};

/// Retention period of personal data. Actions and times remain in the log.
pub const RETENTION: TimeDelta = TimeDelta::days(365);
/// Groups of actions that concern people. The changes of others, such as `settings.updated`, have no personal data and remain.
pub(super) const PERSONAL_GROUPS: [&str; 6] = ["account", "audit", "contact", "mail", "subscription", "user"];
const PAGE: u64 = 200;

/// The person whose events are erased.
#[derive(Clone, Debug, Default)]
pub struct Person {
    /// Email addresses, except those of staff: the company keeps a record of what staff did.
    pub emails: BTreeSet<String>,
    /// The account.
    pub user: Option<Uuid>,
    /// Contacts, subscriptions and messages of this person.
    pub records: Vec<Uuid>,
    /// Texts that may occur in the filters of exports.
    pub traces: Traces,
    /// Whether the account belonged to staff at any time. Then only events about `records` are erased.
    pub was_staff: bool,
}

/// Erases a person from all events and returns the number of changed events. Other actors remain.
pub async fn erase(app: &App, tx: &Transaction, person: &Person) -> Result<u64> {
    // Waits for concurrent writers, so that their events about the person are erased, too.
    store::lock_head(&**tx).await?;
    let (mut after, mut erased, now) = (0, 0, app.clock.now());
    loop {
        let rows = store::mentioning(&**tx, person, after, PAGE).await?;
        let Some(last) = rows.last() else { return Ok(erased) };
        after = last.sequence;
        for row in rows.into_iter().filter(|row| person.is_in(row)) {
            let keeps_actor = row.source != Source::Web || (row.user_id.is_some() && !person.did(&row));
            let row = without_content(row);
            let row = if keeps_actor { row } else { without_actor(row) };
            store::replace(&**tx, chain::erased(&app.secret_key, row, now)).await?;
            erased += 1;
        }
    }
}

/// Suffix of actions whose personal data is a filter that a user typed.
pub(super) const EXPORTS: &str = ".exported";

/// Actions whose label is an email address that the action verified.
const PROOFS: [Action; 4] = [
    Action::AccountEmailChanged,
    Action::AccountEmailVerified,
    Action::AccountInvitationAccepted,
    Action::AccountPasswordReset,
];

/// Returns whether an account belonged to staff at any time, according to the events.
pub async fn was_staff(connection: &impl ConnectionTrait, user: Uuid) -> Result<bool> {
    store::was_staff(connection, user).await
}

/// Returns the accounts that had this address, according to the events.
pub async fn accounts_of(connection: &impl ConnectionTrait, email: &str) -> Result<BTreeSet<Uuid>> {
    store::accounts_of(connection, email).await
}

/// Returns the verified addresses of an account, according to the events.
pub async fn proven_emails_of(connection: &impl ConnectionTrait, user: Uuid) -> Result<Vec<String>> {
    store::labels_of(connection, user, &PROOFS).await
}

/// Returns all addresses of an account, according to the events.
pub async fn emails_of(connection: &impl ConnectionTrait, user: Uuid) -> Result<Vec<String>> {
    store::emails_of(connection, user).await
}

/// Erases personal data from events before `deadline` and returns the number of changed events.
pub async fn expire(app: &App, deadline: Timestamp) -> Result<u64> {
    let mut erased = 0;
    loop {
        // Read before the transaction begins, because a transaction occupies the only writer.
        if store::personal_before(app.db.reader(), deadline, 1).await?.is_empty() {
            return Ok(erased);
        }
        let tx = app.db.begin().await?;
        // Without the lock, this could write back what another transaction erased in the meantime.
        store::lock_head(&*tx).await?;
        let rows = store::personal_before(&*tx, deadline, PAGE).await?;
        erased += rows.len() as u64;
        for row in rows {
            let row = without_actor(if is_about_people(&row.action) { without_content(row) } else { row });
            store::replace(&*tx, chain::erased(&app.secret_key, row, app.clock.now())).await?;
        }
        tx.commit().await?;
    }
}

fn is_about_people(action: &str) -> bool {
    action.split_once('.').is_some_and(|(group, _)| PERSONAL_GROUPS.contains(&group))
}

fn without_actor(row: events::Model) -> events::Model {
    events::Model { user_email: None, ip: None, ..row }
}

fn without_content(row: events::Model) -> events::Model {
    events::Model { label: None, before: None, after: None, ..row }
}

impl Person {
    fn did(&self, row: &events::Model) -> bool {
        let is_email = row.user_email.as_ref().is_some_and(|email| self.emails.contains(email));
        is_email || (row.user_id.is_some() && row.user_id == self.user)
    }

    /// Returns whether the event is about the person. The query also returns events of people whose address ends with theirs.
    fn is_in(&self, row: &events::Model) -> bool {
        let is_empty =
            [&row.user_email, &row.ip, &row.label, &row.before, &row.after].iter().all(|f| f.is_none());
        let subject: Option<Uuid> = row.subject_id.as_deref().and_then(|id| id.parse().ok());
        let is_record = subject.is_some_and(|id| self.records.contains(&id));
        if self.was_staff {
            return !is_empty && is_record;
        }
        let is_subject = is_record || (subject.is_some() && subject == self.user);
        let is_named = self.emails.iter().any(|email| has_email(&row.search, &text::fold(email)));
        let is_in_filter = || {
            let filter = row.after.as_deref().filter(|_| row.action.ends_with(EXPORTS));
            filter.is_some_and(|filter| self.traces.are_in(filter))
        };
        !is_empty && (is_subject || is_named || self.did(row) || is_in_filter())
    }
}
