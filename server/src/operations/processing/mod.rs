//! The record of processing operations (LGPD, article 37). It lists what the program does with personal data in its current
//! configuration, and the notes and activities that the company adds.

pub mod activities;
pub mod admin;
pub mod context;
pub mod document;
mod export;
mod store;
