//! Versions of posts: history, restoring and autosaves.

use chrono::TimeDelta;
use reqwest::StatusCode;
use serde_json::{Value, json};

use super::{create, draft, draft_with, path_of, update};
use crate::harness::{ADMIN, Client, Server};

async fn history(staff: &Client, post: &Value) -> Vec<Value> {
    staff.json(&format!("{}/history", path_of(post))).await.as_array().unwrap().clone()
}

async fn autosave(staff: &Client, post: &Value, change: &Value) -> Value {
    staff.put(&format!("{}?autosave=true", path_of(post)), change).await.expect(StatusCode::OK).json()
}

fn contents(entries: &[Value]) -> Vec<&str> {
    entries.iter().map(|entry| entry["document"]["content"].as_str().unwrap()).collect()
}

async fn count_events(server: &Server) -> usize {
    server.admin().await.json("/api/audit?group=post").await.as_array().unwrap().len()
}

#[tokio::test]
async fn each_saved_post_version_can_be_restored() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let post = create(&staff, &draft_with(&json!({"content": "Um"}))).await;
    server.advance(TimeDelta::minutes(1));
    update(&staff, &post, &json!({"content": "Dois", "tags": ["outra"], "slug": "outro"})).await;
    update(&staff, &post, &json!({"is_published": true})).await;
    let entries = history(&staff, &post).await;
    assert_eq!(contents(&entries), ["Dois", "Um"], "publishing creates no version");
    assert_eq!(entries[0]["saved_at"], "2026-11-20T12:01:00Z");
    assert_eq!(entries[1]["saved_by"], "Pessoa de Teste");

    let path = format!("{}/history/1/restore", path_of(&post));
    let restore = |etag: &'static str| staff.post_empty(&path).if_match(etag).send();
    restore("\"1\"").await.expect(StatusCode::PRECONDITION_FAILED);
    let restored = restore("\"3\"").await.json();
    assert_eq!((&restored["content"], &restored["tags"]), (&json!("Um"), &post["tags"]));
    assert_eq!(
        (&restored["slug"], &restored["is_published"]),
        (&json!("outro"), &json!(true)),
        "only the texts are restored"
    );
    let entries = history(&staff, &post).await;
    assert_eq!(contents(&entries), ["Um", "Dois", "Um"]);
    assert_eq!(entries[0]["restored_from"], 1);
    let event = &server.admin().await.json("/api/audit?group=post").await[0];
    assert_eq!(event["action"], "post.reverted");
    let missing = format!("{}/history/99/restore", path_of(&post));
    staff.post_empty(&missing).await.expect(StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn autosaves_of_one_ten_minute_interval_share_one_version() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let post = staff.post("/api/blog?autosave=true", &draft()).await.expect(StatusCode::CREATED).json();
    let revision = server.app.db.revision().current();
    for number in 1..=3 {
        server.advance(TimeDelta::seconds(3));
        autosave(&staff, &post, &json!({"content": format!("Texto {number}")})).await;
    }
    assert_eq!(contents(&history(&staff, &post).await), ["Texto 3"]);
    assert_eq!(count_events(&server).await, 1, "autosaves of one version share an audit event");
    assert_eq!(server.app.db.revision().current(), revision, "no page shows a draft");

    server.advance(TimeDelta::minutes(10));
    autosave(&staff, &post, &json!({"content": "Texto 4"})).await;
    assert_eq!(contents(&history(&staff, &post).await), ["Texto 4", "Texto 3"]);
    assert_eq!(count_events(&server).await, 2);
    autosave(&server.sign_in(ADMIN).await, &post, &json!({"content": "De outra pessoa"})).await;
    assert_eq!(contents(&history(&staff, &post).await), ["De outra pessoa", "Texto 4", "Texto 3"]);

    update(&staff, &post, &json!({"content": "De outra pessoa"})).await;
    autosave(&staff, &post, &json!({"content": "Depois"})).await;
    let entries = history(&staff, &post).await;
    assert_eq!(
        contents(&entries),
        ["Depois", "De outra pessoa", "Texto 4", "Texto 3"],
        "a saved version isn't replaced"
    );
}

#[tokio::test]
async fn autosaves_of_one_interval_evict_no_saved_version() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let post = create(&staff, &draft_with(&json!({"content": "A primeira"}))).await;
    for number in 0..105 {
        autosave(&staff, &post, &json!({"content": format!("Texto {number}")})).await;
    }
    assert_eq!(contents(&history(&staff, &post).await), ["Texto 104", "A primeira"]);
}

#[tokio::test]
async fn autosave_changes_only_drafts_and_publishes_nothing() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let post = create(&staff, &draft()).await;
    let saved =
        autosave(&staff, &post, &json!({"is_published": true, "publish_at": "2027-01-01T12:00:00Z"})).await;
    assert_eq!((&saved["is_published"], &saved["publish_at"]), (&json!(false), &Value::Null));
    for change in [json!({"publish_at": "2027-01-01T12:00:00Z"}), json!({"is_published": true})] {
        update(&staff, &post, &change).await;
        let path = format!("{}?autosave=true", path_of(&post));
        let answer = staff.put(&path, &json!({"content": "Meio"})).await.expect(StatusCode::CONFLICT);
        assert_eq!(answer.json()["code"], "not_a_draft");
    }
}
