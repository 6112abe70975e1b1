//! What all features use: accounts, the audit log, settings, media, mail and the history of records.

pub mod accounts;
pub mod audit;
pub mod history;
pub mod mail;
pub mod media;
pub mod settings;
