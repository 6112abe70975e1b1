//! Audit events of actions: actor, action, label and IP address.

mod contacts;
mod navigation;

use chrono::TimeDelta;
use image::ImageFormat;
use reqwest::StatusCode;
use serde_json::{Value, json};
use totp_rs::Totp;

use crate::{
    harness::{ADMIN, EDITOR, PASSWORD, Server, VISITOR, authenticator, mailbox, new_contact},
    media::{picture, send_file, upload},
};

const NEW_PASSWORD: &str = "três gatos no telhado";
const NEW_EMAIL: &str = "novo@exemplo.com.br";
const BIA: &str = "bia@exemplo.com.br";

/// A reader of the audit log.
struct Log<'a> {
    server: &'a Server,
    /// Sequence of the last event that was read; zero before the first.
    position: i64,
}

impl<'a> Log<'a> {
    async fn open(server: &'a Server) -> Self {
        let mut log = Self { server, position: 0 };
        log.read().await;
        log
    }

    /// Returns actor, action and label of each event since the last call. Checks that they have the IP address of the test.
    /// Events before the first call and events without personal data may have none.
    async fn read(&mut self) -> Vec<[String; 3]> {
        let query = format!(
            "SELECT sequence, coalesce(user_email, '') AS who, action, coalesce(label, '') AS label,
                CASE WHEN erased_at IS NULL AND action <> 'account.deleted' THEN coalesce(ip, source)
                    ELSE '127.0.0.1' END AS ip FROM audit_events
                WHERE sequence > {} ORDER BY sequence",
            self.position
        );
        let rows = self.server.query(&query).await;
        let is_first = self.position == 0;
        let line = |row: &sea_orm::QueryResult| {
            let ip: String = row.try_get("", "ip").unwrap();
            assert!(is_first || ip == "127.0.0.1", "{ip}");
            ["who", "action", "label"].map(|column| row.try_get("", column).unwrap())
        };
        let lines = rows.iter().map(line).collect();
        self.position = rows.last().map_or(self.position, |row| row.try_get("", "sequence").unwrap());
        lines
    }

    /// Checks all events since the last call.
    async fn expect(&mut self, expected: &[[&str; 3]]) {
        assert_eq!(self.read().await, expected);
    }
}

/// Returns the current code of an authenticator app.
fn code(server: &Server, app: &Totp) -> String {
    authenticator::totp_code(app, server.app.clock.now())
}

/// Signs in with the password and returns the challenge of the second step.
async fn start_sign_in(server: &Server, email: &str) -> Value {
    let login = json!({"email": email, "password": PASSWORD});
    server.post("/api/auth/login", &login).await.json()["challenge"].clone()
}

