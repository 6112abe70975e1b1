//! Audit events of notes, replies and next steps.

use serde_json::json;

use super::Log;
use crate::harness::{EDITOR, Server, contact_path, new_contact};

#[tokio::test]
async fn contact_notes_and_replies_are_audited() {
    let server = Server::start().await;
    let contact = server.send_contact(&new_contact()).await;
    let ana = server.sign_in(EDITOR).await;
    let mut log = Log::open(&server).await;
    let path = contact_path(&contact);
    let name = contact["name"].as_str().unwrap();
    let note =
        ana.post(&format!("{path}/notes"), &json!({"text": "Ligar à tarde."})).await.expect_success().json();
    log.expect(&[[EDITOR, "contact.noted", name]]).await;
    let note = format!("/api/contacts/notes/{}", note["id"].as_str().unwrap());
    ana.delete(&note).await.expect_success();
    log.expect(&[[EDITOR, "contact.note_deleted", name]]).await;
    let reply = ana
        .post(&format!("{path}/replies"), &json!({"subject": "Olá", "text": "Podemos ajudar."}))
        .await
        .expect_success()
        .json();
    log.expect(&[[EDITOR, "contact.replied", name]]).await;
    ana.delete(&format!("/api/contacts/replies/{}", reply["id"].as_str().unwrap())).await.expect_success();
    log.expect(&[[EDITOR, "contact.reply_canceled", name]]).await;
}

#[tokio::test]
async fn next_steps_are_audited_without_their_text() {
    let server = Server::start().await;
    let contact = server.send_contact(&new_contact()).await;
    let ana = server.sign_in(EDITOR).await;
    let mut log = Log::open(&server).await;
    let (path, name) = (contact_path(&contact), contact["name"].as_str().unwrap());
    let step = json!({"text": "Ligar à tarde", "date": "2026-11-24"});
    ana.put(&format!("{path}/next-step"), &step).await.expect_success();
    log.expect(&[[EDITOR, "contact.step_planned", name]]).await;
    let done = ana.post_empty(&format!("{path}/next-step/done")).await.expect_success().json();
    log.expect(&[[EDITOR, "contact.step_done", name]]).await;
    ana.delete(&format!("/api/contacts/steps/{}", done["id"].as_str().unwrap())).await.expect_success();
    log.expect(&[[EDITOR, "contact.step_reopened", name]]).await;
    ana.delete(&format!("{path}/next-step")).await.expect_success();
    log.expect(&[[EDITOR, "contact.step_removed", name]]).await;
    let all = server.admin().await.json("/api/audit?group=contact").await.to_string();
    assert!(!all.contains("Ligar"), "{all}");
}
