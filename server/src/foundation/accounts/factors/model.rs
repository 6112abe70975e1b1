//! What is said about second factors.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::passkeys::model::{Passkey, PasskeyProof};

/// What may be asked for after the password. A recovery code always may be given instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Factor {
    App,
    Passkey,
}

impl Factor {
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::App => "app",
            Self::Passkey => "passkey",
        }
    }
}

/// An account's second factors as their owner sees them.
#[derive(Debug, Serialize, ToSchema)]
pub struct SecondFactor {
    /// Since when codes of an authenticator app are asked for.
    #[schema(required)]
    pub totp_since: Option<DateTime<Utc>>,
    /// The oldest first.
    pub passkeys: Vec<Passkey>,
    pub recovery_codes_left: u64,
    /// Staff have to have one, by the company's settings.
    pub required: bool,
}

/// What an authenticator app takes over. Good for nothing until a code confirms it.
#[derive(Debug, Serialize, ToSchema)]
pub struct TotpOffer {
    /// `otpauth://totp/…`, which a phone hands to its app.
    pub url: String,
    /// The secret in base 32, to be typed.
    pub key: String,
    /// The side of the square that `qr_path` is drawn on, quiet zone included.
    pub qr_size: i32,
    /// The address as a QR code: an SVG path.
    pub qr_path: String,
}

#[derive(Deserialize, ToSchema)]
pub struct Code {
    /// Six digits of the authenticator app.
    pub code: String,
}

/// Shown this once.
#[derive(Debug, Serialize, ToSchema)]
pub struct RecoveryCodes {
    pub codes: Vec<String>,
}

/// The second step of a sign-in.
#[derive(Deserialize, ToSchema)]
pub struct SecondStep {
    /// From the answer `second_factor_required` of the first.
    pub challenge: String,
    /// Six digits of the authenticator app, or a recovery code.
    pub code: String,
}

/// Any of them will do.
#[derive(Deserialize, ToSchema)]
pub struct StepUp {
    pub password: Option<String>,
    /// Six digits of the authenticator app, or a recovery code.
    pub code: Option<String>,
    pub passkey: Option<PasskeyProof>,
}
