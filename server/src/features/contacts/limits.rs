//! Limits of fields in API requests about contacts, in characters unless documented otherwise. The parsers and
//! `openapi.json` use them.

pub const MAX_NAME: usize = 120;
pub const MAX_COMPANY: usize = 160;
pub const MAX_MESSAGE: usize = 6000;
/// Maximum number of characters in the message of a recorded contact, to which its service is added.
pub const MAX_RECORDED_MESSAGE: usize = 5800;
/// Maximum number of characters of a message with a WhatsApp code.
pub const MAX_WHATSAPP_MESSAGE: usize = 6000;

/// Maximum number of contacts in one bulk change.
pub const MAX_BULK_IDS: usize = 100;

/// Maximum number of contacts that are merged into another at once.
pub const MAX_MERGED: usize = 20;

pub const MAX_NOTE: usize = 4000;

pub const MAX_REPLY_SUBJECT: usize = 200;
pub const MAX_REPLY_TEXT: usize = 20_000;
/// Maximum number of addresses that get a copy of a reply.
pub const MAX_CC: usize = 5;
/// Maximum number of characters of all addresses that get a copy.
pub const MAX_CC_TEXT: usize = 1_280;
pub const MAX_TEMPLATE_NAME: usize = 80;

/// Maximum number of saved filters of a user.
pub const MAX_SAVED_FILTERS: u64 = 20;
pub const MAX_FILTER_NAME: usize = 40;
pub const MAX_FILTER_QUERY: usize = 500;

/// Maximum value of a contact in cents: R$ 999.999.999,99.
pub const MAX_VALUE_CENTS: i64 = 99_999_999_999;
/// Maximum length of the details of the reason why a contact was lost.
pub const MAX_LOST_TEXT: usize = 300;
pub const MAX_STEP: usize = 200;
/// Length of the time of a step, such as `14:30`.
pub const MAX_STEP_TIME: usize = 5;

/// Maximum number of people who take turns in getting new contacts.
pub const MAX_TURNS: usize = 50;
/// Maximum number of services with a person who gets their contacts.
pub const MAX_ASSIGNED_SERVICES: usize = 50;
