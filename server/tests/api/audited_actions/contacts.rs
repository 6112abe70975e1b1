use serde_json::json;

use super::{Log, Person};
use crate::harness::{EDITOR, Server, lead};

#[tokio::test]
async fn with_a_contact_at_work() {
    let server = Server::start().await;
    let contact = server.send_contact(&lead()).await;
    let ana = Person::sign_in(&server, EDITOR).await;
    let mut log = Log::open(&server).await;
    let (path, name) =
        (format!("/api/contacts/{}", contact["id"].as_str().unwrap()), contact["name"].as_str());
    let name = name.unwrap();
    let note = ana.done("POST", &format!("{path}/notes"), json!({"text": "Ligar à tarde."})).await;
    log.expect(&[[EDITOR, "contact.noted", name]]).await;
    let note = format!("/api/contacts/notes/{}", note["id"].as_str().unwrap());
    ana.done("DELETE", &note, json!({})).await;
    log.expect(&[[EDITOR, "contact.note_deleted", name]]).await;
    ana.done("POST", &format!("{path}/replies"), json!({"subject": "Olá", "text": "Podemos ajudar."})).await;
    log.expect(&[[EDITOR, "contact.replied", name]]).await;
}
