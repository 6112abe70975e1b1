//! Contact requests: from the public form to the reply by staff.

pub mod admin;
pub mod answered;
pub mod assignment;
pub mod attachments;
pub mod campaigns;
pub mod channel;
pub mod digest;
pub mod fields;
pub mod form;
pub mod limits;
pub mod list;
pub mod mail;
pub mod merging;
pub mod message;
pub mod messages;
pub mod model;
pub mod notes;
pub mod notifications;
pub mod own;
pub mod personal_data;
pub mod presence;
pub mod promise;
pub mod replies;
pub mod results;
mod retention;
pub mod saved_filters;
pub mod source;
pub mod stages;
pub mod stats;
pub mod steps;
pub mod store;
pub mod templates;
pub mod timeline;
pub mod triage;

// For `mail.rs`, which names the services that the form offers.
use self::form::pages;
