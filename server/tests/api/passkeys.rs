//! Passkeys: sign-in, second step, step-up, and the passkeys of an account.

use std::ops::Deref;

use chrono::TimeDelta;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use vitrine::foundation::accounts::recovery::rescue;

use crate::harness::{
    ADMIN, Client, EDITOR, NO_LIMITS, PASSWORD, Server, VISITOR, authenticator::Authenticator, mailbox,
};

const FACTOR: &str = "/api/auth/second-factor";
const NEW_CHALLENGE: &str = "/api/auth/passkeys/challenge";
const PASSKEYS: &str = "/api/auth/passkeys";
const LOGIN_CHALLENGE: &str = "/api/auth/login/passkey/challenge";
const LOGIN: &str = "/api/auth/login/passkey";
const STEP_UP_CHALLENGE: &str = "/api/auth/step-up/challenge";
const STEP_UP: &str = "/api/auth/step-up";

/// A signed-in user with a device. Sends requests with the session.
struct PasskeyUser<'a> {
    server: &'a Server,
    email: &'static str,
    client: Client,
    device: Authenticator,
    recovery_codes: Vec<Value>,
}

impl<'a> PasskeyUser<'a> {
    async fn sign_in(server: &'a Server, email: &'static str) -> Self {
        let client = server.sign_in(email).await;
        Self { server, email, client, device: Authenticator::new(), recovery_codes: Vec::new() }
    }

    /// Signs in and registers a passkey.
    async fn enroll(server: &'a Server, email: &'static str) -> Self {
        let mut user = Self::sign_in(server, email).await;
        let (status, body) = user.register("Celular").await;
        assert_eq!(status, StatusCode::CREATED, "{body}");
        user.recovery_codes = body["codes"].as_array().unwrap().clone();
        user
    }

    /// Requests a challenge, with the options for the device.
    async fn request_challenge(&self, path: &str) -> Value {
        self.post(path, &json!({})).await.expect(StatusCode::OK).json()
    }

    /// Creates a passkey on the device and registers it.
    async fn register(&mut self, name: &str) -> (StatusCode, Value) {
        let challenge = self.request_challenge(NEW_CHALLENGE).await;
        let credential = self.device.create(&challenge["options"]);
        let body = json!({"challenge": challenge["challenge"], "name": name, "credential": credential});
        self.post(PASSKEYS, &body).await.status_and_json()
    }

    async fn step_up(&mut self, challenge: &Value) -> (StatusCode, Value) {
        let credential = self.device.get(&challenge["options"]);
        let proof = json!({"passkey": {"challenge": challenge["challenge"], "credential": credential}});
        self.post(STEP_UP, &proof).await.status_and_json()
    }

    /// Signs in with the passkey alone.
    async fn sign_in_again(&mut self) -> (StatusCode, Value) {
        let challenge = request_challenge(self.server, &json!({})).await;
        self.sign_in_with(&challenge).await
    }

    /// Signs in with the passkey's response to a challenge.
    async fn sign_in_with(&mut self, challenge: &Value) -> (StatusCode, Value) {
        login(self.server, challenge, &self.device.get(&challenge["options"])).await
    }

    /// Sends the password step of a sign-in.
    async fn send_password(&self) -> (StatusCode, Value) {
        let body = json!({"email": self.email, "password": PASSWORD});
        self.server.post("/api/auth/login", &body).await.status_and_json()
    }

    /// Returns the ID of the first passkey.
    async fn passkey_id(&self) -> String {
        self.json(FACTOR).await["passkeys"][0]["id"].as_str().unwrap().to_owned()
    }
}

impl Deref for PasskeyUser<'_> {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}

/// Requests a challenge for signing in. `body` has the challenge of the second step, if any.
async fn request_challenge(server: &Server, body: &Value) -> Value {
    server.post(LOGIN_CHALLENGE, body).await.expect(StatusCode::OK).json()
}

