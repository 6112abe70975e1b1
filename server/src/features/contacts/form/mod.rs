//! The request form of the site: its pages, and the receipt of what it sends, with and without JavaScript.

pub mod pages;
pub mod plain;
pub mod public;
mod texts;
pub mod views;
