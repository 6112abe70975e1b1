//! Staff at work on contacts together. Time stands at 9:00 in São Paulo on Friday, 20 November 2026, a national holiday,
//! until a test moves it. The company works on weekdays from 8:00 to 18:00 and on Saturdays from 8:00 to 12:00.

use chrono::TimeDelta;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::{
    harness::{EDITOR, Options, PASSWORD, Server, Staff, VISITOR, json_of, lead_with},
    mailbox,
};

mod answering;
mod promise;
mod together;

pub async fn start() -> Server {
    let variables = [("VITRINE_RATE_LIMITS", "off")];
    Server::start_with(Options { variables: &variables, ..Options::default() }).await
}

/// One that comes in, under this name and with an address of its own.
pub async fn send(server: &Server, name: &str) -> String {
    let email = format!("{}@exemplo.com.br", vitrine::platform::text::slug(name));
    id_of(&server.send_contact(&lead_with(&json!({"name": name, "email": email}))).await)
}

pub fn id_of(record: &Value) -> String {
    record["id"].as_str().unwrap().to_owned()
}

pub fn path(id: &str) -> String {
    format!("/api/contacts/{id}")
}

/// What comes of a call that is to succeed.
pub async fn call(staff: &Staff<'_>, method: Method, path: &str, body: &Value) -> Value {
    let answer = staff.request(method, path).json(body).send().await.unwrap();
    let status = answer.status();
    let text = answer.text().await.unwrap();
    assert!(status.is_success(), "{path}: {status} {text}");
    serde_json::from_str(&text).unwrap_or(Value::Null)
}

/// The status and the body of a call that is to fail.
pub async fn refused(staff: &Staff<'_>, method: Method, path: &str, body: &Value) -> (u16, Value) {
    let answer = staff.request(method, path).json(body).send().await.unwrap();
    assert!(answer.status().is_client_error(), "{path}: {}", answer.status());
    (answer.status().as_u16(), json_of(answer).await)
}

pub async fn set_status(staff: &Staff<'_>, id: &str, status: &str) -> Value {
    call(staff, Method::PUT, &path(id), &json!({"status": status})).await
}

pub async fn timeline(staff: &Staff<'_>, id: &str) -> Vec<Value> {
    staff.json(&format!("{}/timeline", path(id))).await["entries"].as_array().unwrap().clone()
}

/// What each entry of a timeline is, and says.
pub fn told(entries: &[Value]) -> Vec<String> {
    let text = |entry: &Value| {
        let says = ["text", "words", "message"].iter().find_map(|name| entry[name].as_str());
        format!("{}: {}", entry["kind"].as_str().unwrap(), says.unwrap_or_default())
    };
    entries.iter().map(text).collect()
}

pub fn names(contacts: &Value) -> Vec<&str> {
    contacts.as_array().unwrap().iter().map(|contact| contact["name"].as_str().unwrap()).collect()
}

pub async fn assignee(staff: &Staff<'_>, name: &str) -> String {
    let all = staff.json("/api/contacts/assignees").await;
    id_of(all.as_array().unwrap().iter().find(|person| person["name"] == name).expect("on the staff"))
}

pub async fn own_id(staff: &Staff<'_>) -> String {
    id_of(&staff.json("/api/auth/me").await)
}

pub const OTHER: &str = "bruna@exemplo.com.br";

/// Another editor, with a name of her own.
pub async fn hire(server: &Server) {
    let account = json!({
        "email": OTHER, "full_name": "Bruna", "password": PASSWORD, "role": "editor", "email_verified": true,
    });
    call(&server.admin().await, Method::POST, "/api/auth/users", &account).await;
}

