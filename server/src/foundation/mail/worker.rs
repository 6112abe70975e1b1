//! Sends what waits in the outbox. Several processes may do so on one database: each leases the messages it takes,
//! and a lease that runs out, because its holder has died, makes its message everybody's again.

use std::{sync::Arc, time::Duration};

use chrono::TimeDelta;
use tokio::{
    sync::watch,
    task::{JoinError, JoinSet},
    time::timeout,
};

use super::{
    delivery::{Delivery, Outcome},
    store::{self, Claimed},
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

/// How soon mail that another process queued, or whose time has come, is noticed.
const POLL: Duration = Duration::from_secs(2);
/// Longer than any conversation with the mail server may take.
const LEASE: TimeDelta = TimeDelta::minutes(5);
/// Sent at the same time.
const BATCH: usize = 5;
const FIRST_WAIT: TimeDelta = TimeDelta::seconds(30);
const MAX_WAIT: TimeDelta = TimeDelta::minutes(15);

pub struct Worker {
    app: App,
    delivery: Arc<Delivery>,
}

/// Works until whoever holds the other end of `stopped` drops it; the messages under way are finished first.
pub async fn run(app: App, mut stopped: watch::Receiver<()>) {
    let Some(worker) = Worker::new(app) else {
        tracing::info!("VITRINE_SMTP_URL is not set: mail waits in the outbox");
        return;
    };
    let mut attempts = JoinSet::new();
    while stopped.has_changed().is_ok() {
        let took = worker.begin_due(&mut attempts).await.unwrap_or_else(|cause| {
            tracing::warn!(%cause, "the outbox could not be read");
            0
        });
        if took > 0 && attempts.len() < BATCH {
            continue;
        }
        // A slow message leaves its place to nobody, but keeps none of the others waiting.
        tokio::select! {
            Some(ended) = attempts.join_next() => report(ended),
            _ = timeout(POLL, worker.app.mail_queued.notified()), if attempts.len() < BATCH => {}
            _ = stopped.changed() => {}
        }
    }
    while let Some(ended) = attempts.join_next().await {
        report(ended);
    }
}

fn report(ended: Result<(), JoinError>) {
    if let Err(cause) = ended {
        tracing::error!(%cause, "sending a message broke off");
    }
}

impl Worker {
    /// Nothing without a mail server.
    #[must_use]
    pub fn new(app: App) -> Option<Self> {
        let delivery = Arc::new(Delivery::new(app.config.mail.as_ref()?));
        Some(Self { app, delivery })
    }

    /// Takes the messages that are due, a few at most, and tries each once. Returns how many it took.
    pub async fn deliver_due(&self) -> Result<usize> {
        let mut attempts = JoinSet::new();
        let took = self.begin_due(&mut attempts).await?;
        while let Some(ended) = attempts.join_next().await {
            report(ended);
        }
        Ok(took)
    }

    /// Ends a pause once somebody has asked for another attempt, in this process or in another one.
    async fn end_pause_after_retry(&self, now: Timestamp) -> Result<()> {
        if let Some(since) = self.app.mail_pause.opened_at(now)
            && store::is_any_retried_since(self.app.db.reader(), since, now).await?
        {
            self.app.mail_pause.succeed();
        }
        Ok(())
    }

    /// Begins to try messages that are due, as many as there are free places. Returns how many it took.
    async fn begin_due(&self, attempts: &mut JoinSet<()>) -> Result<usize> {
        let now = self.app.clock.now();
        self.end_pause_after_retry(now).await?;
        let most = match self.app.mail_pause.circuit(now) {
            Circuit::Closed => BATCH,
            Circuit::HalfOpen => 1,
            Circuit::Open => 0,
        };
        let free = most.saturating_sub(attempts.len());
        if free == 0 || !store::is_any_due(self.app.db.reader(), now).await? {
            return Ok(0);
        }
        let tx = self.app.db.begin().await?;
        let claimed = store::claim(&*tx, now, now + LEASE, free as u64).await?;
        tx.commit().await?;
        let company = Arc::new(settings::store::company(self.app.db.reader()).await?);
        let took = claimed.len();
        for message in claimed {
            let (app, delivery, company) = (self.app.clone(), self.delivery.clone(), company.clone());
            attempts.spawn(async move {
                let (id, kind) = (message.id, message.kind.clone());
                if let Err(cause) = attempt(&app, &delivery, &company, message).await {
                    // Its lease runs out, and it is tried again.
                    tracing::error!(%cause, message = %id, kind, "what became of a message could not be kept");
                }
            });
        }
        Ok(took)
    }
}

async fn attempt(app: &App, delivery: &Delivery, company: &Company, message: Claimed) -> Result<()> {
    let (site_url, accent) = (app.config.origin(), Accent::of(&company.accent_color));
    let sender = Sender { company: &company.name, site_url: &site_url, accent: &accent };
    let outcome = if message.expires_at <= app.clock.now() {
        Outcome::Never(store::EXPIRED.into())
    } else {
        match message.body(&app.secret_key) {
            Some(body) => delivery.send(&message, &body, &sender).await,
            None => Outcome::Never("O conteúdo não pôde ser aberto: a VITRINE_SECRET_KEY mudou.".into()),
        }
    };
    keep(app, &message, outcome).await
}

async fn keep(app: &App, message: &Claimed, outcome: Outcome) -> Result<()> {
    let now = app.clock.now();
    let (id, kind, attempts) = (message.id, &message.kind, message.attempts + 1);
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
    let kept = match outcome {
        Outcome::Sent => {
            tracing::info!(message = %id, kind, attempts, "mail sent");
            store::set_sent(&*tx, message, now).await?
        }
        Outcome::Later(error) | Outcome::Paused(error) | Outcome::Suspended(error) => {
            let due_at = now + wait(attempts, jitter());
            tracing::warn!(message = %id, kind, attempts, error, %due_at, "mail not sent, to be tried again");
            store::set_delayed(&*tx, message, &error, due_at).await?
        }
        Outcome::Never(error) => {
            tracing::warn!(message = %id, kind, attempts, error, "mail given up");
            store::set_failed(&*tx, message, &error).await?
        }
    };
    tx.wakes(&app.mail_settled);
    tx.commit().await?;
    if !kept {
        tracing::warn!(message = %id, kind, "a message was deleted while it was being sent, or took longer than its lease and may arrive twice");
    }
    Ok(())
}

/// Doubled with each attempt. `jitter`, from 0 to 1, takes up to half of it away, so that what failed together
/// doesn't come back together.
fn wait(attempts: i32, jitter: f64) -> TimeDelta {
    let doublings = u32::try_from(attempts - 1).unwrap_or(0).min(16);
    let whole = (FIRST_WAIT * 2_i32.pow(doublings)).min(MAX_WAIT);
    whole.checked_sub(&scaled(whole, jitter / 2.0)).unwrap_or(whole)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "minutes, in milliseconds")]
fn scaled(time: TimeDelta, by: f64) -> TimeDelta {
    TimeDelta::milliseconds((time.num_milliseconds() as f64 * by) as i64)
}

fn jitter() -> f64 {
    f64::from(u16::from_be_bytes(id::random_bytes())) / f64::from(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_to_a_quarter_of_an_hour() {
        assert_eq!(wait(1, 0.0), TimeDelta::seconds(30));
        assert_eq!(wait(2, 0.0), TimeDelta::seconds(60));
        assert_eq!(wait(1, 1.0), TimeDelta::seconds(15));
        for attempts in [6, 40, i32::MAX] {
            assert_eq!(wait(attempts, 0.0), MAX_WAIT, "{attempts}");
        }
    }
}
