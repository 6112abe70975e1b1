//! Middleware of the router.

use std::{sync::Arc, time::Duration};

use axum::{
    extract::{MatchedPath, Request, State},
    http::{HeaderMap, HeaderValue, Method, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use serde_json::json;
use tokio::time::timeout;

use crate::{
    app::App,
    foundation::{
        audit::{self, Action, Event},
        identity::extract::Denial,
    },
    platform::{
        addresses,
        db::wait_budget::with_wait_budget,
        error::{Error, Result},
        http::{self, INVALID_PARAMETER, caching::NO_STORE, cross_site, security_headers},
        privacy::secret_paths::loggable,
    },
};

/// Maximum time of a request without a file. The listener allows 30 seconds of it for the body.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(45);
/// Maximum time of a request that uploads a file, which S3 may have to store. The listener allows 120 seconds of it for the body.
const UPLOAD_TIMEOUT: Duration = Duration::from_secs(150);
/// Maximum number of characters of a path in the audit log.
const MAX_PATH: usize = 150;

/// Prevents caches from storing API responses, unless the handler sets another `Cache-Control`.
pub async fn forbid_storing_by_default(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    response.headers_mut().entry(header::CACHE_CONTROL).or_insert(NO_STORE);
    response
}

/// Answers 503 to requests that take too long. The body of a response, such as an export, may take longer. Also limits the total
/// time that a request waits for the database.
pub async fn limit_time(request: Request, next: Next) -> Response {
    let content_type = request.headers().get(header::CONTENT_TYPE).map_or(&b""[..], HeaderValue::as_bytes);
    let limit = if content_type.starts_with(b"multipart/") { UPLOAD_TIMEOUT } else { REQUEST_TIMEOUT };
    timeout(limit, with_wait_budget(next.run(request))).await.unwrap_or_else(|_| {
        tracing::error!(seconds = limit.as_secs(), "request timed out");
        Error::Unavailable.into_response()
    })
}

/// Adds the security headers to all responses. A header that the handler has set remains unchanged.
pub async fn add_security_headers(
    State(headers): State<Arc<HeaderMap>>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = next.run(request).await;
    security_headers::extend(response.headers_mut(), &headers);
    response
}

/// Refuses requests with another content type than JSON with 415, even if the operation has no body, because forms of other
/// sites could send them. Accepts requests without a content type.
pub async fn require_json(request: Request, next: Next) -> Response {
    let headers = request.headers();
    if !request.method().is_safe() && headers.contains_key(header::CONTENT_TYPE) && !http::is_json(headers) {
        return Error::UnsupportedMediaType.into_response();
    }
    next.run(request).await
}

/// Refuses NUL in the path and in the query.
pub async fn refuse_nul(request: Request, next: Next) -> Response {
    let uri = request.uri();
    if http::has_nul(uri.path()) {
        return Error::NotFound.into_response();
    }
    if uri.query().is_some_and(http::has_nul) {
        return INVALID_PARAMETER.into_response();
    }
    next.run(request).await
}

/// Answers 403 to requests that another site made a browser send. The unsubscribe link works from any site (RFC 8058): its token
/// alone authorizes the request, so another site can't use it without the mail.
pub async fn require_same_site(State(app): State<App>, request: Request, next: Next) -> Response {
    let is_unsubscribe_link = request.uri().path() == addresses::NEWSLETTER_UNSUBSCRIBE.path;
    if is_unsubscribe_link
        || cross_site::is_allowed(request.method(), request.headers(), app.config.public_url.as_ref())
    {
        next.run(request).await
    } else {
        // The layer `forbid_storing_by_default` doesn't apply here, because it is inside this one.
        ([(header::CACHE_CONTROL, NO_STORE)], Error::CrossSite).into_response()
    }
}

/// Records denials in the audit log, which are requests refused because of the caller's role.
pub async fn record_denials(State(app): State<App>, request: Request, next: Next) -> Response {
    let method = request.method().clone();
    let path = request.uri().path().to_owned();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let response = next.run(request).await;
    if let Some(denial) = response.extensions().get::<Denial>() {
        let route = route.as_ref().map_or("", MatchedPath::as_str);
        if let Err(cause) = record_denial(&app, denial, &method, route, &path).await {
            tracing::error!(%cause, "recording a denial in the audit log failed");
        }
    }
    response
}

/// Records at most one denial per minute for each user and route, and a limited number for each user, so that a flood of
/// requests does not fill the disk.
async fn record_denial(app: &App, denial: &Denial, method: &Method, route: &str, path: &str) -> Result<()> {
    let user = denial.user;
    let now = app.clock.steady();
    if app.limits.denials_by_route.take((user, format!("{method} {route}")), now).is_err()
        || app.limits.denials_by_user.take(user, now).is_err()
    {
        return Ok(());
    }
    let path: String = loggable(path).chars().take(MAX_PATH).collect();
    let event = Event::new(Action::AccountAccessDenied)
        .on(route, &format!("{method} {path}"))
        .after(&json!({"role": denial.role}));
    let tx = app.db.begin().await?;
    audit::record(app, &tx, &denial.actor, event).await?;
    tx.commit().await
}

#[cfg(test)]
mod tests {
    use axum::{Router, body::Body, http::StatusCode, middleware, routing::any};
    use tokio::time::Instant;
    use tower::ServiceExt;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn endless_request_times_out_after_the_limit_of_its_content_type() {
        let endless = any(std::future::pending::<()>);
        let router = Router::new().route("/", endless).layer(middleware::from_fn(limit_time));
        for (content_type, limit) in
            [("application/json", REQUEST_TIMEOUT), ("multipart/form-data; boundary=x", UPLOAD_TIMEOUT)]
        {
            let started = Instant::now();
            let request = Request::post("/").header(header::CONTENT_TYPE, content_type);
            let request = request.body(Body::empty()).expect("a request");
            let response = router.clone().oneshot(request).await.expect("an answer");
            assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
            assert!(response.headers().contains_key(header::RETRY_AFTER));
            assert_eq!(started.elapsed().as_secs(), limit.as_secs());
        }
    }
}
