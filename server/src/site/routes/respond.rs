//! Responses with pages: from the cache, rendered on demand, or without markup if the render fails.

use std::net::IpAddr;

use axum::{
    body::Body,
    extract::State,
    http::{HeaderMap, HeaderValue, Method, Response, StatusCode, header, request::Parts},
    response::{Html, IntoResponse, Redirect},
};
use bytes::Bytes;

use super::not_found;
use crate::{
    features::{
        blog::listing::{self, ListingAnswer, PostListing},
        consent::notice::ConsentNotice,
        redirects::{canonical, lookup::RedirectAnswer},
    },
    foundation::settings,
    platform::{
        error::Result,
        http::{caching::NO_STORE, security_headers},
        limits::rate_limit::{RateLimit, network_of},
    },
    site::{
        Site, accent,
        cache::{CachedPage, PageOutcome, RenderedPage},
        document::Document,
        html_document::ClientRendered,
        pages::Page,
    },
};

/// `Cache-Control` of permanent redirects. Short, so that staff can correct a redirect.
pub(super) const AN_HOUR: HeaderValue = HeaderValue::from_static("public, max-age=3600");

/// Redirects permanently to `path`, with the query of the request.
pub(super) fn redirect_to_page(path: &str, request: &Parts) -> Response<Body> {
    let query = request.uri.query().filter(|query| !query.is_empty());
    let location = query.map_or(path.to_owned(), |query| format!("{path}?{query}"));
    ([(header::CACHE_CONTROL, AN_HOUR)], Redirect::permanent(&location)).into_response()
}

impl Site {
    /// Returns the document of the panel.
    pub(super) async fn panel_document(&self) -> Result<RenderedPage> {
        let settings = settings::store::all(self.app.db.reader()).await?;
        let colors_url = accent::colors_url(&settings.company.accent_color);
        let body = self.html_document.panel(
            &settings.company.name,
            &settings.seo.favicon,
            colors_url.as_deref(),
            self.app.config.visitor_password_min,
        );
        let content_type = HeaderValue::from_static("text/html; charset=utf-8");
        let headers = HeaderMap::new();
        Ok(RenderedPage { status: StatusCode::OK, content_type, body, expires_at: None, headers })
    }

    /// Answers with a page, from the cache if possible.
    pub(super) async fn show(&self, page: Page, request: &Parts) -> Response<Body> {
        let outcome = self.page(page).await;
        self.answer(outcome, request)
    }

    /// Returns a page from the cache, or renders it.
    async fn page(&self, page: Page) -> PageOutcome<ClientRendered> {
        let key = page.key();
        let site = self.clone();
        let render = async move {
            let document = page.document(&site.app).await.map_err(|cause| site.unavailable(cause))?;
            site.render(page.status(), &document).await
        };
        self.render_once(&key, render).await
    }

    /// Returns the HTML of a page, for an answer with another status or other headers.
    pub(super) async fn html(&self, page: Page) -> Bytes {
        match self.page(page).await {
            PageOutcome::Fresh(page) | PageOutcome::Stale(page) => page.body().clone(),
            PageOutcome::Failed(fallback) => fallback.html,
            PageOutcome::Panicked => self.unavailable_page(),
        }
    }

    /// Answers with the pages of a listing that the query selects. A page after the last one redirects to the nearest one.
    pub(super) async fn show_listing(
        &self,
        listing: PostListing,
        query: Option<&str>,
        request: &Parts,
    ) -> Response<Body> {
        match listing::find_pages(&self.app, listing, query).await {
            Ok(ListingAnswer::Missing) => not_found(State(self.clone()), request.clone()).await,
            // Temporary, because the list may grow to that page.
            Ok(ListingAnswer::Nearest(pages)) => {
                ([(header::CACHE_CONTROL, NO_STORE)], Redirect::temporary(&pages.address())).into_response()
            }
            Ok(ListingAnswer::Pages(pages)) => self.show(Page::Blog(pages), request).await,
            Err(cause) => self.failed(self.unavailable(cause)),
        }
    }

    /// Redirects another spelling of a public page's path to the canonical path, with the query. `None` for other paths.
    pub(super) async fn canonical_redirect(&self, request: &Parts) -> Result<Option<Response<Body>>> {
        let found = canonical::path_of(self.app.db.reader(), request.uri.path()).await?;
        Ok(found.map(|path| redirect_to_page(&path, request)))
    }

    /// Follows a redirect that staff configured. `None` if there is none for this path.
    pub(super) async fn configured_redirect(&self, request: &Parts) -> Result<Option<Response<Body>>> {
        let found = self.redirects.find(&self.app, &request.uri).await?;
        let Some(RedirectAnswer { location, is_permanent }) = found else { return Ok(None) };
        let (redirect, caching) = if is_permanent {
            (Redirect::permanent(&location), AN_HOUR)
        } else {
            (Redirect::temporary(&location), NO_STORE)
        };
        Ok(Some(([(header::CACHE_CONTROL, caching)], redirect).into_response()))
    }

