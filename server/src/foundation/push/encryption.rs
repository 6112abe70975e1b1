//! Encrypts a message for one browser (RFC 8291, with the content encoding `aes128gcm` of RFC 8188).

use anyhow::anyhow;
use ring::{
    aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey},
    agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral},
    hkdf::{HKDF_SHA256, KeyType, Salt},
    rand::SystemRandom,
};

use crate::platform::{error::Result, id::random_bytes};

/// Length of the secret that a browser shares with the senders of its messages.
pub const SECRET_BYTES: usize = 16;
const SALT_BYTES: usize = 16;
/// Maximum length of a record. The message is the only record.
const RECORD_BYTES: u32 = 4096;

struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

/// Returns the encrypted message. `public_key` and `secret` belong to the browser.
pub fn encrypt(plaintext: &[u8], public_key: &[u8], secret: &[u8]) -> Result<Vec<u8>> {
    let failed = |_| anyhow!("the public key of a browser is invalid");
    let own = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).map_err(failed)?;
    let own_public = own.compute_public_key().map_err(failed)?;
    let browser = UnparsedPublicKey::new(&ECDH_P256, public_key);
    let shared = agree_ephemeral(own, &browser, <[u8]>::to_vec).map_err(failed)?;
    let keys = Keys { shared: &shared, own_public: own_public.as_ref(), public_key, secret };
    Ok(keys.encrypt(plaintext, random_bytes()))
}

struct Keys<'a> {
    /// The result of the key agreement.
    shared: &'a [u8],
    own_public: &'a [u8],
    public_key: &'a [u8],
    secret: &'a [u8],
}

impl Keys<'_> {
    fn encrypt(&self, plaintext: &[u8], salt: [u8; SALT_BYTES]) -> Vec<u8> {
        let info = [b"WebPush: info\0", self.public_key, self.own_public].concat();
        let input = expand(self.secret, self.shared, &info, 32);
        let key = expand(&salt, &input, b"Content-Encoding: aes128gcm\0", 16);
        let nonce = expand(&salt, &input, b"Content-Encoding: nonce\0", 12);
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).expect("the key has 16 bytes"));
        let nonce = Nonce::try_assume_unique_for_key(&nonce).expect("the nonce has 12 bytes");
        // The byte 2 ends the last record.
        let mut record = [plaintext, &[2]].concat();
        key.seal_in_place_append_tag(nonce, Aad::empty(), &mut record).expect("a short record can be sealed");
        let length = u8::try_from(self.own_public.len()).expect("a public key has 65 bytes");
        [&salt[..], &RECORD_BYTES.to_be_bytes(), &[length], self.own_public, &record].concat()
    }
}

/// Returns `length` bytes of HKDF-SHA-256.
fn expand(salt: &[u8], input: &[u8], info: &[u8], length: usize) -> Vec<u8> {
    let mut output = vec![0; length];
    let key = Salt::new(HKDF_SHA256, salt).extract(input);
    let info = [info];
    let expanded = key.expand(&info, Length(length)).and_then(|expanded| expanded.fill(&mut output));
    expanded.expect("the length is short");
    output
}

#[cfg(test)]
mod tests {
    use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};

    use super::*;

    fn bytes(text: &str) -> Vec<u8> {
        URL_SAFE_NO_PAD.decode(text).expect("base64url")
    }

    /// The example in appendix A of RFC 8291.
    #[test]
    fn example_of_the_standard_is_encrypted() {
        let keys = Keys {
            shared: &bytes("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs"),
            own_public: &bytes(
                "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
            ),
            public_key: &bytes(
                "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            ),
            secret: &bytes("BTBZMqHH6r4Tts7J_aSIgg"),
        };
        let salt = bytes("DGv6ra1nlYgDCS1FRnbzlw").try_into().expect("16 bytes");
        let encrypted = keys.encrypt(b"When I grow up, I want to be a watermelon", salt);
        assert_eq!(
            URL_SAFE_NO_PAD.encode(encrypted),
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8w\
             EqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        );
    }
}
