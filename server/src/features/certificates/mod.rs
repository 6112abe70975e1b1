//! The public page that verifies certificates of erasures.

pub mod pages;
pub mod views;
