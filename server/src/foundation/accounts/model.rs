//! API types of sign-in, registration, profile and recovery.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::passwords::{self, Strength, assess};
use crate::{
    app::App,
    foundation::identity::model::NewUser,
    platform::{error::Result, parse::Fields},
};

/// Maximum number of characters of a name.
pub const MAX_NAME: usize = 120;

/// The credentials of a sign-in with a password.
#[derive(Deserialize, ToSchema)]
pub struct Credentials {
    pub email: String,
    pub password: String,
}

/// The registration of a visitor, who gets the role `user`.
#[derive(Deserialize, ToSchema)]
pub struct Registration {
    pub email: String,
    /// At least 6 characters. The server may be configured to require more.
    pub password: String,
    pub full_name: String,
}

impl NewUser {
    /// Parses a registration, or the fields of the first administrator. `password` is the strength of the password, and
    /// `min_password` the minimum number of characters.
    pub fn parse(input: &Registration, password: &Strength, min_password: usize) -> Result<Self> {
        let mut fields = Fields::default();
        let full_name = fields.required_line("full_name", &input.full_name, MAX_NAME);
        let email = fields.required_email("email", &input.email).to_lowercase();
        passwords::check(&mut fields, "password", password, min_password);
        // Registrations of visitors set it to true.
        let self_registered = false;
        fields.finish(Self { email, full_name, password: input.password.clone(), self_registered })
    }
}

impl Registration {
    /// Assesses the password, which must not repeat the name or the email.
    pub async fn assess(&self, app: &App) -> Result<Strength> {
        assess(&app.passwords, &self.password, &[&self.full_name, &self.email]).await
    }
}

/// The profile of the caller.
#[derive(Serialize, ToSchema)]
pub struct Profile {
    pub full_name: String,
    pub email: String,
    pub email_verified: bool,
    /// A new email that the caller has not confirmed yet; null if there is none.
    #[schema(required)]
    pub pending_email: Option<String>,
    pub created_at: DateTime<Utc>,
}

/// A change of the caller's profile.
#[derive(Deserialize, ToSchema)]
pub struct ProfileChange {
    pub full_name: String,
    /// The current or a new email. A new one takes effect when the caller opens the link that is mailed to it.
    pub email: String,
    /// The current password, required only for a new email.
    #[serde(default)]
    pub current_password: String,
}

/// A validated change of name or email.
pub struct NewProfile {
    pub full_name: String,
    pub email: String,
}

impl NewProfile {
    /// Parses a change of the profile.
    pub fn parse(input: &ProfileChange) -> Result<Self> {
        let mut fields = Fields::default();
        let full_name = fields.required_line("full_name", &input.full_name, MAX_NAME);
        let email = fields.required_email("email", &input.email).to_lowercase();
        fields.finish(Self { full_name, email })
    }
}

/// A change of the caller's password.
#[derive(Deserialize, ToSchema)]
pub struct PasswordChange {
    pub current_password: String,
    /// At least 6 characters, for staff at least 12. The server may be configured to require more.
    pub new_password: String,
}

/// A request for a password reset link.
#[derive(Deserialize, ToSchema)]
pub struct PasswordResetRequest {
    pub email: String,
}

/// A new password, with the token of a password reset link or an invitation.
#[derive(Deserialize, ToSchema)]
pub struct PasswordReset {
    /// The token in the fragment of the link.
    pub token: String,
    /// At least 6 characters, for staff at least 12. The server may be configured to require more.
    pub password: String,
}

/// The token of a link that verifies an email.
#[derive(Deserialize, ToSchema)]
pub struct EmailConfirmation {
    /// The token in the fragment of the link.
    pub token: String,
}
