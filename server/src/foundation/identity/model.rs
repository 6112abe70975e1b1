//! Users, their roles, and the session that a sign-in returns.

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::{DeriveActiveEnum, EnumIter, Uuid};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Minimum number of characters in a staff password.
pub const MIN_STAFF_PASSWORD: usize = 12;

/// Returns whether the password is long enough for staff.
#[must_use]
pub fn is_long(password: &str) -> bool {
    password.chars().count() >= MIN_STAFF_PASSWORD
}

/// What an account may access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumIter, DeriveActiveEnum)]
#[serde(rename_all = "snake_case")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum Role {
    /// Full access.
    Admin,
    /// Access to contacts and content.
    Editor,
    /// A visitor's account, without access to the panel.
    User,
}

impl Role {
    /// Returns whether the role has access to the panel.
    #[must_use]
    pub fn is_staff(self) -> bool {
        matches!(self, Self::Admin | Self::Editor)
    }

    /// The name of the role in the panel.
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
    /// Whether the user is staff with a password that is too short. All other staff calls are refused until it is changed.
    pub must_change_password: bool,
    pub created_at: DateTime<Utc>,
}

/// A new session, as returned by login, registration and the first setup.
#[derive(Serialize, ToSchema)]
pub struct Session {
    /// The token for `Authorization: Bearer`. With `X-Session-Transport: cookie` it is valid only together with the cookie.
    pub token: String,
    pub user: User,
    /// When the session ends, even if it is in use.
    pub expires_at: DateTime<Utc>,
}

/// A valid account that has not been stored yet.
#[derive(Debug)]
pub struct NewUser {
    pub email: String,
    pub full_name: String,
    pub password: String,
    /// Registered by its owner, not by staff, with an email address that is not verified.
    pub self_registered: bool,
}
