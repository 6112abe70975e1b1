//! Links by mail that prove who reads a mailbox. Their secret stands in the fragment, which browsers send to no
//! server, and works once.

use chrono::TimeDelta;
use sea_orm::entity::prelude::{DeriveActiveEnum, EnumIter};
use uuid::Uuid;

use crate::{
    app::App,
    foundation::{
        accounts::{model::User, store::links},
        mail::{self, model::Message},
    },
    platform::{
        addresses,
        db::Transaction,
        error::{Error, Result},
        id,
    },
};

const SEAL: &str = "account_link";

#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum Purpose {
    /// The address is its owner's.
    VerifyEmail,
    /// Its owner chooses a new password.
    ResetPassword,
    /// Somebody whom staff gave an account chooses a first password.
    Invitation,
}

impl Purpose {
    pub const ALL: &'static [Self] = &[Self::VerifyEmail, Self::ResetPassword, Self::Invitation];
    /// Links that lead to choosing a password. When one has run out, its owner asks for another without our help.
    pub const PASSWORD: &'static [Self] = &[Self::ResetPassword, Self::Invitation];

    #[must_use]
    pub fn lifetime(self) -> TimeDelta {
        match self {
            // It gives nobody access, and new customers read their mail when they get to it.
            Self::VerifyEmail => TimeDelta::hours(24),
            Self::ResetPassword => TimeDelta::minutes(30),
            // Colleagues are invited before they have time to answer. Staff can revoke it.
            Self::Invitation => TimeDelta::days(7),
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

pub struct NewLink<'a> {
    pub purpose: Purpose,
    pub user: Uuid,
    pub email: &'a str,
    pub created_by: Option<Uuid>,
}

/// Creates a link and returns its address. Earlier ones for the same purpose stop working, except links to a new password:
/// who asks for those is unknown, and a stranger must not be able to disable the owner's.
pub async fn create(app: &App, tx: &Transaction, new: NewLink<'_>) -> Result<String> {
    Ok(insert(app, tx, new).await?.1)
}

/// Creates a link, as [`create`] does, and queues the message that `write` makes of its address.
pub async fn send(
    app: &App,
    tx: &Transaction,
    new: NewLink<'_>,
    write: impl FnOnce(String) -> Message,
) -> Result<String> {
    let (token_hash, address) = insert(app, tx, new).await?;
    let message = mail::queue(app, tx, write(address.clone())).await?;
    links::set_message(&**tx, &token_hash, message).await?;
    Ok(address)
}

/// Returns the hash of its secret, and its address.
async fn insert(app: &App, tx: &Transaction, new: NewLink<'_>) -> Result<(String, String)> {
    let now = app.clock.now();
    let token = id::new_token();
    if new.purpose != Purpose::ResetPassword {
        end_all(tx, new.user, &[new.purpose]).await?;
    }
    let row = links::Model {
        token_hash: token.hash.clone(),
        purpose: new.purpose,
        user_id: new.user,
        email: new.email.to_owned(),
        created_by: new.created_by,
        created_at: now,
        expires_at: now + new.purpose.lifetime(),
        sealed_secret: new.created_by.map(|_| app.secret_key.seal(SEAL, token.secret.as_bytes())),
        message_id: None,
    };
    links::create(&**tx, row).await?;
    Ok((token.hash, address(app, new.purpose, &token.secret)))
}

/// Cancels a change of a person's e-mail that is not confirmed yet.
pub async fn end_pending_email(tx: &Transaction, user: &User) -> Result<()> {
    let ended = links::delete_pending_email(&**tx, user.id, &user.email).await?;
    delete_messages(tx, &ended).await
}

/// The address of a link that staff made, once more.
#[must_use]
pub fn address_again(app: &App, link: &links::Model) -> Option<String> {
    let secret = app.secret_key.open(SEAL, link.sealed_secret.as_deref()?)?;
    Some(address(app, link.purpose, &String::from_utf8(secret).ok()?))
}

fn address(app: &App, purpose: Purpose, secret: &str) -> String {
    format!("{}{}#{secret}", app.config.origin(), purpose.path())
}

/// The link that a visitor brings, not used up yet.
pub async fn find(app: &App, secret: &str, purposes: &[Purpose]) -> Result<links::Model> {
    let hash = id::sha256_hex(secret.as_bytes());
    let found = links::find(app.db.reader(), &hash, purposes, app.clock.now()).await?;
    found.ok_or(Error::LinkInvalid)
}

/// Uses up the link. Its message is deleted if it was not sent yet.
pub async fn take(tx: &Transaction, link: &links::Model) -> Result<()> {
    if !links::delete(&**tx, &link.token_hash).await? {
        return Err(Error::LinkInvalid);
    }
    mail::store::delete_unsent(&**tx, link.message_id.as_slice()).await
}

/// Ends the links of a person for these purposes, and deletes their messages that were not sent yet. Returns how many links
/// there were.
pub async fn end_all(tx: &Transaction, user: Uuid, purposes: &[Purpose]) -> Result<usize> {
    let ended = links::delete_of(&**tx, user, purposes).await?;
    delete_messages(tx, &ended).await?;
    Ok(ended.len())
}

async fn delete_messages(tx: &Transaction, ended: &[links::Model]) -> Result<()> {
    let messages: Vec<Uuid> = ended.iter().filter_map(|link| link.message_id).collect();
    mail::store::delete_unsent(&**tx, &messages).await
}
