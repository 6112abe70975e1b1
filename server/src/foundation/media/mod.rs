//! The media library: pictures that staff upload. They are re-encoded, which removes metadata and hidden content.

pub mod admin;
pub mod cleanup;
mod form;
pub mod html;
pub mod model;
pub mod picture;
mod prepare;
pub mod public;
mod raster;
pub mod reference;
pub mod store;
mod svg;
pub mod upload;
pub mod upload_kind;

pub use prepare::encoded;
