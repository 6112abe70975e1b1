//! Negotiation of the content encoding, and compression.

use std::io::Write;

use axum::{
    body::{Body, to_bytes},
    extract::Request,
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use flate2::{Compression, write::GzEncoder};
use hyper::body::Body as _;

/// Brotli quality for a page that a visitor waits for: 2 ms for a large page, 10 % smaller than gzip.
pub const BROTLI_QUICK: i32 = 5;
/// Brotli quality in the background: 10 % smaller again, for 30 times the work.
pub const BROTLI_BEST: i32 = 11;
const GZIP_LEVEL: u32 = 6;
/// Minimum size of a body that is compressed, in bytes. A smaller one fits into one packet.
const MIN_SIZE: u64 = 1024;

/// Content encoding of a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    Identity,
    Gzip,
    Brotli,
}

impl Encoding {
    /// Returns the encoding that the client prefers, or the smaller one on a tie (RFC 9110, 12.5.3). Ignores invalid items.
    /// A client that accepts no encoding gets the identity encoding.
    #[must_use]
    pub fn negotiate(request: &HeaderMap) -> Self {
        let mut weights = Weights::default();
        for value in request.get_all(header::ACCEPT_ENCODING) {
            let items = value.to_str().unwrap_or_default().split(',');
            items.filter_map(parse_item).for_each(|(coding, weight)| weights.set(coding, weight));
        }
        weights.preferred()
    }

    /// Returns the value of `Content-Encoding`; `None` for uncompressed bytes.
    #[must_use]
    pub fn header(self) -> Option<HeaderValue> {
        match self {
            Self::Identity => None,
            Self::Gzip => Some(HeaderValue::from_static("gzip")),
            Self::Brotli => Some(HeaderValue::from_static("br")),
        }
    }
}

/// Weights of the encodings in thousandths. `None` if the client didn't name the encoding.
#[derive(Default)]
struct Weights {
    brotli: Option<u16>,
    gzip: Option<u16>,
    identity: Option<u16>,
    any: Option<u16>,
}

impl Weights {
    fn set(&mut self, coding: &str, weight: u16) {
        let is = |name: &str| coding.eq_ignore_ascii_case(name);
        let slot = match coding {
            "*" => &mut self.any,
            _ if is("br") => &mut self.brotli,
            _ if is("gzip") || is("x-gzip") => &mut self.gzip,
            _ if is("identity") => &mut self.identity,
            _ => return,
        };
        *slot = Some(weight);
    }

    fn preferred(&self) -> Encoding {
        let weight = |named: Option<u16>| named.or(self.any).unwrap_or(0);
        let (brotli, gzip) = (weight(self.brotli), weight(self.gzip));
        // If the client doesn't name the identity encoding, it is acceptable but least preferred.
        let identity = self.identity.unwrap_or(0);
        if brotli > 0 && brotli >= gzip && brotli >= identity {
            Encoding::Brotli
        } else if gzip > 0 && gzip >= identity {
            Encoding::Gzip
        } else {
            Encoding::Identity
        }
    }
}

/// Parses `gzip;q=0.5` as `("gzip", 500)`.
fn parse_item(item: &str) -> Option<(&str, u16)> {
    let mut parts = item.split(';').map(str::trim);
    let coding = parts.next()?;
    let mut weight = 1.0;
    for parameter in parts {
        let (name, value) = parameter.split_once('=')?;
        if name.trim().eq_ignore_ascii_case("q") {
            weight = value.trim().parse::<f32>().ok().filter(|weight| (0.0..=1.0).contains(weight))?;
        }
    }
    Some((coding, (weight * 1000.0) as u16))
}

/// Middleware that compresses HTML that isn't cached; cached pages are stored compressed. No page contains both a secret
/// and text that an attacker chooses, so the compressed length reveals no secret.
pub async fn compress_html(request: Request, next: Next) -> Response {
    let encoding = Encoding::negotiate(request.headers());
    let is_head = request.method() == Method::HEAD;
    let response = next.run(request).await;
    let (Some(name), false) = (encoding.header(), is_head) else { return response };
    let is_small = response.body().size_hint().upper().is_some_and(|size| size < MIN_SIZE);
    if is_small || !is_plain_html(response.headers()) {
        return response;
    }
    let (mut head, body) = response.into_parts();
    let Ok(plain) = to_bytes(body, usize::MAX).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let compress = move || match encoding {
        Encoding::Brotli => brotli(&plain, BROTLI_QUICK),
        _ => gzip(&plain),
    };
    let compressed = tokio::task::spawn_blocking(compress).await.expect("compressing doesn't panic");
    head.headers.remove(header::CONTENT_LENGTH);
    head.headers.insert(header::CONTENT_ENCODING, name);
    head.headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    Response::from_parts(head, Body::from(compressed))
}

fn is_plain_html(headers: &HeaderMap) -> bool {
    let is_html = |kind: &HeaderValue| kind.as_bytes().starts_with(b"text/html");
    headers.get(header::CONTENT_TYPE).is_some_and(is_html) && !headers.contains_key(header::CONTENT_ENCODING)
}

