//! Accounts and what is asked of a new one.

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    passwords::{self, Judged, judge},
    session::user_agent,
    store::sessions,
};
use crate::{
    app::App,
    platform::{error::Result, parse::Fields},
};

/// Staff's passwords have at least this many.
pub const MIN_STAFF_PASSWORD: usize = 12;
pub const MAX_NAME: usize = 120;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumIter, DeriveActiveEnum)]
#[serde(rename_all = "snake_case")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum Role {
    /// Everything.
    Admin,
    /// Contacts and content.
    Editor,
    /// A visitor's account: nothing of the panel.
    User,
}

impl Role {
    #[must_use]
    pub fn is_staff(self) -> bool {
        matches!(self, Self::Admin | Self::Editor)
    }

    /// As people read it.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Admin => "Administrador",
            Self::Editor => "Editor",
            Self::User => "Usuário",
        }
    }
}

/// An account as its owner and administrators see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct User {
    pub id: Uuid,
    pub email: String,
    pub full_name: String,
    pub role: Role,
    pub email_verified: bool,
    /// Staff with a password too short for them: nothing else is allowed before.
    pub must_change_password: bool,
    pub created_at: DateTime<Utc>,
}

/// A signed-in session, as login, registration and the first setup answer it.
#[derive(Serialize, ToSchema)]
pub struct Session {
    /// For `Authorization: Bearer`. With `X-Session-Transport: cookie` it is worth nothing without the cookie.
    pub token: String,
    pub user: User,
    /// When it ends whatever happens.
    pub expires_at: DateTime<Utc>,
}

#[derive(Deserialize, ToSchema)]
pub struct Credentials {
    pub email: String,
    pub password: String,
}

/// What a visitor gives to get an account. Its role is never theirs to choose.
#[derive(Deserialize, ToSchema)]
pub struct Registration {
    pub email: String,
    /// At least 6 characters.
    pub password: String,
    pub full_name: String,
}

#[derive(Debug)]
pub struct NewUser {
    pub email: String,
    pub full_name: String,
    pub password: String,
    /// Registered by its owner, not by staff, with an e-mail that is not verified.
    pub self_registered: bool,
}

impl NewUser {
    pub fn parse(input: &Registration, password: &Judged, password_min: usize) -> Result<Self> {
        let mut fields = Fields::default();
        let full_name = fields.required_line("full_name", &input.full_name, MAX_NAME);
        let email = fields.required_email("email", &input.email).to_lowercase();
        passwords::check(&mut fields, "password", password, password_min);
        let self_registered = false;
        fields.finish(Self { email, full_name, password: input.password.clone(), self_registered })
    }
}

impl Registration {
    /// Judges the password against what a stranger knows of the person.
    pub async fn judge(&self, app: &App) -> Result<Judged> {
        judge(&app.passwords, &self.password, &[&self.full_name, &self.email]).await
    }
}

/// What its owner may change about an account, as it is.
#[derive(Serialize, ToSchema)]
pub struct Profile {
    pub full_name: String,
    pub email: String,
    pub email_verified: bool,
    /// The address that will be the account's once its link is used.
    #[schema(required)]
    pub pending_email: Option<String>,
    pub created_at: DateTime<Utc>,
}

#[derive(Deserialize, ToSchema)]
pub struct ProfileChange {
    pub full_name: String,
    /// A new one counts once the link sent there is used.
    pub email: String,
    /// Needed for a new e-mail only.
    #[serde(default)]
    pub current_password: String,
}

/// A valid change of name or e-mail.
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
    /// At least 6 characters, of staff at least 12.
    pub new_password: String,
}

#[derive(Deserialize, ToSchema)]
pub struct PasswordResetRequest {
    pub email: String,
}

#[derive(Deserialize, ToSchema)]
pub struct PasswordReset {
    /// From the link's fragment.
    pub token: String,
    /// At least 6 characters, of staff at least 12.
    pub password: String,
}

#[derive(Deserialize, ToSchema)]
pub struct EmailConfirmation {
    /// From the link's fragment.
    pub token: String,
}

/// A place where somebody is signed in, as its owner sees it.
#[derive(Serialize, ToSchema)]
pub struct OwnSession {
    pub id: Uuid,
    /// In plain words, such as 'Chrome no Windows'.
    pub device: String,
    /// Where it was started from; empty when nobody knows.
    pub ip: String,
    pub created_at: DateTime<Utc>,
    /// To the minute.
    pub last_seen_at: DateTime<Utc>,
    /// The one that asks.
    pub is_current: bool,
}

impl OwnSession {
    #[must_use]
    pub fn new(row: &sessions::Model, current: Uuid) -> Self {
        Self {
            id: row.id,
            device: user_agent::describe(&row.user_agent),
            ip: row.ip.clone(),
            created_at: row.created_at,
            last_seen_at: row.last_seen_at,
            is_current: row.id == current,
        }
    }
}
