//! Hourly jobs. They store counts from memory, delete expired records, erase personal data after the periods that
//! administrators set, count the visits of past days and the promises met, mail renewed newsletter links and the digests of
//! quarantined contacts and privacy requests, and compact the database.

use chrono::TimeDelta;
use futures_util::future::BoxFuture;
use serde_json::json;
use uuid::Uuid;

use crate::{
    app::App,
    features::{
        blog, consent,
        contacts::{self, templates::ReplyTemplate},
        navigation::{footer::model::FooterSection, menu::model::MenuItem},
        newsletter::{self, editions::model::Edition},
        privacy_requests,
        redirects::{self, model::Redirect},
        services::model::Service,
        visits,
    },
    foundation::{
        accounts,
        audit::{self, Action, Event},
        identity::{self, actor::Actor},
        mail, media,
    },
    operations::{media_uses, own_data::retention},
    platform::{
        clock::Timestamp,
        db::{Transaction, stored},
        error::{Error, Result},
    },
};

/// Time in the trash after which a record is deleted.
const MAX_TRASH_AGE: TimeDelta = TimeDelta::days(30);
const MAX_IDEMPOTENCY_KEY_AGE: TimeDelta = TimeDelta::days(2);
/// Age at which the shared content of bulk messages is deleted, unless messages with it are still sent.
const MAX_BULK_CONTENT_AGE: TimeDelta = TimeDelta::days(90);
/// Time after the last request for a missing page at which its record is deleted.
const MAX_MISSING_PAGE_AGE: TimeDelta = TimeDelta::days(90);
/// Age at which privacy requests that were not confirmed are deleted.
const MAX_UNCONFIRMED_AGE: TimeDelta = TimeDelta::days(30);
/// Time after its answer at which a privacy request is deleted. The record proves that the request was answered, and a
/// consumer may claim for five years (CDC, article 27).
const MAX_PRIVACY_REQUEST_AGE: TimeDelta = TimeDelta::days(5 * 365);
/// Maximum number of contacts that one transaction deletes.
const CONTACTS_AT_ONCE: u64 = 200;

/// Runs all jobs, each in its own transactions. A failed job is logged and does not stop the others; the error names all
/// failed jobs. Deletes nothing while the clock can't be trusted.
pub async fn run(app: &App) -> Result<()> {
    let mut jobs = Jobs::default();
    jobs.run("visits, redirect hits and missing pages", write_counts(app)).await;
    let mut is_trusted = false;
    jobs.run("clock", async {
        is_trusted = app.clock_watch.check(&app.clock, &app.db).await?;
        if !is_trusted {
            tracing::warn!(
                now = %app.clock.now(),
                "the clock was set, or the server was stopped for more than a day: nothing is deleted for an hour"
            );
        }
        Ok(())
    })
    .await;
    if is_trusted {
        delete_expired(app, &mut jobs).await;
    }
    jobs.run("deadlines and promises met", contacts::promise::refresh::run(app)).await;
    jobs.run("newsletter links", renew_links(app)).await;
    jobs.run("digest of quarantined contacts", contacts::digest::run(app)).await;
    jobs.run("digests of contacts", contacts::notifications::digest::run(app)).await;
    jobs.run("digest of privacy requests", privacy_requests::digest::run(app)).await;
    jobs.run("unused parts of the database", compact(app)).await;
    // Last, so that the file of the log doesn't contain what was deleted, such as the salts of visitors.
    jobs.run("write-ahead log", async { app.db.truncate_wal().await.map(drop) }).await;
    jobs.outcome()
}

/// Compacts the SQLite file after data of people was deleted. SQLite overwrites deleted data, but not the copies in unused parts
/// of its pages that remain when it moves rows.
async fn compact(app: &App) -> Result<()> {
    if !app.db.is_sqlite() || !audit::latest::was_erased_since_compaction(app.db.reader()).await? {
        return Ok(());
    }
    if !app.db.compact().await? {
        tracing::warn!(
            "the database is too large to be compacted while the server runs: its unused parts may contain deleted data until \
             VACUUM is run while the server is stopped"
        );
        return Ok(());
    }
    let tx = app.db.begin().await?;
    audit::record(app, &tx, &Actor::system(), Event::new(Action::DatabaseCompacted)).await?;
    tx.commit().await
}

