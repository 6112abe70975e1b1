//! Sends the messages in the outbox. Several processes can share a database: each process leases the messages that it sends. If
//! a process dies, its leases expire, and another process sends the messages.

use std::{
    collections::HashMap,
    panic::AssertUnwindSafe,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};

use chrono::TimeDelta;
use futures_util::FutureExt;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore, watch},
    task::{JoinError, JoinSet},
    time::{sleep, timeout},
};
use uuid::Uuid;

use super::{
    attempts::{store_failure, store_outcome, wait},
    bulk::{self, IsWanted},
    delivery::{Delivery, Outcome},
    model::{Body, MailRefusal},
    store::{
        self,
        leases::{self, Leased, Room},
    },
    template::Sender,
    withheld,
};
use crate::{
    app::App,
    foundation::settings::{self, accent::Accent, model::Company},
    platform::{
        clock::Timestamp,
        error::{Error, Result},
        limits::circuit_breaker::{Circuit, Trip},
    },
};

/// Interval of checks for due messages, which also finds messages that other processes queued.
const POLL: Duration = Duration::from_secs(2);
/// Duration of a lease. It must be longer than the timeout of a delivery.
const LEASE: TimeDelta = TimeDelta::minutes(5);
/// Time until the second try to store the result of a delivery. It doubles, and the sum is below [`LEASE`].
const FIRST_STORE_WAIT: Duration = Duration::from_secs(1);
const LAST_STORE_WAIT: Duration = Duration::from_secs(64);
/// Time for which running deliveries can end after the server was stopped.
const LAST_DELIVERIES: Duration = Duration::from_secs(10);
/// Maximum number of concurrent deliveries.
const MAX_DELIVERIES: usize = 5;
/// Maximum number of concurrent deliveries of messages in bulk. It is below [`MAX_DELIVERIES`], so that other mail never waits
/// for them.
const MAX_BULK_DELIVERIES: usize = 3;

/// The error of a message in bulk whose recipient no longer wants it.
const WITHDRAWN: &str = "A inscrição terminou antes do envio.";

/// Delivers due messages.
pub struct Worker {
    app: App,
    is_wanted: IsWanted,
    /// Permits for concurrent deliveries of messages in bulk.
    bulk: Arc<Semaphore>,
    /// The messages of running deliveries, with their leases.
    running: Arc<Mutex<HashMap<Uuid, Uuid>>>,
    /// The content revision at which recipients of withheld messages were last looked up.
    redirected_at: AtomicI64,
}

/// Sends messages until the sender of `stopped` is dropped, and then waits for running deliveries. Sends a message in bulk only
/// if `is_wanted` returns true. Without a mail server, messages wait until one is configured.
pub async fn run(app: App, mut stopped: watch::Receiver<()>, is_wanted: IsWanted) {
    if app.mail().is_none() {
        tracing::info!("no mail server is configured: mail waits in the outbox");
    }
    let worker = Worker::new(app).checking(is_wanted);
    let mut attempts = JoinSet::new();
    while stopped.has_changed().is_ok() {
        let started = match AssertUnwindSafe(worker.begin_due(&mut attempts)).catch_unwind().await {
            Ok(Ok(started)) => started,
            Ok(Err(cause)) => {
                tracing::warn!(%cause, "reading the outbox failed");
                0
            }
            Err(_) => {
                tracing::error!("reading the outbox panicked");
                0
            }
        };
        if started > 0 && attempts.len() < MAX_DELIVERIES {
            continue;
        }
        // Waits for the first of these events, so that a slow delivery doesn't delay other messages.
        tokio::select! {
            Some(ended) = attempts.join_next() => report(ended),
            _ = timeout(POLL, worker.app.mail_queued.notified()), if attempts.len() < MAX_DELIVERIES => {}
            _ = stopped.changed() => {}
        }
    }
    let ended = timeout(LAST_DELIVERIES, async {
        while let Some(ended) = attempts.join_next().await {
            report(ended);
        }
    });
    if ended.await.is_ok() {
        return;
    }
    attempts.shutdown().await;
    match worker.release_running().await {
        Ok(()) => tracing::warn!("stopped while sending mail; it is sent after the next start"),
        Err(cause) => tracing::warn!(%cause, "stopped while sending mail; it is sent when its lease expires"),
    }
}

