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

/// How long the log names people. Actions and times stay.
pub const PERSONAL_KEPT: TimeDelta = TimeDelta::days(365);
/// Actions about people. Of others, such as `settings.updated`, the change itself names nobody and stays.
pub(super) const PERSONAL_GROUPS: [&str; 6] = ["account", "audit", "contact", "mail", "subscription", "user"];
const PAGE: u64 = 200;

/// Whose events they are.
#[derive(Clone, Debug, Default)]
pub struct Person {
    /// Without those that staff had: what they did is the company's record.
    pub emails: BTreeSet<String>,
    /// The account.
    pub user: Option<Uuid>,
    /// Contacts, subscriptions and messages of this person.
    pub records: Vec<Uuid>,
    /// What exports may have been filtered by.
    pub traces: Traces,
    /// The account belonged to staff once. What it did, and what was done to it, is the company's record: only events about
    /// `records` are erased.
    pub was_staff: bool,
}

/// Erases a person from all events, and returns from how many. Other people stay named where they acted.
pub async fn erase(app: &App, tx: &Transaction, person: &Person) -> Result<u64> {
    // Waits for writers: an event about the person that is written now is erased too.
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

/// Actions whose personal part is a filter that somebody typed.
pub(super) const EXPORTS: &str = ".exported";

/// Actions of accounts whose label is an address that was proven by them.
const PROOFS: [Action; 4] = [
    Action::AccountEmailChanged,
    Action::AccountEmailVerified,
    Action::AccountInvitationAccepted,
    Action::AccountPasswordReset,
];

/// Whether an account ever belonged to staff, as far as events tell.
pub async fn was_staff(connection: &impl ConnectionTrait, user: Uuid) -> Result<bool> {
    store::was_staff(connection, user).await
}

/// The accounts that had this address, as far as events tell.
pub async fn accounts_of(connection: &impl ConnectionTrait, email: &str) -> Result<BTreeSet<Uuid>> {
    store::accounts_of(connection, email).await
}

/// The addresses that an account was proven to have.
pub async fn proven_emails_of(connection: &impl ConnectionTrait, user: Uuid) -> Result<Vec<String>> {
    store::labels_of(connection, user, &PROOFS).await
}

/// The addresses that events name an account by.
pub async fn emails_of(connection: &impl ConnectionTrait, user: Uuid) -> Result<Vec<String>> {
    store::emails_of(connection, user).await
}

/// Erases personal data from events before `deadline`, and returns from how many.
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

    /// The database also finds events of people whose address ends with this one.
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
        let is_sought = || {
            let filter = row.after.as_deref().filter(|_| row.action.ends_with(EXPORTS));
            filter.is_some_and(|filter| self.traces.are_in(filter))
        };
        !is_empty && (is_subject || is_named || self.did(row) || is_sought())
    }
}
