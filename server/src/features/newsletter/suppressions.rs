//! The suppression list: addresses that an import leaves out because they had unsubscribed or were refused, although their
//! subscriptions were deleted, or because their owners' data was erased. It has keyed hashes instead of addresses. Only the
//! holder of the secret key can compare them with an address.

use std::collections::{HashMap, HashSet};

use sea_orm::ConnectionTrait;

use super::{
    model::SubscriptionStatus::{self, Confirmed, Paused, Refused, Unsubscribed},
    store,
};
use crate::platform::{crypto::secret_key::SecretKey, db::MAX_VALUES, error::Result, id};

/// Purpose of the hash's key.
const PURPOSE: &str = "newsletter suppression";

/// Returns the entry of an erased phone number, which an import of contacts leaves out.
#[must_use]
pub fn phone_address(phone_key: &str) -> String {
    format!("tel:{phone_key}")
}

/// Returns the keyed hash of an address.
fn hash(key: &SecretKey, email: &str) -> String {
    id::hex(&key.mac(PURPOSE, email.as_bytes()))
}

/// Adds addresses whose subscriptions or owners' data were deleted, each with the status of its subscription. Leaves out those
/// of subscriptions that had not ended, and addresses whose owners have subscribed again.
pub async fn add_ended(
    key: &SecretKey,
    connection: &impl ConnectionTrait,
    deleted: &[(String, SubscriptionStatus)],
) -> Result<()> {
    let ended: Vec<_> =
        deleted.iter().filter(|(_, status)| matches!(status, Refused | Unsubscribed)).collect();
    for chunk in ended.chunks(MAX_VALUES) {
        let emails: Vec<&str> = chunk.iter().map(|(email, _)| &**email).collect();
        let mut subscribed = store::statuses(connection, &emails).await?;
        subscribed.retain(|(_, status)| matches!(status, Confirmed | Paused));
        let subscribed: HashSet<String> = subscribed.into_iter().map(|(email, _)| email).collect();
        let suppressed = chunk.iter().filter(|(email, _)| !subscribed.contains(email));
        let rows = suppressed.map(|(email, status)| (hash(key, email), *status)).collect();
        store::suppressions::create(connection, rows).await?;
    }
    Ok(())
}

/// Removes an address, because its owner subscribed again.
pub async fn remove(key: &SecretKey, connection: &impl ConnectionTrait, email: &str) -> Result<()> {
    store::suppressions::delete(connection, &hash(key, email)).await
}

/// Returns those of the addresses that are on the list, each with the status of its deleted subscription.
pub async fn find(
    key: &SecretKey,
    connection: &impl ConnectionTrait,
    emails: &[&str],
) -> Result<Vec<(String, SubscriptionStatus)>> {
    let by_hash: HashMap<String, &str> = emails.iter().map(|email| (hash(key, email), *email)).collect();
    let hashes: Vec<&str> = by_hash.keys().map(String::as_str).collect();
    let found = store::suppressions::list(connection, &hashes).await?;
    let with_email =
        |(hash, status): (String, SubscriptionStatus)| Some(((*by_hash.get(&hash)?).to_owned(), status));
    Ok(found.into_iter().filter_map(with_email).collect())
}
