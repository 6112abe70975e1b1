//! Sends editions: queues the mails to their subscriptions in small batches, and stores the results. Each process runs this
//! every second. The row of the edition is the lock between the processes.

use std::collections::BTreeMap;

use chrono::TimeDelta;
use futures_util::future::{BoxFuture, FutureExt};
use sea_orm::ConnectionTrait;
use uuid::Uuid;

use super::{
    deliveries::{self, Delivery, DeliveryState},
    letter::EditionMail,
    model::{Edition, EditionCounts, EditionFields, EditionState},
    store::{
        self,
        progress::{self, QueueProgress},
    },
};
use crate::{
    app::App,
    features::{
        blog::store::find_published_by_ids,
        newsletter::{
            links,
            model::{Reporter, Stop, StopReason, SubscriptionStatus},
            stops, store as subscriptions,
        },
    },
    foundation::{
        audit::{self, Action},
        identity::actor::Actor,
        mail::{
            self,
            model::{BulkResult, MailRefusal, MailState, Message},
        },
        records::ManagedRecord,
    },
    platform::{
        clock::Timestamp,
        db::{Transaction, stored},
        error::{Error, Result},
        http::Version,
    },
};

/// Kind of the mails of editions in the outbox.
pub const EDITION: &str = "newsletter_edition";

/// Maximum number of mails that one transaction queues, so that other writers wait for only milliseconds.
const BATCH: u64 = 200;
/// Number of mails of an edition that may wait for their first attempt; more mails are queued only below it. It bounds
/// the size of the outbox. With a pace, the limit is one batch, which bounds the number of mails sent at once after an
/// outage.
const MAX_WAITING: u64 = 1000;
/// Maximum number of batches that one run queues for an edition, so that other editions are not delayed.
const BATCHES_PER_RUN: usize = 5;
/// Maximum time from now to the next batch of an edition. A later time was set by a wrong clock, which was corrected since, and
/// counts as past. Well above the longest pause, because the clocks of replicas differ.
const MAX_PAUSE: TimeDelta = TimeDelta::minutes(30);
/// Number of waiting deliveries whose results are read at once.
const RESULTS_AT_ONCE: u64 = 500;

/// Stores results, starts scheduled editions, queues mails, and marks completed editions as sent.
pub async fn run(app: &App) -> Result<()> {
    settle(app).await?;
    if app.mail().is_some() {
        for (id, state) in progress::list_to_queue(app.db.reader(), app.clock.now()).await? {
            if state == EditionState::Scheduled {
                start_scheduled(app, id).await?;
            }
            for _ in 0..BATCHES_PER_RUN {
                if !queue_batch(app, id).await? {
                    break;
                }
            }
        }
    }
    for id in progress::list_queued(app.db.reader()).await? {
        finish(app, id).await?;
    }
    Ok(())
}

/// Starts sending a scheduled edition, unless another process has started it. An edition that has lost its content since it
/// was scheduled becomes a draft again.
async fn start_scheduled(app: &App, id: Uuid) -> Result<()> {
    let now = app.clock.now();
    let Some(rendered) = RenderedEdition::read(app, id).await? else { return Ok(()) };
    let mut tx = app.db.begin().await?;
    tx.content_changed().await?;
    let Some((version, edition)) = stored::find_for_update::<Edition>(&*tx, id).await? else { return Ok(()) };
    let is_due = edition.state == EditionState::Scheduled && edition.send_at.is_some_and(|at| at <= now);
    // An edition that changed in the meantime is rendered again in the next run.
    if !is_due || edition.deleted_at.is_some() || rendered.version != version {
        return Ok(());
    }
    let event = if has_content(&*tx, &edition.fields).await? {
        let (_, started) = start(&tx, (version, &edition), rendered, now).await?;
        started.event(Action::EditionSendStarted)
    } else {
        tracing::warn!(edition = %id, "scheduled edition of the newsletter canceled, because it has no content");
        let draft = EditionState::Draft;
        let (_, canceled) = store::set_state(&*tx, (version, &edition), draft, None, now).await?;
        canceled.event(Action::EditionCanceled).changed(&edition, &canceled)
    };
    audit::record(app, &tx, &Actor::system(), event).await?;
    tx.commit().await
}

