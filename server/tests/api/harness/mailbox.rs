//! Messages of the outbox with their decrypted bodies.

use serde_json::Value;

use crate::harness::Server;

/// A message in the outbox.
#[derive(Debug)]
pub struct Mail {
    pub kind: String,
    pub to: String,
    pub body: Value,
}

impl Mail {
    /// Returns the address of the link's page, and the secret in its fragment.
    pub fn link(&self) -> (String, String) {
        let url = self.body["action"]["url"].as_str().expect("a link");
        let (page, secret) = url.split_once('#').expect("its secret is in the fragment");
        (page.to_owned(), secret.to_owned())
    }

    /// Returns the secret of the link.
    pub fn secret(&self) -> String {
        self.link().1
    }
}

/// Returns all messages whose body is still stored, oldest first. The worker deletes the bodies of sent messages.
pub async fn all(server: &Server) -> Vec<Mail> {
    let query = "SELECT kind, to_email, sealed_body FROM outbox WHERE sealed_body IS NOT NULL ORDER BY created_at, id";
    let rows = server.query(query).await;
    let read = |row: &sea_orm::QueryResult, column: &str| row.try_get::<String>("", column).unwrap();
    rows.iter()
        .map(|row| {
            let sealed = read(row, "sealed_body");
            let body =
                server.app.secret_key.open("outbox", &sealed).expect("sealed with the key of the server");
            Mail {
                kind: read(row, "kind"),
                to: read(row, "to_email"),
                body: serde_json::from_slice(&body).unwrap(),
            }
        })
        .collect()
}

/// Marks all messages as sent, but doesn't delete their bodies as the worker does.
pub async fn mark_sent(server: &Server) {
    server.execute_sql("UPDATE outbox SET state = 'sent'").await;
}

/// Returns the messages of a kind whose body is still stored, oldest first.
pub async fn of_kind(server: &Server, kind: &str) -> Vec<Mail> {
    all(server).await.into_iter().filter(|mail| mail.kind == kind).collect()
}

/// Waits for `count` messages of a kind, because some are queued after the response was sent.
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
    found.unwrap_or_else(|_| panic!("{count} messages of kind {kind} were not queued"))
}

/// Returns the names of the recipients of all messages.
pub async fn recipient_names(server: &Server) -> Vec<String> {
    let rows = server.query("SELECT to_name FROM outbox WHERE to_name IS NOT NULL").await;
    rows.iter().map(|row| row.try_get::<String>("", "to_name").unwrap()).collect()
}