#[tokio::test]
async fn password_and_totp_actions_are_audited() {
    let server = Server::start().await;
    let mut log = Log::open(&server).await;
    let ana = server.sign_in(EDITOR).await;
    log.expect(&[[EDITOR, "account.signed_in", ""]]).await;
    let wrong = json!({"password": "errada"});
    ana.post("/api/auth/step-up", &wrong).await.expect(StatusCode::UNPROCESSABLE_ENTITY);
    log.expect(&[[EDITOR, "account.step_up_failed", ""]]).await;
    ana.post("/api/auth/step-up", &json!({"password": PASSWORD})).await.expect_success();
    log.expect(&[[EDITOR, "account.stepped_up", ""]]).await;
    let change = json!({"current_password": "errada", "new_password": NEW_PASSWORD});
    ana.put("/api/auth/password", &change).await.expect(StatusCode::UNPROCESSABLE_ENTITY);
    log.expect(&[[EDITOR, "account.password_refused", ""]]).await;

    let offer = ana.post("/api/auth/second-factor/totp", &json!({})).await.expect_success().json();
    let app = authenticator::totp_app(offer["key"].as_str().unwrap());
    ana.post("/api/auth/second-factor/totp/confirm", &json!({"code": code(&server, &app)}))
        .await
        .expect_success();
    log.expect(&[[EDITOR, "account.second_factor_added", ""]]).await;
    let codes = ana.post("/api/auth/second-factor/recovery-codes", &json!({})).await.expect_success().json();
    log.expect(&[[EDITOR, "account.recovery_codes_replaced", ""]]).await;

    server.advance(TimeDelta::seconds(30));
    let challenge = start_sign_in(&server, EDITOR).await;
    let finish_sign_in = async |code: &str| {
        let step = json!({"challenge": challenge, "code": code});
        server.post("/api/auth/login/second-factor", &step).await
    };
    log.expect(&[]).await;
    finish_sign_in("x").await.expect(StatusCode::UNPROCESSABLE_ENTITY);
    log.expect(&[[EDITOR, "account.second_factor_failed", ""]]).await;
    finish_sign_in(&code(&server, &app)).await.expect_success();
    log.expect(&[[EDITOR, "account.signed_in", ""]]).await;
    finish_sign_in(codes["codes"][0].as_str().unwrap()).await.expect_success();
    log.expect(&[[EDITOR, "account.recovery_code_used", ""], [EDITOR, "account.signed_in", ""]]).await;

    server.advance(TimeDelta::seconds(30));
    ana.post("/api/auth/step-up", &json!({"code": code(&server, &app)})).await.expect_success();
    log.expect(&[[EDITOR, "account.stepped_up", ""]]).await;
    let wrong = json!({"code": "x"});
    ana.post("/api/auth/step-up", &wrong).await.expect(StatusCode::UNPROCESSABLE_ENTITY);
    log.expect(&[[EDITOR, "account.step_up_failed", ""]]).await;
    ana.delete("/api/auth/second-factor/totp").await.expect_success();
    log.expect(&[[EDITOR, "account.second_factor_removed", ""]]).await;
    ana.put("/api/auth/password", &json!({"current_password": PASSWORD, "new_password": NEW_PASSWORD}))
        .await
        .expect_success();
    log.expect(&[[EDITOR, "account.password_changed", EDITOR]]).await;
}

#[tokio::test]
async fn passkey_actions_are_audited() {
    let server = Server::start().await;
    let ana = server.sign_in(EDITOR).await;
    let mut log = Log::open(&server).await;
    let mut phone = authenticator::register_passkey(&ana).await;
    log.expect(&[[EDITOR, "account.passkey_added", "Celular"]]).await;
    let factor = ana.get("/api/auth/second-factor").await.json();
    let path = format!("/api/auth/passkeys/{}", factor["passkeys"][0]["id"].as_str().unwrap());
    ana.put(&path, &json!({"name": "Telefone"})).await.expect_success();
    log.expect(&[[EDITOR, "account.passkey_renamed", "Celular"]]).await;

    let proof = phone.sign(server.post("/api/auth/login/passkey/challenge", &json!({}))).await;
    let sign_in = async || server.post("/api/auth/login/passkey", &proof).await;
    sign_in().await.expect_success();
    log.expect(&[[EDITOR, "account.signed_in", ""]]).await;
    sign_in().await.expect(StatusCode::UNPROCESSABLE_ENTITY);
    log.expect(&[["", "account.passkey_refused", ""]]).await;

    let proof = json!({"passkey": phone.sign(ana.post("/api/auth/step-up/challenge", &json!({}))).await});
    ana.post("/api/auth/step-up", &proof).await.expect_success();
    log.expect(&[[EDITOR, "account.stepped_up", ""]]).await;
    ana.post("/api/auth/step-up", &proof).await.expect(StatusCode::UNPROCESSABLE_ENTITY);
    log.expect(&[[EDITOR, "account.step_up_failed", ""]]).await;
    ana.delete(&path).await.expect_success();
    log.expect(&[[EDITOR, "account.passkey_removed", "Telefone"]]).await;
}

