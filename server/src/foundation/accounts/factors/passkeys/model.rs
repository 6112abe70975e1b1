//! API types of passkeys.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use webauthn_rs::prelude::{PublicKeyCredential, RegisterPublicKeyCredential};

use super::store::Model;
use crate::platform::{error::Result, parse::Fields};

/// Maximum number of characters of a passkey's name.
pub const MAX_NAME: usize = 60;
/// Maximum number of passkeys of a user.
pub const MAX_PASSKEYS: u64 = 20;

/// A passkey, as shown to its owner.
#[derive(Debug, Serialize, ToSchema)]
pub struct Passkey {
    pub id: Uuid,
    pub name: String,
    pub created_at: DateTime<Utc>,
    /// Time of the last sign-in or step-up with this passkey; null if there was none.
    #[schema(required)]
    pub last_used_at: Option<DateTime<Utc>>,
}

impl From<Model> for Passkey {
    fn from(row: Model) -> Self {
        let Model { id, name, created_at, last_used_at, .. } = row;
        Self { id, name, created_at, last_used_at }
    }
}

/// A challenge for an authenticator, valid for one response within five minutes.
#[derive(Debug, Serialize, ToSchema)]
pub struct PasskeyChallenge {
    /// The token of the challenge, to send with the response.
    pub challenge: String,
    /// The option `publicKey` of `navigator.credentials.create` or `navigator.credentials.get`, as JSON. Binary values are in
    /// base64url.
    #[schema(value_type = Object)]
    pub options: serde_json::Value,
}

/// A passkey to store.
#[derive(Deserialize, ToSchema)]
pub struct NewPasskey {
    /// The `challenge` of `PasskeyChallenge`.
    pub challenge: String,
    /// A name by which the owner recognizes the passkey, such as `Celular`. At most 60 characters.
    pub name: String,
    /// The result of `navigator.credentials.create`, as JSON.
    #[schema(value_type = Object)]
    pub credential: RegisterPublicKeyCredential,
}

/// A new passkey.
#[derive(Debug, Serialize, ToSchema)]
pub struct RegisteredPasskey {
    pub passkey: Passkey,
    /// New recovery codes, which are returned only once; empty if the user already had a second factor.
    pub codes: Vec<String>,
}

/// A new name of a passkey.
#[derive(Deserialize, ToSchema)]
pub struct PasskeyName {
    /// The name, of at most 60 characters.
    pub name: String,
}

/// A request for a challenge to sign in with a passkey.
#[derive(Deserialize, ToSchema)]
pub struct PasskeySignIn {
    /// The `challenge` of the error `second_factor_required`, if the user entered the password first. Then only passkeys of
    /// that user are accepted.
    pub challenge: Option<String>,
}

/// The response of an authenticator.
#[derive(Deserialize, ToSchema)]
pub struct PasskeyProof {
    /// The `challenge` of `PasskeyChallenge`.
    pub challenge: String,
    /// The result of `navigator.credentials.get`, as JSON.
    #[schema(value_type = Object)]
    pub credential: PublicKeyCredential,
}

/// Parses the name of a passkey.
pub fn parse_name(name: &str) -> Result<String> {
    let mut fields = Fields::default();
    let name = fields.required_line("name", name, MAX_NAME);
    fields.finish(name)
}
