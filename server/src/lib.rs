//! Vitrine: the website and back office of an IT services company, as one program.
//!
//! The modules are the tiers, from the lowest to the highest. Each uses only itself and those before it.

// The blank lines prevent rustfmt from sorting the modules.

pub mod platform;

pub mod app;

pub mod foundation;

pub mod features;

pub mod site;

pub mod operations;

pub mod router;

pub mod commands;
