//! Link previews in messengers and social networks: Open Graph tags, and a picture drawn from the page's title.

pub mod address;
pub mod card;
mod draw;
mod lines;
mod logo;
pub mod pictures;
mod svg;
pub mod tags;

/// Size of the picture in pixels.
pub const WIDTH: u32 = 1200;
pub const HEIGHT: u32 = 630;
