//! Tests of the settings, and their helpers.

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

/// Saves a change and returns the record.
async fn save(staff: &Client, name: &str, change: Value) -> Value {
    let answer = put(staff, name, &change).await;
    assert_eq!(answer.status(), StatusCode::OK, "{name}: {change}");
    answer.json()
}

/// Sends a change that must be refused, and returns the errors of its fields.
async fn refused(staff: &Client, name: &str, change: Value) -> Value {
    let answer = put(staff, name, &change).await;
    assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY, "{name}: {change}");
    answer.json()["fields"].clone()
}

/// Returns the entity tag of a record.
async fn etag(staff: &Client, name: &str) -> String {
    staff.get(&path(name)).await.header(header::ETAG).to_owned()
}

/// Returns the company's structured data.
async fn organization(server: &Server) -> Value {
    let page = server.markup("/").await;
    let start = "<script type=\"application/ld+json\">";
    let json = page.split_once(start).unwrap().1.split_once("</script>").unwrap().0;
    serde_json::from_str::<Value>(json).unwrap()["@graph"][0].clone()
}

/// Returns the names of the fields with an error.
fn names(fields: &Value) -> Vec<&str> {
    fields.as_object().unwrap().keys().map(String::as_str).collect()
}

/// Returns a text of `length` characters.
fn long(length: usize) -> Value {
    json!("a".repeat(length))
}
