//! Consent to trackers: the scripts of other companies that public pages load if a visitor agrees. The choice is stored in the
//! visitor's browser; the ledger has an anonymous copy as proof.

pub mod admin;
mod export;
pub mod model;
pub mod notice;
pub mod public;
pub mod store;
pub mod trackers;
