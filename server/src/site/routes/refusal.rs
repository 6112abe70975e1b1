//! Answers to refused forms that were posted without JavaScript: the page with the form's values and errors. Their number is
//! limited, because each of them is rendered.

use std::net::IpAddr;

use axum::{
    body::Body,
    http::{Response, header},
    response::IntoResponse,
};

use crate::{
    platform::error::{Error, Result},
    site::{Site, document::Document},
};

impl Site {
    /// Answers a refused form with `document`, which shows `error`. Over the limit of individual pages, returns an error: the
    /// limit's if `error` is about fields, which only the document shows.
    pub(super) async fn refuse(
        &self,
        error: Error,
        ip: IpAddr,
        document: impl Future<Output = Result<Document>>,
    ) -> Result<Response<Body>> {
        if let Err(limit) = self.take_render(&self.app.limits.individual_pages, ip) {
            let has_fields = matches!(error, Error::Invalid(_) | Error::Incomplete(_));
            return Err(if has_fields { limit } else { error });
        }
        let refusal = error.into_response();
        let response = self.render_uncached(refusal.status(), &document.await?.without_trackers()).await;
        Ok(with_retry_after(response, &refusal))
    }
}

/// Copies the `Retry-After` header of `refusal` to the response.
pub(super) fn with_retry_after<B>(mut response: Response<Body>, refusal: &Response<B>) -> Response<Body> {
    if let Some(wait) = refusal.headers().get(header::RETRY_AFTER) {
        response.headers_mut().insert(header::RETRY_AFTER, wait.clone());
    }
    response
}
