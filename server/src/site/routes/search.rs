//! The blog's search, which is limited because its results aren't cached.

use std::net::IpAddr;

use axum::{body::Body, http::Response, response::IntoResponse};

use super::refusal::with_retry_after;
use crate::{
    features::blog::listing::PostSearch,
    platform::{
        error::{Error, Result},
        limits::rate_limit::network_of,
    },
    site::{Site, html_document, pages::Page},
};

impl Site {
    /// Answers with search results. There are too many possible searches to cache their results, so each search counts toward
    /// the limits of uncached renders.
    pub(super) async fn search(&self, search: PostSearch, ip: IpAddr) -> Result<Response<Body>> {
        let limits = &self.app.limits;
        if let Err(refusal) = self.take_render(&limits.searches, ip) {
            limits.individual_pages.take(network_of(ip), self.app.clock.steady())?;
            return Ok(self.refuse_search(&search.terms, refusal).await);
        }
        let page = Page::BlogSearch(search);
        Ok(match page.document(&self.app).await {
            Ok(document) => self.render_uncached(page.status(), &document).await,
            Err(cause) => self.failed(self.unavailable(cause)),
        })
    }

    /// Answers with a cached page that asks the visitor to wait. Inserts the search terms into its search field.
    async fn refuse_search(&self, terms: &str, refusal: Error) -> Response<Body> {
        let html = self.html(Page::BlogSearchRefused).await;
        let refusal = refusal.into_response();
        let html = html_document::with_query(&String::from_utf8_lossy(&html), terms);
        with_retry_after(self.uncached(refusal.status(), html), &refusal)
    }
}
