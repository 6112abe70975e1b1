//! Attributes of account cookies over HTTPS, on the local machine and over plain HTTP.

use reqwest::{StatusCode, header};
use serde_json::json;

use crate::harness::{Answer, PASSWORD, Server, VISITOR};

async fn sign_in(server: &Server, host: &str, origin: &str) -> Answer {
    let login = server.post("/api/auth/login", &json!({"email": VISITOR, "password": PASSWORD}));
    let answer = login
        .header(header::HOST, host)
        .header(header::ORIGIN, origin)
        .header("x-session-transport", "cookie")
        .await;
    assert_eq!(answer.status(), StatusCode::OK, "{host}");
    answer
}

/// Signs in at a host, checks the attributes of both cookies, and uses the session.
async fn assert_cookies(server: &Server, host: &str, origin: &str, prefix: &str, secure: &str) {
    let answer = sign_in(server, host, origin).await;
    assert_eq!(answer.headers().get_all(header::SET_COOKIE).iter().count(), 2, "no other cookies");
    for (name, seconds) in [("sid", 30 * 24 * 3600), ("device", 365 * 24 * 3600)] {
        let (_, attributes) = answer.cookie(&format!("{prefix}{name}")).expect(name);
        let expected = format!("Path=/; Max-Age={seconds}; HttpOnly; SameSite=Strict{secure}");
        assert_eq!(attributes, expected, "{name} at {host}");
    }
    let (cookie, _) = answer.cookie(&format!("{prefix}sid")).unwrap();
    let token = answer.json()["token"].as_str().unwrap().to_owned();
    let me = server.get("/api/auth/me").bearer_auth(token).header(header::HOST, host);
    assert_eq!(me.header(header::COOKIE, cookie).await.status(), StatusCode::OK, "{host}");
}

#[tokio::test]
async fn https_cookies_are_host_only_and_secure() {
    let variables = &[("VITRINE_PUBLIC_URL", "https://www.exemplo.com.br")];
    let server = Server::start_with_variables(variables).await;
    let (host, origin) = ("www.exemplo.com.br", "https://www.exemplo.com.br");
    assert_cookies(&server, host, origin, "__Host-", "; Secure").await;
}

#[tokio::test]
async fn localhost_cookies_are_secure() {
    let server = Server::start().await;
    for host in ["localhost:8080", "127.0.0.1:8080", "[::1]:8080"] {
        assert_cookies(&server, host, &format!("http://{host}"), "__Host-", "; Secure").await;
    }
}

/// `process::configuration::plain_http_on_a_public_address_logs_a_warning` tests the warning.
#[tokio::test]
async fn plain_http_cookies_are_not_secure() {
    let server = Server::start().await;
    assert_cookies(&server, "192.0.2.7:8080", "http://192.0.2.7:8080", "", "").await;
    let variables = &[("VITRINE_PUBLIC_URL", "http://intranet.exemplo.com.br")];
    let server = Server::start_with_variables(variables).await;
    let (host, origin) = ("intranet.exemplo.com.br", "http://intranet.exemplo.com.br");
    assert_cookies(&server, host, origin, "", "").await;
}

#[tokio::test]
async fn cookies_with_invalid_bytes_do_not_break_the_session() {
    let server = Server::start().await;
    let (host, origin) = ("127.0.0.1:8080", "http://127.0.0.1:8080");
    let answer = sign_in(&server, host, origin).await;
    let (cookie, _) = answer.cookie("__Host-sid").unwrap();
    let token = answer.json()["token"].as_str().unwrap().to_owned();
    let cookies = [b"ads=\xe9\xff; ".as_slice(), cookie.as_bytes(), b"; more=\xff"].concat();
    let me = server
        .get("/api/auth/me")
        .header(header::HOST, host)
        .header(header::COOKIE, header::HeaderValue::from_bytes(&cookies).unwrap());
    // The name of the scheme is case-insensitive (RFC 9110, 11.1).
    me.header(header::AUTHORIZATION, format!("bearer {token}")).await.expect(StatusCode::OK);
}
