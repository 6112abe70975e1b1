//! Keys, signatures and password hashes.

pub mod key_check;
pub mod passwords;
pub mod secret_key;
pub mod signature;
