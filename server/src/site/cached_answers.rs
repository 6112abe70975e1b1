//! Answers of the API to visitors, cached like pages. A cached answer depends on its address and the content only. Requests with
//! a session neither read nor fill the cache.

use std::{borrow::Cow, net::SocketAddr};

use axum::{
    body::{Body, to_bytes},
    extract::{Query, Request, State},
    http::{self, HeaderMap, HeaderValue, Method, StatusCode, Uri, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use serde::Deserialize;
use tracing::Instrument;
use url::form_urlencoded;
use uuid::Uuid;

use super::{
    Site,
    cache::{CachedPage, PageOutcome, RenderedPage},
};
use crate::{
    app::App,
    features::blog::public::MAX_FOR_VISITORS,
    foundation::identity::session,
    platform::{
        db::wait_budget::sharing_budget, error::Error, http::has_nul, listener::client_ip::Peer,
        paging::MAX_LIMIT, text,
    },
};

/// Caches may store an answer but must revalidate it before each use.
const REVALIDATE: HeaderValue = HeaderValue::from_static("no-cache");
/// Staff get other answers at the same address, which no cache may store.
const VARY: HeaderValue = HeaderValue::from_static("accept-encoding, authorization, cookie");
/// Maximum length of a query whose answer is cached, in bytes.
const MAX_QUERY: usize = 200;

impl Site {
    /// Returns the response with the cached answer to a request, if it is fresh.
    pub(super) fn cached_answer<B>(&self, request: &http::Request<B>) -> Option<Response> {
        let key = key_of(&self.app, request)?;
        let answer = self.answers.fresh(&key, self.app.db.revision().current())?;
        Some(self.send_answer(&answer, request.method(), request.headers()))
    }

    fn send_answer(&self, answer: &CachedPage, method: &Method, headers: &HeaderMap) -> Response {
        answer.respond(method, headers, &self.api_headers).map(Body::new)
    }
}

/// Runs the handler once for all concurrent requests of visitors for the same answer, and caches the answer. Refusals, failures
/// and empty lists aren't cached.
pub async fn cache_answers(State(site): State<Site>, request: Request, next: Next) -> Response {
    let key = key_of(&site.app, &request).map(Cow::into_owned);
    let shared = key.and_then(|key| Some((shared_request(&site.app, &key, &request)?, key)));
    let Some((shared, key)) = shared else {
        return next.run(request).await;
    };
    let revision = site.app.db.revision().current();
    let handler = next.clone();
    let render = || sharing_budget(async { cacheable(handler.run(shared).await).await }.in_current_span());
    match site.answers.join_or_render(&key, revision, render).await {
        PageOutcome::Fresh(answer) | PageOutcome::Stale(answer) => {
            site.send_answer(&answer, request.method(), request.headers())
        }
        PageOutcome::Failed(StatusCode::NOT_FOUND) => Error::NotFound.into_response(),
        PageOutcome::Failed(StatusCode::SERVICE_UNAVAILABLE) => Error::Unavailable.into_response(),
        // Another answer may depend on the client that caused the render, such as a refusal over a rate limit.
        PageOutcome::Failed(_) | PageOutcome::Panicked => next.run(request).await,
    }
}

/// Returns the request for the answer at `key`, which has nothing of the visitor's request but the address that rate limits
/// count.
fn shared_request(app: &App, key: &str, request: &Request) -> Option<Request> {
    let ip = app.config.trusted_proxies.client_of(request.extensions(), request.headers())?;
    let mut shared = http::Request::get(key).body(Body::empty()).ok()?;
    // The router has stored the parameters of the path in the extensions.
    *shared.extensions_mut() = request.extensions().clone();
    shared.extensions_mut().insert(Peer(SocketAddr::new(ip, 0)));
    Some(shared)
}

/// Returns the answer if it may be cached, and otherwise its status.
async fn cacheable(response: Response) -> Result<RenderedPage, StatusCode> {
    let (head, body) = response.into_parts();
    // Any word is a valid category. Without this rule, each would have its entry.
    let is_empty_list = head.headers.get("x-total-count").is_some_and(|total| total == "0");
    if head.status != StatusCode::OK || is_empty_list {
        return Err(head.status);
    }
    let mut headers = head.headers;
    let content_type = headers.remove(header::CONTENT_TYPE).ok_or(StatusCode::INTERNAL_SERVER_ERROR)?;
    headers.remove(header::CONTENT_LENGTH);
    headers.remove(header::ETAG);
    headers.insert(header::CACHE_CONTROL, REVALIDATE);
    headers.insert(header::VARY, VARY);
    let body = to_bytes(body, usize::MAX).await.map_err(|_| StatusCode::INTERNAL_SERVER_ERROR)?;
    // Scheduled posts need no expiry: publishing them raises the revision.
    Ok(RenderedPage { status: head.status, content_type, body, expires_at: None, headers })
}

/// Returns the key of the answer to a request, which is its canonical path and query. `None` if the answer isn't cached.
fn key_of<'a, B>(app: &App, request: &'a http::Request<B>) -> Option<Cow<'a, str>> {
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    let headers = request.headers();
    let has_session = headers.contains_key(header::AUTHORIZATION) || session::has_cookie(app, headers);
    if is_read && !has_session { canonical(request.uri()) } else { None }
}

