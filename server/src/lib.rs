//! Vitrine: the website and back office of an IT services company, as one program.
//!
//! The folders are the tiers, listed from the lowest. Each uses only those before it.

// Separated by blank lines, because rustfmt would sort them.

pub mod platform;

pub mod app;

pub mod foundation;

pub mod features;

pub mod site;

pub mod operations;

pub mod router;

pub mod commands;
