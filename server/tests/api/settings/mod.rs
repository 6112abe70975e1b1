//! Settings: helpers of their tests.

mod accent;
mod history;
mod on_pages;
mod records;

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

/// Returns the HTML of a page without its JSON data.
async fn html(server: &Server, path: &str) -> String {
    let text = server.get(path).await.text();
    text.split("<script type=\"application/json\"").next().unwrap().to_owned()
}

/// Returns the company's structured data.
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
