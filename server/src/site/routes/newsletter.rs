//! The newsletter's pages. A link by mail shows a button first: programs that look into mail open every link, and must
//! change nothing by it. The form on those pages names no address, so the browser posts to the link itself, secret
//! included, and the page can be one cached document for everybody.

use std::net::IpAddr;

use axum::{
    body::Body,
    extract::{RawQuery, State},
    http::{HeaderValue, Response, StatusCode, header, request::Parts},
    response::{IntoResponse, Redirect},
};

use super::{NO_STORE, refusal::PlainFormLimit};
use crate::{
    app::App,
    features::newsletter::{
        links, public,
        views::{NewsletterLinkAction as Action, NewsletterLinkState as LinkState, PlainSubscription},
    },
    foundation::mail::LINK_INVALID,
    platform::{
        client_ip::ClientIp,
        error::{Error, Result},
        http::FormBody,
        rate_limit::network_of,
    },
    site::{
        Site,
        pages::{self, Page},
    },
};

const SUBSCRIBED: &str = "/newsletter/obrigado";
const CONFIRMED: &str = "/newsletter/confirmada";

pub async fn newsletter(State(site): State<Site>, request: Parts) -> Response<Body> {
    site.show(Page::Newsletter, &request).await
}

pub async fn newsletter_thanks(State(site): State<Site>, request: Parts) -> Response<Body> {
    site.show(Page::NewsletterThanks, &request).await
}

/// The newsletter's box where there is no JavaScript.
pub async fn subscribe(
    _: PlainFormLimit,
    State(site): State<Site>,
    ClientIp(ip): ClientIp,
    FormBody(form): FormBody<PlainSubscription>,
) -> Result<Response<Body>> {
    let received = public::receive(&site.app, &form.input(), ip).await;
    let Err(error) = received else { return Ok(Redirect::to(SUBSCRIBED).into_response()) };
    let form = form.refused(&error);
    site.refuse(error, ip, pages::newsletter::refused_subscription(&site.app, form)).await
}

/// Whether the link is any good is only found out by using it.
pub async fn confirm_page(
    State(site): State<Site>,
    RawQuery(query): RawQuery,
    request: Parts,
) -> Response<Body> {
    let has_link = links::token_in(query.as_deref()).is_some();
    let state = if has_link { LinkState::Ask } else { LinkState::Invalid };
    secretive(site.show(Page::NewsletterLink(Action::Confirm, state), &request).await)
}

pub async fn confirm_subscription(
    State(site): State<Site>,
    ClientIp(ip): ClientIp,
    RawQuery(query): RawQuery,
) -> Result<Response<Body>> {
    let token = links::token_in(query.as_deref()).unwrap_or_default();
    match public::confirm(&site.app, &token, ip).await {
        Ok(()) => Ok(secretive(Redirect::to(CONFIRMED).into_response())),
        Err(error) => site.refused_link(Action::Confirm, error, ip).await,
    }
}

pub async fn newsletter_confirmed(State(site): State<Site>, request: Parts) -> Response<Body> {
    site.show(Page::NewsletterLink(Action::Confirm, LinkState::Done), &request).await
}

/// Says whose subscription it is, masked, unless too many such pages were rendered for one network: then a cached one
/// with the same button will do.
pub async fn unsubscribe_page(
    State(site): State<Site>,
    ClientIp(ip): ClientIp,
    RawQuery(query): RawQuery,
    request: Parts,
) -> Result<Response<Body>> {
    let app = &site.app;
    let found = match links::token_in(query.as_deref()) {
        Some(token) => public::find_to_end(app, &token, ip).await,
        None => Err(Error::Refused(LINK_INVALID)),
    };
    let state = match found {
        Ok(Some(open)) if has_room(app, ip) => {
            return site.named_link(&open.masked_email()).await;
        }
        Ok(None) => LinkState::Done,
        Err(Error::Refused(LINK_INVALID)) => LinkState::Invalid,
        Ok(Some(_)) | Err(_) => LinkState::Ask,
    };
    Ok(secretive(site.show(Page::NewsletterLink(Action::Unsubscribe, state), &request).await))
}

fn has_room(app: &App, ip: IpAddr) -> bool {
    let now = app.clock.steady();
    let own = app.limits.searches.take(network_of(ip), now);
    own.and_then(|()| app.limits.renders.take((), now)).is_ok()
}

/// From the page's button, or from a mail program by itself (RFC 8058): that one sends no cookie and no origin, a body
/// that says nothing new in one of two encodings, and follows no redirect.
pub async fn unsubscribe(
    State(site): State<Site>,
    ClientIp(ip): ClientIp,
    RawQuery(query): RawQuery,
) -> Result<Response<Body>> {
    let token = links::token_in(query.as_deref()).unwrap_or_default();
    match public::end(&site.app, &token, ip).await {
        Ok(()) => Ok(site.opened_link(StatusCode::OK, Action::Unsubscribe, LinkState::Done).await),
        Err(error) => site.refused_link(Action::Unsubscribe, error, ip).await,
    }
}

impl Site {
    async fn named_link(&self, email: &str) -> Result<Response<Body>> {
        let document = pages::newsletter::named_link(&self.app, email).await?;
        Ok(secretive(self.render_uncached(StatusCode::OK, &document).await))
    }

    /// A link that is no good says so; whatever else went wrong leaves the button to be pressed again.
    async fn refused_link(&self, action: Action, error: Error, ip: IpAddr) -> Result<Response<Body>> {
        if matches!(error, Error::Refused(LINK_INVALID)) {
            return Ok(self.opened_link(StatusCode::GONE, action, LinkState::Invalid).await);
        }
        let message = error.message().to_owned();
        let document = pages::newsletter::refused_link(&self.app, action, message);
        self.refuse(error, ip, document).await.map(secretive)
    }

    /// What became of a link is the same page for everybody.
    async fn opened_link(&self, status: StatusCode, action: Action, state: LinkState) -> Response<Body> {
        secretive(self.uncached(status, self.html(Page::NewsletterLink(action, state)).await))
    }
}

/// Keeps the secret in the address from caches, and from the addresses that browsers tell of where they come from.
/// Stricter still would take the origin from the form's own post.
fn secretive(mut response: Response<Body>) -> Response<Body> {
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, NO_STORE);
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("strict-origin"));
    response
}
