//! The uses of pictures in all features: to warn before a deletion, to replace a file, and to delete only unused files.

pub mod admin;
mod collect;
mod purge;
mod replace;

pub use purge::purge;
