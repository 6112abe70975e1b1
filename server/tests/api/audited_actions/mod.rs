//! Actions and the audit events that they leave: actor, action, subject, origin.

mod contacts;
mod navigation;

use chrono::TimeDelta;
use image::ImageFormat;
use sea_orm::{ConnectionTrait, Statement};
use serde_json::{Value, json};
use totp_rs::{Builder, Secret, Totp};

use crate::{
    harness::{ADMIN, EDITOR, PASSWORD, Server, VISITOR, authenticator, lead, mailbox},
    media::{picture, send_file, upload},
};

const NEW: &str = "três gatos no telhado";
const NEW_EMAIL: &str = "novo@exemplo.com.br";
const BIA: &str = "bia@exemplo.com.br";

/// The audit log, read from the last position.
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

    /// Returns actor, action and subject of each event since the last read.
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

fn code(server: &Server, app: &Totp) -> String {
    app.generate(server.app.clock.now().timestamp().try_into().unwrap()).to_string()
}

async fn challenge(server: &Server, email: &str) -> Value {
    let login = json!({"email": email, "password": PASSWORD});
    server.post("/api/auth/login", &login).await.json()["challenge"].clone()
}

#[tokio::test]
async fn password_and_totp_actions_are_audited() {
    let server = Server::start().await;
    let mut log = Log::open(&server).await;
    let ana = server.sign_in(EDITOR).await;
    log.expect(&[[EDITOR, "account.signed_in", ""]]).await;
    ana.post("/api/auth/step-up", &json!({"password": "errada"})).await;
    log.expect(&[[EDITOR, "account.step_up_failed", ""]]).await;
    ana.post("/api/auth/step-up", &json!({"password": PASSWORD})).await.expect_success();
    log.expect(&[[EDITOR, "account.stepped_up", ""]]).await;
    let change = json!({"current_password": "errada", "new_password": NEW});
    ana.put("/api/auth/password", &change).await;
    log.expect(&[[EDITOR, "account.password_refused", ""]]).await;

    let offer = ana.post("/api/auth/second-factor/totp", &json!({})).await.expect_success().json();
    let secret = Secret::try_from_base32(offer["key"].as_str().unwrap().replace(' ', "")).unwrap();
    let app = Builder::new().with_secret(secret).build().unwrap();
    ana.post("/api/auth/second-factor/totp/confirm", &json!({"code": code(&server, &app)}))
        .await
        .expect_success();
    log.expect(&[[EDITOR, "account.second_factor_added", ""]]).await;
    let codes = ana.post("/api/auth/second-factor/recovery-codes", &json!({})).await.expect_success().json();
    log.expect(&[[EDITOR, "account.recovery_codes_replaced", ""]]).await;

    server.advance(TimeDelta::seconds(30));
    let challenge = challenge(&server, EDITOR).await;
    let second_step = async |code: &str| {
        let step = json!({"challenge": challenge, "code": code});
        server.post("/api/auth/login/second-factor", &step).await
    };
    log.expect(&[]).await;
    second_step("x").await;
    log.expect(&[[EDITOR, "account.second_factor_failed", ""]]).await;
    second_step(&code(&server, &app)).await.expect_success();
    log.expect(&[[EDITOR, "account.signed_in", ""]]).await;
    second_step(codes["codes"][0].as_str().unwrap()).await.expect_success();
    log.expect(&[[EDITOR, "account.recovery_code_used", ""], [EDITOR, "account.signed_in", ""]]).await;

    server.advance(TimeDelta::seconds(30));
    ana.post("/api/auth/step-up", &json!({"code": code(&server, &app)})).await.expect_success();
    log.expect(&[[EDITOR, "account.stepped_up", ""]]).await;
    ana.post("/api/auth/step-up", &json!({"code": "x"})).await;
    log.expect(&[[EDITOR, "account.step_up_failed", ""]]).await;
    ana.delete("/api/auth/second-factor/totp").await.expect_success();
    log.expect(&[[EDITOR, "account.second_factor_removed", ""]]).await;
    ana.put("/api/auth/password", &json!({"current_password": PASSWORD, "new_password": NEW}))
        .await
        .expect_success();
    log.expect(&[[EDITOR, "account.password_changed", EDITOR]]).await;
}

