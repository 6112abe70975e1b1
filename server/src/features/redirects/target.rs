//! Targets of redirects: paths on this site or `https` URLs, parsed as browsers parse them.

use std::borrow::Cow;

use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, percent_encode};
use serde::Serializer;
use url::{Position, Url};

use crate::platform::text::{self, is_invisible};

/// Placeholder for the origin of this site. Paths are parsed relative to it; it appears in no result.
const SITE: &str = "https://site.invalid";

/// Returns the normalized form of a path, by which redirects are found: percent-decoded, without a slash at its end, and
/// empty for the home page. `None` if it isn't a path, or contains a control character or a backslash.
#[must_use]
pub fn normalized(path: &str) -> Option<String> {
    let decoded = percent_decode_str(path).decode_utf8().ok()?;
    let is_path = decoded.starts_with('/') && !decoded.chars().any(|c| c.is_control() || c == '\\');
    is_path.then(|| decoded.trim_end_matches('/').to_owned())
}

/// Returns the form of a normalized path that people read and enter: [`normalized`] returns the path again. Only characters
/// that would be lost or have another meaning are percent-encoded.
#[must_use]
pub fn readable_path(path: &str) -> String {
    let path = match path.strip_prefix("//") {
        Some(rest) => format!("/%2F{}", encode(rest, is_special)),
        None => encode(path, is_special),
    };
    encode_hidden(&path)
}

/// Serializes a normalized path with [`readable_path`].
pub fn serialize_readable<S: Serializer>(path: &str, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&readable_path(path))
}

/// Returns whether a character means something else in an address that people enter: `%` starts an encoded character, `?` the
/// query and `#` the fragment, and `*` isn't accepted.
fn is_special(c: char) -> bool {
    matches!(c, '%' | '?' | '#' | '*')
}

/// Percent-encodes the characters that `is_encoded` selects.
fn encode(text: &str, is_encoded: impl Fn(char) -> bool) -> String {
    let encoded =
        |c: char| percent_encode(c.encode_utf8(&mut [0; 4]).as_bytes(), NON_ALPHANUMERIC).to_string();
    text.chars().map(|c| if is_encoded(c) { encoded(c) } else { c.to_string() }).collect()
}

/// Percent-encodes the characters that people can't see, and the spaces that an input field loses: those beside another space,
/// or at the start or end.
fn encode_hidden(text: &str) -> String {
    let words = text.split(' ').map(|word| encode(word, is_invisible)).collect::<Vec<_>>();
    let mut encoded = String::new();
    for (index, word) in words.iter().enumerate() {
        if index > 0 {
            let is_single = !words[index - 1].is_empty() && !word.is_empty();
            encoded.push_str(if is_single { " " } else { "%20" });
        }
        encoded.push_str(word);
    }
    encoded
}

/// Returns the path, query and fragment of an address on this site. Returns any other address unchanged. The host is compared
/// as browsers compare it: it may be in capitals, percent-encoded or followed by the default port. A leading `www.` doesn't
/// matter.
#[must_use]
pub fn own_address<'a>(address: &'a str, origin: &str) -> Cow<'a, str> {
    let host = |url: &Url| {
        let host = url.host_str()?.trim_end_matches('.').to_owned();
        Some(host.strip_prefix("www.").map_or(host.clone(), str::to_owned))
    };
    let is_own = |url: &Url, own: &Url| {
        matches!(url.scheme(), "http" | "https")
            && host(url) == host(own)
            && (url.port().is_none() || url.port() == own.port())
    };
    match (Url::parse(address), Url::parse(origin)) {
        (Ok(url), Ok(own)) if is_own(&url, &own) => {
            // Like browsers, accepts any number of slashes and backslashes after the scheme.
            let rest = address.trim_start_matches(|c| c != ':').trim_start_matches([':', '/', '\\']);
            let path = rest.find(['/', '\\', '?', '#']).map_or("", |start| &rest[start..]);
            if path.starts_with('/') { path.into() } else { format!("/{path}").into() }
        }
        _ => address.into(),
    }
}

/// A path on this site or an `https` URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    url: Url,
    is_own: bool,
}

