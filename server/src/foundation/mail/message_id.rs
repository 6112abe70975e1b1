//! The `Message-ID` of our mail: the id of the message in the outbox with a MAC. Only the recipients know the MAC, so a mail that
//! refers to it answers our mail.

use subtle::ConstantTimeEq;
use uuid::Uuid;

use crate::platform::{crypto::secret_key::SecretKey, id};

/// Purpose of the MAC.
const PURPOSE: &str = "message id";
/// Length of the MAC in bytes: 128 bits.
const MAC_BYTES: usize = 16;

/// Returns the `Message-ID` of a message, without brackets.
#[must_use]
pub fn of(key: &SecretKey, outbox_id: Uuid, domain: &str) -> String {
    format!("{outbox_id}.{}@{domain}", mac(key, outbox_id))
}

/// Returns the id in the outbox of a message of ours. `None` if the `Message-ID` is another one, or its MAC is invalid.
#[must_use]
pub fn verified(key: &SecretKey, message_id: &str) -> Option<Uuid> {
    let (local, _) = message_id.split_once('@')?;
    let (outbox_id, found) = local.split_once('.')?;
    let outbox_id = Uuid::try_parse(outbox_id).ok()?;
    bool::from(mac(key, outbox_id).as_bytes().ct_eq(found.as_bytes())).then_some(outbox_id)
}

/// Returns the id in the outbox that a `Message-ID` claims, with or without a MAC. Earlier releases sent none.
#[must_use]
pub fn claimed(message_id: &str) -> Option<Uuid> {
    let (local, _) = message_id.split_once('@')?;
    Uuid::try_parse(local.split_once('.').map_or(local, |(outbox_id, _)| outbox_id)).ok()
}

fn mac(key: &SecretKey, outbox_id: Uuid) -> String {
    id::hex(&key.mac(PURPOSE, outbox_id.as_bytes())[..MAC_BYTES])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn message_id_is_verified_by_its_mac() {
        let key = |digit: char| SecretKey::parse(&digit.to_string().repeat(64)).expect("a key");
        let (own, id) = (key('a'), Uuid::from_u128(7));
        let message_id = of(&own, id, "exemplo.com.br");
        assert_eq!(verified(&own, &message_id), Some(id));
        let forged = of(&key('b'), id, "exemplo.com.br");
        let other = message_id.replacen('7', "8", 1);
        for wrong in [&*forged, &other, &format!("{id}@exemplo.com.br"), &format!("{id}.@x"), "x", ""] {
            assert_eq!(verified(&own, wrong), None, "{wrong}");
        }
        assert_eq!(claimed(&forged), Some(id));
        assert_eq!(claimed(&format!("{id}@exemplo.com.br")), Some(id), "of an earlier release");
        assert_eq!(claimed("x.y@z"), None);
    }
}
