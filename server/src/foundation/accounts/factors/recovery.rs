//! Recovery codes: ten codes for users who lost their other factors, each valid once. The database stores MACs, so
//! that a copy of it is useless without the secret key.

use uuid::Uuid;

use crate::platform::{
    id::{hex, random_bytes},
    secret_key::SecretKey,
};

pub const COUNT: usize = 10;
/// Characters of a code, with five bits each.
const LENGTH: usize = 10;
/// Crockford's base 32, without letters that look similar.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Returns new codes in the form `x7k2m-9qc4t`.
#[must_use]
pub fn new_codes() -> Vec<String> {
    (0..COUNT).map(|_| new_code()).collect()
}

fn new_code() -> String {
    let letters: String =
        random_bytes::<LENGTH>().iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect();
    let (first, second) = letters.split_at(LENGTH / 2);
    format!("{first}-{second}")
}

/// Returns the MAC of a code, regardless of case and separators.
#[must_use]
pub fn hash(key: &SecretKey, user: Uuid, code: &str) -> String {
    hex(&key.mac("recovery code", format!("{user} {}", normal(code)).as_bytes()))
}

fn normal(code: &str) -> String {
    let letters = code.chars().filter(char::is_ascii_alphanumeric).map(|c| match c.to_ascii_lowercase() {
        'o' => '0',
        'i' | 'l' => '1',
        other => other,
    });
    letters.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_the_same_however_it_is_typed() {
        assert_eq!(normal(" X7K2M 9QCOL "), normal("x7k2m-9qc01"));
        let codes = new_codes();
        assert!(codes.iter().all(|code| code.len() == 11 && normal(code).len() == LENGTH), "{codes:?}");
        assert_eq!(codes.iter().collect::<std::collections::BTreeSet<_>>().len(), COUNT);
    }

    #[test]
    fn a_hash_is_one_persons() {
        let key = SecretKey::parse(&"a".repeat(64)).expect("a key");
        let (ana, bia) = (Uuid::from_u128(1), Uuid::from_u128(2));
        assert_eq!(hash(&key, ana, "x7k2m-9qc4t"), hash(&key, ana, "X7K2M9QC4T"));
        assert_ne!(hash(&key, ana, "x7k2m-9qc4t"), hash(&key, bia, "x7k2m-9qc4t"));
    }
}
