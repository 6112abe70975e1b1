//! The IP address of a client: that of the peer or, if the peer is a trusted proxy, the address that the proxies forward.

use std::{
    net::{IpAddr, SocketAddr},
    sync::{Arc, OnceLock},
};

use axum::{
    extract::{FromRef, FromRequestParts},
    http::{Extensions, HeaderMap, request::Parts},
};
use ipnet::IpNet;

use crate::platform::error::{Error, Result};

/// The proxies whose `X-Forwarded-For` is trusted.
#[derive(Clone, Debug, Default)]
pub struct TrustedProxies {
    networks: Vec<IpNet>,
    /// The first peer on a private network that forwarded a request but is not a trusted proxy.
    untrusted: Arc<OnceLock<IpAddr>>,
}

impl TrustedProxies {
    #[must_use]
    pub fn new(networks: Vec<IpNet>) -> Self {
        Self { networks, untrusted: Arc::default() }
    }

    /// Returns whether any proxy is trusted.
    #[must_use]
    pub fn any(&self) -> bool {
        !self.networks.is_empty()
    }

    /// Returns whether the address is that of a trusted proxy.
    #[must_use]
    pub fn trusts(&self, ip: IpAddr) -> bool {
        self.networks.iter().any(|network| network.contains(&ip.to_canonical()))
    }

    /// Returns whether all addresses of IPv4 or IPv6 are trusted, so that clients can choose the address that counts as theirs.
    #[must_use]
    pub fn trusts_all(&self) -> bool {
        self.networks.iter().any(|network| network.prefix_len() == 0)
    }

    /// Returns a proxy that is probably missing in `VITRINE_TRUSTED_PROXIES`, if one was found. All visitors behind it share the
    /// rate limits of one client.
    #[must_use]
    pub fn untrusted(&self) -> Option<IpAddr> {
        self.untrusted.get().copied()
    }

    /// Returns the address of the client, or `None` if the request has no [`Peer`].
    #[must_use]
    pub fn client_of(&self, extensions: &Extensions, headers: &HeaderMap) -> Option<IpAddr> {
        let Peer(peer) = extensions.get::<Peer>().copied()?;
        Some(self.client(peer.ip(), headers))
    }

    /// Returns the client behind a peer. Reads `X-Forwarded-For` from the right, as far as trusted proxies wrote it. Ignores the
    /// rest, which the client may have written.
    fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut client = peer.to_canonical();
        self.report_untrusted(client, headers);
        let values = headers.get_all("x-forwarded-for").iter().rev();
        for hop in values.flat_map(|value| value.as_bytes().rsplit(|byte| *byte == b',')) {
            if !self.trusts(client) {
                break;
            }
            let Some(ip) = parse_hop(hop) else { break };
            client = ip.to_canonical();
        }
        client
    }

    /// Stores the first untrusted proxy and logs a warning. Ignores peers outside private networks, because any client can send
    /// `X-Forwarded-For`.
    fn report_untrusted(&self, peer: IpAddr, headers: &HeaderMap) {
        if self.untrusted.get().is_none()
            && is_local(peer)
            && headers.contains_key("x-forwarded-for")
            && !self.trusts(peer)
            && self.untrusted.set(peer).is_ok()
        {
            tracing::warn!(
                %peer,
                "a proxy forwards requests but isn't in VITRINE_TRUSTED_PROXIES: all its visitors share the rate limits of one client"
            );
        }
    }
}

