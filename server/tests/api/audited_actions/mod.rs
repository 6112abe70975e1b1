//! Deeds, each with what the audit log says of it: who did it, what it was, to what, from where.

mod contacts;
mod navigation;

use std::{fs, path::Path};

use chrono::TimeDelta;
use image::ImageFormat;
use reqwest::{Method, Response};
use sea_orm::{ConnectionTrait, Statement};
use serde_json::{Value, json};
use totp_rs::{Builder, Secret, Totp};

use crate::{
    authenticator,
    harness::{ADMIN, EDITOR, PASSWORD, Server, VISITOR, json_of, lead},
    mailbox,
    media::{picture, send_file, upload},
};

const NEW: &str = "três gatos no telhado";
const NEW_EMAIL: &str = "novo@exemplo.com.br";
const BIA: &str = "bia@exemplo.com.br";

/// The log, read from where it was read last.
struct Log<'a> {
    server: &'a Server,
    read: i64,
}

type Line = [String; 3];

impl<'a> Log<'a> {
    async fn open(server: &'a Server) -> Self {
        let mut log = Self { server, read: 0 };
        log.news().await;
        log
    }

    /// Who, what and to what, of each event since.
    async fn news(&mut self) -> Vec<Line> {
        let query = format!(
            "SELECT sequence, coalesce(user_email, '') AS who, action, coalesce(label, '') AS label,
                CASE WHEN erased_at IS NULL THEN coalesce(ip, source) ELSE '127.0.0.1' END AS place FROM audit_events WHERE sequence > {} ORDER BY sequence",
            self.read
        );
        let db = self.server.app.db.reader();
        let rows = db.query_all_raw(Statement::from_string(db.get_database_backend(), query)).await.unwrap();
        let first = self.read == 0;
        let line = |row: &sea_orm::QueryResult| {
            let place: String = row.try_get("", "place").unwrap();
            assert!(first || place == "127.0.0.1", "{place}");
            ["who", "action", "label"].map(|column| row.try_get("", column).unwrap())
        };
        let lines = rows.iter().map(line).collect();
        self.read = rows.last().map_or(self.read, |row| row.try_get("", "sequence").unwrap());
        lines
    }

    async fn expect(&mut self, expected: &[[&str; 3]]) {
        assert_eq!(self.news().await, expected);
    }
}

/// Somebody with a session.
struct Person<'a> {
    server: &'a Server,
    token: String,
}

impl<'a> Person<'a> {
    async fn sign_in(server: &'a Server, email: &str) -> Self {
        Self { server, token: server.token(email).await }
    }

    async fn send(&self, method: Method, path: &str, body: Value) -> Response {
        self.server.request(method, path).bearer_auth(&self.token).json(&body).send().await.unwrap()
    }

    async fn post(&self, path: &str, body: Value) -> Response {
        self.send(Method::POST, path, body).await
    }

    async fn done(&self, method: &str, path: &str, body: Value) -> Value {
        let answer = self.send(method.parse().unwrap(), path, body).await.error_for_status().unwrap();
        let text = answer.text().await.unwrap();
        serde_json::from_str(&text).unwrap_or(Value::Null)
    }
}

fn code(server: &Server, app: &Totp) -> String {
    app.generate(server.app.clock.now().timestamp().try_into().unwrap()).to_string()
}

async fn challenge(server: &Server, email: &str) -> Value {
    let login = json!({"email": email, "password": PASSWORD});
    json_of(server.post("/api/auth/login", &login).send().await.unwrap()).await["challenge"].clone()
}

