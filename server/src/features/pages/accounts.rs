//! The pages for signing in, signing up, recovering access and managing one's own account.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    built_page::BuiltPage,
    content::{account::AccountContent, auth::AuthContent, recovery::RecoveryContent},
    model::PageContent,
    store::Texts,
};
use crate::{
    app::App,
    foundation::{
        accounts::{model::MAX_NAME, passwords},
        identity::model::Role,
        settings,
    },
    platform::{
        addresses::{self, Address},
        error::Result,
        parse::MAX_EMAIL,
    },
};

/// Props of the visitor's sign-in and sign-up page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AuthView {
    pub content: AuthContent,
    /// Minimum number of characters of a visitor's password.
    pub password_min: usize,
    /// Values of a form that was sent without the page's script; null for an empty form.
    #[schema(required)]
    pub typed: Option<TypedAccount>,
}

/// Values of a sign-in or sign-up form that was sent without the page's script, and the message to show with them.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct TypedAccount {
    #[serde(default)]
    pub email: String,
    /// Name of a visitor who signs up.
    #[serde(default)]
    #[schema(required)]
    pub full_name: Option<String>,
    /// Message beside the password field. The password is not returned, so that the visitor fills it in again.
    #[serde(default)]
    pub message: String,
}

impl TypedAccount {
    /// Returns the values, shortened to the maximum lengths of their fields, with `message`.
    #[must_use]
    pub fn shortened(self, message: &str) -> Self {
        let shorten = |text: String, max: usize| text.chars().take(max).collect::<String>();
        Self {
            email: shorten(self.email, MAX_EMAIL),
            full_name: self.full_name.map(|name| shorten(name, MAX_NAME)),
            message: message.to_owned(),
        }
    }
}

/// A page of account recovery or email confirmation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RecoveryStep {
    /// Requests a link to choose a new password.
    Forgot,
    /// Chooses the new password.
    Reset,
    /// Confirms an email address.
    Confirm,
}

impl RecoveryStep {
    /// Returns the address of the page.
    #[must_use]
    pub fn address(self) -> Address {
        match self {
            Self::Forgot => addresses::FORGOT_PASSWORD,
            Self::Reset => addresses::RESET_PASSWORD,
            Self::Confirm => addresses::CONFIRM_EMAIL,
        }
    }
}

/// Props of the pages of account recovery and email confirmation. The token of a link is in the URL's fragment, which
/// the server doesn't receive.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RecoveryView {
    pub step: RecoveryStep,
    pub content: RecoveryContent,
    /// Minimum number of characters of a visitor's password.
    pub password_min: usize,
}

/// Props of the account page: texts only, the same for all users.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AccountView {
    pub content: AccountContent,
    /// Minimum number of characters of a visitor's password.
    pub password_min: usize,
}

/// Builds the sign-in and sign-up page. `typed` has the values of a form that was sent without the page's script.
pub async fn auth(app: &App, texts: &Texts<'_>, typed: Option<TypedAccount>) -> Result<BuiltPage<AuthView>> {
    let (content, password_min) = read::<AuthContent>(app, texts).await?;
    Ok(BuiltPage::new(&content.meta.clone(), AuthView { content, password_min, typed }))
}

/// Builds the page of a step of account recovery or email confirmation.
pub async fn recovery(app: &App, texts: &Texts<'_>, step: RecoveryStep) -> Result<BuiltPage<RecoveryView>> {
    let (content, password_min) = read::<RecoveryContent>(app, texts).await?;
    let meta = match step {
        RecoveryStep::Forgot => content.forgot.meta.clone(),
        RecoveryStep::Reset => content.reset.meta.clone(),
        RecoveryStep::Confirm => content.confirm.meta.clone(),
    };
    Ok(BuiltPage::new(&meta, RecoveryView { step, content, password_min }))
}

/// Builds the account page.
pub async fn account(app: &App, texts: &Texts<'_>) -> Result<BuiltPage<AccountView>> {
    let (content, password_min) = read::<AccountContent>(app, texts).await?;
    Ok(BuiltPage::new(&content.meta.clone(), AccountView { content, password_min }))
}

/// Reads the content of a page, and fills in the minimum lengths of passwords. Also returns the minimum length for visitors.
async fn read<T: PageContent>(app: &App, texts: &Texts<'_>) -> Result<(T, usize)> {
    let min_length = |role| passwords::min_length(&app.config, role);
    let (visitor, staff) = (min_length(Role::User), min_length(Role::Editor));
    let facts = settings::store::all(texts.db).await?.facts(texts.now);
    let facts = facts.with("{password_min}", visitor).with("{staff_password_min}", staff);
    Ok((texts.read_with(&facts).await?, visitor))
}
