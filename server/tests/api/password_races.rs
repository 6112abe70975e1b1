//! Changes of an account during a request. A transaction of the test locks the account after the request has read it,
//! so that the request must read it again.

use std::future::Future;

use reqwest::StatusCode;
use sea_orm::ConnectionTrait;
use serde_json::json;
use totp_rs::{Builder, Secret};
use vitrine::{foundation::identity::store::users, platform::db::Transaction};

use crate::harness::{Answer, PASSWORD, Server, VISITOR, mailbox};

const SHORT: &str = "jk7rwm9x";

/// Opens the transaction that changes the visitor's account.
async fn hold(server: &Server, change: &str) -> Transaction {
    let tx = server.app.db.begin().await.unwrap();
    tx.execute_unprepared(&format!("UPDATE users SET {change} WHERE email = '{VISITOR}'")).await.unwrap();
    tx
}

/// Commits the change after the request's last hash, when it has read the unchanged account.
async fn overtaken(
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

async fn assert_too_short(server: &Server, answer: Answer, field: &str) {
    assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY);
    let told = answer.json()["fields"][field].clone();
    assert_eq!(told, "A senha precisa ter pelo menos 12 caracteres.");
    let user = users::find_by_email(server.app.db.reader(), VISITOR).await.unwrap().unwrap();
    assert!(user.must_change_password, "the change is still required");
}

/// The update that `PUT /api/auth/users/{id}` does to promote a visitor with a short password.
const PROMOTED: &str = "role = 'editor', password_long_enough = FALSE, must_change_password = TRUE";

#[tokio::test]
async fn promotion_during_a_password_change_requires_a_long_password() {
    let server = Server::start_for_races().await;
    let token = server.token(VISITOR).await;
    let tx = hold(&server, PROMOTED).await;
    let change = json!({"current_password": PASSWORD, "new_password": SHORT});
    let request = server.put("/api/auth/password", &change).bearer_auth(token);
    let answer = overtaken(&server, tx, 2, async { request.await }).await;
    assert_too_short(&server, answer, "new_password").await;
}

#[tokio::test]
async fn promotion_during_a_password_reset_requires_a_long_password() {
    let server = Server::start_for_races().await;
    server.post("/api/auth/password-reset", &json!({"email": VISITOR})).await;
    let link = mailbox::wait_for(&server, "password_reset", 1).await[0].link().1;
    let tx = hold(&server, PROMOTED).await;
    let reset = json!({"token": link, "password": SHORT});
    let request = server.post("/api/auth/password-reset/confirm", &reset);
    let answer = overtaken(&server, tx, 1, async { request.await }).await;
    assert_too_short(&server, answer, "password").await;
    let long = json!({"token": link, "password": "três gatos no telhado"});
    let answer = server.post("/api/auth/password-reset/confirm", &long).await;
    assert_eq!(answer.status(), StatusCode::NO_CONTENT, "a refused password costs no link");
}

#[tokio::test]
async fn concurrent_password_change_is_refused() {
    let server = Server::start_for_races().await;
    let token = server.token(VISITOR).await;
    let tx = hold(&server, "password_hash = 'another'").await;
    let change = json!({"current_password": PASSWORD, "new_password": "três gatos no telhado"});
    let request = server.put("/api/auth/password", &change).bearer_auth(token);
    overtaken(&server, tx, 2, async { request.await }).await.expect(StatusCode::UNAUTHORIZED);
    let user = users::find_by_email(server.app.db.reader(), VISITOR).await.unwrap().unwrap();
    assert_eq!(user.password_hash, "another");
}

#[tokio::test]
async fn password_changed_before_the_second_step_refuses_sign_in() {
    let server = Server::start_for_races().await;
    let token = server.token(VISITOR).await;
    let send = async |path: &str, body| server.post(path, &body).bearer_auth(&token).await;
    let offer = send("/api/auth/second-factor/totp", json!({})).await.json();
    let secret = Secret::try_from_base32(offer["key"].as_str().unwrap().replace(' ', "")).unwrap();
    let app = Builder::new().with_secret(secret).build().unwrap();
    let code = || app.generate(server.app.clock.now().timestamp().try_into().unwrap()).to_string();
    send("/api/auth/second-factor/totp/confirm", json!({"code": code()})).await.expect_success();
    server.advance(chrono::TimeDelta::seconds(30));
    let login = json!({"email": VISITOR, "password": PASSWORD});
    let asked = server.post("/api/auth/login", &login).await.json();

    let tx = hold(&server, "password_changed_at = '2026-11-20 12:00:20+00:00'").await;
    let step = json!({"challenge": asked["challenge"], "code": code()});
    let request = server.post("/api/auth/login/second-factor", &step);
    let request = tokio::spawn(async { request.await });
    // Enough time for the request to read the account without locking it.
    for _ in 0..20 {
        server.get("/healthz/live").await;
    }
    tx.commit().await.unwrap();
    let answer = request.await.unwrap();
    assert_eq!(answer.status(), StatusCode::UNAUTHORIZED);
    assert_eq!(answer.json()["code"], "challenge_expired");
}
