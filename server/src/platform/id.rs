//! Identifiers and secrets.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use rand::{TryRng, rngs::SysRng};
use sha2::{Digest, Sha256};
use uuid::{Builder, Uuid};

use super::clock::Timestamp;

/// A UUIDv7 made of the given moment: ids sort by creation.
#[must_use]
pub fn new_id(now: Timestamp) -> Uuid {
    let millis = u64::try_from(now.timestamp_millis()).unwrap_or(0);
    Builder::from_unix_timestamp_millis(millis, &random_bytes()).into_uuid()
}

/// The id that always goes with a name: what is made under it is made once, however often it is asked for. It tells
/// nothing of when.
#[must_use]
pub fn named_id(name: &str) -> Uuid {
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&Sha256::digest(name)[..16]);
    Builder::from_custom_bytes(bytes).into_uuid()
}

/// A secret of 256 bits and nothing but its hash to keep.
pub struct Token {
    /// Shown once to its owner; never stored, never logged.
    pub secret: String,
    /// What the database holds.
    pub hash: String,
}

#[must_use]
pub fn new_token() -> Token {
    let secret = URL_SAFE_NO_PAD.encode(random_bytes::<32>());
    let hash = sha256_hex(secret.as_bytes());
    Token { secret, hash }
}

#[must_use]
pub fn sha256_hex(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Two digits a byte, in lower case.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// # Panics
/// When the operating system gives no randomness: nothing here can be done safely then.
#[must_use]
pub fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    SysRng.try_fill_bytes(&mut bytes).expect("the operating system gives random bytes");
    bytes
}
