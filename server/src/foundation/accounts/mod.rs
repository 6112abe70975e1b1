//! People who can sign in: visitors, editors and administrators, and their sessions.

pub mod directory;
pub mod extract;
pub mod factors;
pub mod model;
pub mod notices;
pub mod passwords;
pub mod policy;
pub mod profile;
pub mod recovery;
pub mod session;
pub mod sign_in;
pub mod store;
