//! Account recovery by mailed links and from the command line.

pub mod links;
pub mod public;
pub mod rescue;
pub mod store;
