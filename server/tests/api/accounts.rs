//! Registration, sign-in, sessions and passwords of accounts.

use chrono::TimeDelta;
use reqwest::{StatusCode, header};
use serde_json::{Value, json};
use vitrine::foundation::identity::store::users;

use crate::harness::{ADMIN, Answer, EDITOR, PASSWORD, Server, VISITOR, authenticator};

/// The two secrets of a session that was created by a page.
struct PageSession {
    token: String,
    cookie: String,
}

/// Checks the attributes of the session cookie and returns both secrets.
fn page_session(answer: &Answer) -> PageSession {
    let set = answer.header(header::SET_COOKIE).to_owned();
    assert!(set.starts_with("__Host-sid=") && set.contains("; Path=/;"), "{set}");
    assert!(set.contains("; HttpOnly; SameSite=Strict; Secure"), "{set}");
    let cookie = set.split(';').next().unwrap().to_owned();
    PageSession { token: answer.json()["token"].as_str().unwrap().to_owned(), cookie }
}

async fn sign_in_as_page(server: &Server, email: &str) -> PageSession {
    let request = server.post("/api/auth/login", &json!({"email": email, "password": PASSWORD}));
    page_session(&request.header("x-session-transport", "cookie").await)
}

/// Returns the status of a request with these secrets of a session.
async fn status_with(server: &Server, token: Option<&str>, cookie: Option<&str>) -> StatusCode {
    let mut request = server.get("/api/auth/me");
    if let Some(token) = token {
        request = request.bearer_auth(token);
    }
    if let Some(cookie) = cookie {
        request = request.header(header::COOKIE, cookie);
    }
    request.await.status()
}

#[tokio::test]
async fn registration_ignores_a_posted_role_and_verification() {
    let server = Server::start().await;
    let body = json!({"email": " Ana@Exemplo.com.br ", "password": "jk7rwm", "full_name": "Ana Souza",
        "role": "admin", "email_verified": true});
    let session = server.post("/api/auth/register", &body).await.expect(StatusCode::CREATED).json();
    assert_eq!(session["user"]["role"], "user");
    assert_eq!(session["user"]["email"], "ana@exemplo.com.br");
    assert_eq!(session["user"]["email_verified"], false);
    assert!(session["user"].get("password_hash").is_none());
    assert_eq!(status_with(&server, session["token"].as_str(), None).await, StatusCode::OK);
}

#[tokio::test]
async fn registration_with_a_taken_address_or_a_short_password_is_refused() {
    let server = Server::start().await;
    let register = async |email: &str, password: &str| {
        let body = json!({"email": email, "password": password, "full_name": "Bia"});
        server.post("/api/auth/register", &body).await
    };
    register(VISITOR, PASSWORD).await.expect_error(StatusCode::CONFLICT, "email_taken");
    let short = register("bia@exemplo.com.br", "12345").await.expect(StatusCode::UNPROCESSABLE_ENTITY).json();
    assert_eq!(short["fields"], json!({"password": "A senha precisa ter pelo menos 6 caracteres."}));
}

#[tokio::test]
async fn sign_in_refuses_known_and_unknown_addresses_alike() {
    let server = Server::start().await;
    let attempt = async |email: &str| {
        let answer = server.post("/api/auth/login", &json!({"email": email, "password": "errada"})).await;
        let status = answer.status();
        let mut body = answer.json();
        body["request_id"] = Value::Null;
        (status, body)
    };
    let known = attempt(ADMIN).await;
    assert_eq!(known, attempt("ninguem@exemplo.com.br").await);
    assert_eq!(known.0, StatusCode::UNAUTHORIZED);
    assert_eq!(known.1["message"], "Email ou senha incorretos.");
}

