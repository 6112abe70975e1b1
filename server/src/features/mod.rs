//! The product: one module per feature.

pub mod blog;
pub mod certificates;
pub mod consent;
pub mod contacts;
pub mod navigation;
pub mod newsletter;
pub mod pages;
pub mod privacy_requests;
pub mod redirects;
pub mod services;
pub mod visits;
