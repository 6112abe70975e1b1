//! The links in the newsletter's mails. Their token is in the query, because the pages work without JavaScript, and because
//! mail programs post to the unsubscribe link (RFC 8058) without its fragment. A token gives access only to the
//! subscriptions of one address, and is not logged.
//!
//! A confirmation token is random, is stored as a hash, and works once. An unsubscribe token is in each mail and does not
//! expire. It isn't stored, because it contains its data and a MAC: the id of the subscription and, in the mail of an
//! edition, the id of the edition.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::TimeDelta;
use subtle::ConstantTimeEq;
use uuid::Uuid;

use crate::{
    app::App,
    platform::{addresses, http::TOKEN, secret_key::SecretKey},
};

/// Validity of a confirmation link. It can be long, because the link gives no access to other data.
pub const CONFIRM_WITHIN: TimeDelta = TimeDelta::hours(48);

/// Validity of the confirmation link of an imported address. It is longer, because the owner doesn't expect the mail.
pub const INVITED_WITHIN: TimeDelta = TimeDelta::days(7);

/// Purpose of the MAC.
const PURPOSE: &str = "newsletter unsubscribe";

/// Returns the link that confirms a subscription.
#[must_use]
pub fn confirm_url(app: &App, secret: &str) -> String {
    url(app, addresses::NEWSLETTER_CONFIRM.path, secret)
}

/// Returns the link that ends a subscription.
#[must_use]
pub fn unsubscribe_url(app: &App, subscription_id: Uuid) -> String {
    let token = unsubscribe_token(&app.secret_key, subscription_id, None);
    url(app, addresses::NEWSLETTER_UNSUBSCRIBE.path, &token)
}

/// Returns the link that ends a subscription, for the mail of an edition. The results of the edition count its use.
#[must_use]
pub fn edition_unsubscribe_url(app: &App, subscription_id: Uuid, edition_id: Uuid) -> String {
    let token = unsubscribe_token(&app.secret_key, subscription_id, Some(edition_id));
    url(app, addresses::NEWSLETTER_UNSUBSCRIBE.path, &token)
}

/// Returns the link to the page where a subscriber chooses interests. It has the same token as the unsubscribe link.
#[must_use]
pub fn preferences_url(app: &App, subscription_id: Uuid) -> String {
    let token = unsubscribe_token(&app.secret_key, subscription_id, None);
    url(app, addresses::NEWSLETTER_PREFERENCES.path, &token)
}

fn url(app: &App, path: &str, token: &str) -> String {
    format!("{}{path}?{TOKEN}={token}", app.config.origin())
}

/// The content of an unsubscribe token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnsubscribeLink {
    /// The subscription, which may have been deleted.
    pub subscription_id: Uuid,
    /// The edition whose mail contains the link; `None` for other mails.
    pub edition_id: Option<Uuid>,
}

fn unsubscribe_token(key: &SecretKey, subscription_id: Uuid, edition_id: Option<Uuid>) -> String {
    let mut ids = subscription_id.as_bytes().to_vec();
    ids.extend(edition_id.iter().flat_map(|id| id.as_bytes()));
    let mac = key.mac(PURPOSE, &ids);
    URL_SAFE_NO_PAD.encode([&ids[..], &mac].concat())
}

/// Parses an unsubscribe token. `None` if it is malformed or its MAC is invalid.
#[must_use]
pub fn parse_unsubscribe_token(key: &SecretKey, token: &str) -> Option<UnsubscribeLink> {
    let bytes = URL_SAFE_NO_PAD.decode(token).ok()?;
    let (ids, mac) = bytes.split_last_chunk::<32>()?;
    let (subscription_id, rest) = ids.split_first_chunk::<16>()?;
    let edition_id = if rest.is_empty() { None } else { Some(Uuid::from_slice(rest).ok()?) };
    let is_valid = bool::from(mac.ct_eq(&key.mac(PURPOSE, ids)[..]));
    is_valid.then(|| UnsubscribeLink { subscription_id: Uuid::from_bytes(*subscription_id), edition_id })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forged_unsubscribe_token_is_refused() {
        let key = SecretKey::parse(&"a".repeat(64)).expect("a key");
        let (one, other) = (Uuid::from_u128(7), Uuid::from_u128(8));
        let token = unsubscribe_token(&key, one, None);
        let parsed = |key, token: &str| parse_unsubscribe_token(key, token);
        let link = |edition_id| Some(UnsubscribeLink { subscription_id: one, edition_id });
        assert_eq!(parsed(&key, &token), link(None));
        let of_edition = unsubscribe_token(&key, one, Some(other));
        assert_eq!(parsed(&key, &of_edition), link(Some(other)));
        let other_key = SecretKey::parse(&"b".repeat(64)).expect("a key");
        assert_eq!(parsed(&other_key, &token), None);
        let bytes = URL_SAFE_NO_PAD.decode(&token).expect("base64");
        let swapped = URL_SAFE_NO_PAD.encode([&other.as_bytes()[..], &bytes[16..]].concat());
        let cut = URL_SAFE_NO_PAD.encode(&bytes[..40]);
        let added = URL_SAFE_NO_PAD.encode([&bytes[..16], other.as_bytes(), &bytes[16..]].concat());
        for wrong in [&*swapped, &cut, &added, "", "x", &URL_SAFE_NO_PAD.encode(one)] {
            assert_eq!(parsed(&key, wrong), None, "{wrong}");
        }
    }
}