fn locked(running: &Mutex<HashMap<Uuid, Uuid>>) -> MutexGuard<'_, HashMap<Uuid, Uuid>> {
    running.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Logs a delivery that panicked.
fn report(ended: Result<(), JoinError>) {
    if let Err(cause) = ended {
        tracing::error!(%cause, "the delivery of a message panicked");
    }
}

impl Worker {
    #[must_use]
    pub fn new(app: App) -> Self {
        let bulk = Arc::new(Semaphore::new(MAX_BULK_DELIVERIES));
        let redirected_at = AtomicI64::new(-1);
        let running = Arc::default();
        Self { app, is_wanted: |_, _| std::future::ready(Ok(true)).boxed(), bulk, running, redirected_at }
    }

    /// Sets the function that decides, before a message in bulk is sent, whether the recipient still wants it.
    #[must_use]
    pub fn checking(self, is_wanted: IsWanted) -> Self {
        Self { is_wanted, ..self }
    }

    /// Takes a permit if the message is in bulk.
    fn permit(&self, message: &Leased) -> Option<OwnedSemaphorePermit> {
        message.content_id.and_then(|_| self.bulk.clone().try_acquire_owned().ok())
    }

    /// Ends the leases of deliveries that were aborted, so that another process can send the messages at once.
    async fn release_running(&self) -> Result<()> {
        let running = std::mem::take(&mut *locked(&self.running));
        let tx = self.app.db.begin().await?;
        for (id, lease) in running {
            leases::release(&*tx, id, lease).await?;
        }
        tx.commit().await
    }

    /// Makes one attempt for each due message, up to the maximum of concurrent deliveries, and waits for the results. Returns
    /// the number of attempts.
    pub async fn deliver_due(&self) -> Result<usize> {
        let mut attempts = JoinSet::new();
        let started = self.begin_due(&mut attempts).await?;
        while let Some(ended) = attempts.join_next().await {
            report(ended);
        }
        Ok(started)
    }

    /// Ends a pause of sending if a user has retried a message since the pause began, in any process.
    async fn end_pause_after_retry(&self, now: Timestamp) -> Result<()> {
        for pause in [&self.app.mail_pause, &self.app.bulk_mail_pause] {
            if let Some(since) = pause.opened_at(now)
                && leases::is_any_retried_since(self.app.db.reader(), since, now).await?
            {
                pause.succeed();
            }
        }
        Ok(())
    }

    /// Returns how many messages can be leased now. `running` is the number of running deliveries.
    fn room(&self, running: usize, now: Timestamp) -> Room {
        let max = |circuit, closed| match circuit {
            Circuit::Closed => closed,
            Circuit::HalfOpen => 1,
            Circuit::Open => 0,
        };
        let total = max(self.app.mail_pause.circuit(now), MAX_DELIVERIES).saturating_sub(running);
        let bulk_running = MAX_BULK_DELIVERIES - self.bulk.available_permits();
        let bulk =
            max(self.app.bulk_mail_pause.circuit(now), MAX_BULK_DELIVERIES).saturating_sub(bulk_running);
        Room { total: total as u64, bulk: bulk.min(total) as u64 }
    }

