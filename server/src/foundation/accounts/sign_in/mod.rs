//! Signing in, up and out, and what guessing costs.

pub mod attempts;
pub mod public;
