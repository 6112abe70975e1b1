//! Stores the results of attempts to send messages, and plans the next attempts.

use chrono::TimeDelta;

use super::{
    delivery::Outcome,
    model::MailRefusal,
    store::leases::{self, Leased},
};
use crate::{
    app::App,
    platform::{error::Result, id, privacy::identifying_text::without_emails},
};

/// Time between the first two attempts.
const FIRST_WAIT: TimeDelta = TimeDelta::seconds(5);
/// Maximum time between two attempts.
const MAX_WAIT: TimeDelta = TimeDelta::minutes(15);

/// Marks a message as failed.
pub(super) async fn store_failure(
    app: &App,
    message: &Leased,
    error: &str,
    refusal: Option<MailRefusal>,
) -> Result<()> {
    let tx = app.db.begin().await?;
    leases::set_failed(&*tx, message, error, refusal).await?;
    tx.notify_after_commit(&app.mail_settled);
    tx.commit().await
}

/// Stores the result of an attempt, and the time of the next one if another one follows.
pub(super) async fn store_outcome(app: &App, message: &Leased, outcome: &Outcome) -> Result<()> {
    let now = app.clock.now();
    let (id, kind) = (message.id, &message.kind);
    let attempts = message.attempts + 1;
    // The reply of a mail server may name the recipient, or another person to whom mail is forwarded.
    let without_emails = |error: &str| without_emails(error, &message.to_email);
    let tx = app.db.begin().await?;
    let has_lease = match outcome {
        Outcome::Sent => {
            tracing::info!(mail = %id, kind, attempts, "mail sent");
            leases::set_sent(&*tx, message, now).await?
        }
        Outcome::Refused(error) => {
            let error = without_emails(error);
            tracing::warn!(mail = %id, kind, attempts, error, "mail refused");
            leases::set_failed(&*tx, message, &error, Some(MailRefusal::Permanent)).await?
        }
        Outcome::Never(error) => {
            let error = without_emails(error);
            tracing::warn!(mail = %id, kind, attempts, error, "mail failed");
            leases::set_failed(&*tx, message, &error, None).await?
        }
        outcome => {
            let refusal = matches!(outcome, Outcome::Deferred(_)).then_some(MailRefusal::Temporary);
            let error = without_emails(outcome.reason());
            let due_at = now + wait(attempts, jitter());
            tracing::warn!(mail = %id, kind, attempts, error, %due_at, "mail not sent; another attempt follows");
            leases::set_delayed(&*tx, message, (&error, refusal), due_at).await?
        }
    };
    tx.notify_after_commit(&app.mail_settled);
    tx.commit().await?;
    if !has_lease {
        tracing::warn!(mail = %id, kind, "the lease of a message was lost during its delivery: the message was deleted or returned, or the delivery took too long and the message may arrive twice");
    }
    Ok(())
}

/// Returns the time until the next attempt. It doubles with each attempt, up to [`MAX_WAIT`]. `jitter`, from 0 to 1, shortens
/// it by up to half, so that messages that failed together are not retried together.
pub(super) fn wait(attempts: i32, jitter: f64) -> TimeDelta {
    let doublings = u32::try_from(attempts - 1).unwrap_or(0).min(16);
    let without_jitter = (FIRST_WAIT * 2_i32.pow(doublings)).min(MAX_WAIT);
    without_jitter.checked_sub(&scaled(without_jitter, jitter / 2.0)).unwrap_or(without_jitter)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "at most 15 minutes in milliseconds, which both types represent"
)]
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
        assert_eq!(wait(1, 0.0), TimeDelta::seconds(5));
        assert_eq!(wait(2, 0.0), TimeDelta::seconds(10));
        for attempts in [9, 40, i32::MAX] {
            assert_eq!(wait(attempts, 0.0), MAX_WAIT, "{attempts}");
        }
    }

    #[test]
    fn jitter_shortens_the_wait_by_up_to_half() {
        assert_eq!(wait(1, 0.5), TimeDelta::milliseconds(3750));
        assert_eq!(wait(1, 1.0), TimeDelta::milliseconds(2500));
    }
}
