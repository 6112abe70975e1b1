//! The secret key of an installation. Sealing, MACs and signatures use keys derived from it, one for each purpose, so that a
//! value for one purpose is invalid for another.

use std::{
    fmt,
    fs::{self, OpenOptions},
    io::{ErrorKind, Write},
    os::unix::fs::OpenOptionsExt,
    path::Path,
    sync::Arc,
};

use anyhow::{Context, anyhow};
use base64::{
    Engine,
    alphabet::STANDARD,
    engine::{
        DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig,
        general_purpose::{STANDARD as BASE64, URL_SAFE_NO_PAD},
    },
};
use chacha20poly1305::{KeyInit, XChaCha20Poly1305, XNonce, aead::Aead};
use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};

use super::signature::Signer;
use crate::platform::id::random_bytes;

const MIN_BYTES: usize = 32;
const NONCE_BYTES: usize = 24;
const FILE: &str = "secret.key";

/// The secret from which all other keys are derived.
#[derive(Clone)]
pub struct SecretKey(Arc<[u8; 32]>);

impl fmt::Debug for SecretKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("SecretKey(…)")
    }
}

impl SecretKey {
    /// Parses at least 32 bytes in hex or base64, not all of them zero. Base64 may have the standard or the URL-safe alphabet, and may
    /// lack its padding.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let bytes = from_hex(text).or_else(|| from_base64(text))?;
        let is_zero = bytes.iter().all(|byte| *byte == 0);
        (bytes.len() >= MIN_BYTES && !is_zero).then(|| Self(Arc::new(Sha256::digest(&bytes).into())))
    }

    /// Reads `secret.key` in the folder. Returns `None` if the file is missing.
    pub fn read_from(folder: &Path) -> anyhow::Result<Option<Self>> {
        let path = folder.join(FILE);
        match fs::read_to_string(&path) {
            Ok(text) => Self::parse(&text).map(Some).ok_or_else(|| {
                anyhow!("{} does not have at least 32 bytes as base64 or hex", path.display())
            }),
            Err(cause) if cause.kind() == ErrorKind::NotFound => Ok(None),
            Err(cause) => Err(cause).with_context(|| format!("reading {}", path.display())),
        }
    }

    /// Creates `secret.key` in the folder, readable only by its owner, and returns its key. If several processes do this at
    /// once, all return the key of the first.
    pub fn create_in(folder: &Path) -> anyhow::Result<Self> {
        create(folder).with_context(|| format!("creating {}", folder.join(FILE).display()))?;
        Self::read_from(folder)?.context("secret.key was removed right after it was created")
    }

    /// Returns the HMAC-SHA256 of `bytes` for a purpose.
    #[must_use]
    pub fn mac(&self, purpose: &str, bytes: &[u8]) -> [u8; 32] {
        hmac(&self.derived("mac", purpose), bytes)
    }

    /// Encrypts and authenticates `plaintext` for a purpose. Returns base64url.
    #[must_use]
    pub fn seal(&self, purpose: &str, plaintext: &[u8]) -> String {
        let nonce = random_bytes::<NONCE_BYTES>();
        let sealed = self
            .cipher(purpose)
            .encrypt(&XNonce::from(nonce), plaintext)
            .expect("a text that fits in memory can be sealed");
        URL_SAFE_NO_PAD.encode([&nonce[..], &sealed].concat())
    }

    /// Decrypts a sealed text. Returns `None` if it was changed, or sealed with another key or for another purpose.
    #[must_use]
    pub fn open(&self, purpose: &str, sealed: &str) -> Option<Vec<u8>> {
        let bytes = URL_SAFE_NO_PAD.decode(sealed).ok()?;
        let (nonce, sealed) = bytes.split_first_chunk::<NONCE_BYTES>()?;
        self.cipher(purpose).decrypt(&XNonce::from(*nonce), sealed).ok()
    }

    /// Returns the Ed25519 signer for a purpose.
    #[must_use]
    pub fn signer(&self, purpose: &str) -> Signer {
        Signer::new(&self.derived("sign", purpose))
    }

    fn cipher(&self, purpose: &str) -> XChaCha20Poly1305 {
        XChaCha20Poly1305::new(&self.derived("seal", purpose).into())
    }

    fn derived(&self, operation: &str, purpose: &str) -> [u8; 32] {
        hmac(&self.0, format!("vitrine {operation} {purpose}").as_bytes())
    }
}