#[tokio::test]
async fn passkey_actions_are_audited() {
    let server = Server::start().await;
    let ana = server.sign_in(EDITOR).await;
    let mut log = Log::open(&server).await;
    let mut phone = authenticator::registered(&ana).await;
    log.expect(&[[EDITOR, "account.passkey_added", "Celular"]]).await;
    let factor = ana.get("/api/auth/second-factor").await.json();
    let path = format!("/api/auth/passkeys/{}", factor["passkeys"][0]["id"].as_str().unwrap());
    ana.put(&path, &json!({"name": "Telefone"})).await.expect_success();
    log.expect(&[[EDITOR, "account.passkey_renamed", "Celular"]]).await;

    let proof = phone.proof(server.post("/api/auth/login/passkey/challenge", &json!({}))).await;
    let sign_in = async || server.post("/api/auth/login/passkey", &proof).await;
    sign_in().await.expect_success();
    log.expect(&[[EDITOR, "account.signed_in", ""]]).await;
    sign_in().await;
    log.expect(&[["", "account.passkey_refused", ""]]).await;

    let question = server.post("/api/auth/step-up/challenge", &json!({})).bearer_auth(ana.bearer_token());
    let proof = json!({"passkey": phone.proof(question).await});
    ana.post("/api/auth/step-up", &proof).await.expect_success();
    log.expect(&[[EDITOR, "account.stepped_up", ""]]).await;
    ana.post("/api/auth/step-up", &proof).await;
    log.expect(&[[EDITOR, "account.step_up_failed", ""]]).await;
    ana.delete(&path).await.expect_success();
    log.expect(&[[EDITOR, "account.passkey_removed", "Telefone"]]).await;
}

#[tokio::test]
async fn own_account_actions_are_audited() {
    let server = Server::start().await;
    let (ana, other) = (server.sign_in(VISITOR).await, server.sign_in(VISITOR).await);
    let mut log = Log::open(&server).await;
    let sessions = ana.get("/api/auth/sessions").await.json();
    let path = format!("/api/auth/sessions/{}", sessions[1]["id"].as_str().unwrap());
    ana.delete(&path).await.expect_success();
    log.expect(&[[VISITOR, "account.session_ended", "Aparelho desconhecido"]]).await;
    drop(other);
    ana.delete("/api/auth/sessions").await.expect_success();
    log.expect(&[[VISITOR, "account.sessions_ended", ""]]).await;

    let profile = |email: &str| json!({"full_name": "Ana", "email": email, "current_password": PASSWORD});
    ana.put("/api/auth/profile", &profile(VISITOR)).await.expect_success();
    log.expect(&[[VISITOR, "account.profile_updated", VISITOR]]).await;
    ana.put("/api/auth/profile", &profile(NEW_EMAIL)).await.expect_success();
    log.expect(&[[VISITOR, "account.email_change_asked", NEW_EMAIL]]).await;
    let link = mailbox::of_kind(&server, "email_verification").await.pop().unwrap().link().1;
    ana.post("/api/auth/email-verification/confirm", &json!({"token": link})).await.expect_success();
    log.expect(&[[VISITOR, "account.email_changed", NEW_EMAIL]]).await;
    ana.get("/api/auth/export").await.expect_success();
    log.expect(&[[NEW_EMAIL, "account.data_exported", NEW_EMAIL]]).await;

    server.post("/api/auth/password-reset", &json!({"email": NEW_EMAIL})).await;
    let link = mailbox::wait_for(&server, "password_reset", 1).await[0].link().1;
    log.expect(&[["", "account.reset_link_sent", NEW_EMAIL]]).await;
    ana.post("/api/auth/password-reset/confirm", &json!({"token": link, "password": NEW}))
        .await
        .expect_success();
    log.expect(&[["", "account.password_reset", NEW_EMAIL]]).await;

    let registration = json!({"email": BIA, "password": PASSWORD, "full_name": "Bia"});
    let session = server.post("/api/auth/register", &registration).await.json();
    log.expect(&[[BIA, "account.registered", ""]]).await;
    let bia = server.with_token(session["token"].as_str().unwrap());
    let mails = mailbox::of_kind(&server, "email_verification").await;
    let link = mails.iter().find(|mail| mail.to == BIA).unwrap().link().1;
    bia.post("/api/auth/email-verification/confirm", &json!({"token": link})).await.expect_success();
    log.expect(&[[BIA, "account.email_verified", BIA]]).await;
    bia.delete_with("/api/auth/account", &json!({"password": PASSWORD})).await.expect_success();
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
    server.post("/api/auth/invitations/accept", &acceptance).await;
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
    log.expect(&[[ADMIN, "user.updated", BIA], [ADMIN, "user.email_vouched", BIA]]).await;
    admin.delete(&user).await.expect_success();
    log.expect(&[[ADMIN, "user.deleted", BIA]]).await;
}

