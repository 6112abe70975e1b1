//! The SQL of accounts, one file for each group of tables.

pub mod directory;
pub mod links;
pub mod passkey_challenges;
pub mod passkeys;
pub mod recovery_codes;
pub mod setup_tokens;
pub mod totp_secrets;