/// Parses one entry of `X-Forwarded-For`: an address with or without a port. IPv6 addresses may have brackets.
fn parse_hop(hop: &[u8]) -> Option<IpAddr> {
    let hop = str::from_utf8(hop.trim_ascii()).ok()?;
    let bare = || hop.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(hop).parse().ok();
    bare().or_else(|| hop.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

/// Returns whether the address is private, loopback or link-local. A peer with such an address is probably a proxy.
#[must_use]
pub fn is_local(ip: IpAddr) -> bool {
    match ip.to_canonical() {
        IpAddr::V4(ip) => ip.is_private() || ip.is_loopback() || ip.is_link_local(),
        IpAddr::V6(ip) => ip.is_loopback() || ip.is_unique_local() || ip.is_unicast_link_local(),
    }
}

/// The peer of a request's connection. The listener adds it to each request.
#[derive(Clone, Copy)]
pub struct Peer(pub SocketAddr);

/// Extracts the address of a request's client.
pub struct ClientIp(pub IpAddr);

impl<S: Send + Sync> FromRequestParts<S> for ClientIp
where
    TrustedProxies: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let ip = TrustedProxies::from_ref(state).client_of(&parts.extensions, &parts.headers);
        let unknown = || anyhow::anyhow!("the request has no peer address, although the listener adds one");
        Ok(Self(ip.ok_or_else(unknown)?))
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderValue, header};

    use super::*;

    fn client(proxies: &[&str], peer: &str, forwarded: &str) -> String {
        client_of(proxies, peer, &[forwarded.as_bytes()])
    }

    fn client_of(proxies: &[&str], peer: &str, forwarded: &[&[u8]]) -> String {
        let proxies = TrustedProxies::new(proxies.iter().map(|net| net.parse().expect("network")).collect());
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append("x-forwarded-for", HeaderValue::from_bytes(value).expect("a header"));
        }
        proxies.client(peer.parse().expect("address"), &headers).to_string()
    }

    #[test]
    fn forwarded_address_is_ignored_by_default() {
        assert_eq!(client(&[], "10.0.0.1", "1.2.3.4"), "10.0.0.1");
    }

    #[test]
    fn untrusted_proxy_on_a_private_network_is_reported() {
        let is_reported = |networks: &[&str], peer: &str, header: Option<&'static str>| {
            let networks = networks.iter().map(|net| net.parse().expect("network")).collect();
            let proxies = TrustedProxies::new(networks);
            let mut headers = HeaderMap::new();
            headers.extend(header.map(|value| {
                (header::HeaderName::from_static("x-forwarded-for"), HeaderValue::from_static(value))
            }));
            proxies.client(peer.parse().expect("address"), &headers);
            proxies.untrusted().is_some()
        };
        for peer in ["127.0.0.1", "10.0.0.1", "::ffff:172.18.0.1", "fd00::1"] {
            assert!(is_reported(&[], peer, Some("1.2.3.4")), "{peer}");
            assert!(!is_reported(&[], peer, None), "{peer}");
        }
        assert!(!is_reported(&["10.0.0.0/8"], "10.0.0.1", Some("1.2.3.4")), "trusted");
        assert!(!is_reported(&[], "203.0.113.9", Some("1.2.3.4")), "a visitor's own header");
    }

    #[test]
    fn private_addresses_are_local_and_others_are_not() {
        for local in
            ["127.0.0.1", "::1", "10.1.2.3", "172.17.0.1", "192.168.0.9", "fd00::1", "::ffff:10.0.0.1"]
        {
            assert!(is_local(local.parse().expect("address")), "{local}");
        }
        for visitor in ["8.8.8.8", "100.64.0.1", "2001:db8::1", "::ffff:8.8.8.8"] {
            assert!(!is_local(visitor.parse().expect("address")), "{visitor}");
        }
    }

    #[test]
    fn forged_address_left_of_the_real_one_is_ignored() {
        assert_eq!(client(&["10.0.0.0/8"], "10.0.0.1", "6.6.6.6, 1.2.3.4"), "1.2.3.4");
        assert_eq!(client(&["10.0.0.0/8"], "10.0.0.1", "6.6.6.6, 1.2.3.4, 10.9.9.9"), "1.2.3.4");
        assert_eq!(client(&["10.0.0.0/8"], "10.0.0.1", "garbage"), "10.0.0.1");
    }

    #[test]
    fn invalid_utf8_does_not_hide_the_client() {
        for forwarded in [&[&b"\xff, 1.2.3.4"[..]][..], &[b"\xff", b"1.2.3.4"]] {
            assert_eq!(client_of(&["10.0.0.0/8"], "10.0.0.1", forwarded), "1.2.3.4");
        }
        assert_eq!(client_of(&["10.0.0.0/8"], "10.0.0.1", &[b"1.2.3.4, \xff"]), "10.0.0.1");
    }

    #[test]
    fn hops_may_have_ports_and_brackets() {
        for (forwarded, expected) in [
            ("1.2.3.4:5678", "1.2.3.4"),
            ("2001:db8::1", "2001:db8::1"),
            ("[2001:db8::1]", "2001:db8::1"),
            ("[2001:db8::1]:5678", "2001:db8::1"),
            ("1.2.3.4:5678,10.9.9.9:80", "1.2.3.4"),
        ] {
            assert_eq!(client(&["10.0.0.0/8"], "10.0.0.1", forwarded), expected);
        }
    }
}
