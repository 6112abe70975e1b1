//! Pictures of other sites as featured images: the Content Security Policy allows their host only on pages that show them.

use reqwest::{StatusCode, header};
use serde_json::json;

use crate::harness::{ARTICLE, Server, markup};

const PICTURE: &str = "https://img.exemplo.com.br/a.jpg?w=1";

/// Returns the Content Security Policy of a page.
async fn policy(server: &Server, path: &str) -> String {
    let answer = server.get(path).await;
    answer.header(header::CONTENT_SECURITY_POLICY).to_owned()
}

#[tokio::test]
async fn only_pages_that_show_a_remote_picture_allow_its_host() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let strict = policy(&server, "/").await;
    assert_eq!(policy(&server, "/blog").await, strict);
    let post = json!({"title": "De fora", "slug": "de-fora", "content": "Texto", "category": "Backup",
        "featured_image": PICTURE, "is_published": true});
    let created = staff.post("/api/blog", &post).await.expect(StatusCode::CREATED);
    assert_eq!(created.json()["featured_image"], PICTURE);
    let with_host =
        strict.replace("img-src 'self' data:;", "img-src 'self' data: https://img.exemplo.com.br;");
    assert_ne!(with_host, strict);
    // `ARTICLE` is of the same category, and shows the post as a related one.
    for path in ["/blog", "/blog/de-fora", "/blog/categoria/backup", "/blog?busca=fora", ARTICLE] {
        let html = server.text(path).await;
        let markup = markup(&html);
        let tag = markup.split("<img ").skip(1).find(|rest| rest.contains(PICTURE));
        let tag = tag.unwrap_or_else(|| panic!("no picture on {path}"));
        assert!(tag.split('>').next().unwrap().contains("referrerPolicy=\"no-referrer\""), "{path}: {tag}");
        // The second response comes from the cache.
        for _ in 0..2 {
            assert_eq!(policy(&server, path).await, with_host, "{path}");
        }
    }
    for path in ["/", "/sobre", "/blog/categoria/seguranca", "/nada", "/contato"] {
        assert_eq!(policy(&server, path).await, strict, "{path}");
    }
    let etag = server.get("/blog").await.headers()[header::ETAG].clone();
    let not_modified =
        server.get("/blog").header(header::IF_NONE_MATCH, etag).await.expect(StatusCode::NOT_MODIFIED);
    assert_eq!(not_modified.headers()[header::CONTENT_SECURITY_POLICY], with_host.as_str());
}

#[tokio::test]
async fn featured_image_with_an_unsafe_or_unknown_url_is_refused() {
    let server = Server::start().await;
    let staff = server.editor().await;
    for url in [
        "http://exemplo.com.br/a.jpg",
        "data:image/png;base64,AAAA",
        "/media/nao-existe.jpg",
        "/sobre",
        "//exemplo.com.br/a.jpg",
        "https://*.exemplo.com.br/a.jpg",
        "https://ana:senha@exemplo.com.br/a.jpg",
    ] {
        let post = json!({"title": "Sem", "slug": "sem", "content": "Texto", "featured_image": url});
        let refused = staff.post("/api/blog", &post).await;
        assert_eq!(refused.status(), StatusCode::UNPROCESSABLE_ENTITY, "{url}");
        assert!(refused.json()["fields"]["featured_image"].is_string(), "{url}");
    }
}