    /// Counts a render that isn't cached toward `limit`, by network, and toward the limit of all such renders. Returns an
    /// error over either limit.
    pub(super) fn take_render(&self, limit: &RateLimit<IpAddr>, ip: IpAddr) -> Result<()> {
        let now = self.app.clock.steady();
        limit.take(network_of(ip), now)?;
        self.app.limits.renders.take((), now)
    }

    /// Answers with a document that is rendered for this request only.
    pub(super) async fn render_uncached(&self, status: StatusCode, document: &Document) -> Response<Body> {
        let (html, headers) = match self.render(status, document).await {
            Ok(rendered) => (rendered.body, rendered.headers),
            Err(fallback) => (fallback.html, self.own_policy(document, None)),
        };
        let mut response = self.uncached(status, html);
        response.headers_mut().extend(headers);
        response
    }

    /// Returns the header with the Content Security Policy of a page that shows pictures of other sites or asks for consent to
    /// trackers. Empty for other pages.
    fn own_policy(&self, document: &Document, consent: Option<&ConsentNotice>) -> HeaderMap {
        let origins = document.view.picture_origins();
        if origins.is_empty() && consent.is_none() {
            return HeaderMap::new();
        }
        let policy = self.html_document.policy_of(&origins, consent);
        policy.map(|policy| (header::CONTENT_SECURITY_POLICY, policy)).into_iter().collect()
    }

    /// Answers with the fallback of a page that couldn't be rendered.
    pub(super) fn failed(&self, fallback: ClientRendered) -> Response<Body> {
        self.uncached(fallback.status, fallback.html)
    }

    /// Answers with a text for programs, which is cached until the content changes.
    pub(super) async fn show_text(
        &self,
        key: &str,
        content_type: &'static str,
        text: impl Future<Output = Result<String>> + Send + 'static,
        request: &Parts,
    ) -> Response<Body> {
        let site = self.clone();
        let render = async move {
            let text = text.await.map_err(|cause| site.unavailable(cause))?;
            Ok(RenderedPage {
                status: StatusCode::OK,
                content_type: HeaderValue::from_static(content_type),
                body: text.into(),
                expires_at: None,
                headers: HeaderMap::new(),
            })
        };
        let outcome = self.render_once(key, render).await;
        self.answer(outcome, request)
    }

    /// Returns the cached page with this key, or runs `render` once for all concurrent requests.
    pub(super) async fn render_once(
        &self,
        key: &str,
        render: impl Future<Output = Result<RenderedPage, ClientRendered>> + Send + 'static,
    ) -> PageOutcome<ClientRendered> {
        let revision = self.app.db.revision().current();
        self.cache.get_or_render(key, revision, || render).await
    }

    fn answer(&self, outcome: PageOutcome<ClientRendered>, request: &Parts) -> Response<Body> {
        match outcome {
            PageOutcome::Fresh(page) | PageOutcome::Stale(page) => {
                self.cached(&page, &request.method, &request.headers)
            }
            PageOutcome::Failed(fallback) => self.failed(fallback),
            PageOutcome::Panicked => {
                self.uncached(StatusCode::INTERNAL_SERVER_ERROR, self.unavailable_page())
            }
        }
    }

    /// Answers with a cached page.
    pub(in crate::site) fn cached(
        &self,
        page: &CachedPage,
        method: &Method,
        headers: &HeaderMap,
    ) -> Response<Body> {
        page.respond(method, headers, &self.headers).map(Body::new)
    }

    /// Answers with HTML that isn't cached.
    pub(super) fn uncached(&self, status: StatusCode, html: impl Into<Body>) -> Response<Body> {
        uncached_response(status, html, &self.headers)
    }

    /// Renders a document as HTML. If the renderer fails, returns HTML without markup as the error; the browser then
    /// renders the page.
    async fn render(&self, status: StatusCode, document: &Document) -> Result<RenderedPage, ClientRendered> {
        let head = &document.head;
        let json = match serde_json::to_string(document) {
            Ok(json) => json,
            Err(cause) => {
                tracing::error!(%cause, "a document could not be serialized");
                return Err(ClientRendered {
                    status: StatusCode::INTERNAL_SERVER_ERROR,
                    html: self.unavailable_page(),
                });
            }
        };
        if !self.html_document.renders_on_server() {
            return Err(ClientRendered { status, html: self.html_document.page_without_markup(&json, head) });
        }
        match self.renderer.render(json.clone()).await {
            Ok(markup) => Ok(RenderedPage {
                status,
                content_type: HeaderValue::from_static("text/html; charset=utf-8"),
                body: self.html_document.page(&markup, head),
                expires_at: head.expires_at,
                headers: self.own_policy(document, head.consent.as_ref()),
            }),
            Err(cause) => {
                tracing::error!(%cause, path = document.path, "a page could not be rendered; the browser will render it");
                Err(ClientRendered { status, html: self.html_document.page_without_markup(&json, head) })
            }
        }
    }
}

/// Builds a response that isn't cached.
pub(super) fn uncached_response(
    status: StatusCode,
    html: impl Into<Body>,
    headers: &HeaderMap,
) -> Response<Body> {
    let mut response = (status, [(header::CACHE_CONTROL, NO_STORE)], Html(html.into())).into_response();
    security_headers::extend(response.headers_mut(), headers);
    response
}