/// Returns whether an edition has text or a published post.
pub async fn has_content(connection: &impl ConnectionTrait, edition: &EditionFields) -> Result<bool> {
    let has_text = !edition.body.trim().is_empty();
    Ok(has_text || !find_published_by_ids(connection, &edition.post_ids).await?.is_empty())
}

/// The mail of an edition in one version. It is rendered before the transaction, because a long text takes time and SQLite
/// allows only one writer.
pub struct RenderedEdition {
    version: Version,
    mail: EditionMail,
}

impl RenderedEdition {
    /// Reads and renders an edition. `None` if it doesn't exist.
    pub async fn read(app: &App, id: Uuid) -> Result<Option<Self>> {
        let db = app.db.reader();
        let Some((version, edition)) = stored::find::<Edition>(db, id).await? else { return Ok(None) };
        let mail = EditionMail::render(db, &edition.fields, &app.config.origin()).await?;
        Ok(Some(Self { version, mail }))
    }
}

/// Starts sending a locked edition: stores its rendered mail and sets its state. Fails with [`Error::PreconditionFailed`] if the
/// edition has changed since it was rendered. The caller must have raised the content revision in the same transaction, because
/// the archive shows the edition from now on.
pub async fn start(
    tx: &Transaction,
    (version, edition): (Version, &Edition),
    rendered: RenderedEdition,
    now: Timestamp,
) -> Result<(Version, Edition)> {
    if rendered.version != version {
        return Err(Error::PreconditionFailed);
    }
    let content = rendered.mail.into_shared();
    mail::bulk::store::create_content(&**tx, edition.id, content, now).await?;
    store::set_state(&**tx, (version, edition), EditionState::Sending, Some(now), now).await
}

/// Queues the next mails of an edition. Returns false if none can be queued now.
async fn queue_batch(app: &App, id: Uuid) -> Result<bool> {
    let now = app.clock.now();
    let tx = app.db.begin().await?;
    let Some((edition, progress)) = progress::lock_progress(&*tx, id).await? else { return Ok(false) };
    let Some(started_at) = edition.started_at.filter(|_| edition.state == EditionState::Sending) else {
        return Ok(false);
    };
    let size = batch_size(edition.fields.pace);
    let max_waiting = if edition.fields.pace.is_some() { size } else { MAX_WAITING };
    if edition.queued_at.is_some()
        || progress.next_batch_at.is_some_and(|at| at > now && at <= now + MAX_PAUSE)
        || mail::bulk::store::count_waiting(&*tx, id).await? >= max_waiting
    {
        return Ok(false);
    }
    let recipients = subscriptions::lists::list_recipients(
        &*tx,
        &edition.fields.segment(),
        progress.cursor,
        started_at,
        now,
        size,
    )
    .await?;
    let Some((last, _)) = recipients.last() else {
        progress::set_queued(&*tx, id, now).await?;
        tx.commit().await?;
        return Ok(false);
    };
    let queued = i64::try_from(recipients.len()).unwrap_or(0);
    let next =
        QueueProgress { cursor: Some(*last), next_batch_at: next_batch_at(edition.fields.pace, queued, now) };
    queue_mails(app, &tx, &edition, recipients).await?;
    progress::add_queued(&*tx, id, next, queued).await?;
    tx.commit().await?;
    Ok(true)
}

