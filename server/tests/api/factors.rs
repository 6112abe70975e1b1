use std::ops::Deref;

use chrono::TimeDelta;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use totp_rs::{Builder, Secret, Totp};

use crate::harness::{ADMIN, Answer, Client, EDITOR, PASSWORD, Server, VISITOR, mailbox};

const FACTOR: &str = "/api/auth/second-factor";
const TOTP: &str = "/api/auth/second-factor/totp";
const CONFIRM: &str = "/api/auth/second-factor/totp/confirm";
const CODES: &str = "/api/auth/second-factor/recovery-codes";
const SECURITY: &str = "/api/settings/security";

/// An account with a session and an authenticator app.
struct TotpUser<'a> {
    server: &'a Server,
    email: &'static str,
    client: Client,
    app: Option<Totp>,
    recovery: Vec<String>,
}

impl<'a> TotpUser<'a> {
    async fn sign_in(server: &'a Server, email: &'static str) -> Self {
        let client = server.sign_in(email).await;
        Self { server, email, client, app: None, recovery: Vec::new() }
    }

    async fn enrolled(server: &'a Server, email: &'static str) -> Self {
        let mut person = Self::sign_in(server, email).await;
        let offer = person.post(TOTP, &json!({})).await.json();
        person.app = Some(app(offer["key"].as_str().unwrap()));
        let answer = person.post(CONFIRM, &json!({"code": person.code()})).await.expect(StatusCode::OK);
        person.recovery = codes_in(&answer.json());
        person.server.advance(TimeDelta::seconds(30));
        person
    }

    /// Returns the app's current code.
    fn code(&self) -> String {
        self.code_in(TimeDelta::zero())
    }

    fn code_in(&self, time: TimeDelta) -> String {
        let seconds = (self.server.app.clock.now() + time).timestamp();
        self.app.as_ref().unwrap().generate(seconds.try_into().unwrap()).to_string()
    }

    async fn challenge(&self) -> String {
        let body = password_step(self.server, self.email).await.expect(StatusCode::UNAUTHORIZED).json();
        assert_eq!(body["code"], "second_factor_required");
        body["challenge"].as_str().unwrap().to_owned()
    }

    async fn second_step(&self, challenge: &str, code: &str) -> (StatusCode, Value) {
        let body = json!({"challenge": challenge, "code": code});
        self.server.post("/api/auth/login/second-factor", &body).await.status_and_json()
    }

    async fn sign_in_again(&mut self, code: &str) -> StatusCode {
        let (status, body) = self.second_step(&self.challenge().await, code).await;
        if status == StatusCode::OK {
            self.client = self.server.with_token(body["token"].as_str().unwrap());
        }
        status
    }

    async fn step_up(&self, proof: &Value) -> StatusCode {
        self.post("/api/auth/step-up", proof).await.status()
    }
}

impl Deref for TotpUser<'_> {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}

fn app(key: &str) -> Totp {
    let secret = Secret::try_from_base32(key.replace(' ', "")).unwrap();
    Builder::new().with_secret(secret).build().unwrap()
}

fn codes_in(body: &Value) -> Vec<String> {
    body["codes"].as_array().unwrap().iter().map(|code| code.as_str().unwrap().to_owned()).collect()
}

async fn password_step(server: &Server, email: &str) -> Answer {
    let body = json!({"email": email, "password": PASSWORD});
    server.post("/api/auth/login", &body).await
}

