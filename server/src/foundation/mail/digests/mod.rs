//! Daily mails to staff: not before the working day starts, and once a day.

pub mod store;

use chrono::Timelike;
use chrono_tz::America::Sao_Paulo;

use crate::platform::clock::Timestamp;

/// Hour in São Paulo before which no digest is queued, so that it arrives when the working day starts.
const EARLIEST_HOUR: u32 = 8;

/// Returns whether it is late enough on a day for its digests.
#[must_use]
pub fn is_working_day_started(now: Timestamp) -> bool {
    now.with_timezone(&Sao_Paulo).hour() >= EARLIEST_HOUR
}