/// Queues the mails of an edition. `recipients` are pairs of a subscription's id and its address.
async fn queue_mails(
    app: &App,
    tx: &Transaction,
    edition: &Edition,
    recipients: Vec<(Uuid, String)>,
) -> Result<()> {
    let message = |(subscription_id, email): &(Uuid, String)| {
        Message::new(EDITION, email, &edition.fields.subject)
            .in_bulk(edition.id)
            .unsubscribe_url(links::edition_unsubscribe_url(app, *subscription_id, edition.id, email))
            .preferences_url(links::preferences_url(app, *subscription_id, email))
    };
    let ids = mail::queue_all(app, tx, recipients.iter().map(message).collect()).await?;
    let subscription_ids = recipients.into_iter().map(|(id, _)| id);
    deliveries::store::create(&**tx, edition.id, subscription_ids.zip(ids)).await
}

/// Returns the number of mails to queue at once. With a pace, it is the number of mails per minute, from 1 to [`BATCH`].
fn batch_size(pace: Option<i32>) -> u64 {
    pace.map_or(BATCH, |pace| u64::try_from(pace / 60).unwrap_or(1).clamp(1, BATCH))
}

/// Returns the time before which no further mails may be queued after `queued` ones.
fn next_batch_at(pace: Option<i32>, queued: i64, now: Timestamp) -> Option<Timestamp> {
    let pace = i64::from(pace?).max(1);
    Some(now + TimeDelta::milliseconds(queued * 3_600_000 / pace))
}

/// Marks an edition as sent if all its mails have a result.
async fn finish(app: &App, id: Uuid) -> Result<()> {
    let now = app.clock.now();
    let tx = app.db.begin().await?;
    let Some((version, edition)) = stored::find_for_update::<Edition>(&*tx, id).await? else { return Ok(()) };
    if edition.state != EditionState::Sending || edition.counts.waiting() > 0 {
        return Ok(());
    }
    let (_, sent) = store::set_state(&*tx, (version, &edition), EditionState::Sent, Some(now), now).await?;
    let event = sent.event(Action::EditionSent).after(&sent.counts);
    audit::record(app, &tx, &Actor::system(), event).await?;
    tx.commit().await
}

/// Withdraws the queued mails of a locked edition, except those that are being sent. Returns their number.
pub async fn withdraw(app: &App, tx: &Transaction, edition: &Edition) -> Result<i64> {
    let now = app.clock.now();
    let withdrawn = mail::store::bulk::delete_waiting(&**tx, edition.id, now).await?;
    let canceled = deliveries::store::settle(&**tx, &withdrawn, DeliveryState::Canceled, now).await?;
    let counts = EditionCounts { canceled, ..EditionCounts::default() };
    store::add_results(&**tx, edition.id, counts).await?;
    Ok(canceled)
}

/// Returns whether a message in the outbox should still be sent: its edition is being sent, and its subscription is
/// confirmed.
#[must_use]
pub fn is_wanted(app: &App, outbox_id: Uuid) -> BoxFuture<'_, Result<bool>> {
    async move {
        let db = app.db.reader();
        let Some(delivery) = deliveries::store::find(db, outbox_id).await? else { return Ok(false) };
        let edition = stored::find::<Edition>(db, delivery.edition_id).await?;
        if edition.is_none_or(|(_, edition)| edition.state != EditionState::Sending) {
            return Ok(false);
        }
        let subscription = subscriptions::find(db, delivery.subscription_id).await?;
        Ok(subscription.is_some_and(|it| it.status == SubscriptionStatus::Confirmed))
    }
    .boxed()
}

/// Stores the results of all mails that have been sent, refused or deleted.
pub async fn settle(app: &App) -> Result<()> {
    let mut after = None;
    loop {
        let page = deliveries::store::list_waiting(app.db.reader(), after, RESULTS_AT_ONCE).await?;
        let Some(last) = page.last() else { return Ok(()) };
        after = Some(last.outbox_id);
        let ids: Vec<Uuid> = page.iter().map(|delivery| delivery.outbox_id).collect();
        let messages = mail::store::bulk::results(app.db.reader(), &ids).await?;
        let mut editions: BTreeMap<Uuid, Vec<Settled>> = BTreeMap::new();
        for delivery in &page {
            let message = messages.iter().find(|message| message.id == delivery.outbox_id);
            if let Some(settled) = Settled::of(delivery, message) {
                editions.entry(delivery.edition_id).or_default().push(settled);
            }
        }
        for (edition_id, settled) in editions {
            store_results(app, edition_id, &settled).await?;
        }
        if (page.len() as u64) < RESULTS_AT_ONCE {
            return Ok(());
        }
    }
}

