//! Handlers of the public addresses and of the panel's document.

mod certificate;
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
mod verification;

pub use certificate::{certificate, check_certificate};
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

use axum::{
    body::Body,
    extract::{Path, RawQuery, Request, State, rejection::PathRejection},
    http::{HeaderMap, Method, Response, StatusCode, header, request::Parts},
    middleware::Next,
    response::{IntoResponse, Redirect},
};
use sea_orm::entity::prelude::Uuid;
use tracing::Instrument;

use self::respond::{redirect_to_page, uncached_response};
use super::{
    Site, blog_feed,
    cache::PageOutcome,
    document::{Document, View},
    feeds,
    pages::{self, Page},
    panel, shared_assets,
};
use crate::{
    app::{App, limits::FormLimit},
    features::{
        blog::listing::{self, PostAnswer, PostListing, PostSearch},
        contacts::{
            self,
            form::{pages::ContactPreset, views::ContactForm},
        },
        pages::{
            accounts::{self, RecoveryStep, TypedAccount},
            store::Texts,
        },
        redirects::missing,
        services::model::ServicePage,
    },
    foundation::identity::{extract::Visitor, session},
    platform::{
        addresses,
        db::wait_budget::sharing_budget,
        error::{Error, Result},
        http::{self, FormBody, caching::NO_STORE},
        id,
        listener::client_ip::ClientIp,
        privacy::secret_paths,
    },
};

/// Start of the query of the contact form's thanks page. The id of the contact follows.
const CONTACT_ID: &str = "pedido=";

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

/// Shows the list of posts, or search results.
pub async fn blog(
    State(site): State<Site>,
    ClientIp(ip): ClientIp,
    RawQuery(query): RawQuery,
    request: Parts,
) -> Result<Response<Body>> {
    match PostSearch::parse(query.as_deref()) {
        Some(search) => site.search(search, ip).await,
        None => Ok(site.show_listing(PostListing::All, query.as_deref(), &request).await),
    }
}

pub async fn blog_category(
    State(site): State<Site>,
    slug: Result<Path<String>, PathRejection>,
    RawQuery(query): RawQuery,
    request: Parts,
) -> Response<Body> {
    let Ok(Path(slug)) = slug else { return not_found(State(site), request).await };
    site.show_listing(PostListing::Category(slug), query.as_deref(), &request).await
}

pub async fn blog_tag(
    State(site): State<Site>,
    slug: Result<Path<String>, PathRejection>,
    RawQuery(query): RawQuery,
    request: Parts,
) -> Response<Body> {
    let Ok(Path(slug)) = slug else { return not_found(State(site), request).await };
    site.show_listing(PostListing::Tag(slug), query.as_deref(), &request).await
}

/// Shows a post. A former path redirects to the current one. The path of a deleted post redirects if staff configured a
/// redirect; otherwise it shows that the post was deleted.
pub async fn article(
    State(site): State<Site>,
    slug: Result<Path<String>, PathRejection>,
    request: Parts,
) -> Response<Body> {
    let Ok(Path(slug)) = slug else { return not_found(State(site), request).await };
    match listing::find_post(site.app.db.reader(), slug).await {
        Ok(PostAnswer::Missing) => not_found(State(site), request).await,
        Ok(PostAnswer::Deleted) => match site.configured_redirect(&request).await {
            Ok(Some(redirect)) => redirect,
            Ok(None) => {
                missing::count_request(&site.app, &request);
                site.show(Page::PostGone, &request).await
            }
            Err(cause) => site.failed(site.unavailable(cause)),
        },
        Ok(PostAnswer::Published { slug }) => site.show(Page::Article { slug }, &request).await,
        Ok(PostAnswer::Moved(path)) => redirect_to_page(&path, &request),
        Err(cause) => site.failed(site.unavailable(cause)),
    }
}

pub async fn blog_feed(State(site): State<Site>, request: Parts) -> Response<Body> {
    let app = site.app.clone();
    let text = async move { blog_feed::atom(&app).await };
    site.show_text(addresses::FEED.path, "application/atom+xml; charset=utf-8", text, &request).await
}

pub async fn sitemap(State(site): State<Site>, request: Parts) -> Response<Body> {
    let app = site.app.clone();
    let text = async move { feeds::sitemap(&app).await };
    site.show_text(addresses::SITEMAP.path, "application/xml; charset=utf-8", text, &request).await
}

pub async fn robots(State(site): State<Site>, request: Parts) -> Response<Body> {
    let text = feeds::robots(&site.app);
    site.show_text(addresses::ROBOTS.path, "text/plain; charset=utf-8", async { Ok(text) }, &request).await
}

/// Serves `security.txt`. The server doesn't cache it, because it contains the time at which it expires.
pub async fn security_txt(State(site): State<Site>, request: Parts) -> Response<Body> {
    match feeds::security_txt(&site.app).await {
        Ok(Some(text)) => {
            let headers =
                [(header::CONTENT_TYPE, "text/plain; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")];
            (headers, text).into_response()
        }
        Ok(None) => not_found(State(site), request).await,
        Err(cause) => cause.into_response(),
    }
}

pub async fn web_manifest(State(site): State<Site>, request: Parts) -> Response<Body> {
    let app = site.app.clone();
    let text = async move { feeds::web_manifest(&app).await };
    site.show_text(addresses::WEB_MANIFEST.path, "application/manifest+json", text, &request).await
}

