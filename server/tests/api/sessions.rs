//! Sessions: lifetime, storage, and ended sessions in several processes.

use std::net::Ipv4Addr;

use chrono::TimeDelta;
use reqwest::{StatusCode, header};
use serde_json::{Value, json};
use vitrine::{
    foundation::identity::{extract::SignedIn, store::sessions},
    platform::{error::Error, id::sha256_hex},
};

use crate::harness::{PASSWORD, Server, VISITOR};

/// Returns whether a session is valid.
async fn is_valid(server: &Server, token: &str) -> bool {
    let status = server.get("/api/auth/me").bearer_auth(token).await.status();
    assert!([StatusCode::OK, StatusCode::UNAUTHORIZED].contains(&status), "{status}");
    status == StatusCode::OK
}

#[tokio::test]
async fn visitor_session_lasts_a_week_idle_and_a_month_in_total() {
    let server = Server::start().await;
    let token = server.token(VISITOR).await;
    server.advance(TimeDelta::days(7) - TimeDelta::seconds(1));
    assert!(is_valid(&server, &token).await, "a second before the end of a week");
    server.advance(TimeDelta::days(7));
    assert!(!is_valid(&server, &token).await, "unused for a week");

    let token = server.token(VISITOR).await;
    for _ in 0..5 {
        server.advance(TimeDelta::days(5));
        assert!(is_valid(&server, &token).await, "used within a week");
    }
    server.advance(TimeDelta::days(5) - TimeDelta::seconds(1));
    assert!(is_valid(&server, &token).await, "a second before the end of thirty days");
    server.advance(TimeDelta::seconds(1));
    assert!(!is_valid(&server, &token).await, "older than thirty days");
}

#[tokio::test]
async fn request_of_a_concurrently_ended_session_writes_nothing() {
    let server = Server::start().await;
    let token = server.token(VISITOR).await;
    let (session, user) =
        sessions::find(server.app.db.reader(), &sha256_hex(token.as_bytes())).await.unwrap().unwrap();
    let caller = SignedIn { user, session, ip: Ipv4Addr::LOCALHOST.into() };
    drop(caller.begin(&server.app).await.unwrap());
    server.post_empty("/api/auth/logout").bearer_auth(&token).await.expect(StatusCode::NO_CONTENT);
    assert!(matches!(caller.begin(&server.app).await, Err(Error::Unauthenticated)));
}

#[tokio::test]
async fn session_token_and_cookie_are_stored_hashed() {
    let server = Server::start().await;
    let answer = server
        .post("/api/auth/login", &json!({"email": VISITOR, "password": PASSWORD}))
        .header("x-session-transport", "cookie")
        .await;
    let cookie = answer.header(header::SET_COOKIE);
    let cookie = cookie.split(['=', ';']).nth(1).unwrap().to_owned();
    let token = answer.json()["token"].as_str().unwrap().to_owned();
    assert!(token.len() >= 43 && cookie.len() >= 43, "256 bits each: {token} {cookie}");
    let db = server.app.db.reader();
    assert!(sessions::find(db, &token).await.unwrap().is_none());
    let (row, _) =
        sessions::find(db, &sha256_hex(token.as_bytes())).await.unwrap().expect("a row with the hash");
    assert_eq!(row.cookie_hash, Some(sha256_hex(cookie.as_bytes())));
    let stored = format!("{row:?}");
    assert!(!stored.contains(&token) && !stored.contains(&cookie), "{stored}");
}

#[tokio::test]
async fn sign_in_replaces_the_existing_session() {
    let server = Server::start().await;
    let before = server.token(VISITOR).await;
    let elsewhere = server.token(VISITOR).await;
    let login = json!({"email": VISITOR, "password": PASSWORD});
    let session = server.post("/api/auth/login", &login).bearer_auth(&before).await;
    let token = session.json()["token"].as_str().unwrap().to_owned();
    assert!(is_valid(&server, &token).await && is_valid(&server, &elsewhere).await);
    assert!(!is_valid(&server, &before).await);
}

/// Actions of an administrator that end all sessions of an account: role of the account, method, end of the path, body.
const ADMIN_ACTIONS: [(&str, &str, &str, &str); 6] = [
    ("user", "PUT", "", r#"{"role": "editor"}"#),
    ("editor", "PUT", "", r#"{"role": "user"}"#),
    ("user", "PUT", "", r#"{"password": "nova senha comprida"}"#),
    ("user", "POST", "/disable", "null"),
    ("user", "DELETE", "/sessions", "null"),
    ("user", "DELETE", "", "null"),
];

#[tokio::test]
async fn session_ended_by_an_administrator_is_refused_by_other_replicas() {
    let here = Server::start().await;
    let there = here.replica().await;
    let admin = here.admin().await;
    for (number, (role, method, rest, body)) in ADMIN_ACTIONS.into_iter().enumerate() {
        let email = format!("pessoa{number}@exemplo.com.br");
        let account = json!({"email": email, "password": PASSWORD, "full_name": "Ana", "role": role});
        admin.post("/api/auth/users", &account).await.expect_success();
        let found = admin.json(&format!("/api/auth/users?search={email}")).await;
        let path = format!("/api/auth/users/{}{rest}", found["users"][0]["id"].as_str().unwrap());
        let token = there.token(&email).await;
        assert!(is_valid(&there, &token).await && is_valid(&here, &token).await, "{method} {rest}");
        let body: Value = serde_json::from_str(body).unwrap();
        admin.request(method.parse().unwrap(), &path).json(&body).await.expect_success();
        assert!(!is_valid(&there, &token).await, "{method} {rest} {body}");
    }
}

#[tokio::test]
async fn session_ended_by_its_owner_is_refused_by_other_replicas() {
    let here = Server::start().await;
    let there = here.replica().await;
    let token = there.token(VISITOR).await;
    here.post_empty("/api/auth/logout").bearer_auth(&token).await.expect_success();
    assert!(!is_valid(&there, &token).await, "signed out");

    let (token, other) = (there.token(VISITOR).await, here.token(VISITOR).await);
    let change = json!({"current_password": PASSWORD, "new_password": "nova senha comprida"});
    here.put("/api/auth/password", &change).bearer_auth(&other).await.expect_success();
    assert!(!is_valid(&there, &token).await, "a session from before the new password");
    assert!(is_valid(&there, &other).await, "the session that changed the password");
}
