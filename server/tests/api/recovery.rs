//! Account links by mail: password reset and confirmation of the address.

use chrono::TimeDelta;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::harness::{EDITOR, PASSWORD, Server, VISITOR, mailbox};

const NEW_PASSWORD: &str = "três gatos no telhado";

/// Requests a reset link and returns status and body of the answer.
async fn request_reset(server: &Server, email: &str) -> (StatusCode, String) {
    let answer = server.post("/api/auth/password-reset", &json!({"email": email})).await;
    (answer.status(), answer.text())
}

async fn reset(server: &Server, token: &str, password: &str) -> StatusCode {
    let body = json!({"token": token, "password": password});
    server.post("/api/auth/password-reset/confirm", &body).await.status()
}

async fn sign_in(server: &Server, email: &str, password: &str) -> StatusCode {
    let body = json!({"email": email, "password": password});
    server.post("/api/auth/login", &body).await.status()
}

/// Requests a reset link and returns its secret.
async fn reset_secret(server: &Server, email: &str) -> String {
    let before = mailbox::of_kind(server, "password_reset").await.len();
    server.advance(TimeDelta::seconds(1));
    assert_eq!(request_reset(server, email).await.0, StatusCode::ACCEPTED);
    let mails = mailbox::wait_for(server, "password_reset", before + 1).await;
    mails.iter().rfind(|mail| mail.to == email).expect("a message to the address").secret()
}

#[tokio::test]
async fn reset_request_answers_known_and_unknown_emails_alike() {
    let server = Server::start().await;
    let unknown = request_reset(&server, "ninguem@exemplo.com.br").await;
    assert_eq!(unknown, (StatusCode::ACCEPTED, String::new()));
    assert_eq!(request_reset(&server, &VISITOR.to_uppercase()).await, unknown);
    let mails = mailbox::wait_for(&server, "password_reset", 1).await;
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0].to, VISITOR);
    let (page, _) = mails[0].link();
    assert_eq!(page, format!("{}/auth/redefinir-senha", server.app.config.origin()));
}

#[tokio::test]
async fn forgotten_password_page_promises_no_mail_without_a_mail_server() {
    let server = Server::start().await;
    let page = server.get("/auth/esqueci-senha").await.text();
    assert!(page.contains("fale com a equipe"), "{page}");
    for promise in ["Enviaremos", "chega em alguns minutos"] {
        assert!(!page.contains(promise), "{promise}");
    }
}

