use chrono::TimeDelta;
use reqwest::StatusCode;
use serde_json::{Value, json};

use super::{create, draft_with};
use crate::harness::{Client, Server};

async fn act(staff: &Client, posts: &[&Value], action: &str) -> Vec<Value> {
    let ids: Vec<&Value> = posts.iter().map(|post| &post["id"]).collect();
    let body = json!({"ids": ids, "action": action});
    staff.post("/api/blog/bulk", &body).await.expect(StatusCode::OK).json()["ids"].as_array().unwrap().clone()
}

#[tokio::test]
async fn bulk_actions_publish_hide_delete_and_restore_posts() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let one = create(&staff, &draft_with(&json!({"slug": "um"}))).await;
    let scheduled = json!({"slug": "dois", "publish_at": "2026-12-01T12:00:00Z"});
    let two = create(&staff, &draft_with(&scheduled)).await;
    let both = [&one, &two];
    let statuses = async || (server.status("/blog/um").await, server.status("/blog/dois").await);

    assert_eq!(act(&staff, &both, "publish").await.len(), 2);
    assert_eq!(statuses().await, (StatusCode::OK, StatusCode::OK));
    assert!(act(&staff, &both, "publish").await.is_empty(), "published posts don't change");
    assert_eq!(act(&staff, &[&one], "unpublish").await, [one["id"].clone()]);
    assert_eq!(statuses().await, (StatusCode::NOT_FOUND, StatusCode::OK));
    assert_eq!(act(&staff, &both, "delete").await.len(), 2);
    assert_eq!(statuses().await, (StatusCode::GONE, StatusCode::GONE));
    assert!(act(&staff, &both, "publish").await.is_empty(), "deleted posts can't be published");
    assert_eq!(act(&staff, &both, "restore").await.len(), 2);
    assert_eq!(statuses().await, (StatusCode::NOT_FOUND, StatusCode::OK));

    let events = server.admin().await.json("/api/audit?group=post").await;
    let actions: Vec<&str> =
        events.as_array().unwrap().iter().map(|event| event["action"].as_str().unwrap()).collect();
    let count = |action: &str| actions.iter().filter(|found| **found == action).count();
    assert_eq!(
        ["post.published", "post.unpublished", "post.deleted", "post.restored"].map(count),
        [2, 1, 2, 2]
    );
}

#[tokio::test]
async fn bulk_unpublish_cancels_the_schedule() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let post = create(&staff, &draft_with(&json!({"publish_at": "2026-12-01T12:00:00Z"}))).await;
    assert_eq!(act(&staff, &[&post], "unpublish").await.len(), 1);
    assert_eq!(staff.json(&super::path_of(&post)).await["publish_at"], Value::Null);
}

#[tokio::test]
async fn bulk_actions_take_one_to_one_hundred_posts() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let id = json!("01980000-0000-7000-8000-000000000000");
    for (count, expected) in [(0, 400), (1, 200), (100, 200), (101, 400)] {
        let body = json!({"ids": vec![&id; count], "action": "delete"});
        let answer = staff.post("/api/blog/bulk", &body).await;
        assert_eq!(answer.status().as_u16(), expected, "{count}");
    }
}

#[tokio::test]
async fn post_list_is_sorted_across_pages() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let mut posts = Vec::new();
    for slug in ["a", "b", "c"] {
        posts.push(create(&staff, &draft_with(&json!({"slug": slug, "title": "Ordenado"}))).await);
        server.advance(TimeDelta::minutes(1));
    }
    super::update(&staff, &posts[0], &json!({"excerpt": "Mudado por último"})).await;
    for (sort, expected) in [
        ("", ["c", "b", "a"]),
        ("&sort=-created_at", ["c", "b", "a"]),
        ("&sort=created_at", ["a", "b", "c"]),
        ("&sort=-updated_at", ["a", "c", "b"]),
        ("&sort=updated_at", ["b", "c", "a"]),
    ] {
        let mut found = Vec::new();
        let mut next = Some(format!("/api/blog?search=ordenado&limit=2{sort}"));
        while let Some(path) = next {
            let answer = staff.get(&path).await;
            let link = answer.headers().get("link").map(|link| link.to_str().unwrap().to_owned());
            next = link.map(|link| link[1..link.find('>').unwrap()].to_owned());
            let list = answer.json();
            let slugs = list["posts"].as_array().unwrap().iter().map(|post| post["slug"].clone());
            found.extend(slugs);
        }
        assert_eq!(found, expected, "{sort}");
    }
}
