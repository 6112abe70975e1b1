//! What the library can't know by itself: where pictures are used. Each feature tells what of its own shows one, here it
//! comes together, for a warning before one goes, for another file in its place, and before its files are thrown out.

pub mod admin;
mod collect;
mod purge;
mod replace;

pub use purge::purge;
