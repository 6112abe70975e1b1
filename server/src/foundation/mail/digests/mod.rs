//! Digests: mails to staff that are queued at most once a day, from 8:00 in São Paulo, also on days that are not working days.

pub mod store;

use chrono::Timelike;
use chrono_tz::America::Sao_Paulo;

use crate::platform::clock::Timestamp;

/// Hour in São Paulo before which no digest is queued, so that none arrives at night. A digest may also be queued in the evening,
/// if there was nothing to report before.
const EARLIEST_HOUR: u32 = 8;

/// Returns whether the digests of the current day can be queued at this time.
#[must_use]
pub fn is_digest_hour_reached(now: Timestamp) -> bool {
    now.with_timezone(&Sao_Paulo).hour() >= EARLIEST_HOUR
}