impl Target {
    /// Parses a target. Spaces may be unencoded. `None` if it is invalid, or if readers could mistake the site to which it
    /// leads: `//host`, `/\host`, an encoded tab, or a user name before an `@`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = &*text.replace(' ', "%20");
        if !text::is_safe_url(text) {
            return None;
        }
        let is_own = text.starts_with('/');
        let url = if is_own { Url::parse(SITE).ok()?.join(text) } else { Url::parse(text) }.ok()?;
        let has_user = !url.username().is_empty() || url.password().is_some();
        let target = Self { url, is_own };
        let stays_here =
            !target.path().starts_with("//") && target.own_path().is_some_and(|path| !path.starts_with("//"));
        (!has_user && (stays_here || !is_own)).then_some(target)
    }

    /// Returns the normalized path of a target on this site; `None` for another site.
    #[must_use]
    pub fn own_path(&self) -> Option<String> {
        if self.is_own { normalized(self.url.path()) } else { None }
    }

    /// Returns the percent-encoded path.
    #[must_use]
    pub fn path(&self) -> &str {
        self.url.path()
    }

    /// Returns the query without the `?`.
    #[must_use]
    pub fn query(&self) -> Option<&str> {
        self.url.query()
    }

    /// Returns the value of the `Location` header. A target without a query gets `query`, which is the query of the request.
    #[must_use]
    pub fn location(&self, query: Option<&str>) -> String {
        let mut url = self.url.clone();
        if url.query().is_none() {
            url.set_query(query.filter(|query| !query.is_empty()));
        }
        if self.is_own { url[Position::BeforePath..].to_owned() } else { url.into() }
    }

    /// Returns the address for people: percent-decoded, except for characters that would be lost or have another meaning, so
    /// that [`Self::parse`] returns the same target. Stays encoded if the decoded bytes aren't UTF-8.
    #[must_use]
    pub fn readable(&self) -> String {
        let location = self.location(None);
        let mut parts = location.split('%');
        let mut protected = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let byte = part.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
            protected.push_str(match byte {
                // A `%` that encodes nothing.
                None => "%2525",
                Some(b'%' | b'?' | b'#' | b'*' | b'&' | b'=' | b'+' | b'/' | b'\\') => "%25",
                Some(_) => "%",
            });
            protected.push_str(part);
        }
        percent_decode_str(&protected).decode_utf8().map_or(location, |text| encode_hidden(&text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_compared_decoded_and_without_the_last_slash() {
        assert_eq!(normalized("/p%C3%A1gina/Um/").as_deref(), Some("/página/Um"));
        assert_eq!(normalized("/").as_deref(), Some(""));
        for bad in ["nada", "/%ff", "/%00", "/a%09", "/a%5Cb", ""] {
            assert_eq!(normalized(bad), None, "{bad}");
        }
    }

    #[test]
    fn readable_path_is_the_same_path_again() {
        for (path, readable) in [
            ("/página antiga/Um", "/página antiga/Um"),
            ("/folheto ", "/folheto%20"),
            ("/ ", "/%20"),
            ("/a  b", "/a%20%20b"),
            ("/a?id=1", "/a%3Fid=1"),
            ("/h#x", "/h%23x"),
            ("/folhet/*", "/folhet/%2A"),
            ("/p%25", "/p%2525"),
            ("/desconto-10%a0-x", "/desconto-10%25a0-x"),
            ("/a\u{200b}\u{a0}b", "/a%E2%80%8B%C2%A0b"),
            ("//a", "/%2Fa"),
            ("", ""),
        ] {
            assert_eq!(readable_path(path), readable);
            if !path.is_empty() {
                assert_eq!(normalized(readable).as_deref(), Some(path));
            }
        }
    }

    #[test]
    fn readable_target_is_the_same_target_again() {
        for (text, readable) in [
            ("/a%3Fb%23c%2525", "/a%3Fb%23c%2525"),
            ("/p%C3%A1gina?q=a%26b%3Dc%20d", "/página?q=a%26b%3Dc d"),
            ("/a%2Fb%E2%80%8B", "/a%2Fb%E2%80%8B"),
            ("/a%20%20b?c=%20", "/a%20%20b?c=%20"),
        ] {
            let target = Target::parse(text).expect("a target");
            assert_eq!(target.readable(), readable);
            assert_eq!(Target::parse(readable), Some(target));
        }
    }

    #[test]
    fn own_address_loses_its_origin_and_others_are_unchanged() {
        let own = |address| own_address(address, "https://exemplo.com.br");
        for (address, path) in [
            ("https://exemplo.com.br/a?b", "/a?b"),
            ("http://www.exemplo.com.br", "/"),
            ("https://EXEMPLO.com.br:443/Olá mundo", "/Olá mundo"),
            ("http:///exemplo%2Ecom.br./a", "/a"),
            ("https://exemplo。com.br?b#c", "/?b#c"),
        ] {
            assert_eq!(own(address), path, "{address}");
        }
        for other in [
            "https://exemplo.com.br.mal.example/",
            "https://exemplo.com.br:8443/a",
            "https://loja.exemplo.com.br/a",
            "ftp://exemplo.com.br/a",
            "exemplo.com.br/a",
        ] {
            assert_eq!(own(other), other);
        }
    }

    #[test]
    fn invalid_and_deceptive_targets_are_refused() {
        for bad in [
            "",
            "sobre",
            "//mal.example",
            "/\\mal.example",
            "/%09/mal.example",
            "/%2Fmal.example",
            "/%5Cmal.example",
            "/.//mal.example",
            "/.//",
            "/\tmal",
            "http://exemplo.com.br",
            "javascript:alert(1)",
            "https://",
            "https://exemplo.com.br@mal.example/",
        ] {
            assert_eq!(Target::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn location_is_ascii_and_preserves_the_query() {
        let location = |target: &str, query| Target::parse(target).expect("safe").location(query);
        assert_eq!(location("/página#fim", Some("a=1")), "/p%C3%A1gina?a=1#fim");
        assert_eq!(location("/sobre?b=2", Some("a=1")), "/sobre?b=2");
        assert_eq!(location("/sobre", Some("")), "/sobre");
        assert_eq!(location("https://ação.com.br/x", Some("a=1")), "https://xn--ao-siap.com.br/x?a=1");
        for text in ["/um%20dois", "/um dois"] {
            let with_space = Target::parse(text).expect("safe");
            assert_eq!(with_space.own_path().as_deref(), Some("/um dois"));
            assert_eq!((&*with_space.location(None), &*with_space.readable()), ("/um%20dois", "/um dois"));
        }
        assert_eq!(Target::parse("/busca?q=%ff").expect("safe").readable(), "/busca?q=%ff");
    }
}
