use chrono::TimeDelta;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::harness::{ADMIN, Client, Options, PASSWORD, Server, lead, mailbox};

const EMAIL: &str = "bia@exemplo.com.br";

async fn invite(admin: &Client) -> Value {
    let body = json!({"email": EMAIL, "full_name": "Bia", "role": "editor"});
    admin.post("/api/auth/invitations", &body).await.expect(StatusCode::CREATED).json()
}

fn secret(invited: &Value) -> String {
    let (page, secret) = invited["link"].as_str().unwrap().split_once('#').unwrap();
    assert!(page.ends_with("/auth/convite"), "{page}");
    secret.to_owned()
}

async fn look_up(server: &Server, token: &str) -> (StatusCode, Value) {
    let answer = server.post("/api/auth/invitations/lookup", &json!({"token": token})).await;
    answer.status_and_json()
}

async fn accept(server: &Server, token: &str, password: &str) -> (StatusCode, Value) {
    let body = json!({"token": token, "full_name": "Beatriz Lima", "password": password});
    server.post("/api/auth/invitations/accept", &body).await.status_and_json()
}

/// Renews the link of Bia's invitation.
async fn again(admin: &Client, invited: &Value, send: bool) -> (StatusCode, Value) {
    let path = format!("/api/auth/users/{}/invitation", invited["user_id"].as_str().unwrap());
    let answer = admin.post(&path, &json!({"send": send})).await;
    answer.status_and_json()
}

#[tokio::test]
async fn invitation_is_accepted_once() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let invited = invite(&admin).await;
    let token = secret(&invited);
    let mail = mailbox::of_kind(&server, "invitation").await;
    assert_eq!((mail.len(), &*mail[0].to), (1, EMAIL));
    assert_eq!(mail[0].link().1, token);
    let (status, found) = look_up(&server, &token).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!((&found["email"], &found["full_name"]), (&json!(EMAIL), &json!("Bia")));

    server.post("/api/auth/password-reset", &json!({"email": EMAIL})).await;
    let (_, reset) = mailbox::wait_for(&server, "password_reset", 1).await[0].link();
    let (status, body) = accept(&server, &token, "curta").await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(body["fields"]["password"], "A senha precisa ter pelo menos 12 caracteres.");
    let (status, session) = accept(&server, &token, PASSWORD).await;
    assert_eq!(status, StatusCode::CREATED);
    assert_eq!(
        (&session["user"]["role"], &session["user"]["full_name"]),
        (&json!("editor"), &json!("Beatriz Lima"))
    );
    assert_eq!(session["user"]["email_verified"], true, "the link came to that mailbox");
    assert!(mailbox::of_kind(&server, "invitation").await.is_empty(), "a used link is not mailed");
    let used =
        server.post("/api/auth/password-reset/confirm", &json!({"token": reset, "password": PASSWORD}));
    // Earlier links end.
    used.await.expect(StatusCode::FORBIDDEN);
    let events = admin.json("/api/audit?limit=20").await;
    let accepted =
        events.as_array().unwrap().iter().find(|event| event["action"] == "account.invitation_accepted");
    assert_eq!(accepted.unwrap()["after"], json!({"invited_by": ADMIN}), "who has seen the link vouches");
    server.get("/api/contacts").bearer_auth(session["token"].as_str().unwrap()).await.expect(StatusCode::OK);

    let (status, body) = accept(&server, &token, PASSWORD).await;
    assert_eq!((status, &body["code"]), (StatusCode::FORBIDDEN, &json!("link_invalid")));
    assert_eq!(look_up(&server, &token).await.0, StatusCode::FORBIDDEN);
    let (status, body) = again(&admin, &invited, true).await;
    assert_eq!((status, &body["code"]), (StatusCode::CONFLICT, &json!("not_invitable")));
}

#[tokio::test]
async fn invitation_expires_after_seven_days() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let invited = invite(&admin).await;
    server.advance(TimeDelta::days(7) - TimeDelta::minutes(1));
    assert_eq!(look_up(&server, &secret(&invited)).await.0, StatusCode::OK);
    server.advance(TimeDelta::minutes(1));
    assert_eq!(accept(&server, &secret(&invited), PASSWORD).await.0, StatusCode::FORBIDDEN);
    // The person can still sign in without help.
    server.post("/api/auth/password-reset", &json!({"email": EMAIL})).await;
    let reset = &mailbox::wait_for(&server, "password_reset", 1).await[0].link().1;
    let body = json!({"token": reset, "password": PASSWORD});
    server.post("/api/auth/password-reset/confirm", &body).await.expect(StatusCode::NO_CONTENT);
    server.sign_in(EMAIL).await.json("/api/contacts").await;
}

