//! Sends the messages in the outbox. Several processes can share a database: each leases the messages that it sends. If a
//! process dies, its leases expire, and another process sends the messages.

use std::{sync::Arc, time::Duration};

use chrono::TimeDelta;
use tokio::{
    sync::watch,
    task::{JoinError, JoinSet},
    time::timeout,
};

use super::{
    delivery::{Delivery, Outcome},
    store::{self, Leased},
    template::Sender,
};
use crate::{
    app::App,
    foundation::settings::{self, accent::Accent, model::Company},
    platform::{
        circuit_breaker::{Circuit, Trip},
        clock::Timestamp,
        error::Result,
        id,
    },
};

/// Interval of checks for due messages, including those of other processes.
const POLL: Duration = Duration::from_secs(2);
/// Duration of a lease. Longer than the timeout of a delivery.
const LEASE: TimeDelta = TimeDelta::minutes(5);
/// Maximum number of concurrent deliveries.
const MAX_DELIVERIES: usize = 5;
/// Time between the first two attempts.
const FIRST_WAIT: TimeDelta = TimeDelta::seconds(30);
/// Maximum time between two attempts.
const MAX_WAIT: TimeDelta = TimeDelta::minutes(15);

pub struct Worker {
    app: App,
    delivery: Arc<Delivery>,
}

/// Sends messages until the sender of `stopped` is dropped, and then finishes running deliveries.
pub async fn run(app: App, mut stopped: watch::Receiver<()>) {
    let Some(worker) = Worker::new(app) else {
        tracing::info!("VITRINE_SMTP_URL is not set: mail waits in the outbox");
        return;
    };
    let mut attempts = JoinSet::new();
    while stopped.has_changed().is_ok() {
        let started = worker.begin_due(&mut attempts).await.unwrap_or_else(|cause| {
            tracing::warn!(%cause, "reading the outbox failed");
            0
        });
        if started > 0 && attempts.len() < MAX_DELIVERIES {
            continue;
        }
        // Waits for the first of these, so that a slow delivery doesn't delay the others.
        tokio::select! {
            Some(ended) = attempts.join_next() => report(ended),
            _ = timeout(POLL, worker.app.mail_queued.notified()), if attempts.len() < MAX_DELIVERIES => {}
            _ = stopped.changed() => {}
        }
    }
    while let Some(ended) = attempts.join_next().await {
        report(ended);
    }
}

/// Logs a delivery that panicked.
fn report(ended: Result<(), JoinError>) {
    if let Err(cause) = ended {
        tracing::error!(%cause, "the delivery of a message panicked");
    }
}

impl Worker {
    /// Returns `None` if no mail server is configured.
    #[must_use]
    pub fn new(app: App) -> Option<Self> {
        let delivery = Arc::new(Delivery::new(app.config.mail.as_ref()?));
        Some(Self { app, delivery })
    }

    /// Makes one attempt for each due message, up to a maximum. Returns their number.
    pub async fn deliver_due(&self) -> Result<usize> {
        let mut attempts = JoinSet::new();
        let started = self.begin_due(&mut attempts).await?;
        while let Some(ended) = attempts.join_next().await {
            report(ended);
        }
        Ok(started)
    }

    /// Ends a pause of sending if a user has retried a message since it began, in any process.
    async fn end_pause_after_retry(&self, now: Timestamp) -> Result<()> {
        if let Some(since) = self.app.mail_pause.opened_at(now)
            && store::is_any_retried_since(self.app.db.reader(), since, now).await?
        {
            self.app.mail_pause.succeed();
        }
        Ok(())
    }

    /// Starts deliveries of due messages, up to the maximum. Returns their number.
    async fn begin_due(&self, attempts: &mut JoinSet<()>) -> Result<usize> {
        let now = self.app.clock.now();
        self.end_pause_after_retry(now).await?;
        let max = match self.app.mail_pause.circuit(now) {
            Circuit::Closed => MAX_DELIVERIES,
            Circuit::HalfOpen => 1,
            Circuit::Open => 0,
        };
        let free = max.saturating_sub(attempts.len());
        if free == 0 || !store::is_any_due(self.app.db.reader(), now).await? {
            return Ok(0);
        }
        let tx = self.app.db.begin().await?;
        let leased = store::lease_due(&*tx, now, now + LEASE, free as u64).await?;
        tx.commit().await?;
        let company = Arc::new(settings::store::company(self.app.db.reader()).await?);
        let started = leased.len();
        for message in leased {
            let (app, delivery, company) = (self.app.clone(), self.delivery.clone(), company.clone());
            attempts.spawn(async move {
                let (id, kind) = (message.id, message.kind.clone());
                if let Err(cause) = attempt(&app, &delivery, &company, message).await {
                    // Another attempt follows when the lease expires.
                    tracing::error!(%cause, message = %id, kind, "storing the result of a delivery failed");
                }
            });
        }
        Ok(started)
    }
}

