//! Recovery codes: ten codes for users who lost their other factors. Each is valid once. The database contains only MACs of the
//! codes, which are useless without the secret key.

pub mod store;

use uuid::Uuid;

use crate::{
    app::App,
    platform::{
        crypto::secret_key::SecretKey,
        db::Transaction,
        error::Result,
        id::{hex, random_bytes},
    },
};

const COUNT: usize = 10;
/// Characters of a code, with five bits each.
const LENGTH: usize = 10;
/// Crockford's base 32, which lacks the letters that look like other characters.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Replaces the recovery codes of a user and returns the new ones.
pub async fn replace(app: &App, tx: &Transaction, user_id: Uuid) -> Result<Vec<String>> {
    let codes = new_codes();
    let hashes = codes.iter().map(|code| hash(&app.secret_key, user_id, code)).collect();
    store::replace(&**tx, user_id, hashes, app.clock.now()).await?;
    Ok(codes)
}

/// Marks a code as used. Returns the number of codes that are left, or `None` if the code is invalid or was used before.
pub async fn take(app: &App, tx: &Transaction, user_id: Uuid, code: &str) -> Result<Option<u64>> {
    let hash = hash(&app.secret_key, user_id, code);
    if !store::take(&**tx, user_id, &hash, app.clock.now()).await? {
        return Ok(None);
    }
    Ok(Some(store::count_unused(&**tx, user_id).await?))
}

/// Returns new codes in the form `x7k2m-9qc4t`.
fn new_codes() -> Vec<String> {
    (0..COUNT).map(|_| new_code()).collect()
}

fn new_code() -> String {
    let letters: String =
        random_bytes::<LENGTH>().iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect();
    let (first, second) = letters.split_at(LENGTH / 2);
    format!("{first}-{second}")
}

/// Returns the MAC of a user's code, regardless of case and separators.
fn hash(key: &SecretKey, user_id: Uuid, code: &str) -> String {
    hex(&key.mac("recovery code", format!("{user_id} {}", normalized(code)).as_bytes()))
}

/// Returns the letters and digits of a code, with letters that look like digits as these digits.
fn normalized(code: &str) -> String {
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
    fn typed_recovery_code_is_normalized() {
        assert_eq!(normalized(" X7K2M 9QCOL "), "x7k2m9qc01");
        assert_eq!(normalized("x7k2m-9qc01"), "x7k2m9qc01");
    }

    #[test]
    fn new_recovery_codes_differ_and_have_two_groups_of_five() {
        let codes = new_codes();
        assert!(codes.iter().all(|code| code.len() == 11 && normalized(code).len() == LENGTH), "{codes:?}");
        assert_eq!(codes.iter().collect::<std::collections::BTreeSet<_>>().len(), COUNT);
    }

    #[test]
    fn hash_of_a_recovery_code_depends_on_its_owner() {
        let key = SecretKey::parse(&"a".repeat(64)).expect("a key");
        let (ana, bia) = (Uuid::from_u128(1), Uuid::from_u128(2));
        assert_eq!(hash(&key, ana, "x7k2m-9qc4t"), hash(&key, ana, "X7K2M9QC4T"));
        assert_ne!(hash(&key, ana, "x7k2m-9qc4t"), hash(&key, bia, "x7k2m-9qc4t"));
    }
}
