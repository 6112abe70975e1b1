//! The links in the newsletter's mails. Their token is in the query, because the pages work without JavaScript, and because
//! mail programs post to the unsubscribe link (RFC 8058) without its fragment. A token gives access only to the
//! subscriptions of one address, and is not logged.
//!
//! A confirmation token is random, is stored as a hash, and works once. An unsubscribe token is in each mail and does not
//! expire. It isn't stored, because it contains its data, sealed: the id of the subscription, the id of the edition in whose
//! mail it is, and the address, so that it also ends later subscriptions of the address after this one was deleted.

use std::net::IpAddr;

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::TimeDelta;
use subtle::ConstantTimeEq;
use uuid::Uuid;

use super::{model::Subscription, store};
use crate::{
    app::App,
    foundation::mail::LINK_INVALID,
    platform::{
        addresses,
        crypto::secret_key::SecretKey,
        error::{Error, Result},
        http::TOKEN,
        limits::rate_limit::network_of,
    },
};

/// Validity of a confirmation link. It can be long, because the link gives no access to other data.
pub const CONFIRM_WITHIN: TimeDelta = TimeDelta::hours(48);

/// Validity of the confirmation link of an imported address. It is longer, because the owner doesn't expect the mail.
pub const INVITED_WITHIN: TimeDelta = TimeDelta::days(7);

/// Purpose of the sealing key, and of the MAC in the tokens of earlier releases.
const PURPOSE: &str = "newsletter unsubscribe";

/// Returns the link that confirms a subscription.
#[must_use]
pub fn confirm_url(app: &App, secret: &str) -> String {
    url(app, addresses::NEWSLETTER_CONFIRM.path, secret)
}

/// Returns the link that ends a subscription.
#[must_use]
pub fn unsubscribe_url(app: &App, subscription_id: Uuid, email: &str) -> String {
    let token = unsubscribe_token(&app.secret_key, subscription_id, None, email);
    url(app, addresses::NEWSLETTER_UNSUBSCRIBE.path, &token)
}

/// Returns the link that ends a subscription, for the mail of an edition. The results of the edition count its use.
#[must_use]
pub fn edition_unsubscribe_url(app: &App, subscription_id: Uuid, edition_id: Uuid, email: &str) -> String {
    let token = unsubscribe_token(&app.secret_key, subscription_id, Some(edition_id), email);
    url(app, addresses::NEWSLETTER_UNSUBSCRIBE.path, &token)
}

/// Returns the link to the page where a subscriber chooses interests. It has the same token as the unsubscribe link.
#[must_use]
pub fn preferences_url(app: &App, subscription_id: Uuid, email: &str) -> String {
    let token = unsubscribe_token(&app.secret_key, subscription_id, None, email);
    url(app, addresses::NEWSLETTER_PREFERENCES.path, &token)
}

fn url(app: &App, path: &str, token: &str) -> String {
    format!("{}{path}?{TOKEN}={token}", app.config.origin())
}

/// The content of an unsubscribe token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsubscribeLink {
    /// The subscription, which may have been deleted.
    pub subscription_id: Uuid,
    /// The edition whose mail contains the link; `None` for other mails.
    pub edition_id: Option<Uuid>,
    /// The subscribed address; `None` in the tokens of earlier releases.
    pub email: Option<String>,
}

/// Returns a token with both ids and the address, sealed. A nil id means no edition.
fn unsubscribe_token(
    key: &SecretKey,
    subscription_id: Uuid,
    edition_id: Option<Uuid>,
    email: &str,
) -> String {
    let edition_id = edition_id.unwrap_or_default();
    let content = [&subscription_id.as_bytes()[..], edition_id.as_bytes(), email.as_bytes()].concat();
    key.seal(PURPOSE, &content)
}

/// Parses an unsubscribe token. `None` if it is malformed or forged.
#[must_use]
pub fn parse_unsubscribe_token(key: &SecretKey, token: &str) -> Option<UnsubscribeLink> {
    let Some(content) = key.open(PURPOSE, token) else { return parse_earlier_token(key, token) };
    let (subscription_id, rest) = content.split_first_chunk::<16>()?;
    let (edition_id, email) = rest.split_first_chunk::<16>()?;
    let edition_id = Uuid::from_bytes(*edition_id);
    Some(UnsubscribeLink {
        subscription_id: Uuid::from_bytes(*subscription_id),
        edition_id: (!edition_id.is_nil()).then_some(edition_id),
        email: Some(String::from_utf8(email.to_vec()).ok()?),
    })
}

