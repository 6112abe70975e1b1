//! Decides which texts may identify a person or contain a secret, so that they are not recorded or logged.

pub mod identifying_text;
pub mod recordable_path;
pub mod secret_paths;
pub mod visit_source;
