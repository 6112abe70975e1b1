//! Second factors: authenticator apps, recovery codes, step-up, and the setting that requires a factor of all staff.

use std::ops::Deref;

use chrono::TimeDelta;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use totp_rs::Totp;

use crate::harness::{
    ADMIN, Answer, Client, EDITOR, PASSWORD, Server, VISITOR,
    authenticator::{totp_app, totp_code},
    mailbox,
};

const FACTOR: &str = "/api/auth/second-factor";
const TOTP: &str = "/api/auth/second-factor/totp";
const CONFIRM: &str = "/api/auth/second-factor/totp/confirm";
const CODES: &str = "/api/auth/second-factor/recovery-codes";
const SECURITY: &str = "/api/settings/security";

/// A signed-in user, with an authenticator app if one is enrolled. Sends requests with the session.
struct TotpUser<'a> {
    server: &'a Server,
    email: &'static str,
    client: Client,
    authenticator: Option<Totp>,
    recovery_codes: Vec<String>,
}

impl<'a> TotpUser<'a> {
    async fn sign_in(server: &'a Server, email: &'static str) -> Self {
        let client = server.sign_in(email).await;
        Self { server, email, client, authenticator: None, recovery_codes: Vec::new() }
    }

    /// Signs in and enrolls an authenticator app. Then advances the clock by one interval of the app, because the code of
    /// the current interval is used.
    async fn enroll(server: &'a Server, email: &'static str) -> Self {
        let mut user = Self::sign_in(server, email).await;
        let offer = user.post(TOTP, &json!({})).await.json();
        user.authenticator = Some(totp_app(offer["key"].as_str().unwrap()));
        let answer = user.post(CONFIRM, &json!({"code": user.code()})).await.expect(StatusCode::OK);
        user.recovery_codes = codes_in(&answer.json());
        user.server.advance(TimeDelta::seconds(30));
        user
    }

    /// Returns the app's current code.
    fn code(&self) -> String {
        self.code_at(TimeDelta::zero())
    }

    /// Returns the app's code at a time relative to now.
    fn code_at(&self, offset: TimeDelta) -> String {
        totp_code(self.authenticator.as_ref().unwrap(), self.server.app.clock.now() + offset)
    }

    /// Signs in with the password and returns the challenge of the second step.
    async fn start_sign_in(&self) -> String {
        let body = send_password(self.server, self.email).await.expect(StatusCode::UNAUTHORIZED).json();
        assert_eq!(body["code"], "second_factor_required");
        body["challenge"].as_str().unwrap().to_owned()
    }

    /// Sends the second step of a sign-in.
    async fn finish_sign_in(&self, challenge: &str, code: &str) -> (StatusCode, Value) {
        let body = json!({"challenge": challenge, "code": code});
        self.server.post("/api/auth/login/second-factor", &body).await.status_and_json()
    }