/// Compresses with gzip.
#[must_use]
pub fn gzip(bytes: &[u8]) -> Bytes {
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 4), Compression::new(GZIP_LEVEL));
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("writing to memory can't fail").into()
}

/// Compresses with brotli.
#[must_use]
pub fn brotli(bytes: &[u8], quality: i32) -> Bytes {
    let parameters = brotli::enc::BrotliEncoderParams {
        quality,
        size_hint: bytes.len(),
        lgwin: window_bits(bytes.len()),
        ..Default::default()
    };
    let mut compressed = Vec::with_capacity(bytes.len() / 4);
    brotli::BrotliCompress(&mut &*bytes, &mut compressed, &parameters).expect("writing to memory can't fail");
    compressed.into()
}

/// Decompresses what brotli has compressed.
pub fn decompress(compressed: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    brotli::BrotliDecompress(&mut &*compressed, &mut bytes)?;
    Ok(bytes)
}

/// Returns the binary logarithm of the window size: the smallest window from 256 KB to 16 MB that covers all bytes. At the
/// highest quality the encoder uses eight bytes of memory per byte of window, so the default of 4 MB would use 32 MB per
/// page.
fn window_bits(length: usize) -> i32 {
    const GAP: usize = 16;
    let bits = usize::BITS - (length + GAP).leading_zeros();
    // With a smaller window, the encoder uses other methods that compress less.
    bits.clamp(18, 24) as i32
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[track_caller]
    fn assert_chosen(accepted: &[&'static str], expected: Encoding) {
        let mut headers = HeaderMap::new();
        for value in accepted {
            headers.append(header::ACCEPT_ENCODING, HeaderValue::from_static(value));
        }
        assert_eq!(Encoding::negotiate(&headers), expected, "{accepted:?}");
    }

    #[test]
    fn smaller_encoding_wins_a_tie() {
        assert_chosen(&["gzip, deflate, br, zstd"], Encoding::Brotli);
        assert_chosen(&["gzip, deflate"], Encoding::Gzip);
        assert_chosen(&["deflate, zstd"], Encoding::Identity);
        assert_chosen(&["*"], Encoding::Brotli);
    }

    #[test]
    fn encoding_with_the_highest_weight_is_chosen() {
        assert_chosen(&["br;q=0.5, gzip;q=0.8"], Encoding::Gzip);
        assert_chosen(&["br;q=0.8, gzip;q=0.8"], Encoding::Brotli);
        assert_chosen(&["br; q=0, gzip ;q=0.001"], Encoding::Gzip);
        assert_chosen(&["br;q=0, *;q=0.1"], Encoding::Gzip);
        assert_chosen(&["identity, gzip;q=0.5"], Encoding::Identity);
        assert_chosen(&["identity;q=0.2, br;q=0.3"], Encoding::Brotli);
        assert_chosen(&["br;Q=0, gzip;level=9"], Encoding::Gzip);
    }

    #[test]
    fn plain_bytes_are_the_fallback() {
        assert_chosen(&[], Encoding::Identity);
        assert_chosen(&[""], Encoding::Identity);
        assert_chosen(&["identity"], Encoding::Identity);
        assert_chosen(&["br;q=0, gzip;q=0"], Encoding::Identity);
        assert_chosen(&["identity;q=0"], Encoding::Identity);
        assert_chosen(&["*;q=0"], Encoding::Identity);
        assert_chosen(&["identity;q=0, gzip"], Encoding::Gzip);
        assert_chosen(&["identity;q=0, *"], Encoding::Brotli);
    }

    #[test]
    fn invalid_items_of_accept_encoding_are_ignored() {
        assert_chosen(&["br;q=much, gzip"], Encoding::Gzip);
        assert_chosen(&["br;q=NaN, gzip;q=0.1"], Encoding::Gzip);
        assert_chosen(&["br;q=7, gzip;q=-1"], Encoding::Identity);
        assert_chosen(&["br;q, ;;, ,=,gzip"], Encoding::Gzip);
        assert_chosen(&["brotli, gzipped"], Encoding::Identity);
    }

    #[test]
    fn encodings_in_any_case_their_aliases_and_repeated_headers_are_accepted() {
        assert_chosen(&["BR"], Encoding::Brotli);
        assert_chosen(&["x-gzip"], Encoding::Gzip);
        assert_chosen(&["deflate", "gzip;q=0.4", "br;q=0.3"], Encoding::Gzip);
    }

    #[test]
    fn compressed_bytes_decompress_to_the_original() {
        let page = "<p>Olá, visitante número um.</p>".repeat(500);
        for bytes in [page.as_bytes(), b""] {
            let mut unzipped = Vec::new();
            flate2::read::GzDecoder::new(&*gzip(bytes)).read_to_end(&mut unzipped).unwrap();
            assert_eq!(unzipped, bytes);
            for quality in [BROTLI_QUICK, BROTLI_BEST] {
                assert_eq!(decompress(&brotli(bytes, quality)).unwrap(), bytes);
            }
        }
        assert!(gzip(page.as_bytes()).len() < page.len() / 10);
    }
}
