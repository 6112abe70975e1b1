//! The link 'Já respondi' in notices about new contacts.

use super::*;
use crate::harness::mailbox;

/// Returns the URL of the link in the notice about the newest contact.
async fn link(server: &Server) -> Option<String> {
    let notice = mailbox::of_kind(server, "contact_notice").await.pop().expect("a notice");
    assert_eq!(notice.body["action"]["label"], "Abrir no painel");
    notice.body["second_action"]["url"].as_str().map(str::to_owned)
}

#[tokio::test]
async fn answered_link_works_once_and_only_for_its_contact() {
    let server = Server::start_with(NO_LIMITS).await;
    let other = contact_path(&server.send_contact(&new_contact()).await);
    // Messages of the same time have no order.
    server.advance(TimeDelta::seconds(1));
    let contact = contact_path(&server.send_contact(&new_contact()).await);
    let url = link(&server).await.expect("the link");
    let (page, token) = url.split_once("?answered=").unwrap();
    assert!(page.ends_with(&contact.replace("/api/", "/admin/")), "{page}");
    let staff = server.editor().await;
    let confirm = async |path: &str, token: &str| {
        staff.post(&format!("{path}/answered"), &json!({"token": token})).await
    };
    for (path, token) in [(&*other, token), (&*contact, "0"), (&*contact, "")] {
        confirm(path, token).await.expect_error(StatusCode::CONFLICT, "answer_link_used");
    }
    let answered = confirm(&contact, token).await.expect(StatusCode::OK).json();
    assert_eq!((&answered["status"], &answered["promise"]), (&json!("replied"), &Value::Null));
    confirm(&contact, token).await.expect_error(StatusCode::CONFLICT, "answer_link_used");
    staff.put(&contact, &json!({"status": "new"})).await.expect_success();
    confirm(&contact, token).await.expect_error(StatusCode::CONFLICT, "answer_link_used");
}

#[tokio::test]
async fn notice_has_no_answered_link_if_the_mailbox_is_read() {
    let variables = [
        ("VITRINE_IMAP_URL", "imap://contato:segredo@127.0.0.1:9?tls=none"),
        ("VITRINE_IMAP_ADDRESS", "contato@empresa.example"),
    ];
    let server = Server::start_with_variables(&variables).await;
    server.send_contact(&new_contact()).await;
    assert_eq!(link(&server).await, None);
    let receipt = server.admin().await.json("/api/outbox").await;
    let receipt = receipt.as_array().unwrap().iter().find(|mail| mail["kind"] == "contact_receipt").unwrap();
    assert_eq!(receipt["reply_to"], "contato@empresa.example");
}
