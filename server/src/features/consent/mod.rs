//! Consent to trackers: the scripts of other companies that public pages load if a visitor agrees. The visitor's browser
//! stores the choice. The ledger stores an anonymous copy as proof.

pub mod admin;
mod export;
pub mod model;
pub mod notice;
pub mod public;
pub mod store;
pub mod trackers;
