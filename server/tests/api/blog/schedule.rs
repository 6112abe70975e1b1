use chrono::TimeDelta;
use futures_util::future::join_all;
use reqwest::StatusCode;
use serde_json::{Value, json};
use vitrine::features::blog::schedule;

use super::{create, draft_with, markup, path_of, text, update};
use crate::harness::Server;

const PATH: &str = "/blog/rascunho-secreto";

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
    let both = async || {
        let runs = (0..6).map(|run| schedule::run(if run % 2 == 0 { &server.app } else { &other.app }));
        join_all(runs).await.into_iter().for_each(|done| done.unwrap());
        server.app.db.poll_revision().await.unwrap();
        other.app.db.poll_revision().await.unwrap();
    };
    server.advance(TimeDelta::minutes(25 * 60 - 1));
    both().await;
    text(&server, "/blog").await;
    text(&other, "/blog").await;
    assert_eq!(server.status(PATH).await, StatusCode::NOT_FOUND, "not before its scheduled time");

    server.advance(TimeDelta::minutes(1) + TimeDelta::seconds(9));
    both().await;
    for process in [&server, &other] {
        assert_eq!(process.status(PATH).await, StatusCode::OK);
        assert!(text(process, "/blog").await.contains("Rascunho secreto"));
    }
    // The session of staff has expired.
    let now = server.editor().await.json(&path_of(&post)).await;
    assert_eq!(
        (&now["is_published"], &now["publish_at"], &now["published_at"]),
        (&json!(true), &Value::Null, &json!("2026-11-21T13:00:00Z"))
    );
    assert_eq!(count_system_events(&server, "post.published").await, 1);

    server.advance(TimeDelta::days(1));
    both().await;
    for process in [&server, &other] {
        assert_eq!(process.status(PATH).await, StatusCode::NOT_FOUND);
        assert!(!text(process, "/blog").await.contains("Rascunho secreto"));
    }
    // The session of staff has expired.
    let now = server.editor().await.json(&path_of(&post)).await;
    assert_eq!((&now["is_published"], &now["unpublish_at"]), (&json!(false), &Value::Null));
    assert_eq!(count_system_events(&server, "post.unpublished").await, 1);
}

/// Counts audit events of an action done by the system.
async fn count_system_events(server: &Server, action: &str) -> usize {
    let events = server.admin().await.json("/api/audit?group=post").await;
    let events = events.as_array().unwrap().iter();
    events.filter(|event| event["action"] == action && event["source"] == "system").count()
}

#[tokio::test]
async fn post_whose_whole_schedule_has_passed_is_not_published() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let times = json!({"publish_at": "2026-11-21T12:00:00Z", "unpublish_at": "2026-11-22T12:00:00Z"});
    let post = create(&staff, &draft_with(&times)).await;
    server.advance(TimeDelta::days(5));
    schedule::run(&server.app).await.unwrap();
    // The session of staff has expired.
    let now = server.editor().await.json(&path_of(&post)).await;
    assert_eq!((&now["is_published"], &now["published_at"]), (&json!(false), &Value::Null));
    assert_eq!((&now["publish_at"], &now["unpublish_at"]), (&Value::Null, &Value::Null));
    assert_eq!(count_system_events(&server, "post.published").await, 0);
}

#[tokio::test]
async fn post_schedule_can_be_changed_and_canceled() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let post = create(&staff, &draft_with(&json!({"publish_at": "2026-11-21T12:00:00Z"}))).await;
    let scheduled = staff.json("/api/blog?is_scheduled=true").await;
    assert_eq!(scheduled["posts"], json!([post]));
    let drafts = staff.json("/api/blog?is_published=false&is_scheduled=false").await;
    assert_eq!(drafts["posts"], json!([]));
    let unchanged = update(&staff, &post, &json!({"title": "Outro"})).await;
    assert_eq!(unchanged["publish_at"], "2026-11-21T12:00:00Z", "missing fields keep their values");
    let none = update(&staff, &post, &json!({"publish_at": null})).await;
    assert_eq!(none["publish_at"], Value::Null);
    server.advance(TimeDelta::days(2));
    schedule::run(&server.app).await.unwrap();
    assert_eq!(server.status(PATH).await, StatusCode::NOT_FOUND);

    let staff = server.editor().await;
    let answer = staff
        .put(&path_of(&post), &json!({"publish_at": "2026-11-21T12:00:00Z"}))
        .await
        .expect(StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(answer.json()["fields"], json!({"publish_at": "Escolha um momento no futuro."}));

    let now =
        update(&staff, &post, &json!({"is_published": true, "publish_at": "2026-12-01T12:00:00Z"})).await;
    assert_eq!((&now["publish_at"], &now["published_at"]), (&Value::Null, &json!("2026-11-22T12:00:00Z")));
    let ends = update(&staff, &post, &json!({"unpublish_at": "2026-12-01T12:00:00Z"})).await;
    assert_eq!(ends["unpublish_at"], "2026-12-01T12:00:00Z");
    let path = path_of(&post);
    let seen = server.get(&path).await.json();
    assert_eq!(seen["unpublish_at"], Value::Null, "hidden from visitors");
    let listed = server.get("/api/blog?search=outro").await.json();
    assert!(listed["posts"].as_array().unwrap().contains(&seen));
    let hidden = update(&staff, &post, &json!({"is_published": false})).await;
    assert_eq!(hidden["unpublish_at"], Value::Null);
}

#[tokio::test]
async fn seo_fields_of_a_post_are_in_its_head() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let seo =
        json!({"is_published": true, "seo_title": "Só para buscadores", "seo_description": "Resumo <deles>"});
    let post = create(&staff, &draft_with(&seo)).await;
    let html = markup(&server, PATH).await;
    assert!(html.contains("<title>Só para buscadores</title>"), "{html}");
    assert!(html.contains("name=\"description\" content=\"Resumo &lt;deles&gt;\""), "{html}");
    assert!(
        html.contains("Rascunho secreto</h1>") || html.contains(">Rascunho secreto<"),
        "the heading is the title"
    );
    update(&staff, &post, &json!({"seo_title": "", "seo_description": ""})).await;
    let html = markup(&server, PATH).await;
    assert!(html.contains("<title>Rascunho secreto - Blog"), "{html}");
    assert!(html.contains("name=\"description\" content=\"Um resumo\""), "{html}");
}

#[tokio::test]
async fn imported_post_keeps_its_publication_date() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let post = create(&staff, &draft_with(&json!({"published_at": "2020-05-04T12:00:00Z"}))).await;
    assert_eq!(post["is_published"], false);
    let published = update(&staff, &post, &json!({"is_published": true})).await;
    assert_eq!(published["published_at"], "2020-05-04T12:00:00Z");
    assert!(markup(&server, PATH).await.contains("4 de maio de 2020"));
    let later = draft_with(&json!({"slug": "b", "published_at": "2027-01-01T12:00:00Z"}));
    staff.post("/api/blog", &later).await.expect(StatusCode::UNPROCESSABLE_ENTITY);
}