    /// Redirects withheld messages once after each change of the content, which includes the settings.
    async fn redirect_withheld(&self) -> Result<()> {
        let revision = self.app.db.revision().current();
        if self.redirected_at.load(Ordering::Relaxed) < revision {
            withheld::redirect_withheld(&self.app).await?;
            self.redirected_at.store(revision, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Starts deliveries of due messages, up to the maximum of concurrent deliveries. All use the mail server that is configured
    /// now. Returns the number of started ones.
    async fn begin_due(&self, attempts: &mut JoinSet<()>) -> Result<usize> {
        let Some(config) = self.app.mail() else { return Ok(0) };
        let delivery = Arc::new(Delivery::new(&self.app, config));
        self.redirect_withheld().await?;
        let now = self.app.clock.now();
        self.end_pause_after_retry(now).await?;
        let room = self.room(attempts.len(), now);
        if room.total == 0 || !leases::is_any_due(self.app.db.reader(), now, room).await? {
            return Ok(0);
        }
        let tx = self.app.db.begin().await?;
        let leased = leases::lease_due(&*tx, now, now + LEASE, room).await?;
        tx.commit().await?;
        let company = Arc::new(settings::store::company(self.app.db.reader()).await?);
        let started = leased.len();
        for message in leased {
            let (app, delivery, company) = (self.app.clone(), delivery.clone(), company.clone());
            let is_wanted = self.is_wanted;
            let permit = self.permit(&message);
            let running = self.running.clone();
            locked(&running).insert(message.id, message.lease);
            attempts.spawn(async move {
                let _permit = permit;
                let (id, kind) = (message.id, message.kind.clone());
                if let Err(cause) = attempt(&app, &delivery, &company, message, is_wanted).await {
                    // Another attempt follows when the lease expires.
                    tracing::error!(%cause, mail = %id, kind, "storing the result of a delivery failed");
                }
                locked(&running).remove(&id);
            });
        }
        Ok(started)
    }
}

/// Makes one attempt to send a message, and stores the result.
async fn attempt(
    app: &App,
    delivery: &Delivery,
    company: &Company,
    message: Leased,
    is_wanted: IsWanted,
) -> Result<()> {
    let outcome = if message.expires_at <= app.clock.now() {
        Outcome::Never(store::EXPIRED.into())
    } else if message.content_id.is_some() && !is_wanted(app, message.id).await? {
        return store_failure(app, &message, WITHDRAWN, Some(MailRefusal::Withdrawn)).await;
    } else {
        send(app, delivery, company, &message).await?
    };
    update_pause(app, &message, &outcome, app.clock.now());
    // Such as on a full disk. Without the outcome, a sent message would be sent again.
    let mut wait = FIRST_STORE_WAIT;
    loop {
        let Err(cause) = store_outcome(app, &message, &outcome).await else { return Ok(()) };
        if wait > LAST_STORE_WAIT {
            return Err(cause);
        }
        tracing::warn!(%cause, mail = %message.id, "storing the result of a delivery failed; another try follows");
        sleep(wait).await;
        wait *= 2;
    }
}

/// Decrypts the content of a message and sends it.
async fn send(app: &App, delivery: &Delivery, company: &Company, message: &Leased) -> Result<Outcome> {
    let site_url = app.config.origin();
    let accent = Accent::of(&company.accent_color);
    let sender = Sender { company: &company.name, site_url: &site_url, accent: &accent };
    let Some(body) = message.body(&app.secret_key) else {
        let reason = "O conteúdo não pôde ser aberto: a VITRINE_SECRET_KEY mudou.";
        return Ok(Outcome::Never(reason.into()));
    };
    let shared = match message.content_id {
        None => None,
        Some(id) => match bulk::store::find_content(app.db.reader(), id).await? {
            Some(content) => Some(content),
            None => return Ok(Outcome::Never("O conteúdo desta mensagem foi apagado.".into())),
        },
    };
    let files = match read_files(app, &body).await {
        Ok(files) => files,
        Err(outcome) => return Ok(outcome),
    };
    Ok(delivery.send(message, (&body, files), shared.as_ref(), &sender).await)
}

/// Reads the contents of the attached files. If one is missing, the message can't be sent.
async fn read_files(app: &App, body: &Body) -> Result<Vec<Vec<u8>>, Outcome> {
    let mut contents = Vec::with_capacity(body.attachments.len());
    for file in &body.attachments {
        match app.private_files.read(&file.path).await {
            Ok(bytes) => contents.push(bytes),
            Err(Error::NotFound) => {
                return Err(Outcome::Never(format!("O anexo “{}” não está mais guardado.", file.name)));
            }
            Err(cause) => {
                tracing::warn!(%cause, "an attached file could not be read");
                return Err(Outcome::Later("Um anexo não pôde ser lido agora.".into()));
            }
        }
    }
    Ok(contents)
}

/// Pauses or resumes sending after an attempt. Mail in bulk has its own pause, so that refusals of it don't delay other mail.
fn update_pause(app: &App, message: &Leased, outcome: &Outcome, now: Timestamp) {
    let pause = if message.content_id.is_some() { &app.bulk_mail_pause } else { &app.mail_pause };
    let retry_at = |pauses| now + wait(pauses, 0.0);
    match outcome {
        Outcome::Sent => pause.succeed(),
        Outcome::Paused(reason) => pause.fail(Trip::First, now, reason.clone(), retry_at),
        Outcome::Suspended(reason) => {
            pause.fail(Trip::SecondSubject(&message.to_email), now, reason.clone(), retry_at);
        }
        Outcome::Later(_) | Outcome::Deferred(_) | Outcome::Refused(_) | Outcome::Never(_) => {}
    }
}
