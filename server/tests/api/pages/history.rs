//! Versions of the content of a page: restoring and resetting.

use reqwest::{StatusCode, header};
use serde_json::{Value, json};

use crate::harness::{Answer, Client, Server};

/// Changes the message of the page for missing addresses.
async fn save(staff: &Client, message: &str) -> Value {
    let mut document = staff.json("/api/pages/not_found").await;
    document["message"] = json!(message);
    staff.put("/api/pages/not_found", &document).await.expect(StatusCode::OK).json()
}

async fn post(staff: &Client, path: &str, etag: &str) -> Answer {
    staff.post_empty(&format!("/api/pages/not_found/{path}")).if_match(etag).await
}

async fn history(staff: &Client) -> Vec<Value> {
    staff.json("/api/pages/not_found/history").await.as_array().unwrap().clone()
}

async fn is_shown(server: &Server, text: &str) -> bool {
    server.get("/nada").await.text().contains(text)
}

#[tokio::test]
async fn restored_page_version_becomes_a_new_version() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let first = staff.json("/api/pages/not_found").await;
    save(&staff, "Um").await;
    save(&staff, "Dois").await;
    let entries = history(&staff).await;
    assert_eq!(entries.iter().map(|entry| entry["version"].as_i64().unwrap()).collect::<Vec<_>>(), [2, 1, 0]);
    assert_eq!(entries[2]["document"], first);
    post(&staff, "history/1/restore", "\"1\"").await.expect(StatusCode::PRECONDITION_FAILED);
    let restored = post(&staff, "history/1/restore", "\"2\"").await.expect(StatusCode::OK);
    assert_eq!(restored.headers()[header::ETAG], "\"3\"");
    assert!(is_shown(&server, ">Um</").await);
    assert_eq!(history(&staff).await[0]["restored_from"], 1);
    post(&staff, "history/77/restore", "*").await.expect(StatusCode::NOT_FOUND);
    let admin = server.admin().await;
    assert_eq!(admin.json("/api/audit?group=page").await[0]["action"], "page.restored");
}

#[tokio::test]
async fn page_can_be_reset_to_default_texts_and_restored() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let default = staff.json("/api/pages/not_found").await;
    save(&staff, "Meu texto").await;
    assert!(is_shown(&server, "Meu texto").await);
    post(&staff, "reset", "\"0\"").await.expect(StatusCode::PRECONDITION_FAILED);
    let reset = post(&staff, "reset", "\"1\"").await.expect(StatusCode::OK);
    assert_eq!(reset.json(), default);
    assert!(!is_shown(&server, "Meu texto").await);
    let pages = staff.json("/api/pages").await;
    let page = pages.as_array().unwrap().iter().find(|page| page["name"] == "not_found").unwrap();
    assert_eq!(page["is_changed"], false);
    post(&staff, "history/1/restore", "\"2\"").await.expect(StatusCode::OK);
    assert!(is_shown(&server, "Meu texto").await);
    let admin = server.admin().await;
    assert_eq!(admin.json("/api/audit?group=page").await[1]["action"], "page.reset");
}

#[tokio::test]
async fn saving_an_unchanged_page_creates_no_version() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let document = save(&staff, "Um").await;
    let again = staff.put("/api/pages/not_found", &document).await.expect(StatusCode::OK);
    assert_eq!(again.headers()[header::ETAG], "\"1\"");
    assert_eq!(history(&staff).await.len(), 2);
}

#[tokio::test]
async fn edited_page_shows_whether_its_default_has_changed() {
    let server = Server::start().await;
    let editor = server.editor().await;
    let path = "/api/pages/privacy/default";
    assert_eq!(editor.json(path).await["former"], Value::Null, "never edited");
    let mut page = editor.json("/api/pages/privacy").await;
    page["title"] = "A nossa política".into();
    editor.put("/api/pages/privacy", &page).await.expect(StatusCode::OK);
    assert_eq!(editor.json(path).await["former"], Value::Null, "the default is the same");
    // Simulates an earlier release with a shorter default text.
    let sql = "UPDATE record_versions SET document = '{\"sections\": []}' WHERE record_id = 'privacy' AND version = 0";
    server.execute_sql(sql).await;
    let changed = editor.json(path).await;
    assert_eq!(changed["former"]["sections"], json!([]));
    assert!(changed["document"]["sections"].as_array().unwrap().len() > 5);
}
