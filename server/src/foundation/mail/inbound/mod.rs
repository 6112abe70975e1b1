//! Mail that arrives in the company's mailbox.

mod authenticity;
pub mod fetch;
mod files;
mod header;
mod limits;
pub mod mailbox;
pub mod parse;
mod quotation;
pub mod receipt;
pub mod reply_address;
mod reports;
pub mod store;
