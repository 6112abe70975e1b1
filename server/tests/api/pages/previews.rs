//! Previews of unsaved content of pages.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::harness::{Client, Server};

async fn preview(staff: &Client, name: &str, body: &Value) -> (StatusCode, Value) {
    staff.post(&format!("/api/pages/{name}/preview"), body).await.status_and_json()
}

/// Returns the markup of a page's main part.
fn main_of(html: &str) -> &str {
    html.split_once("<main").unwrap().1.split_once("</main>").unwrap().0
}

#[tokio::test]
async fn page_preview_shows_the_draft_and_saves_nothing() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let document = staff.json("/api/pages/home").await;
    let page = server.get("/").await.text();
    let (status, same) = preview(&staff, "home", &json!({"document": document})).await;
    assert_eq!(status, StatusCode::OK, "{same}");
    let same = same["html"].as_str().unwrap();
    assert_eq!(main_of(same), main_of(&page), "without changes, the preview is the page");
    assert!(!same.contains("<script") && same.contains("<link rel=\"stylesheet\""));
    let mut draft = document.clone();
    draft["hero"]["title"] = json!("Rascunho da {company} <3");
    let (_, changed) = preview(&staff, "home", &json!({"document": draft})).await;
    assert!(changed["html"].as_str().unwrap().contains("Rascunho da Vitrine TI &lt;3"));
    assert_eq!(server.get("/").await.text(), page);
    assert_eq!(staff.json("/api/pages/home").await, document);
}

#[tokio::test]
async fn content_of_every_page_can_be_previewed() {
    let server = Server::start().await;
    let staff = server.editor().await;
    for page in staff.json("/api/pages").await.as_array().unwrap() {
        let name = page["name"].as_str().unwrap();
        let document = staff.json(&format!("/api/pages/{name}")).await;
        let form = staff.json(&format!("/api/pages/{name}/form")).await;
        // The HTML of each appearance.
        let mut seen = Vec::new();
        for appearance in form["appearances"].as_array().unwrap() {
            let body = json!({"document": document, "appearance": appearance["key"]});
            let (status, shown) = preview(&staff, name, &body).await;
            assert_eq!(status, StatusCode::OK, "{name} {appearance}: {shown}");
            let html = shown["html"].as_str().unwrap().to_owned();
            assert!(!seen.contains(&html), "{name} {appearance} differs from the others");
            seen.push(html);
        }
        let (status, _) = preview(&staff, name, &json!({"document": document, "appearance": "nada"})).await;
        assert_eq!(status, StatusCode::NOT_FOUND);
    }
}

#[tokio::test]
async fn shared_content_is_previewed_on_a_page() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let mut document = staff.json("/api/pages/layout").await;
    document["labels"]["quote"] = json!({"label": "Peça já", "url": "/contato"});
    let (_, shown) = preview(&staff, "layout", &json!({"document": document})).await;
    assert!(shown["html"].as_str().unwrap().contains("Peça já"));
}

#[tokio::test]
async fn incomplete_draft_can_be_previewed_safely() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let mut document = staff.json("/api/pages/not_found").await;
    document["back"]["url"] = json!("javascript:alert(1)");
    document["code"] = json!("");
    document["message"] = json!("a".repeat(5000));
    let (status, shown) = preview(&staff, "not_found", &json!({"document": document})).await;
    assert_eq!(status, StatusCode::OK, "{shown}");
    let html = shown["html"].as_str().unwrap();
    assert!(html.contains("href=\"#\"") && !html.contains("javascript:") && html.contains(&"a".repeat(5000)));
    for wrong in [json!({}), json!({"hero": 1}), json!(null)] {
        let (status, _) = preview(&staff, "not_found", &json!({"document": wrong})).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    }
}
