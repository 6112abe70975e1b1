//! Campaigns whose links staff publish, such as in ads. Their numbers identify them in codes of the WhatsApp link, so that campaigns can't
//! be deleted.

pub mod admin;
pub mod model;
pub mod store;
