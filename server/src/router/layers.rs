//! What requests go through on their way to a handler, whichever it is.

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
        cross_site,
        db::wait_budget::with_wait_budget,
        error::{Error, Result},
        http, security_headers,
    },
};

/// Answers of the API are for the one who asked.
pub async fn never_stored(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    response.headers_mut().entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// A request with a JSON body or none: the listener gives its body 30 seconds.
pub const REQUEST: Duration = Duration::from_secs(45);
/// A request with a file, which may have to reach S3.
const UPLOAD: Duration = Duration::from_secs(150);

/// Ends requests that take too long, whatever they wait for. An answer that has begun, such as an export, goes on.
pub async fn in_time(request: Request, next: Next) -> Response {
    let content_type = request.headers().get(header::CONTENT_TYPE).map_or(&b""[..], HeaderValue::as_bytes);
    let limit = if content_type.starts_with(b"multipart/") { UPLOAD } else { REQUEST };
    timeout(limit, with_wait_budget(next.run(request))).await.unwrap_or_else(|_| {
        tracing::error!(seconds = limit.as_secs(), "the request took too long and was ended");
        Error::Unavailable.into_response()
    })
}

/// Documents have headers of their own; everything else gets the strictest.
pub async fn secured(State(headers): State<Arc<HeaderMap>>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    security_headers::extend(response.headers_mut(), &headers);
    response
}

/// Also where a call has no use for a body: what a form of another site could send is none of ours.
pub async fn json_only(request: Request, next: Next) -> Response {
    let headers = request.headers();
    if !request.method().is_safe() && headers.contains_key(header::CONTENT_TYPE) && !http::is_json(headers) {
        return Error::UnsupportedMediaType.into_response();
    }
    next.run(request).await
}

/// What another site has a browser send is none of ours.
pub async fn same_site_only(State(app): State<App>, request: Request, next: Next) -> Response {
    if cross_site::is_allowed(request.method(), request.headers(), app.config.public_url.as_ref()) {
        next.run(request).await
    } else {
        ([(header::CACHE_CONTROL, "no-store")], Error::CrossSite).into_response()
    }
}

/// Maximum length of a refused path in the audit log.
const MAX_PATH: usize = 150;

/// Records requests that were refused because of the caller's role.
pub async fn record_denials(State(app): State<App>, request: Request, next: Next) -> Response {
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let route = request.extensions().get::<MatchedPath>().cloned();
    let response = next.run(request).await;
    if let Some(denial) = response.extensions().get::<Denial>() {
        let route = route.as_ref().map_or("", MatchedPath::as_str);
        if let Err(cause) = record_denial(&app, denial, &method, route, &path).await {
            tracing::error!(%cause, "a denied request could not be recorded in the audit log");
        }
    }
    response
}

/// Records at most one denial per minute for a user and a route, and a limited number for a user, so that a flood of
/// requests does not fill the disk.
async fn record_denial(app: &App, denial: &Denial, method: &Method, route: &str, path: &str) -> Result<()> {
    let (user, now) = (denial.user, app.clock.steady());
    if app.limits.denials.take((user, format!("{method} {route}")), now).is_err()
        || app.limits.denials_of_person.take(user, now).is_err()
    {
        return Ok(());
    }
    let path: String = path.chars().take(MAX_PATH).collect();
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
    async fn endless_requests_are_answered_503() {
        let endless = any(std::future::pending::<()>);
        let router = Router::new().route("/", endless).layer(middleware::from_fn(in_time));
        for (content_type, limit) in
            [("application/json", REQUEST), ("multipart/form-data; boundary=x", UPLOAD)]
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