/// Queues new mail for subscribers whose link expired before it could be sent.
async fn renew_links(app: &App) -> Result<()> {
    let tx = app.db.begin().await?;
    let renewed = newsletter::public::renew_expired_links(app, &tx).await?;
    tx.commit().await?;
    let renewed = renewed + newsletter::import::invitations::requeue_expired(app).await?;
    if renewed > 0 {
        tracing::debug!(renewed, "newsletter links renewed");
    }
    Ok(())
}

/// A function that deletes the rows of a table that have expired at a time, and returns their number.
type Delete = for<'a> fn(&'a Transaction, Timestamp) -> BoxFuture<'a, Result<u64>>;

/// The deletions that only delete rows: name of the job, action for the audit log (if any), and function. The audit event has the
/// number of rows under the name of the job, for which the panel has a label.
const DELETIONS: [(&str, Option<Action>, Delete); 19] = [
    ("services", Some(Action::ServicePurged), |tx, now| {
        Box::pin(stored::purge::<Service>(&**tx, now - MAX_TRASH_AGE))
    }),
    ("posts", Some(Action::PostPurged), |tx, now| {
        Box::pin(blog::trash::store::purge(&**tx, now - MAX_TRASH_AGE))
    }),
    ("menu_items", Some(Action::MenuItemPurged), |tx, now| {
        Box::pin(stored::purge::<MenuItem>(&**tx, now - MAX_TRASH_AGE))
    }),
    ("footer_sections", Some(Action::FooterSectionPurged), |tx, now| {
        Box::pin(stored::purge::<FooterSection>(&**tx, now - MAX_TRASH_AGE))
    }),
    ("redirects", Some(Action::RedirectPurged), |tx, now| {
        Box::pin(stored::purge::<Redirect>(&**tx, now - MAX_TRASH_AGE))
    }),
    ("reply_templates", Some(Action::ReplyTemplatePurged), |tx, now| {
        Box::pin(stored::purge::<ReplyTemplate>(&**tx, now - MAX_TRASH_AGE))
    }),
    ("writing reports", None, |tx, now| {
        Box::pin(contacts::presence::store::delete_old(&**tx, now - contacts::presence::SHOWN_FOR))
    }),
    ("missing pages", None, |tx, now| {
        Box::pin(redirects::missing::store::purge(&**tx, now - MAX_TRASH_AGE, now - MAX_MISSING_PAGE_AGE))
    }),
    ("newsletter reports", None, |tx, now| {
        Box::pin(newsletter::reports::store::delete_old(&**tx, now - newsletter::reports::RETENTION))
    }),
    ("editions", Some(Action::EditionPurged), |tx, now| {
        Box::pin(stored::purge::<Edition>(&**tx, now - MAX_TRASH_AGE))
    }),
    ("post previews", None, |tx, now| Box::pin(blog::previews::store::delete_expired(&**tx, now))),
    ("idempotency keys", None, |tx, now| {
        Box::pin(contacts::store::idempotency_keys::delete_old(&**tx, now - MAX_IDEMPOTENCY_KEY_AGE))
    }),
    ("consents", None, |tx, now| Box::pin(consent::store::delete_old(&**tx, now - consent::model::MAX_AGE))),
    ("sessions", None, |tx, now| Box::pin(identity::store::sessions::delete_expired(&**tx, now))),
    ("account links", None, |tx, now| Box::pin(accounts::recovery::store::delete_expired(&**tx, now))),
    ("passkey challenges", None, |tx, now| {
        Box::pin(accounts::factors::passkeys::challenge::store::delete_expired(&**tx, now))
    }),
    ("known devices", None, |tx, now| {
        Box::pin(identity::store::devices::delete_unseen(&**tx, now - identity::session::devices::MAX_UNSEEN))
    }),
    ("records of received mail", None, |tx, now| {
        Box::pin(mail::inbound::store::delete_handled(&**tx, now - mail::inbound::receipt::HANDLED_RETENTION))
    }),
    ("content of mail in bulk", None, |tx, now| Box::pin(delete_bulk_contents(tx, now))),
];

