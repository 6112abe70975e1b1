//! Users, their roles, and the answer to a sign-in.

use chrono::{DateTime, Utc};
use sea_orm::{
    Iterable,
    entity::prelude::{DeriveActiveEnum, EnumIter, Uuid},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a user may do. `admin`: everything. `editor`: what `support` and `writer` may do, and manage the subscriptions of the
/// newsletter. `support`: work with contacts. `writer`: edit the content of the site and the editions of the newsletter. All
/// of these see the figures of visits. `user`: only use the own account, not the panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumIter, DeriveActiveEnum)]
#[serde(rename_all = "snake_case")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum Role {
    Admin,
    Editor,
    Support,
    Writer,
    User,
}

impl Role {
    /// Returns whether the role has access to the panel.
    #[must_use]
    pub fn is_staff(self) -> bool {
        self != Self::User
    }

    /// Returns whether the role may do everything that `other` may do.
    #[must_use]
    pub fn has_rights_of(self, other: Self) -> bool {
        match self {
            Self::Admin => true,
            Self::Editor => other != Self::Admin,
            Self::Support | Self::Writer | Self::User => self == other || other == Self::User,
        }
    }

    /// Returns the roles that may do everything that `self` may do.
    pub fn and_above(self) -> impl Iterator<Item = Self> {
        Self::iter().filter(move |role| role.has_rights_of(self))
    }

    /// Returns the Portuguese name of the role.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Admin => "Administrador",
            Self::Editor => "Editor",
            Self::Support => "Atendimento",
            Self::Writer => "Redação",
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
    /// Whether the user is staff and the password has fewer than 12 characters. Until the password is changed, requests that
    /// only staff may send are refused with status 403 and code `password_change_required`.
    pub must_change_password: bool,
    pub created_at: DateTime<Utc>,
}

/// A new session, which sign-in, registration, acceptance of an invitation and the first setup return.
#[derive(Serialize, ToSchema)]
#[schema(as = Session)]
pub struct NewSession {
    /// The token for the header `Authorization: Bearer …`. If the request had `X-Session-Transport: cookie`, the token is valid
    /// only together with the cookie of the response.
    pub token: String,
    pub user: User,
    /// Time at which the session ends, even if it is in use. It ends earlier without requests: after an hour for staff, after
    /// seven days for others.
    pub expires_at: DateTime<Utc>,
}

/// The validated fields of a user to create.
pub struct NewUser {
    pub email: String,
    pub full_name: String,
    /// The password as entered. It is hashed before it is stored.
    pub password: String,
    /// Whether the user registered on the site. False for users that staff or the setup created.
    pub self_registered: bool,
}
