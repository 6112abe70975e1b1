//! A rendered page in all encodings with its headers, ready to be sent.

use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode, header};
use bytes::Bytes;
use http_body_util::Full;
use sha2::{Digest, Sha256};

use crate::{
    platform::{clock::Timestamp, id},
    site::compress::{BROTLI_BEST, BROTLI_QUICK, Encoding, brotli, gzip},
};

/// Caches may store a page but must revalidate it before each use, because content can change at any time.
const REVALIDATE: HeaderValue = HeaderValue::from_static("public, max-age=0, must-revalidate");
const VARY: HeaderValue = HeaderValue::from_static("accept-encoding");

/// A rendered page.
#[derive(Debug, Clone)]
pub struct RenderedPage {
    pub status: StatusCode,
    pub content_type: HeaderValue,
    pub body: Bytes,
    /// Next time at which a text of the body changes; `None` if only a change of content changes it.
    pub expires_at: Option<Timestamp>,
    /// Headers besides those of all pages, which they override.
    pub headers: HeaderMap,
}

impl RenderedPage {
    /// Sets the headers that both the page and a 304 have, except the entity tag.
    fn set_headers(&self, headers: &mut HeaderMap) {
        headers.insert(header::CACHE_CONTROL, REVALIDATE);
        headers.insert(header::VARY, VARY);
        override_with(headers, &self.headers);
    }
}

/// Replaces headers with those of `own`.
fn override_with(headers: &mut HeaderMap, own: &HeaderMap) {
    for (name, value) in own {
        headers.insert(name, value.clone());
    }
}

/// A rendered page in all encodings.
#[derive(Debug, Clone)]
pub struct CachedPage {
    /// Content revision, read before the page's data. The data is of this revision or a newer one.
    pub revision: i64,
    pub(super) rendered: RenderedPage,
    tags: Tags,
    plain: EncodedPage,
    gzip: EncodedPage,
    brotli: EncodedPage,
    brotli_quality: i32,
}

impl CachedPage {
    /// Compresses the page, which takes milliseconds and must not run on an async thread.
    #[must_use]
    pub fn new(revision: i64, rendered: RenderedPage) -> Self {
        let tags = Tags::of(&rendered);
        let gzip = gzip(&rendered.body);
        let brotli = brotli(&rendered.body, BROTLI_QUICK);
        Self {
            revision,
            plain: EncodedPage::new(&rendered, Encoding::Identity, rendered.body.clone(), &tags.plain),
            gzip: EncodedPage::new(&rendered, Encoding::Gzip, gzip, &tags.gzip),
            brotli: EncodedPage::new(&rendered, Encoding::Brotli, brotli, &tags.brotli_quick),
            brotli_quality: BROTLI_QUICK,
            rendered,
            tags,
        }
    }

    /// Returns the uncompressed bytes.
    #[must_use]
    pub fn body(&self) -> &Bytes {
        &self.rendered.body
    }

    /// Returns the time from which the page is stale.
    #[must_use]
    pub fn expires_at(&self) -> Option<Timestamp> {
        self.rendered.expires_at
    }

    /// Returns the same page with another revision and expiry.
    pub(super) fn with_revision(&self, revision: i64, expires_at: Option<Timestamp>) -> Self {
        let mut page = Self { revision, ..self.clone() };
        page.rendered.expires_at = expires_at;
        page
    }

    /// Returns the brotli bytes at the highest quality. Takes about 70 ms, so it must not run on an async thread.
    pub(super) fn best_brotli(&self) -> Bytes {
        brotli(&self.rendered.body, BROTLI_BEST)
    }

    /// Returns the same page with the bytes of [`Self::best_brotli`] and their own strong entity tag.
    pub(super) fn with_best_brotli(&self, bytes: Bytes) -> Self {
        let brotli = EncodedPage::new(&self.rendered, Encoding::Brotli, bytes, &self.tags.brotli_best);
        Self { brotli, brotli_quality: BROTLI_BEST, ..self.clone() }
    }

    pub(super) fn has_best_brotli(&self) -> bool {
        self.brotli_quality == BROTLI_BEST
    }

    /// Returns whether a response with `rendered` would be the same as with this page.
    pub(super) fn same_content(&self, rendered: &RenderedPage) -> bool {
        self.rendered.status == rendered.status
            && self.rendered.content_type == rendered.content_type
            && self.rendered.headers == rendered.headers
            && self.rendered.body == rendered.body
    }

