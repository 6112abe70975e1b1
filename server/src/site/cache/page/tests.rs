//! Tests of the headers of cached pages and of the responses to conditional requests.

use std::io::Read;

use http_body_util::BodyExt;

use super::*;

fn page_with_status(status: StatusCode) -> CachedPage {
    let body = Bytes::from("<p>Olá, visitante.</p>".repeat(200));
    let content_type = HeaderValue::from_static("text/html; charset=utf-8");
    CachedPage::new(
        7,
        RenderedPage { status, content_type, body, expires_at: None, headers: HeaderMap::new() },
    )
}

fn page() -> CachedPage {
    page_with_status(StatusCode::OK)
}

fn request(headers: &[(&'static str, &str)]) -> HeaderMap {
    let mut map = HeaderMap::new();
    for (name, value) in headers {
        map.append(*name, value.parse().unwrap());
    }
    map
}

fn get(page: &CachedPage, headers: &[(&'static str, &str)]) -> Response<Full<Bytes>> {
    page.respond(&Method::GET, &request(headers), &HeaderMap::new())
}

fn text<'a>(response: &'a Response<Full<Bytes>>, name: &str) -> &'a str {
    response.headers().get(name).map_or("", |value| value.to_str().unwrap())
}

async fn body(response: Response<Full<Bytes>>) -> Bytes {
    response.into_body().collect().await.unwrap().to_bytes()
}

#[tokio::test]
async fn each_encoding_has_its_own_headers() {
    let plain = "<p>Olá, visitante.</p>".repeat(200);
    let mut tags = Vec::new();
    for (accepted, encoding) in [("", ""), ("gzip", "gzip"), ("gzip, br", "br")] {
        let response = get(&page(), &[("accept-encoding", accepted)]);
        assert_eq!(response.status(), StatusCode::OK);
        assert_eq!(text(&response, "content-encoding"), encoding);
        assert_eq!(text(&response, "content-type"), "text/html; charset=utf-8");
        assert_eq!(text(&response, "cache-control"), "public, max-age=0, must-revalidate");
        assert_eq!(text(&response, "vary"), "accept-encoding");
        tags.push(text(&response, "etag").to_owned());

        let length: usize = text(&response, "content-length").parse().unwrap();
        let bytes = body(response).await;
        assert_eq!(bytes.len(), length);
        let mut decoded = String::new();
        match encoding {
            "gzip" => flate2::read::GzDecoder::new(&*bytes).read_to_string(&mut decoded).unwrap(),
            "br" => ::brotli::Decompressor::new(&*bytes, 4096).read_to_string(&mut decoded).unwrap(),
            _ => (&*bytes).read_to_string(&mut decoded).unwrap(),
        };
        assert_eq!(decoded, plain);
    }
    tags.dedup();
    assert_eq!(tags.len(), 3, "{tags:?}");
    assert!(tags.iter().all(|tag| tag.starts_with('"') && tag.ends_with('"')), "{tags:?}");
}

#[tokio::test]
async fn head_response_has_the_headers_of_get_and_no_body() {
    let page = page();
    let request = request(&[("accept-encoding", "br")]);
    let get = page.respond(&Method::GET, &request, &HeaderMap::new());
    let head = page.respond(&Method::HEAD, &request, &HeaderMap::new());
    assert_eq!(head.status(), get.status());
    assert_eq!(head.headers(), get.headers());
    assert!(body(head).await.is_empty());
}

#[test]
fn headers_of_the_page_override_common_ones() {
    let common = request(&[("x-content-type-options", "nosniff"), ("cache-control", "no-store")]);
    let tag = get(&page(), &[]).headers()[header::ETAG].clone();
    for conditional in [request(&[]), request(&[("if-none-match", tag.to_str().unwrap())])] {
        let response = page().respond(&Method::GET, &conditional, &common);
        assert_eq!(text(&response, "x-content-type-options"), "nosniff");
        assert_eq!(text(&response, "cache-control"), "public, max-age=0, must-revalidate");
    }
}

#[tokio::test]
async fn matching_entity_tag_gets_304() {
    let page = page();
    let tag = text(&get(&page, &[("accept-encoding", "br")]), "etag").to_owned();
    let weak = format!("W/{tag}");
    let list = format!("\"other\", W/\"another\" ,{tag}");
    for sent in [&*tag, &*weak, &*list, "*"] {
        let response = get(&page, &[("accept-encoding", "br"), ("if-none-match", sent)]);
        assert_eq!(response.status(), StatusCode::NOT_MODIFIED, "{sent}");
        assert_eq!(text(&response, "etag"), tag);
        assert_eq!(text(&response, "vary"), "accept-encoding");
        assert_eq!(text(&response, "cache-control"), "public, max-age=0, must-revalidate");
        assert!(!response.headers().contains_key(header::CONTENT_LENGTH));
        assert!(body(response).await.is_empty());
    }
    let head = page.respond(&Method::HEAD, &request(&[("if-none-match", &tag)]), &HeaderMap::new());
    assert_eq!(head.status(), StatusCode::NOT_MODIFIED);
}

#[test]
fn other_entity_tags_get_the_page() {
    let page = page();
    let tag = text(&get(&page, &[]), "etag").to_owned();
    let unquoted = tag.trim_matches('"');
    let longer = format!("{}0\"", tag.trim_end_matches('"'));
    for sent in ["", "\"other\"", unquoted, &longer, "w/*", ",,", "\u{e9}"] {
        let response = get(&page, &[("if-none-match", sent)]);
        assert_eq!(response.status(), StatusCode::OK, "{sent}");
    }
}

#[test]
fn error_page_is_never_answered_with_304() {
    let page = page_with_status(StatusCode::NOT_FOUND);
    assert_eq!(get(&page, &[("if-none-match", "*")]).status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn former_tag_matches_after_recompression() {
    let before = page();
    let after = before.with_best_brotli(before.best_brotli());
    let brotli = [("accept-encoding", "br")];
    let old_tag = text(&get(&before, &brotli), "etag").to_owned();
    let new = get(&after, &brotli);
    assert_ne!(text(&new, "etag"), old_tag);
    assert_eq!(body(new).await, before.best_brotli());

    let response = get(&after, &[("accept-encoding", "br"), ("if-none-match", &old_tag)]);
    assert_eq!(response.status(), StatusCode::NOT_MODIFIED);
    assert_eq!(text(&response, "etag"), old_tag);
}

#[test]
fn entity_tag_depends_on_the_content_only() {
    let content_type = HeaderValue::from_static("text/html; charset=utf-8");
    let tag = |revision, body: &'static str| {
        let rendered = RenderedPage {
            status: StatusCode::OK,
            content_type: content_type.clone(),
            body: body.into(),
            expires_at: None,
            headers: HeaderMap::new(),
        };
        text(&get(&CachedPage::new(revision, rendered), &[]), "etag").to_owned()
    };
    assert_eq!(tag(1, "same"), tag(2, "same"));
    assert_ne!(tag(1, "one"), tag(1, "other"));
}
