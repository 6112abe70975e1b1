//! A person's own data across all features: taken along, or erased with the account. Both are rights the law gives
//! (LGPD, article 18).

pub mod erasure;
pub mod model;
pub mod public;
