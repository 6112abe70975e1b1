//! Ids, tokens and hashes.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use rand::{TryRng, rngs::SysRng};
use sha2::{Digest, Sha256};
use uuid::{Builder, Uuid};

use super::clock::Timestamp;

/// Returns a UUIDv7. It starts with the time in milliseconds, so that ids sort by creation.
#[must_use]
pub fn new_id(now: Timestamp) -> Uuid {
    let millis = u64::try_from(now.timestamp_millis()).unwrap_or(0);
    Builder::from_unix_timestamp_millis(millis, &random_bytes()).into_uuid()
}

/// Returns an id that depends only on the name, so that a repeated request doesn't create a second record.
#[must_use]
pub fn named_id(name: &str) -> Uuid {
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&Sha256::digest(name)[..16]);
    Builder::from_custom_bytes(bytes).into_uuid()
}

/// A random secret of 256 bits, and its hash.
pub struct Token {
    /// 43 characters in base64url. It is passed only to its owner, and never stored or logged.
    pub secret: String,
    /// Hash for the database: SHA-256 of `secret` in hexadecimal.
    pub hash: String,
}

/// Returns a random token.
#[must_use]
pub fn new_token() -> Token {
    let secret = URL_SAFE_NO_PAD.encode(random_bytes::<32>());
    let hash = sha256_hex(secret.as_bytes());
    Token { secret, hash }
}

/// Returns the SHA-256 in lowercase hexadecimal.
#[must_use]
pub fn sha256_hex(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Returns two lowercase hexadecimal digits per byte.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// Returns random bytes from the operating system.
///
/// # Panics
/// If the operating system returns none.
#[must_use]
pub fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    SysRng.try_fill_bytes(&mut bytes).expect("the operating system returns random bytes");
    bytes
}