/// Makes one attempt to send a message, and stores the result.
async fn attempt(app: &App, delivery: &Delivery, company: &Company, message: Leased) -> Result<()> {
    let site_url = app.config.origin();
    let accent = Accent::of(&company.accent_color);
    let sender = Sender { company: &company.name, site_url: &site_url, accent: &accent };
    let outcome = if message.expires_at <= app.clock.now() {
        Outcome::Never(store::EXPIRED.into())
    } else {
        match message.body(&app.secret_key) {
            Some(body) => delivery.send(&message, &body, &sender).await,
            None => Outcome::Never("O conteúdo não pôde ser aberto: a VITRINE_SECRET_KEY mudou.".into()),
        }
    };
    store_outcome(app, &message, outcome).await
}

async fn store_outcome(app: &App, message: &Leased, outcome: Outcome) -> Result<()> {
    let now = app.clock.now();
    let (id, kind) = (message.id, &message.kind);
    let attempts = message.attempts + 1;
    match &outcome {
        Outcome::Sent => app.mail_pause.succeed(),
        Outcome::Paused(reason) => {
            app.mail_pause.fail(Trip::First, now, reason.clone(), |pauses| now + wait(pauses, 0.0));
        }
        Outcome::Suspended(reason) => {
            let trip = Trip::SecondSubject(&message.to_email);
            app.mail_pause.fail(trip, now, reason.clone(), |pauses| now + wait(pauses, 0.0));
        }
        Outcome::Later(_) | Outcome::Never(_) => {}
    }
    let tx = app.db.begin().await?;
    let has_lease = match outcome {
        Outcome::Sent => {
            tracing::info!(message = %id, kind, attempts, "mail sent");
            store::set_sent(&*tx, message, now).await?
        }
        Outcome::Later(error) | Outcome::Paused(error) | Outcome::Suspended(error) => {
            let due_at = now + wait(attempts, jitter());
            tracing::warn!(message = %id, kind, attempts, error, %due_at, "mail not sent; another attempt follows");
            store::set_delayed(&*tx, message, &error, due_at).await?
        }
        Outcome::Never(error) => {
            tracing::warn!(message = %id, kind, attempts, error, "mail failed");
            store::set_failed(&*tx, message, &error).await?
        }
    };
    tx.notify_after_commit(&app.mail_settled);
    tx.commit().await?;
    if !has_lease {
        tracing::warn!(message = %id, kind, "a message was deleted during its delivery, or started longer than its lease and may arrive twice");
    }
    Ok(())
}

/// Returns the time until the next attempt, which doubles with each attempt up to a maximum. `jitter`, from 0 to 1, removes up
/// to half of it, so that messages that failed together are not retried together.
fn wait(attempts: i32, jitter: f64) -> TimeDelta {
    let doublings = u32::try_from(attempts - 1).unwrap_or(0).min(16);
    let without_jitter = (FIRST_WAIT * 2_i32.pow(doublings)).min(MAX_WAIT);
    without_jitter.checked_sub(&scaled(without_jitter, jitter / 2.0)).unwrap_or(without_jitter)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "minutes, in milliseconds")]
fn scaled(time: TimeDelta, factor: f64) -> TimeDelta {
    TimeDelta::milliseconds((time.num_milliseconds() as f64 * factor) as i64)
}

/// Returns a random number from 0 to 1.
fn jitter() -> f64 {
    f64::from(u16::from_be_bytes(id::random_bytes())) / f64::from(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wait_doubles_up_to_15_minutes() {
        assert_eq!(wait(1, 0.0), TimeDelta::seconds(30));
        assert_eq!(wait(2, 0.0), TimeDelta::seconds(60));
        assert_eq!(wait(1, 1.0), TimeDelta::seconds(15));
        for attempts in [6, 40, i32::MAX] {
            assert_eq!(wait(attempts, 0.0), MAX_WAIT, "{attempts}");
        }
    }
}
