//! The panel's first screen: how the company and its site are doing, asked of every feature and counted anew each time.

pub mod admin;
pub mod days;
pub mod model;
