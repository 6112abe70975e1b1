//! Digests: mails to staff that are queued once a day, after the working day has started.

pub mod store;

use chrono::Timelike;
use chrono_tz::America::Sao_Paulo;

use crate::platform::clock::Timestamp;

/// Hour in São Paulo before which no digest is queued, so that it arrives when the working day starts.
const EARLIEST_HOUR: u32 = 8;

/// Returns whether the digests of the current day can be queued at this time.
#[must_use]
pub fn is_working_day_started(now: Timestamp) -> bool {
    now.with_timezone(&Sao_Paulo).hour() >= EARLIEST_HOUR
}
