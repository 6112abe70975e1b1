//! Limits of the fields that requests about contacts have. The parsers use them, and so does the contract.

pub const MAX_NAME: usize = 120;
pub const MAX_COMPANY: usize = 160;
pub const MAX_MESSAGE: usize = 6000;

/// Contacts that one bulk change may name.
pub const MAX_BULK_IDS: usize = 100;

pub const MAX_NOTE: usize = 4000;

pub const MAX_REPLY_SUBJECT: usize = 200;
pub const MAX_REPLY_TEXT: usize = 20_000;

/// Saved filters of one user.
pub const MAX_SAVED_FILTERS: u64 = 20;
pub const MAX_FILTER_NAME: usize = 40;
pub const MAX_FILTER_QUERY: usize = 500;
