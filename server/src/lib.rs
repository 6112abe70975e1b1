//! Vitrine: the website and back office of an IT services company, as one program.
//!
//! The modules, each tier knowing only those before it.

// Knows nothing of the product.
pub mod kit;
pub mod render;

// What every handler may need.
pub mod app;
pub mod config;
pub mod limits;

// Ground: what the product stands on.
pub mod accounts;
pub mod audit;
pub mod history;
pub mod mail;
pub mod media;
pub mod settings;

// Product: one module for each feature.
pub mod blog;
pub mod contacts;
pub mod navigation;
pub mod newsletter;
pub mod pages;
pub mod redirects;
pub mod services;

// The public site and the running of it all.
pub mod chores;
pub mod dashboard;
pub mod health;
pub mod media_uses;
pub mod own_data;
pub mod setup;
pub mod site;

// Outermost.
pub mod commands;
pub mod router;
