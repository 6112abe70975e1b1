//! Verification of an email address: what its owner can do about an account that another person registered with it, and which
//! changes of an address are refused.

use chrono::TimeDelta;
use reqwest::StatusCode;
use serde_json::{Value, json};
use vitrine::foundation::accounts::recovery::links::{self, NewLink, Purpose};

use crate::harness::{ADMIN, Client, EDITOR, PASSWORD, Server, VISITOR, authenticator, mailbox};

/// The owner's email address.
const OWNER: &str = "dona@exemplo.com.br";
/// The password that the owner chooses.
const OWN_PASSWORD: &str = "três gatos no telhado";

/// Registers a stranger with the owner's address and adds a passkey. Returns the session.
async fn register_stranger(server: &Server) -> Value {
    let body = json!({"email": OWNER, "password": PASSWORD, "full_name": "Dona"});
    let session = server.post("/api/auth/register", &body).await.expect(StatusCode::CREATED).json();
    authenticator::register_passkey(&server.with_token(session["token"].as_str().unwrap())).await;
    session
}

/// Signs in with the owner's address.
async fn sign_in(server: &Server, password: &str) -> (StatusCode, Value) {
    let body = json!({"email": OWNER, "password": password});
    server.post("/api/auth/login", &body).await.status_and_json()
}

async fn is_alive(server: &Server, session: &Value) -> bool {
    server.get("/api/auth/me").bearer_auth(session["token"].as_str().unwrap()).await.status()
        == StatusCode::OK
}

async fn update_user(admin: &Client, id: &Value, change: &Value) -> (StatusCode, Value) {
    let path = format!("/api/auth/users/{}", id.as_str().unwrap());
    admin.put(&path, change).await.status_and_json()
}

async fn reset(server: &Server, token: &str) -> StatusCode {
    let body = json!({"token": token, "password": OWN_PASSWORD});
    server.post("/api/auth/password-reset/confirm", &body).await.status()
}

#[tokio::test]
async fn first_password_reset_of_an_unverified_account_removes_its_factors() {
    let server = Server::start().await;
    let session = register_stranger(&server).await;
    server.post("/api/auth/password-reset", &json!({"email": OWNER})).await.expect(StatusCode::ACCEPTED);
    let link = mailbox::wait_for(&server, "password_reset", 1).await[0].secret();
    assert_eq!(reset(&server, &link).await, StatusCode::NO_CONTENT);
    assert!(!is_alive(&server, &session).await);
    let (status, session) = sign_in(&server, OWN_PASSWORD).await;
    assert_eq!(status, StatusCode::OK, "the stranger's second factor is removed");
    // A later reset keeps the factors that the owner has set up.
    authenticator::register_passkey(&server.with_token(session["token"].as_str().unwrap())).await;
    server.advance(TimeDelta::seconds(1));
    server.post("/api/auth/password-reset", &json!({"email": OWNER})).await.expect(StatusCode::ACCEPTED);
    let link = mailbox::wait_for(&server, "password_reset", 1).await[0].secret();
    assert_eq!(reset(&server, &link).await, StatusCode::NO_CONTENT);
    assert_eq!(sign_in(&server, OWN_PASSWORD).await.1["code"], "second_factor_required");
}

#[tokio::test]
async fn saving_the_current_address_or_a_new_password_cancels_a_pending_address_change() {
    let server = Server::start().await;
    let body = json!({"email": OWNER, "password": PASSWORD, "full_name": "Dona"});
    server.post("/api/auth/register", &body).await.expect(StatusCode::CREATED);
    let owner = server.sign_in(OWNER).await;
    let profile = |email: &str| json!({"full_name": "Dona", "email": email, "current_password": PASSWORD});
    // Requests a change of the address in another session, and returns the secret of its link.
    let request_change = async || {
        let thief = server.sign_in(OWNER).await;
        thief.put("/api/auth/profile", &profile("outro@exemplo.com.br")).await.expect(StatusCode::OK);
        let mails = mailbox::of_kind(&server, "email_verification").await;
        mails.iter().find(|mail| mail.to == "outro@exemplo.com.br").unwrap().secret()
    };
    let confirm = async |link: &str| {
        server.post("/api/auth/email-verification/confirm", &json!({"token": link})).await.json()["code"]
            .clone()
    };
    let link = request_change().await;
    assert_eq!(confirm(&link).await, "sign_in_first");
    owner.put("/api/auth/profile", &profile(OWNER)).await.expect(StatusCode::OK);
    assert_eq!(owner.json("/api/auth/profile").await["pending_email"], Value::Null);
    assert_eq!(confirm(&link).await, "link_invalid", "saving the current address cancels the change");

    let link = request_change().await;
    let change = json!({"current_password": PASSWORD, "new_password": OWN_PASSWORD});
    owner.put("/api/auth/password", &change).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(confirm(&link).await, "link_invalid", "a new password cancels the change");
}

