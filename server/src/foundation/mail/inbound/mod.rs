//! Mail that arrives in the company's mailbox.

pub mod fetch;
mod limits;
pub mod mailbox;
pub mod parse;
mod quotation;
pub mod reply_address;
pub mod store;
