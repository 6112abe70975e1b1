use std::ops::Deref;

use chrono::TimeDelta;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::harness::{
    ADMIN, Client, EDITOR, PASSWORD, Server, VISITOR, authenticator::Authenticator, mailbox,
};

const FACTOR: &str = "/api/auth/second-factor";
const ASK_NEW: &str = "/api/auth/passkeys/challenge";
const PASSKEYS: &str = "/api/auth/passkeys";
const ASK: &str = "/api/auth/login/passkey/challenge";
const LOGIN: &str = "/api/auth/login/passkey";
const ASK_PROOF: &str = "/api/auth/step-up/challenge";
const STEP_UP: &str = "/api/auth/step-up";

/// An account with a session and a device that holds passkeys.
struct PasskeyUser<'a> {
    server: &'a Server,
    email: &'static str,
    client: Client,
    device: Authenticator,
    codes: Vec<Value>,
}

impl<'a> PasskeyUser<'a> {
    async fn sign_in(server: &'a Server, email: &'static str) -> Self {
        let client = server.sign_in(email).await;
        Self { server, email, client, device: Authenticator::new(), codes: Vec::new() }
    }

    async fn registered(server: &'a Server, email: &'static str) -> Self {
        let mut person = Self::sign_in(server, email).await;
        let (status, body) = person.register("Celular").await;
        assert_eq!(status, StatusCode::CREATED, "{body}");
        person.codes = body["codes"].as_array().unwrap().clone();
        person
    }

    async fn ask(&self, path: &str) -> Value {
        self.post(path, &json!({})).await.expect(StatusCode::OK).json()
    }

    async fn register(&mut self, name: &str) -> (StatusCode, Value) {
        let asked = self.ask(ASK_NEW).await;
        let credential = self.device.create(&asked["options"]);
        let body = json!({"challenge": asked["challenge"], "name": name, "credential": credential});
        self.post(PASSKEYS, &body).await.status_and_json()
    }

    async fn step_up(&mut self, asked: &Value) -> (StatusCode, Value) {
        let credential = self.device.get(&asked["options"]);
        let proof = json!({"passkey": {"challenge": asked["challenge"], "credential": credential}});
        self.post(STEP_UP, &proof).await.status_and_json()
    }

    async fn sign_in_again(&mut self) -> (StatusCode, Value) {
        let asked = ask(self.server, &json!({})).await;
        self.answer(&asked).await
    }

    async fn answer(&mut self, asked: &Value) -> (StatusCode, Value) {
        login(self.server, asked, &self.device.get(&asked["options"])).await
    }

    /// Signs in with the password.
    async fn password_step(&self) -> (StatusCode, Value) {
        let body = json!({"email": self.email, "password": PASSWORD});
        self.server.post("/api/auth/login", &body).await.status_and_json()
    }

    async fn first_passkey(&self) -> String {
        self.json(FACTOR).await["passkeys"][0]["id"].as_str().unwrap().to_owned()
    }
}

impl Deref for PasskeyUser<'_> {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}

async fn ask(server: &Server, body: &Value) -> Value {
    server.post(ASK, body).await.expect(StatusCode::OK).json()
}

async fn login(server: &Server, asked: &Value, credential: &Value) -> (StatusCode, Value) {
    let body = json!({"challenge": asked["challenge"], "credential": credential});
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
    let mut ana = PasskeyUser::registered(&server, EDITOR).await;
    assert_eq!(ana.codes.len(), 10, "recovery codes");
    assert_eq!(ana.device.handle.len(), 16, "the device stores an ID and no data of its owner");
    // Sessions made with a password alone have ended.
    server.get("/api/auth/me").bearer_auth(elsewhere).await.expect(StatusCode::UNAUTHORIZED);
    let factor = ana.json(FACTOR).await;
    assert_eq!(factor["passkeys"][0]["name"], "Celular");
    assert_eq!(factor["passkeys"][0]["last_used_at"], Value::Null);
    assert_eq!(factor["recovery_codes_left"], 10);
    let mails = mailbox::of_kind(&server, "passkey_added").await;
    assert_eq!(mails.iter().map(|mail| mail.to.as_str()).collect::<Vec<_>>(), [EDITOR]);

    let asked = ask(&server, &json!({})).await;
    assert_eq!(
        asked["options"]["allowCredentials"],
        json!([]),
        "the response doesn't show who has a passkey"
    );
    let (status, session) = ana.answer(&asked).await;
    assert_eq!(status, StatusCode::OK, "{session}");
    assert_eq!(session["user"]["email"], EDITOR);
    ana.client = server.with_token(session["token"].as_str().unwrap());
    assert_eq!(ana.json(FACTOR).await["passkeys"][0]["last_used_at"], "2026-11-20T12:00:00Z");
}

