//! The certificate of an erasure: what was erased, where, when, and until when backups may contain it. The only personal data in
//! it is a salted hash of the email, with which the holder can prove that the certificate is about them. It is signed with a key
//! of the installation and isn't stored.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::platform::{
    clock::Timestamp,
    crypto::{secret_key::SecretKey, signature},
    id,
    parse::has_storable_year,
};

const KIND: &str = "vitrine.erasure";
const VERSION: u32 = 1;
/// Purpose of the signing key, which is derived from the secret key.
const PURPOSE: &str = "erasure certificate";
const SALT_BYTES: usize = 16;
/// A mark that some editors write at the start of a file.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// A signed statement about the erasure of a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// Always `vitrine.erasure`.
    pub kind: String,
    /// Version of this format.
    pub version: u32,
    /// Id of the certificate. The audit event of the erasure contains it.
    pub id: Uuid,
    /// The company's name at the time of the erasure.
    pub issuer: String,
    /// The origin of the company's site, where the certificate can be verified.
    pub site: String,
    pub erased_at: DateTime<Utc>,
    /// Hash of the address whose records were erased. Null if the address of the deleted account was unverified: its records were
    /// not erased.
    #[schema(required)]
    pub email: Option<EmailHash>,
    /// Number of erased records by kind. Kinds without erased records are left out.
    pub erased: Vec<CertifiedCount>,
    /// Number of records by kind that name the person and were not erased. Kinds without such records are left out.
    pub remaining: Vec<CertifiedCount>,
    /// Where the data was and what became of it there, as sentences in Portuguese. Missing in certificates of earlier releases.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub locations: Vec<String>,
    /// Time until which backups may contain the erased data; null if the company has no backups.
    pub backups_until: Option<DateTime<Utc>>,
    /// The Ed25519 public key that verifies the signature, in base64url.
    pub public_key: String,
    /// The Ed25519 signature, in base64url. It signs this object as JSON without spaces, with an empty `signature`. The order
    /// of the fields is: `kind`, `version`, `id`, `issuer`, `site`, `erased_at`, `email` (`salt`, `sha256`), `erased` (`kind`,
    /// `label`, `count`), `remaining` (likewise), `locations` (left out if it is missing), `backups_until`, `public_key`,
    /// `signature`.
    pub signature: String,
}

/// A salted hash of the person's email. With the email, anyone can verify that the certificate is about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EmailHash {
    /// Random text in hexadecimal digits.
    pub salt: String,
    /// SHA-256 of the text `salt` followed by the email in lowercase, in hexadecimal digits.
    pub sha256: String,
}

/// The number of records of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CertifiedCount {
    /// The kind of records, such as `contacts`.
    pub kind: String,
    /// The kind in Portuguese.
    pub label: String,
    pub count: u64,
}

/// The content of a certificate to sign.
pub struct NewCertificate<'a> {
    pub issuer: String,
    pub site: String,
    /// The address whose records were erased, if any.
    pub email: Option<&'a str>,
    pub erased_at: Timestamp,
    pub erased: Vec<CertifiedCount>,
    pub remaining: Vec<CertifiedCount>,
    pub locations: Vec<String>,
    pub backups_until: Option<Timestamp>,
}

/// The result of checking a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    Valid(Box<Certificate>),
    /// Signed by another installation, or by this one with a former secret key.
    OtherKey(Box<Certificate>),
    /// The signature doesn't match the content, so the certificate was changed.
    Changed,
    /// The text isn't a certificate.
    Unreadable,
}

impl Certificate {
    /// Signs a new certificate.
    #[must_use]
    pub fn sign(key: &SecretKey, new: NewCertificate<'_>) -> Self {
        let signer = key.signer(PURPOSE);
        let mut certificate = Self {
            kind: KIND.to_owned(),
            version: VERSION,
            id: id::new_id(new.erased_at),
            issuer: new.issuer,
            site: new.site,
            erased_at: new.erased_at,
            email: new.email.map(EmailHash::new),
            erased: new.erased,
            remaining: new.remaining,
            locations: new.locations,
            backups_until: new.backups_until,
            public_key: signer.public_key(),
            signature: String::new(),
        };
        certificate.signature = signer.sign(&certificate.signed_bytes());
        certificate
    }

