//! Contacts in the panel, changed by several members of staff. The clock starts at 9:00 in São Paulo on Friday,
//! 20 November 2026, a national holiday. The company works on weekdays from 8:00 to 18:00 and on Saturdays from 8:00 to 12:00.

use chrono::TimeDelta;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::harness::{Client, EDITOR, NO_LIMITS, PASSWORD, Server, VISITOR, mailbox, new_contact_with};

mod conversation;
mod notifications;
mod promise;
mod push;
mod replies;
mod results;
mod stages;
mod steps;
mod team;
mod views;

pub async fn start() -> Server {
    Server::start_with(NO_LIMITS).await
}

/// Sends a contact with a name and an email address derived from it, and returns the ID.
pub async fn send(server: &Server, name: &str) -> String {
    let email = format!("{}@exemplo.com.br", vitrine::platform::text::slug(name));
    id_of(&server.send_contact(&new_contact_with(&json!({"name": name, "email": email}))).await)
}

pub fn id_of(record: &Value) -> String {
    record["id"].as_str().unwrap().to_owned()
}

pub fn path(id: &str) -> String {
    format!("/api/contacts/{id}")
}

/// Sends a request that must be refused, and returns the status and the error.
pub async fn refused(staff: &Client, method: Method, path: &str, body: &Value) -> (u16, Value) {
    let answer = staff.request(method, path).json(body).await;
    assert!(answer.status().is_client_error(), "{path}: {}", answer.status());
    (answer.status().as_u16(), answer.json())
}

pub async fn set_status(staff: &Client, id: &str, status: &str) -> Value {
    staff.put(&path(id), &json!({"status": status})).await.expect_success().json()
}

pub async fn timeline(staff: &Client, id: &str) -> Vec<Value> {
    staff.json(&format!("{}/timeline", path(id))).await["entries"].as_array().unwrap().clone()
}

/// Returns kind and text of each entry of a timeline.
pub fn summaries(entries: &[Value]) -> Vec<String> {
    let summary = |entry: &Value| {
        let text = ["text", "message"].iter().find_map(|name| entry[name].as_str());
        format!("{}: {}", entry["kind"].as_str().unwrap(), text.unwrap_or_default())
    };
    entries.iter().map(summary).collect()
}

pub fn names(contacts: &Value) -> Vec<&str> {
    contacts.as_array().unwrap().iter().map(|contact| contact["name"].as_str().unwrap()).collect()
}

/// Returns the ID of an assignee.
pub async fn assignee_id(staff: &Client, name: &str) -> String {
    let all = staff.json("/api/contacts/assignees").await;
    id_of(all.as_array().unwrap().iter().find(|user| user["name"] == name).expect("an assignee"))
}

pub const BRUNA: &str = "bruna@exemplo.com.br";

/// Creates a second editor, Bruna.
pub async fn create_bruna(server: &Server) {
    let account = json!({
        "email": BRUNA, "full_name": "Bruna", "password": PASSWORD, "role": "editor", "email_verified": true,
    });
    server.admin().await.post("/api/auth/users", &account).await.expect_success();
}

