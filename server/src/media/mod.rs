//! The media library: pictures that staff upload, made anew so that nothing but the picture is kept.

mod form;
pub mod model;
pub mod place;
mod prepare;
pub mod public;
mod raster;
pub mod store;
mod svg;
pub mod upload;
