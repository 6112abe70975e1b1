//! Answers to refused forms that were posted without JavaScript: the page with the form's values and errors. Their number is
//! limited, because each of them is rendered.

use std::net::IpAddr;

use axum::{
    body::Body,
    extract::FromRequestParts,
    http::{Response, StatusCode, header, request::Parts},
    response::IntoResponse,
};

use crate::{
    app::limits::FormLimit,
    platform::error::{Error, Result},
    site::{Site, document::Document},
};

/// The static page for forms over the limit. The browser's back button returns to the filled form.
const TOO_MANY: &str = "<!doctype html><html lang=\"pt-BR\"><head><meta charset=\"utf-8\">\
    <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>Muitas tentativas</title></head>\
    <body><h1>Muitas tentativas em pouco tempo</h1><p>Aguarde um instante. O que você digitou não se perdeu: \
    use o botão Voltar do navegador e envie de novo.</p></body></html>";

/// Applies [`FormLimit`] before the body of a plain HTML form is read. Over the limit, the answer is an HTML page.
pub struct PlainFormLimit;

impl FromRequestParts<Site> for PlainFormLimit {
    type Rejection = Response<Body>;

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Self, Self::Rejection> {
        match FormLimit::from_request_parts(parts, site).await {
            Ok(_) => Ok(Self),
            Err(limit @ Error::RateLimited { .. }) => Err(site.too_many_forms(&limit.into_response())),
            Err(cause) => Err(cause.into_response()),
        }
    }
}

impl Site {
    /// Answers a form over the limit, with the `Retry-After` of `refusal`.
    pub(super) fn too_many_forms(&self, refusal: &Response<Body>) -> Response<Body> {
        with_retry_after(self.uncached(StatusCode::TOO_MANY_REQUESTS, TOO_MANY), refusal)
    }

    /// Answers a refused form with `document`, which shows `error`. If the network is over the limit of refused forms,
    /// answers with a static page instead.
    pub(super) async fn refuse(
        &self,
        error: Error,
        ip: IpAddr,
        document: impl Future<Output = Result<Document>>,
    ) -> Result<Response<Body>> {
        let refusal = error.into_response();
        match self.take_render(&self.app.limits.refused_forms, ip) {
            Ok(()) => {
                let response = self.render_uncached(refusal.status(), &document.await?).await;
                Ok(with_retry_after(response, &refusal))
            }
            Err(_) if refusal.status() == StatusCode::TOO_MANY_REQUESTS => Ok(self.too_many_forms(&refusal)),
            Err(limit) => Ok(self.too_many_forms(&limit.into_response())),
        }
    }
}

/// Copies the `Retry-After` header of `refusal` to the response.
pub(super) fn with_retry_after<B>(mut response: Response<Body>, refusal: &Response<B>) -> Response<Body> {
    if let Some(wait) = refusal.headers().get(header::RETRY_AFTER) {
        response.headers_mut().insert(header::RETRY_AFTER, wait.clone());
    }
    response
}
