//! Mail that the built program sends: encryption, authentication, and recovery from a crash.

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use reqwest::StatusCode;
use sea_orm::{ConnectionTrait, Database};
use serde_json::json;

use crate::{
    harness::{
        Client, Folder, new_contact, new_contact_with, new_database,
        scripted_smtp::{Fault, Moment, ScriptedSmtp},
        smtp::{Smtp, header},
    },
    process::{FIRST_ADMIN, Process},
};

const FROM: &str = "site@exemplo.com.br";

/// Returns the certificate of a new authority, a key, and the key's certificate for `localhost`, all in PEM.
pub fn certificates() -> (String, String, String) {
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
        FIRST_ADMIN[0],
        FIRST_ADMIN[1],
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
    process.get("/550@cliente.example").await.expect(StatusCode::NOT_FOUND);
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
    end_leases(&database).await;
    let _process = Process::start(&database, &variables);
    assert_eq!(unacknowledged().await, first);
}

#[tokio::test]
async fn process_stopped_while_sending_ends_its_leases() {
    let mut smtp = Smtp::start().await;
    let folder = Folder::new();
    let database = new_database(&folder).await;
    let url = smtp.url();
    let process = Process::start(&database, &[("VITRINE_SMTP_URL", &*url), ("VITRINE_MAIL_FROM", FROM)]);
    process.send_contact(&new_contact_with(&json!({"email": "mudo@exemplo.com.br"}))).await;
    while smtp.next().await["silent"] != true {}
    process.stop();
    let db = Database::connect(&database).await.unwrap();
    let query = "SELECT 'none' AS found WHERE NOT EXISTS (SELECT 1 FROM outbox WHERE lease IS NOT NULL)";
    wait_for_row(&db, query).await;
    wait_for_row(&db, "SELECT state AS found FROM outbox WHERE state = 'queued'").await;
}

/// The first process is sending when the second one starts.
#[tokio::test]
async fn process_that_starts_beside_another_one_ends_no_leases() {
    let smtp = ScriptedSmtp::start(|connection, moment, _| {
        (connection < 2 && moment == Moment::Message).then_some(Fault::Hang)
    })
    .await;
    let folder = Folder::new();
    let database = new_database(&folder).await;
    let variables: Vec<_> = FIRST_ADMIN
        .into_iter()
        .chain([("VITRINE_SMTP_URL", &*smtp.url), ("VITRINE_MAIL_FROM", FROM)])
        .collect();
    let first = Process::start(&database, &variables);
    first.send_contact(&new_contact()).await;
    while smtp.accepted().len() < 2 {
        smtp.hanging.notified().await;
    }
    let second = Process::start(&database, &variables);
    second.send_contact(&new_contact_with(&json!({"email": "bia@cliente.example"}))).await;
    let db = Database::connect(&database).await.unwrap();
    wait_for_row(&db, "SELECT 'sent' AS found WHERE (SELECT count(*) FROM outbox WHERE state = 'sent') >= 1")
        .await;
    assert_eq!(smtp.recipients().iter().filter(|to| *to == "joao@exemplo.com.br").count(), 1);
}

/// Three mails of an edition, as many as are sent at once, are accepted but not acknowledged when the process is killed.
#[tokio::test]
async fn process_killed_while_sending_an_edition_causes_at_most_one_duplicate_with_the_same_id() {
    let smtp = ScriptedSmtp::start(|connection, moment, _| {
        ((10..13).contains(&connection) && moment == Moment::Message).then_some(Fault::Hang)
    })
    .await;
    let folder = Folder::new();
    let database = new_database(&folder).await;
    let mail = [("VITRINE_SMTP_URL", &*smtp.url), ("VITRINE_MAIL_FROM", FROM)];
    let variables: Vec<_> = FIRST_ADMIN.into_iter().chain(mail).collect();
    let process = Process::start(&database, &variables);
    let edition = send_edition(&process.admin().await, 40).await;
    while smtp.accepted().len() < 13 {
        smtp.hanging.notified().await;
    }
    process.signal("KILL");
    drop(process);
    end_leases(&database).await;
    let process = Process::start(&database, &variables);
    let db = Database::connect(&database).await.unwrap();
    wait_for_row(&db, "SELECT state AS found FROM newsletter_editions WHERE state = 'sent'").await;
    let mut sent: Vec<_> =
        smtp.accepted().iter().map(|mail| (mail.to.clone(), mail.header("Message-ID"))).collect();
    assert_eq!(sent.len(), 43, "a duplicate of each mail that was not acknowledged");
    sent.sort();
    sent.dedup();
    assert_eq!(sent.len(), 40, "each recipient's mails have one id");
    sent.dedup_by(|one, other| one.0 == other.0);
    assert_eq!(sent.len(), 40, "each subscriber received the edition");
    let results = process.admin().await.json(&format!("{edition}/results")).await;
    assert_eq!((&results["recipients"], &results["delivered"]), (&json!(40), &json!(40)));
}

/// Imports subscribers and sends them an edition. Returns its path.
async fn send_edition(admin: &Client, subscribers: usize) -> String {
    let rows = (0..subscribers).map(|number| format!("pessoa{number}@exemplo.com.br;01/03/2025;Evento\n"));
    let import = json!({"csv": rows.collect::<String>(), "declares_consent": true});
    admin.post("/api/newsletter/subscriptions/import", &import).await.expect(StatusCode::OK);
    let input = json!({"subject": "Novidades", "body": "Olá!"});
    let edition = admin.post("/api/newsletter/editions", &input).await.expect(StatusCode::CREATED).json();
    let path = format!("/api/newsletter/editions/{}", edition["id"].as_str().unwrap());
    admin.post(&format!("{path}/send"), &json!({})).await.expect(StatusCode::OK);
    path
}

/// Ends the leases of a killed process, so that tests don't wait for them. With SQLite, the next process does.
pub async fn end_leases(database: &str) {
    if database.starts_with("sqlite:") {
        return;
    }
    let db = Database::connect(database).await.unwrap();
    db.execute_unprepared("UPDATE outbox SET locked_until = created_at WHERE state = 'queued'")
        .await
        .unwrap();
    db.execute_unprepared("UPDATE inbound_mailboxes SET lease = NULL, locked_until = NULL").await.unwrap();
    db.close().await.unwrap();
}

/// Waits until a query has a row, and returns its column `found`.
pub async fn wait_for_row(db: &sea_orm::DatabaseConnection, query: &str) -> String {
    for _ in 0..600 {
        let statement = sea_orm::Statement::from_string(db.get_database_backend(), query);
        if let Some(row) = db.query_one_raw(statement).await.unwrap() {
            return row.try_get("", "found").unwrap();
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("no row for {query}");
}
