//! The media library: pictures that staff upload, made anew so that nothing but the picture is kept.

pub mod admin;
mod form;
pub mod html;
pub mod model;
pub mod picture;
pub mod place;
mod prepare;
pub mod public;
mod raster;
pub mod reference;
pub mod store;
mod svg;
pub mod sweep;
pub mod upload;
