//! What spans features: setup, dashboard, health checks, hourly maintenance, personal data, the record of processing and the
//! uses of media.

pub mod dashboard;
pub mod health;
pub mod maintenance;
pub mod media_uses;
pub mod own_data;
pub mod processing;
pub mod setup;
