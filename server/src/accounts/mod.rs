//! People who can sign in: visitors, editors and administrators, and their sessions.

pub mod access;
pub mod admin;
mod admin_notices;
pub mod attempts;
pub mod cookies;
pub mod devices;
pub mod directory;
pub mod extract;
pub mod factors;
pub mod invitations;
pub mod links;
pub mod model;
mod notices;
pub mod own_sessions;
pub mod passwords;
pub mod policy;
pub mod profile;
pub mod public;
pub mod recovery;
pub mod rescue;
pub mod session;
pub mod store;
mod user_agent;