#[tokio::test]
async fn visitors_reach_nothing_of_it() {
    let server = start().await;
    let id = send(&server, "Ana").await;
    let editor = server.editor().await;
    call(&editor, Method::POST, &format!("{}/notes", path(&id)), &json!({"text": "Só para nós."})).await;
    let visitor = server.staff(VISITOR).await;
    for (method, path) in [
        (Method::GET, format!("{}/timeline", path(&id))),
        (Method::POST, format!("{}/notes", path(&id))),
        (Method::POST, format!("{}/replies", path(&id))),
        (Method::POST, "/api/contacts/bulk".to_owned()),
        (Method::GET, "/api/contacts/assignees".to_owned()),
    ] {
        assert_eq!(refused(&visitor, method, &path, &json!({})).await.0, 403, "{path}");
    }
    let answer = server.get("/api/contacts/filters").send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn nothing_outlives_the_person_it_is_about() {
    let server = start().await;
    let visitor = server.staff(VISITOR).await;
    let lead = lead_with(&json!({"email": VISITOR}));
    let sent = call(&visitor, Method::POST, "/api/contacts", &lead).await;
    let id = id_of(&sent);
    let editor = server.editor().await;
    call(&editor, Method::POST, &format!("{}/notes", path(&id)), &json!({"text": "Prefere manhãs."})).await;
    let reply = json!({"subject": "Re: pedido", "text": "Podemos na terça."});
    call(&editor, Method::POST, &format!("{}/replies", path(&id)), &reply).await;

    let export = visitor.json("/api/auth/export").await;
    assert_eq!(export["contacts"][0]["replies"][0]["text"], "Podemos na terça.");
    assert!(!export.to_string().contains("Prefere manhãs"), "notes are staff's own");

    call(&visitor, Method::DELETE, "/api/auth/account", &json!({"password": PASSWORD})).await;
    let left = timeline(&editor, &id).await;
    let words = serde_json::to_string(&left).unwrap();
    assert!(!words.contains("Prefere") && !words.contains("terça") && !words.contains("João"), "{words}");
    assert!(left.iter().all(|entry| ["contact", "change"].contains(&entry["kind"].as_str().unwrap())));
    let log = server.admin().await.json("/api/audit?group=contact").await.to_string();
    assert!(!log.contains("Prefere") && !log.contains("terça"), "the log never had their words");

    // Gone for good, with everything about it.
    let other = send(&server, "Caio").await;
    call(&editor, Method::POST, &format!("{}/notes", path(&other)), &json!({"text": "Uma nota."})).await;
    call(&editor, Method::DELETE, &path(&other), &json!({})).await;
    server.advance(TimeDelta::days(31));
    vitrine::operations::maintenance::run(&server.app).await.unwrap();
    assert_eq!(server.editor().await.get(&path(&other)).await.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn what_a_colleague_leaves_behind_stays_without_their_name() {
    let server = start().await;
    hire(&server).await;
    let id = send(&server, "Ana").await;
    let bruna = server.staff(OTHER).await;
    let me = own_id(&bruna).await;
    call(&bruna, Method::PUT, &path(&id), &json!({"assigned_to": me})).await;
    call(&bruna, Method::POST, &format!("{}/notes", path(&id)), &json!({"text": "Liguei."})).await;
    let filter = json!({"name": "Meus", "query": "assigned=me"});
    call(&bruna, Method::POST, "/api/contacts/filters", &filter).await;
    let admin = server.admin().await;
    assert_eq!(timeline(&admin, &id).await[0]["author"], "Bruna");
    call(&admin, Method::DELETE, &format!("/api/auth/users/{me}"), &json!({})).await;
    assert_eq!(admin.json(&path(&id)).await["assigned_to"], Value::Null);
    let left = timeline(&admin, &id).await;
    assert_eq!((&left[0]["text"], &left[0]["author"]), (&json!("Liguei."), &Value::Null));
    assert!(
        told(&left).contains(&"change: passou o contato para alguém que não está mais na equipe".to_owned())
    );
    assert_eq!(mailbox::of_kind(&server, "contact_reply").await.len(), 0);
    assert_eq!(server.staff(EDITOR).await.json("/api/contacts?assigned=nobody").await[0]["id"], id);
}
