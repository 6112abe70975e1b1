//! Other spellings of a public page's address lead to the page.

use reqwest::{Method, StatusCode, header};
use serde_json::json;
use vitrine::platform::addresses::{self, AddressKind};

use crate::harness::{ARTICLE, PAGES, Server};

fn spellings(path: &str) -> Vec<String> {
    vec![format!("{path}/"), path.to_uppercase(), format!("{path}/index.html"), format!("{path}//")]
}

async fn assert_redirected(server: &Server, path: &str) {
    for spelling in spellings(path) {
        if spelling == path {
            continue;
        }
        let answer = server.get(&format!("{spelling}?utm_source=x&a=%20b")).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::PERMANENT_REDIRECT, "{spelling}");
        assert_eq!(answer.headers()[header::LOCATION], format!("{path}?utm_source=x&a=%20b"), "{spelling}");
    }
}

async fn assert_exact(server: &Server, path: &str) {
    for spelling in spellings(path) {
        let answer = server.get(&spelling).send().await.unwrap();
        assert!(!answer.status().is_redirection(), "{spelling}: {}", answer.status());
    }
}

#[tokio::test]
async fn every_route_has_one_canonical_spelling_or_none() {
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
    let exact = server.get("/api/openapi.json/").send().await.unwrap();
    assert_eq!(exact.status(), StatusCode::NOT_FOUND);
    for (path, _) in PAGES.into_iter().filter(|(path, _)| *path != "/") {
        assert_redirected(&server, path).await;
    }
    for path in [ARTICLE, "/blog/categoria/seguranca", "/blog/tag/nuvem"] {
        assert_redirected(&server, path).await;
    }
    let index = server.get("/index.html").send().await.unwrap();
    assert_eq!(index.headers()[header::LOCATION], "/");
}

#[tokio::test]
async fn only_existing_pages_are_redirected_to() {
    let server = Server::start().await;
    let staff = server.editor().await;
    for path in ["/nada/", "/NADA", "/blog/nada/", "/servicos/nada/", "/blog/tag/nada/", "//contato", "/%ff/"]
    {
        let answer = server.get(path).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{path}");
    }
    let posted = server.request(Method::POST, "/contato/").send().await.unwrap();
    assert_eq!(posted.status(), StatusCode::METHOD_NOT_ALLOWED);
    // An address that has moved leads to where it is now, in one step.
    let post = json!({"title": "Novo", "slug": "novo", "content": "Texto", "is_published": true});
    let created = staff.request(Method::POST, "/api/blog").json(&post).send().await.unwrap();
    let id = crate::harness::json_of(created).await["id"].as_str().unwrap().to_owned();
    staff.put(&format!("/api/blog/{id}"), &json!({"slug": "mais-novo"})).send().await.unwrap();
    for (from, to) in
        [("/blog/Novo/", "/blog/mais-novo"), ("/servicos/bancos-de-dados/", "/servicos/banco-dados")]
    {
        let answer = server.get(from).send().await.unwrap();
        assert_eq!(answer.headers()[header::LOCATION], to, "{from}");
    }
}

#[tokio::test]
async fn list_page_that_does_not_exist_leads_to_the_nearest() {
    let server = Server::start().await;
    for (from, to) in [("/blog?pagina=0", "/blog"), ("/blog?pagina=99", "/blog"), ("/blog?pagina=x", "/blog")]
    {
        let answer = server.get(from).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::TEMPORARY_REDIRECT, "{from}");
        assert_eq!(answer.headers()[header::LOCATION], to, "{from}");
        assert_eq!(answer.headers()[header::CACHE_CONTROL], "no-store", "{from}");
    }
}