#[tokio::test]
async fn with_passwords_and_codes() {
    let server = Server::start().await;
    let mut log = Log::open(&server).await;
    let ana = Person::sign_in(&server, EDITOR).await;
    log.expect(&[[EDITOR, "account.signed_in", ""]]).await;
    ana.post("/api/auth/step-up", json!({"password": "errada"})).await;
    log.expect(&[[EDITOR, "account.step_up_failed", ""]]).await;
    ana.done("POST", "/api/auth/step-up", json!({"password": PASSWORD})).await;
    log.expect(&[[EDITOR, "account.stepped_up", ""]]).await;
    let change = json!({"current_password": "errada", "new_password": NEW});
    ana.send(Method::PUT, "/api/auth/password", change).await;
    log.expect(&[[EDITOR, "account.password_refused", ""]]).await;

    let offer = ana.done("POST", "/api/auth/second-factor/totp", json!({})).await;
    let secret = Secret::try_from_base32(offer["key"].as_str().unwrap().replace(' ', "")).unwrap();
    let app = Builder::new().with_secret(secret).build().unwrap();
    ana.done("POST", "/api/auth/second-factor/totp/confirm", json!({"code": code(&server, &app)})).await;
    log.expect(&[[EDITOR, "account.second_factor_added", ""]]).await;
    let codes = ana.done("POST", "/api/auth/second-factor/recovery-codes", json!({})).await;
    log.expect(&[[EDITOR, "account.recovery_codes_replaced", ""]]).await;

    server.advance(TimeDelta::seconds(30));
    let challenge = challenge(&server, EDITOR).await;
    let second_step = async |code: &str| {
        let step = json!({"challenge": challenge, "code": code});
        server.post("/api/auth/login/second-factor", &step).send().await.unwrap()
    };
    log.expect(&[]).await;
    second_step("x").await;
    log.expect(&[[EDITOR, "account.second_factor_failed", ""]]).await;
    second_step(&code(&server, &app)).await.error_for_status().unwrap();
    log.expect(&[[EDITOR, "account.signed_in", ""]]).await;
    second_step(codes["codes"][0].as_str().unwrap()).await.error_for_status().unwrap();
    log.expect(&[[EDITOR, "account.recovery_code_used", ""], [EDITOR, "account.signed_in", ""]]).await;

    server.advance(TimeDelta::seconds(30));
    ana.done("POST", "/api/auth/step-up", json!({"code": code(&server, &app)})).await;
    log.expect(&[[EDITOR, "account.stepped_up", ""]]).await;
    ana.post("/api/auth/step-up", json!({"code": "x"})).await;
    log.expect(&[[EDITOR, "account.step_up_failed", ""]]).await;
    ana.done("DELETE", "/api/auth/second-factor/totp", json!({})).await;
    log.expect(&[[EDITOR, "account.second_factor_removed", ""]]).await;
    ana.done("PUT", "/api/auth/password", json!({"current_password": PASSWORD, "new_password": NEW})).await;
    log.expect(&[[EDITOR, "account.password_changed", EDITOR]]).await;
}

#[tokio::test]
async fn with_passkeys() {
    let server = Server::start().await;
    let ana = Person::sign_in(&server, EDITOR).await;
    let mut log = Log::open(&server).await;
    let mut phone = authenticator::registered(&server, &ana.token).await;
    log.expect(&[[EDITOR, "account.passkey_added", "Celular"]]).await;
    let factor = json_of(ana.send(Method::GET, "/api/auth/second-factor", Value::Null).await).await;
    let path = format!("/api/auth/passkeys/{}", factor["passkeys"][0]["id"].as_str().unwrap());
    ana.done("PUT", &path, json!({"name": "Telefone"})).await;
    log.expect(&[[EDITOR, "account.passkey_renamed", "Celular"]]).await;

    let proof = phone.proof(server.post("/api/auth/login/passkey/challenge", &json!({}))).await;
    let sign_in = async || server.post("/api/auth/login/passkey", &proof).send().await.unwrap();
    sign_in().await.error_for_status().unwrap();
    log.expect(&[[EDITOR, "account.signed_in", ""]]).await;
    sign_in().await;
    log.expect(&[["", "account.passkey_refused", ""]]).await;

    let question = server.post("/api/auth/step-up/challenge", &json!({})).bearer_auth(&ana.token);
    let proof = json!({"passkey": phone.proof(question).await});
    ana.done("POST", "/api/auth/step-up", proof.clone()).await;
    log.expect(&[[EDITOR, "account.stepped_up", ""]]).await;
    ana.post("/api/auth/step-up", proof).await;
    log.expect(&[[EDITOR, "account.step_up_failed", ""]]).await;
    ana.done("DELETE", &path, json!({})).await;
    log.expect(&[[EDITOR, "account.passkey_removed", "Telefone"]]).await;
}

