//! API types of passkeys.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use webauthn_rs::prelude::{PublicKeyCredential, RegisterPublicKeyCredential};

use super::store::Model;
use crate::platform::{error::Result, parse::Fields};

/// Maximum length of a passkey's name.
pub const MAX_NAME: usize = 60;
/// Maximum number of passkeys of an account.
pub const MAX_PASSKEYS: u64 = 20;

/// A passkey as its owner sees it.
#[derive(Debug, Serialize, ToSchema)]
pub struct Passkey {
    pub id: Uuid,
    pub name: String,
    pub created_at: DateTime<Utc>,
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
    /// The id of the challenge, to send with the response.
    pub challenge: String,
    /// `publicKey` of `navigator.credentials.create` or `get`, as JSON: its bytes are in base64url.
    #[schema(value_type = Object)]
    pub options: serde_json::Value,
}

#[derive(Deserialize, ToSchema)]
pub struct NewPasskey {
    pub challenge: String,
    /// The name that the owner gives it, such as `Celular`.
    pub name: String,
    /// The result of `navigator.credentials.create`, as JSON.
    #[schema(value_type = Object)]
    pub credential: RegisterPublicKeyCredential,
}

/// A new passkey. If it is the first second factor of the account, the recovery codes are included, which are returned
/// only once.
#[derive(Debug, Serialize, ToSchema)]
pub struct RegisteredPasskey {
    pub passkey: Passkey,
    pub codes: Vec<String>,
}

#[derive(Deserialize, ToSchema)]
pub struct PasskeyName {
    pub name: String,
}

#[derive(Deserialize, ToSchema)]
pub struct PasskeySignIn {
    /// The `challenge` of the response `second_factor_required`, if the password was entered first. Only passkeys of
    /// that account are accepted then.
    pub challenge: Option<String>,
}

/// The response of an authenticator.
#[derive(Deserialize, ToSchema)]
pub struct PasskeyProof {
    pub challenge: String,
    /// The result of `navigator.credentials.get`, as JSON.
    #[schema(value_type = Object)]
    pub credential: PublicKeyCredential,
}

pub fn parse_name(name: &str) -> Result<String> {
    let mut fields = Fields::default();
    let name = fields.required_line("name", name, MAX_NAME);
    fields.finish(name)
}