#[tokio::test]
async fn revoked_invitation_cannot_make_staff() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let invited = invite(&admin).await;
    server.post("/api/auth/password-reset", &json!({"email": EMAIL})).await;
    let reset = mailbox::wait_for(&server, "password_reset", 1).await[0].link().1.clone();
    let path = format!("/api/auth/users/{}/invitation", invited["user_id"].as_str().unwrap());
    admin.delete(&path).await.expect(StatusCode::OK);
    let confirm = async |token: &str| {
        let body = json!({"token": token, "password": PASSWORD});
        server.post("/api/auth/password-reset/confirm", &body).await.status()
    };
    assert_eq!(confirm(&reset).await, StatusCode::FORBIDDEN, "a link from before the revocation");
    server.advance(TimeDelta::seconds(1));
    server.post("/api/auth/password-reset", &json!({"email": EMAIL})).await;
    let reset = mailbox::wait_for(&server, "password_reset", 1).await[0].link().1.clone();
    assert_eq!(confirm(&reset).await, StatusCode::NO_CONTENT);
    let login = server.post("/api/auth/login", &json!({"email": EMAIL, "password": PASSWORD})).await;
    assert_eq!(login.json()["user"]["role"], "user");
}

#[tokio::test]
async fn invitation_link_can_be_copied_resent_and_revoked() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let first = invite(&admin).await;
    let (_, copied) = again(&admin, &first, false).await;
    assert_eq!(copied["link"], first["link"], "the one that was mailed still works");
    assert_eq!(mailbox::of_kind(&server, "invitation").await.len(), 1);
    let (_, second) = again(&admin, &first, true).await;
    let waiting = mailbox::of_kind(&server, "invitation").await;
    assert_eq!(
        (waiting.len(), waiting[0].link().1),
        (1, secret(&second)),
        "the first is not mailed any more"
    );
    assert_eq!(look_up(&server, &secret(&first)).await.0, StatusCode::FORBIDDEN, "only the newest works");
    assert_eq!(look_up(&server, &secret(&second)).await.0, StatusCode::OK);

    server.advance(TimeDelta::days(7));
    let admin = server.admin().await;
    server.advance(TimeDelta::minutes(31));
    assert_eq!(again(&admin, &first, false).await.1["code"], "step_up_required");
    let admin = server.admin().await;
    let (status, third) = again(&admin, &first, false).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(look_up(&server, &secret(&third)).await.0, StatusCode::OK, "made anew");
    let path = format!("/api/auth/users/{}/invitation", first["user_id"].as_str().unwrap());
    admin.delete(&path).await.expect(StatusCode::OK);
    assert_eq!(accept(&server, &secret(&third), PASSWORD).await.0, StatusCode::FORBIDDEN);
    assert_eq!(mailbox::of_kind(&server, "invitation").await.len(), 0, "nothing is mailed any more");
    let again = admin.delete(&path).await.expect(StatusCode::CONFLICT);
    assert_eq!(again.json()["code"], "not_invited");
}

#[tokio::test]
async fn invitation_does_not_enable_a_disabled_account() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let invited = invite(&admin).await;
    let path = format!("/api/auth/users/{}/disable", invited["user_id"].as_str().unwrap());
    admin.post_empty(&path).await;
    assert_eq!(accept(&server, &secret(&invited), PASSWORD).await.0, StatusCode::FORBIDDEN);
    assert_eq!(again(&admin, &invited, true).await.0, StatusCode::CONFLICT);
}

#[tokio::test]
async fn invitation_without_a_mail_server_does_not_claim_a_mail() {
    let server = Server::start().await;
    let invited = invite(&server.admin().await).await;
    assert_eq!(invited["mailed"], false);
    assert!(invited["message"].as_str().unwrap().starts_with("Convite criado. Copie o link"));
    let variables = &[
        ("VITRINE_SMTP_URL", "smtp://127.0.0.1:9"),
        ("VITRINE_MAIL_FROM", "Exemplo <contato@exemplo.com.br>"),
    ];
    let server = Server::start_with(Options { variables, ..Options::default() }).await;
    let invited = invite(&server.admin().await).await;
    assert_eq!((&invited["mailed"], &invited["message"]), (&json!(true), &json!("Convite a caminho.")));
}

#[tokio::test]
async fn invited_person_is_an_assignee_once_the_invitation_is_accepted() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let invited = invite(&admin).await;
    let contact = server.send_contact(&lead()).await;
    let path = format!("/api/contacts/{}", contact["id"].as_str().unwrap());
    let assign = json!({"assigned_to": invited["user_id"]});
    let is_listed = async || {
        let people = admin.json("/api/contacts/assignees").await;
        people.as_array().unwrap().iter().any(|person| person["id"] == invited["user_id"])
    };
    assert!(!is_listed().await);
    admin.put(&path, &assign).await.expect(StatusCode::UNPROCESSABLE_ENTITY);
    accept(&server, &secret(&invited), PASSWORD).await;
    assert!(is_listed().await);
    admin.put(&path, &assign).await.expect(StatusCode::OK);
}
