//! The users, for administrators.

pub mod access;
pub mod admin;
pub mod invitations;
pub(super) mod notices;
pub mod store;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{
    app::{App, config::Config},
    foundation::{
        accounts::{
            model::MAX_NAME,
            passwords::{self, Strength, min_length},
        },
        identity::{model::Role, policy::is_long_enough_for_staff, store::users},
        mail::model::MailState,
    },
    platform::{error::Result, parse::Fields},
};

/// A user, as shown to administrators.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct UserRecord {
    pub id: Uuid,
    pub email: String,
    pub full_name: String,
    pub role: Role,
    pub email_verified: bool,
    pub created_at: DateTime<Utc>,
    /// Time of the last sign-in; null if the user has never signed in.
    #[schema(required)]
    pub last_login_at: Option<DateTime<Utc>>,
    /// Time at which the user was disabled; null if the user is enabled.
    #[schema(required)]
    pub disabled_at: Option<DateTime<Utc>>,
    /// Whether the user is staff and must change the password, which is too short for staff.
    pub must_change_password: bool,
    /// Whether the user has a second factor.
    pub second_factor: bool,
    /// Number of valid sessions.
    pub sessions: u64,
    /// Time at which the link of the invitation expires, which may have passed; null if the user has no such link. Expired
    /// links are deleted hourly.
    #[schema(required)]
    pub invitation_expires_at: Option<DateTime<Utc>>,
    /// The mail with that link; null if there is no link, or if it was not mailed.
    #[schema(required)]
    pub invitation_mail: Option<InvitationMail>,
}

/// The state of the mail with an invitation.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct InvitationMail {
    pub state: MailState,
    /// Why the last attempt failed, in Portuguese; null without a failure.
    #[schema(required)]
    pub error: Option<String>,
}

/// Filters of a list of users.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct UserFilter {
    /// Part of the name or the email, regardless of case and accents.
    pub search: Option<String>,
    pub role: Option<Role>,
}

/// A page of users.
#[derive(Serialize, ToSchema)]
pub struct UserList {
    /// Always true.
    pub success: bool,
    pub users: Vec<UserRecord>,
}

/// A confirmation that the request succeeded, with a message in Portuguese to show.
#[derive(Serialize, ToSchema)]
pub struct Done {
    /// Always true.
    pub success: bool,
    pub message: &'static str,
}

impl Done {
    #[must_use]
    pub fn new(message: &'static str) -> Self {
        Self { success: true, message }
    }
}

/// A user to create.
#[derive(Deserialize, ToSchema)]
pub struct NewAccount {
    pub email: String,
    /// At least 6 characters, for staff at least 12. The server may be configured to require more.
    pub password: String,
    pub full_name: String,
    /// Default `user`.
    #[serde(default = "default_role")]
    pub role: Role,
    /// Whether to mark the email as verified. Default false.
    #[serde(default)]
    pub email_verified: bool,
}

fn default_role() -> Role {
    Role::User
}

/// A change of a user. Omitted fields keep their value, and so does the password if it is empty.
#[derive(Deserialize, ToSchema)]
pub struct AccountChange {
    pub email: Option<String>,
    /// At least 6 characters, for staff at least 12. The server may be configured to require more.
    pub password: Option<String>,
    pub full_name: Option<String>,
    pub role: Option<Role>,
    /// Whether the email is verified. By default unchanged, or false for a new email.
    pub email_verified: Option<bool>,
}

/// The validated fields of a user that administrators can change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UserFields {
    pub email: String,
    pub full_name: String,
    pub role: Role,
    pub email_verified: bool,
}

impl UserFields {
    /// Returns the current fields of a user.
    #[must_use]
    pub fn of(user: &users::Model) -> Self {
        Self {
            email: user.email.clone(),
            full_name: user.full_name.clone(),
            role: user.role,
            email_verified: user.email_verified,
        }
    }
}

impl NewAccount {
    /// Assesses the password.
    pub async fn assess(&self, app: &App) -> Result<Strength> {
        passwords::assess(&app.passwords.for_known_user(), &self.password, &[&self.full_name, &self.email])
            .await
    }

    /// Parses the fields. `password` is the strength of the password.
    pub fn parse(&self, config: &Config, password: &Strength) -> Result<UserFields> {
        let mut fields = Fields::default();
        let (full_name, email) = parse_person(&mut fields, &self.full_name, &self.email);
        passwords::check(&mut fields, "password", password, min_length(config, self.role));
        let (role, email_verified) = (self.role, self.email_verified);
        fields.finish(UserFields { email, full_name, role, email_verified })
    }
}

/// Parses name and email into their stored form.
pub fn parse_person(fields: &mut Fields, full_name: &str, email: &str) -> (String, String) {
    let full_name = fields.required_line("full_name", full_name, MAX_NAME);
    (full_name, fields.required_email("email", email).to_lowercase())
}

impl AccountChange {
    /// Assesses the new password, if there is one.
    pub async fn assess(&self, app: &App, current: &users::Model) -> Result<Option<Strength>> {
        let Some(password) = self.password() else { return Ok(None) };
        let own = [
            self.full_name.as_deref().unwrap_or(&current.full_name),
            self.email.as_deref().unwrap_or(&current.email),
        ];
        Ok(Some(passwords::assess(&app.passwords.for_known_user(), password, &own).await?))
    }

    /// Returns the fields after the change, if they are valid. A new email is not verified unless the administrator marks it.
    pub fn parse(
        &self,
        config: &Config,
        current: &users::Model,
        password: Option<&Strength>,
    ) -> Result<UserFields> {
        let mut fields = Fields::default();
        let full_name = self.full_name.as_deref().unwrap_or(&current.full_name);
        let email = self.email.as_deref().unwrap_or(&current.email);
        let (full_name, email) = parse_person(&mut fields, full_name, email);
        let role = self.role.unwrap_or(current.role);
        if let Some(password) = password {
            passwords::check(&mut fields, "password", password, min_length(config, role));
        }
        let is_still_verified = current.email_verified && email == current.email;
        let email_verified = self.email_verified.unwrap_or(is_still_verified);
        fields.finish(UserFields { email, full_name, role, email_verified })
    }

    /// Returns the new password, if there is one.
    #[must_use]
    pub fn password(&self) -> Option<&str> {
        self.password.as_deref().filter(|password| !password.is_empty())
    }
}

/// Returns whether a user must change the password after a change to `role` and, if set, `new_password`: if the user is staff
/// and the password is too short for staff, or had to be changed before and is still the same.
#[must_use]
pub fn must_change_password(current: &users::Model, role: Role, new_password: Option<&str>) -> bool {
    let is_long_enough = new_password.map_or(current.password_long_enough, is_long_enough_for_staff);
    let is_still_required = current.must_change_password && new_password.is_none();
    role.is_staff() && (is_still_required || !is_long_enough)
}
