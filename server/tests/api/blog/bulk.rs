//! Bulk actions on posts.

use reqwest::StatusCode;
use serde_json::{Value, json};

use super::{create, draft_with};
use crate::harness::{Client, Server};

/// Runs a bulk action and returns the former values of the changed posts.
async fn act(staff: &Client, posts: &[&Value], action: &str) -> Vec<Value> {
    let ids: Vec<&Value> = posts.iter().map(|post| &post["id"]).collect();
    let body = json!({"ids": ids, "action": action});
    staff.post("/api/blog/bulk", &body).await.expect(StatusCode::OK).json().as_array().unwrap().clone()
}

#[tokio::test]
async fn bulk_actions_publish_unpublish_delete_and_restore_posts() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let first = create(&staff, &draft_with(&json!({"slug": "um"}))).await;
    let scheduled = json!({"slug": "dois", "publish_at": "2026-12-01T12:00:00Z"});
    let second = create(&staff, &draft_with(&scheduled)).await;
    let both = [&first, &second];
    let statuses = async || (server.status("/blog/um").await, server.status("/blog/dois").await);

    assert_eq!(act(&staff, &both, "publish").await.len(), 2);
    assert_eq!(statuses().await, (StatusCode::OK, StatusCode::OK));
    assert!(act(&staff, &both, "publish").await.is_empty(), "published posts don't change");
    assert_eq!(act(&staff, &[&first], "unpublish").await[0]["id"], first["id"]);
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
async fn bulk_unpublish_cancels_the_schedule_of_a_post() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let post = create(&staff, &draft_with(&json!({"publish_at": "2026-12-01T12:00:00Z"}))).await;
    assert_eq!(act(&staff, &[&post], "unpublish").await.len(), 1);
    assert_eq!(staff.json(&super::path_of(&post)).await["publish_at"], Value::Null);
}

#[tokio::test]
async fn undone_bulk_action_restores_the_schedule() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let times = json!({"publish_at": "2026-12-01T12:00:00Z", "unpublish_at": "2026-12-05T12:00:00Z"});
    let post = create(&staff, &draft_with(&times)).await;
    for action in ["unpublish", "publish"] {
        let mut undo = act(&staff, &[&post], action).await.remove(0);
        undo["ids"] = json!([undo["id"]]);
        undo["action"] = json!("schedule");
        staff.post("/api/blog/bulk", &undo).await.expect(StatusCode::OK);
        let stored = staff.json(&super::path_of(&post)).await;
        for field in ["is_published", "published_at", "publish_at", "unpublish_at"] {
            assert_eq!(stored[field], post[field], "{field} after undoing {action}");
        }
    }
    let events = server.admin().await.json("/api/audit?group=post&limit=4").await;
    let actions: Vec<&Value> = events.as_array().unwrap().iter().map(|event| &event["action"]).collect();
    assert_eq!(actions, ["post.unpublished", "post.published", "post.updated", "post.unpublished"]);
    let past_end = json!({"ids": [post["id"]], "action": "schedule", "is_published": false,
        "publish_at": "2026-12-02T12:00:00Z", "unpublish_at": "2026-12-01T12:00:00Z"});
    staff.post("/api/blog/bulk", &past_end).await.expect(StatusCode::OK);
    assert_eq!(staff.json(&super::path_of(&post)).await["unpublish_at"], Value::Null);
    let after_year_9999 = json!({"ids": [post["id"]], "action": "schedule", "is_published": false, "publish_at": "+12026-12-01T12:00:00Z"});
    staff.post("/api/blog/bulk", &after_year_9999).await.expect(StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn undo_of_a_bulk_action_skips_posts_that_changed_since() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let post = create(&staff, &draft_with(&json!({}))).await;
    let former = act(&staff, &[&post], "publish").await.remove(0);
    act(&staff, &[&post], "unpublish").await;
    let id = post["id"].as_str().unwrap();
    let undo =
        json!({"ids": [id], "versions": {id: former["version"]}, "action": "schedule", "is_published": true});
    let undone = staff.post("/api/blog/bulk", &undo).await.expect(StatusCode::OK).json();
    assert_eq!(undone, json!([]));
    assert_eq!(staff.json(&super::path_of(&post)).await["is_published"], false);
}

#[tokio::test]
async fn undo_gives_each_post_its_own_former_schedule() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let draft = create(&staff, &draft_with(&json!({"slug": "um"}))).await;
    let scheduled = json!({"slug": "dois", "publish_at": "2026-12-01T12:00:00Z"});
    let scheduled = create(&staff, &draft_with(&scheduled)).await;
    let former = act(&staff, &[&draft, &scheduled], "publish").await;
    let undo_of = |former: &Value| {
        json!({"ids": [former["id"]], "versions": {former["id"].as_str().unwrap(): former["version"]},
            "action": "schedule", "is_published": false, "publish_at": former["publish_at"]})
    };
    let undo: Vec<Value> = former.iter().map(undo_of).collect();
    let undone =
        staff.post("/api/blog/bulk/undo", &json!({"changes": undo})).await.expect(StatusCode::OK).json();
    assert_eq!(undone.as_array().unwrap().len(), 2);
    assert_eq!(staff.json(&super::path_of(&draft)).await["publish_at"], Value::Null);
    assert_eq!(staff.json(&super::path_of(&scheduled)).await["publish_at"], "2026-12-01T12:00:00Z");
}

#[tokio::test]
async fn bulk_actions_accept_one_to_one_hundred_posts() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let id = json!("01980000-0000-7000-8000-000000000000");
    for (count, expected) in [(0, 400), (1, 200), (100, 200), (101, 400)] {
        let body = json!({"ids": vec![&id; count], "action": "delete"});
        let answer = staff.post("/api/blog/bulk", &body).await;
        assert_eq!(answer.status().as_u16(), expected, "{count}");
    }
}
