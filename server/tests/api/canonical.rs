//! Other spellings of a public page's path redirect to the page.

use reqwest::{StatusCode, header};
use serde_json::json;
use vitrine::platform::addresses::{self, AddressKind};

use crate::harness::{ARTICLE, PAGES, Server};

/// Returns other spellings of a path.
fn spellings(path: &str) -> Vec<String> {
    let (start, last) = path.split_at(path.len() - 1);
    vec![
        format!("{path}/"),
        path.to_uppercase(),
        format!("{path}/index.html"),
        format!("{path}//"),
        format!("{start}%{:02x}", last.as_bytes()[0]),
    ]
}

/// Checks that other spellings of the path of a page redirect to it with their query.
async fn assert_redirected(server: &Server, path: &str) {
    for spelling in spellings(path) {
        let answer = server.get(&format!("{spelling}?utm_source=x&a=%20b")).await;
        assert_eq!(answer.status(), StatusCode::PERMANENT_REDIRECT, "{spelling}");
        assert_eq!(answer.headers()[header::LOCATION], format!("{path}?utm_source=x&a=%20b"), "{spelling}");
    }
}

/// Checks that other spellings of a path don't redirect.
async fn assert_exact(server: &Server, path: &str) {
    for spelling in spellings(path) {
        let answer = server.get(&spelling).await;
        assert!(!answer.status().is_redirection(), "{spelling}: {}", answer.status());
    }
}

#[tokio::test]
async fn other_spellings_redirect_to_the_canonical_path() {
    let server = Server::start().await;
    for address in addresses::ALL {
        let path = address.path;
        match address.kind {
            AddressKind::Page if !address.is_fixed() || path == "/" => {}
            AddressKind::Page => assert_redirected(&server, path).await,
            AddressKind::LinkPage | AddressKind::Panel | AddressKind::File => {
                let path = path.replace("{token}", "Segredo").replace("{*path}", "Um/Dois.png");
                assert_exact(&server, &path).await;
            }
        }
    }
    server.get("/api/openapi.json/").await.expect(StatusCode::NOT_FOUND);
    for (path, _) in PAGES.into_iter().filter(|(path, _)| *path != "/") {
        assert_redirected(&server, path).await;
    }
    for path in [ARTICLE, "/blog/categoria/seguranca", "/blog/tag/nuvem"] {
        assert_redirected(&server, path).await;
    }
    let index = server.get("/index.html").await;
    assert_eq!(index.headers()[header::LOCATION], "/");
}

#[tokio::test]
async fn only_existing_pages_have_canonical_redirects() {
    let server = Server::start().await;
    let staff = server.editor().await;
    for path in ["/nada/", "/NADA", "/blog/nada/", "/servicos/nada/", "/blog/tag/nada/", "//contato", "/%ff/"]
    {
        server.get(path).await.expect(StatusCode::NOT_FOUND);
    }
    server.post_empty("/contato/").await.expect(StatusCode::METHOD_NOT_ALLOWED);
    // Another spelling of a former path redirects to the current path in one step.
    let post = json!({"title": "Novo", "slug": "novo", "content": "Texto", "is_published": true});
    let post = staff.post("/api/blog", &post).await.json();
    let path = format!("/api/blog/{}", post["id"].as_str().unwrap());
    staff.put(&path, &json!({"slug": "mais-novo"})).await.expect(StatusCode::OK);
    for (from, to) in [
        ("/blog/Novo/", "/blog/mais-novo"),
        ("/blog/n%6Fvo", "/blog/mais-novo"),
        ("/servicos/bancos-de-dados/", "/servicos/banco-dados"),
    ] {
        let answer = server.get(from).await;
        assert_eq!(answer.headers()[header::LOCATION], to, "{from}");
    }
}

#[tokio::test]
async fn invalid_page_number_of_the_blog_list_redirects_to_the_list() {
    let server = Server::start().await;
    for number in ["0", "-1", "99", "99999999999999999999", "x"] {
        let answer = server.get(&format!("/blog?pagina={number}")).await;
        assert_eq!(answer.status(), StatusCode::TEMPORARY_REDIRECT, "{number}");
        assert_eq!(answer.headers()[header::LOCATION], "/blog", "{number}");
        assert_eq!(answer.headers()[header::CACHE_CONTROL], "no-store", "{number}");
    }
}
