//! The key pair that identifies this site to push services (VAPID, RFC 8292). It is created once and sealed with the secret key.

use anyhow::{Context, anyhow};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::TimeDelta;
use ring::{
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair},
};
use serde_json::json;
use url::Url;

use super::store;
use crate::{
    app::App,
    foundation::identity::store::push_subscriptions,
    platform::{clock::Timestamp, error::Result},
};

/// Purpose of the key that seals the private key.
const PURPOSE: &str = "push key";
/// Time for which a signature is valid. Push services accept up to a day.
const VALIDITY: TimeDelta = TimeDelta::hours(12);

pub struct Keys {
    pair: EcdsaKeyPair,
    /// The public key in base64url, as browsers need it.
    pub public_key: String,
}

/// Reads the keys. `None` if there are none yet, or if they were sealed with another secret key.
pub async fn find(app: &App) -> Result<Option<Keys>> {
    let Some(sealed) = store::find_key(app.db.reader()).await? else { return Ok(None) };
    let Some(bytes) = app.secret_key.open(PURPOSE, &sealed) else { return Ok(None) };
    Ok(Some(Keys::read(&bytes)?))
}

/// Reads the keys, or creates them. Keys that can't be opened are replaced, together with the subscriptions to them.
pub async fn find_or_create(app: &App) -> Result<Keys> {
    if let Some(keys) = find(app).await? {
        return Ok(keys);
    }
    let generated = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new());
    let bytes = generated.map_err(|_| anyhow!("no key pair could be generated"))?;
    let keys = Keys::read(bytes.as_ref())?;
    let sealed = app.secret_key.seal(PURPOSE, bytes.as_ref());
    let tx = app.db.begin().await?;
    // Of several processes, the first one stores its keys.
    tx.lock("push keys").await?;
    let stored = store::find_key(&*tx).await?;
    if let Some(keys) = stored.and_then(|sealed| app.secret_key.open(PURPOSE, &sealed)) {
        return Keys::read(&keys);
    }
    store::replace_key(&*tx, &keys.public_key, sealed, app.clock.now()).await?;
    push_subscriptions::delete_of_everyone(&*tx).await?;
    tx.commit().await?;
    Ok(keys)
}

impl Keys {
    fn read(pkcs8: &[u8]) -> Result<Self> {
        let read = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, pkcs8, &SystemRandom::new());
        let pair = read.map_err(|_| anyhow!("the stored key pair is invalid"))?;
        let public_key = URL_SAFE_NO_PAD.encode(pair.public_key().as_ref());
        Ok(Self { pair, public_key })
    }

    /// Returns the header `Authorization` for a request to a push service. `contact` is a URL under which the service reaches the sender.
    pub fn authorization(&self, endpoint: &Url, contact: &str, now: Timestamp) -> Result<String> {
        let header = json!({"typ": "JWT", "alg": "ES256"});
        let expires_at = (now + VALIDITY).timestamp();
        let audience = endpoint.origin().ascii_serialization();
        let claims = json!({"aud": audience, "exp": expires_at, "sub": contact});
        let encoded = [header, claims].map(|part| URL_SAFE_NO_PAD.encode(part.to_string()));
        let signed = encoded.join(".");
        let signature = self.pair.sign(&SystemRandom::new(), signed.as_bytes());
        let signature = signature.ok().context("signing failed")?;
        let signature = URL_SAFE_NO_PAD.encode(signature.as_ref());
        Ok(format!("vapid t={signed}.{signature}, k={}", self.public_key))
    }
}