/// Query parameters of the cached lists.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListParameters {
    limit: Option<u64>,
}

/// Query parameters of the cached lists of posts.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PostParameters {
    limit: Option<u64>,
    sort: Option<String>,
    category: Option<String>,
    tag: Option<String>,
    /// Visitors get published posts only, whatever they request.
    #[serde(rename = "is_published")]
    _is_published: Option<bool>,
}

/// Returns the path with the known parameters in a fixed order. `None` for another path, or a query with a repeated, unknown or
/// uncached parameter. The handler refuses invalid values.
fn canonical(uri: &Uri) -> Option<Cow<'_, str>> {
    let (path, query) = (uri.path(), uri.query().unwrap_or_default());
    if query.len() > MAX_QUERY || has_nul(query) {
        return None;
    }
    let pairs = match path {
        "/api/services" | "/api/menu-items" | "/api/footer-sections" => {
            let Query(ListParameters { limit }) = Query::try_from_uri(uri).ok()?;
            vec![("limit", limit.map(|limit| limit.to_string()))]
        }
        "/api/blog" => {
            let Query(PostParameters { limit, sort, category, tag, .. }) = Query::try_from_uri(uri).ok()?;
            if category.is_some() && tag.is_some() {
                return None;
            }
            let limit = limit.filter(|limit| !(MAX_FOR_VISITORS..=MAX_LIMIT).contains(limit));
            vec![
                ("limit", limit.map(|limit| limit.to_string())),
                ("sort", sort),
                ("category", category.map(|category| text::slug(&category))),
                ("tag", tag.map(|tag| text::slug(&tag))),
            ]
        }
        _ if query.is_empty() && is_id(path.strip_prefix("/api/blog/")?) => Vec::new(),
        _ => return None,
    };
    if query.is_empty() {
        return Some(path.into());
    }
    let mut serializer = form_urlencoded::Serializer::new(String::new());
    serializer.extend_pairs(pairs.into_iter().filter_map(|(name, value)| Some((name, value?))));
    let query = serializer.finish();
    Some(if query.is_empty() { path.into() } else { format!("{path}?{query}").into() })
}

/// Returns whether a text is an id in the usual spelling.
fn is_id(text: &str) -> bool {
    Uuid::try_parse(text).is_ok_and(|id| id.hyphenated().encode_lower(&mut Uuid::encode_buffer()) == text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const POST: &str = "/api/blog/01926b2e-8c4a-7d31-9f00-0a1b2c3d4e5f";

    #[test]
    fn queries_with_the_same_answer_have_one_key() {
        for (sent, key) in [
            ("/api/services", "/api/services"),
            ("/api/menu-items?", "/api/menu-items"),
            ("/api/footer-sections?limit=%32", "/api/footer-sections?limit=2"),
            ("/api/services?limit=0", "/api/services?limit=0"),
            (POST, POST),
            ("/api/blog?is_published=false", "/api/blog"),
            ("/api/blog?limit=25", "/api/blog"),
            ("/api/blog?limit=100", "/api/blog"),
            ("/api/blog?limit=101", "/api/blog?limit=101"),
            ("/api/blog?tag=Nuvem%20P%C3%BAblica", "/api/blog?tag=nuvem-publica"),
            (
                "/api/blog?category=Rede&sort=created_at&limit=024",
                "/api/blog?limit=24&sort=created_at&category=rede",
            ),
        ] {
            let uri: Uri = sent.parse().expect("an address");
            assert_eq!(canonical(&uri).as_deref(), Some(key), "{sent}");
            let again: Uri = key.parse().expect("an address");
            assert_eq!(canonical(&again).as_deref(), Some(key), "the key of a key");
        }
    }

    #[test]
    fn answers_of_other_addresses_and_queries_are_not_cached() {
        for sent in [
            "/",
            "/api/services/",
            "/api/contacts",
            "/api/blog/trash",
            "/api/blog/01926B2E-8C4A-7D31-9F00-0A1B2C3D4E5F",
            "/api/blog/01926b2e8c4a7d319f000a1b2c3d4e5f",
            &format!("{POST}?a=b"),
            &format!("{POST}/history"),
            "/api/services?a=b",
            "/api/services?sort=created_at",
            "/api/services?limit=x",
            "/api/services?limit=1&limit=1",
            "/api/blog?search=nuvem",
            "/api/blog?search=",
            "/api/blog?cursor=AAAA",
            "/api/blog?is_scheduled=true",
            "/api/blog?is_published=x",
            "/api/blog?category=rede&tag=nuvem",
            "/api/blog?category=rede%00",
            &format!("/api/blog?category={}", "a".repeat(MAX_QUERY)),
        ] {
            let uri: Uri = sent.parse().expect("an address");
            assert_eq!(canonical(&uri), None, "{sent}");
        }
    }
}
