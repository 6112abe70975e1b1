//! Account links: mailed links that prove that the user owns the email. The token works once. It is in the fragment of the URL,
//! which browsers don't send to servers.

use chrono::TimeDelta;
use sea_orm::{
    ConnectionTrait,
    entity::prelude::{DeriveActiveEnum, EnumIter},
};
use uuid::Uuid;

use super::store::{self, Model};
use crate::{
    app::App,
    foundation::{
        identity::model::User,
        mail::{
            self, LINK_INVALID,
            model::{MailState, Message},
        },
    },
    platform::{
        addresses,
        db::Transaction,
        error::{Error, Result},
        id,
    },
};

/// Purpose of the key that encrypts stored tokens.
const SEAL: &str = "account_link";

/// What an account link does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum Purpose {
    /// Verifies the email.
    VerifyEmail,
    /// Resets the password.
    ResetPassword,
    /// Accepts an invitation and sets the first password.
    Invitation,
}

impl Purpose {
    pub const ALL: &'static [Self] = &[Self::VerifyEmail, Self::ResetPassword, Self::Invitation];
    /// Links that set a password. After such a link has expired, the user can request a password reset link.
    pub const PASSWORD: &'static [Self] = &[Self::ResetPassword, Self::Invitation];

    /// Returns the period in which a link is valid.
    #[must_use]
    pub fn lifetime(self) -> TimeDelta {
        match self {
            // Long, because the link gives no access, and new users may read their mail later.
            Self::VerifyEmail => TimeDelta::hours(24),
            Self::ResetPassword => TimeDelta::minutes(30),
            // New colleagues may accept the invitation days later. Administrators can revoke it.
            Self::Invitation => TimeDelta::days(7),
        }
    }

    /// Returns what the link is for, in Portuguese.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::VerifyEmail => "Confirmar o e-mail",
            Self::ResetPassword => "Redefinir a senha",
            Self::Invitation => "Aceitar o convite",
        }
    }

    fn path(self) -> &'static str {
        match self {
            Self::VerifyEmail => addresses::CONFIRM_EMAIL.path,
            Self::ResetPassword => addresses::RESET_PASSWORD.path,
            Self::Invitation => addresses::INVITATION.path,
        }
    }
}

/// A link to create.
pub struct NewLink<'a> {
    pub purpose: Purpose,
    pub user_id: Uuid,
    /// The email that the link is sent to, and that it verifies.
    pub email: &'a str,
    /// Id of the administrator who created the link. Administrators can copy such a link again. `None` if the user requested
    /// it.
    pub created_by: Option<Uuid>,
}

/// Creates a link and returns its URL. Earlier links of the user for the same purpose stop working, except password reset
/// links: strangers can request these, and must not be able to disable a link that the user requested.
pub async fn create(app: &App, tx: &Transaction, new: NewLink<'_>) -> Result<String> {
    Ok(insert(app, tx, new).await?.1)
}

/// Creates a link, as [`create`] does, and queues the message that `write` returns for its URL.
pub async fn send(
    app: &App,
    tx: &Transaction,
    new: NewLink<'_>,
    write: impl FnOnce(String) -> Message,
) -> Result<String> {
    let (token_hash, url) = insert(app, tx, new).await?;
    let message_id = mail::queue(app, tx, write(url.clone())).await?;
    store::set_message(&**tx, &token_hash, message_id).await?;
    Ok(url)
}

/// Stores a link. Returns the hash of the token, and the URL.
async fn insert(app: &App, tx: &Transaction, new: NewLink<'_>) -> Result<(String, String)> {
    let now = app.clock.now();
    let token = id::new_token();
    if new.purpose != Purpose::ResetPassword {
        end_all(tx, new.user_id, &[new.purpose]).await?;
    }
    let row = Model {
        token_hash: token.hash.clone(),
        purpose: new.purpose,
        user_id: new.user_id,
        email: new.email.to_owned(),
        created_by: new.created_by,
        created_at: now,
        expires_at: now + new.purpose.lifetime(),
        sealed_secret: new.created_by.map(|_| app.secret_key.seal(SEAL, token.secret.as_bytes())),
        message_id: None,
    };
    store::create(&**tx, row).await?;
    Ok((token.hash, url(app, new.purpose, &token.secret)))
}

/// Cancels a change of email that is not confirmed yet: deletes its link and the unsent message.
pub async fn end_pending_email(tx: &Transaction, user: &User) -> Result<()> {
    let ended = store::delete_pending_email(&**tx, user.id, &user.email).await?;
    delete_messages(tx, &ended).await
}

/// Returns the URL of a link that an administrator created. Returns `None` for other links, and if the secret key has changed
/// since.
#[must_use]
pub fn url_of(app: &App, link: &Model) -> Option<String> {
    let secret = app.secret_key.open(SEAL, link.sealed_secret.as_deref()?)?;
    Some(url(app, link.purpose, &String::from_utf8(secret).ok()?))
}

fn url(app: &App, purpose: Purpose, secret: &str) -> String {
    format!("{}{}#{secret}", app.config.origin(), purpose.path())
}

/// Finds a valid link for one of the purposes by its token.
///
/// # Errors
/// Returns [`Error::Refused`] with [`LINK_INVALID`] if there is none.
pub async fn find(app: &App, secret: &str, purposes: &[Purpose]) -> Result<Model> {
    let hash = id::sha256_hex(secret.as_bytes());
    let found = store::find(app.db.reader(), &hash, purposes, app.clock.now()).await?;
    found.ok_or(Error::Refused(LINK_INVALID))
}

/// Marks a link as used by deleting it. Also deletes its message if it was not sent yet.
///
/// # Errors
/// Returns [`Error::Refused`] with [`LINK_INVALID`] if another request used the link first.
pub async fn take(tx: &Transaction, link: &Model) -> Result<()> {
    if !store::delete(&**tx, &link.token_hash).await? {
        return Err(Error::Refused(LINK_INVALID));
    }
    mail::store::delete_unsent(&**tx, link.message_id.as_slice()).await
}

/// Deletes the links of a user for the purposes, with their unsent messages. Returns the number of links.
pub async fn end_all(tx: &Transaction, user_id: Uuid, purposes: &[Purpose]) -> Result<usize> {
    let ended = store::delete_of(&**tx, user_id, purposes).await?;
    delete_messages(tx, &ended).await?;
    Ok(ended.len())
}

/// Counts the unsent messages of a user's links, which [`end_all`] deletes.
pub async fn count_unsent(connection: &impl ConnectionTrait, user_id: Uuid) -> Result<u64> {
    let links = store::list_of_user(connection, user_id).await?;
    let ids: Vec<Uuid> = links.iter().filter_map(|link| link.message_id).collect();
    let messages = mail::store::find_all(connection, &ids).await?;
    Ok(messages.iter().filter(|message| message.state != MailState::Sent).count() as u64)
}

async fn delete_messages(tx: &Transaction, ended: &[Model]) -> Result<()> {
    let messages: Vec<Uuid> = ended.iter().filter_map(|link| link.message_id).collect();
    mail::store::delete_unsent(&**tx, &messages).await
}