#[tokio::test]
async fn with_ones_own_account() {
    let server = Server::start().await;
    let (ana, other) = (Person::sign_in(&server, VISITOR).await, Person::sign_in(&server, VISITOR).await);
    let mut log = Log::open(&server).await;
    let sessions = json_of(ana.send(Method::GET, "/api/auth/sessions", Value::Null).await).await;
    let path = format!("/api/auth/sessions/{}", sessions[1]["id"].as_str().unwrap());
    ana.done("DELETE", &path, json!({})).await;
    log.expect(&[[VISITOR, "account.session_ended", "Aparelho desconhecido"]]).await;
    drop(other);
    ana.done("DELETE", "/api/auth/sessions", json!({})).await;
    log.expect(&[[VISITOR, "account.sessions_ended", ""]]).await;

    let profile = |email: &str| json!({"full_name": "Ana", "email": email, "current_password": PASSWORD});
    ana.done("PUT", "/api/auth/profile", profile(VISITOR)).await;
    log.expect(&[[VISITOR, "account.profile_updated", VISITOR]]).await;
    ana.done("PUT", "/api/auth/profile", profile(NEW_EMAIL)).await;
    log.expect(&[[VISITOR, "account.email_change_asked", NEW_EMAIL]]).await;
    let link = mailbox::of_kind(&server, "email_verification").await.pop().unwrap().link().1;
    ana.done("POST", "/api/auth/email-verification/confirm", json!({"token": link})).await;
    log.expect(&[[VISITOR, "account.email_changed", NEW_EMAIL]]).await;
    ana.done("GET", "/api/auth/export", Value::Null).await;
    log.expect(&[[NEW_EMAIL, "account.data_exported", NEW_EMAIL]]).await;

    server.post("/api/auth/password-reset", &json!({"email": NEW_EMAIL})).send().await.unwrap();
    let link = mailbox::wait_for(&server, "password_reset", 1).await[0].link().1;
    log.expect(&[["", "account.reset_link_sent", NEW_EMAIL]]).await;
    ana.done("POST", "/api/auth/password-reset/confirm", json!({"token": link, "password": NEW})).await;
    log.expect(&[["", "account.password_reset", NEW_EMAIL]]).await;

    let registration = json!({"email": BIA, "password": PASSWORD, "full_name": "Bia"});
    let session = json_of(server.post("/api/auth/register", &registration).send().await.unwrap()).await;
    log.expect(&[[BIA, "account.registered", ""]]).await;
    let bia = Person { server: &server, token: session["token"].as_str().unwrap().to_owned() };
    let mails = mailbox::of_kind(&server, "email_verification").await;
    let link = mails.iter().find(|mail| mail.to == BIA).unwrap().link().1;
    bia.done("POST", "/api/auth/email-verification/confirm", json!({"token": link})).await;
    log.expect(&[[BIA, "account.email_verified", BIA]]).await;
    bia.done("DELETE", "/api/auth/account", json!({"password": PASSWORD})).await;
    log.expect(&[["", "account.deleted", ""]]).await;
}

#[tokio::test]
async fn with_other_peoples_accounts() {
    let server = Server::start().await;
    let admin = Person::sign_in(&server, ADMIN).await;
    let mut log = Log::open(&server).await;
    let person = json!({"email": BIA, "full_name": "Bia", "role": "editor"});
    let invited = admin.done("POST", "/api/auth/invitations", person).await;
    log.expect(&[[ADMIN, "user.invited", BIA]]).await;
    let user = format!("/api/auth/users/{}", invited["user_id"].as_str().unwrap());
    let invitation = format!("{user}/invitation");
    admin.done("POST", &invitation, json!({"send": false})).await;
    log.expect(&[[ADMIN, "user.invitation_revealed", BIA]]).await;
    admin.done("DELETE", &invitation, json!({})).await;
    log.expect(&[[ADMIN, "user.invitation_revoked", BIA]]).await;
    let invited = admin.done("POST", &invitation, json!({"send": true})).await;
    log.expect(&[[ADMIN, "user.invited", BIA]]).await;
    let (_, token) = invited["link"].as_str().unwrap().split_once('#').unwrap();
    let acceptance = json!({"token": token, "full_name": "Bia", "password": PASSWORD});
    server.post("/api/auth/invitations/accept", &acceptance).send().await.unwrap();
    log.expect(&[[BIA, "account.invitation_accepted", BIA]]).await;

    for (method, path, action) in [
        ("DELETE", "/sessions", "user.sessions_ended"),
        ("POST", "/disable", "user.disabled"),
        ("POST", "/enable", "user.enabled"),
    ] {
        admin.done(method, &format!("{user}{path}"), json!({})).await;
        log.expect(&[[ADMIN, action, BIA]]).await;
    }
    admin.done("PUT", &user, json!({"role": "editor"})).await;
    log.expect(&[[ADMIN, "user.role_changed", BIA]]).await;
    admin.done("PUT", &user, json!({"email_verified": false})).await;
    log.expect(&[[ADMIN, "user.updated", BIA]]).await;
    admin.done("PUT", &user, json!({"email_verified": true})).await;
    log.expect(&[[ADMIN, "user.updated", BIA], [ADMIN, "user.email_vouched", BIA]]).await;
    admin.done("DELETE", &user, json!({})).await;
    log.expect(&[[ADMIN, "user.deleted", BIA]]).await;
}

