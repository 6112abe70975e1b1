//! Second factors for tests: authenticator apps, and a device with a passkey. Tests change fields of the device to get
//! invalid responses.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, Utc};
use p256::ecdsa::{Signature, SigningKey, signature::Signer};
use reqwest::StatusCode;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use totp_rs::{Builder, Secret, Totp};

use crate::harness::{Client, Request};

const USER_PRESENT: u8 = 0x01;
const USER_VERIFIED: u8 = 0x04;
const HAS_KEY: u8 = 0x40;

/// Returns an authenticator app with a TOTP key. `key` is base32 with spaces, as the enrollment shows it.
pub fn totp_app(key: &str) -> Totp {
    let secret = Secret::try_from_base32(key.replace(' ', "")).unwrap();
    Builder::new().with_secret(secret).build().unwrap()
}

/// Returns the code of an authenticator app at a time.
pub fn totp_code(app: &Totp, time: DateTime<Utc>) -> String {
    app.generate(time.timestamp().try_into().unwrap()).to_string()
}

/// Registers a passkey of the signed-in user, named "Celular", and returns its device.
pub async fn register_passkey(owner: &Client) -> Authenticator {
    let mut device = Authenticator::new();
    let challenge = owner.post("/api/auth/passkeys/challenge", &json!({})).await.json();
    let credential = device.create(&challenge["options"]);
    let body = json!({"challenge": challenge["challenge"], "name": "Celular", "credential": credential});
    owner.post("/api/auth/passkeys", &body).await.expect(StatusCode::CREATED);
    device
}

/// A device with one passkey.
pub struct Authenticator {
    /// Origin of the page, as reported by the browser.
    pub origin: String,
    /// Relying party ID of the passkey.
    pub site: String,
    /// Whether the device verifies the user by finger, face or PIN.
    pub verifies: bool,
    /// Signature counter. Zero if the device has none.
    pub counter: u32,
    /// User handle. Empty before the passkey is created.
    pub handle: Vec<u8>,
    pub key: SigningKey,
    pub credential_id: [u8; 16],
}

impl Authenticator {
    pub fn new() -> Self {
        Self {
            origin: "http://localhost:5173".to_owned(),
            site: "localhost".to_owned(),
            verifies: true,
            counter: 0,
            handle: Vec::new(),
            key: SigningKey::from_slice(&vitrine::platform::id::random_bytes::<32>()).unwrap(),
            credential_id: vitrine::platform::id::random_bytes(),
        }
    }

    /// Returns what `navigator.credentials.create` resolves to, as JSON.
    pub fn create(&mut self, options: &Value) -> Value {
        assert_eq!(options["authenticatorSelection"]["residentKey"], "required");
        assert_eq!(options["authenticatorSelection"]["userVerification"], "required");
        assert_eq!(options["rp"]["id"], "localhost");
        self.handle = decode(&options["user"]["id"]);
        let mut data = self.data(HAS_KEY);
        data.extend([0; 16]);
        data.extend(u16::try_from(self.credential_id.len()).unwrap().to_be_bytes());
        data.extend(self.credential_id);
        data.extend(self.public_key());
        // {"fmt": "none", "attStmt": {}, "authData": data} in CBOR
        let mut object = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58".to_vec();
        object.push(u8::try_from(data.len()).unwrap());
        object.extend(data);
        self.credential(&json!({
            "attestationObject": encode(&object),
            "clientDataJSON": encode(&self.client_data("webauthn.create", options)),
            "transports": ["internal"],
        }))
    }

    /// Returns what `navigator.credentials.get` resolves to, as JSON.
    pub fn get(&mut self, options: &Value) -> Value {
        assert_eq!(options["userVerification"], "required");
        let client_data = self.client_data("webauthn.get", options);
        let data = self.data(0);
        let signed = [data.as_slice(), &Sha256::digest(&client_data)].concat();
        let signature: Signature = self.key.sign(&signed);
        self.credential(&json!({
            "authenticatorData": encode(&data),
            "clientDataJSON": encode(&client_data),
            "signature": encode(signature.to_der().as_bytes()),
            "userHandle": encode(&self.handle),
        }))
    }

    /// Sends a request for a challenge. Returns the JSON body with the challenge and the signed credential.
    pub async fn sign(&mut self, challenge: Request) -> Value {
        let challenge = challenge.await.json();
        json!({"challenge": challenge["challenge"], "credential": self.get(&challenge["options"])})
    }

    fn credential(&self, response: &Value) -> Value {
        let id = encode(&self.credential_id);
        json!({"id": id, "rawId": id, "type": "public-key", "response": response, "clientExtensionResults": {}})
    }

    fn client_data(&self, kind: &str, options: &Value) -> Vec<u8> {
        let data = json!({
            "type": kind, "challenge": options["challenge"], "origin": self.origin, "crossOrigin": false,
        });
        serde_json::to_vec(&data).unwrap()
    }

    /// Returns the authenticator data. Adds the flags for user presence and verification to `flags`.
    fn data(&self, flags: u8) -> Vec<u8> {
        let verified = if self.verifies { USER_VERIFIED } else { 0 };
        let mut data = Sha256::digest(self.site.as_bytes()).to_vec();
        data.push(USER_PRESENT | verified | flags);
        data.extend(self.counter.to_be_bytes());
        data
    }

    /// Returns the P-256 public key in COSE encoding.
    fn public_key(&self) -> Vec<u8> {
        let point = self.key.verifying_key().to_sec1_point(false);
        let coordinates = &point.as_bytes()[1..];
        let mut key = b"\xa5\x01\x02\x03\x26\x20\x01\x21\x58\x20".to_vec();
        key.extend(&coordinates[..32]);
        key.extend(b"\x22\x58\x20");
        key.extend(&coordinates[32..]);
        key
    }
}

pub fn encode(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

fn decode(text: &Value) -> Vec<u8> {
    URL_SAFE_NO_PAD.decode(text.as_str().unwrap()).unwrap()
}
