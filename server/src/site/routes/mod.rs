//! Handlers of the public addresses and of the panel's document.

mod accounts;
mod blog;
mod certificate;
mod contact;
mod legal;
mod newsletter;
mod preferences;
mod previews;
mod privacy_requests;
mod refusal;
mod respond;
mod search;
mod share_pictures;
mod static_pages;
mod text_files;
mod verification;

pub use accounts::{
    account, auth, change_password, confirm_email, forgot_password, reset_password, send_auth, send_recovery,
};
pub use blog::{article, blog, blog_category, blog_feed, blog_tag};
pub use certificate::{certificate, check_certificate};
pub use contact::{contact, contact_thanks, send_contact};
pub use legal::{privacy, privacy_version, privacy_versions, terms, terms_version, terms_versions};
pub use newsletter::{
    confirm_page, confirm_subscription, edition, editions, newsletter, newsletter_confirmed,
    newsletter_thanks, subscribe, unsubscribe, unsubscribe_page,
};
pub use preferences::{preferences_page, save_preferences};
pub use previews::preview_link;
pub use privacy_requests::{
    confirm_privacy_request, privacy_request, privacy_request_confirmed, privacy_request_link,
    privacy_request_sent, send_privacy_request,
};
pub use share_pictures::share_picture;
pub use static_pages::show_errors_as_pages;
pub use text_files::{panel_manifest, panel_worker, robots, security_txt, sitemap, web_manifest};

use axum::{
    body::Body,
    extract::{Path, Request, State, rejection::PathRejection},
    http::{HeaderMap, Method, Response, StatusCode, header, request::Parts},
    middleware::Next,
    response::IntoResponse,
};

use self::respond::{redirect_to_page, uncached_response};
use super::{Site, cache::PageOutcome, pages::Page, panel, shared_assets};
use crate::{
    features::{redirects::missing, services::model::ServicePage},
    foundation::identity::session,
    platform::{
        error::{Error, Result},
        http::{self, caching::NO_STORE},
        privacy::secret_paths,
    },
};

pub async fn home(State(site): State<Site>, request: Parts) -> Response<Body> {
    site.show(Page::Home, &request).await
}

pub async fn about(State(site): State<Site>, request: Parts) -> Response<Body> {
    site.show(Page::About, &request).await
}

pub async fn services(State(site): State<Site>, request: Parts) -> Response<Body> {
    site.show(Page::Services, &request).await
}

/// Shows a detail page. A slug that a former site built from the name of a page or category redirects to its page.
pub async fn service(
    State(site): State<Site>,
    slug: Result<Path<String>, PathRejection>,
    request: Parts,
) -> Response<Body> {
    let Ok(Path(slug)) = slug else { return not_found(State(site), request).await };
    if let Some(page) = ServicePage::from_slug(&slug) {
        return site.show(Page::Service(page), &request).await;
    }
    match ServicePage::from_built_slug(&slug) {
        Some(page) => redirect_to_page(page.path(), &request),
        None => not_found(State(site), request).await,
    }
}

/// Answers a request for an unknown path with, in this order: the verification file of Google Search Console, a redirect from
/// another spelling of a page's path, a redirect that staff configured, or the not-found page.
pub async fn not_found(State(site): State<Site>, request: Parts) -> Response<Body> {
    if !matches!(request.method, Method::GET | Method::HEAD) {
        return Error::MethodNotAllowed.into_response();
    }
    match file_or_redirect(&site, &request).await {
        Ok(Some(answer)) => answer,
        Ok(None) => {
            tracing::info!(path = %secret_paths::loggable(request.uri.path()), "page not found");
            missing::count_request(&site.app, &request);
            site.show(Page::NotFound, &request).await
        }
        // Not a 404: if the redirects can't be read, the page may have moved.
        Err(cause) => site.failed(site.unavailable(cause)),
    }
}

/// Treats a path that contains NUL as an unknown path. Redirects a percent-encoded path of a page, such as `/cont%61to`, to the
/// canonical path.
pub async fn check_encoded_path(State(site): State<Site>, request: Request, next: Next) -> Response<Body> {
    if http::has_nul(request.uri().path()) {
        return not_found(State(site), request.into_parts().0).await;
    }
    if !request.uri().path().contains('%') || !matches!(*request.method(), Method::GET | Method::HEAD) {
        return next.run(request).await;
    }
    let (parts, body) = request.into_parts();
    match site.canonical_redirect(&parts).await {
        Ok(Some(redirect)) => redirect,
        Ok(None) => next.run(Request::from_parts(parts, body)).await,
        Err(cause) => site.failed(site.unavailable(cause)),
    }
}

/// Returns the verification file or the redirect for a request, if there is one.
async fn file_or_redirect(site: &Site, request: &Parts) -> Result<Option<Response<Body>>> {
    if let Some(file) = site.verification_file(request).await? {
        return Ok(Some(file));
    }
    match site.canonical_redirect(request).await? {
        None => site.configured_redirect(request).await,
        found => Ok(found),
    }
}

/// Serves the panel: one document for all its screens. At a path without a screen the status is 404. There, browsers with a
/// session cookie get the panel, which shows an error; other browsers get the site's not-found page.
pub async fn admin(State(site): State<Site>, request: Parts) -> Response<Body> {
    let is_screen = panel::is_screen(request.uri.path());
    if !is_screen && !session::has_cookie(&site.app, &request.headers) {
        return not_found(State(site), request).await;
    }
    // The key doesn't start with a slash, so no path matches it. Otherwise `CachedPages` would send the document with the
    // headers of public pages.
    const KEY: &str = "admin";
    let own = site.clone();
    let render = async move { own.panel_document().await.map_err(|cause| own.unavailable(cause)) };
    match site.render_once(KEY, render).await {
        PageOutcome::Fresh(page) | PageOutcome::Stale(page) => {
            let response = page.respond(&request.method, &request.headers, &site.panel_headers);
            let mut response = response.map(Body::new);
            response.headers_mut().insert(header::CACHE_CONTROL, NO_STORE);
            response.headers_mut().remove(header::ETAG);
            if !is_screen {
                *response.status_mut() = StatusCode::NOT_FOUND;
            }
            response
        }
        PageOutcome::Failed(fallback) => {
            uncached_response(fallback.status, fallback.html, &site.panel_headers)
        }
        PageOutcome::Panicked => {
            uncached_response(StatusCode::INTERNAL_SERVER_ERROR, site.unavailable_page(), &site.panel_headers)
        }
    }
}

/// Serves a file of the web build.
pub async fn asset(State(site): State<Site>, Path(path): Path<String>, headers: HeaderMap) -> Response<Body> {
    shared_assets::respond(&site, &format!("assets/{path}"), &headers).await
}
