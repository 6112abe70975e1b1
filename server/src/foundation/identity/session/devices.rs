//! Known devices: browsers from which a user has signed in. A known device gives no access. Failed sign-ins on it are counted
//! separately, so that failed sign-ins of strangers don't lock the owner out.

use axum::http::{HeaderMap, HeaderValue};
use chrono::TimeDelta;
use uuid::Uuid;

use super::cookies;
use crate::{
    app::App,
    foundation::identity::store::devices,
    platform::{
        db::Transaction,
        error::{Error, Result},
        id,
    },
};

const COOKIE: &str = "device";
/// Time without a sign-in after which a device is deleted.
pub const MAX_UNSEEN: TimeDelta = TimeDelta::days(365);
/// Maximum number of known devices of a user. A new one replaces the device with the oldest sign-in.
const MAX_DEVICES: u64 = 20;

/// A device, identified by its cookie, and the user who has signed in from it.
pub struct KnownDevice {
    pub token_hash: String,
    pub user_id: Uuid,
}

/// Returns the device that sent the request, if it is a known device of any user.
pub async fn of_request(app: &App, headers: &HeaderMap) -> Result<Option<KnownDevice>> {
    let Some(secret) = cookies::find(app, headers, COOKIE) else { return Ok(None) };
    let token_hash = id::sha256_hex(secret.as_bytes());
    let found = devices::find(app.db.reader(), &token_hash).await?;
    Ok(found.map(|row| KnownDevice { token_hash, user_id: row.user_id }))
}

/// Returns the device that sent the request, if the user has signed in from it before.
pub async fn known_to(app: &App, headers: &HeaderMap, user_id: Uuid) -> Result<Option<KnownDevice>> {
    Ok(of_request(app, headers).await?.filter(|device| device.user_id == user_id))
}

/// Counts a request from a network over its limit against the budget of the user's known devices, so that others in the
/// network can't lock the user out. All known devices of a user share one budget, because a user can add devices by signing
/// in from more browsers. Returns `refusal` if the device is unknown.
pub async fn take_own_budget(app: &App, headers: &HeaderMap, refusal: Error) -> Result<()> {
    match of_request(app, headers).await? {
        Some(device) => app.limits.known_devices.take(device.user_id, app.clock.steady()),
        None => Err(refusal),
    }
}

/// Stores the browser as a known device of the user and returns the value of the `Set-Cookie` header. If the browser is known
/// already, records the sign-in and returns `None`.
pub async fn remember(
    app: &App,
    tx: &Transaction,
    user_id: Uuid,
    headers: &HeaderMap,
) -> Result<Option<HeaderValue>> {
    let now = app.clock.now();
    if let Some(secret) = cookies::find(app, headers, COOKIE)
        && devices::touch(&**tx, &id::sha256_hex(secret.as_bytes()), user_id, now).await?
    {
        return Ok(None);
    }
    let token = id::new_token();
    devices::delete_oldest(&**tx, user_id, MAX_DEVICES - 1).await?;
    devices::create(&**tx, user_id, token.hash, now).await?;
    Ok(Some(cookies::header(app, headers, COOKIE, &token.secret, MAX_UNSEEN)?))
}