#[tokio::test]
async fn reset_link_to_a_former_address_is_refused() {
    let server = Server::start().await;
    let user = server.sign_in(VISITOR).await.user_id().await.parse().unwrap();
    let tx = server.app.db.begin().await.unwrap();
    let new = NewLink {
        purpose: Purpose::ResetPassword,
        user_id: user,
        email: "antes@exemplo.com.br",
        created_by: None,
    };
    let link = links::create(&server.app, &tx, new).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(reset(&server, link.split_once('#').unwrap().1).await, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn confirmation_by_the_mailbox_owner_takes_the_account_from_a_stranger() {
    let server = Server::start().await;
    let session = register_stranger(&server).await;
    let link = mailbox::of_kind(&server, "email_verification").await[0].secret();
    let confirmed = server.post("/api/auth/email-verification/confirm", &json!({"token": link})).await.json();
    assert!(!is_alive(&server, &session).await);
    assert_eq!(sign_in(&server, PASSWORD).await.0, StatusCode::UNAUTHORIZED, "the stranger's password");
    let token = confirmed["reset_token"].as_str().expect("a token to choose a password");
    assert_eq!(reset(&server, token).await, StatusCode::NO_CONTENT);
    assert_eq!(sign_in(&server, OWN_PASSWORD).await.0, StatusCode::OK);
}

#[tokio::test]
async fn confirmation_in_a_session_of_the_account_keeps_session_and_factors() {
    let server = Server::start().await;
    let session = register_stranger(&server).await;
    let link = mailbox::of_kind(&server, "email_verification").await[0].secret();
    let confirmed = server
        .post("/api/auth/email-verification/confirm", &json!({"token": link}))
        .bearer_auth(session["token"].as_str().unwrap())
        .await;
    assert_eq!(confirmed.json()["reset_token"], Value::Null);
    assert!(is_alive(&server, &session).await);
    assert_eq!(sign_in(&server, PASSWORD).await.1["code"], "second_factor_required");
}

#[tokio::test]
async fn new_address_can_only_be_confirmed_in_a_session_of_the_account() {
    let server = Server::start().await;
    let stranger = server.sign_in(VISITOR).await;
    // The stranger verifies their own address, and then changes it to the owner's.
    stranger.post_empty("/api/auth/email-verification").await.expect(StatusCode::ACCEPTED);
    let link = mailbox::of_kind(&server, "email_verification").await.pop().unwrap().secret();
    stranger
        .post("/api/auth/email-verification/confirm", &json!({"token": link}))
        .await
        .expect(StatusCode::OK);
    server.advance(TimeDelta::seconds(1));
    let change = json!({"full_name": "Ana", "email": OWNER, "current_password": PASSWORD});
    stranger.put("/api/auth/profile", &change).await.expect(StatusCode::OK);
    let link = mailbox::of_kind(&server, "email_verification").await.pop().unwrap().secret();
    let confirm = async |token: Option<&str>| {
        let request = server.post("/api/auth/email-verification/confirm", &json!({"token": link}));
        let request = match token {
            Some(token) => request.bearer_auth(token),
            None => request,
        };
        request.await.json()
    };
    assert_eq!(
        confirm(None).await["code"],
        "sign_in_first",
        "the mailbox's owner doesn't get a stranger's account"
    );
    let other = server.token(EDITOR).await;
    assert_eq!(confirm(Some(&other)).await["code"], "sign_in_first");
    let own = server.token(VISITOR).await;
    assert_eq!(confirm(Some(&own)).await["email"], OWNER, "the refusals didn't use the link");
}

#[tokio::test]
async fn self_registered_account_becomes_staff_only_with_a_verified_address() {
    let server = Server::start().await;
    let session = register_stranger(&server).await;
    let admin = server.admin().await;
    let id = &session["user"]["id"];
    let (status, body) = update_user(&admin, id, &json!({"role": "editor"})).await;
    assert_eq!((status, &body["code"]), (StatusCode::CONFLICT, &json!("email_unverified")));
    let other = json!({"role": "editor", "email": "outra@exemplo.com.br"});
    assert_eq!(update_user(&admin, id, &other).await.1["code"], "email_unverified");
    let (status, _) = update_user(&admin, id, &json!({"role": "editor", "email_verified": true})).await;
    assert_eq!(status, StatusCode::OK);
    let events = admin.json("/api/audit?limit=100").await;
    let verified = events.as_array().unwrap().iter().find(|event| event["action"] == "user.email_verified");
    assert_eq!(verified.expect("recorded")["after"]["verified_by"], ADMIN);
}

#[tokio::test]
async fn account_created_by_an_administrator_becomes_staff_without_verification() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let body = json!({"email": OWNER, "password": PASSWORD, "full_name": "Dona"});
    let created = admin.post("/api/auth/users", &body).await;
    admin.put(created.header("location"), &json!({"role": "editor"})).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn invitation_takes_over_an_unverified_account() {
    let server = Server::start().await;
    let session = register_stranger(&server).await;
    let admin = server.admin().await;
    let body = json!({"email": OWNER, "full_name": "Dona Maria", "role": "editor"});
    let invite = async || admin.post("/api/auth/invitations", &body).await;
    let invited = invite().await.expect(StatusCode::CREATED).json();
    assert_eq!(invited["user_id"], session["user"]["id"]);
    assert!(!is_alive(&server, &session).await);
    assert_eq!(sign_in(&server, PASSWORD).await.0, StatusCode::UNAUTHORIZED);
    let (_, token) = invited["link"].as_str().unwrap().split_once('#').unwrap();
    let body = json!({"token": token, "full_name": "Dona Maria", "password": OWN_PASSWORD});
    server.post("/api/auth/invitations/accept", &body).await.expect(StatusCode::CREATED);
    assert_eq!(
        sign_in(&server, OWN_PASSWORD).await.0,
        StatusCode::OK,
        "the stranger's second factor is removed"
    );
    // The account is in use.
    invite().await.expect(StatusCode::CONFLICT);
}
