//! The product: one module per feature.

pub mod blog;
pub mod certificates;
pub mod contacts;
pub mod navigation;
pub mod newsletter;
pub mod pages;
pub mod redirects;
pub mod services;
