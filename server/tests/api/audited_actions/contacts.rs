//! Audit events of notes and replies.

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
    ana.post(&format!("{path}/replies"), &json!({"subject": "Olá", "text": "Podemos ajudar."}))
        .await
        .expect_success();
    log.expect(&[[EDITOR, "contact.replied", name]]).await;
}
