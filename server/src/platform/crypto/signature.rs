//! Ed25519 signatures, with keys derived from the secret key of the installation. Anyone can verify them with the public key.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey};

/// Signs for one purpose.
pub struct Signer(Ed25519KeyPair);

impl Signer {
    /// Returns the signer with the private key `seed`.
    #[must_use]
    pub fn new(seed: &[u8; 32]) -> Self {
        Self(Ed25519KeyPair::from_seed_unchecked(seed).expect("any 32 bytes are a private key"))
    }

    /// Returns the key that verifies the signatures, in base64url.
    #[must_use]
    pub fn public_key(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0.public_key())
    }

    /// Returns the signature of `bytes`, in base64url.
    #[must_use]
    pub fn sign(&self, bytes: &[u8]) -> String {
        URL_SAFE_NO_PAD.encode(self.0.sign(bytes))
    }
}

/// Returns whether `signature` was made for `bytes` with the private key of `public_key`, both in base64url.
#[must_use]
pub fn is_valid(public_key: &str, bytes: &[u8], signature: &str) -> bool {
    let decode = |text: &str| URL_SAFE_NO_PAD.decode(text).ok();
    let (Some(key), Some(signature)) = (decode(public_key), decode(signature)) else { return false };
    UnparsedPublicKey::new(&ED25519, key).verify(bytes, &signature).is_ok()
}