    /// Signs in with password and code. A new session replaces the user's.
    async fn sign_in_again(&mut self, code: &str) -> StatusCode {
        let (status, body) = self.finish_sign_in(&self.start_sign_in().await, code).await;
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

/// Returns the recovery codes of an answer.
fn codes_in(body: &Value) -> Vec<String> {
    body["codes"].as_array().unwrap().iter().map(|code| code.as_str().unwrap().to_owned()).collect()
}

async fn send_password(server: &Server, email: &str) -> Answer {
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
    // The first module of the QR code, after a margin of four.
    assert!(offer["qr_path"].as_str().unwrap().starts_with("M4 4h1v1h-1z"));
    ana.authenticator = Some(totp_app(offer["key"].as_str().unwrap()));
    send_password(&server, EDITOR).await.expect(StatusCode::OK);
    let wrong = ana
        .post(CONFIRM, &json!({"code": ana.code_at(TimeDelta::minutes(5))}))
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
    // Other sessions, made with a password alone, have ended.
    server.get("/api/auth/me").bearer_auth(elsewhere).await.expect(StatusCode::UNAUTHORIZED);
    let again = ana.post(TOTP, &json!({})).await;
    again.expect_error(StatusCode::CONFLICT, "second_factor_on");
    let mails = mailbox::of_kind(&server, "second_factor_added").await;
    assert_eq!(mails.iter().map(|mail| mail.to.as_str()).collect::<Vec<_>>(), [EDITOR]);
}

#[tokio::test]
async fn sign_in_needs_a_second_factor_and_each_code_works_once() {
    let server = Server::start().await;
    let ana = TotpUser::enroll(&server, EDITOR).await;
    let challenge = ana.start_sign_in().await;
    // A challenge isn't a session.
    server.get("/api/auth/me").bearer_auth(&challenge).await.expect(StatusCode::UNAUTHORIZED);
    let (status, session) = ana.finish_sign_in(&challenge, &ana.code()).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(session["user"]["email"], EDITOR);
    server.get("/api/auth/me").bearer_auth(session["token"].as_str().unwrap()).await.expect(StatusCode::OK);
    let replay = ana.finish_sign_in(&challenge, &ana.code()).await;
    assert_eq!(replay.0, StatusCode::UNPROCESSABLE_ENTITY, "the code is used");
    let (status, _) = ana.finish_sign_in(&challenge, &ana.code_at(TimeDelta::seconds(-30))).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "the code is older than the used one");
    let (status, _) = ana.finish_sign_in("inventado", &ana.code()).await;
    assert_eq!(status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn concurrent_uses_of_one_code_sign_in_once() {
    let server = Server::start().await;
    let ana = TotpUser::enroll(&server, EDITOR).await;
    let (challenge, code) = (ana.start_sign_in().await, ana.code());
    let finish = || ana.finish_sign_in(&challenge, &code);
    let ((first, _), (second, _)) = tokio::join!(finish(), finish());
    let mut statuses = [first, second];
    statuses.sort();
    assert_eq!(statuses, [StatusCode::OK, StatusCode::UNPROCESSABLE_ENTITY]);
}

#[tokio::test]
async fn totp_accepts_one_interval_of_clock_drift() {
    let server = Server::start().await;
    let mut ana = TotpUser::enroll(&server, EDITOR).await;
    server.advance(TimeDelta::minutes(5));
    for (difference, expected) in [
        (-60, StatusCode::UNPROCESSABLE_ENTITY),
        (60, StatusCode::UNPROCESSABLE_ENTITY),
        (-30, StatusCode::OK),
        (30, StatusCode::OK),
    ] {
        let code = ana.code_at(TimeDelta::seconds(difference));
        assert_eq!(ana.sign_in_again(&code).await, expected, "{difference} s");
    }
}

#[tokio::test]
async fn sign_in_challenge_expires_after_five_minutes_and_after_a_password_change() {
    let server = Server::start().await;
    let ana = TotpUser::enroll(&server, EDITOR).await;
    let challenge = ana.start_sign_in().await;
    server.advance(TimeDelta::minutes(5));
    let (status, body) = ana.finish_sign_in(&challenge, &ana.code()).await;
    assert_eq!((status, &body["code"]), (StatusCode::UNAUTHORIZED, &json!("challenge_expired")));

    let challenge = ana.start_sign_in().await;
    let change = json!({"current_password": PASSWORD, "new_password": "três gatos no telhado"});
    server.advance(TimeDelta::seconds(30));
    ana.put("/api/auth/password", &change).await.expect(StatusCode::NO_CONTENT);
    let (status, body) = ana.finish_sign_in(&challenge, &ana.code()).await;
    assert_eq!((status, &body["code"]), (StatusCode::UNAUTHORIZED, &json!("challenge_expired")));
}

#[tokio::test]
async fn recovery_codes_work_once_in_any_spelling() {
    let server = Server::start().await;
    let mut ana = TotpUser::enroll(&server, EDITOR).await;
    let bia = TotpUser::enroll(&server, VISITOR).await;
    let typed = format!(" {} ", ana.recovery_codes[0].to_uppercase().replace('-', ""));
    assert_eq!(ana.sign_in_again(&typed).await, StatusCode::OK);
    let used = ana.recovery_codes[0].clone();
    assert_eq!(ana.sign_in_again(&used).await, StatusCode::UNPROCESSABLE_ENTITY, "the code is used");
    let foreign = bia.recovery_codes[0].clone();
    assert_eq!(ana.sign_in_again(&foreign).await, StatusCode::UNPROCESSABLE_ENTITY, "a code of another user");
    assert_eq!(ana.get(FACTOR).await.json()["recovery_codes_left"], 9);
    assert_eq!(mailbox::of_kind(&server, "recovery_code_used").await.len(), 1);

    let old = ana.recovery_codes[1].clone();
    ana.recovery_codes = codes_in(&ana.post(CODES, &json!({})).await.json());
    assert_eq!(ana.sign_in_again(&old).await, StatusCode::UNPROCESSABLE_ENTITY, "replaced");
    let new = ana.recovery_codes[1].clone();
    assert_eq!(ana.sign_in_again(&new).await, StatusCode::OK);
}

#[tokio::test]
async fn totp_guesses_are_limited() {
    let server = Server::start().await;
    let ana = TotpUser::enroll(&server, EDITOR).await;
    let challenge = ana.start_sign_in().await;
    for _ in 0..5 {
        let (status, _) = ana.finish_sign_in(&challenge, "x").await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    }
    let (status, _) = ana.finish_sign_in(&challenge, &ana.code()).await;
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS, "even the right code is refused");
    server.advance(TimeDelta::minutes(5));
    let (status, _) = ana.finish_sign_in(&ana.start_sign_in().await, &ana.code()).await;
    assert_eq!(status, StatusCode::OK);
}

#[tokio::test]
async fn wrong_codes_of_others_do_not_lock_out_a_known_device() {
    let server = Server::start().await;
    let ana = TotpUser::enroll(&server, EDITOR).await;
    let challenge = ana.start_sign_in().await;
    let finish_sign_in = async |device: Option<&str>, code: &str| {
        let body = json!({"challenge": challenge, "code": code});
        let request = server.post("/api/auth/login/second-factor", &body);
        let request = match device {
            Some(cookie) => request.cookies(cookie).header("x-session-transport", "cookie"),
            None => request,
        };
        request.await
    };
    // A sign-in with the cookie transport makes the browser a known device. The cookie `a=b` has no meaning.
    let first = finish_sign_in(Some("a=b"), &ana.code()).await;
    let (device, _) = first.cookie("__Host-device").expect("a known device");
    let known = Some(&*device);
    server.advance(TimeDelta::minutes(1));
    for _ in 0..5 {
        finish_sign_in(None, "x").await.expect(StatusCode::UNPROCESSABLE_ENTITY);
    }
    let proof = json!({"code": ana.code()});
    // An unknown device is throttled.
    finish_sign_in(None, &ana.code()).await.expect(StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(
        ana.step_up(&proof).await,
        StatusCode::TOO_MANY_REQUESTS,
        "a step-up without a device is throttled, too"
    );
    server
        .post("/api/auth/step-up", &proof)
        .bearer_auth(ana.bearer_token())
        .cookies(&device)
        .await
        .expect(StatusCode::NO_CONTENT);

    server.advance(TimeDelta::minutes(1));
    for number in 0..10 {
        let wrong = json!({"email": format!("pessoa{number}@exemplo.com.br"), "password": "errada"});
        // The last ones are throttled, because wrong codes count as failures of the network, too.
        let status = server.post("/api/auth/login", &wrong).await.status();
        assert!([StatusCode::UNAUTHORIZED, StatusCode::TOO_MANY_REQUESTS].contains(&status), "{status}");
    }
    // Failures of the network don't affect a known device.
    finish_sign_in(known, &ana.code()).await.expect(StatusCode::OK);
    server.advance(TimeDelta::minutes(1));
    for _ in 0..5 {
        finish_sign_in(known, "x").await.expect(StatusCode::UNPROCESSABLE_ENTITY);
    }
    // A known device has its own budget.
    finish_sign_in(known, &ana.code()).await.expect(StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn disabled_second_factor_restores_password_sign_in() {
    let server = Server::start().await;
    let ana = TotpUser::enroll(&server, EDITOR).await;
    ana.delete(TOTP).await.expect(StatusCode::NO_CONTENT);
    send_password(&server, EDITOR).await.expect(StatusCode::OK);
    ana.post(CODES, &json!({})).await.expect_error(StatusCode::CONFLICT, "second_factor_off");
    assert_eq!(mailbox::of_kind(&server, "second_factor_removed").await.len(), 1);
}

#[tokio::test]
async fn sensitive_actions_need_a_step_up_within_ten_minutes() {
    let server = Server::start().await;
    let ana = TotpUser::enroll(&server, ADMIN).await;
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
    let policy = json!({"require_second_factor": true});
    ana.put(SECURITY, &policy).await.expect_error(StatusCode::FORBIDDEN, "step_up_required");
    let link = format!("/api/outbox/{}/link", uuid::Uuid::nil());
    ana.post(&link, &json!(null)).await.expect_error(StatusCode::FORBIDDEN, "step_up_required");
    // Reading needs no step-up.
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
    assert_eq!(
        ana.step_up(&json!({"code": ana.code()})).await,
        StatusCode::UNPROCESSABLE_ENTITY,
        "the code is used"
    );
}

#[tokio::test]
async fn required_second_factor_is_enforced_for_staff() {
    let server = Server::start().await;
    let bia = TotpUser::sign_in(&server, EDITOR).await;
    let visitor = TotpUser::sign_in(&server, VISITOR).await;
    let policy = json!({"require_second_factor": true});
    server.admin().await.put(SECURITY, &policy).await.expect_error(StatusCode::CONFLICT, "second_factor_off");
    let ana = TotpUser::enroll(&server, ADMIN).await;
    bia.put(SECURITY, &policy).await.expect(StatusCode::FORBIDDEN);
    bia.get(SECURITY).await.expect(StatusCode::FORBIDDEN);
    assert_eq!(ana.get(SECURITY).await.json(), json!({"require_second_factor": false}));
    ana.put(SECURITY, &policy).await.expect(StatusCode::OK);
    assert_eq!(ana.get(SECURITY).await.json(), policy);

    bia.get("/api/contacts").await.expect_error(StatusCode::FORBIDDEN, "second_factor_enrollment_required");
    ana.get("/api/contacts").await.expect(StatusCode::OK);
    assert_eq!(bia.get(FACTOR).await.json()["required"], true);
    assert_eq!(visitor.get(FACTOR).await.json()["required"], false);
    let bia = TotpUser::enroll(&server, EDITOR).await;
    bia.get("/api/contacts").await.expect(StatusCode::OK);
    bia.delete(TOTP).await.expect(StatusCode::NO_CONTENT);
    bia.get("/api/contacts").await.expect_error(StatusCode::FORBIDDEN, "second_factor_enrollment_required");

    let off = json!({"require_second_factor": false});
    ana.put(SECURITY, &off).await.expect(StatusCode::OK);
    bia.get("/api/contacts").await.expect(StatusCode::OK);
}