    /// Parses a certificate and checks its signature. A certificate with a year that the database can't store is unreadable.
    #[must_use]
    pub fn check(key: &SecretKey, text: &str) -> Checked {
        let text = text.trim_matches(|c: char| c.is_whitespace() || c == BYTE_ORDER_MARK);
        let Ok(certificate) = serde_json::from_str::<Self>(text) else { return Checked::Unreadable };
        let mut times = [Some(certificate.erased_at), certificate.backups_until].into_iter().flatten();
        let is_of_this_format = certificate.kind == KIND
            && certificate.version == VERSION
            && times.all(|time| has_storable_year(&time));
        if !is_of_this_format {
            return Checked::Unreadable;
        }
        let bytes = certificate.signed_bytes();
        if !signature::is_valid(&certificate.public_key, &bytes, &certificate.signature) {
            return Checked::Changed;
        }
        let is_own = certificate.public_key == public_key(key);
        if is_own { Checked::Valid(Box::new(certificate)) } else { Checked::OtherKey(Box::new(certificate)) }
    }

    /// Returns the content that the signature covers.
    fn signed_bytes(&self) -> Vec<u8> {
        let unsigned = Self { signature: String::new(), ..self.clone() };
        serde_json::to_vec(&unsigned).expect("all fields are texts, numbers, times and ids")
    }
}

impl EmailHash {
    fn new(email: &str) -> Self {
        let salt = id::hex(&id::random_bytes::<SALT_BYTES>());
        Self { sha256: sha256(&salt, email), salt }
    }

    /// Returns whether this is the hash of the email, regardless of case.
    #[must_use]
    pub fn matches(&self, email: &str) -> bool {
        self.sha256 == sha256(&self.salt, email)
    }
}

fn sha256(salt: &str, email: &str) -> String {
    id::hex(&Sha256::digest(format!("{salt}{}", email.trim().to_lowercase())))
}