#[tokio::test]
async fn reset_link_of_staff_names_the_panel_sign_in_as_next_page() {
    let server = Server::start().await;
    reset_secret(&server, EDITOR).await;
    let (page, _) = mailbox::of_kind(&server, "password_reset").await[0].link();
    let origin = server.app.config.origin();
    assert_eq!(page, format!("{origin}/auth/redefinir-senha?next=/admin/login"));
    server.get(page.strip_prefix(&origin).unwrap()).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn reset_link_works_once_and_ends_every_session() {
    let server = Server::start().await;
    let (first, second) = (server.sign_in(VISITOR).await, server.sign_in(VISITOR).await);
    let other_user = server.editor().await;
    let token = reset_secret(&server, VISITOR).await;
    assert_eq!(reset(&server, &token, "123456").await, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(
        reset(&server, &token, NEW_PASSWORD).await,
        StatusCode::NO_CONTENT,
        "a refused password doesn't use the link"
    );
    assert_eq!(first.status("/api/auth/me").await, StatusCode::UNAUTHORIZED);
    assert_eq!(second.status("/api/auth/me").await, StatusCode::UNAUTHORIZED);
    assert_eq!(other_user.status("/api/auth/me").await, StatusCode::OK);
    assert_eq!(sign_in(&server, VISITOR, PASSWORD).await, StatusCode::UNAUTHORIZED);
    assert_eq!(sign_in(&server, VISITOR, NEW_PASSWORD).await, StatusCode::OK);
    assert_eq!(reset(&server, &token, PASSWORD).await, StatusCode::FORBIDDEN, "the link is used");
    let notices = mailbox::of_kind(&server, "password_changed").await;
    assert_eq!(notices.len(), 1);
    assert_eq!(notices[0].to, VISITOR);
}

#[tokio::test]
async fn concurrent_uses_of_one_reset_link_succeed_once() {
    let server = Server::start().await;
    let token = reset_secret(&server, VISITOR).await;
    let mut statuses: [_; 2] =
        tokio::join!(reset(&server, &token, NEW_PASSWORD), reset(&server, &token, NEW_PASSWORD)).into();
    statuses.sort();
    assert_eq!(statuses, [StatusCode::NO_CONTENT, StatusCode::FORBIDDEN]);
}

#[tokio::test]
async fn reset_links_expire_but_newer_ones_do_not_replace_them() {
    let server = Server::start().await;
    let old = reset_secret(&server, VISITOR).await;
    let new = reset_secret(&server, VISITOR).await;
    assert_eq!(
        reset(&server, &old, NEW_PASSWORD).await,
        StatusCode::NO_CONTENT,
        "anyone could have requested the newer link"
    );
    assert_eq!(reset(&server, &new, PASSWORD).await, StatusCode::FORBIDDEN, "the first use ends all links");
    let new = reset_secret(&server, VISITOR).await;
    server.advance(TimeDelta::minutes(30));
    assert_eq!(reset(&server, &new, NEW_PASSWORD).await, StatusCode::FORBIDDEN, "the link has expired");
    let new = reset_secret(&server, VISITOR).await;
    server.advance(TimeDelta::minutes(29));
    assert_eq!(reset(&server, &new, NEW_PASSWORD).await, StatusCode::NO_CONTENT);
    assert_eq!(reset(&server, "garbage", NEW_PASSWORD).await, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn password_reset_link_does_not_confirm_an_address() {
    let server = Server::start().await;
    let token = reset_secret(&server, VISITOR).await;
    server
        .post("/api/auth/email-verification/confirm", &json!({"token": token}))
        .await
        .expect(StatusCode::FORBIDDEN);
    assert_eq!(reset(&server, &token, NEW_PASSWORD).await, StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn reset_of_a_staff_password_requires_a_long_one() {
    let server = Server::start().await;
    let token = reset_secret(&server, EDITOR).await;
    assert_eq!(reset(&server, &token, "jk7rwm").await, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(reset(&server, &token, NEW_PASSWORD).await, StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn reset_mails_of_one_address_are_limited() {
    let server = Server::start().await;
    for _ in 0..6 {
        assert_eq!(
            request_reset(&server, VISITOR).await.0,
            StatusCode::ACCEPTED,
            "the answer doesn't show the limit"
        );
    }
    assert_eq!(request_reset(&server, EDITOR).await.0, StatusCode::ACCEPTED);
    for _ in 0..3 {
        assert_eq!(request_reset(&server, "ninguem@exemplo.com.br").await.0, StatusCode::ACCEPTED);
    }
    assert_eq!(
        request_reset(&server, EDITOR).await.0,
        StatusCode::TOO_MANY_REQUESTS,
        "ten requests of one network are allowed"
    );
    let mails = mailbox::wait_for(&server, "password_reset", 4).await;
    assert_eq!(mails.iter().filter(|mail| mail.to == VISITOR).count(), 3);
}

#[tokio::test]
async fn confirmation_link_works_once_and_is_replaced_by_a_newer_one() {
    let server = Server::start().await;
    let body = json!({"email": "ana@exemplo.com.br", "password": NEW_PASSWORD, "full_name": "Ana Souza"});
    let session = server.post("/api/auth/register", &body).await.json();
    let token = session["token"].as_str().unwrap();
    mailbox::mark_sent(&server).await;
    server.advance(TimeDelta::seconds(1));
    server
        .post("/api/auth/email-verification", &Value::Null)
        .bearer_auth(token)
        .await
        .expect(StatusCode::ACCEPTED);
    let mails = mailbox::of_kind(&server, "email_verification").await;
    let secrets: Vec<String> = mails.iter().map(|mail| mail.secret()).collect();
    assert_eq!(secrets.len(), 2);
    let confirm = async |secret: &str| {
        server
            .post("/api/auth/email-verification/confirm", &json!({"token": secret}))
            .bearer_auth(token)
            .await
    };
    // The newer link has replaced the first one.
    confirm(&secrets[0]).await.expect(StatusCode::FORBIDDEN);
    server.advance(TimeDelta::hours(23));
    let confirmed = confirm(&secrets[1]).await.expect(StatusCode::OK).json();
    assert_eq!(
        (&confirmed["email"], &confirmed["reset_token"]),
        (&json!("ana@exemplo.com.br"), &Value::Null)
    );
    // The link works once.
    confirm(&secrets[1]).await.expect(StatusCode::FORBIDDEN);
    let me = server.get("/api/auth/me").bearer_auth(token).await.json();
    assert_eq!(me["email_verified"], true, "the session stays valid");
    server
        .post("/api/auth/email-verification", &Value::Null)
        .bearer_auth(token)
        .await
        .expect(StatusCode::ACCEPTED);
    assert_eq!(
        mailbox::of_kind(&server, "email_verification").await.len(),
        1,
        "no link is mailed for a verified address"
    );
}

#[tokio::test]
async fn account_link_secrets_are_stored_hashed() {
    let server = Server::start().await;
    let token = reset_secret(&server, VISITOR).await;
    let hash = vitrine::platform::id::sha256_hex(token.as_bytes());
    let now = server.app.clock.now();
    let purposes = vitrine::foundation::accounts::recovery::links::Purpose::PASSWORD;
    let db = server.app.db.reader();
    let find = async |key: &str| {
        vitrine::foundation::accounts::recovery::store::find(db, key, purposes, now).await.unwrap()
    };
    assert!(find(&token).await.is_none());
    let row = find(&hash).await.expect("the hash is stored");
    assert_eq!(row.sealed_secret, None, "staff can't copy the link");
}
