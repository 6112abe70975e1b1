//! All SQL on the tables of accounts, a file for each group of them.

pub mod devices;
pub mod directory;
pub mod links;
pub mod passkey_challenges;
pub mod passkeys;
pub mod recovery_codes;
pub mod sessions;
pub mod setup_tokens;
pub mod totp_secrets;
pub mod users;
