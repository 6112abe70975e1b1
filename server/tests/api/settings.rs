//! The company's records, over HTTP. Here stands what their tests share.

mod accent;
mod history;
mod records;
mod shown;

use reqwest::{StatusCode, header};
use serde_json::{Value, json};

use crate::harness::{Answer, Client, Server};

const RECORDS: [&str; 5] = ["company", "contact", "social", "seo", "analytics"];

fn path(name: &str) -> String {
    format!("/api/settings/{name}")
}

async fn put(staff: &Client, name: &str, change: &Value) -> Answer {
    staff.put(&path(name), change).await
}

async fn save(staff: &Client, name: &str, change: Value) -> Value {
    let answer = put(staff, name, &change).await;
    assert_eq!(answer.status(), StatusCode::OK, "{name}: {change}");
    answer.json()
}

async fn refused(staff: &Client, name: &str, change: Value) -> Value {
    let answer = put(staff, name, &change).await;
    assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY, "{name}: {change}");
    answer.json()["fields"].clone()
}

async fn etag(staff: &Client, name: &str) -> String {
    staff.get(&path(name)).await.header(header::ETAG).to_owned()
}

/// A page as HTML, without the data it was made from.
async fn html(server: &Server, path: &str) -> String {
    let text = server.get(path).await.text();
    text.split("<script type=\"application/json\"").next().unwrap().to_owned()
}

/// What search engines read of the company.
async fn organization(server: &Server) -> Value {
    let html = html(server, "/").await;
    let start = "<script type=\"application/ld+json\">";
    let json = html.split_once(start).unwrap().1.split_once("</script>").unwrap().0;
    serde_json::from_str::<Value>(json).unwrap()["@graph"][0].clone()
}

fn names(fields: &Value) -> Vec<&str> {
    fields.as_object().unwrap().keys().map(String::as_str).collect()
}

fn long(letters: usize) -> Value {
    json!("a".repeat(letters))
}
