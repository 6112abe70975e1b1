//! Mail that the built program sends: encryption, authentication, and recovery from a crash.

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use sea_orm::{ConnectionTrait, Database};
use serde_json::json;

use crate::{
    harness::{
        ADMIN, Folder, PASSWORD, new_contact, new_contact_with, new_database,
        smtp::{Smtp, header},
    },
    process::Process,
};

const FROM: &str = "site@exemplo.com.br";

/// Returns the certificate of a new authority, a key, and the key's certificate for `localhost`, all in PEM.
fn certificates() -> (String, String, String) {
    let mut params = CertificateParams::new(Vec::new()).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let key = KeyPair::generate().unwrap();
    let authority = params.self_signed(&key).unwrap().pem();
    let issuer = Issuer::new(params, key);
    let key = KeyPair::generate().unwrap();
    let cert = CertificateParams::new(vec!["localhost".into()]).unwrap().signed_by(&key, &issuer).unwrap();
    (authority, key.serialize_pem(), cert.pem())
}

/// Starts a mail server with TLS and a user. Returns it with the path of its authority's certificate.
async fn trusted_server(folder: &Folder) -> (Smtp, String) {
    let (authority, key, cert) = certificates();
    let trusted = folder.0.join("authority.pem");
    std::fs::write(&trusted, authority).unwrap();
    let options = json!({"key": key, "cert": cert, "user": "site", "password": "p@ss/word"});
    (Smtp::start_with(options).await, trusted.display().to_string())
}

#[tokio::test]
async fn mail_is_sent_encrypted_and_authenticated() {
    let folder = Folder::new();
    let (mut smtp, trusted) = trusted_server(&folder).await;
    let url = format!("smtp://site:p%40ss%2Fword@localhost:{}", smtp.port);
    // The administrator gets the notice as long as the company has no address of its own.
    let variables = [
        ("VITRINE_SMTP_URL", &*url),
        ("VITRINE_MAIL_FROM", FROM),
        ("SSL_CERT_FILE", &*trusted),
        ("VITRINE_ADMIN_EMAIL", ADMIN),
        ("VITRINE_ADMIN_PASSWORD", PASSWORD),
    ];
    let process = Process::start(&new_database(&folder).await, &variables);
    process.send_contact(&new_contact()).await;
    for _ in 0..2 {
        let mail = smtp.next().await;
        assert_eq!((&mail["secure"], &mail["user"]), (&json!(true), &json!("site")), "{mail}");
    }
}

#[tokio::test]
async fn mail_waits_while_the_server_refuses_the_password() {
    let folder = Folder::new();
    let (smtp, trusted) = trusted_server(&folder).await;
    let url = format!("smtp://site:errada@localhost:{}", smtp.port);
    let variables = [("VITRINE_SMTP_URL", &*url), ("VITRINE_MAIL_FROM", FROM), ("SSL_CERT_FILE", &*trusted)];
    let database = new_database(&folder).await;
    let process = Process::start(&database, &variables);
    process.send_contact(&new_contact()).await;
    let db = Database::connect(&database).await.unwrap();
    let query = "SELECT last_error || ' ' || state AS found FROM outbox WHERE last_error IS NOT NULL";
    let error = wait_for_row(&db, query).await;
    assert!(error.contains("não aceitou o usuário e a senha: 535"), "{error}");
    assert!(error.ends_with(" queued") && !error.contains("errada"), "{error}");
    assert!(smtp.end().await.is_empty());
}

#[tokio::test]
async fn mail_is_not_sent_without_encryption() {
    let smtp = Smtp::start().await;
    let folder = Folder::new();
    let database = new_database(&folder).await;
    let url = format!("smtp://site:segredo@127.0.0.1:{}", smtp.port);
    let process = Process::start(&database, &[("VITRINE_SMTP_URL", &url), ("VITRINE_MAIL_FROM", FROM)]);
    process.send_contact(&new_contact()).await;
    let db = Database::connect(&database).await.unwrap();
    let error =
        wait_for_row(&db, "SELECT last_error AS found FROM outbox WHERE last_error IS NOT NULL").await;
    assert!(error.contains("STARTTLS") && !error.contains("segredo"), "{error}");
    assert!(smtp.end().await.is_empty());
}

#[tokio::test]
async fn logged_mail_events_have_their_text_and_no_addresses() {
    let smtp = Smtp::start().await;
    let folder = Folder::new();
    let database = new_database(&folder).await;
    let url = smtp.url();
    let process = Process::start(&database, &[("VITRINE_SMTP_URL", &*url), ("VITRINE_MAIL_FROM", FROM)]);
    process.send_contact(&new_contact_with(&json!({"email": "550@cliente.example"}))).await;
    let db = Database::connect(&database).await.unwrap();
    wait_for_row(&db, "SELECT state AS found FROM outbox WHERE state = 'failed'").await;
    process.get("/550@cliente.example").await.expect(reqwest::StatusCode::NOT_FOUND);
    let log = process.stop();
    let lines = log.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let refused = lines.into_iter().find(|line| line["fields"]["message"] == "mail refused").expect(&log);
    let error = refused["fields"]["error"].as_str().unwrap();
    assert!(refused["fields"]["mail"].is_string() && error.contains("recusou o destinatário"), "{refused}");
    assert!(log.contains("page not found") && !log.contains("@cliente.example"), "{log}");
}

#[tokio::test]
async fn process_killed_while_sending_resends_the_same_message() {
    let mut smtp = Smtp::start().await;
    let folder = Folder::new();
    let database = new_database(&folder).await;
    let url = smtp.url();
    let variables = [("VITRINE_SMTP_URL", &*url), ("VITRINE_MAIL_FROM", FROM)];
    let process = Process::start(&database, &variables);
    process.send_contact(&new_contact_with(&json!({"email": "mudo@exemplo.com.br"}))).await;
    // Returns the ID of the next message that the mail server doesn't acknowledge.
    let mut unacknowledged = async || loop {
        let mail = smtp.next().await;
        if mail["silent"] == true {
            return header(&mail, "Message-ID").unwrap();
        }
    };
    let first = unacknowledged().await;
    process.signal("KILL");
    drop(process);
    // Ends the lease of the killed process, so that the test doesn't wait for it.
    let db = Database::connect(&database).await.unwrap();
    db.execute_unprepared("UPDATE outbox SET locked_until = created_at WHERE state = 'queued'")
        .await
        .unwrap();
    db.close().await.unwrap();
    let _process = Process::start(&database, &variables);
    assert_eq!(unacknowledged().await, first);
}

/// Waits until a query has a row, and returns its column `found`.
async fn wait_for_row(db: &sea_orm::DatabaseConnection, query: &str) -> String {
    for _ in 0..600 {
        let statement = sea_orm::Statement::from_string(db.get_database_backend(), query);
        if let Some(row) = db.query_one_raw(statement).await.unwrap() {
            return row.try_get("", "found").unwrap();
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("no row for {query}");
}
