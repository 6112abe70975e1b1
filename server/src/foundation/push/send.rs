//! Sends one message to a push service.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use anyhow::Context;
use chrono::TimeDelta;
use reqwest::{
    Client, StatusCode,
    dns::{Addrs, Name, Resolve, Resolving},
    header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, RETRY_AFTER},
    redirect,
};
use tokio::net::lookup_host;
use url::Url;

use super::endpoint::is_public;
use crate::platform::{error::Result, tls};

const TIMEOUT: Duration = Duration::from_secs(10);
/// Maximum time for which a push service may delay the next attempt.
const MAX_DELAY: TimeDelta = TimeDelta::hours(1);

/// What became of a message.
#[derive(Debug, PartialEq, Eq)]
pub enum Outcome {
    Accepted,
    /// The browser has ended the subscription.
    Gone,
    /// Another attempt may succeed, after the time that the service requires.
    Later(Option<TimeDelta>),
    /// No other attempt can succeed.
    Refused(StatusCode),
}

/// Resolves names to addresses of the public internet only.
struct PublicOnly;

impl Resolve for PublicOnly {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found = lookup_host((name.as_str(), 0)).await?;
            let addresses: Vec<SocketAddr> = found.filter(|address| is_public(address.ip())).collect();
            if addresses.is_empty() {
                return Err("the push service has no public address".into());
            }
            Ok(Box::new(addresses.into_iter()) as Addrs)
        })
    }
}

/// Returns the client for push services. It follows no redirect and uses no proxy, so that only the checked host is asked.
pub fn client() -> Result<Client> {
    let client = Client::builder()
        .tls_backend_preconfigured(tls::client_config().context("TLS for push services")?)
        .dns_resolver(Arc::new(PublicOnly))
        .redirect(redirect::Policy::none())
        .no_proxy()
        .timeout(TIMEOUT)
        .build();
    Ok(client.context("the client for push services")?)
}

/// Sends an encrypted message, which the service stores for up to `valid_for`.
pub async fn send(
    client: &Client,
    endpoint: &Url,
    authorization: &str,
    body: Vec<u8>,
    valid_for: TimeDelta,
) -> Outcome {
    let request = client
        .post(endpoint.clone())
        .header(AUTHORIZATION, authorization)
        .header(CONTENT_ENCODING, "aes128gcm")
        .header(CONTENT_TYPE, "application/octet-stream")
        .header("TTL", valid_for.num_seconds().max(0))
        .header("Urgency", "high")
        .body(body);
    let Ok(response) = request.send().await else { return Outcome::Later(None) };
    let status = response.status();
    let delay = response.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok()?.parse().ok());
    match status {
        status if status.is_success() => Outcome::Accepted,
        StatusCode::NOT_FOUND | StatusCode::GONE => Outcome::Gone,
        StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT => Outcome::Later(bounded(delay)),
        status if status.is_server_error() => Outcome::Later(bounded(delay)),
        status => Outcome::Refused(status),
    }
}

fn bounded(seconds: Option<i64>) -> Option<TimeDelta> {
    let delay = TimeDelta::try_seconds(seconds?.clamp(0, MAX_DELAY.num_seconds()))?;
    Some(delay)
}
