//! Answers requests for cached pages and cached answers of the API, before the router and its layers.

use std::net::IpAddr;

use axum::{
    Router,
    body::Body,
    http::{HeaderMap, Method, Request, Response},
};
use tower::ServiceExt;
use url::Url;

use super::Site;
use crate::platform::{
    http::security_headers,
    listener::{Host, Respond, body_timeout::TimedBody},
};

/// The server's outermost service: answers a request from the cache, or passes it to the router.
pub struct CachedPages {
    site: Site,
    router: Router,
}

impl CachedPages {
    #[must_use]
    pub fn new(site: Site, router: Router) -> Self {
        Self { site, router }
    }

    /// Returns the response with the cached page or answer of the request, if it is fresh.
    fn cached_response(&self, request: &Request<TimedBody>) -> Option<Response<Body>> {
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            return None;
        }
        let key = request.uri().path_and_query()?.as_str();
        if key.starts_with("/api/") {
            return self.site.cached_answer(request);
        }
        let page = self.site.cache.fresh(key, self.site.app.db.revision().current())?;
        Some(self.site.cached(&page, request.method(), request.headers()))
    }
}

impl Respond for CachedPages {
    async fn respond(&self, request: Request<TimedBody>) -> Response<Body> {
        if let Some(response) = self.cached_response(&request) {
            return response;
        }
        match self.router.clone().oneshot(request.map(Body::new)).await {
            Ok(response) => response,
            Err(never) => match never {},
        }
    }

    fn host(&self, host: &str) -> Host {
        self.site.app.config.public_url.as_ref().map_or(Host::Ours, |public| classify_host(public, host))
    }

    fn is_proxy(&self, peer: IpAddr) -> bool {
        self.site.app.config.trusted_proxies.trusts(peer)
    }

    fn refusal_headers(&self) -> HeaderMap {
        security_headers::for_api(self.site.app.config.hsts())
    }
}

/// Classifies a `Host` header by comparing it with the public URL. If the public URL has no port, the header may have port 80 or
/// 443. A dot at the end of the name is ignored.
fn classify_host(public: &Url, host: &str) -> Host {
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => {
            (name, port.parse::<u16>().ok())
        }
        _ => (host, None),
    };
    let name = name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase();
    let expected = public.host_str().unwrap_or("");
    let port_matches = match public.port() {
        Some(expected) => port == Some(expected),
        None => matches!(port, None | Some(80 | 443)),
    };
    let without_www = |name: &str| name.strip_prefix("www.").unwrap_or(name).to_owned();
    if !port_matches {
        Host::Unknown
    } else if name == expected {
        Host::Ours
    } else if without_www(&name) == without_www(expected) {
        Host::Alias(public.origin().ascii_serialization())
    } else {
        Host::Unknown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn host_is_ours_in_any_spelling_an_alias_if_only_www_differs_and_otherwise_unknown() {
        let at = |public: &str, host: &str| classify_host(&Url::parse(public).expect("a valid URL"), host);
        let www = "https://www.exemplo.com.br";
        for host in [
            "www.exemplo.com.br",
            "WWW.exemplo.com.br",
            "www.exemplo.com.br:443",
            "www.exemplo.com.br:80",
            "www.exemplo.com.br.",
        ] {
            assert_eq!(at(www, host), Host::Ours, "{host}");
        }
        assert_eq!(at(www, "exemplo.com.br"), Host::Alias(www.to_owned()));
        assert_eq!(
            at("https://exemplo.com.br", "www.exemplo.com.br."),
            Host::Alias("https://exemplo.com.br".to_owned())
        );
        for host in [
            "",
            "outro.example",
            "www.exemplo.com.br:8080",
            "www.www.exemplo.com.br",
            "xexemplo.com.br",
            "exemplo.com",
        ] {
            assert_eq!(at(www, host), Host::Unknown, "{host}");
        }
        assert_eq!(at("http://localhost:8080", "localhost:8080"), Host::Ours);
        assert_eq!(at("http://localhost:8080", "localhost"), Host::Unknown);
        assert_eq!(at("http://[::1]:8080", "[::1]:8080"), Host::Ours);
    }
}