#[tokio::test]
async fn outbox_actions_are_audited() {
    let server = Server::start().await;
    let admin = server.sign_in(ADMIN).await;
    server.send_contact(&lead()).await;
    let mut log = Log::open(&server).await;
    let outbox = admin.get("/api/outbox").await.json();
    let message = outbox.as_array().unwrap().iter().find(|message| message["has_link"] == true).unwrap();
    let (path, to) =
        (format!("/api/outbox/{}", message["id"].as_str().unwrap()), message["to_email"].as_str().unwrap());
    admin.post(&format!("{path}/link"), &json!({})).await.expect_success();
    log.expect(&[[ADMIN, "mail.link_revealed", to]]).await;
    admin.post(&format!("{path}/retry"), &json!({})).await.expect_success();
    log.expect(&[[ADMIN, "mail.retried", to]]).await;
    let tx = server.app.db.begin().await.unwrap();
    tx.execute_unprepared("UPDATE outbox SET state = 'failed'").await.unwrap();
    tx.commit().await.unwrap();
    admin.delete(&path).await.expect_success();
    log.expect(&[[ADMIN, "mail.deleted", to]]).await;
}

#[tokio::test]
async fn media_actions_are_audited() {
    let server = Server::start().await;
    let (editor, ana) = (server.editor().await, server.sign_in(EDITOR).await);
    let mut log = Log::open(&server).await;
    let png = picture(9, 9, ImageFormat::Png);
    let media = upload(&editor, "a.png", &png).await;
    log.expect(&[[EDITOR, "media.uploaded", "a.png"]]).await;
    let path = format!("/api/media/{}", media["id"].as_str().unwrap());
    ana.put(&path, &json!({"alt": "Uma ponte"})).await.expect_success();
    log.expect(&[[EDITOR, "media.updated", "a.png"]]).await;
    let smaller = picture(8, 8, ImageFormat::Png);
    let replaced = send_file(&editor, &format!("{path}/file"), "b.png", &smaller).await;
    replaced.expect_success();
    log.expect(&[[EDITOR, "media.replaced", "a.png"]]).await;
    ana.delete(&path).await.expect_success();
    log.expect(&[[EDITOR, "media.deleted", "a.png"]]).await;
    ana.post(&format!("{path}/restore"), &json!({})).await.expect_success();
    log.expect(&[[EDITOR, "media.restored", "a.png"]]).await;
    server.advance(TimeDelta::days(31));
    vitrine::operations::maintenance::run(&server.app).await.unwrap();
    let admin = server.admin().await;
    let purged = admin.json("/api/audit?group=media&limit=1").await;
    // The replaced file.
    assert_eq!((&purged[0]["action"], &purged[0]["source"]), (&json!("media.purged"), &json!("system")));
}

/// The first throttled attempt is recorded, then one per minute.
#[tokio::test]
async fn throttled_sign_ins_are_audited_once_a_minute() {
    let server = Server::start().await;
    let login = json!({"email": VISITOR, "password": "errada"});
    for _ in 0..10 {
        server.post("/api/auth/login", &login).await;
    }
    let mut log = Log::open(&server).await;
    let refused = async |body: &Value| {
        server.post("/api/auth/login", body).await.expect(reqwest::StatusCode::TOO_MANY_REQUESTS);
    };
    refused(&login).await;
    log.expect(&[["", "account.sign_in_throttled", VISITOR]]).await;
    refused(&login).await;
    refused(&json!({"email": "ninguem@exemplo.com.br", "password": "errada"})).await;
    log.expect(&[]).await;
    server.advance(TimeDelta::minutes(1));
    server.post("/api/auth/login", &json!({"email": "minha senha", "password": ""})).await;
    log.expect(&[["", "account.sign_in_failed", "algo que não é um e-mail"]]).await;
    refused(&login).await;
    log.expect(&[["", "account.sign_in_throttled", VISITOR]]).await;
}
