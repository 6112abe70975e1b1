//! The own account: contacts, password, address, sessions, data export and deletion.

use chrono::TimeDelta;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::harness::{
    EDITOR, PASSWORD, Server, VISITOR, contact_path, mailbox, new_contact, new_contact_with,
};

const NEW_PASSWORD: &str = "três gatos no telhado";
const CHROME: &str =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/156.0 Safari/537.36";

#[tokio::test]
async fn own_contacts_are_those_sent_while_signed_in() {
    let server = Server::start().await;
    let user = server.sign_in(VISITOR).await;
    let sent = user.send_contact(&new_contact()).await;
    server.send_contact(&new_contact_with(&json!({"email": VISITOR}))).await;
    server.sign_in(EDITOR).await.send_contact(&new_contact()).await;
    let mine = user.json("/api/contacts/mine").await;
    assert_eq!(mine.as_array().unwrap().len(), 1);
    assert_eq!(mine[0]["id"], sent["id"]);
    assert_eq!(mine[0]["service"], "Suporte Técnico");
    assert_eq!(mine[0]["message"], "Preciso de ajuda com a rede.");
    assert_eq!((&mine[0]["status"], &mine[0]["status_label"]), (&json!("new"), &json!("Recebido")));
    assert_eq!((&mine[0]["title"], &mine[0]["deadline"]), (&json!("Suporte Técnico"), &json!("amanhã, 12h")));
    assert!(mine[0].get("quarantined").is_none());

    let path = contact_path(&sent);
    let staff = server.editor().await;
    staff.put(&path, &json!({"status": "replied"})).await.expect(StatusCode::OK);
    assert_eq!(user.json("/api/contacts/mine").await[0]["status_label"], "Respondido");
    assert_eq!(user.json("/api/contacts/mine").await[0]["deadline"], Value::Null);
    staff.delete(&path).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(user.json("/api/contacts/mine").await, json!([]));
    server.get("/api/contacts/mine").await.expect(StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn password_change_ends_other_sessions_and_sends_mail() {
    let server = Server::start().await;
    let (here, there) = (server.sign_in(VISITOR).await, server.sign_in(VISITOR).await);
    // Returns the errors of a change; null if it succeeds.
    let change = async |current: &str, new: &str| {
        let body = json!({"current_password": current, "new_password": new});
        let answer = here.put("/api/auth/password", &body).await;
        match answer.status() {
            StatusCode::NO_CONTENT => Value::Null,
            _ => answer.json()["fields"].clone(),
        }
    };
    assert!(change("errada", NEW_PASSWORD).await["current_password"].is_string());
    assert!(change(PASSWORD, "123456").await["new_password"].is_string());
    assert!(change(PASSWORD, PASSWORD).await["new_password"].is_string());
    assert_eq!(there.status("/api/auth/me").await, StatusCode::OK, "refused changes end no session");
    assert_eq!(change(PASSWORD, NEW_PASSWORD).await, Value::Null);
    assert_eq!(here.status("/api/auth/me").await, StatusCode::OK);
    assert_eq!(there.status("/api/auth/me").await, StatusCode::UNAUTHORIZED);
    assert_eq!(mailbox::of_kind(&server, "password_changed").await[0].to, VISITOR);
    let login = json!({"email": VISITOR, "password": NEW_PASSWORD});
    server.post("/api/auth/login", &login).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn password_guesses_of_a_session_are_limited() {
    let server = Server::start().await;
    let user = server.sign_in(VISITOR).await;
    let guess = json!({"current_password": "errada", "new_password": NEW_PASSWORD});
    for _ in 0..10 {
        user.put("/api/auth/password", &guess).await.expect(StatusCode::UNPROCESSABLE_ENTITY);
    }
    user.put("/api/auth/password", &guess).await.expect(StatusCode::TOO_MANY_REQUESTS);
    // The owner can still sign in.
    server.token(VISITOR).await;
}

#[tokio::test]
async fn new_email_takes_effect_once_confirmed() {
    let server = Server::start().await;
    let user = server.sign_in(VISITOR).await;
    let save = async |email: &str, password: &str| {
        let body = json!({"full_name": "Ana Nova", "email": email, "current_password": password});
        user.put("/api/auth/profile", &body).await
    };
    save("novo@exemplo.com.br", "").await.expect(StatusCode::UNPROCESSABLE_ENTITY);
    let profile = save(" Novo@Exemplo.com.br ", PASSWORD).await.json();
    assert_eq!(profile["full_name"], "Ana Nova");
    assert_eq!(profile["email"], VISITOR);
    assert_eq!(profile["pending_email"], "novo@exemplo.com.br");
    // The former address is still used to sign in.
    server.token(VISITOR).await;

    let mail = mailbox::of_kind(&server, "email_verification").await.pop().unwrap();
    assert_eq!(mail.to, "novo@exemplo.com.br");
    let confirm = json!({"token": mail.secret()});
    user.post("/api/auth/email-verification/confirm", &confirm).await.expect(StatusCode::OK);
    let profile = user.json("/api/auth/profile").await;
    assert_eq!(profile["email"], "novo@exemplo.com.br");
    assert_eq!((&profile["email_verified"], &profile["pending_email"]), (&json!(true), &Value::Null));
    assert_eq!(
        mailbox::of_kind(&server, "email_changed").await[0].to,
        VISITOR,
        "the former address is notified"
    );
}

#[tokio::test]
async fn change_to_a_taken_address_is_answered_like_one_to_a_free_address() {
    let server = Server::start().await;
    let user = server.sign_in(VISITOR).await;
    for email in ["livre@exemplo.com.br", EDITOR] {
        let body = json!({"full_name": "Ana", "email": email, "current_password": PASSWORD});
        let changed = user.put("/api/auth/profile", &body).await.expect(StatusCode::OK).json();
        assert_eq!(changed["pending_email"], email);
        server.advance(TimeDelta::seconds(1));
    }
    assert_eq!(user.json("/api/auth/profile").await["pending_email"], EDITOR);
    let to_owner: Vec<_> = mailbox::all(&server).await.into_iter().filter(|mail| mail.to == EDITOR).collect();
    assert_eq!(to_owner.len(), 1);
    assert_eq!(to_owner[0].kind, "email_in_use");
    assert!(to_owner[0].body["action"].is_null(), "the message has no link that confirms the change");
}

#[tokio::test]
async fn email_taken_before_confirmation_is_refused() {
    let server = Server::start().await;
    let user = server.sign_in(VISITOR).await;
    let body = json!({"full_name": "Ana", "email": "novo@exemplo.com.br", "current_password": PASSWORD});
    user.put("/api/auth/profile", &body).await.expect(StatusCode::OK);
    let mail = mailbox::of_kind(&server, "email_verification").await.pop().unwrap();
    let taken = json!({"email": "novo@exemplo.com.br", "password": NEW_PASSWORD, "full_name": "Outra"});
    server.post("/api/auth/register", &taken).await.expect(StatusCode::CREATED);
    let confirm = json!({"token": mail.secret()});
    let answer = user.post("/api/auth/email-verification/confirm", &confirm).await;
    assert_eq!(answer.json()["code"], "email_taken");
    assert_eq!(user.json("/api/auth/profile").await["email"], VISITOR);
}

#[tokio::test]
async fn sessions_are_listed_by_device_and_can_be_ended() {
    let server = Server::start().await;
    let login = json!({"email": VISITOR, "password": PASSWORD});
    let session = server.post("/api/auth/login", &login).header("user-agent", CHROME).await.json();
    let chrome_client = server.with_token(session["token"].as_str().unwrap());
    server.advance(TimeDelta::minutes(5));
    let here = server.sign_in(VISITOR).await;
    let third = server.sign_in(VISITOR).await;
    let stranger = server.sign_in(EDITOR).await;
    let list = here.json("/api/auth/sessions").await;
    let list = list.as_array().unwrap();
    assert_eq!(list.len(), 3);
    assert_eq!(list.iter().filter(|session| session["is_current"] == true).count(), 1);
    let chrome = list
        .iter()
        .find(|session| session["device"] == "Chrome no Windows")
        .expect("the session of the browser");
    assert_eq!(chrome["ip"], "127.0.0.1");
    assert_eq!(chrome["last_seen_at"], "2026-11-20T12:00:00Z");
    assert!(chrome.get("token_hash").is_none());
    let path = format!("/api/auth/sessions/{}", chrome["id"].as_str().unwrap());
    stranger.delete(&path).await.expect(StatusCode::NOT_FOUND);
    here.delete(&path).await.expect(StatusCode::NO_CONTENT);
    here.delete(&path).await.expect(StatusCode::NOT_FOUND);
    assert_eq!(chrome_client.status("/api/auth/me").await, StatusCode::UNAUTHORIZED);
    assert_eq!(third.status("/api/auth/me").await, StatusCode::OK);
    here.delete("/api/auth/sessions").await.expect(StatusCode::NO_CONTENT);
    assert_eq!(third.status("/api/auth/me").await, StatusCode::UNAUTHORIZED);
    assert_eq!(here.json("/api/auth/sessions").await.as_array().unwrap().len(), 1);
    assert_eq!(stranger.status("/api/auth/me").await, StatusCode::OK);
}

#[tokio::test]
async fn expired_sessions_are_not_listed() {
    let server = Server::start().await;
    server.sign_in(EDITOR).await;
    server.advance(TimeDelta::hours(1));
    let here = server.sign_in(EDITOR).await;
    assert_eq!(
        here.json("/api/auth/sessions").await.as_array().unwrap().len(),
        1,
        "a session of staff expires after an hour"
    );
    assert_eq!(here.own_data().await["sessions"].len(), 1);
    server.sign_in(VISITOR).await;
    server.advance(TimeDelta::hours(1));
    let there = server.sign_in(VISITOR).await;
    assert_eq!(
        there.json("/api/auth/sessions").await.as_array().unwrap().len(),
        2,
        "a session of a visitor lasts longer"
    );
}

#[tokio::test]
async fn data_export_is_complete_and_contains_no_secrets() {
    let server = Server::start().await;
    let user = server.sign_in(VISITOR).await;
    user.send_contact(&new_contact()).await;
    let answer = user.get("/api/auth/export").await;
    assert_eq!(answer.headers()["content-disposition"], "attachment; filename=\"meus-dados.json\"");
    assert_eq!(answer.headers()["cache-control"], "no-store");
    let text = answer.text();
    assert!(!text.contains("hash") && !text.contains("argon2"), "{text}");
    let data = user.own_data().await;
    assert_eq!(data["account"][0]["email"], VISITOR);
    assert_eq!(data["sessions"].len(), 1);
    assert_eq!(data["contacts"][0]["phone"], "(11) 98765-4321");
    assert_eq!(data["contacts"][0]["status"], "Novo");
    assert_eq!(data["known_devices"], [Value::Null; 0], "a program isn't a known device");
    assert_eq!(data["audit_events"].last().unwrap()["action"], "account.signed_in");
    assert_eq!(data["audit_events"][0]["ip"], "127.0.0.1");
    assert!(!data.contains_key("notes"), "notes are internal");
}

#[tokio::test]
async fn account_page_promises_no_mail_without_a_mail_server() {
    let server = Server::start().await;
    let page = server.get("/conta").await.text();
    assert!(page.contains("O novo e-mail será confirmado mais tarde"), "{page}");
    for promise in
        ["link que enviamos", "pelo link enviado", "Reenviar link", "Link enviado", "caixa de spam"]
    {
        assert!(!page.contains(promise), "{promise}");
    }
}

#[tokio::test]
async fn account_deletion_anonymizes_own_contacts() {
    let server = Server::start().await;
    let user = server.sign_in(VISITOR).await;
    let sent = user.send_contact(&new_contact()).await;
    let deleted = user.send_contact(&new_contact_with(&json!({"name": "João no Lixo"}))).await;
    let staff = server.editor().await;
    staff.delete(&contact_path(&deleted)).await.expect(StatusCode::NO_CONTENT);
    let delete = async |password: &str| {
        let body = json!({"password": password});
        user.delete_with("/api/auth/account", &body).await.status()
    };
    assert_eq!(delete("errada").await, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(delete(PASSWORD).await, StatusCode::OK);
    assert_eq!(user.status("/api/auth/me").await, StatusCode::UNAUTHORIZED);
    let login = json!({"email": VISITOR, "password": PASSWORD});
    server.post("/api/auth/login", &login).await.expect(StatusCode::UNAUTHORIZED);
    for contact in [&sent, &deleted] {
        let anonymized = staff.json(&contact_path(contact)).await;
        assert_eq!(anonymized["name"], "Conta excluída");
        for field in ["email", "phone", "company"] {
            assert_eq!(anonymized[field], "", "{field}");
        }
        let message = anonymized["message"].as_str().unwrap();
        assert!(message.starts_with("Serviço de interesse: Suporte Técnico\n\n"), "{message}");
        assert!(!message.contains("Preciso de ajuda"), "{message}");
        assert_eq!(anonymized["created_at"], contact["created_at"]);
    }
    assert_eq!(staff.json("/api/contacts?search=joao").await, json!([]));
}

#[tokio::test]
async fn staff_account_cannot_delete_itself() {
    let server = Server::start().await;
    let user = server.sign_in(EDITOR).await;
    let body = json!({"password": PASSWORD});
    let answer = user.delete_with("/api/auth/account", &body).await.expect(StatusCode::CONFLICT);
    assert_eq!(answer.json()["code"], "staff_account");
    assert_eq!(user.status("/api/auth/me").await, StatusCode::OK);
}

#[tokio::test]
async fn preferences_belong_to_the_account() {
    let server = Server::start().await;
    let path = "/api/auth/preferences";
    let (first, other) = (server.editor().await, server.admin().await);
    let defaults = json!({"contacts_layout": "conversation", "shortcuts": true, "signature": ""});
    assert_eq!(first.json(path).await, defaults);
    first.put(path, &json!({"contacts_layout": "table"})).await.expect_success();
    let changed = first.put(path, &json!({"shortcuts": false})).await.expect_success();
    assert_eq!(changed.json(), json!({"contacts_layout": "table", "shortcuts": false, "signature": ""}));
    let signed = first.put(path, &json!({"signature": " Bia\r\nVitrine "})).await.expect_success().json();
    assert_eq!(signed["signature"], "Bia\nVitrine");
    let changed = first.put(path, &json!({"signature": ""})).await.expect_success();
    assert_eq!(server.editor().await.json(path).await, changed.json(), "in another session");
    assert_eq!(other.json(path).await, defaults);
    let outdated = first.put(path, &json!({"shortcuts": true})).if_match("\"1\"").await;
    outdated.expect(StatusCode::PRECONDITION_FAILED);
    first.put(path, &json!({"contacts_layout": "cube"})).await.expect(StatusCode::UNPROCESSABLE_ENTITY);
    server.sign_in(VISITOR).await.get(path).await.expect(StatusCode::FORBIDDEN);
}
