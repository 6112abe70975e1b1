//! The blog, over HTTP. Here stands what its tests share.

mod attacks;
mod many;
mod planning;
mod previews;
mod reading;
mod trash;
mod two_processes;
mod versions;
mod writing;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::harness::{Server, Staff, json_of};

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

async fn create(staff: &Staff<'_>, post: &Value) -> Value {
    let answer = staff.request(Method::POST, "/api/blog").json(post).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::CREATED);
    json_of(answer).await
}

async fn update(staff: &Staff<'_>, post: &Value, change: &Value) -> Value {
    let answer = staff.put(&path_of(post), change).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::OK);
    json_of(answer).await
}

async fn delete(staff: &Staff<'_>, post: &Value) {
    let answer = staff.request(Method::DELETE, &path_of(post)).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::NO_CONTENT);
}

fn path_of(post: &Value) -> String {
    format!("/api/blog/{}", post["id"].as_str().unwrap())
}

async fn status(server: &Server, path: &str) -> StatusCode {
    server.get(path).send().await.unwrap().status()
}

async fn text(server: &Server, path: &str) -> String {
    server.get(path).send().await.unwrap().text().await.unwrap()
}

/// The page as it is read, without the data that follows it.
async fn markup(server: &Server, path: &str) -> String {
    let html = text(server, path).await;
    html.split("<script type=\"application/json\"").next().unwrap().to_owned()
}