    /// Returns the size in memory in bytes, with an estimate for the headers.
    pub(super) fn size(&self) -> usize {
        const HEADERS: usize = 4096;
        self.plain.body.len() + self.gzip.body.len() + self.brotli.body.len() + HEADERS
    }

    /// Responds to a GET or HEAD with the page in the best encoding, or with 304 if the client already has it. `common` has
    /// the headers of all pages; the page's own headers override them.
    #[must_use]
    pub fn respond(&self, method: &Method, request: &HeaderMap, common: &HeaderMap) -> Response<Full<Bytes>> {
        let mut headers = common.clone();
        // A precondition counts only if the response would be a success (RFC 9110, 13.2.1).
        if self.rendered.status.is_success()
            && let Some(tag) = self.matching_tag(request)
        {
            self.rendered.set_headers(&mut headers);
            headers.insert(header::ETAG, tag.clone());
            return response(StatusCode::NOT_MODIFIED, headers, Bytes::new());
        }
        let variant = self.variant(request);
        override_with(&mut headers, &variant.headers);
        let body = if method == Method::HEAD { Bytes::new() } else { variant.body.clone() };
        response(self.rendered.status, headers, body)
    }

    fn variant(&self, request: &HeaderMap) -> &EncodedPage {
        match Encoding::negotiate(request) {
            Encoding::Brotli => &self.brotli,
            Encoding::Gzip => &self.gzip,
            Encoding::Identity => &self.plain,
        }
    }

    /// Returns the entity tag of the request if it is one of this page's. All tags of a page identify the same content, so a
    /// client that has the bytes from before a recompression gets 304 with the tag of those bytes.
    fn matching_tag(&self, request: &HeaderMap) -> Option<&HeaderValue> {
        let values = request.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
        for tag in values.flat_map(|value| value.split(',')).map(str::trim) {
            if tag == "*" {
                return self.variant(request).headers.get(header::ETAG);
            }
            // Weak comparison: `W/` makes no difference.
            let tag = tag.strip_prefix("W/").unwrap_or(tag);
            if let Some(tag) = self.tags.all().into_iter().find(|own| *own == tag) {
                return Some(tag);
            }
        }
        None
    }
}

fn response(status: StatusCode, headers: HeaderMap, body: Bytes) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(body));
    *response.status_mut() = status;
    *response.headers_mut() = headers;
    response
}

/// Strong entity tags of the encodings.
#[derive(Debug, Clone)]
struct Tags {
    plain: HeaderValue,
    gzip: HeaderValue,
    brotli_quick: HeaderValue,
    brotli_best: HeaderValue,
}

impl Tags {
    /// Returns the tags of a page, which depend on its content and its own headers.
    fn of(rendered: &RenderedPage) -> Self {
        let mut digest = Sha256::new_with_prefix(&rendered.body);
        for (name, value) in &rendered.headers {
            digest.update(name);
            digest.update(value);
        }
        let hash = id::hex(&digest.finalize()[..16]);
        let tag = |suffix: &str| {
            HeaderValue::try_from(format!("\"{hash}{suffix}\"")).expect("hex digits and a suffix are valid")
        };
        Self { plain: tag(""), gzip: tag("-gzip"), brotli_quick: tag("-br"), brotli_best: tag("-br11") }
    }

    fn all(&self) -> [&HeaderValue; 4] {
        [&self.plain, &self.gzip, &self.brotli_quick, &self.brotli_best]
    }
}

/// A page in one encoding, with its headers.
#[derive(Debug, Clone)]
struct EncodedPage {
    body: Bytes,
    headers: HeaderMap,
}

impl EncodedPage {
    fn new(rendered: &RenderedPage, encoding: Encoding, body: Bytes, tag: &HeaderValue) -> Self {
        let mut headers = HeaderMap::with_capacity(8);
        rendered.set_headers(&mut headers);
        headers.insert(header::CONTENT_TYPE, rendered.content_type.clone());
        headers.insert(header::CONTENT_LENGTH, HeaderValue::from(body.len()));
        headers.insert(header::ETAG, tag.clone());
        if let Some(encoding) = encoding.header() {
            headers.insert(header::CONTENT_ENCODING, encoding);
        }
        Self { body, headers }
    }
}

#[cfg(test)]
mod tests;
