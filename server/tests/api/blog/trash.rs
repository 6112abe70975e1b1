//! Deleted posts: what visitors see, restoring and purging.

use chrono::TimeDelta;
use reqwest::StatusCode;
use serde_json::{Value, json};

use super::{create, delete, draft_with, path_of, update};
use crate::harness::{Client, Server};

const PATH: &str = "/blog/rascunho-secreto";

async fn restore(staff: &Client, post: &Value) -> Value {
    staff.post_empty(&format!("{}/restore", path_of(post))).await.expect(StatusCode::OK).json()
}

#[tokio::test]
async fn deleted_post_is_hidden_until_restored() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let post = create(&staff, &draft_with(&json!({"is_published": true}))).await;
    // Fills the cache.
    assert!(server.text("/blog").await.contains("Rascunho secreto"));
    delete(&staff, &post).await;
    assert_eq!(server.status(PATH).await, StatusCode::GONE);
    for path in ["/blog", "/blog/feed.xml", "/sitemap.xml", "/blog?busca=rascunho", "/api/blog"] {
        assert!(!server.text(path).await.contains("rascunho-secreto"), "{path}");
    }
    assert_eq!(server.status("/blog/tag/etiqueta-secreta").await, StatusCode::NOT_FOUND);
    staff.get(&path_of(&post)).await.expect(StatusCode::NOT_FOUND);
    assert_eq!(staff.json("/api/blog?search=secreto").await["posts"], json!([]));
    let trash = staff.json("/api/blog/trash").await;
    assert_eq!(trash["posts"][0]["deleted_at"], "2026-11-20T12:00:00Z");
    for request in [
        staff.put(&path_of(&post), &json!({"title": "A"})),
        staff.delete(&path_of(&post)),
        staff.post_empty(&format!("{}/preview-link", path_of(&post))),
    ] {
        request.await.expect(StatusCode::NOT_FOUND);
    }
    let restored = restore(&staff, &post).await;
    assert_eq!((&restored["is_published"], &restored["deleted_at"]), (&json!(true), &Value::Null));
    assert!(server.markup(PATH).await.contains("Texto do rascunho."));
    assert!(server.text("/blog").await.contains("Rascunho secreto"));
    // Restoring again succeeds.
    restore(&staff, &post).await;
    assert_eq!(staff.json("/api/blog/trash").await["posts"], json!([]));
}

#[tokio::test]
async fn deleted_post_releases_its_slug() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let old = create(&staff, &draft_with(&json!({"is_published": true}))).await;
    delete(&staff, &old).await;
    create(&staff, &draft_with(&json!({"is_published": true, "title": "Novo dono"}))).await;
    assert!(server.markup(PATH).await.contains("Novo dono"));
    let restored = restore(&staff, &old).await;
    let slug = restored["slug"].as_str().unwrap();
    assert!(slug.starts_with("rascunho-secreto-") && slug.len() == 29, "{slug}");
    assert_eq!(server.status(&format!("/blog/{slug}")).await, StatusCode::OK);
    assert!(server.markup(PATH).await.contains("Novo dono"));
}

#[tokio::test]
async fn deleted_posts_are_purged_after_thirty_days() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let post = create(&staff, &draft_with(&json!({"is_published": true, "slug": "um"}))).await;
    update(&staff, &post, &json!({"slug": "dois"})).await;
    delete(&staff, &post).await;
    server.advance(TimeDelta::days(30));
    server.run_maintenance().await;
    assert_eq!(server.editor().await.json("/api/blog/trash").await["posts"].as_array().unwrap().len(), 1);
    server.advance(TimeDelta::seconds(1));
    server.run_maintenance().await;
    assert_eq!(server.editor().await.json("/api/blog/trash").await["posts"], json!([]));
    let events = server.admin().await.json("/api/audit?group=post&limit=1").await;
    assert_eq!((&events[0]["action"], &events[0]["after"]["posts"]), (&json!("post.purged"), &json!(1)));
    for path in ["/blog/um", "/blog/dois"] {
        assert_eq!(server.status(path).await, StatusCode::GONE, "{path}");
    }
    let staff = server.editor().await;
    staff.post_empty(&format!("{}/restore", path_of(&post))).await.expect(StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn post_trash_is_paged() {
    let server = Server::start().await;
    let staff = server.editor().await;
    for number in 0..3 {
        let post = create(&staff, &draft_with(&json!({"slug": format!("p-{number}")}))).await;
        delete(&staff, &post).await;
        server.advance(TimeDelta::minutes(1));
    }
    let answer = staff.get("/api/blog/trash?limit=2").await;
    assert_eq!(answer.headers()["x-total-count"], "3");
    let slugs = |list: &Value| -> Vec<String> {
        let posts = list["posts"].as_array().unwrap().iter();
        posts.map(|post| post["slug"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(slugs(&answer.json()), ["p-2", "p-1"]);
    assert_eq!(slugs(&staff.json(&answer.next_page().unwrap()).await), ["p-0"]);
}