/// Sends a passkey's response to a challenge.
async fn login(server: &Server, challenge: &Value, credential: &Value) -> (StatusCode, Value) {
    let body = json!({"challenge": challenge["challenge"], "credential": credential});
    server.post(LOGIN, &body).await.status_and_json()
}

fn assert_refused((status, body): (StatusCode, Value), why: &str) {
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{why}: {body}");
    assert!(body["fields"]["passkey"].is_string(), "{why}: {body}");
}

#[tokio::test]
async fn passkey_signs_in_without_email_and_password() {
    let server = Server::start().await;
    let elsewhere = server.token(EDITOR).await;
    let mut ana = PasskeyUser::enroll(&server, EDITOR).await;
    assert_eq!(ana.recovery_codes.len(), 10);
    assert_eq!(ana.device.handle.len(), 16, "the device stores an ID and no data of its owner");
    // Other sessions, made with a password alone, have ended.
    server.get("/api/auth/me").bearer_auth(elsewhere).await.expect(StatusCode::UNAUTHORIZED);
    let factor = ana.json(FACTOR).await;
    assert_eq!(factor["passkeys"][0]["name"], "Celular");
    assert_eq!(factor["passkeys"][0]["last_used_at"], Value::Null);
    assert_eq!(factor["recovery_codes_left"], 10);
    let mails = mailbox::of_kind(&server, "passkey_added").await;
    assert_eq!(mails.iter().map(|mail| mail.to.as_str()).collect::<Vec<_>>(), [EDITOR]);

    let challenge = request_challenge(&server, &json!({})).await;
    assert_eq!(challenge["options"]["allowCredentials"], json!([]), "the challenge doesn't name a passkey");
    let (status, session) = ana.sign_in_with(&challenge).await;
    assert_eq!(status, StatusCode::OK, "{session}");
    assert_eq!(session["user"]["email"], EDITOR);
    ana.client = server.with_token(session["token"].as_str().unwrap());
    assert_eq!(ana.json(FACTOR).await["passkeys"][0]["last_used_at"], "2026-11-20T12:00:00Z");
}

#[tokio::test]
async fn passkey_response_is_valid_once_within_five_minutes() {
    let server = Server::start().await;
    let mut ana = PasskeyUser::enroll(&server, EDITOR).await;
    let challenge = request_challenge(&server, &json!({})).await;
    let credential = ana.device.get(&challenge["options"]);
    assert_eq!(login(&server, &challenge, &credential).await.0, StatusCode::OK);
    assert_refused(login(&server, &challenge, &credential).await, "replayed");
    let later = request_challenge(&server, &json!({})).await;
    assert_refused(login(&server, &later, &credential).await, "a response to another challenge");
    assert_refused(ana.sign_in_with(&later).await, "a challenge that was answered wrongly");

    let challenge = request_challenge(&server, &json!({})).await;
    server.advance(TimeDelta::minutes(5));
    assert_refused(ana.sign_in_with(&challenge).await, "expired");
    assert_eq!(ana.sign_in_again().await.0, StatusCode::OK);
}

#[tokio::test]
async fn concurrent_uses_of_one_passkey_response_sign_in_once() {
    let server = Server::start().await;
    let mut ana = PasskeyUser::enroll(&server, EDITOR).await;
    let challenge = request_challenge(&server, &json!({})).await;
    let credential = ana.device.get(&challenge["options"]);
    let sign_in = || login(&server, &challenge, &credential);
    let ((first, _), (second, _)) = tokio::join!(sign_in(), sign_in());
    let mut statuses = [first, second];
    statuses.sort();
    assert_eq!(statuses, [StatusCode::OK, StatusCode::UNPROCESSABLE_ENTITY]);
}

