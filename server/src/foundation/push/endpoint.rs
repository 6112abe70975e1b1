//! Addresses of push services. A browser sends them, so that the server must not be led to hosts of its own network.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use url::{Host, Url};

use crate::app::config::Config;

/// Maximum length of an address.
pub const MAX_ENDPOINT: usize = 1_000;

/// Parses an address. `None` if it isn't one of a public host by https. Names are also checked when they are resolved.
pub fn parse(config: &Config, text: &str) -> Option<Url> {
    let is_line = !text.contains(|c: char| c.is_whitespace() || c.is_control());
    let url = Url::parse(text).ok().filter(|_| is_line && text.len() <= MAX_ENDPOINT)?;
    if is_test_server(config, &url) {
        return Some(url);
    }
    let Some(Host::Domain(name)) = url.host() else { return None };
    let name = name.trim_end_matches('.');
    let is_public = name.contains('.') && !name.ends_with(".localhost") && !name.ends_with(".local");
    let is_plain = url.username().is_empty() && url.password().is_none() && url.port().is_none();
    (url.scheme() == "https" && is_public && is_plain).then_some(url)
}

fn is_test_server(config: &Config, url: &Url) -> bool {
    config.push_test_server.as_ref().is_some_and(|server| server.origin() == url.origin())
}

/// Returns whether an IP address is of the public internet.
pub fn is_public(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => is_public_v4(ip),
        IpAddr::V6(ip) => match ip.to_ipv4_mapped() {
            Some(ip) => is_public_v4(ip),
            None => is_public_v6(ip),
        },
    }
}

fn is_public_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    let is_reserved = match (a, b, c) {
        (0 | 240.., ..) | (100, 64..=127, _) | (192, 0, 0) | (198, 18 | 19, _) => true,
        _ => ip.is_private() || ip.is_loopback() || ip.is_link_local(),
    };
    !(is_reserved || ip.is_multicast() || ip.is_documentation())
}

/// Global unicast addresses, without those that contain an IPv4 address or are for documentation.
fn is_public_v6(ip: Ipv6Addr) -> bool {
    let [first, second, ..] = ip.segments();
    let is_special = first == 0x2002 || (first == 0x2001 && (second < 0x200 || second == 0xdb8));
    first & 0xe000 == 0x2000 && !is_special
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_private_networks_are_not_public() {
        let is_public = |ip: &str| is_public(ip.parse().expect("an address"));
        for ip in ["8.8.8.8", "142.250.1.1", "2a00:1450:4001::1"] {
            assert!(is_public(ip), "{ip}");
        }
        for ip in [
            "0.0.0.0",
            "10.0.0.1",
            "100.64.0.1",
            "127.0.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "192.168.0.1",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::1",
            "::ffff:10.0.0.1",
            "fd00::1",
            "fe80::1",
            "2002:a00:1::",
            "64:ff9b::a00:1",
        ] {
            assert!(!is_public(ip), "{ip}");
        }
    }
}
