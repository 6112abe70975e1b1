//! Protection against cross-site request forgery. Programs other than browsers send neither `Sec-Fetch-Site` nor `Origin` nor
//! a cookie: their requests are allowed. A request with a cookie and neither header could come from an old browser, and is
//! refused.

use axum::http::{HeaderMap, Method, header};
use url::Url;

/// Returns whether the method is safe, or no page of another site can have sent the request. `public_url` is the site's own URL;
/// without it, the `Host` header has to match the `Origin`.
#[must_use]
pub fn is_allowed(method: &Method, headers: &HeaderMap, public_url: Option<&Url>) -> bool {
    if method.is_safe() {
        return true;
    }
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(site) = text("sec-fetch-site") {
        return matches!(site, "same-origin" | "none");
    }
    if !headers.contains_key(header::ORIGIN) {
        return !headers.contains_key(header::COOKIE);
    }
    let Some(origin) = text(header::ORIGIN.as_str()) else { return false };
    let Ok(origin) = Url::parse(origin) else { return false };
    match public_url {
        Some(public) => origin.origin() == public.origin(),
        None => {
            text(header::HOST.as_str()).is_some_and(|host| authority(&origin) == host.to_ascii_lowercase())
        }
    }
}

/// Returns host and port as in a `Host` header.
fn authority(url: &Url) -> String {
    let host = url.host_str().unwrap_or("");
    url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn allowed(headers: &[(&'static str, &'static str)], public: Option<&str>) -> bool {
        let headers: HeaderMap = headers
            .iter()
            .map(|(name, value)| (name.parse().expect("name"), HeaderValue::from_static(value)))
            .collect();
        let public = public.map(|url| Url::parse(url).expect("url"));
        is_allowed(&Method::POST, &headers, public.as_ref())
    }

    #[test]
    fn own_pages_and_programs_are_allowed() {
        assert!(allowed(&[("host", "localhost:8080")], None));
        assert!(allowed(&[("host", "localhost:8080"), ("origin", "http://localhost:8080")], None));
        assert!(allowed(&[("origin", "https://a.com.br")], Some("https://a.com.br/")));
        assert!(allowed(&[("sec-fetch-site", "same-origin")], None));
    }

    #[test]
    fn cookie_without_origin_is_refused() {
        let cookie = ("cookie", "sid=x");
        assert!(!allowed(&[("host", "localhost:8080"), cookie], None));
        assert!(!allowed(&[cookie], Some("https://a.com.br/")));
        assert!(allowed(&[cookie, ("origin", "https://a.com.br")], Some("https://a.com.br/")));
        assert!(allowed(&[cookie, ("sec-fetch-site", "same-origin")], None));
        assert!(!allowed(&[cookie, ("sec-fetch-site", "cross-site")], None));
    }

    #[test]
    fn other_sites_are_refused() {
        assert!(!allowed(&[("sec-fetch-site", "cross-site")], None));
        assert!(!allowed(&[("sec-fetch-site", "same-site")], None));
        assert!(!allowed(&[("host", "localhost:8080"), ("origin", "http://localhost:9999")], None));
        assert!(!allowed(&[("origin", "http://a.com.br")], Some("https://a.com.br/")));
        assert!(!allowed(&[("host", "a.com.br"), ("origin", "null")], None));
    }
}