/// Returns the manifest of the panel.
pub async fn panel_manifest(State(site): State<Site>) -> Response<Body> {
    match feeds::panel_manifest(&site.app).await {
        Ok(text) => {
            let headers =
                [(header::CONTENT_TYPE, "application/manifest+json"), (header::CACHE_CONTROL, "no-cache")];
            (headers, text).into_response()
        }
        Err(cause) => cause.into_response(),
    }
}

/// Returns the service worker of the panel, which shows notifications.
pub async fn panel_worker() -> Response<Body> {
    let headers =
        [(header::CONTENT_TYPE, "text/javascript; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")];
    (headers, include_str!("../panel_worker.js")).into_response()
}

pub async fn contact(State(site): State<Site>, RawQuery(query): RawQuery, request: Parts) -> Response<Body> {
    let preset = ContactPreset::parse(&site.app, query.as_deref()).await.unwrap_or_default();
    site.show(Page::Contact(preset), &request).await
}

/// Shows the thanks page with the deadline of the contact that the query names. Without a contact, or over the limit, the
/// page shows the deadline of contacts sent today, as a day.
pub async fn contact_thanks(
    State(site): State<Site>,
    ClientIp(ip): ClientIp,
    RawQuery(query): RawQuery,
    request: Parts,
) -> Response<Body> {
    let id = query.as_deref().and_then(|query| query.strip_prefix(CONTACT_ID)?.parse().ok());
    let Some(id) = id else { return site.show(Page::ContactThanks, &request).await };
    let document = match site.take_render(&site.app.limits.individual_pages, ip) {
        Ok(()) => thanks_for(&site.app, id).await.unwrap_or_default(),
        Err(_) => None,
    };
    match document {
        Some(document) => site.render_uncached(StatusCode::OK, &document).await,
        None => site.show(Page::ContactThanks, &request).await,
    }
}

/// Returns the thanks page of a contact, if the contact exists.
async fn thanks_for(app: &App, id: Uuid) -> Result<Option<Document>> {
    let texts = Texts::saved(app);
    let Some(built) = contacts::form::pages::thanks_for(&texts, id).await? else { return Ok(None) };
    pages::document(app, &texts, &Page::ContactThanks, built.map(View::ContactThanks)).await.map(Some)
}

pub async fn auth(State(site): State<Site>, request: Parts) -> Response<Body> {
    site.show(Page::Auth, &request).await
}

/// Answers a form that was sent before the page's script had started. Only the script can start a session, so the response is
/// the page with the same values, without the password.
pub async fn send_auth(
    _: FormLimit,
    State(site): State<Site>,
    ClientIp(ip): ClientIp,
    FormBody(form): FormBody<TypedAccount>,
) -> Result<Response<Body>> {
    let message = "A página ainda não tinha terminado de carregar. Digite a senha mais uma vez.";
    let error = Error::field("password", message);
    site.refuse(error, ip, typed_auth(&site.app, form.shortened(message))).await
}

/// Returns the sign-in page with the values of a form.
async fn typed_auth(app: &App, typed: TypedAccount) -> Result<Document> {
    let texts = Texts::saved(app);
    let built = accounts::auth(app, &texts, Some(typed)).await?;
    pages::document(app, &texts, &Page::Auth, built.map(View::Auth)).await
}

/// Redirects password managers to the form that changes a password.
pub async fn change_password() -> Redirect {
    Redirect::temporary(&format!("{}#senha", addresses::ACCOUNT.path))
}

pub async fn forgot_password(State(site): State<Site>, request: Parts) -> Response<Body> {
    site.show(Page::Recovery(RecoveryStep::Forgot), &request).await
}

pub async fn reset_password(State(site): State<Site>, request: Parts) -> Response<Body> {
    site.show(Page::Recovery(RecoveryStep::Reset), &request).await
}

pub async fn confirm_email(State(site): State<Site>, request: Parts) -> Response<Body> {
    site.show(Page::Recovery(RecoveryStep::Confirm), &request).await
}

pub async fn account(State(site): State<Site>, request: Parts) -> Response<Body> {
    site.show(Page::Account, &request).await
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

/// Receives the contact form without JavaScript. Redirects to the thanks page, or shows the form with its values and
/// errors.
pub async fn send_contact(
    _: FormLimit,
    State(site): State<Site>,
    ClientIp(ip): ClientIp,
    Visitor(visitor): Visitor,
    request: Request,
) -> Result<Response<Body>> {
    let (app, user_id) = (site.app.clone(), visitor.map(|user| user.id));
    // In its own task, so that a request whose client disconnects is stored as far as it has arrived.
    let receipt = async move { contacts::form::plain::receive(&app, request, ip, user_id).await };
    let received = tokio::spawn(sharing_budget(receipt).in_current_span()).await;
    match received.map_err(anyhow::Error::new)?? {
        Ok(contact) => {
            let thanks = format!("{}?{CONTACT_ID}{}", addresses::CONTACT_THANKS.path, contact.id);
            Ok(Redirect::to(&thanks).into_response())
        }
        Err(refused) => {
            let (form, error) = *refused;
            let form = form.refused(&error, id::new_id(site.app.clock.now()).to_string());
            site.refuse(error, ip, refused_contact(&site.app, form)).await
        }
    }
}

/// Returns the contact page with the values and errors of a refused form.
async fn refused_contact(app: &App, form: ContactForm) -> Result<Document> {
    let texts = Texts::saved(app);
    let built = contacts::form::pages::refused(app, &texts, form).await?;
    pages::document(app, &texts, &Page::contact(), built.map(View::Contact)).await
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
