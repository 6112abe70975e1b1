//! Building blocks for web programs, without rules of the product. The exceptions are `addresses`, the table of public addresses,
//! and `db`, which applies the migrations of this program.

pub mod addresses;
pub mod cache;
pub mod clock;
pub mod clock_watch;
pub mod color;
pub mod crypto;
pub mod db;
pub mod dns;
pub mod error;
pub mod files;
pub mod folder;
pub mod http;
pub mod id;
pub mod keyed_mutex;
pub mod limits;
pub mod listener;
pub mod machine;
pub mod merge_defaults;
pub mod paging;
pub mod parse;
pub mod privacy;
pub mod render;
pub mod request_id;
pub mod search;
pub mod spreadsheet;
pub mod telemetry;
pub mod text;
pub mod tls;
