//! What is said about passkeys.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use webauthn_rs::prelude::{PublicKeyCredential, RegisterPublicKeyCredential};

use crate::{
    foundation::accounts::store::passkeys,
    platform::{error::Result, parse::Fields},
};

pub const MAX_NAME: usize = 60;
/// Enough for every device somebody has.
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

impl From<passkeys::Model> for Passkey {
    fn from(row: passkeys::Model) -> Self {
        let passkeys::Model { id, name, created_at, last_used_at, .. } = row;
        Self { id, name, created_at, last_used_at }
    }
}

/// A question to an authenticator, good for one answer within five minutes.
#[derive(Debug, Serialize, ToSchema)]
pub struct PasskeyChallenge {
    /// To come back with the answer.
    pub challenge: String,
    /// `publicKey` of `navigator.credentials.create` or `get`, as JSON: its bytes are in base64url.
    #[schema(value_type = Object)]
    pub options: serde_json::Value,
}

#[derive(Deserialize, ToSchema)]
pub struct NewPasskey {
    pub challenge: String,
    /// What its owner calls it, such as 'Celular'.
    pub name: String,
    /// What `navigator.credentials.create` made, as JSON.
    #[schema(value_type = Object)]
    pub credential: RegisterPublicKeyCredential,
}

/// A new passkey and, with an account's first second factor, its recovery codes. They are shown this once.
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
    /// From the answer `second_factor_required`, when the password was given first. Only that account's passkeys
    /// will do then.
    pub challenge: Option<String>,
}

/// An authenticator's answer.
#[derive(Deserialize, ToSchema)]
pub struct PasskeyProof {
    pub challenge: String,
    /// What `navigator.credentials.get` found, as JSON.
    #[schema(value_type = Object)]
    pub credential: PublicKeyCredential,
}

pub fn parse_name(name: &str) -> Result<String> {
    let mut fields = Fields::default();
    let name = fields.required_line("name", name, MAX_NAME);
    fields.finish(name)
}
