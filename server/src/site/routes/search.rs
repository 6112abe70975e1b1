//! Searching the blog: the one public page that can't come from the cache, hence limited.

use std::net::IpAddr;

use super::{refusal::asking_to_wait, unavailable::unavailable};
use crate::{
    platform::{error::Error, rate_limit::network_of},
    site::{Site, blog::Search, html_document, pages::Page},
};
use axum::{
    body::Body,
    http::{Response, StatusCode},
    response::IntoResponse,
};

/// For a network that goes on searching: nothing to compress.
const TOO_MANY: &str = "<!doctype html><html lang=\"pt-BR\"><head><meta charset=\"utf-8\">\
    <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>Muitas buscas</title></head>\
    <body><h1>Muitas buscas em pouco tempo</h1><p>Aguarde um instante e recarregue esta página para repetir a \
    busca.</p></body></html>";

impl Site {
    /// What a search finds is as varied as what is looked for, and not kept. As each is rendered anew, one network may
    /// ask for so many only.
    pub(super) async fn search(&self, search: Search, ip: IpAddr) -> Response<Body> {
        let (limits, now) = (&self.app.limits, self.app.clock.steady());
        let room = limits.searches.take(network_of(ip), now).and_then(|()| limits.renders.take((), now));
        if let Err(refusal) = room {
            if limits.refused_forms.take(network_of(ip), now).is_err() {
                let response = self.uncached(StatusCode::TOO_MANY_REQUESTS, TOO_MANY);
                return asking_to_wait(response, &refusal.into_response());
            }
            return self.refuse_search(&search.words, refusal).await;
        }
        let page = Page::BlogSearch(search);
        match page.document(&self.app).await {
            Ok(document) => self.render_uncached(page.status(), &document).await,
            Err(cause) => self.failed(unavailable(cause)),
        }
    }

    /// A page that asks to wait, with the words still in the search field. It comes from the cache and has the words put
    /// in; compressing it is what such a page costs.
    async fn refuse_search(&self, words: &str, refusal: Error) -> Response<Body> {
        let html = self.html(Page::BlogSearchRefused).await;
        let refusal = refusal.into_response();
        let html = html_document::with_query(&String::from_utf8_lossy(&html), words);
        asking_to_wait(self.uncached(refusal.status(), html), &refusal)
    }
}