/// A delivery with its result.
struct Settled {
    delivery: Delivery,
    state: DeliveryState,
    /// Why the subscription ends or pauses; `None` unless the recipient was refused.
    stop: Option<Stop>,
}

impl Settled {
    /// Returns the result of a delivery from the state of its message. `None` if the message is still queued. A missing
    /// message was deleted, by an erasure of its recipient or by an administrator, and counts as canceled.
    fn of(delivery: &Delivery, message: Option<&BulkResult>) -> Option<Self> {
        let stop = |reason| {
            let detail = message.and_then(|message| message.last_error.clone()).unwrap_or_default();
            Some(Stop { reason, by: Reporter::MailServer, detail })
        };
        let (state, stop) = match message.map(|message| (message.state, message.refusal)) {
            Some((MailState::Queued, _)) => return None,
            None | Some((MailState::Failed, Some(MailRefusal::Withdrawn))) => (DeliveryState::Canceled, None),
            Some((MailState::Sent, _)) => (DeliveryState::Delivered, None),
            Some((MailState::Failed, Some(MailRefusal::Permanent))) => {
                (DeliveryState::Bounced, stop(StopReason::Bounce))
            }
            Some((MailState::Failed, Some(MailRefusal::Temporary))) => {
                (DeliveryState::Bounced, stop(StopReason::TemporaryFailures))
            }
            Some((MailState::Failed, None)) => (DeliveryState::Failed, None),
        };
        Some(Self { delivery: *delivery, state, stop })
    }
}

/// Stores results of deliveries of one edition, and ends or pauses the subscriptions of refused recipients. Deletes the
/// messages, which the outbox no longer needs.
async fn store_results(app: &App, edition_id: Uuid, settled: &[Settled]) -> Result<()> {
    let now = app.clock.now();
    let tx = app.db.begin().await?;
    // All transactions lock the edition before its deliveries, which prevents deadlocks.
    stored::find_for_update::<Edition>(&*tx, edition_id).await?;
    let count = async |state: DeliveryState| {
        let of_state = settled.iter().filter(|settled| settled.state == state);
        let ids: Vec<Uuid> = of_state.map(|settled| settled.delivery.outbox_id).collect();
        deliveries::store::settle(&*tx, &ids, state, now).await
    };
    let counts = EditionCounts {
        delivered: count(DeliveryState::Delivered).await?,
        bounced: count(DeliveryState::Bounced).await?,
        failed: count(DeliveryState::Failed).await?,
        canceled: count(DeliveryState::Canceled).await?,
        ..EditionCounts::default()
    };
    store::add_results(&*tx, edition_id, counts).await?;
    for settled in settled {
        let id = settled.delivery.subscription_id;
        match &settled.stop {
            Some(stop) if stop.reason == StopReason::TemporaryFailures => {
                stops::pause(app, &tx, id, stop).await?;
            }
            Some(stop) => {
                stops::refuse(app, &tx, id, stop).await?;
            }
            None => {}
        }
    }
    let ids = settled.iter().map(|settled| settled.delivery.outbox_id).collect();
    mail::store::delete_all(&*tx, ids).await?;
    tx.commit().await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pace_limits_batch_size_and_interval() {
        let now = "2026-11-20T12:00:00Z".parse().expect("a time");
        assert_eq!([None, Some(10), Some(600), Some(100_000)].map(batch_size), [200, 1, 10, 200]);
        assert_eq!(next_batch_at(None, 200, now), None);
        assert_eq!(next_batch_at(Some(600), 10, now), Some(now + TimeDelta::minutes(1)));
        assert_eq!(next_batch_at(Some(100_000), 200, now), Some(now + TimeDelta::milliseconds(7200)));
    }
}
