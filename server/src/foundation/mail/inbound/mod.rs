//! Mail that arrives in the company's mailbox.

pub mod parse;
mod quotation;
