//! Handlers of the pages on which people send and confirm privacy requests. They work without JavaScript: the form posts to
//! its own page. The link in the mail shows a button, because mail scanners open links and must not change anything.

use std::net::IpAddr;

use axum::{
    body::Body,
    extract::{RawQuery, State},
    http::{Response, StatusCode, request::Parts},
    response::{IntoResponse, Redirect},
};

use super::newsletter::with_private_address;
use crate::{
    app::{App, limits::FormLimit},
    features::{
        pages::{built_page::BuiltPage, store::Texts},
        privacy_requests::{
            self,
            model::{PrivacyRequestInput, is_protocol},
            public,
            views::{PrivacyRequestForm, PrivacyRequestStep as Step, PrivacyRequestView},
        },
    },
    foundation::mail::LINK_INVALID,
    platform::{
        addresses,
        error::{Error, Result},
        http::{FormBody, token_in, value_in},
        listener::client_ip::ClientIp,
    },
    site::{
        Site,
        document::{Document, View},
        pages::{self, Page},
    },
};

/// Name of the query parameter with the protocol, on the page that follows the form.
const PROTOCOL: &str = "protocolo";

pub async fn privacy_request(State(site): State<Site>, request: Parts) -> Response<Body> {
    site.show(Page::PrivacyRequest(Step::Ask), &request).await
}

/// Receives the form. Redirects to the page with the protocol, or shows the form with its values and errors.
pub async fn send_privacy_request(
    _: FormLimit,
    State(site): State<Site>,
    ClientIp(ip): ClientIp,
    FormBody(input): FormBody<PrivacyRequestInput>,
) -> Result<Response<Body>> {
    let error = match public::receive(&site.app, &input, ip).await {
        Ok(protocol) => {
            let path = addresses::PRIVACY_REQUEST_SENT.path;
            return Ok(Redirect::to(&format!("{path}?{PROTOCOL}={protocol}")).into_response());
        }
        Err(error) => error,
    };
    let form = PrivacyRequestForm::refused(input, &error);
    site.refuse(error, ip, refused(&site.app, Step::Ask, form)).await
}

/// Shows that the request was received, with the protocol in the query. Without a protocol, or over the limit, shows a cached
/// page without it.
pub async fn privacy_request_sent(
    State(site): State<Site>,
    ClientIp(ip): ClientIp,
    RawQuery(query): RawQuery,
    request: Parts,
) -> Result<Response<Body>> {
    let protocol = value_in(query.as_deref(), PROTOCOL).filter(|text| is_protocol(text));
    let Some(protocol) = protocol.filter(|_| site.take_render(&site.app.limits.individual_pages, ip).is_ok())
    else {
        return Ok(site.show(Page::PrivacyRequest(Step::Sent), &request).await);
    };
    let texts = Texts::saved(&site.app);
    let built = privacy_requests::pages::sent(&site.app, &texts, protocol).await?;
    let document = document(&site.app, &texts, Step::Sent, built).await?;
    Ok(site.render_uncached(StatusCode::OK, &document).await)
}

/// Shows the button that confirms the request. Only [`confirm_privacy_request`] checks the token.
pub async fn privacy_request_link(
    State(site): State<Site>,
    RawQuery(query): RawQuery,
    request: Parts,
) -> Response<Body> {
    let has_link = token_in(query.as_deref()).is_some();
    let step = if has_link { Step::Confirm } else { Step::Invalid };
    with_private_address(site.show(Page::PrivacyRequest(step), &request).await)
}

pub async fn confirm_privacy_request(
    State(site): State<Site>,
    ClientIp(ip): ClientIp,
    RawQuery(query): RawQuery,
) -> Result<Response<Body>> {
    let token = token_in(query.as_deref()).unwrap_or_default();
    match public::confirm(&site.app, &token, ip).await {
        Ok(()) => {
            let done = Redirect::to(addresses::PRIVACY_REQUEST_CONFIRMED.path);
            Ok(with_private_address(done.into_response()))
        }
        Err(Error::Refused(LINK_INVALID)) => {
            let html = site.html(Page::PrivacyRequest(Step::Invalid)).await;
            Ok(with_private_address(site.uncached(StatusCode::GONE, html)))
        }
        Err(error) => failed_confirmation(&site, error, ip).await,
    }
}

pub async fn privacy_request_confirmed(State(site): State<Site>, request: Parts) -> Response<Body> {
    site.show(Page::PrivacyRequest(Step::Confirmed), &request).await
}

/// Shows the button again, with the message of the error.
async fn failed_confirmation(site: &Site, error: Error, ip: IpAddr) -> Result<Response<Body>> {
    let failure = Some(error.message().to_owned());
    let form = PrivacyRequestForm { failure, ..PrivacyRequestForm::default() };
    site.refuse(error, ip, refused(&site.app, Step::Confirm, form)).await.map(with_private_address)
}

async fn refused(app: &App, step: Step, form: PrivacyRequestForm) -> Result<Document> {
    let texts = Texts::saved(app);
    let built = privacy_requests::pages::refused(&texts, step, form).await?;
    document(app, &texts, step, built).await
}

async fn document(
    app: &App,
    texts: &Texts<'_>,
    step: Step,
    built: BuiltPage<PrivacyRequestView>,
) -> Result<Document> {
    pages::document(app, texts, &Page::PrivacyRequest(step), built.map(View::PrivacyRequest)).await
}
