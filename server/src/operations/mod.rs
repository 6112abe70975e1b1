//! What spans features: setup, dashboard, health checks, hourly maintenance, personal data, the record of processing, changes of
//! the settings and the uses of media.

pub mod contact_import;
pub mod dashboard;
pub mod health;
pub mod inbound_mail;
pub mod maintenance;
pub mod media_uses;
pub mod own_data;
pub mod processing;
pub mod settings_changes;
pub mod setup;
