//! API types of registration, profile and recovery.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::passwords::{self, Strength, assess};
use crate::{
    app::App,
    foundation::identity::model::NewUser,
    platform::{error::Result, parse::Fields},
};

pub const MAX_NAME: usize = 120;

#[derive(Deserialize, ToSchema)]
pub struct Credentials {
    pub email: String,
    pub password: String,
}

/// The registration of a visitor. The role cannot be chosen.
#[derive(Deserialize, ToSchema)]
pub struct Registration {
    pub email: String,
    /// At least 6 characters.
    pub password: String,
    pub full_name: String,
}

impl NewUser {
    pub fn parse(input: &Registration, password: &Strength, password_min: usize) -> Result<Self> {
        let mut fields = Fields::default();
        let full_name = fields.required_line("full_name", &input.full_name, MAX_NAME);
        let email = fields.required_email("email", &input.email).to_lowercase();
        passwords::check(&mut fields, "password", password, password_min);
        let self_registered = false;
        fields.finish(Self { email, full_name, password: input.password.clone(), self_registered })
    }
}

impl Registration {
    /// Judges the password against the name and email of the account.
    pub async fn assess(&self, app: &App) -> Result<Strength> {
        assess(&app.passwords, &self.password, &[&self.full_name, &self.email]).await
    }
}

/// The profile of an account.
#[derive(Serialize, ToSchema)]
pub struct Profile {
    pub full_name: String,
    pub email: String,
    pub email_verified: bool,
    /// The new address that waits for confirmation; null if there is none.
    #[schema(required)]
    pub pending_email: Option<String>,
    pub created_at: DateTime<Utc>,
}

#[derive(Deserialize, ToSchema)]
pub struct ProfileChange {
    pub full_name: String,
    /// A new address takes effect when the link that is sent to it is used.
    pub email: String,
    /// Required only for a new email address.
    #[serde(default)]
    pub current_password: String,
}

/// A validated change of name or email.
pub struct NewProfile {
    pub full_name: String,
    pub email: String,
}

impl NewProfile {
    pub fn parse(input: &ProfileChange) -> Result<Self> {
        let mut fields = Fields::default();
        let full_name = fields.required_line("full_name", &input.full_name, MAX_NAME);
        let email = fields.required_email("email", &input.email).to_lowercase();
        fields.finish(Self { full_name, email })
    }
}

#[derive(Deserialize, ToSchema)]
pub struct PasswordChange {
    pub current_password: String,
    /// At least 6 characters; for staff, at least 12.
    pub new_password: String,
}

#[derive(Deserialize, ToSchema)]
pub struct PasswordResetRequest {
    pub email: String,
}

#[derive(Deserialize, ToSchema)]
pub struct PasswordReset {
    /// The token in the fragment of the link.
    pub token: String,
    /// At least 6 characters; for staff, at least 12.
    pub password: String,
}

#[derive(Deserialize, ToSchema)]
pub struct EmailConfirmation {
    /// The token in the fragment of the link.
    pub token: String,
}