#[tokio::test]
async fn totp_is_enabled_only_after_a_valid_code() {
    let server = Server::start().await;
    let mut ana = TotpUser::sign_in(&server, EDITOR).await;
    let early = ana.post(CONFIRM, &json!({"code": "000000"})).await;
    early.expect_error(StatusCode::CONFLICT, "second_factor_off");
    let offer = ana.post(TOTP, &json!({})).await.json();
    assert!(offer["url"].as_str().unwrap().starts_with("otpauth://totp/"), "{offer}");
    assert!(offer["qr_path"].as_str().unwrap().starts_with("M4 4h1v1h-1z"));
    ana.app = Some(app(offer["key"].as_str().unwrap()));
    password_step(&server, EDITOR).await.expect(StatusCode::OK);
    let wrong = ana
        .post(CONFIRM, &json!({"code": ana.code_in(TimeDelta::minutes(5))}))
        .await
        .expect(StatusCode::UNPROCESSABLE_ENTITY);
    assert!(wrong.json()["fields"]["code"].is_string());
    let before = ana.get(FACTOR).await.json();
    assert_eq!(
        before,
        json!({"totp_since": null, "passkeys": [], "recovery_codes_left": 0, "required": false})
    );

    let elsewhere = server.token(EDITOR).await;
    let right = format!(" {} ", ana.code());
    let answer = ana.post(CONFIRM, &json!({"code": right})).await;
    assert_eq!(codes_in(&answer.json()).len(), 10);
    let after = ana.get(FACTOR).await.json();
    assert_eq!(after["recovery_codes_left"], 10);
    assert_eq!(after["totp_since"], "2026-11-20T12:00:00Z");
    // Sessions made with a password alone have ended.
    server.get("/api/auth/me").bearer_auth(elsewhere).await.expect(StatusCode::UNAUTHORIZED);
    let again = ana.post(TOTP, &json!({})).await;
    again.expect_error(StatusCode::CONFLICT, "second_factor_on");
    let mails = mailbox::of_kind(&server, "second_factor_added").await;
    assert_eq!(mails.iter().map(|mail| mail.to.as_str()).collect::<Vec<_>>(), [EDITOR]);
}

#[tokio::test]
async fn sign_in_needs_a_second_factor_and_each_code_works_once() {
    let server = Server::start().await;
    let ana = TotpUser::enrolled(&server, EDITOR).await;
    let challenge = ana.challenge().await;
    // A challenge isn't a session.
    server.get("/api/auth/me").bearer_auth(&challenge).await.expect(StatusCode::UNAUTHORIZED);
    let (status, session) = ana.second_step(&challenge, &ana.code()).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(session["user"]["email"], EDITOR);
    server.get("/api/auth/me").bearer_auth(session["token"].as_str().unwrap()).await.expect(StatusCode::OK);
    let replay = ana.second_step(&challenge, &ana.code()).await;
    assert_eq!(replay.0, StatusCode::UNPROCESSABLE_ENTITY, "used");
    let (status, _) = ana.second_step(&challenge, &ana.code_in(TimeDelta::seconds(-30))).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "older than the one used");
    let (status, _) = ana.second_step("inventado", &ana.code()).await;
    assert_eq!(status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn concurrent_uses_of_one_code_sign_in_once() {
    let server = Server::start().await;
    let ana = TotpUser::enrolled(&server, EDITOR).await;
    let (challenge, code) = (ana.challenge().await, ana.code());
    let both =
        futures_util::future::join(ana.second_step(&challenge, &code), ana.second_step(&challenge, &code));
    let ((one, _), (two, _)) = both.await;
    let mut statuses = [one, two];
    statuses.sort();
    assert_eq!(statuses, [StatusCode::OK, StatusCode::UNPROCESSABLE_ENTITY]);
}

#[tokio::test]
async fn totp_accepts_one_interval_of_clock_drift() {
    let server = Server::start().await;
    let mut ana = TotpUser::enrolled(&server, EDITOR).await;
    server.advance(TimeDelta::minutes(5));
    for (difference, expected) in [
        (-60, StatusCode::UNPROCESSABLE_ENTITY),
        (60, StatusCode::UNPROCESSABLE_ENTITY),
        (-30, StatusCode::OK),
        (30, StatusCode::OK),
    ] {
        let code = ana.code_in(TimeDelta::seconds(difference));
        assert_eq!(ana.sign_in_again(&code).await, expected, "{difference} s");
    }
}

#[tokio::test]
async fn sign_in_challenge_expires_after_five_minutes_or_a_new_password() {
    let server = Server::start().await;
    let ana = TotpUser::enrolled(&server, EDITOR).await;
    let challenge = ana.challenge().await;
    server.advance(TimeDelta::minutes(5));
    let (status, body) = ana.second_step(&challenge, &ana.code()).await;
    assert_eq!((status, &body["code"]), (StatusCode::UNAUTHORIZED, &json!("challenge_expired")));

    let challenge = ana.challenge().await;
    let change = json!({"current_password": PASSWORD, "new_password": "três gatos no telhado"});
    server.advance(TimeDelta::seconds(30));
    let changed = ana.put("/api/auth/password", &change).await;
    assert!(changed.status().is_success(), "{}", changed.text());
    let (status, body) = ana.second_step(&challenge, &ana.code()).await;
    assert_eq!((status, &body["code"]), (StatusCode::UNAUTHORIZED, &json!("challenge_expired")));
}

#[tokio::test]
async fn recovery_codes_work_once_in_any_spelling() {
    let server = Server::start().await;
    let mut ana = TotpUser::enrolled(&server, EDITOR).await;
    let bia = TotpUser::enrolled(&server, VISITOR).await;
    let typed = format!(" {} ", ana.recovery[0].to_uppercase().replace('-', ""));
    assert_eq!(ana.sign_in_again(&typed).await, StatusCode::OK);
    let used = ana.recovery[0].clone();
    assert_eq!(ana.sign_in_again(&used).await, StatusCode::UNPROCESSABLE_ENTITY, "used");
    let foreign = bia.recovery[0].clone();
    assert_eq!(ana.sign_in_again(&foreign).await, StatusCode::UNPROCESSABLE_ENTITY, "somebody else's");
    assert_eq!(ana.get(FACTOR).await.json()["recovery_codes_left"], 9);
    assert_eq!(mailbox::of_kind(&server, "recovery_code_used").await.len(), 1);

    let old = ana.recovery[1].clone();
    ana.recovery = codes_in(&ana.post(CODES, &json!({})).await.json());
    assert_eq!(ana.sign_in_again(&old).await, StatusCode::UNPROCESSABLE_ENTITY, "replaced");
    let new = ana.recovery[1].clone();
    assert_eq!(ana.sign_in_again(&new).await, StatusCode::OK);
}

#[tokio::test]
async fn totp_guesses_are_limited() {
    let server = Server::start().await;
    let ana = TotpUser::enrolled(&server, EDITOR).await;
    let challenge = ana.challenge().await;
    for _ in 0..5 {
        let (status, _) = ana.second_step(&challenge, "x").await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    }
    let (status, _) = ana.second_step(&challenge, &ana.code()).await;
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS, "right or not");
    server.advance(TimeDelta::minutes(5));
    let (status, _) = ana.second_step(&ana.challenge().await, &ana.code()).await;
    assert_eq!(status, StatusCode::OK);
}

