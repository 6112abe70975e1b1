//! Everybody's accounts, as administrators see and change them.

pub mod access;
pub mod admin;
pub mod invitations;
pub(super) mod notices;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{
    app::{App, config::Config},
    foundation::{
        accounts::{
            model::{MAX_NAME, Role},
            passwords::{self, Judged, is_long, min_length},
            store::users,
        },
        mail::model::MailState,
    },
    platform::{error::Result, parse::Fields},
};

/// An account with what helps to look after it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct UserRecord {
    pub id: Uuid,
    pub email: String,
    pub full_name: String,
    pub role: Role,
    pub email_verified: bool,
    pub created_at: DateTime<Utc>,
    #[schema(required)]
    pub last_login_at: Option<DateTime<Utc>>,
    /// May not sign in since then.
    #[schema(required)]
    pub disabled_at: Option<DateTime<Utc>>,
    /// Has to choose a longer password before anything else.
    pub must_change_password: bool,
    /// Signs in with more than a password.
    pub second_factor: bool,
    /// How many browsers and programs are signed in.
    pub sessions: u64,
    /// Until when an invitation can be accepted, where one is open.
    #[schema(required)]
    pub invitation_expires_at: Option<DateTime<Utc>>,
    /// The mail with the open invitation. `null` if its link was handed over another way.
    #[schema(required)]
    pub invitation_mail: Option<InvitationMail>,
}

/// How far the mail with an invitation is.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct InvitationMail {
    pub state: MailState,
    /// Why the latest attempt failed, in Portuguese.
    #[schema(required)]
    pub error: Option<String>,
}

#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct UserFilter {
    /// Part of the name or the e-mail; accents and capitals make no difference.
    pub search: Option<String>,
    pub role: Option<Role>,
}

#[derive(Serialize, ToSchema)]
pub struct UserList {
    pub success: bool,
    pub users: Vec<UserRecord>,
}

/// That something was done, in words to show.
#[derive(Serialize, ToSchema)]
pub struct Done {
    pub success: bool,
    pub message: &'static str,
}

impl Done {
    #[must_use]
    pub fn new(message: &'static str) -> Self {
        Self { success: true, message }
    }
}

/// An account that an administrator makes.
#[derive(Deserialize, ToSchema)]
pub struct NewAccount {
    pub email: String,
    /// At least 6 characters, of staff at least 12.
    pub password: String,
    pub full_name: String,
    #[serde(default = "default_role")]
    pub role: Role,
    #[serde(default)]
    pub email_verified: bool,
}

fn default_role() -> Role {
    Role::User
}

/// What an administrator changes; fields left out keep their value, and so does the password when it is blank.
#[derive(Deserialize, ToSchema)]
pub struct AccountChange {
    pub email: Option<String>,
    /// At least 6 characters, of staff at least 12.
    pub password: Option<String>,
    pub full_name: Option<String>,
    pub role: Option<Role>,
    pub email_verified: Option<bool>,
}

/// Every field of an account that administrators decide, checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Details {
    pub email: String,
    pub full_name: String,
    pub role: Role,
    pub email_verified: bool,
}

impl Details {
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
    pub async fn judge(&self, app: &App) -> Result<Judged> {
        passwords::judge(&app.passwords.for_known(), &self.password, &[&self.full_name, &self.email]).await
    }

    pub fn parse(&self, config: &Config, password: &Judged) -> Result<Details> {
        let mut fields = Fields::default();
        let (full_name, email) = parse_person(&mut fields, &self.full_name, &self.email);
        passwords::check(&mut fields, "password", password, min_length(config, self.role));
        let (role, email_verified) = (self.role, self.email_verified);
        fields.finish(Details { email, full_name, role, email_verified })
    }
}

/// A name and an e-mail, as both are kept.
pub fn parse_person(fields: &mut Fields, full_name: &str, email: &str) -> (String, String) {
    let full_name = fields.required_line("full_name", full_name, MAX_NAME);
    (full_name, fields.required_email("email", email).to_lowercase())
}

impl AccountChange {
    /// Judges the new password, if there is one.
    pub async fn judge(&self, app: &App, current: &users::Model) -> Result<Option<Judged>> {
        let Some(password) = self.password() else { return Ok(None) };
        let own = [
            self.full_name.as_deref().unwrap_or(&current.full_name),
            self.email.as_deref().unwrap_or(&current.email),
        ];
        Ok(Some(passwords::judge(&app.passwords.for_known(), password, &own).await?))
    }

    /// The account after the change. A new address is nobody's until somebody says it is verified.
    pub fn parse(
        &self,
        config: &Config,
        current: &users::Model,
        password: Option<&Judged>,
    ) -> Result<Details> {
        let mut fields = Fields::default();
        let full_name = self.full_name.as_deref().unwrap_or(&current.full_name);
        let email = self.email.as_deref().unwrap_or(&current.email);
        let (full_name, email) = parse_person(&mut fields, full_name, email);
        let role = self.role.unwrap_or(current.role);
        if let Some(password) = password {
            passwords::check(&mut fields, "password", password, min_length(config, role));
        }
        let still = current.email_verified && email == current.email;
        let email_verified = self.email_verified.unwrap_or(still);
        fields.finish(Details { email, full_name, role, email_verified })
    }

    /// The new password, if there is one.
    #[must_use]
    pub fn password(&self) -> Option<&str> {
        self.password.as_deref().filter(|password| !password.is_empty())
    }
}

/// Staff whose password is too short for them have to change it.
#[must_use]
pub fn must_change_password(current: &users::Model, role: Role, new_password: Option<&str>) -> bool {
    let long_enough = new_password.map_or(current.password_long_enough, is_long);
    let told_to = current.must_change_password && new_password.is_none();
    role.is_staff() && (told_to || !long_enough)
}
