//! Export and erasure of a person's data in all features, which the law grants (LGPD, article 18).

pub mod erasure;
pub mod model;
pub mod public;