/// Runs all deletions.
async fn delete_expired(app: &App, jobs: &mut Jobs) {
    let now = app.clock.now();
    let deleted_before = now - MAX_TRASH_AGE;
    jobs.run("contacts", delete_contacts(app, deleted_before)).await;
    jobs.run("privacy_requests", delete_privacy_requests(app, now)).await;
    for (name, action, delete) in DELETIONS {
        let job = async {
            let tx = app.db.begin().await?;
            let deleted = delete(&tx, now).await?;
            finish(app, tx, action, name, deleted).await
        };
        jobs.run(name, job).await;
    }
    jobs.run("figures of visits", visits::aggregation::run(app)).await;
    jobs.run("pictures", media_uses::purge(app, deleted_before)).await;
    for rule in retention::rules() {
        jobs.run(rule.key, retention::run(app, rule)).await;
    }
    jobs.run("files without a record", media::cleanup::run(app)).await;
    let quarantined = contacts::attachments::requests::delete_old_of_quarantined(app);
    jobs.run("files of quarantined contacts", quarantined).await;
    jobs.run("files of deleted messages", contacts::attachments::delete_detached(app)).await;
    jobs.run("files of privacy requests", privacy_requests::replies::files::delete_detached(app)).await;
    jobs.run("incomplete files of messages", contacts::attachments::delete_incomplete(app)).await;
}

/// Deletes old content of mail in bulk, except that of editions that are still being sent.
async fn delete_bulk_contents(tx: &Transaction, now: Timestamp) -> Result<u64> {
    let in_use = newsletter::editions::store::progress::list_sending(&**tx).await?;
    mail::bulk::store::delete_old_contents(&**tx, now - MAX_BULK_CONTENT_AGE, in_use).await
}

/// Deletes privacy requests that were never confirmed, and those that were closed long ago. Also erases their notes and reasons
/// from the audit log, because without the requests a later erasure could not find them there.
async fn delete_privacy_requests(app: &App, now: Timestamp) -> Result<()> {
    let tx = app.db.begin().await?;
    let mut requests = privacy_requests::store::delete_unconfirmed(&*tx, now - MAX_UNCONFIRMED_AGE).await?;
    requests.extend(privacy_requests::store::delete_closed(&*tx, now - MAX_PRIVACY_REQUEST_AGE).await?);
    let deleted = requests.len() as u64;
    erase_from_audit_log(app, &tx, requests).await?;
    finish(app, tx, Some(Action::PrivacyRequestPurged), "privacy_requests", deleted).await
}

/// Erases the personal data in the audit events about records.
async fn erase_from_audit_log(app: &App, tx: &Transaction, records: Vec<Uuid>) -> Result<()> {
    if !records.is_empty() {
        let records = records.into_iter().collect();
        audit::erasure::erase(app, tx, &audit::erasure::ErasedPerson { records, ..Default::default() })
            .await?;
    }
    Ok(())
}

/// Deletes the contacts that were moved to the trash before `deleted_before`. Also erases their names from the audit log,
/// because without the contacts a later erasure could not find them there.
async fn delete_contacts(app: &App, deleted_before: Timestamp) -> Result<()> {
    loop {
        let tx = app.db.begin().await?;
        let contacts = contacts::store::purge(&*tx, deleted_before, CONTACTS_AT_ONCE).await?;
        if contacts.is_empty() {
            return Ok(());
        }
        let deleted = contacts.len() as u64;
        erase_from_audit_log(app, &tx, contacts).await?;
        finish(app, tx, Some(Action::ContactPurged), "contacts", deleted).await?;
    }
}

/// Records a deletion in the audit log and commits it. Does nothing if nothing was deleted.
async fn finish(app: &App, tx: Transaction, action: Option<Action>, name: &str, deleted: u64) -> Result<()> {
    if deleted == 0 {
        return Ok(());
    }
    if let Some(action) = action {
        let event = Event::new(action).after(&json!({name: deleted}));
        audit::record(app, &tx, &Actor::system(), event).await?;
    }
    tx.commit().await?;
    tracing::debug!(job = name, deleted, "job done");
    Ok(())
}

/// The results of the jobs.
#[derive(Default)]
struct Jobs {
    failed: Vec<&'static str>,
}

impl Jobs {
    /// Runs a job, and logs its failure.
    async fn run(&mut self, name: &'static str, job: impl Future<Output = Result<()>>) {
        if let Err(cause) = job.await {
            tracing::error!(job = name, cause = format!("{cause:#}"), "job failed; it is retried in an hour");
            self.failed.push(name);
        }
    }

    /// Returns an error with the names of all failed jobs.
    fn outcome(self) -> Result<()> {
        match self.failed[..] {
            [] => Ok(()),
            _ => Err(Error::Internal(anyhow::anyhow!("failed jobs: {}", self.failed.join(", ")))),
        }
    }
}

/// Stores the visits and the counts of followed redirects and missing pages that are in memory. The shutdown also calls
/// this, so that no count is lost.
pub async fn write_counts(app: &App) -> Result<()> {
    visits::collector::write(app).await?;
    redirects::lookup::write_hits(app).await?;
    redirects::missing::write_counts(app).await
}
