//! Invitations: links for new members of staff, which expire and can be renewed or revoked.

use chrono::TimeDelta;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::harness::{ADMIN, Client, PASSWORD, Server, contact_path, mailbox, new_contact};

const EMAIL: &str = "bia@exemplo.com.br";

/// Invites Bia.
async fn invite(admin: &Client) -> Value {
    let body = json!({"email": EMAIL, "full_name": "Bia", "role": "editor"});
    admin.post("/api/auth/invitations", &body).await.expect(StatusCode::CREATED).json()
}

/// Returns the secret in the link of an invitation.
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

/// Requests the link of an invitation. With `send`, a new link is mailed; otherwise a valid link is returned unchanged.
async fn request_link(admin: &Client, invited: &Value, send: bool) -> (StatusCode, Value) {
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
    assert_eq!(mail[0].secret(), token);
    let (status, found) = look_up(&server, &token).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!((&found["email"], &found["full_name"]), (&json!(EMAIL), &json!("Bia")));

    server.post("/api/auth/password-reset", &json!({"email": EMAIL})).await.expect(StatusCode::ACCEPTED);
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
    assert_eq!(session["user"]["email_verified"], true, "the link was mailed to the address");
    assert!(mailbox::of_kind(&server, "invitation").await.is_empty(), "a used link is not mailed");
    // Accepting the invitation ends earlier links.
    let body = json!({"token": reset, "password": PASSWORD});
    server.post("/api/auth/password-reset/confirm", &body).await.expect(StatusCode::FORBIDDEN);
    let events = admin.json("/api/audit?limit=20").await;
    let accepted =
        events.as_array().unwrap().iter().find(|event| event["action"] == "account.invitation_accepted");
    assert_eq!(
        accepted.unwrap()["after"],
        json!({"invited_by": ADMIN}),
        "the administrator has vouched for the address"
    );
    server.get("/api/contacts").bearer_auth(session["token"].as_str().unwrap()).await.expect(StatusCode::OK);

    let (status, body) = accept(&server, &token, PASSWORD).await;
    assert_eq!((status, &body["code"]), (StatusCode::FORBIDDEN, &json!("link_invalid")));
    assert_eq!(look_up(&server, &token).await.0, StatusCode::FORBIDDEN);
    let (status, body) = request_link(&admin, &invited, true).await;
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
    // The invited user can still get access by a password reset.
    server.post("/api/auth/password-reset", &json!({"email": EMAIL})).await.expect(StatusCode::ACCEPTED);
    let reset = mailbox::wait_for(&server, "password_reset", 1).await[0].secret();
    let body = json!({"token": reset, "password": PASSWORD});
    server.post("/api/auth/password-reset/confirm", &body).await.expect(StatusCode::NO_CONTENT);
    server.sign_in(EMAIL).await.get("/api/contacts").await.expect(StatusCode::OK);
}

#[tokio::test]
async fn password_reset_after_a_revoked_invitation_grants_no_staff_role() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let invited = invite(&admin).await;
    server.post("/api/auth/password-reset", &json!({"email": EMAIL})).await.expect(StatusCode::ACCEPTED);
    let reset = mailbox::wait_for(&server, "password_reset", 1).await[0].secret();
    let path = format!("/api/auth/users/{}/invitation", invited["user_id"].as_str().unwrap());
    admin.delete(&path).await.expect(StatusCode::OK);
    let confirm = async |token: &str| {
        let body = json!({"token": token, "password": PASSWORD});
        server.post("/api/auth/password-reset/confirm", &body).await.status()
    };
    assert_eq!(confirm(&reset).await, StatusCode::FORBIDDEN, "a link from before the revocation");
    server.advance(TimeDelta::seconds(1));
    server.post("/api/auth/password-reset", &json!({"email": EMAIL})).await.expect(StatusCode::ACCEPTED);
    let reset = mailbox::wait_for(&server, "password_reset", 1).await[0].secret();
    assert_eq!(confirm(&reset).await, StatusCode::NO_CONTENT);
    let login = server.post("/api/auth/login", &json!({"email": EMAIL, "password": PASSWORD})).await;
    assert_eq!(login.json()["user"]["role"], "user");
}

