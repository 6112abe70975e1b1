mod staff;
mod subscribing;
mod unsubscribing;

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::harness::{Answer, Server, mailbox};

const ANA: &str = "ana@exemplo.com.br";

async fn ask(server: &Server, email: &str) {
    server.post("/api/newsletter/subscriptions", &json!({"email": email})).await.expect(StatusCode::CREATED);
}

/// Returns path and query of the links in confirmation mails to `email`, oldest first.
async fn links(server: &Server, email: &str) -> Vec<Links> {
    let mails = mailbox::of_kind(server, "newsletter_confirmation").await;
    let path = |url: &Value| url.as_str().unwrap().split_once("8080").expect("our own address").1.to_owned();
    mails
        .into_iter()
        .filter(|mail| mail.to == email)
        .map(|mail| Links {
            confirm: path(&mail.body["action"]["url"]),
            unsubscribe: path(&mail.body["unsubscribe_url"]),
        })
        .collect()
}

#[derive(Clone)]
struct Links {
    confirm: String,
    unsubscribe: String,
}

fn token(link: &str) -> &str {
    link.split_once("?token=").expect("a secret in the query").1
}

/// Subscribes and returns the links of the mail.
async fn asked(server: &Server, email: &str) -> Links {
    ask(server, email).await;
    links(server, email).await.pop().expect("a mail")
}

async fn subscribed(server: &Server, email: &str) -> Links {
    let links = asked(server, email).await;
    use_link(server, "confirm", token(&links.confirm)).await.expect(StatusCode::NO_CONTENT);
    links
}

/// Sends the request of the page's script.
async fn use_link(server: &Server, action: &str, token: &str) -> Answer {
    let path = format!("/api/newsletter/subscriptions/{action}");
    server.post(&path, &json!({"token": token})).await
}

/// Returns address and status of every subscription, newest first.
async fn all(server: &Server) -> Vec<(String, String)> {
    let list = server.editor().await.json("/api/newsletter/subscriptions").await;
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    list.as_array().unwrap().iter().map(|one| (text(&one["email"]), text(&one["status"]))).collect()
}

fn one(email: &str, status: &str) -> (String, String) {
    (email.to_owned(), status.to_owned())
}
