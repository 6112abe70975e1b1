//! Mail of the built program: encryption, authentication, and recovery from a crash.

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use reqwest::StatusCode;
use sea_orm::{ConnectionTrait, Database};
use serde_json::json;

use crate::{
    harness::{
        ADMIN, Folder, PASSWORD, lead, new_database,
        smtp::{Smtp, header},
    },
    process::Process,
};

const FROM: &str = "site@exemplo.com.br";

/// Certificate for localhost, its key and its authority, in PEM.
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

/// Starts a mail server with TLS and a user; returns it with the path of its authority's certificate.
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
    // Until the company has its own address, the administrator gets the notice.
    let variables = [
        ("VITRINE_SMTP_URL", &*url),
        ("VITRINE_MAIL_FROM", FROM),
        ("SSL_CERT_FILE", &*trusted),
        ("VITRINE_ADMIN_EMAIL", ADMIN),
        ("VITRINE_ADMIN_PASSWORD", PASSWORD),
    ];
    let process = Process::start(&new_database(&folder).await, &variables);
    process.post("/api/contacts", &lead()).await.expect(StatusCode::CREATED);
    for _ in 0..2 {
        let mail = smtp.next().await;
        assert_eq!((&mail["secure"], &mail["user"]), (&json!(true), &json!("site")), "{mail}");
    }
}

/// The message waits until the wrong configuration is corrected.
#[tokio::test]
async fn mail_waits_while_the_server_refuses_the_password() {
    let folder = Folder::new();
    let (smtp, trusted) = trusted_server(&folder).await;
    let url = format!("smtp://site:errada@localhost:{}", smtp.port);
    let variables = [("VITRINE_SMTP_URL", &*url), ("VITRINE_MAIL_FROM", FROM), ("SSL_CERT_FILE", &*trusted)];
    let database = new_database(&folder).await;
    let process = Process::start(&database, &variables);
    process.post("/api/contacts", &lead()).await.expect(StatusCode::CREATED);
    let db = Database::connect(&database).await.unwrap();
    let tried = "SELECT last_error || ' ' || state AS found FROM outbox WHERE last_error IS NOT NULL";
    let tried = until(&db, tried).await;
    assert!(tried.contains("não aceitou o usuário e a senha: 535"), "{tried}");
    assert!(tried.ends_with(" queued") && !tried.contains("errada"), "{tried}");
    assert!(smtp.end().await.is_empty());
}

#[tokio::test]
async fn mail_is_not_sent_without_encryption() {
    let smtp = Smtp::start().await;
    let folder = Folder::new();
    let database = new_database(&folder).await;
    let url = format!("smtp://site:segredo@127.0.0.1:{}", smtp.port);
    let process = Process::start(&database, &[("VITRINE_SMTP_URL", &url), ("VITRINE_MAIL_FROM", FROM)]);
    process.post("/api/contacts", &lead()).await.expect(StatusCode::CREATED);
    let db = Database::connect(&database).await.unwrap();
    let tried = until(&db, "SELECT last_error AS found FROM outbox WHERE last_error IS NOT NULL").await;
    assert!(tried.contains("STARTTLS") && !tried.contains("segredo"), "{tried}");
    assert!(smtp.end().await.is_empty());
}

#[tokio::test]
async fn process_killed_while_sending_resends_the_same_message() {
    let mut smtp = Smtp::start().await;
    let folder = Folder::new();
    let database = new_database(&folder).await;
    let url = smtp.url();
    let variables = [("VITRINE_SMTP_URL", &*url), ("VITRINE_MAIL_FROM", FROM)];
    let process = Process::start(&database, &variables);
    let mut lead = lead();
    lead["email"] = json!("mudo@exemplo.com.br");
    process.post("/api/contacts", &lead).await.expect(StatusCode::CREATED);
    let mut silent = async || loop {
        let mail = smtp.next().await;
        if mail["silent"] == true {
            return header(&mail, "Message-ID").unwrap();
        }
    };
    let first = silent().await;
    process.signal("KILL");
    drop(process);
    // Ends the lease of the killed process instead of waiting for it.
    let db = Database::connect(&database).await.unwrap();
    db.execute_unprepared("UPDATE outbox SET locked_until = created_at WHERE state = 'queued'")
        .await
        .unwrap();
    db.close().await.unwrap();
    let _process = Process::start(&database, &variables);
    assert_eq!(silent().await, first);
}

/// Polls until there is a result.
async fn until(db: &sea_orm::DatabaseConnection, query: &str) -> String {
    for _ in 0..600 {
        let statement = sea_orm::Statement::from_string(db.get_database_backend(), query);
        if let Some(row) = db.query_one_raw(statement).await.unwrap() {
            return row.try_get("", "found").unwrap();
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("no answer to {query}");
}
