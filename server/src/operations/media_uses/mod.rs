//! The uses of pictures in all features. The panel shows them before a deletion, replacing a file updates them, and a used
//! picture is not purged. A retention rule moves unused pictures to the trash.

pub mod admin;
mod collect;
pub mod personal_data;
mod purge;
mod replace;
mod unused;

pub use purge::{delete_files, purge};
