//! Vitrine: the website and back office of an IT services company, as one program.
//!
//! The folders are the tiers, lowest first. Each uses only those before it.

pub mod platform;

pub mod app;

pub mod foundation;

pub mod features;

pub mod site;

pub mod operations;

pub mod router;

pub mod commands;
