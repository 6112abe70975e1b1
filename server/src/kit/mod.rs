//! Knows nothing of the product: what any web program of ours would need.

pub mod backoff;
pub mod body_timeout;
pub mod client_ip;
pub mod clock;
pub mod cross_site;
pub mod date;
pub mod db;
pub mod error;
pub mod files;
pub mod http;
pub mod id;
pub mod listener;
pub mod order;
pub mod overlay;
pub mod paging;
pub mod parse;
pub mod passwords;
pub mod rate_limit;
pub mod request_id;
pub mod revision;
pub mod secret_key;
pub mod security_headers;
pub mod spreadsheet;
mod sweep;
pub mod tally;
pub mod telemetry;
pub mod text;