/// Parses a token of an earlier release: the id of the subscription, perhaps the id of the edition, and a MAC.
fn parse_earlier_token(key: &SecretKey, token: &str) -> Option<UnsubscribeLink> {
    let bytes = URL_SAFE_NO_PAD.decode(token).ok()?;
    let (ids, mac) = bytes.split_last_chunk::<32>()?;
    let (subscription_id, rest) = ids.split_first_chunk::<16>()?;
    let edition_id = if rest.is_empty() { None } else { Some(Uuid::from_slice(rest).ok()?) };
    let is_valid = bool::from(mac.ct_eq(&key.mac(PURPOSE, ids)[..]));
    is_valid.then(|| UnsubscribeLink {
        subscription_id: Uuid::from_bytes(*subscription_id),
        edition_id,
        email: None,
    })
}

/// Finds the subscription that an unsubscribe link ends: the newest one of the address that has not ended.
pub async fn find_subscription_to_end(app: &App, token: &str, ip: IpAddr) -> Result<Option<Subscription>> {
    let (_, email) = parse(app, token, ip).await?;
    store::find_endable(app.db.reader(), &email).await
}

/// Parses the token of an unsubscribe link. Returns its content and the address to which it was sent. The tokens of earlier
/// releases lack the address, so they are invalid once their subscription was deleted.
pub async fn parse(app: &App, token: &str, ip: IpAddr) -> Result<(UnsubscribeLink, String)> {
    let link = parse_unsubscribe_token(&app.secret_key, token);
    let link = link.ok_or_else(|| invalid(app, ip))?;
    let email = match &link.email {
        Some(email) => email.clone(),
        None => {
            let found = store::find(app.db.reader(), link.subscription_id).await?;
            found.ok_or(Error::Refused(LINK_INVALID))?.email
        }
    };
    Ok((link, email))
}

/// Counts an invalid link toward the limit of the client's network, and returns the error to answer with. Valid links work
/// beyond the limit, so that other people in the network can't block them.
#[must_use]
pub fn invalid(app: &App, ip: IpAddr) -> Error {
    let counted = app.limits.newsletter_links.take(network_of(ip), app.clock.steady());
    counted.err().unwrap_or(Error::Refused(LINK_INVALID))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANA: &str = "ana@exemplo.com.br";

    fn key(fill: char) -> SecretKey {
        SecretKey::parse(&fill.to_string().repeat(64)).expect("64 hex digits")
    }

    #[test]
    fn unsubscribe_token_contains_ids_and_sealed_address() {
        let (one, other) = (Uuid::from_u128(7), Uuid::from_u128(8));
        for edition_id in [None, Some(other)] {
            let token = unsubscribe_token(&key('a'), one, edition_id, ANA);
            let link = UnsubscribeLink { subscription_id: one, edition_id, email: Some(ANA.to_owned()) };
            assert_eq!(parse_unsubscribe_token(&key('a'), &token), Some(link));
            assert_eq!(parse_unsubscribe_token(&key('b'), &token), None, "the key is another one");
            let bytes = URL_SAFE_NO_PAD.decode(&token).expect("base64");
            assert!(!bytes.windows(3).any(|part| part == b"ana"), "the address is sealed");
        }
    }

    #[test]
    fn forged_unsubscribe_token_is_refused() {
        let token = unsubscribe_token(&key('a'), Uuid::from_u128(7), None, ANA);
        let cut = &token[..token.len() - 4];
        for wrong in [cut, "", "x", &format!("{token}AAAA"), &URL_SAFE_NO_PAD.encode(Uuid::from_u128(7))] {
            assert_eq!(parse_unsubscribe_token(&key('a'), wrong), None, "{wrong}");
        }
    }

    #[test]
    fn unsubscribe_token_of_an_earlier_release_is_valid_unless_forged() {
        let (one, other) = (Uuid::from_u128(7), Uuid::from_u128(8));
        let token = |ids: &[u8]| URL_SAFE_NO_PAD.encode([ids, &key('a').mac(PURPOSE, ids)].concat());
        let link = |edition_id| Some(UnsubscribeLink { subscription_id: one, edition_id, email: None });
        let of_subscription = token(one.as_bytes());
        assert_eq!(parse_unsubscribe_token(&key('a'), &of_subscription), link(None));
        let of_edition = token(&[*one.as_bytes(), *other.as_bytes()].concat());
        assert_eq!(parse_unsubscribe_token(&key('a'), &of_edition), link(Some(other)));
        assert_eq!(parse_unsubscribe_token(&key('b'), &of_subscription), None);
        let bytes = URL_SAFE_NO_PAD.decode(&of_subscription).expect("base64");
        let swapped = URL_SAFE_NO_PAD.encode([&other.as_bytes()[..], &bytes[16..]].concat());
        let cut = URL_SAFE_NO_PAD.encode(&bytes[..40]);
        let added = URL_SAFE_NO_PAD.encode([&bytes[..16], other.as_bytes(), &bytes[16..]].concat());
        for wrong in [swapped, cut, added] {
            assert_eq!(parse_unsubscribe_token(&key('a'), &wrong), None, "{wrong}");
        }
    }
}