#[tokio::test]
async fn invitation_link_can_be_copied_resent_and_revoked() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let first = invite(&admin).await;
    let (_, copied) = request_link(&admin, &first, false).await;
    assert_eq!(copied["link"], first["link"], "the mailed link is still valid");
    assert_eq!(mailbox::of_kind(&server, "invitation").await.len(), 1);
    let (_, second) = request_link(&admin, &first, true).await;
    let queued = mailbox::of_kind(&server, "invitation").await;
    assert_eq!(
        (queued.len(), queued[0].secret()),
        (1, secret(&second)),
        "the first link is no longer queued"
    );
    assert_eq!(
        look_up(&server, &secret(&first)).await.0,
        StatusCode::FORBIDDEN,
        "only the newest link is valid"
    );
    assert_eq!(look_up(&server, &secret(&second)).await.0, StatusCode::OK);

    server.advance(TimeDelta::days(7));
    let admin = server.admin().await;
    server.advance(TimeDelta::minutes(31));
    assert_eq!(request_link(&admin, &first, false).await.1["code"], "step_up_required");
    let admin = server.admin().await;
    let (status, third) = request_link(&admin, &first, false).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(look_up(&server, &secret(&third)).await.0, StatusCode::OK, "an expired link is replaced");
    let path = format!("/api/auth/users/{}/invitation", first["user_id"].as_str().unwrap());
    admin.delete(&path).await.expect(StatusCode::OK);
    assert_eq!(accept(&server, &secret(&third), PASSWORD).await.0, StatusCode::FORBIDDEN);
    assert_eq!(
        mailbox::of_kind(&server, "invitation").await.len(),
        0,
        "the message of a revoked invitation is deleted"
    );
    admin.delete(&path).await.expect_error(StatusCode::CONFLICT, "not_invited");
}

#[tokio::test]
async fn second_invitation_of_an_address_is_refused_and_changes_nothing() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let invited = invite(&admin).await;
    let again = json!({"email": EMAIL, "full_name": "Beatriz", "role": "admin"});
    let refused = admin.post("/api/auth/invitations", &again).await;
    refused.expect_error(StatusCode::CONFLICT, "already_invited");
    let user = format!("/api/auth/users/{}", invited["user_id"].as_str().unwrap());
    let found = admin.json(&user).await;
    assert_eq!((&found["full_name"], &found["role"]), (&json!("Bia"), &json!("editor")));
    assert_eq!(look_up(&server, &secret(&invited)).await.0, StatusCode::OK, "the first link is valid");
    server.advance(TimeDelta::days(8));
    let admin = server.admin().await;
    let refused = admin.post("/api/auth/invitations", &again).await;
    refused.expect_error(StatusCode::CONFLICT, "already_invited");
    // After the invitation was revoked, the address can be invited again.
    admin.delete(&format!("{user}/invitation")).await.expect(StatusCode::OK);
    let invited = admin.post("/api/auth/invitations", &again).await.expect(StatusCode::CREATED).json();
    assert_eq!(format!("/api/auth/users/{}", invited["user_id"].as_str().unwrap()), user);
    assert_eq!(admin.json(&user).await["role"], "admin");
}

#[tokio::test]
async fn invitation_does_not_enable_a_disabled_account() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let invited = invite(&admin).await;
    let path = format!("/api/auth/users/{}/disable", invited["user_id"].as_str().unwrap());
    admin.post_empty(&path).await.expect_success();
    assert_eq!(accept(&server, &secret(&invited), PASSWORD).await.0, StatusCode::FORBIDDEN);
    assert_eq!(request_link(&admin, &invited, true).await.0, StatusCode::CONFLICT);
}

#[tokio::test]
async fn invitation_is_reported_as_mailed_only_with_a_mail_server() {
    let server = Server::start().await;
    let invited = invite(&server.admin().await).await;
    assert_eq!(invited["mailed"], false);
    assert!(invited["message"].as_str().unwrap().starts_with("Convite criado. Copie o link"));
    let variables = &[
        ("VITRINE_SMTP_URL", "smtp://127.0.0.1:9"),
        ("VITRINE_MAIL_FROM", "Exemplo <contato@exemplo.com.br>"),
    ];
    let server = Server::start_with_variables(variables).await;
    let invited = invite(&server.admin().await).await;
    assert_eq!((&invited["mailed"], &invited["message"]), (&json!(true), &json!("Convite a caminho.")));
}

#[tokio::test]
async fn invited_user_becomes_an_assignee_by_accepting_the_invitation() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let invited = invite(&admin).await;
    let contact = server.send_contact(&new_contact()).await;
    let path = contact_path(&contact);
    let assign = json!({"assigned_to": invited["user_id"]});
    let is_listed = async || {
        let assignees = admin.json("/api/contacts/assignees").await;
        assignees.as_array().unwrap().iter().any(|user| user["id"] == invited["user_id"])
    };
    assert!(!is_listed().await);
    admin.put(&path, &assign).await.expect(StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(accept(&server, &secret(&invited), PASSWORD).await.0, StatusCode::CREATED);
    assert!(is_listed().await);
    admin.put(&path, &assign).await.expect(StatusCode::OK);
}
