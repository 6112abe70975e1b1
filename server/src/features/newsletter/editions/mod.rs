//! Editions of the newsletter. Staff write them in the panel, confirmed subscriptions in the segment of an edition
//! receive it by mail, and a public archive shows it.

pub mod actions;
pub mod admin;
pub mod archive;
pub mod deliveries;
pub mod letter;
mod mail_html;
mod mail_text;
pub mod model;
pub mod new_posts;
pub mod results;
pub mod sending;
pub mod store;
pub mod views;
