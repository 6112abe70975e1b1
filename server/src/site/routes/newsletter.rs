//! Handlers of the newsletter's pages. A link in a mail shows a button, because mail scanners open links and must not
//! change anything. The form around the button has no action, so the browser posts it to the address of the link, with its
//! token. Therefore all subscriptions share one cached page.

use std::net::IpAddr;

use axum::{
    body::Body,
    extract::{Path, RawQuery, State, rejection::PathRejection},
    http::{HeaderValue, Response, StatusCode, header, request::Parts},
    response::{IntoResponse, Redirect},
};

use super::not_found;
use crate::{
    app::{App, limits::FormLimit},
    features::{
        newsletter::{
            self,
            editions::archive,
            links, public,
            views::{
                NewsletterForm, NewsletterLinkAction as Action, NewsletterLinkState as LinkState,
                NewsletterLinkView, PlainSubscription,
            },
        },
        pages::{built_page::BuiltPage, store::Texts},
    },
    foundation::mail::LINK_INVALID,
    platform::{
        addresses,
        error::{Error, Result},
        http::{FormBody, caching::NO_STORE, token_in},
        listener::client_ip::ClientIp,
    },
    site::{
        Site,
        document::{Document, View},
        pages::{self, Page},
    },
};

pub async fn newsletter(State(site): State<Site>, request: Parts) -> Response<Body> {
    site.show(Page::Newsletter, &request).await
}

pub async fn newsletter_thanks(State(site): State<Site>, request: Parts) -> Response<Body> {
    site.show(Page::NewsletterThanks, &request).await
}

/// Shows the archive of editions.
pub async fn editions(State(site): State<Site>, request: Parts) -> Response<Body> {
    site.show(Page::Editions, &request).await
}

/// Shows an edition in the archive.
pub async fn edition(
    State(site): State<Site>,
    slug: Result<Path<String>, PathRejection>,
    request: Parts,
) -> Response<Body> {
    let Ok(Path(slug)) = slug else { return not_found(State(site), request).await };
    match archive::exists(site.app.db.reader(), &slug).await {
        Ok(true) => site.show(Page::Edition { slug }, &request).await,
        Ok(false) => not_found(State(site), request).await,
        Err(cause) => site.failed(site.unavailable(cause)),
    }
}

/// Receives the newsletter's form without JavaScript.
pub async fn subscribe(
    _: FormLimit,
    State(site): State<Site>,
    ClientIp(ip): ClientIp,
    FormBody(form): FormBody<PlainSubscription>,
) -> Result<Response<Body>> {
    let received = public::receive(&site.app, &form.input(), ip).await;
    let Err(error) = received else {
        return Ok(Redirect::to(addresses::NEWSLETTER_THANKS.path).into_response());
    };
    let form = form.refused(&error);
    site.refuse(error, ip, refused_subscription(&site.app, form)).await
}

async fn refused_subscription(app: &App, form: NewsletterForm) -> Result<Document> {
    let texts = Texts::saved(app);
    let built = newsletter::pages::newsletter(app, &texts, form).await?;
    pages::document(app, &texts, &Page::Newsletter, built.map(View::Newsletter)).await
}

/// Shows the button that confirms the subscription. Only [`confirm_subscription`] checks the token.
pub async fn confirm_page(
    State(site): State<Site>,
    RawQuery(query): RawQuery,
    request: Parts,
) -> Response<Body> {
    let has_link = token_in(query.as_deref()).is_some();
    let state = if has_link { LinkState::Ask } else { LinkState::Invalid };
    with_private_address(site.show(Page::NewsletterLink(Action::Confirm, state), &request).await)
}

pub async fn confirm_subscription(
    State(site): State<Site>,
    ClientIp(ip): ClientIp,
    RawQuery(query): RawQuery,
) -> Result<Response<Body>> {
    let token = token_in(query.as_deref()).unwrap_or_default();
    match public::confirm(&site.app, &token, ip).await {
        Ok(()) => {
            Ok(with_private_address(Redirect::to(addresses::NEWSLETTER_CONFIRMED.path).into_response()))
        }
        Err(error) => site.refused_link(Action::Confirm, error, ip).await,
    }
}

