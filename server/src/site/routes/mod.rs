//! The handlers of the public documents.

mod newsletter;
mod previews;
mod refusal;
mod respond;
mod search;
mod unavailable;

pub use newsletter::{
    confirm_page, confirm_subscription, newsletter, newsletter_confirmed, newsletter_thanks, subscribe,
    unsubscribe, unsubscribe_page,
};
pub use previews::shared_post;

use axum::{
    body::Body,
    extract::{Path, RawQuery, State, rejection::PathRejection},
    http::{HeaderMap, HeaderValue, Method, Response, StatusCode, header, request::Parts},
    response::{IntoResponse, Redirect},
};

use self::{
    refusal::PlainFormLimit,
    respond::unstored,
    unavailable::{UNAVAILABLE, unavailable},
};
use super::{
    Site,
    blog::{self, Destination, Search, Shelf},
    blog_feed,
    cache::Outcome,
    document::{RecoveryStep, TypedAccount},
    feeds,
    pages::{self, Page},
    panel, shared_assets,
};
use crate::{
    features::{
        contacts::{self, views::PlainForm},
        services::model::ServicePage,
    },
    foundation::identity::{extract::Visitor, session},
    platform::{
        client_ip::ClientIp,
        error::{Error, Result},
        http::FormBody,
        id,
        rate_limit::network_of,
        request_id,
    },
};

const THANKS: &str = "/contato/obrigado";
/// What the query of that page begins with; the request's id follows.
const REQUEST: &str = "pedido=";
const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

pub async fn home(State(site): State<Site>, request: Parts) -> Response<Body> {
    site.show(Page::Home, &request).await
}

pub async fn about(State(site): State<Site>, request: Parts) -> Response<Body> {
    site.show(Page::About, &request).await
}

pub async fn services(State(site): State<Site>, request: Parts) -> Response<Body> {
    site.show(Page::Services, &request).await
}

/// A detail page. An address built from the name of a category leads on to the page it means.
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
        Some(page) => Redirect::permanent(page.path()).into_response(),
        None => not_found(State(site), request).await,
    }
}

/// The list of posts, or what a search finds.
pub async fn blog(
    State(site): State<Site>,
    ClientIp(ip): ClientIp,
    RawQuery(query): RawQuery,
    request: Parts,
) -> Response<Body> {
    match Search::of(query.as_deref()) {
        Some(search) => site.search(search, ip).await,
        None => site.show_shelf(Shelf::All, query.as_deref(), &request).await,
    }
}

pub async fn blog_category(
    State(site): State<Site>,
    slug: Result<Path<String>, PathRejection>,
    RawQuery(query): RawQuery,
    request: Parts,
) -> Response<Body> {
    let Ok(Path(slug)) = slug else { return not_found(State(site), request).await };
    site.show_shelf(Shelf::Category(slug), query.as_deref(), &request).await
}

pub async fn blog_tag(
    State(site): State<Site>,
    slug: Result<Path<String>, PathRejection>,
    RawQuery(query): RawQuery,
    request: Parts,
) -> Response<Body> {
    let Ok(Path(slug)) = slug else { return not_found(State(site), request).await };
    site.show_shelf(Shelf::Tag(slug), query.as_deref(), &request).await
}

/// A post. A former address leads on to the present one; that of a deleted post says so, unless staff have said where
/// it leads.
pub async fn article(
    State(site): State<Site>,
    slug: Result<Path<String>, PathRejection>,
    request: Parts,
) -> Response<Body> {
    let Ok(Path(slug)) = slug else { return not_found(State(site), request).await };
    match blog::article(&site.app, slug).await {
        Ok(Destination::Page(Page::NotFound)) => not_found(State(site), request).await,
        Ok(Destination::Page(Page::PostGone)) => match site.moved(&request).await {
            Ok(Some(redirect)) => redirect,
            Ok(None) => site.show(Page::PostGone, &request).await,
            Err(cause) => site.failed(unavailable(cause)),
        },
        Ok(Destination::Page(page)) => site.show(page, &request).await,
        Ok(Destination::Moved(path)) => Redirect::permanent(&path).into_response(),
        Err(cause) => site.failed(unavailable(cause)),
    }
}

pub async fn blog_feed(State(site): State<Site>, request: Parts) -> Response<Body> {
    let app = site.app.clone();
    let text = async move { blog_feed::atom(&app).await };
    site.show_text(blog_feed::PATH, "application/atom+xml; charset=utf-8", text, &request).await
}

pub async fn privacy(State(site): State<Site>, request: Parts) -> Response<Body> {
    site.show(Page::Privacy, &request).await
}

pub async fn terms(State(site): State<Site>, request: Parts) -> Response<Body> {
    site.show(Page::Terms, &request).await
}

pub async fn sitemap(State(site): State<Site>, request: Parts) -> Response<Body> {
    let app = site.app.clone();
    let text = async move { feeds::sitemap(&app).await };
    site.show_text("/sitemap.xml", "application/xml; charset=utf-8", text, &request).await
}

pub async fn robots(State(site): State<Site>, request: Parts) -> Response<Body> {
    let text = feeds::robots(&site.app);
    site.show_text("/robots.txt", "text/plain; charset=utf-8", async { Ok(text) }, &request).await
}

/// Not cached: it says until when it holds.
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
    site.show_text("/manifest.webmanifest", "application/manifest+json", text, &request).await
}

