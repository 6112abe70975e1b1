//! The history of records: the versions of their documents, with their authors. A feature records a version in the
//! transaction of the change, and has its own endpoints to list and restore versions.

pub mod model;
pub mod store;
