//! The company's records, over HTTP. Here stands what their tests share.

mod accent;
mod history;
mod records;
mod shown;

use reqwest::{Response, StatusCode, header};
use serde_json::{Value, json};

use crate::harness::{Server, Staff, json_of};

const RECORDS: [&str; 5] = ["company", "contact", "social", "seo", "analytics"];

fn path(name: &str) -> String {
    format!("/api/settings/{name}")
}

async fn put(staff: &Staff<'_>, name: &str, change: &Value) -> Response {
    staff.put(&path(name), change).send().await.unwrap()
}

async fn save(staff: &Staff<'_>, name: &str, change: Value) -> Value {
    let answer = put(staff, name, &change).await;
    assert_eq!(answer.status(), StatusCode::OK, "{name}: {change}");
    json_of(answer).await
}

async fn refused(staff: &Staff<'_>, name: &str, change: Value) -> Value {
    let answer = put(staff, name, &change).await;
    assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY, "{name}: {change}");
    json_of(answer).await["fields"].clone()
}

async fn etag(staff: &Staff<'_>, name: &str) -> String {
    staff.get(&path(name)).await.headers()[header::ETAG].to_str().unwrap().to_owned()
}

/// A page as HTML, without the data it was made from.
async fn html(server: &Server, path: &str) -> String {
    let text = server.get(path).send().await.unwrap().text().await.unwrap();
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
