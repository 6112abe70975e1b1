//! Accounts of users: sign-in, second factors, recovery, profile, and the administration of users.

pub mod directory;
pub mod factors;
pub mod model;
pub mod notices;
pub mod own_sessions;
pub mod passwords;
pub mod personal_data;
pub mod policy;
pub mod preferences;
pub mod profile;
pub mod recovery;
pub mod sign_in;
