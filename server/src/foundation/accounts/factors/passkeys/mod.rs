//! Passkeys. A passkey is stored on a device or in a password manager, works only for this site, and requires a fingerprint, a
//! face or a PIN. It counts as both factors.

pub mod challenge;
pub mod login;
pub mod model;
mod notices;
pub mod own;
mod relying_party;
pub mod store;

use anyhow::Context;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use webauthn_rs::prelude::{DiscoverableAuthentication, Passkey as Credential, PublicKeyCredential};

use self::{challenge::store::Model as Challenge, store::Model};
use crate::{
    app::App,
    platform::{
        db::Transaction,
        error::{Error, Result},
    },
};

/// Verifies the response to a challenge. Records the use of the passkey and returns it, or `None` if the response is invalid.
pub(super) async fn check(
    app: &App,
    tx: &Transaction,
    challenge: &Challenge,
    response: &PublicKeyCredential,
) -> Result<Option<Model>> {
    let credential_id = encode(&response.raw_id);
    let Some(row) = store::find_for_update(&**tx, &credential_id).await? else { return Ok(None) };
    if !is_expected(challenge, response, &row) {
        return Ok(None);
    }
    let state: DiscoverableAuthentication =
        serde_json::from_str(&challenge.state).context("reading the state of a passkey challenge")?;
    let mut credential: Credential =
        serde_json::from_str(&row.credential).context("reading a stored passkey")?;
    let party = relying_party::find(app, tx).await?;
    match party.finish_discoverable_authentication_v2(response, state, &credential) {
        Ok(result) => credential.update_credential(&result),
        Err(cause) => {
            tracing::warn!(%cause, passkey = %row.id, "passkey refused");
            return Ok(None);
        }
    };
    let credential = serde_json::to_string(&credential).context("writing a passkey")?;
    store::record_use(&**tx, row.id, credential, app.clock.now()).await?;
    Ok(Some(row))
}

/// Returns whether the passkey belongs to the user of the challenge, and to the user that the response names. A response may
/// omit the user only if the challenge is for one user.
fn is_expected(challenge: &Challenge, response: &PublicKeyCredential, row: &Model) -> bool {
    let is_own = challenge.user_id.is_none_or(|user_id| user_id == row.user_id);
    let names_owner = response.get_user_unique_id().map(|handle| handle == row.user_id.as_bytes());
    is_own && names_owner.unwrap_or(challenge.user_id.is_some())
}

/// Encodes the id of a credential in base64url.
fn encode(credential_id: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(credential_id)
}

/// Returns the error for a passkey that is refused.
pub(super) fn refused() -> Error {
    Error::field("passkey", "A chave de acesso não foi aceita. Tente de novo.")
}
