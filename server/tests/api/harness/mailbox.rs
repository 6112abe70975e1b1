//! Queued mail with its decrypted body.

use sea_orm::{ConnectionTrait, DatabaseBackend, Statement};
use serde_json::Value;

use crate::harness::Server;

#[derive(Debug)]
pub struct Mail {
    pub kind: String,
    pub to: String,
    pub body: Value,
}

impl Mail {
    /// Returns the page of the link and its secret.
    pub fn link(&self) -> (String, String) {
        let url = self.body["action"]["url"].as_str().expect("a link");
        let (page, secret) = url.split_once('#').expect("its secret is in the fragment");
        (page.to_owned(), secret.to_owned())
    }
}

/// Returns all queued messages whose body is still stored, oldest first.
pub async fn all(server: &Server) -> Vec<Mail> {
    let db = server.app.db.reader();
    let backend = match std::env::var("VITRINE_TEST_DATABASE").as_deref() {
        Ok("postgres") => DatabaseBackend::Postgres,
        _ => DatabaseBackend::Sqlite,
    };
    let query = "SELECT kind, to_email, sealed_body FROM outbox WHERE sealed_body IS NOT NULL ORDER BY created_at, id";
    let rows = db.query_all_raw(Statement::from_string(backend, query)).await.unwrap();
    let read = |row: &sea_orm::QueryResult, column: &str| row.try_get::<String>("", column).unwrap();
    rows.iter()
        .map(|row| {
            let sealed = read(row, "sealed_body");
            let body = server.app.secret_key.open("outbox", &sealed).expect("sealed with our key");
            Mail {
                kind: read(row, "kind"),
                to: read(row, "to_email"),
                body: serde_json::from_slice(&body).unwrap(),
            }
        })
        .collect()
}

/// Marks all queued messages as sent, and keeps their bodies for the test.
pub async fn mark_sent(server: &Server) {
    let tx = server.app.db.begin().await.unwrap();
    tx.execute_unprepared("UPDATE outbox SET state = 'sent'").await.unwrap();
    tx.commit().await.unwrap();
}

pub async fn of_kind(server: &Server, kind: &str) -> Vec<Mail> {
    all(server).await.into_iter().filter(|mail| mail.kind == kind).collect()
}

/// Waits for `count` messages of a kind: some are queued after the response was sent.
pub async fn wait_for(server: &Server, kind: &str, count: usize) -> Vec<Mail> {
    let arrival = async {
        loop {
            let found = of_kind(server, kind).await;
            if found.len() >= count {
                return found;
            }
            server.app.mail_queued.notified().await;
        }
    };
    let limit = std::time::Duration::from_secs(60);
    let found = tokio::time::timeout(limit, arrival).await;
    found.unwrap_or_else(|_| panic!("{count} messages of kind {kind} never came"))
}

/// Returns the recipient names of all queued messages.
pub async fn names(server: &Server) -> Vec<String> {
    let query = "SELECT to_name FROM outbox WHERE to_name IS NOT NULL";
    let db = server.app.db.reader();
    let rows = db.query_all_raw(Statement::from_string(db.get_database_backend(), query)).await.unwrap();
    rows.iter().map(|row| row.try_get::<String>("", "to_name").unwrap()).collect()
}
