mod asking;
mod ending;
mod staff;

use reqwest::{Response, StatusCode};
use serde_json::{Value, json};

use crate::{harness::Server, mailbox};

const ANA: &str = "ana@exemplo.com.br";

async fn ask(server: &Server, email: &str) {
    let answer = server.post("/api/newsletter/subscriptions", &json!({"email": email})).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::CREATED);
}

/// Path and query of the links that confirmation mails to `email` hold, the oldest first.
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

/// Asks, and the link that came.
async fn asked(server: &Server, email: &str) -> Links {
    ask(server, email).await;
    links(server, email).await.pop().expect("a mail")
}

async fn subscribed(server: &Server, email: &str) -> Links {
    let links = asked(server, email).await;
    assert_eq!(use_link(server, "confirm", token(&links.confirm)).await.status(), StatusCode::NO_CONTENT);
    links
}

/// As the pages' script does.
async fn use_link(server: &Server, action: &str, token: &str) -> Response {
    let path = format!("/api/newsletter/subscriptions/{action}");
    server.post(&path, &json!({"token": token})).send().await.unwrap()
}

/// Address and status of every subscription, the newest first.
async fn all(server: &Server) -> Vec<(String, String)> {
    let list = server.editor().await.json("/api/newsletter/subscriptions").await;
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    list.as_array().unwrap().iter().map(|one| (text(&one["email"]), text(&one["status"]))).collect()
}

fn one(email: &str, status: &str) -> (String, String) {
    (email.to_owned(), status.to_owned())
}