#[tokio::test]
async fn contact_triage_is_refused_to_visitors() {
    let server = start().await;
    let id = send(&server, "Ana").await;
    let editor = server.editor().await;
    editor.post(&format!("{}/notes", path(&id)), &json!({"text": "Só para nós."})).await.expect_success();
    let visitor = server.sign_in(VISITOR).await;
    for (method, path) in [
        (Method::GET, format!("{}/timeline", path(&id))),
        (Method::POST, format!("{}/notes", path(&id))),
        (Method::POST, format!("{}/replies", path(&id))),
        (Method::POST, "/api/contacts/bulk".to_owned()),
        (Method::GET, "/api/contacts/assignees".to_owned()),
    ] {
        assert_eq!(refused(&visitor, method, &path, &json!({})).await.0, 403, "{path}");
    }
    server.get("/api/contacts/filters").await.expect(StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn notes_and_replies_of_an_erased_person_are_deleted() {
    let server = start().await;
    let visitor = server.sign_in(VISITOR).await;
    let id = id_of(&visitor.send_contact(&new_contact_with(&json!({"email": VISITOR}))).await);
    let editor = server.editor().await;
    editor.post(&format!("{}/notes", path(&id)), &json!({"text": "Prefere manhãs."})).await.expect_success();
    let reply = json!({"subject": "Re: pedido", "text": "Podemos na terça."});
    editor.post(&format!("{}/replies", path(&id)), &reply).await.expect_success();

    let data = visitor.own_data().await;
    assert_eq!(data["replies"][0]["text"], "Podemos na terça.");
    assert!(!format!("{data:?}").contains("Prefere manhãs"), "notes are internal");

    visitor.delete_account().await;
    let left = timeline(&editor, &id).await;
    let text = serde_json::to_string(&left).unwrap();
    assert!(!text.contains("Prefere") && !text.contains("terça") && !text.contains("João"), "{text}");
    assert!(left.iter().all(|entry| ["contact", "change"].contains(&entry["kind"].as_str().unwrap())));
    let log = server.admin().await.json("/api/audit?group=contact").await.to_string();
    assert!(
        !log.contains("Prefere") && !log.contains("terça"),
        "the audit log has no texts of notes and replies"
    );
}

#[tokio::test]
async fn contact_of_an_erased_person_gets_no_further_text() {
    let server = start().await;
    let contact = path(&send(&server, "Ana").await);
    let admin = server.admin().await;
    admin.post("/api/people/erase", &json!({"email": "ana@exemplo.com.br"})).await.expect(StatusCode::OK);
    let step = json!({"date": "2026-12-01", "text": "Ligar para a Ana"});
    let lost = json!({"stage": "lost", "lost_reason": "price", "lost_text": "A Ana achou caro."});
    for refused in [
        admin.post(&format!("{contact}/notes"), &json!({"text": "A Ana ligou."})).await,
        admin.put(&format!("{contact}/next-step"), &step).await,
        admin.put(&format!("{contact}/stage"), &lost).await,
    ] {
        refused.expect_error(StatusCode::CONFLICT, "person_erased");
    }
}

#[tokio::test]
async fn contact_of_an_erased_person_no_longer_waits() {
    let server = start().await;
    let (new, replied) = (send(&server, "Nova").await, send(&server, "Respondida").await);
    let admin = server.admin().await;
    set_status(&admin, &replied, "replied").await;
    for name in ["nova", "respondida"] {
        let person = json!({"email": format!("{name}@exemplo.com.br")});
        admin.post("/api/people/erase", &person).await.expect(StatusCode::OK);
    }
    let waits = async || {
        let dashboard = admin.json("/api/dashboard").await;
        let summary = admin.json("/api/contacts/summary").await;
        (dashboard["contacts"]["waiting"]["count"].clone(), summary["new"].clone())
    };
    assert_eq!(waits().await, (json!(0), json!(0)));
    assert_eq!(admin.json(&path(&new)).await["status"], "archived");
    assert_eq!(admin.json(&path(&replied)).await["status"], "replied");
    for id in [&new, &replied] {
        let refused = admin.put(&path(id), &json!({"status": "read"})).await;
        refused.expect_error(StatusCode::CONFLICT, "person_erased");
    }
    let change = json!({"ids": [new, replied], "action": "status", "status": "new"});
    assert_eq!(admin.post("/api/contacts/bulk", &change).await.expect(StatusCode::OK).json(), json!([]));

    // As earlier releases left it.
    server
        .execute_sql("UPDATE contacts SET status = 'new', waits_until = due_at WHERE status = 'archived'")
        .await;
    server.execute_sql("DELETE FROM seeds WHERE name = 'erased_contacts'").await;
    vitrine::operations::setup::prepare(&server.app).await.unwrap();
    assert_eq!(waits().await, (json!(0), json!(0)));
    assert_eq!(admin.json(&path(&new)).await["promise"], Value::Null);
}

#[tokio::test]
async fn contact_with_notes_is_purged() {
    let server = start().await;
    let editor = server.editor().await;
    let contact = send(&server, "Caio").await;
    editor.post(&format!("{}/notes", path(&contact)), &json!({"text": "Uma nota."})).await.expect_success();
    editor.delete(&path(&contact)).await.expect_success();
    server.advance(TimeDelta::days(31));
    server.run_maintenance().await;
    server.editor().await.get(&path(&contact)).await.expect(StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn notes_of_a_deleted_user_lose_their_author() {
    let server = start().await;
    create_bruna(&server).await;
    let id = send(&server, "Ana").await;
    let bruna = server.sign_in(BRUNA).await;
    let bruna_id = bruna.user_id().await;
    let admin = server.admin().await;
    admin.put(&path(&id), &json!({"assigned_to": bruna_id})).await.expect_success();
    bruna.post(&format!("{}/notes", path(&id)), &json!({"text": "Liguei."})).await.expect_success();
    let filter = json!({"name": "Meus", "query": "assigned=me"});
    bruna.post("/api/contacts/filters", &filter).await.expect_success();
    assert_eq!(timeline(&admin, &id).await[0]["author"], "Bruna");
    admin.delete(&format!("/api/auth/users/{bruna_id}")).await.expect_success();
    assert_eq!(admin.json(&path(&id)).await["assigned_to"], Value::Null);
    let left = timeline(&admin, &id).await;
    assert_eq!((&left[0]["text"], &left[0]["author"]), (&json!("Liguei."), &Value::Null));
    assert!(
        summaries(&left)
            .contains(&"change: passou o contato para alguém que não está mais na equipe".to_owned())
    );
    assert_eq!(server.sign_in(EDITOR).await.json("/api/contacts?assigned=nobody").await[0]["id"], id);
}