/// Every refusal costs one hash, so response times don't reveal which accounts exist.
#[tokio::test]
async fn refused_sign_in_always_costs_one_hash() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let found = admin.json(&format!("/api/auth/users?search={EDITOR}")).await;
    let disable = format!("/api/auth/users/{}/disable", found["users"][0]["id"].as_str().unwrap());
    admin.post_empty(&disable).await.expect_success();
    for (email, password) in [
        ("ninguem@exemplo.com.br", "errada"),
        ("nem um e-mail", "errada"),
        (VISITOR, "errada"),
        (EDITOR, "errada"),
        (EDITOR, PASSWORD),
    ] {
        let before = server.app.passwords.accepted();
        let body = json!({"email": email, "password": password});
        server.post("/api/auth/login", &body).await.expect(StatusCode::UNAUTHORIZED);
        assert_eq!(server.app.passwords.accepted() - before, 1, "{email} with {password}");
    }
}

#[tokio::test]
async fn session_of_a_page_needs_both_token_and_cookie() {
    let server = Server::start().await;
    let PageSession { token, cookie } = sign_in_as_page(&server, EDITOR).await;
    assert_eq!(status_with(&server, Some(&token), Some(&cookie)).await, StatusCode::OK);
    assert_eq!(
        status_with(&server, Some(&token), None).await,
        StatusCode::UNAUTHORIZED,
        "a copied localStorage"
    );
    assert_eq!(
        status_with(&server, None, Some(&cookie)).await,
        StatusCode::UNAUTHORIZED,
        "a cross-site request"
    );
    assert_eq!(status_with(&server, Some(&token), Some("__Host-sid=x")).await, StatusCode::UNAUTHORIZED);
    let other = sign_in_as_page(&server, VISITOR).await;
    assert_eq!(status_with(&server, Some(&token), Some(&other.cookie)).await, StatusCode::UNAUTHORIZED);
    let secret = cookie.trim_start_matches("__Host-sid=");
    assert_eq!(status_with(&server, Some(secret), None).await, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn sign_out_ends_the_session_on_the_server() {
    let server = Server::start().await;
    let PageSession { token, cookie } = sign_in_as_page(&server, EDITOR).await;
    let answer = server
        .post_empty("/api/auth/logout")
        .bearer_auth(&token)
        .cookies(&cookie)
        .await
        .expect(StatusCode::NO_CONTENT);
    assert!(answer.header(header::SET_COOKIE).contains("Max-Age=0"));
    assert_eq!(status_with(&server, Some(&token), Some(&cookie)).await, StatusCode::UNAUTHORIZED);
    server.post_empty("/api/auth/logout").await.expect(StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn staff_session_expires_after_an_idle_hour_and_after_twelve_hours() {
    let server = Server::start().await;
    let (staff, visitor) = (server.token(EDITOR).await, server.token(VISITOR).await);
    server.advance(TimeDelta::minutes(59));
    assert_eq!(status_with(&server, Some(&staff), None).await, StatusCode::OK);
    server.advance(TimeDelta::minutes(59));
    assert_eq!(status_with(&server, Some(&staff), None).await, StatusCode::OK, "each use extends it");
    server.advance(TimeDelta::minutes(61));
    assert_eq!(
        status_with(&server, Some(&staff), None).await,
        StatusCode::UNAUTHORIZED,
        "unused for an hour"
    );
    assert_eq!(status_with(&server, Some(&visitor), None).await, StatusCode::OK);

    let staff = server.token(EDITOR).await;
    for _ in 0..13 {
        server.advance(TimeDelta::minutes(55));
        assert_eq!(status_with(&server, Some(&staff), None).await, StatusCode::OK);
    }
    server.advance(TimeDelta::minutes(6));
    assert_eq!(
        status_with(&server, Some(&staff), None).await,
        StatusCode::UNAUTHORIZED,
        "older than twelve hours"
    );
}

#[tokio::test]
async fn eleventh_session_ends_the_least_recently_used() {
    let server = Server::start().await;
    let mut tokens = Vec::new();
    for _ in 0..11 {
        tokens.push(server.token(VISITOR).await);
        server.advance(TimeDelta::seconds(1));
    }
    assert_eq!(status_with(&server, Some(&tokens[0]), None).await, StatusCode::UNAUTHORIZED);
    for token in &tokens[1..] {
        assert_eq!(status_with(&server, Some(token), None).await, StatusCode::OK);
    }
}

#[tokio::test]
async fn cross_site_sign_in_is_refused() {
    let server = Server::start().await;
    let login = json!({"email": ADMIN, "password": PASSWORD});
    let status_with = async |name: &'static str, value: &str| {
        server.post("/api/auth/login", &login).header(name, value).await.status()
    };
    assert_eq!(status_with("sec-fetch-site", "cross-site").await, StatusCode::FORBIDDEN);
    assert_eq!(status_with("sec-fetch-site", "same-site").await, StatusCode::FORBIDDEN);
    assert_eq!(status_with("origin", "https://outro.example").await, StatusCode::FORBIDDEN);
    assert_eq!(status_with("origin", &format!("http://{}", server.address)).await, StatusCode::OK);
    assert_eq!(status_with("sec-fetch-site", "same-origin").await, StatusCode::OK);
    assert_eq!(
        status_with("cookie", "__Host-sid=x").await,
        StatusCode::FORBIDDEN,
        "cookies without an `Origin`"
    );
    server.post("/api/auth/login", &login).cookies("a=b").await.expect(StatusCode::OK);
}

/// HTML forms of other sites can send the refused content types, also to routes that ignore the body.
#[tokio::test]
async fn api_accepts_only_json_bodies() {
    let server = Server::start().await;
    let logout = async |content_type: Option<&str>| {
        let mut request = server.post_empty("/api/auth/logout");
        if let Some(content_type) = content_type {
            request = request.header(header::CONTENT_TYPE, content_type);
        }
        request.await.status()
    };
    for form in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"] {
        assert_eq!(logout(Some(form)).await, StatusCode::UNSUPPORTED_MEDIA_TYPE, "{form}");
    }
    assert_eq!(logout(Some("application/json; charset=utf-8")).await, StatusCode::NO_CONTENT);
    assert_eq!(logout(None).await, StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn registration_with_a_common_password_is_refused() {
    let server = Server::start().await;
    for password in ["123456", "senha123", "ana@exemplo.com.br"] {
        let body = json!({"email": "ana@exemplo.com.br", "password": password, "full_name": "Ana Souza"});
        let answer = server.post("/api/auth/register", &body).await;
        assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY, "{password}");
        assert!(answer.json()["fields"]["password"].as_str().unwrap().contains("adivinhar"));
    }
}

#[tokio::test]
async fn password_with_combining_accents_matches_its_composed_form() {
    let server = Server::start().await;
    let (composed, combining) = ("maçã verde no pé", "mac\u{327}a\u{303} verde no pe\u{301}");
    let body = json!({"email": "ana@exemplo.com.br", "password": composed, "full_name": "Ana"});
    server.post("/api/auth/register", &body).await.expect(StatusCode::CREATED);
    for password in [composed, combining] {
        let body = json!({"email": "ana@exemplo.com.br", "password": password});
        server.post("/api/auth/login", &body).await.expect(StatusCode::OK);
    }
}

#[tokio::test]
async fn minimum_password_length_of_visitors_is_configurable() {
    let variables = &[("VITRINE_VISITOR_PASSWORD_MIN", "8")];
    let server = Server::start_with_variables(variables).await;
    let register = async |password: &str| {
        let body = json!({"email": "ana@exemplo.com.br", "password": password, "full_name": "Ana Souza"});
        server.post("/api/auth/register", &body).await.status()
    };
    assert_eq!(register("jk7rwmx").await, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(register("jk7rwmxq").await, StatusCode::CREATED);
}

#[tokio::test]
async fn outdated_password_hash_is_replaced_at_sign_in() {
    use argon2::{Algorithm, Argon2, Params, PasswordHasher, Version};
    let cheaper =
        Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::new(8 * 1024, 1, 1, None).unwrap());
    let old = cheaper.hash_password_with_salt(PASSWORD.as_bytes(), b"salt of 16 bytes").unwrap().to_string();
    let server = Server::start().await;
    let db = &server.app.db;
    let stored = async || users::find_by_email(db.reader(), VISITOR).await.unwrap().unwrap();
    let store_old_hash = async || {
        let id = stored().await.id;
        let tx = db.begin().await.unwrap();
        users::replace_hash(&*tx, id, old.clone()).await.unwrap();
        tx.commit().await.unwrap();
    };
    let is_replaced = async || !server.app.passwords.is_outdated(&stored().await.password_hash);
    store_old_hash().await;
    let token = server.token(VISITOR).await;
    assert!(is_replaced().await);
    assert_eq!(stored().await.last_login_at, Some(server.app.clock.now()));
    // The new hash is of the same password.
    server.token(VISITOR).await;

    authenticator::register_passkey(&server.with_token(&token)).await;
    store_old_hash().await;
    let login = json!({"email": VISITOR, "password": PASSWORD});
    let answer = server.post("/api/auth/login", &login).await;
    assert_eq!(answer.json()["code"], "second_factor_required");
    assert!(is_replaced().await, "only the first step has the password");
}

#[tokio::test]
async fn promoted_visitor_must_replace_a_short_password() {
    let server = Server::start().await;
    let body = json!({"email": "ana@exemplo.com.br", "password": "jk7rwm", "full_name": "Ana Souza"});
    server.post("/api/auth/register", &body).await.expect(StatusCode::CREATED);
    let admin = server.admin().await;
    let promote = async |email: &str| {
        let found = admin.json(&format!("/api/auth/users?search={email}")).await;
        let path = format!("/api/auth/users/{}", found["users"][0]["id"].as_str().unwrap());
        let promotion = json!({"role": "editor", "email_verified": true});
        admin.put(&path, &promotion).await.expect_success();
        admin.json(&path).await["must_change_password"].as_bool().unwrap()
    };
    assert!(promote("ana@exemplo.com.br").await);
    assert!(!promote(VISITOR).await, "the password is long enough");
    let login = json!({"email": "ana@exemplo.com.br", "password": "jk7rwm"});
    let session = server.post("/api/auth/login", &login).await.json();
    assert_eq!(session["user"]["must_change_password"], true);
    let token = session["token"].as_str().unwrap();
    let contacts = async || server.get("/api/contacts").bearer_auth(token).await;
    let refused = contacts().await.expect(StatusCode::FORBIDDEN);
    assert_eq!(refused.json()["code"], "password_change_required");
    let sees_drafts = async || {
        let blog = server.get("/api/blog?is_published=false").bearer_auth(token).await;
        let services = server.get("/api/services").bearer_auth(token).await;
        [blog.json()["posts"].to_string(), services.json().to_string()].map(|text| text.contains("Ainda não"))
    };
    let draft = json!({"title": "Ainda não", "slug": "ainda-nao", "content": "x"});
    admin.post("/api/blog", &draft).await.expect_success();
    let hidden =
        json!({"title": "Ainda não", "description": "x", "category": "Web e Hospedagem", "is_active": false});
    admin.post("/api/services", &hidden).await.expect_success();
    assert_eq!(sees_drafts().await, [false, false]);
    let change = async |new: &str| {
        let body = json!({"current_password": "jk7rwm", "new_password": new});
        server.put("/api/auth/password", &body).bearer_auth(token).await.status()
    };
    assert_eq!(change("jk7rwm9x").await, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(change(PASSWORD).await, StatusCode::NO_CONTENT);
    contacts().await.expect(StatusCode::OK);
    assert_eq!(sees_drafts().await, [true, true]);
}
