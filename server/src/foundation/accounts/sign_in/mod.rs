//! Sign-in, registration and sign-out, and the limits of failed attempts.

pub mod attempts;
pub mod limits;
pub mod public;
