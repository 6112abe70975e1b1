//! Limits on how often something may happen, and pauses after failures.

pub mod backoff;
pub mod circuit_breaker;
mod expiry;
pub mod rate_limit;