#[tokio::test]
async fn with_mail() {
    let server = Server::start().await;
    let admin = Person::sign_in(&server, ADMIN).await;
    server.send_contact(&lead()).await;
    let mut log = Log::open(&server).await;
    let outbox = json_of(admin.send(Method::GET, "/api/outbox", Value::Null).await).await;
    let message = outbox.as_array().unwrap().iter().find(|message| message["has_link"] == true).unwrap();
    let (path, to) =
        (format!("/api/outbox/{}", message["id"].as_str().unwrap()), message["to_email"].as_str().unwrap());
    admin.done("POST", &format!("{path}/link"), json!({})).await;
    log.expect(&[[ADMIN, "mail.link_revealed", to]]).await;
    admin.done("POST", &format!("{path}/retry"), json!({})).await;
    log.expect(&[[ADMIN, "mail.retried", to]]).await;
    let tx = server.app.db.begin().await.unwrap();
    tx.execute_unprepared("UPDATE outbox SET state = 'failed'").await.unwrap();
    tx.commit().await.unwrap();
    admin.done("DELETE", &path, json!({})).await;
    log.expect(&[[ADMIN, "mail.deleted", to]]).await;
}

#[tokio::test]
async fn with_pictures() {
    let server = Server::start().await;
    let (editor, ana) = (server.editor().await, Person::sign_in(&server, EDITOR).await);
    let mut log = Log::open(&server).await;
    let png = picture(9, 9, ImageFormat::Png);
    let media = upload(&editor, "a.png", &png).await;
    log.expect(&[[EDITOR, "media.uploaded", "a.png"]]).await;
    let path = format!("/api/media/{}", media["id"].as_str().unwrap());
    ana.done("PUT", &path, json!({"alt": "Uma ponte"})).await;
    log.expect(&[[EDITOR, "media.updated", "a.png"]]).await;
    let smaller = picture(8, 8, ImageFormat::Png);
    let replaced = send_file(&editor, &format!("{path}/file"), "b.png", &smaller).await;
    replaced.error_for_status().unwrap();
    log.expect(&[[EDITOR, "media.replaced", "a.png"]]).await;
    ana.done("DELETE", &path, json!({})).await;
    log.expect(&[[EDITOR, "media.deleted", "a.png"]]).await;
    ana.done("POST", &format!("{path}/restore"), json!({})).await;
    log.expect(&[[EDITOR, "media.restored", "a.png"]]).await;
    server.advance(TimeDelta::days(31));
    vitrine::operations::maintenance::run(&server.app).await.unwrap();
    let admin = server.admin().await;
    let purged = admin.json("/api/audit?group=media&limit=1").await;
    // What another file took the place of.
    assert_eq!((&purged[0]["action"], &purged[0]["source"]), (&json!("media.purged"), &json!("system")));
}

/// The first of too many is told, and once a minute: neither lost nor a flood.
#[tokio::test]
async fn too_often() {
    let server = Server::start().await;
    let login = json!({"email": VISITOR, "password": "errada"});
    for _ in 0..10 {
        server.post("/api/auth/login", &login).send().await.unwrap();
    }
    let mut log = Log::open(&server).await;
    let refused = async |body: &Value| {
        let answer = server.post("/api/auth/login", body).send().await.unwrap();
        assert_eq!(answer.status(), reqwest::StatusCode::TOO_MANY_REQUESTS);
    };
    refused(&login).await;
    log.expect(&[["", "account.sign_in_throttled", VISITOR]]).await;
    refused(&login).await;
    refused(&json!({"email": "ninguem@exemplo.com.br", "password": "errada"})).await;
    log.expect(&[]).await;
    server.advance(TimeDelta::minutes(1));
    server.post("/api/auth/login", &json!({"email": "minha senha", "password": ""})).send().await.unwrap();
    log.expect(&[["", "account.sign_in_failed", "algo que não é um e-mail"]]).await;
    refused(&login).await;
    log.expect(&[["", "account.sign_in_throttled", VISITOR]]).await;
}

fn sources(folder: &Path, text: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { sources(&path, text) } else { *text += &fs::read_to_string(&path).unwrap() }
    }
}

#[test]
fn every_action_is_in_some_test() {
    let words = include_str!("../../../src/foundation/audit/labels.rs");
    let words = words.split("=> other,").next().unwrap();
    let actions: Vec<&str> = words
        .lines()
        .filter_map(|line| line.trim().split_once("\" =>"))
        .map(|(action, _)| action.trim_start_matches('"'))
        .collect();
    assert!(actions.len() > 60, "the actions were found");
    let mut tests = String::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/api"), &mut tests);
    let missing: Vec<&str> =
        actions.into_iter().filter(|action| !tests.contains(&format!("\"{action}\""))).collect();
    assert_eq!(missing, [""; 0]);
}
