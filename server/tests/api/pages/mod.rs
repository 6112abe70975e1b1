//! The texts of the public pages, over HTTP.

mod editing;
mod history;
mod previews;

use reqwest::{StatusCode, header};
use serde_json::json;
use vitrine::{features::pages::model::PageName, platform::http::Version};

use crate::harness::{Server, VISITOR};

#[tokio::test]
async fn a_changed_text_shows_at_the_next_request() {
    let server = Server::start().await;
    let home = async || server.get("/").send().await.unwrap();
    let before = home().await;
    let etag = before.headers()[header::ETAG].clone();
    assert_eq!(before.status(), StatusCode::OK);
    let staff = server.editor().await;
    let mut document = staff.json("/api/pages/home").await;
    document["hero"]["title"] = json!("Título <novo> & \"bom\"");
    let saved = staff.put("/api/pages/home", &document).send().await.unwrap();
    assert_eq!(saved.status(), StatusCode::OK);
    let after = server.get("/").header(header::IF_NONE_MATCH, etag).send().await.unwrap();
    assert_eq!(after.status(), StatusCode::OK);
    let html = after.text().await.unwrap();
    assert!(html.contains("Título &lt;novo&gt; &amp; &quot;bom&quot;"), "{html}");
    assert_eq!(staff.json("/api/pages/home").await, document);
}

#[tokio::test]
async fn a_document_of_another_shape_is_refused_and_changes_nothing() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let document = staff.json("/api/pages/home").await;
    for wrong in [json!({}), json!([]), json!({"hero": 1}), json!(null)] {
        let answer = staff.put("/api/pages/home", &wrong).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY);
    }
    assert_eq!(staff.json("/api/pages/home").await, document);
    assert_eq!(staff.get("/api/pages/nada").await.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_document_of_an_older_release_keeps_its_texts() {
    let server = Server::start().await;
    let mut old = server.editor().await.json("/api/pages/home").await;
    old["hero"].as_object_mut().unwrap().remove("lead");
    old["hero"]["title"] = json!("Escrito antes");
    old["dropped"] = json!("de outra versão");
    let tx = server.app.db.begin().await.unwrap();
    let now = server.app.clock.now();
    vitrine::features::pages::store::update(&*tx, PageName::Home, Version(0), old, now).await.unwrap();
    tx.commit().await.unwrap();
    let html = server.get("/").send().await.unwrap().text().await.unwrap();
    assert!(html.contains("Escrito antes") && html.contains("Suporte, infraestrutura"), "{html}");
}

#[tokio::test]
async fn of_two_editors_the_second_is_told() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let seen = staff.get("/api/pages/not_found").await;
    let etag = seen.headers()[header::ETAG].clone();
    let mut document = crate::harness::json_of(seen).await;
    document["message"] = json!("Esta página não existe.");
    let save = async || {
        let request = staff.put("/api/pages/not_found", &document).header(header::IF_MATCH, etag.clone());
        request.send().await.unwrap().status()
    };
    assert_eq!(save().await, StatusCode::OK);
    assert_eq!(save().await, StatusCode::PRECONDITION_FAILED);
}

#[tokio::test]
async fn only_staff_change_texts() {
    let server = Server::start().await;
    let visitor = server.token(VISITOR).await;
    let request = || server.put("/api/pages/home", &json!({}));
    assert_eq!(request().send().await.unwrap().status(), StatusCode::UNAUTHORIZED);
    assert_eq!(request().bearer_auth(visitor).send().await.unwrap().status(), StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn the_legal_pages_name_the_company_and_their_version() {
    let server = Server::start().await;
    for (path, version) in [
        ("/privacidade", "Versão 1.5, em vigor desde 23 de novembro de 2026."),
        ("/termos", "Versão 1.2, em vigor desde 23 de novembro de 2026."),
    ] {
        let html = server.get(path).send().await.unwrap().text().await.unwrap();
        let markup = html.split("<script type=\"application/json\"").next().unwrap();
        assert!(markup.contains(version), "{path}");
        assert!(markup.contains("Vitrine TI") && markup.contains("contato@vitrine.example"), "{path}");
        assert!(!markup.contains("{company}") && !markup.contains("{email}"), "{path}: facts are filled in");
    }
}