#[tokio::test]
async fn wrong_codes_of_others_do_not_lock_out_a_known_device() {
    let server = Server::start().await;
    let ana = TotpUser::enrolled(&server, EDITOR).await;
    let (challenge, minute) = (ana.challenge().await, TimeDelta::minutes(1));
    let second_step = async |device: Option<&str>, code: &str| {
        let body = json!({"challenge": challenge, "code": code});
        let request = server.post("/api/auth/login/second-factor", &body);
        let request = match device {
            Some(cookie) => request.cookies(cookie).header("x-session-transport", "cookie"),
            None => request,
        };
        request.await
    };
    let first = second_step(Some("a=b"), &ana.code()).await;
    let (device, _) = first.cookie("__Host-device").expect("a known device");
    let known = Some(&*device);
    server.advance(minute);
    for _ in 0..5 {
        second_step(None, "x").await.expect(StatusCode::UNPROCESSABLE_ENTITY);
    }
    let proof = json!({"code": ana.code()});
    // An unknown device is throttled.
    second_step(None, &ana.code()).await.expect(StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(ana.step_up(&proof).await, StatusCode::TOO_MANY_REQUESTS, "nobody knows where from");
    server
        .post("/api/auth/step-up", &proof)
        .bearer_auth(ana.bearer_token())
        .cookies(&device)
        .await
        .expect(StatusCode::NO_CONTENT);

    server.advance(minute);
    for number in 0..10 {
        let wrong = json!({"email": format!("pessoa{number}@exemplo.com.br"), "password": "errada"});
        server.post("/api/auth/login", &wrong).await;
    }
    // Failures of the network don't affect a known device.
    second_step(known, &ana.code()).await.expect(StatusCode::OK);
    server.advance(minute);
    for _ in 0..5 {
        second_step(known, "x").await.expect(StatusCode::UNPROCESSABLE_ENTITY);
    }
    // A known device has its own budget.
    second_step(known, &ana.code()).await.expect(StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn disabled_second_factor_restores_password_sign_in() {
    let server = Server::start().await;
    let ana = TotpUser::enrolled(&server, EDITOR).await;
    ana.delete(TOTP).await.expect(StatusCode::NO_CONTENT);
    password_step(&server, EDITOR).await.expect(StatusCode::OK);
    let codes = ana.post(CODES, &json!({})).await;
    codes.expect_error(StatusCode::CONFLICT, "second_factor_off");
    assert_eq!(mailbox::of_kind(&server, "second_factor_removed").await.len(), 1);
}

#[tokio::test]
async fn sensitive_actions_need_reauthentication_within_ten_minutes() {
    let server = Server::start().await;
    let ana = TotpUser::enrolled(&server, ADMIN).await;
    let export = async || ana.get("/api/contacts/export.csv").await;
    server.advance(TimeDelta::minutes(9));
    export().await.expect(StatusCode::OK);
    server.advance(TimeDelta::minutes(1));
    export().await.expect_error(StatusCode::FORBIDDEN, "step_up_required");
    for (method, path) in
        [(Method::POST, TOTP), (Method::POST, CONFIRM), (Method::DELETE, TOTP), (Method::POST, CODES)]
    {
        ana.request(method.clone(), path)
            .json(&json!({"code": "1"}))
            .await
            .expect_error(StatusCode::FORBIDDEN, "step_up_required");
    }
    let settings = ana.put(SECURITY, &json!({"require_second_factor": true})).await;
    settings.expect_error(StatusCode::FORBIDDEN, "step_up_required");
    let link = format!("/api/outbox/{}/link", uuid::Uuid::nil());
    ana.post(&link, &json!(null)).await.expect_error(StatusCode::FORBIDDEN, "step_up_required");
    // Reading needs no reauthentication.
    ana.get("/api/contacts").await.expect(StatusCode::OK);

    assert_eq!(ana.step_up(&json!({})).await, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(ana.step_up(&json!({"password": "errada"})).await, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(ana.step_up(&json!({"code": "12"})).await, StatusCode::UNPROCESSABLE_ENTITY);
    export().await.expect_error(StatusCode::FORBIDDEN, "step_up_required");
    assert_eq!(ana.step_up(&json!({"password": PASSWORD})).await, StatusCode::NO_CONTENT);
    export().await.expect(StatusCode::OK);
    server.advance(TimeDelta::minutes(10));
    export().await.expect_error(StatusCode::FORBIDDEN, "step_up_required");
    assert_eq!(ana.step_up(&json!({"code": ana.code()})).await, StatusCode::NO_CONTENT);
    export().await.expect(StatusCode::OK);
    assert_eq!(ana.step_up(&json!({"code": ana.code()})).await, StatusCode::UNPROCESSABLE_ENTITY, "used");
}

#[tokio::test]
async fn required_second_factor_is_enforced_for_staff() {
    let server = Server::start().await;
    let bia = TotpUser::sign_in(&server, EDITOR).await;
    let visitor = TotpUser::sign_in(&server, VISITOR).await;
    let rules = json!({"require_second_factor": true});
    let early = TotpUser::sign_in(&server, ADMIN).await.put(SECURITY, &rules).await;
    early.expect_error(StatusCode::CONFLICT, "second_factor_off");
    let ana = TotpUser::enrolled(&server, ADMIN).await;
    bia.put(SECURITY, &rules).await.expect(StatusCode::FORBIDDEN);
    bia.get(SECURITY).await.expect(StatusCode::FORBIDDEN);
    assert_eq!(ana.get(SECURITY).await.json(), json!({"require_second_factor": false}));
    ana.put(SECURITY, &rules).await.expect(StatusCode::OK);
    assert_eq!(ana.get(SECURITY).await.json(), rules);

    bia.get("/api/contacts").await.expect_error(StatusCode::FORBIDDEN, "second_factor_enrollment_required");
    ana.get("/api/contacts").await.expect(StatusCode::OK);
    assert_eq!(bia.get(FACTOR).await.json()["required"], true);
    assert_eq!(visitor.get(FACTOR).await.json()["required"], false);
    let bia = TotpUser::enrolled(&server, EDITOR).await;
    bia.get("/api/contacts").await.expect(StatusCode::OK);
    bia.delete(TOTP).await.expect(StatusCode::NO_CONTENT);
    bia.get("/api/contacts").await.expect_error(StatusCode::FORBIDDEN, "second_factor_enrollment_required");

    let off = json!({"require_second_factor": false});
    ana.put(SECURITY, &off).await.expect(StatusCode::OK);
    bia.get("/api/contacts").await.expect(StatusCode::OK);
}
