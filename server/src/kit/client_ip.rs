//! Whose request it is: the peer, or behind trusted proxies the last address they didn't add themselves.

use std::net::{IpAddr, SocketAddr};

use axum::{
    extract::{FromRef, FromRequestParts},
    http::{Extensions, HeaderMap, request::Parts},
};
use ipnet::IpNet;

use super::error::{Error, Result};

#[derive(Clone, Debug, Default)]
pub struct TrustedProxies(Vec<IpNet>);

impl TrustedProxies {
    #[must_use]
    pub fn new(networks: Vec<IpNet>) -> Self {
        Self(networks)
    }

    /// Nothing for a request that came on no connection.
    #[must_use]
    pub fn client_of(&self, extensions: &Extensions, headers: &HeaderMap) -> Option<IpAddr> {
        let Peer(peer) = extensions.get::<Peer>().copied()?;
        Some(self.client(peer.ip(), headers))
    }

    fn trusts(&self, ip: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(&ip))
    }

    /// `X-Forwarded-For` is read from the right, and only as far as trusted hops wrote it.
    fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut client = peer.to_canonical();
        let values = headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok());
        let hops: Vec<&str> = values.flat_map(|value| value.split(',')).map(str::trim).collect();
        for hop in hops.into_iter().rev() {
            if !self.trusts(client) {
                break;
            }
            let Ok(ip) = hop.parse::<IpAddr>() else { break };
            client = ip.to_canonical();
        }
        client
    }
}

/// The address of the connection a request came on.
#[derive(Clone, Copy)]
pub struct Peer(pub SocketAddr);

pub struct ClientIp(pub IpAddr);

impl<S: Send + Sync> FromRequestParts<S> for ClientIp
where
    TrustedProxies: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let ip = TrustedProxies::from_ref(state).client_of(&parts.extensions, &parts.headers);
        let unknown = || anyhow::anyhow!("the listener adds the peer to every request");
        Ok(Self(ip.ok_or_else(unknown)?))
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn client(proxies: &[&str], peer: &str, forwarded: &'static str) -> String {
        let proxies = TrustedProxies::new(proxies.iter().map(|net| net.parse().expect("network")).collect());
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", HeaderValue::from_static(forwarded));
        proxies.client(peer.parse().expect("address"), &headers).to_string()
    }

    #[test]
    fn nobody_is_believed_by_default() {
        assert_eq!(client(&[], "10.0.0.1", "1.2.3.4"), "10.0.0.1");
    }

    #[test]
    fn a_forged_hop_left_of_the_proxy_is_ignored() {
        assert_eq!(client(&["10.0.0.0/8"], "10.0.0.1", "6.6.6.6, 1.2.3.4"), "1.2.3.4");
        assert_eq!(client(&["10.0.0.0/8"], "10.0.0.1", "6.6.6.6, 1.2.3.4, 10.9.9.9"), "1.2.3.4");
        assert_eq!(client(&["10.0.0.0/8"], "10.0.0.1", "garbage"), "10.0.0.1");
    }
}