pub async fn contact(State(site): State<Site>, RawQuery(query): RawQuery, request: Parts) -> Response<Body> {
    let page = Page::contact(&site.app, query.as_deref()).await.unwrap_or_else(|_| Page::plain_contact());
    site.show(page, &request).await
}

/// The thanks page, with the deadline of the request that the query names. Without a request, or over the limit, it shows
/// the day only.
pub async fn contact_thanks(
    State(site): State<Site>,
    ClientIp(ip): ClientIp,
    RawQuery(query): RawQuery,
    request: Parts,
) -> Response<Body> {
    let id = query.as_deref().and_then(|query| query.strip_prefix(REQUEST)?.parse().ok());
    let Some(id) = id else { return site.show(Page::ContactThanks, &request).await };
    let app = &site.app;
    let (limits, now) = (&app.limits, app.clock.steady());
    let has_room =
        limits.refused_forms.take(network_of(ip), now).and_then(|()| limits.renders.take((), now)).is_ok();
    let document = if has_room { pages::contact_thanks(app, id).await.unwrap_or_default() } else { None };
    match document {
        Some(document) => site.render_uncached(StatusCode::OK, &document).await,
        None => site.show(Page::ContactThanks, &request).await,
    }
}

pub async fn auth(State(site): State<Site>, request: Parts) -> Response<Body> {
    site.show(Page::Auth, &request).await
}

/// The form of a browser in which the page's script has not started yet. Only the script can keep a session, so the page
/// comes back with everything that was typed but the password.
pub async fn send_auth(
    _: PlainFormLimit,
    State(site): State<Site>,
    ClientIp(ip): ClientIp,
    FormBody(form): FormBody<TypedAccount>,
) -> Result<Response<Body>> {
    let message = "A página ainda não tinha terminado de carregar. Digite a senha mais uma vez.";
    let error = Error::field("password", message);
    site.refuse(error, ip, pages::typed_auth(&site.app, form.bounded(message))).await
}

/// Where password managers look for the form that changes a password.
pub async fn change_password() -> Redirect {
    Redirect::temporary("/conta#senha")
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

/// Where no page is: redirects another spelling of a page's address to the page, and a missing page to where staff have
/// said that it went; else answers with a page that says so.
pub async fn not_found(State(site): State<Site>, request: Parts) -> Response<Body> {
    if !matches!(request.method, Method::GET | Method::HEAD) {
        return Error::MethodNotAllowed.into_response();
    }
    match redirect(&site, &request).await {
        Ok(Some(redirect)) => redirect,
        Ok(None) => {
            tracing::info!(path = %request_id::loggable(request.uri.path()), "page not found");
            site.show(Page::NotFound, &request).await
        }
        // The page may have moved: without the redirects nobody knows whether it is missing.
        Err(cause) => site.failed(unavailable(cause)),
    }
}

async fn redirect(site: &Site, request: &Parts) -> Result<Option<Response<Body>>> {
    match site.canonical(request).await? {
        None => site.moved(request).await,
        found => Ok(found),
    }
}

/// The contact form where there is no JavaScript: on to a page that says thanks, or back to the form with what was
/// typed and what was wrong.
pub async fn send_contact(
    _: PlainFormLimit,
    State(site): State<Site>,
    ClientIp(ip): ClientIp,
    Visitor(visitor): Visitor,
    FormBody(form): FormBody<PlainForm>,
) -> Result<Response<Body>> {
    let app = &site.app;
    let services = pages::contact_services(app).await?;
    let received = match form.input(&services) {
        Ok(input) => {
            contacts::public::receive(app, &input, ip, visitor.map(|user| user.id), form.key()).await
        }
        Err(error) => Err(error),
    };
    let error = match received {
        Ok(contact) => {
            return Ok(Redirect::to(&format!("{THANKS}?{REQUEST}{}", contact.id)).into_response());
        }
        Err(error) => error,
    };
    let form = form.refused(&error, id::new_id(app.clock.now()).to_string());
    site.refuse(error, ip, pages::refused_contact(app, form)).await
}

/// Every path of the panel is the same document; the panel itself knows which screen to show. Where it has none, who is
/// signed in is told so inside the panel, everybody else by the site's own page: the status is the same.
pub async fn admin(State(site): State<Site>, request: Parts) -> Response<Body> {
    let is_screen = panel::is_screen(request.uri.path());
    if !is_screen && !session::is_held(&site.app, &request.headers) {
        return not_found(State(site), request).await;
    }
    // No path begins like this: the page is never found by its address, with the headers of public pages.
    const KEY: &str = "admin";
    let own = site.clone();
    let shell = async move { own.admin_shell().await.map_err(unavailable) };
    match site.render_once(KEY, shell).await {
        Outcome::Fresh(page) | Outcome::Stale(page) => {
            let response = page.respond(&request.method, &request.headers, &site.admin_headers);
            let mut response = response.map(Body::new);
            response.headers_mut().insert(header::CACHE_CONTROL, NO_STORE);
            response.headers_mut().remove(header::ETAG);
            if !is_screen {
                *response.status_mut() = StatusCode::NOT_FOUND;
            }
            response
        }
        Outcome::Failed(unrendered) => unstored(unrendered.status, unrendered.html, &site.admin_headers),
        Outcome::Panicked => unstored(StatusCode::INTERNAL_SERVER_ERROR, UNAVAILABLE, &site.admin_headers),
    }
}

pub async fn asset(State(site): State<Site>, Path(path): Path<String>, headers: HeaderMap) -> Response<Body> {
    shared_assets::respond(&site, &format!("assets/{path}"), &headers).await
}
