//! The links in the newsletter's mails. Their secret is in the query: the pages they lead to work without JavaScript,
//! and mail programs post to one of them by themselves (RFC 8058), so a fragment would never arrive. It opens nothing
//! but this one subscription, and no log has it.
//!
//! The link that confirms is random, kept as a hash, and works once. The one that ends a subscription stands in every
//! mail for as long as somebody keeps it, so it isn't kept at all: it is the subscription's id and a MAC over it.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::TimeDelta;
use subtle::ConstantTimeEq;
use uuid::Uuid;

use crate::{app::App, platform::secret_key::SecretKey};

pub const CONFIRM_PATH: &str = "/newsletter/confirmar";
pub const UNSUBSCRIBE_PATH: &str = "/newsletter/cancelar";
/// People read their mail when they get to it, and the link gives no access to anything.
pub const CONFIRM_WITHIN: TimeDelta = TimeDelta::hours(48);

const PURPOSE: &str = "newsletter unsubscribe";
const PARAMETER: &str = "token";

#[must_use]
pub fn confirm_url(app: &App, secret: &str) -> String {
    address(app, CONFIRM_PATH, secret)
}

#[must_use]
pub fn unsubscribe_url(app: &App, subscription: Uuid) -> String {
    address(app, UNSUBSCRIBE_PATH, &unsubscribe_token(&app.secret_key, subscription))
}

fn address(app: &App, path: &str, token: &str) -> String {
    format!("{}{path}?{PARAMETER}={token}", app.config.origin())
}

/// The secret in the query of a link; nothing if there is none.
#[must_use]
pub fn token_in(query: Option<&str>) -> Option<String> {
    let mut pairs = url::form_urlencoded::parse(query?.as_bytes());
    let (_, token) = pairs.find(|(name, _)| name == PARAMETER)?;
    (!token.is_empty()).then(|| token.into_owned())
}

fn unsubscribe_token(key: &SecretKey, subscription: Uuid) -> String {
    let id = subscription.as_bytes();
    URL_SAFE_NO_PAD.encode([&id[..], &key.mac(PURPOSE, id)].concat())
}

/// Which subscription a link ends; nothing if we didn't make it. The subscription may be gone.
#[must_use]
pub fn subscription_to_end(key: &SecretKey, token: &str) -> Option<Uuid> {
    let bytes = URL_SAFE_NO_PAD.decode(token).ok()?;
    let (id, mac) = bytes.split_first_chunk::<16>()?;
    bool::from(mac.ct_eq(&key.mac(PURPOSE, id)[..])).then(|| Uuid::from_bytes(*id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_links_end_a_subscription() {
        let key = SecretKey::parse(&"a".repeat(64)).expect("a key");
        let (one, other) = (Uuid::from_u128(7), Uuid::from_u128(8));
        let token = unsubscribe_token(&key, one);
        assert_eq!(subscription_to_end(&key, &token), Some(one));
        let stranger = SecretKey::parse(&"b".repeat(64)).expect("a key");
        assert_eq!(subscription_to_end(&stranger, &token), None);
        let bytes = URL_SAFE_NO_PAD.decode(&token).expect("base64");
        let swapped = URL_SAFE_NO_PAD.encode([&other.as_bytes()[..], &bytes[16..]].concat());
        let cut = URL_SAFE_NO_PAD.encode(&bytes[..40]);
        for wrong in [&*swapped, &cut, "", "x", &URL_SAFE_NO_PAD.encode(one)] {
            assert_eq!(subscription_to_end(&key, wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_token_is_found_in_the_query() {
        assert_eq!(token_in(Some("a=b&token=x-_1")).as_deref(), Some("x-_1"));
        for none in [None, Some(""), Some("token="), Some("tokens=x")] {
            assert_eq!(token_in(none), None);
        }
    }
}
