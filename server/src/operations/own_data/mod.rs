//! Listing, export and erasure of a person's data in all features, to which the person has a right (LGPD, article 18).

mod archive;
mod certificate;
pub mod erasure;
pub mod model;
pub mod people;
mod person;
pub mod public;
pub mod registry;
pub mod retention;
pub mod users;
