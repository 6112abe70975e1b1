//! How pages look where they are shared: the words that messengers and social networks read, and the picture they show,
//! which is drawn here from the page's own title.

pub mod address;
pub mod card;
mod draw;
mod lines;
mod logo;
pub mod pictures;
mod svg;
pub mod tags;

/// Pixels, as wide pictures of shared pages are shown everywhere.
pub const WIDTH: u32 = 1200;
pub const HEIGHT: u32 = 630;