#[tokio::test]
async fn own_account_actions_are_audited() {
    let server = Server::start().await;
    let (ana, _other_session) = (server.sign_in(VISITOR).await, server.sign_in(VISITOR).await);
    let mut log = Log::open(&server).await;
    let sessions = ana.get("/api/auth/sessions").await.json();
    let path = format!("/api/auth/sessions/{}", sessions[1]["id"].as_str().unwrap());
    ana.delete(&path).await.expect_success();
    log.expect(&[[VISITOR, "account.session_ended", "Aparelho desconhecido"]]).await;
    ana.delete("/api/auth/sessions").await.expect_success();
    log.expect(&[[VISITOR, "account.sessions_ended", ""]]).await;

    let profile = |email: &str| json!({"full_name": "Ana", "email": email, "current_password": PASSWORD});
    ana.put("/api/auth/profile", &profile(VISITOR)).await.expect_success();
    log.expect(&[[VISITOR, "account.profile_updated", VISITOR]]).await;
    ana.put("/api/auth/profile", &profile(NEW_EMAIL)).await.expect_success();
    log.expect(&[[VISITOR, "account.email_change_asked", NEW_EMAIL]]).await;
    let link = mailbox::of_kind(&server, "email_verification").await.pop().unwrap().secret();
    ana.post("/api/auth/email-verification/confirm", &json!({"token": link})).await.expect_success();
    log.expect(&[[VISITOR, "account.email_changed", NEW_EMAIL]]).await;
    ana.get("/api/auth/export").await.expect_success();
    log.expect(&[[NEW_EMAIL, "account.data_exported", NEW_EMAIL]]).await;

    server.post("/api/auth/password-reset", &json!({"email": NEW_EMAIL})).await.expect(StatusCode::ACCEPTED);
    let link = mailbox::wait_for(&server, "password_reset", 1).await[0].secret();
    log.expect(&[["", "account.reset_link_sent", NEW_EMAIL]]).await;
    ana.post("/api/auth/password-reset/confirm", &json!({"token": link, "password": NEW_PASSWORD}))
        .await
        .expect_success();
    log.expect(&[["", "account.password_reset", NEW_EMAIL]]).await;

    let registration = json!({"email": BIA, "password": PASSWORD, "full_name": "Bia"});
    let session = server.post("/api/auth/register", &registration).await.json();
    log.expect(&[[BIA, "account.registered", ""]]).await;
    let bia = server.with_token(session["token"].as_str().unwrap());
    let mails = mailbox::of_kind(&server, "email_verification").await;
    let link = mails.iter().find(|mail| mail.to == BIA).unwrap().secret();
    bia.post("/api/auth/email-verification/confirm", &json!({"token": link})).await.expect_success();
    log.expect(&[[BIA, "account.email_verified", BIA]]).await;
    bia.delete_account().await;
    log.expect(&[["", "account.deleted", ""]]).await;
}

#[tokio::test]
async fn user_management_actions_are_audited() {
    let server = Server::start().await;
    let admin = server.sign_in(ADMIN).await;
    let mut log = Log::open(&server).await;
    let person = json!({"email": BIA, "full_name": "Bia", "role": "editor"});
    let invited = admin.post("/api/auth/invitations", &person).await.expect_success().json();
    log.expect(&[[ADMIN, "user.invited", BIA]]).await;
    let user = format!("/api/auth/users/{}", invited["user_id"].as_str().unwrap());
    let invitation = format!("{user}/invitation");
    admin.post(&invitation, &json!({"send": false})).await.expect_success();
    log.expect(&[[ADMIN, "user.invitation_revealed", BIA]]).await;
    admin.delete(&invitation).await.expect_success();
    log.expect(&[[ADMIN, "user.invitation_revoked", BIA]]).await;
    let invited = admin.post(&invitation, &json!({"send": true})).await.expect_success().json();
    log.expect(&[[ADMIN, "user.invited", BIA]]).await;
    let (_, token) = invited["link"].as_str().unwrap().split_once('#').unwrap();
    let acceptance = json!({"token": token, "full_name": "Bia", "password": PASSWORD});
    server.post("/api/auth/invitations/accept", &acceptance).await.expect(StatusCode::CREATED);
    log.expect(&[[BIA, "account.invitation_accepted", BIA]]).await;

    for (method, path, action) in [
        ("DELETE", "/sessions", "user.sessions_ended"),
        ("POST", "/disable", "user.disabled"),
        ("POST", "/enable", "user.enabled"),
    ] {
        admin
            .request(method.parse().unwrap(), &format!("{user}{path}"))
            .json(&json!({}))
            .await
            .expect_success();
        log.expect(&[[ADMIN, action, BIA]]).await;
    }
    admin.put(&user, &json!({"role": "editor"})).await.expect_success();
    log.expect(&[[ADMIN, "user.role_changed", BIA]]).await;
    admin.put(&user, &json!({"email_verified": false})).await.expect_success();
    log.expect(&[[ADMIN, "user.updated", BIA]]).await;
    admin.put(&user, &json!({"email_verified": true})).await.expect_success();
    log.expect(&[[ADMIN, "user.updated", BIA], [ADMIN, "user.email_verified", BIA]]).await;
    admin.delete(&user).await.expect_success();
    log.expect(&[[ADMIN, "user.deleted", BIA]]).await;
}

