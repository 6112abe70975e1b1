//! Changes of an account during a request. The test changes the account in a transaction, and commits it after the request
//! has read the unchanged account. The request must notice the change before it writes.

use std::future::Future;

use reqwest::StatusCode;
use sea_orm::ConnectionTrait;
use serde_json::json;
use vitrine::{foundation::identity::store::users, platform::db::Transaction};

use crate::harness::{
    Answer, PASSWORD, Server, VISITOR,
    authenticator::{totp_app, totp_code},
    mailbox,
};

const SHORT: &str = "jk7rwm9x";

/// Opens a transaction that has changed the visitor's row.
async fn begin_change(server: &Server, change: &str) -> Transaction {
    let tx = server.app.db.begin().await.unwrap();
    tx.execute_unprepared(&format!("UPDATE users SET {change} WHERE email = '{VISITOR}'")).await.unwrap();
    tx
}

/// Sends a request and returns the answer. Commits `tx` once the request has queued `hashes` password hashes: by then it has
/// read the unchanged row.
async fn commit_during(
    server: &Server,
    tx: Transaction,
    hashes: u64,
    request: impl Future<Output = Answer> + Send + 'static,
) -> Answer {
    let before = server.app.passwords.accepted();
    let request = tokio::spawn(request);
    while server.app.passwords.accepted() < before + hashes {
        tokio::task::yield_now().await;
    }
    tx.commit().await.unwrap();
    request.await.unwrap()
}

/// Checks that the password is refused as too short for staff, and isn't stored.
async fn assert_too_short(server: &Server, answer: Answer, field: &str) {
    assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY);
    let error = answer.json()["fields"][field].clone();
    assert_eq!(error, "A senha precisa ter pelo menos 12 caracteres.");
    let user = users::find_by_email(server.app.db.reader(), VISITOR).await.unwrap().unwrap();
    assert!(user.must_change_password, "the change is still required");
}

/// The columns that `PUT /api/auth/users/{id}` changes when it promotes a visitor with a short password.
const PROMOTED: &str = "role = 'editor', password_long_enough = FALSE, must_change_password = TRUE";

#[tokio::test]
async fn promotion_during_a_password_change_requires_a_long_password() {
    let server = Server::start_for_races().await;
    let token = server.token(VISITOR).await;
    let tx = begin_change(&server, PROMOTED).await;
    let change = json!({"current_password": PASSWORD, "new_password": SHORT});
    let request = server.put("/api/auth/password", &change).bearer_auth(token);
    let answer = commit_during(&server, tx, 2, async { request.await }).await;
    assert_too_short(&server, answer, "new_password").await;
}

#[tokio::test]
async fn promotion_during_a_password_reset_requires_a_long_password() {
    let server = Server::start_for_races().await;
    server.post("/api/auth/password-reset", &json!({"email": VISITOR})).await.expect(StatusCode::ACCEPTED);
    let link = mailbox::wait_for(&server, "password_reset", 1).await[0].secret();
    let tx = begin_change(&server, PROMOTED).await;
    let reset = json!({"token": link, "password": SHORT});
    let request = server.post("/api/auth/password-reset/confirm", &reset);
    let answer = commit_during(&server, tx, 1, async { request.await }).await;
    assert_too_short(&server, answer, "password").await;
    let long = json!({"token": link, "password": "três gatos no telhado"});
    // The refused password didn't use the link.
    server.post("/api/auth/password-reset/confirm", &long).await.expect(StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn password_change_during_another_one_is_refused() {
    let server = Server::start_for_races().await;
    let token = server.token(VISITOR).await;
    let tx = begin_change(&server, "password_hash = 'another'").await;
    let change = json!({"current_password": PASSWORD, "new_password": "três gatos no telhado"});
    let request = server.put("/api/auth/password", &change).bearer_auth(token);
    commit_during(&server, tx, 2, async { request.await }).await.expect(StatusCode::UNAUTHORIZED);
    let user = users::find_by_email(server.app.db.reader(), VISITOR).await.unwrap().unwrap();
    assert_eq!(user.password_hash, "another");
}

#[tokio::test]
async fn sign_in_is_refused_if_the_password_changes_during_the_second_step() {
    let server = Server::start_for_races().await;
    let token = server.token(VISITOR).await;
    let send = async |path: &str, body| server.post(path, &body).bearer_auth(&token).await;
    let offer = send("/api/auth/second-factor/totp", json!({})).await.json();
    let app = totp_app(offer["key"].as_str().unwrap());
    let code = || totp_code(&app, server.app.clock.now());
    send("/api/auth/second-factor/totp/confirm", json!({"code": code()})).await.expect_success();
    server.advance(chrono::TimeDelta::seconds(30));
    let login = json!({"email": VISITOR, "password": PASSWORD});
    let first_step = server.post("/api/auth/login", &login).await.json();

    let tx = begin_change(&server, "password_changed_at = '2026-11-20 12:00:20+00:00'").await;
    let step = json!({"challenge": first_step["challenge"], "code": code()});
    let request = server.post("/api/auth/login/second-factor", &step);
    let request = tokio::spawn(async { request.await });
    // Gives the request time to reach the lock that the transaction holds. It reads the user only after the commit.
    for _ in 0..20 {
        server.get("/healthz/live").await.expect(StatusCode::OK);
    }
    tx.commit().await.unwrap();
    request.await.unwrap().expect_error(StatusCode::UNAUTHORIZED, "challenge_expired");
}
