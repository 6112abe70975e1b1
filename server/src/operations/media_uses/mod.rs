//! The uses of pictures in all features: a deletion warns of them, a replaced file changes them, and a used picture is not
//! purged.

pub mod admin;
mod collect;
pub mod personal_data;
mod purge;
mod replace;

pub use purge::{delete_files, purge};