#[tokio::test]
async fn phished_and_cloned_passkeys_are_refused() {
    let server = Server::start_with(NO_LIMITS).await;
    let mut ana = PasskeyUser::enroll(&server, EDITOR).await;
    let bia = PasskeyUser::enroll(&server, VISITOR).await;
    ana.device.origin = "https://vitrine.phishing.example".to_owned();
    assert_refused(ana.sign_in_again().await, "a page of another site");
    ana.device.origin = "http://localhost:5173".to_owned();
    ana.device.site = "phishing.example".to_owned();
    assert_refused(ana.sign_in_again().await, "a passkey of another site");
    ana.device.site = "localhost".to_owned();
    ana.device.verifies = false;
    assert_refused(ana.sign_in_again().await, "a response without user verification");
    ana.device.verifies = true;
    let handle = std::mem::replace(&mut ana.device.handle, bia.device.handle.clone());
    assert_refused(ana.sign_in_again().await, "the user handle of another user");
    ana.device.handle = handle;
    assert_refused(with_unknown_device(&server, &ana).sign_in_again().await, "an unknown passkey");

    ana.device.counter = 7;
    assert_eq!(ana.sign_in_again().await.0, StatusCode::OK);
    assert_refused(ana.sign_in_again().await, "a copy, whose counter didn't increase");
    ana.device.counter = 8;
    assert_eq!(ana.sign_in_again().await.0, StatusCode::OK);
}

/// Returns the user with a device whose passkey isn't registered.
fn with_unknown_device<'a>(server: &'a Server, user: &PasskeyUser) -> PasskeyUser<'a> {
    let device = Authenticator { handle: user.device.handle.clone(), ..Authenticator::new() };
    PasskeyUser { server, email: user.email, client: (**server).clone(), device, recovery_codes: Vec::new() }
}

#[tokio::test]
async fn invalid_passkey_registration_is_refused() {
    let server = Server::start().await;
    let mut ana = PasskeyUser::sign_in(&server, EDITOR).await;
    ana.device.origin = "https://vitrine.phishing.example".to_owned();
    assert_refused(ana.register("Celular").await, "a page of another site");
    ana.device = Authenticator { verifies: false, ..Authenticator::new() };
    assert_refused(ana.register("Celular").await, "a response without user verification");
    ana.device = Authenticator::new();
    let challenge = ana.request_challenge(NEW_CHALLENGE).await;
    let elsewhere = PasskeyUser::sign_in(&server, EDITOR).await;
    let credential = ana.device.create(&challenge["options"]);
    let body = json!({"challenge": challenge["challenge"], "name": "Celular", "credential": credential});
    assert_refused(elsewhere.post(PASSKEYS, &body).await.status_and_json(), "a challenge of another session");
    let challenge = request_challenge(&server, &json!({})).await;
    let body = json!({"challenge": challenge["challenge"], "name": "Celular", "credential": credential});
    assert_refused(ana.post(PASSKEYS, &body).await.status_and_json(), "a challenge for signing in");
    let (status, body) = ana.register(" ").await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(body["fields"]["name"].is_string(), "{body}");
    assert_eq!(ana.register("Celular").await.0, StatusCode::CREATED);
    let mut bia = PasskeyUser::sign_in(&server, VISITOR).await;
    std::mem::swap(&mut bia.device, &mut ana.device);
    let (status, body) = bia.register("Roubada").await;
    assert_eq!((status, &body["code"]), (StatusCode::CONFLICT, &json!("passkey_known")));
}