pub async fn newsletter_confirmed(State(site): State<Site>, request: Parts) -> Response<Body> {
    site.show(Page::NewsletterLink(Action::Confirm, LinkState::Done), &request).await
}

/// Shows the button that unsubscribes, with the masked email of the subscription. Over a limit, shows a cached page without
/// the email.
pub async fn unsubscribe_page(
    State(site): State<Site>,
    ClientIp(ip): ClientIp,
    RawQuery(query): RawQuery,
    request: Parts,
) -> Result<Response<Body>> {
    let found = match token_in(query.as_deref()) {
        Some(token) => links::find_subscription_to_end(&site.app, &token, ip).await,
        None => Err(Error::Refused(LINK_INVALID)),
    };
    let state = match found {
        Ok(Some(open)) if site.take_render(&site.app.limits.searches, ip).is_ok() => {
            return site.show_unsubscribe_link(&open.masked_email()).await;
        }
        Ok(None) => LinkState::Done,
        Err(Error::Refused(LINK_INVALID)) => LinkState::Invalid,
        Ok(Some(_)) | Err(_) => LinkState::Ask,
    };
    Ok(with_private_address(site.show(Page::NewsletterLink(Action::Unsubscribe, state), &request).await))
}

/// Ends a subscription. The request comes from the page's button or from a mail program (RFC 8058). A mail program sends
/// neither a cookie nor an origin, follows no redirects, and sends a fixed body as a URL-encoded or multipart form.
pub async fn unsubscribe(
    State(site): State<Site>,
    ClientIp(ip): ClientIp,
    RawQuery(query): RawQuery,
) -> Result<Response<Body>> {
    let token = token_in(query.as_deref()).unwrap_or_default();
    match public::end_subscription(&site.app, &token, ip).await {
        Ok(()) => Ok(site.link_outcome(StatusCode::OK, Action::Unsubscribe, LinkState::Done).await),
        Err(error) => site.refused_link(Action::Unsubscribe, error, ip).await,
    }
}

impl Site {
    /// Shows the button that unsubscribes, with the masked email.
    async fn show_unsubscribe_link(&self, masked_email: &str) -> Result<Response<Body>> {
        let texts = Texts::saved(&self.app);
        let built = newsletter::pages::unsubscribe_link(&texts, masked_email).await?;
        let document = self.link_document(&texts, Action::Unsubscribe, built).await?;
        Ok(with_private_address(self.render_uncached(StatusCode::OK, &document).await))
    }

    /// Answers a failed confirmation or unsubscription. An invalid link gets the page for invalid links; after other
    /// errors, the page shows the button again with the message.
    async fn refused_link(&self, action: Action, error: Error, ip: IpAddr) -> Result<Response<Body>> {
        if matches!(error, Error::Refused(LINK_INVALID)) {
            return Ok(self.link_outcome(StatusCode::GONE, action, LinkState::Invalid).await);
        }
        let failure = error.message().to_owned();
        let document = async {
            let texts = Texts::saved(&self.app);
            let built = newsletter::pages::failed_link(&texts, action, failure).await?;
            self.link_document(&texts, action, built).await
        };
        self.refuse(error, ip, document).await.map(with_private_address)
    }

    async fn link_document(
        &self,
        texts: &Texts<'_>,
        action: Action,
        built: BuiltPage<NewsletterLinkView>,
    ) -> Result<Document> {
        let page = Page::NewsletterLink(action, LinkState::Ask);
        pages::document(&self.app, texts, &page, built.map(View::NewsletterLink)).await
    }

    /// Answers with the outcome of a link: a cached page that is the same for all subscriptions.
    async fn link_outcome(&self, status: StatusCode, action: Action, state: LinkState) -> Response<Body> {
        with_private_address(self.uncached(status, self.html(Page::NewsletterLink(action, state)).await))
    }
}

/// Adds headers that exclude the page from caches, and the token in its address from referrers. A stricter referrer policy
/// would remove the origin from the form's request.
pub(super) fn with_private_address(mut response: Response<Body>) -> Response<Body> {
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, NO_STORE);
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("strict-origin"));
    response
}
