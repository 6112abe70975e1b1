//! The address for replies about a contact: that of the mailbox with a signed token, as in `contato+TOKEN@exemplo.com.br`.

use base32::Alphabet;
use subtle::ConstantTimeEq;
use uuid::Uuid;

use crate::platform::crypto::secret_key::SecretKey;

/// Purpose of the MAC.
const PURPOSE: &str = "reply address";
/// Length of the MAC in bytes.
const MAC_BYTES: usize = 10;
/// Maximum length of the part of an address before `@` (RFC 5321).
const MAX_LOCAL: usize = 64;
/// Servers may convert addresses to lowercase.
const ALPHABET: Alphabet = Alphabet::Rfc4648Lower { padding: false };

/// Returns the address for replies about a contact. Without a token if it would be too long.
#[must_use]
pub fn of(key: &SecretKey, mailbox: &str, contact_id: Uuid) -> String {
    let with_token = mailbox
        .rsplit_once('@')
        .map(|(local, domain)| (format!("{local}+{}", token(key, contact_id)), domain));
    match with_token {
        Some((local, domain)) if local.len() <= MAX_LOCAL => format!("{local}@{domain}"),
        _ => mailbox.to_owned(),
    }
}

/// Returns the contact whose token one of the recipients has. `None` if no recipient is the mailbox with a valid token.
#[must_use]
pub fn contact_of(key: &SecretKey, mailbox: &str, recipients: &[String]) -> Option<Uuid> {
    let (local, domain) = mailbox.rsplit_once('@')?;
    recipients.iter().find_map(|recipient| {
        let (found, found_domain) = recipient.rsplit_once('@')?;
        let (name, token) = found.rsplit_once('+')?;
        let is_mailbox = name.eq_ignore_ascii_case(local) && found_domain.eq_ignore_ascii_case(domain);
        if is_mailbox { verified(key, token) } else { None }
    })
}

fn token(key: &SecretKey, contact_id: Uuid) -> String {
    let mac = key.mac(PURPOSE, contact_id.as_bytes());
    base32::encode(ALPHABET, &[contact_id.as_bytes(), &mac[..MAC_BYTES]].concat())
}

fn verified(key: &SecretKey, token: &str) -> Option<Uuid> {
    let bytes = base32::decode(ALPHABET, &token.to_ascii_lowercase())?;
    let contact_id = Uuid::from_bytes(*bytes.first_chunk()?);
    let expected = self::token(key, contact_id);
    bool::from(expected.as_bytes().ct_eq(token.to_ascii_lowercase().as_bytes())).then_some(contact_id)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAILBOX: &str = "contato@exemplo.com.br";

    fn key(digit: char) -> SecretKey {
        SecretKey::parse(&digit.to_string().repeat(64)).expect("a key")
    }

    #[test]
    fn address_token_is_verified() {
        let id = Uuid::from_u128(7);
        let address = of(&key('a'), MAILBOX, id);
        let find =
            |recipient: &str| contact_of(&key('a'), MAILBOX, &["x@y.z".to_owned(), recipient.to_owned()]);
        assert_eq!(find(&address), Some(id));
        assert_eq!(find(&address.to_uppercase()), Some(id));
        let forged = of(&key('b'), MAILBOX, id);
        let elsewhere = address.replace("exemplo", "outro");
        for wrong in [&*forged, &elsewhere, MAILBOX, "contato+@exemplo.com.br", "contato+é@exemplo.com.br"] {
            assert_eq!(find(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn long_address_has_no_token() {
        let long = format!("{}@exemplo.com.br", "a".repeat(30));
        assert_eq!(of(&key('a'), &long, Uuid::from_u128(7)), long);
        assert!(
            of(&key('a'), MAILBOX, Uuid::from_u128(7))
                .split('@')
                .next()
                .is_some_and(|local| local.len() <= MAX_LOCAL)
        );
    }
}
