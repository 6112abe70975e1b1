//! Facts about the company. Each stands here once, whatever screen or page shows it.

pub mod model;
pub mod store;
