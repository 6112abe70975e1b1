//! API types of second factors.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::passkeys::model::{Passkey, PasskeyProof};

/// A kind of second factor. A recovery code is accepted instead of any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Factor {
    AuthenticatorApp,
    Passkey,
}

impl Factor {
    /// Returns the name in the API.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::AuthenticatorApp => "app",
            Self::Passkey => "passkey",
        }
    }
}

/// The second factors of a user, as shown to that user.
#[derive(Debug, Serialize, ToSchema)]
pub struct SecondFactor {
    /// When the authenticator app was activated; null if it is not active.
    #[schema(required)]
    pub totp_since: Option<DateTime<Utc>>,
    /// The passkeys, oldest first.
    pub passkeys: Vec<Passkey>,
    /// Number of unused recovery codes.
    pub recovery_codes_left: u64,
    /// Whether the security settings require a second factor of this user.
    pub required: bool,
}

/// The secret for an authenticator app. It has no effect until a code of the app confirms it.
#[derive(Debug, Serialize, ToSchema)]
pub struct TotpOffer {
    /// The link that opens an authenticator app: `otpauth://totp/…`.
    pub url: String,
    /// The secret in base 32 for manual entry, in groups of four characters.
    pub key: String,
    /// Width and height of the QR code with its quiet zone, in the units of `qr_path`.
    pub qr_size: i32,
    /// The link as a QR code, as the value of the `d` attribute of an SVG path.
    pub qr_path: String,
}

/// A code that confirms an authenticator app.
#[derive(Deserialize, ToSchema)]
pub struct Code {
    /// Six digits from the authenticator app.
    pub code: String,
}

/// New recovery codes, which are returned only once.
#[derive(Debug, Serialize, ToSchema)]
pub struct RecoveryCodes {
    /// Ten codes, such as `x7k2m-9qc4t`; empty if the existing codes remain valid.
    pub codes: Vec<String>,
}

/// The second step of a sign-in.
#[derive(Deserialize, ToSchema)]
pub struct SecondStep {
    /// The `challenge` of the error `second_factor_required`.
    pub challenge: String,
    /// Six digits from the authenticator app, or a recovery code.
    pub code: String,
}

/// A proof of the caller's identity. One field is required. If there are several, only the first one in the order `password`,
/// `code`, `passkey` is checked.
#[derive(Deserialize, ToSchema)]
pub struct StepUp {
    pub password: Option<String>,
    /// Six digits from the authenticator app, or a recovery code.
    pub code: Option<String>,
    pub passkey: Option<PasskeyProof>,
}
