//! Tests of the blog, and their helpers.

mod attacks;
mod bulk;
mod previews;
mod reading;
mod replicas;
mod schedule;
mod trash;
mod versions;
mod writing;

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::harness::{Client, Server};

fn draft() -> Value {
    json!({
        "title": "Rascunho secreto",
        "slug": "rascunho-secreto",
        "excerpt": "Um resumo",
        "content": "## Começo\n\nTexto do rascunho.",
        "featured_image": "",
        "category": "Segurança",
        "tags": ["Etiqueta Secreta", "nuvem"],
        "is_published": false,
        "author": "Admin",
    })
}

fn draft_with(changes: &Value) -> Value {
    let mut post = draft();
    for (name, value) in changes.as_object().unwrap() {
        post[name] = value.clone();
    }
    post
}

async fn create(staff: &Client, post: &Value) -> Value {
    staff.post("/api/blog", post).await.expect(StatusCode::CREATED).json()
}

async fn update(staff: &Client, post: &Value, change: &Value) -> Value {
    staff.put(&path_of(post), change).await.expect(StatusCode::OK).json()
}

async fn delete(staff: &Client, post: &Value) {
    staff.delete(&path_of(post)).await.expect(StatusCode::NO_CONTENT);
}

fn path_of(post: &Value) -> String {
    format!("/api/blog/{}", post["id"].as_str().unwrap())
}

async fn text(server: &Server, path: &str) -> String {
    server.get(path).await.text()
}

/// Returns a page's markup without the JSON data that follows it.
async fn markup(server: &Server, path: &str) -> String {
    let html = text(server, path).await;
    html.split("<script type=\"application/json\"").next().unwrap().to_owned()
}