fn hmac(key: &[u8; 32], bytes: &[u8]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC accepts keys of any length");
    mac.update(bytes);
    mac.finalize().into_bytes().into()
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u32>> = text.chars().map(|c| c.to_digit(16)).collect();
    let digits = digits.filter(|digits| digits.len() % 2 == 0)?;
    digits.chunks(2).map(|pair| u8::try_from(pair[0] * 16 + pair[1]).ok()).collect()
}

fn from_base64(text: &str) -> Option<Vec<u8>> {
    let either_padding = GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    let text = text.replace('-', "+").replace('_', "/");
    GeneralPurpose::new(&STANDARD, either_padding).decode(text).ok()
}

/// Writes a random key to a temporary file, then creates `secret.key` as a hard link to it. So only one of several concurrent
/// processes creates the file, and none reads an incomplete key.
fn create(folder: &Path) -> std::io::Result<()> {
    crate::platform::folder::create(folder)?;
    let temporary = folder.join(format!("{FILE}.{}", URL_SAFE_NO_PAD.encode(random_bytes::<9>())));
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&temporary)?;
    let linked = writeln!(file, "{}", BASE64.encode(random_bytes::<32>()))
        .and_then(|()| file.sync_all())
        .and_then(|()| fs::hard_link(&temporary, folder.join(FILE)));
    fs::remove_file(&temporary)?;
    match linked {
        Err(cause) if cause.kind() == ErrorKind::AlreadyExists => Ok(()),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn key(fill: char) -> SecretKey {
        SecretKey::parse(&fill.to_string().repeat(64)).expect("64 hex digits")
    }

    #[test]
    fn key_is_parsed_from_32_bytes_in_hex_or_base64() {
        let bytes: Vec<u8> = (200..=231).collect();
        let hex: String = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
        let base64 = BASE64.encode(&bytes);
        let expected = SecretKey::parse(&hex).expect("hex").0;
        for text in
            [hex.to_lowercase(), base64.clone(), URL_SAFE_NO_PAD.encode(&bytes), format!(" {base64}\n")]
        {
            assert_eq!(SecretKey::parse(&text).expect("a key").0, expected, "{text}");
        }
        for text in [
            "",
            "senha",
            &hex[..62],
            &BASE64.encode(&bytes[..31]),
            "não é base64 de coisa nenhuma mesmo",
            &"0".repeat(64),
            &"A".repeat(43),
        ] {
            assert!(SecretKey::parse(text).is_none(), "{text}");
        }
    }

    #[test]
    fn sealed_text_opens_only_with_the_same_key_and_purpose() {
        let sealed = key('a').seal("mail", b"segredo");
        assert_eq!(key('a').open("mail", &sealed).as_deref(), Some(&b"segredo"[..]));
        assert_ne!(key('a').seal("mail", b"segredo"), sealed, "each seal has its own nonce");
        assert!(key('b').open("mail", &sealed).is_none());
        assert!(key('a').open("links", &sealed).is_none());
        let flipped = if sealed.ends_with('A') { 'Q' } else { 'A' };
        let changed = format!("{}{flipped}", &sealed[..sealed.len() - 1]);
        for text in ["", "AAAA", &changed] {
            assert!(key('a').open("mail", text).is_none(), "{text}");
        }
    }

    #[test]
    fn mac_depends_on_key_purpose_and_bytes() {
        let mac = key('a').mac("audit", b"x");
        assert_eq!(mac, key('a').mac("audit", b"x"));
        for other in [key('b').mac("audit", b"x"), key('a').mac("mail", b"x"), key('a').mac("audit", b"y")] {
            assert_ne!(mac, other);
        }
    }

    #[test]
    fn key_file_is_created_once_and_readable_only_by_its_owner() {
        let folder =
            std::env::temp_dir().join(format!("vitrine-key-{}", URL_SAFE_NO_PAD.encode(random_bytes::<9>())));
        let read = || SecretKey::read_from(&folder);
        assert!(read().expect("no file").is_none());
        let first = SecretKey::create_in(&folder).expect("created");
        assert_eq!(read().expect("read").expect("there").0, first.0);
        assert_eq!(SecretKey::create_in(&folder).expect("not created again").0, first.0);
        let mode = fs::metadata(folder.join(FILE)).expect("there").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        assert_eq!(fs::read_dir(&folder).expect("folder").count(), 1, "no temporary file is left");
        fs::write(folder.join(FILE), "curta").expect("written");
        read().expect_err("too short");
        fs::remove_dir_all(&folder).expect("removed");
    }
}
