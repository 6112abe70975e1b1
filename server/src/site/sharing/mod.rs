//! Link previews in messengers and social networks: Open Graph tags, and share pictures drawn from the texts of pages.

pub mod card;
mod draw;
mod lines;
mod logo;
pub mod paths;
pub mod pictures;
mod svg;
pub mod tags;

/// Width of share pictures in pixels.
pub const WIDTH: u32 = 1200;
/// Height of share pictures in pixels.
pub const HEIGHT: u32 = 630;
