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

use crate::harness::{Client, with_fields};

/// Returns the input of a draft.
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

/// Returns [`draft`] with some fields replaced.
fn draft_with(changes: &Value) -> Value {
    with_fields(draft(), changes)
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