#[tokio::test]
async fn passkey_response_is_valid_once_within_five_minutes() {
    let server = Server::start().await;
    let mut ana = PasskeyUser::registered(&server, EDITOR).await;
    let asked = ask(&server, &json!({})).await;
    let credential = ana.device.get(&asked["options"]);
    assert_eq!(login(&server, &asked, &credential).await.0, StatusCode::OK);
    assert_refused(login(&server, &asked, &credential).await, "replayed");
    let later = ask(&server, &json!({})).await;
    assert_refused(login(&server, &later, &credential).await, "the response to another challenge");
    assert_refused(ana.answer(&later).await, "the failure used up the challenge");

    let asked = ask(&server, &json!({})).await;
    server.advance(TimeDelta::minutes(5));
    assert_refused(ana.answer(&asked).await, "run out");
    assert_eq!(ana.sign_in_again().await.0, StatusCode::OK);
}

#[tokio::test]
async fn concurrent_uses_of_one_passkey_response_sign_in_once() {
    let server = Server::start().await;
    let mut ana = PasskeyUser::registered(&server, EDITOR).await;
    let asked = ask(&server, &json!({})).await;
    let credential = ana.device.get(&asked["options"]);
    let both =
        futures_util::future::join(login(&server, &asked, &credential), login(&server, &asked, &credential));
    let ((one, _), (two, _)) = both.await;
    let mut statuses = [one, two];
    statuses.sort();
    assert_eq!(statuses, [StatusCode::OK, StatusCode::UNPROCESSABLE_ENTITY]);
}

#[tokio::test]
async fn phished_and_cloned_passkeys_are_refused() {
    let server = Server::start_with(crate::harness::Options {
        variables: &[("VITRINE_RATE_LIMITS", "off")],
        ..Default::default()
    })
    .await;
    let mut ana = PasskeyUser::registered(&server, EDITOR).await;
    let bia = PasskeyUser::registered(&server, VISITOR).await;
    ana.device.origin = "https://vitrine.phishing.example".to_owned();
    assert_refused(ana.sign_in_again().await, "another site's page");
    ana.device.origin = "http://localhost:5173".to_owned();
    ana.device.site = "phishing.example".to_owned();
    assert_refused(ana.sign_in_again().await, "another site's key");
    ana.device.site = "localhost".to_owned();
    ana.device.verifies = false;
    assert_refused(ana.sign_in_again().await, "the user wasn't verified");
    ana.device.verifies = true;
    let handle = std::mem::replace(&mut ana.device.handle, bia.device.handle.clone());
    assert_refused(ana.sign_in_again().await, "another account's user handle");
    ana.device.handle = handle;
    assert_refused(PasskeyUser::sign_in_again(&mut stranger(&server, &ana)).await, "unknown here");

    ana.device.counter = 7;
    assert_eq!(ana.sign_in_again().await.0, StatusCode::OK);
    assert_refused(ana.sign_in_again().await, "the counter didn't increase: a copy");
    ana.device.counter = 8;
    assert_eq!(ana.sign_in_again().await.0, StatusCode::OK);
}

/// Returns the account with a device that the site doesn't know.
fn stranger<'a>(server: &'a Server, person: &PasskeyUser) -> PasskeyUser<'a> {
    let device = Authenticator { handle: person.device.handle.clone(), ..Authenticator::new() };
    PasskeyUser { server, email: person.email, client: (**server).clone(), device, codes: Vec::new() }
}

