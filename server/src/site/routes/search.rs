//! Searching the blog: the one public page that can't come from the cache, hence limited.

use std::net::IpAddr;

use super::{refusal::asking_to_wait, unavailable::unavailable};
use crate::{
    kit::{error::Error, rate_limit::network_of},
    site::{Site, blog::Search, pages::Page, shell},
};
use axum::{body::Body, http::Response, response::IntoResponse};

impl Site {
    /// What a search finds is as varied as what is looked for, and not kept. As each is rendered anew, one network may
    /// ask for so many only.
    pub(super) async fn search(&self, search: Search, ip: IpAddr) -> Response<Body> {
        if let Err(refusal) = self.app.limits.searches.take(network_of(ip), self.app.clock.now()) {
            return self.refuse_search(&search.words, refusal).await;
        }
        let page = Page::BlogSearch(search);
        match page.document(&self.app).await {
            Ok(document) => self.render_uncached(page.status(), &document).await,
            Err(cause) => self.failed(unavailable(cause)),
        }
    }

    /// A page that asks to wait, with the words still in the search field. It comes from the cache and has the words put
    /// in: refusing must cost next to nothing.
    async fn refuse_search(&self, words: &str, refusal: Error) -> Response<Body> {
        let html = self.html(Page::BlogSearchRefused).await;
        let refusal = refusal.into_response();
        let html = shell::with_query(&String::from_utf8_lossy(&html), words);
        asking_to_wait(self.uncached(refusal.status(), html), &refusal)
    }
}
