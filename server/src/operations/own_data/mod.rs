//! Own data across all features: export and erasure, which the law grants (LGPD, article 18).

pub mod erasure;
pub mod model;
pub mod public;