/// Returns the key that verifies the certificates of this installation, in base64url.
#[must_use]
pub fn public_key(key: &SecretKey) -> String {
    key.signer(PURPOSE).public_key()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(fill: char) -> SecretKey {
        SecretKey::parse(&fill.to_string().repeat(64)).expect("64 hex digits")
    }

    fn new() -> NewCertificate<'static> {
        let erased_at = "2026-11-25T15:00:00.123456Z".parse().expect("a time");
        let contacts = CertifiedCount { kind: "contacts".into(), label: "Contatos".into(), count: 2 };
        NewCertificate {
            issuer: "Exemplo TI".into(),
            site: "https://exemplo.com.br".into(),
            email: Some("ana@exemplo.com.br"),
            erased_at,
            erased: vec![contacts],
            remaining: Vec::new(),
            locations: vec!["Banco de dados: apagado.".into()],
            backups_until: None,
        }
    }

    fn certificate() -> Certificate {
        Certificate::sign(&key('a'), new())
    }

    #[test]
    fn certificate_is_valid_with_whitespace_or_a_byte_order_mark() {
        let certificate = certificate();
        for text in [
            serde_json::to_string(&certificate).expect("JSON"),
            format!("\n{}\n", serde_json::to_string_pretty(&certificate).expect("JSON")),
            format!("\u{feff}{}\r\n", serde_json::to_string(&certificate).expect("JSON")),
        ] {
            assert_eq!(Certificate::check(&key('a'), &text), Checked::Valid(Box::new(certificate.clone())));
        }
    }

    /// A certificate of a release whose certificates had no locations.
    const EARLIER: &str = r#"{"kind":"vitrine.erasure","version":1,"id":"01a21878-d68a-799d-bc09-6a5b02e08894","issuer":"Vitrine TI",
        "site":"http://127.0.0.1:8080","erased_at":"2026-11-26T15:28:22.154330Z",
        "email":{"salt":"dfcd3b52e8c158529555c6a2b528d299",
        "sha256":"90b69bbfb8705c96b0d6daa678e070f7ff8cf3ace576c13eadeae3f3bfbb7522"},"erased":[{"kind":"contacts",
        "label":"Contatos enviados","count":1},{"kind":"messages","label":"E-mails","count":2}],"remaining":[],
        "backups_until":"2026-12-26T15:28:22.154330Z","public_key":"h-Hp1yEXO66jtQesViJi8jNfeeCEo21fTfRz1wAph2w",
        "signature":"vHYr50in6pYxhYhGog75Kp_3pba3r4T_0-n0_fxTKPsqxxU9eX6x_6tw18Og3DThiFyh8dnox_weD5anwQ9DDg"}"#;

    #[test]
    fn certificate_of_an_earlier_release_is_valid() {
        let Checked::Valid(certificate) = Certificate::check(&key('a'), EARLIER) else { panic!("valid") };
        assert_eq!(certificate.locations, [""; 0]);
        let extended = EARLIER
            .replace("\"backups_until\"", "\"locations\":[\"Banco de dados: apagado.\"],\"backups_until\"");
        assert_eq!(Certificate::check(&key('a'), &extended), Checked::Changed);
    }

    #[test]
    fn certificate_contains_the_email_only_as_a_hash() {
        let certificate = certificate();
        let text = serde_json::to_string(&certificate).expect("JSON");
        assert!(!text.contains("ana@"), "{text}");
        let email = certificate.email.expect("a hash");
        assert!(email.matches(" Ana@Exemplo.com.br"));
        assert!(!email.matches("bia@exemplo.com.br"));
    }

    #[test]
    fn certificate_with_any_changed_field_is_refused() {
        let original = serde_json::to_value(certificate()).expect("JSON");
        let check = |changed: &serde_json::Value| Certificate::check(&key('a'), &changed.to_string());
        for (pointer, value) in [
            ("/id", "01941f29-7c00-7000-8000-000000000000".into()),
            ("/issuer", "Outra TI".into()),
            ("/site", "https://outra.example".into()),
            ("/erased_at", "2026-11-26T15:00:00Z".into()),
            ("/erased/0/count", 3.into()),
            ("/erased/0/label", "Nada".into()),
            ("/email/salt", "00".into()),
            ("/locations/0", "Banco de dados: intacto.".into()),
            ("/locations", serde_json::json!([])),
            ("/backups_until", "2026-12-01T00:00:00Z".into()),
            ("/public_key", public_key(&key('b')).into()),
            ("/signature", "AAAA".into()),
        ] {
            let mut changed = original.clone();
            *changed.pointer_mut(pointer).expect(pointer) = value;
            assert_eq!(check(&changed), Checked::Changed, "{pointer}");
        }
    }

    #[test]
    fn other_text_and_certificate_with_an_unknown_field_are_unreadable() {
        let mut extended = serde_json::to_value(certificate()).expect("JSON");
        extended["note"] = "mais".into();
        for text in [extended.to_string(), "nada".to_owned()] {
            assert_eq!(Certificate::check(&key('a'), &text), Checked::Unreadable, "{text}");
        }
    }

    #[test]
    fn certificate_with_a_year_out_of_range_is_unreadable() {
        let signed = |erased_at, backups_until| {
            let new = NewCertificate { erased_at, backups_until, ..new() };
            serde_json::to_string(&Certificate::sign(&key('b'), new)).expect("JSON")
        };
        let time = new().erased_at;
        assert!(matches!(Certificate::check(&key('a'), &signed(time, Some(time))), Checked::OtherKey(_)));
        for text in [
            signed(Timestamp::MIN_UTC, None),
            signed(time, Some(Timestamp::MAX_UTC)),
            signed(time, "+10000-01-01T00:00:00Z".parse().ok()),
        ] {
            assert_eq!(Certificate::check(&key('a'), &text), Checked::Unreadable, "{text}");
        }
    }

    #[test]
    fn certificate_of_another_installation_is_recognized() {
        let certificate = certificate();
        let text = serde_json::to_string(&certificate).expect("JSON");
        assert_eq!(Certificate::check(&key('b'), &text), Checked::OtherKey(Box::new(certificate)));
    }
}
