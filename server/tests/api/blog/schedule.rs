//! Publishing and unpublishing posts at scheduled times. The clock starts at 12:00 UTC on 20 November 2026.

use chrono::TimeDelta;
use futures_util::future::join_all;
use reqwest::StatusCode;
use serde_json::{Value, json};
use vitrine::features::blog::schedule;

use super::{create, draft_with, path_of, update};
use crate::harness::Server;

const PATH: &str = "/blog/rascunho-secreto";

/// Returns the number of audit events of an action by the system.
async fn count_system_events(server: &Server, action: &str) -> usize {
    let events = server.admin().await.json("/api/audit?group=post").await;
    let events = events.as_array().unwrap().iter();
    events.filter(|event| event["action"] == action && event["source"] == "system").count()
}

#[tokio::test]
async fn scheduled_post_is_published_and_unpublished_once_by_two_processes() {
    let server = Server::start_for_races().await;
    let other = server.replica().await;
    let staff = server.editor().await;
    let times =
        json!({"publish_at": "2026-11-21T10:00:00-03:00", "unpublish_at": "2026-11-22T10:00:00-03:00"});
    let post = create(&staff, &draft_with(&times)).await;
    assert_eq!(
        (&post["publish_at"], &post["unpublish_at"], &post["is_published"]),
        (&json!("2026-11-21T13:00:00Z"), &json!("2026-11-22T13:00:00Z"), &json!(false))
    );
    // Runs the job three times at once in each process.
    let run_concurrently = async || {
        let runs = (0..6).map(|run| schedule::run(if run % 2 == 0 { &server.app } else { &other.app }));
        for result in join_all(runs).await {
            result.unwrap();
        }
        server.app.db.poll_revision().await.unwrap();
        other.app.db.poll_revision().await.unwrap();
    };
    server.advance(TimeDelta::hours(25) - TimeDelta::minutes(1));
    run_concurrently().await;
    // Fills the caches of both processes before the publication.
    for process in [&server, &other] {
        assert!(!process.text("/blog").await.contains("Rascunho secreto"));
    }
    assert_eq!(server.status(PATH).await, StatusCode::NOT_FOUND, "it is 12:59 UTC, a minute too early");

    server.advance(TimeDelta::minutes(1) + TimeDelta::seconds(9));
    run_concurrently().await;
    for process in [&server, &other] {
        assert_eq!(process.status(PATH).await, StatusCode::OK);
        assert!(process.text("/blog").await.contains("Rascunho secreto"));
    }
    // The editor signs in again, because the session has expired.
    let current = server.editor().await.json(&path_of(&post)).await;
    assert_eq!(
        (&current["is_published"], &current["publish_at"], &current["published_at"]),
        (&json!(true), &Value::Null, &json!("2026-11-21T13:00:00Z")),
        "the publication time is the scheduled one"
    );
    assert_eq!(count_system_events(&server, "post.published").await, 1);

    server.advance(TimeDelta::days(1));
    run_concurrently().await;
    for process in [&server, &other] {
        assert_eq!(process.status(PATH).await, StatusCode::NOT_FOUND);
        assert!(!process.text("/blog").await.contains("Rascunho secreto"));
    }
    // The editor signs in again, because the session has expired.
    let current = server.editor().await.json(&path_of(&post)).await;
    assert_eq!((&current["is_published"], &current["unpublish_at"]), (&json!(false), &Value::Null));
    assert_eq!(count_system_events(&server, "post.unpublished").await, 1);
}

#[tokio::test]
async fn post_whose_whole_schedule_has_passed_is_not_published() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let times = json!({"publish_at": "2026-11-21T12:00:00Z", "unpublish_at": "2026-11-22T12:00:00Z"});
    let post = create(&staff, &draft_with(&times)).await;
    server.advance(TimeDelta::days(5));
    schedule::run(&server.app).await.unwrap();
    // The editor signs in again, because the session has expired.
    let current = server.editor().await.json(&path_of(&post)).await;
    assert_eq!((&current["is_published"], &current["published_at"]), (&json!(false), &Value::Null));
    assert_eq!((&current["publish_at"], &current["unpublish_at"]), (&Value::Null, &Value::Null));
    assert_eq!(count_system_events(&server, "post.published").await, 0);
}

#[tokio::test]
async fn scheduled_post_is_not_listed_among_drafts_without_a_schedule() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let post = create(&staff, &draft_with(&json!({"publish_at": "2026-11-21T12:00:00Z"}))).await;
    let scheduled = staff.json("/api/blog?is_scheduled=true").await;
    assert_eq!(scheduled["posts"], json!([post]));
    let drafts = staff.json("/api/blog?is_published=false&is_scheduled=false").await;
    assert_eq!(drafts["posts"], json!([]));
}

#[tokio::test]
async fn schedule_applies_until_it_is_canceled() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let post = create(&staff, &draft_with(&json!({"publish_at": "2026-11-21T12:00:00Z"}))).await;
    let renamed = update(&staff, &post, &json!({"title": "Outro"})).await;
    assert_eq!(renamed["publish_at"], "2026-11-21T12:00:00Z", "missing fields keep their values");
    let canceled = update(&staff, &post, &json!({"publish_at": null})).await;
    assert_eq!(canceled["publish_at"], Value::Null);
    server.advance(TimeDelta::days(2));
    schedule::run(&server.app).await.unwrap();
    assert_eq!(server.status(PATH).await, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn schedule_in_the_past_is_refused() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let past = draft_with(&json!({"publish_at": "2026-11-20T11:59:00Z"}));
    let refused = staff.post("/api/blog", &past).await.expect(StatusCode::UNPROCESSABLE_ENTITY).json();
    assert_eq!(refused["fields"], json!({"publish_at": "Escolha um momento no futuro."}));
}

#[tokio::test]
async fn schedule_ends_when_the_post_is_published_or_unpublished() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let post = create(&staff, &draft_with(&json!({"publish_at": "2026-11-21T12:00:00Z"}))).await;
    let published =
        update(&staff, &post, &json!({"is_published": true, "publish_at": "2026-12-01T12:00:00Z"})).await;
    assert_eq!(
        (&published["publish_at"], &published["published_at"]),
        (&Value::Null, &json!("2026-11-20T12:00:00Z"))
    );
    let with_end = update(&staff, &post, &json!({"unpublish_at": "2026-12-01T12:00:00Z"})).await;
    assert_eq!(with_end["unpublish_at"], "2026-12-01T12:00:00Z");
    let public_post = server.json(&path_of(&post)).await;
    assert_eq!(public_post["unpublish_at"], Value::Null, "visitors don't see the schedule");
    let listed = server.json("/api/blog?search=secreto").await;
    assert!(listed["posts"].as_array().unwrap().contains(&public_post));
    let unpublished = update(&staff, &post, &json!({"is_published": false})).await;
    assert_eq!(unpublished["unpublish_at"], Value::Null);
}
