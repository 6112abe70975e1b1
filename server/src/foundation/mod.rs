//! What features share. Each module uses only earlier ones: personal_data, identity, audit, history, media, settings,
//! mail, attachments, records, consent_texts, accounts.

pub mod accounts;
pub mod attachments;
pub mod audit;
pub mod consent_texts;
pub mod history;
pub mod identity;
pub mod mail;
pub mod media;
pub mod personal_data;
pub mod push;
pub mod records;
pub mod settings;
