//! What is done every hour: throwing out what has had its time, and writing down what was only counted.

use chrono::TimeDelta;
use serde_json::json;

use crate::{
    app::App,
    features::{blog, contacts, navigation, newsletter, redirects, services},
    foundation::{
        accounts,
        audit::{self, Event},
        identity::{self, actor::Actor},
        mail, media,
    },
    operations::media_uses,
    platform::{
        clock::Timestamp,
        db::Transaction,
        error::{Error, Result},
    },
};

const TRASH_KEPT: TimeDelta = TimeDelta::days(30);
const IDEMPOTENCY_KEYS_KEPT: TimeDelta = TimeDelta::days(2);
const MAIL_KEPT: TimeDelta = TimeDelta::days(90);
const UNCONFIRMED_KEPT: TimeDelta = TimeDelta::days(30);
/// Contacts deleted in one transaction.
const CONTACTS_AT_ONCE: u64 = 200;
/// For as long as somebody may ask for the proof of what they agreed to.
const UNSUBSCRIBED_KEPT: TimeDelta = TimeDelta::days(5 * 365);

/// Runs every job in a transaction of its own. One that fails is logged and stops no other; the error names all that
/// failed. While the clock can't be trusted nothing is deleted.
pub async fn run(app: &App) -> Result<()> {
    let mut jobs = Jobs::default();
    jobs.run("redirect hits", write_counts(app)).await;
    let mut is_trusted = false;
    jobs.run("clock", async {
        is_trusted = app.clock_watch.check(&app.clock, &app.db).await?;
        if !is_trusted {
            tracing::warn!(
                now = %app.clock.now(),
                "the clock was set, or nothing ran for more than a day: nothing is deleted for an hour"
            );
        }
        Ok(())
    })
    .await;
    if is_trusted {
        delete_due(app, &mut jobs).await;
    }
    jobs.run("newsletter links", renew_links(app)).await;
    jobs.run("digest of suspected contacts", contacts::digest::run(app)).await;
    jobs.outcome()
}

/// Mails another link to those whose first one expired while there was no mail server.
async fn renew_links(app: &App) -> Result<()> {
    let tx = app.db.begin().await?;
    let renewed = newsletter::public::mail_again(app, &tx).await?;
    tx.commit().await?;
    if renewed > 0 {
        tracing::debug!(renewed, "newsletter links renewed");
    }
    Ok(())
}

async fn delete_due(app: &App, jobs: &mut Jobs) {
    let now = app.clock.now();
    let trash = now - TRASH_KEPT;
    /// A job that deletes rows and, if it has an event, tells the audit log how many of what.
    macro_rules! delete {
        ($name:literal, $event:expr, |$tx:ident| $delete:expr) => {
            let job = async {
                let $tx = app.db.begin().await?;
                let deleted = $delete.await?;
                finish(app, $tx, $event, $name, deleted).await
            };
            jobs.run($name, job).await;
        };
    }
    jobs.run("contacts", delete_contacts(app, trash)).await;
    delete!("services", Some("service.purged"), |tx| services::store::delete_trash(&*tx, trash));
    delete!("posts", Some("post.purged"), |tx| blog::store::trash::delete(&*tx, trash));
    delete!("menu_items", Some("menu_item.purged"), |tx| navigation::store::menu::delete_trash(&*tx, trash));
    delete!("footer_sections", Some("footer_section.purged"), |tx| {
        navigation::store::footer::delete_trash(&*tx, trash)
    });
    delete!("subscriptions", Some("subscription.purged"), |tx| async {
        let pending = newsletter::store::delete_pending(&*tx, now - UNCONFIRMED_KEPT).await?;
        let ended = newsletter::store::delete_unsubscribed(&*tx, now - UNSUBSCRIBED_KEPT).await?;
        Ok::<_, Error>(pending + ended)
    });
    delete!("post previews", None, |tx| blog::store::previews::delete_expired(&*tx, now));
    delete!("idempotency keys", None, |tx| {
        contacts::store::keys::delete_old(&*tx, now - IDEMPOTENCY_KEYS_KEPT)
    });
    delete!("sessions", None, |tx| identity::store::sessions::delete_expired(&*tx, now));
    delete!("account links", None, |tx| accounts::store::links::delete_expired(&*tx, now));
    delete!("passkey challenges", None, |tx| {
        accounts::store::passkey_challenges::delete_expired(&*tx, now)
    });
    delete!("known devices", None, |tx| {
        identity::store::devices::delete_unseen(&*tx, now - identity::session::devices::KEPT)
    });
    delete!("mail", None, |tx| mail::store::delete_old(&*tx, now - MAIL_KEPT));
    jobs.run("pictures", media_uses::purge(app, trash)).await;
    jobs.run("names in the audit log", expire_names(app, now)).await;
    jobs.run("files without a record", media::cleanup::run(app)).await;
}

/// Also erases the contacts' names from the audit log: without the contacts, a later erasure request couldn't find them
/// there.
async fn delete_contacts(app: &App, deadline: Timestamp) -> Result<()> {
    loop {
        let tx = app.db.begin().await?;
        let contacts = contacts::store::delete_trash(&*tx, deadline, CONTACTS_AT_ONCE).await?;
        if contacts.is_empty() {
            return Ok(());
        }
        let deleted = contacts.len() as u64;
        let records = audit::erasure::Person { records: contacts, ..Default::default() };
        audit::erasure::erase(app, &tx, &records).await?;
        finish(app, tx, Some("contact.purged"), "contacts", deleted).await?;
    }
}

async fn expire_names(app: &App, now: Timestamp) -> Result<()> {
    let erased = audit::erasure::expire(app, now - audit::erasure::PERSONAL_KEPT).await?;
    if erased > 0 {
        tracing::debug!(erased, "names erased from audit events");
    }
    Ok(())
}

async fn finish(
    app: &App,
    tx: Transaction,
    event: Option<&'static str>,
    name: &str,
    deleted: u64,
) -> Result<()> {
    if deleted == 0 {
        return Ok(());
    }
    if let Some(event) = event {
        let event = Event::new(event).after(&json!({name: deleted}));
        audit::record(app, &tx, &Actor::system(), event).await?;
    }
    tx.commit().await?;
    tracing::debug!(job = name, deleted, "chore done");
    Ok(())
}

#[derive(Default)]
struct Jobs {
    failed: Vec<&'static str>,
}

impl Jobs {
    async fn run(&mut self, name: &'static str, job: impl Future<Output = Result<()>>) {
        if let Err(cause) = job.await {
            tracing::error!(
                job = name,
                cause = format!("{cause:#}"),
                "a chore failed; it is retried in an hour"
            );
            self.failed.push(name);
        }
    }

    fn outcome(self) -> Result<()> {
        match self.failed[..] {
            [] => Ok(()),
            _ => Err(Error::Internal(anyhow::anyhow!("chores that failed: {}", self.failed.join(", ")))),
        }
    }
}

/// Writes down how often redirects were followed; also done at the end, so that a restart loses nothing.
pub async fn write_counts(app: &App) -> Result<()> {
    let counts = app.redirect_hits.take();
    if counts.is_empty() {
        return Ok(());
    }
    let tx = app.db.begin().await?;
    for (id, count) in counts {
        redirects::store::add_hits(&*tx, id, count).await?;
    }
    tx.commit().await
}
