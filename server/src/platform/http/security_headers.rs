//! The security headers of responses, with the Content Security Policies.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

/// The `Permissions-Policy`, which disables browser features that no page uses.
const PERMISSIONS: &str = "accelerometer=(), autoplay=(), camera=(), display-capture=(), \
    encrypted-media=(), fullscreen=(), geolocation=(), gyroscope=(), hid=(), idle-detection=(), magnetometer=(), \
    microphone=(), midi=(), payment=(), picture-in-picture=(), screen-wake-lock=(), serial=(), usb=(), \
    xr-spatial-tracking=()";

/// The Content Security Policy of API responses and files, which are not documents.
const API_POLICY: &str = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/// Sources that the policy of a document allows besides this site.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    pub images: Vec<&'static str>,
    pub connections: Vec<&'static str>,
    pub styles: Vec<&'static str>,
    pub fonts: Vec<&'static str>,
}

impl Sources {
    /// Returns these sources and those of `other`.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.images.extend(other.images);
        self.connections.extend(other.connections);
        self.styles.extend(other.styles);
        self.fonts.extend(other.fonts);
        self
    }
}

/// Returns the Content Security Policy of documents. It allows files of this site, inline scripts with one of `script_hashes`
/// (SHA-256 in base64) and the scripts that they load, images from `pictures` (sources separated by spaces), and `sources`.
#[must_use]
pub fn document_policy(script_hashes: &[String], pictures: &str, sources: &Sources) -> String {
    let hashes: Vec<String> = script_hashes.iter().map(|hash| format!("'sha256-{hash}'")).collect();
    let list = |sources: &[&str]| sources.iter().fold(String::new(), |list, source| list + " " + source);
    format!(
        "default-src 'none'; script-src {} 'strict-dynamic'; style-src 'self'{}; img-src 'self' {pictures}{}; \
         font-src 'self'{}; connect-src 'self'{}; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; \
         object-src 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
        hashes.join(" "),
        list(&sources.styles),
        list(&sources.images),
        list(&sources.fonts),
        list(&sources.connections),
    )
}

/// Returns the headers that all responses have.
fn common(hsts: Option<&'static str>) -> HeaderMap {
    let mut headers = HeaderMap::new();
    let mut set =
        |name: HeaderName, value: &'static str| headers.insert(name, HeaderValue::from_static(value));
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::X_FRAME_OPTIONS, "DENY");
    set(header::REFERRER_POLICY, "strict-origin-when-cross-origin");
    set(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    set(HeaderName::from_static("cross-origin-embedder-policy"), "credentialless");
    set(HeaderName::from_static("permissions-policy"), PERMISSIONS);
    if let Some(hsts) = hsts {
        set(header::STRICT_TRANSPORT_SECURITY, hsts);
    }
    headers
}

/// Returns the headers of API responses and files. `hsts` is the value of `Strict-Transport-Security`; `None` without https.
#[must_use]
pub fn for_api(hsts: Option<&'static str>) -> HeaderMap {
    let mut headers = common(hsts);
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(API_POLICY));
    headers
}

/// Returns the headers of documents. `policy` is their Content Security Policy; `None` in development.
#[must_use]
pub fn for_documents(hsts: Option<&'static str>, policy: Option<&str>) -> HeaderMap {
    let mut headers = common(hsts);
    if let Some(Ok(policy)) = policy.map(HeaderValue::from_str) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    headers
}

/// Adds the headers of `extra` to those of a response. Headers that the response already has remain unchanged.
pub fn extend(headers: &mut HeaderMap, extra: &HeaderMap) {
    for (name, value) in extra {
        if !headers.contains_key(name) {
            headers.insert(name.clone(), value.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn document_policy_without_other_sources_allows_this_site_only() {
        let hashes = ["abc=".to_owned(), "def=".to_owned()];
        assert_eq!(
            document_policy(&hashes, "data:", &Sources::default()),
            "default-src 'none'; script-src 'sha256-abc=' 'sha256-def=' 'strict-dynamic'; style-src 'self'; \
             img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; \
             base-uri 'none'; object-src 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"
        );
    }
}
