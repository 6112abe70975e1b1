//! Previews of unsaved changes of the menu and the footer.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use super::{ITEMS, SECTIONS, find, list, part, send};
use crate::harness::Server;

const PREVIEW: &str = "/api/navigation/preview";

#[tokio::test]
async fn navigation_preview_shows_the_draft_and_saves_nothing() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let show = async |draft: Value| {
        let (status, body) = send(&staff, Method::POST, PREVIEW, &draft).await;
        assert_eq!(status, StatusCode::OK, "{body}");
        body["html"].as_str().unwrap().to_owned()
    };
    let header = part(&server, "/", "header").await;
    let footer = part(&server, "/", "footer").await;
    let same = show(json!({})).await;
    assert!(same.contains(&header) && same.contains(&footer), "without a draft, the preview is the page");
    assert!(same.contains("<link rel=\"stylesheet\"") && !same.contains("<script"));
    let about = find(&list(&server, ITEMS).await, "label", "Sobre").clone();
    let changed = json!({"menu_item": {"id": about["id"], "change": {"label": "Nós <3", "is_active": true}}});
    let changed = show(changed).await;
    assert!(changed.contains("Nós &lt;3") && !changed.contains(">Sobre</a>"));
    let services = find(&list(&server, ITEMS).await, "label", "Serviços").clone();
    let new = json!({"menu_item": {"id": null, "change":
        {"label": "Rascunho", "target": {"kind": "page", "id": "quote_form"}, "parent_id": services["id"]}}});
    assert!(show(new).await.contains("href=\"/contato#orcamento\""));
    let section = find(&list(&server, SECTIONS).await, "title", "Empresa").clone();
    let text = json!({"footer_section": {"id": section["id"], "change": {"content": {"description": "Outro texto."}}}});
    assert!(show(text).await.contains("Outro texto."));
    let links = json!({"footer_section": {"id": null, "change": {"title": "Nova", "type": "links",
        "content": {"links": [{"label": "Um", "url": "/sobre#um"}]}}}});
    assert!(show(links).await.contains("href=\"/sobre#um\""));
    let facts =
        json!({"facts": {"name": "Outra & Cia", "copyright": "© Outra", "linkedin": "javascript:alert(1)"}});
    let facts = show(facts).await;
    assert!(facts.contains("Outra &amp; Cia") && facts.contains("© Outra") && !facts.contains("javascript:"));
    assert_eq!(part(&server, "/", "header").await, header);
    assert_eq!(part(&server, "/", "footer").await, footer);
}

#[tokio::test]
async fn navigation_preview_validates_like_saving() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let wrong = json!({"menu_item": {"id": null, "change": {"label": "x", "url": "javascript:alert(1)"}}});
    let (status, body) = send(&staff, Method::POST, PREVIEW, &wrong).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(body["fields"]["url"].is_string());
    let missing = json!({"footer_section": {"id": "01980000-0000-7000-8000-000000000000", "change": {}}});
    assert_eq!(send(&staff, Method::POST, PREVIEW, &missing).await.0, StatusCode::NOT_FOUND);
}
