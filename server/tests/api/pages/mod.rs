//! Tests of the editable content of public pages.

mod editing;
mod history;
mod previews;

use reqwest::{StatusCode, header};
use serde_json::json;
use vitrine::{features::pages::model::PageName, platform::http::Version};

use crate::harness::{Server, markup};

#[tokio::test]
async fn changed_page_text_appears_at_the_next_request() {
    let server = Server::start().await;
    let etag = server.get("/").await.expect(StatusCode::OK).headers()[header::ETAG].clone();
    let staff = server.editor().await;
    let mut document = staff.json("/api/pages/home").await;
    document["hero"]["title"] = json!("Título <novo> & \"bom\"");
    staff.put("/api/pages/home", &document).await.expect(StatusCode::OK);
    let html = server.get("/").header(header::IF_NONE_MATCH, etag).await.expect(StatusCode::OK).text();
    assert!(html.contains("Título &lt;novo&gt; &amp; &quot;bom&quot;"), "{html}");
    assert_eq!(staff.json("/api/pages/home").await, document);
}

#[tokio::test]
async fn malformed_page_content_is_refused() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let document = staff.json("/api/pages/home").await;
    for wrong in [json!({}), json!({"hero": 1}), json!(null)] {
        staff.put("/api/pages/home", &wrong).await.expect(StatusCode::UNPROCESSABLE_ENTITY);
    }
    staff.put("/api/pages/home", &json!([])).await.expect(StatusCode::BAD_REQUEST);
    assert_eq!(staff.json("/api/pages/home").await, document);
    staff.get("/api/pages/nada").await.expect(StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn page_content_of_an_older_release_keeps_its_texts() {
    let server = Server::start().await;
    let mut old = server.editor().await.json("/api/pages/home").await;
    old["hero"].as_object_mut().unwrap().remove("lead");
    old["hero"]["title"] = json!("Escrito antes");
    old["dropped"] = json!("de outra versão");
    let tx = server.app.db.begin().await.unwrap();
    let now = server.app.clock.now();
    vitrine::features::pages::store::update(&*tx, PageName::Home, Version(0), old, now).await.unwrap();
    tx.commit().await.unwrap();
    let html = server.get("/").await.text();
    assert!(html.contains("Escrito antes") && html.contains("Suporte, infraestrutura"), "{html}");
}

#[tokio::test]
async fn stale_page_update_is_refused() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let seen = staff.get("/api/pages/not_found").await;
    let etag = seen.headers()[header::ETAG].clone();
    let mut document = seen.json();
    document["message"] = json!("Esta página não existe.");
    let save = async || staff.put("/api/pages/not_found", &document).if_match(etag.clone()).await.status();
    assert_eq!(save().await, StatusCode::OK);
    assert_eq!(save().await, StatusCode::PRECONDITION_FAILED);
}

#[tokio::test]
async fn legal_pages_name_the_company_and_their_version() {
    let server = Server::start().await;
    for (path, version) in [
        ("/privacidade", "Versão 2.0, em vigor desde 20 de novembro de 2026."),
        ("/termos", "Versão 1.3, em vigor desde 20 de novembro de 2026."),
    ] {
        let html = server.get(path).await.text();
        let markup = markup(&html);
        assert!(markup.contains(version), "{path}");
        assert!(markup.contains("Vitrine TI") && markup.contains("contato@vitrine.example"), "{path}");
        assert!(!markup.contains("{company}") && !markup.contains("{email}"), "{path}: facts are filled in");
    }
}
