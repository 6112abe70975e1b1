//! Getting back in: links by mail, and the command line for whoever has lost everything.

pub mod links;
pub mod public;
pub mod rescue;
