//! Stands before the router: a page that is in the cache is answered here, past every layer.

use std::net::IpAddr;

use axum::{
    Router,
    body::Body,
    http::{HeaderMap, Method, Request, Response},
};
use tower::ServiceExt;

use super::Site;
use crate::kit::{body_timeout::TimedBody, listener::Answer, security_headers};

pub struct Front {
    site: Site,
    router: Router,
}

impl Front {
    #[must_use]
    pub fn new(site: Site, router: Router) -> Self {
        Self { site, router }
    }

    fn hit(&self, request: &Request<TimedBody>) -> Option<Response<Body>> {
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            return None;
        }
        let key = request.uri().path_and_query()?.as_str();
        let page = self.site.cache.fresh(key, self.site.app.db.revision().current())?;
        Some(self.site.cached(&page, request.method(), request.headers()))
    }
}

impl Answer for Front {
    async fn answer(&self, request: Request<TimedBody>) -> Response<Body> {
        if let Some(response) = self.hit(&request) {
            return response;
        }
        match self.router.clone().oneshot(request.map(Body::new)).await {
            Ok(response) => response,
            Err(never) => match never {},
        }
    }

    fn knows_host(&self, host: &str) -> bool {
        let Some(public) = &self.site.app.config.public_url else { return true };
        let expected = public.host_str().unwrap_or("");
        let expected = public.port().map_or_else(|| expected.to_owned(), |port| format!("{expected}:{port}"));
        host.eq_ignore_ascii_case(&expected)
    }

    fn is_proxy(&self, peer: IpAddr) -> bool {
        self.site.app.config.trusted_proxies.trusts(peer)
    }

    fn refusal_headers(&self) -> HeaderMap {
        security_headers::for_api(self.site.app.config.is_https())
    }
}