#[tokio::test]
async fn outbox_actions_are_audited() {
    let server = Server::start().await;
    let admin = server.sign_in(ADMIN).await;
    server.send_contact(&new_contact()).await;
    let mut log = Log::open(&server).await;
    let outbox = admin.get("/api/outbox").await.json();
    let message = outbox.as_array().unwrap().iter().find(|message| message["has_link"] == true).unwrap();
    let (path, to) =
        (format!("/api/outbox/{}", message["id"].as_str().unwrap()), message["to_email"].as_str().unwrap());
    admin.post(&format!("{path}/link"), &json!({})).await.expect_success();
    log.expect(&[[ADMIN, "mail.link_revealed", to]]).await;
    admin.post(&format!("{path}/retry"), &json!({})).await.expect_success();
    log.expect(&[[ADMIN, "mail.retried", to]]).await;
    server.execute_sql("UPDATE outbox SET state = 'failed'").await;
    admin.delete(&path).await.expect_success();
    log.expect(&[[ADMIN, "mail.deleted", to]]).await;
}

#[tokio::test]
async fn media_actions_are_audited() {
    let server = Server::start().await;
    let editor = server.editor().await;
    let mut log = Log::open(&server).await;
    let png = picture(9, 9, ImageFormat::Png);
    let media = upload(&editor, "a.png", &png).await;
    log.expect(&[[EDITOR, "media.uploaded", "a.png"]]).await;
    let path = format!("/api/media/{}", media["id"].as_str().unwrap());
    editor.put(&path, &json!({"alt": "Uma ponte"})).await.expect_success();
    log.expect(&[[EDITOR, "media.updated", "a.png"]]).await;
    let smaller = picture(8, 8, ImageFormat::Png);
    let replaced = send_file(&editor, &format!("{path}/file"), "b.png", &smaller).await;
    replaced.expect_success();
    log.expect(&[[EDITOR, "media.replaced", "a.png"]]).await;
    editor.delete(&path).await.expect_success();
    log.expect(&[[EDITOR, "media.deleted", "a.png"]]).await;
    editor.post(&format!("{path}/restore"), &json!({})).await.expect_success();
    log.expect(&[[EDITOR, "media.restored", "a.png"]]).await;
    server.advance(TimeDelta::days(31));
    server.run_maintenance().await;
    let admin = server.admin().await;
    let purged = admin.json("/api/audit?group=media&limit=1").await;
    // The file that was replaced is purged.
    assert_eq!((&purged[0]["action"], &purged[0]["source"]), (&json!("media.purged"), &json!("system")));
}

#[tokio::test]
async fn throttled_sign_ins_are_audited_once_a_minute() {
    let server = Server::start().await;
    let login = json!({"email": VISITOR, "password": "errada"});
    for _ in 0..10 {
        server.post("/api/auth/login", &login).await.expect(StatusCode::UNAUTHORIZED);
    }
    let mut log = Log::open(&server).await;
    let throttled = async |body: &Value| {
        server.post("/api/auth/login", body).await.expect(StatusCode::TOO_MANY_REQUESTS);
    };
    throttled(&login).await;
    log.expect(&[["", "account.sign_in_throttled", VISITOR]]).await;
    throttled(&login).await;
    throttled(&json!({"email": "ninguem@exemplo.com.br", "password": "errada"})).await;
    log.expect(&[]).await;
    server.advance(TimeDelta::minutes(1));
    let no_email = json!({"email": "minha senha", "password": ""});
    server.post("/api/auth/login", &no_email).await.expect(StatusCode::UNAUTHORIZED);
    log.expect(&[["", "account.sign_in_failed", "algo que não é um e-mail"]]).await;
    throttled(&login).await;
    log.expect(&[["", "account.sign_in_throttled", VISITOR]]).await;
}