#[tokio::test]
async fn passkey_of_another_site_is_not_registered() {
    let server = Server::start().await;
    let mut ana = PasskeyUser::sign_in(&server, EDITOR).await;
    ana.device.origin = "https://vitrine.phishing.example".to_owned();
    assert_refused(ana.register("Celular").await, "another site's page");
    ana.device = Authenticator { verifies: false, ..Authenticator::new() };
    assert_refused(ana.register("Celular").await, "the user wasn't verified");
    ana.device = Authenticator::new();
    let asked = ana.ask(ASK_NEW).await;
    let elsewhere = PasskeyUser::sign_in(&server, EDITOR).await;
    let credential = ana.device.create(&asked["options"]);
    let body = json!({"challenge": asked["challenge"], "name": "Celular", "credential": credential});
    assert_refused(elsewhere.post(PASSKEYS, &body).await.status_and_json(), "another session's");
    let asked = ask(&server, &json!({})).await;
    let body = json!({"challenge": asked["challenge"], "name": "Celular", "credential": credential});
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
async fn second_step_accepts_only_own_passkey_or_recovery_code() {
    let server = Server::start().await;
    let mut ana = PasskeyUser::registered(&server, EDITOR).await;
    let mut bia = PasskeyUser::registered(&server, VISITOR).await;
    let (status, body) = ana.password_step().await;
    assert_eq!((status, &body["code"]), (StatusCode::UNAUTHORIZED, &json!("second_factor_required")));
    assert_eq!(body["factors"], json!(["passkey"]));
    let step = json!({"challenge": body["challenge"]});
    let asked = ask(&server, &step).await;
    assert_eq!(asked["options"]["allowCredentials"].as_array().unwrap().len(), 1);
    assert_refused(bia.answer(&asked).await, "somebody else's");
    let asked = ask(&server, &step).await;
    let (status, session) = ana.answer(&asked).await;
    assert_eq!((status, &session["user"]["email"]), (StatusCode::OK, &json!(EDITOR)));
    server.post(ASK, &json!({"challenge": "inventado"})).await.expect(StatusCode::UNAUTHORIZED);

    let code = json!({"challenge": body["challenge"], "code": ana.codes[0]});
    server.post("/api/auth/login/second-factor", &code).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn passkey_reauthenticates_only_the_requesting_session() {
    let server = Server::start().await;
    let mut ana = PasskeyUser::registered(&server, ADMIN).await;
    let early = PasskeyUser::sign_in(&server, EDITOR).await.post(ASK_PROOF, &json!({})).await;
    assert_eq!(early.json()["code"], "no_passkey");
    let mut bia = PasskeyUser::registered(&server, VISITOR).await;
    server.advance(TimeDelta::minutes(10));
    for (method, path) in [
        (Method::POST, ASK_NEW),
        (Method::POST, PASSKEYS),
        (Method::PUT, &*format!("{PASSKEYS}/{}", ana.first_passkey().await)),
        (Method::DELETE, &*format!("{PASSKEYS}/{}", ana.first_passkey().await)),
    ] {
        let body = json!({"challenge": "x", "name": "x", "credential": {}});
        let (status, body) = ana.request(method.clone(), path).json(&body).await.status_and_json();
        assert_eq!(
            (status, &body["code"]),
            (StatusCode::FORBIDDEN, &json!("step_up_required")),
            "{method} {path}"
        );
    }
    let asked = ana.ask(ASK_PROOF).await;
    assert_refused(bia.step_up(&asked).await, "somebody else's session");
    let asked = ana.ask(ASK_PROOF).await;
    std::mem::swap(&mut ana.device, &mut bia.device);
    assert_refused(ana.step_up(&asked).await, "somebody else's passkey");
    std::mem::swap(&mut ana.device, &mut bia.device);
    let for_login = ask(&server, &json!({})).await;
    assert_refused(ana.step_up(&for_login).await, "a challenge for signing in");
    let asked = ana.ask(ASK_PROOF).await;
    assert_eq!(ana.step_up(&asked).await.0, StatusCode::NO_CONTENT);
    assert_refused(ana.step_up(&asked).await, "replayed");
    server.get("/api/contacts/export.csv").bearer_auth(ana.bearer_token()).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn passkeys_are_renamed_and_removed_by_their_owner_only() {
    let server = Server::start().await;
    let ana = PasskeyUser::registered(&server, EDITOR).await;
    let mut bia = PasskeyUser::registered(&server, VISITOR).await;
    let path = format!("{PASSKEYS}/{}", ana.first_passkey().await);
    let name = json!({"name": " Notebook "});
    bia.put(&path, &name).await.expect(StatusCode::NOT_FOUND);
    bia.delete(&path).await.expect(StatusCode::NOT_FOUND);
    assert_eq!(ana.put(&path, &name).await.json()["name"], "Notebook");

    let first = std::mem::replace(&mut bia.device, Authenticator::new());
    server.advance(TimeDelta::minutes(1)); // the older one comes first
    let (status, body) = bia.register("Chave USB").await;
    assert_eq!((status, &body["codes"]), (StatusCode::CREATED, &json!([])), "the first ones still count");
    let factor = bia.json(FACTOR).await;
    let of = |index: usize| format!("{PASSKEYS}/{}", factor["passkeys"][index]["id"].as_str().unwrap());
    bia.delete(&of(1)).await.expect(StatusCode::NO_CONTENT);
    assert_refused(bia.sign_in_again().await, "removed");
    bia.device = first;
    assert_eq!(bia.sign_in_again().await.0, StatusCode::OK);
    assert_eq!(bia.json(FACTOR).await["recovery_codes_left"], 10);
    bia.delete(&of(0)).await.expect(StatusCode::NO_CONTENT);
    let factor = bia.json(FACTOR).await;
    assert_eq!((&factor["passkeys"], &factor["recovery_codes_left"]), (&json!([]), &json!(0)));
    assert_eq!(bia.password_step().await.0, StatusCode::OK, "the password alone again");
    assert_eq!(mailbox::of_kind(&server, "passkey_removed").await.len(), 2);
}

#[tokio::test]
async fn passkey_satisfies_the_required_second_factor() {
    let server = Server::start().await;
    let ana = PasskeyUser::registered(&server, ADMIN).await;
    let rules = json!({"require_second_factor": true});
    ana.put("/api/settings/security", &rules).await.expect(StatusCode::OK);
    let mut bia = PasskeyUser::sign_in(&server, EDITOR).await;
    assert_eq!(bia.get("/api/contacts").await.json()["code"], "second_factor_enrollment_required");
    assert_eq!(bia.register("Celular").await.0, StatusCode::CREATED);
    assert!(bia.get("/api/contacts").await.json().is_array());
    let (_, session) = bia.sign_in_again().await;
    bia.client = server.with_token(session["token"].as_str().unwrap());
    assert!(bia.get("/api/contacts").await.json().is_array());
}

#[tokio::test]
async fn passkeys_stop_working_for_deleted_rescued_and_disabled_accounts() {
    let server = Server::start().await;
    let mut ana = PasskeyUser::registered(&server, EDITOR).await;
    let mut bia = PasskeyUser::registered(&server, VISITOR).await;
    let data = bia.json("/api/auth/export").await;
    assert_eq!(data["passkeys"][0]["name"], "Celular");
    assert!(!data.to_string().contains("credential"), "{data}");

    let admin = server.admin().await;
    let found = admin.json(&format!("/api/auth/users?search={EDITOR}")).await;
    let id = found["users"][0]["id"].as_str().unwrap();
    assert_eq!(found["users"][0]["second_factor"], true);
    for (action, expected) in [("disable", StatusCode::UNPROCESSABLE_ENTITY), ("enable", StatusCode::OK)] {
        let path = format!("/api/auth/users/{id}/{action}");
        assert!(admin.post(&path, &json!({})).await.status().is_success());
        assert_eq!(ana.sign_in_again().await.0, expected, "{action}");
    }
    assert!(
        vitrine::foundation::accounts::recovery::rescue::remove_second_factors(&server.app, EDITOR)
            .await
            .unwrap()
    );
    assert_refused(ana.sign_in_again().await, "rescued");
    assert_eq!(ana.password_step().await.0, StatusCode::OK);

    bia.delete_with("/api/auth/account", &json!({"password": PASSWORD})).await.expect(StatusCode::NO_CONTENT);
    assert_refused(bia.sign_in_again().await, "deleted");
}

#[tokio::test]
async fn passkey_attempts_are_limited_by_network() {
    let server = Server::start().await;
    let mut ana = PasskeyUser::registered(&server, EDITOR).await;
    ana.device.verifies = false;
    for _ in 0..10 {
        assert_refused(ana.sign_in_again().await, "the user wasn't verified");
    }
    ana.device.verifies = true;
    assert_eq!(ana.sign_in_again().await.0, StatusCode::TOO_MANY_REQUESTS, "right or not");
    for _ in 0..19 {
        ask(&server, &json!({})).await;
    }
    server.post(ASK, &json!({})).await.expect(StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn passkeys_are_unavailable_on_an_ip_address() {
    let server = Server::start_with(crate::harness::Options {
        variables: &[("VITRINE_PUBLIC_URL", "http://192.0.2.1")],
        ..Default::default()
    })
    .await;
    let answer = server.post(ASK, &json!({})).header("host", "192.0.2.1").await;
    assert_eq!(answer.status_and_json().1["code"], "passkeys_unavailable");
}
