//! Limits of fields in API requests about contacts, in characters unless documented otherwise. The parsers and
//! `openapi.json` use them.

pub const MAX_NAME: usize = 120;
pub const MAX_COMPANY: usize = 160;
pub const MAX_MESSAGE: usize = 6000;

/// Maximum number of contacts in one bulk change.
pub const MAX_BULK_IDS: usize = 100;

pub const MAX_NOTE: usize = 4000;

pub const MAX_REPLY_SUBJECT: usize = 200;
pub const MAX_REPLY_TEXT: usize = 20_000;

/// Maximum number of saved filters of a user.
pub const MAX_SAVED_FILTERS: u64 = 20;
pub const MAX_FILTER_NAME: usize = 40;
pub const MAX_FILTER_QUERY: usize = 500;