#[tokio::test]
async fn second_step_accepts_only_a_passkey_or_recovery_code_of_the_user() {
    let server = Server::start().await;
    let mut ana = PasskeyUser::enroll(&server, EDITOR).await;
    let mut bia = PasskeyUser::enroll(&server, VISITOR).await;
    let (status, body) = ana.send_password().await;
    assert_eq!((status, &body["code"]), (StatusCode::UNAUTHORIZED, &json!("second_factor_required")));
    assert_eq!(body["factors"], json!(["passkey"]));
    let step = json!({"challenge": body["challenge"]});
    let challenge = request_challenge(&server, &step).await;
    assert_eq!(challenge["options"]["allowCredentials"].as_array().unwrap().len(), 1);
    assert_refused(bia.sign_in_with(&challenge).await, "a passkey of another user");
    let challenge = request_challenge(&server, &step).await;
    let (status, session) = ana.sign_in_with(&challenge).await;
    assert_eq!((status, &session["user"]["email"]), (StatusCode::OK, &json!(EDITOR)));
    server.post(LOGIN_CHALLENGE, &json!({"challenge": "inventado"})).await.expect(StatusCode::UNAUTHORIZED);

    let code = json!({"challenge": body["challenge"], "code": ana.recovery_codes[0]});
    server.post("/api/auth/login/second-factor", &code).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn passkey_step_up_applies_only_to_the_requesting_session() {
    let server = Server::start().await;
    let mut ana = PasskeyUser::enroll(&server, ADMIN).await;
    let without_passkey = server.editor().await.post(STEP_UP_CHALLENGE, &json!({})).await;
    assert_eq!(without_passkey.json()["code"], "no_passkey");
    let mut bia = PasskeyUser::enroll(&server, VISITOR).await;
    server.advance(TimeDelta::minutes(10));
    for (method, path) in [
        (Method::POST, NEW_CHALLENGE),
        (Method::POST, PASSKEYS),
        (Method::PUT, &*format!("{PASSKEYS}/{}", ana.passkey_id().await)),
        (Method::DELETE, &*format!("{PASSKEYS}/{}", ana.passkey_id().await)),
    ] {
        let body = json!({"challenge": "x", "name": "x", "credential": {}});
        let (status, body) = ana.request(method.clone(), path).json(&body).await.status_and_json();
        assert_eq!(
            (status, &body["code"]),
            (StatusCode::FORBIDDEN, &json!("step_up_required")),
            "{method} {path}"
        );
    }
    let challenge = ana.request_challenge(STEP_UP_CHALLENGE).await;
    assert_refused(bia.step_up(&challenge).await, "a challenge of another session");
    let challenge = ana.request_challenge(STEP_UP_CHALLENGE).await;
    std::mem::swap(&mut ana.device, &mut bia.device);
    assert_refused(ana.step_up(&challenge).await, "a passkey of another user");
    std::mem::swap(&mut ana.device, &mut bia.device);
    let for_login = request_challenge(&server, &json!({})).await;
    assert_refused(ana.step_up(&for_login).await, "a challenge for signing in");
    let challenge = ana.request_challenge(STEP_UP_CHALLENGE).await;
    assert_eq!(ana.step_up(&challenge).await.0, StatusCode::NO_CONTENT);
    assert_refused(ana.step_up(&challenge).await, "replayed");
    server.get("/api/contacts/export.csv").bearer_auth(ana.bearer_token()).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn passkey_can_be_renamed_and_removed_only_by_its_owner() {
    let server = Server::start().await;
    let ana = PasskeyUser::enroll(&server, EDITOR).await;
    let mut bia = PasskeyUser::enroll(&server, VISITOR).await;
    let path = format!("{PASSKEYS}/{}", ana.passkey_id().await);
    let name = json!({"name": " Notebook "});
    bia.put(&path, &name).await.expect(StatusCode::NOT_FOUND);
    bia.delete(&path).await.expect(StatusCode::NOT_FOUND);
    assert_eq!(ana.put(&path, &name).await.json()["name"], "Notebook");

    let first = std::mem::replace(&mut bia.device, Authenticator::new());
    // Passkeys are listed by age.
    server.advance(TimeDelta::minutes(1));
    let (status, body) = bia.register("Chave USB").await;
    assert_eq!(
        (status, &body["codes"]),
        (StatusCode::CREATED, &json!([])),
        "the first recovery codes stay valid"
    );
    let factor = bia.json(FACTOR).await;
    let passkey_path =
        |index: usize| format!("{PASSKEYS}/{}", factor["passkeys"][index]["id"].as_str().unwrap());
    bia.delete(&passkey_path(1)).await.expect(StatusCode::NO_CONTENT);
    assert_refused(bia.sign_in_again().await, "removed");
    bia.device = first;
    assert_eq!(bia.sign_in_again().await.0, StatusCode::OK);
    assert_eq!(bia.json(FACTOR).await["recovery_codes_left"], 10);
    bia.delete(&passkey_path(0)).await.expect(StatusCode::NO_CONTENT);
    let factor = bia.json(FACTOR).await;
    assert_eq!((&factor["passkeys"], &factor["recovery_codes_left"]), (&json!([]), &json!(0)));
    assert_eq!(bia.send_password().await.0, StatusCode::OK, "the password alone signs in");
    assert_eq!(mailbox::of_kind(&server, "passkey_removed").await.len(), 2);
}

#[tokio::test]
async fn passkey_satisfies_the_required_second_factor() {
    let server = Server::start().await;
    let ana = PasskeyUser::enroll(&server, ADMIN).await;
    let policy = json!({"require_second_factor": true});
    ana.put("/api/settings/security", &policy).await.expect(StatusCode::OK);
    let mut bia = PasskeyUser::sign_in(&server, EDITOR).await;
    assert_eq!(bia.get("/api/contacts").await.json()["code"], "second_factor_enrollment_required");
    assert_eq!(bia.register("Celular").await.0, StatusCode::CREATED);
    assert!(bia.get("/api/contacts").await.json().is_array());
    let (_, session) = bia.sign_in_again().await;
    bia.client = server.with_token(session["token"].as_str().unwrap());
    assert!(bia.get("/api/contacts").await.json().is_array());
}

#[tokio::test]
async fn passkeys_stop_working_for_disabled_and_deleted_accounts_and_after_disable_2fa() {
    let server = Server::start().await;
    let mut ana = PasskeyUser::enroll(&server, EDITOR).await;
    let mut bia = PasskeyUser::enroll(&server, VISITOR).await;
    let passkeys = &bia.own_data().await["passkeys"];
    assert_eq!(passkeys[0]["name"], "Celular");
    assert!(passkeys[0].get("credential").is_none(), "{passkeys:?}");

    let admin = server.admin().await;
    let found = admin.json(&format!("/api/auth/users?search={EDITOR}")).await;
    let id = found["users"][0]["id"].as_str().unwrap();
    assert_eq!(found["users"][0]["second_factor"], true);
    for (action, expected) in [("disable", StatusCode::UNPROCESSABLE_ENTITY), ("enable", StatusCode::OK)] {
        let path = format!("/api/auth/users/{id}/{action}");
        admin.post(&path, &json!({})).await.expect_success();
        assert_eq!(ana.sign_in_again().await.0, expected, "{action}");
    }
    assert!(rescue::remove_second_factors(&server.app, EDITOR).await.unwrap());
    assert_refused(ana.sign_in_again().await, "after disable-2fa");
    assert_eq!(ana.send_password().await.0, StatusCode::OK);

    bia.delete_account().await;
    assert_refused(bia.sign_in_again().await, "deleted");
}

#[tokio::test]
async fn passkey_attempts_are_limited_by_network() {
    let server = Server::start().await;
    let mut ana = PasskeyUser::enroll(&server, EDITOR).await;
    ana.device.verifies = false;
    for _ in 0..10 {
        assert_refused(ana.sign_in_again().await, "a response without user verification");
    }
    ana.device.verifies = true;
    assert_eq!(
        ana.sign_in_again().await.0,
        StatusCode::TOO_MANY_REQUESTS,
        "even a valid response is refused"
    );
    for _ in 0..19 {
        request_challenge(&server, &json!({})).await;
    }
    server.post(LOGIN_CHALLENGE, &json!({})).await.expect(StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn passkeys_are_unavailable_on_an_ip_address() {
    let server = Server::start_with_variables(&[("VITRINE_PUBLIC_URL", "http://192.0.2.1")]).await;
    let answer = server.post(LOGIN_CHALLENGE, &json!({})).header("host", "192.0.2.1").await;
    assert_eq!(answer.status_and_json().1["code"], "passkeys_unavailable");
}
