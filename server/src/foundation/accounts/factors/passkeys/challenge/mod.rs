//! Challenges for authenticators: random values that a passkey signs. They are stored until the response arrives. Each is valid
//! for one response within five minutes, for one purpose and, except at sign-in, for one session.

pub mod store;

use anyhow::Context;
use chrono::TimeDelta;
use sea_orm::entity::prelude::{DeriveActiveEnum, EnumIter};
use serde::Serialize;
use uuid::Uuid;
use webauthn_rs::prelude::Passkey as Credential;
use webauthn_rs_proto::{AllowCredentials, ResidentKeyRequirement};

use self::store::Model;
use super::{model::PasskeyChallenge, relying_party, store as passkeys};
use crate::{
    app::App,
    foundation::identity::extract::SignedIn,
    platform::{db::Transaction, error::Result, id},
};

const VALID_FOR: TimeDelta = TimeDelta::minutes(5);

/// What a challenge is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum Purpose {
    Registration,
    SignIn,
    StepUp,
}

/// Creates a challenge for a new passkey. An authenticator that has a passkey of the user refuses to create another one.
pub(super) async fn for_registration(
    app: &App,
    tx: &Transaction,
    caller: &SignedIn,
) -> Result<PasskeyChallenge> {
    let user = &caller.user;
    let known = credentials(&passkeys::list(&**tx, user.id).await?)?;
    let known_ids = known.iter().map(|credential| credential.cred_id().clone()).collect();
    let (mut options, state) = relying_party::find(app, tx)
        .await?
        .start_passkey_registration(user.id, &user.email, &user.full_name, Some(known_ids))
        .context("starting the registration of a passkey")?;
    // A discoverable credential, so that the user needn't enter the email at sign-in.
    if let Some(selection) = &mut options.public_key.authenticator_selection {
        selection.resident_key = Some(ResidentKeyRequirement::Required);
        selection.require_resident_key = true;
    }
    let owner = (Some(user.id), Some(caller.session.id));
    create(app, tx, Purpose::Registration, owner, &state, &options.public_key).await
}

/// Creates a challenge for a passkey of one user or, without `user_id`, for any stored passkey. With `session_id`, only that
/// session can respond.
pub(crate) async fn for_proof(
    app: &App,
    tx: &Transaction,
    purpose: Purpose,
    user_id: Option<Uuid>,
    session_id: Option<Uuid>,
) -> Result<PasskeyChallenge> {
    let party = relying_party::find(app, tx).await?;
    let (mut options, state) =
        party.start_discoverable_authentication().context("starting an authentication with a passkey")?;
    if let Some(user_id) = user_id {
        let own = credentials(&passkeys::list(&**tx, user_id).await?)?;
        options.public_key.allow_credentials = own.iter().map(allow).collect();
    }
    create(app, tx, purpose, (user_id, session_id), &state, &options.public_key).await
}

fn credentials(rows: &[passkeys::Model]) -> Result<Vec<Credential>> {
    let all = rows.iter().map(|row| serde_json::from_str(&row.credential));
    Ok(all.collect::<Result<_, _>>().context("reading stored passkeys")?)
}

fn allow(credential: &Credential) -> AllowCredentials {
    let id = credential.cred_id().clone();
    AllowCredentials { type_: "public-key".to_owned(), id, transports: None }
}

async fn create(
    app: &App,
    tx: &Transaction,
    purpose: Purpose,
    (user_id, session_id): (Option<Uuid>, Option<Uuid>),
    state: &impl Serialize,
    options: &impl Serialize,
) -> Result<PasskeyChallenge> {
    let token = id::new_token();
    let row = Model {
        token_hash: token.hash,
        purpose,
        user_id,
        session_id,
        state: serde_json::to_string(state).context("writing the state of a passkey challenge")?,
        expires_at: app.clock.now() + VALID_FOR,
    };
    store::create(&**tx, row).await?;
    let options = serde_json::to_value(options).context("writing the options of a passkey challenge")?;
    Ok(PasskeyChallenge { challenge: token.secret, options })
}

/// Deletes a challenge and returns it. Returns `None` if it is unknown, expired, or for another purpose or session.
pub(crate) async fn take(
    app: &App,
    tx: &Transaction,
    secret: &str,
    purpose: Purpose,
    session_id: Option<Uuid>,
) -> Result<Option<Model>> {
    let found = store::take(&**tx, &id::sha256_hex(secret.as_bytes())).await?;
    let now = app.clock.now();
    Ok(found.filter(|row| row.purpose == purpose && row.session_id == session_id && now < row.expires_at))
}
