//! Tests of the newsletter, and their helpers.

mod editions;
mod importing;
mod interests;
mod reports;
mod staff;
mod stopping;
mod subscribing;
mod unsubscribing;

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::harness::{Answer, Server, mailbox, path_of_url};

const ANA: &str = "ana@exemplo.com.br";

/// Requests a subscription.
async fn subscribe(server: &Server, email: &str) {
    server.post("/api/newsletter/subscriptions", &json!({"email": email})).await.expect(StatusCode::CREATED);
}

/// Returns the links in confirmation mails to `email`, oldest first.
async fn links(server: &Server, email: &str) -> Vec<Links> {
    let mails = mailbox::of_kind(server, "newsletter_confirmation").await;
    mails
        .into_iter()
        .filter(|mail| mail.to == email)
        .map(|mail| Links {
            confirm: path_of_url(&mail.body["action"]["url"]),
            unsubscribe: path_of_url(&mail.body["unsubscribe_url"]),
        })
        .collect()
}

/// Paths of the links in a confirmation mail, with their query.
#[derive(Clone)]
pub struct Links {
    confirm: String,
    unsubscribe: String,
}

/// Returns the token of a link.
fn token(link: &str) -> &str {
    link.split_once("?token=").expect("a token in the query").1
}

/// Requests a subscription and returns the links in its mail.
async fn subscribe_for_links(server: &Server, email: &str) -> Links {
    subscribe(server, email).await;
    links(server, email).await.pop().expect("a mail")
}

/// Requests and confirms a subscription, and returns the links in its mail.
pub async fn subscribe_and_confirm(server: &Server, email: &str) -> Links {
    let links = subscribe_for_links(server, email).await;
    use_link(server, "confirm", token(&links.confirm)).await.expect(StatusCode::NO_CONTENT);
    links
}

/// Confirms or ends a subscription as the page of a link does. `action` is `confirm` or `unsubscribe`.
async fn use_link(server: &Server, action: &str, token: &str) -> Answer {
    let path = format!("/api/newsletter/subscriptions/{action}");
    server.post(&path, &json!({"token": token})).await
}

/// Returns address and status of every subscription, newest first.
pub async fn statuses(server: &Server) -> Vec<(String, String)> {
    let list = server.editor().await.json("/api/newsletter/subscriptions").await;
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    list.as_array().unwrap().iter().map(|item| (text(&item["email"]), text(&item["status"]))).collect()
}

/// Returns an element of [`statuses`].
pub fn entry(email: &str, status: &str) -> (String, String) {
    (email.to_owned(), status.to_owned())
}
