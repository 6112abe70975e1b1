//! API types of second factors.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::passkeys::model::{Passkey, PasskeyProof};

/// A second factor of an account. A recovery code is always accepted instead.
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

/// The second factors of an account as its owner sees them.
#[derive(Debug, Serialize, ToSchema)]
pub struct SecondFactor {
    /// When the authenticator app was activated; null if it is not active.
    #[schema(required)]
    pub totp_since: Option<DateTime<Utc>>,
    /// Oldest first.
    pub passkeys: Vec<Passkey>,
    pub recovery_codes_left: u64,
    /// Whether the security settings require a second factor for this account.
    pub required: bool,
}

/// The secret for an authenticator app. It has no effect until a code confirms it.
#[derive(Debug, Serialize, ToSchema)]
pub struct TotpOffer {
    /// The link that opens an authenticator app: `otpauth://totp/…`.
    pub url: String,
    /// The secret in base 32, for manual entry.
    pub key: String,
    /// The side of the square that `qr_path` is drawn on, including the quiet zone.
    pub qr_size: i32,
    /// The link as a QR code: an SVG path.
    pub qr_path: String,
}

#[derive(Deserialize, ToSchema)]
pub struct Code {
    /// Six digits from the authenticator app.
    pub code: String,
}

/// Returned only once.
#[derive(Debug, Serialize, ToSchema)]
pub struct RecoveryCodes {
    pub codes: Vec<String>,
}

/// The second step of a sign-in.
#[derive(Deserialize, ToSchema)]
pub struct SecondStep {
    /// The `challenge` of the response `second_factor_required`.
    pub challenge: String,
    /// Six digits from the authenticator app, or a recovery code.
    pub code: String,
}

/// One of these is required.
#[derive(Deserialize, ToSchema)]
pub struct StepUp {
    pub password: Option<String>,
    /// Six digits from the authenticator app, or a recovery code.
    pub code: Option<String>,
    pub passkey: Option<PasskeyProof>,
}
