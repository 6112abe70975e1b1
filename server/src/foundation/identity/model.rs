//! Users, their roles, and the answer to a sign-in.

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::{DeriveActiveEnum, EnumIter, Uuid};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a user may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumIter, DeriveActiveEnum)]
#[serde(rename_all = "snake_case")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum Role {
    /// Full access.
    Admin,
    /// Access to contacts and content.
    Editor,
    /// Access to the own account, not to the panel.
    User,
}

impl Role {
    /// Returns whether the role has access to the panel.
    #[must_use]
    pub fn is_staff(self) -> bool {
        matches!(self, Self::Admin | Self::Editor)
    }

    /// Returns the Portuguese name of the role.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Admin => "Administrador",
            Self::Editor => "Editor",
            Self::User => "Usuário",
        }
    }
}

/// A user, as shown to that user.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct User {
    pub id: Uuid,
    pub email: String,
    pub full_name: String,
    pub role: Role,
    pub email_verified: bool,
    /// Whether the user is staff and the password has fewer than 12 characters. Until it is changed, requests that only
    /// staff may send answer 403 with `password_change_required`.
    pub must_change_password: bool,
    pub created_at: DateTime<Utc>,
}

/// A new session, as returned by sign-in, registration, an accepted invitation and the first setup.
#[derive(Serialize, ToSchema)]
#[schema(as = Session)]
pub struct NewSession {
    /// The token, for `Authorization: Bearer …`. If the request had `X-Session-Transport: cookie`, it is valid only together
    /// with the cookie of the response.
    pub token: String,
    pub user: User,
    /// When the session ends, however recently it was used.
    pub expires_at: DateTime<Utc>,
}

/// The valid fields of a user to create.
pub struct NewUser {
    pub email: String,
    pub full_name: String,
    /// The password as entered. It is hashed before it is stored.
    pub password: String,
    /// Whether the user registered. False for users that staff or the setup created.
    pub self_registered: bool,
}
