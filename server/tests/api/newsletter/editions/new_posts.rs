//! Editions that the publication of a post creates.

use chrono::TimeDelta;
use reqwest::StatusCode;
use serde_json::{Value, json};
use vitrine::features::{
    blog::schedule,
    newsletter::editions::{model::EditionFilter, new_posts, store::count},
};

use super::{EDITIONS, finish, start_with_subscription};
use crate::harness::{Client, Server, with_fields};

const SETTINGS: &str = "/api/newsletter/settings";

async fn create_post(editor: &Client, slug: &str, changes: Value) -> String {
    let post = json!({"title": "Título", "slug": slug, "content": "Texto", "excerpt": "Resumo"});
    let post =
        editor.post("/api/blog", &with_fields(post, &changes)).await.expect(StatusCode::CREATED).json();
    format!("/api/blog/{}", post["id"].as_str().unwrap())
}

/// Creates the editions of newly published posts, and returns all editions.
async fn editions(server: &Server) -> Vec<Value> {
    new_posts::run(&server.app).await.unwrap();
    server.editor().await.json(EDITIONS).await.as_array().unwrap().clone()
}

#[tokio::test]
async fn first_publication_of_a_post_creates_one_edition() {
    let server = Server::start().await;
    let editor = server.editor().await;
    create_post(&editor, "antes", json!({"is_published": true})).await;
    server.advance(TimeDelta::minutes(1));
    editor.put(SETTINGS, &json!({"new_post": "draft"})).await.expect(StatusCode::OK);
    assert_eq!(editions(&server).await.len(), 0, "no edition for posts from before the setting");
    server.advance(TimeDelta::minutes(1));
    let by_hand = create_post(&editor, "a", json!({"is_published": true})).await;
    let at = "2026-11-20T13:00:00Z";
    create_post(&editor, "b", json!({"is_published": false, "publish_at": at})).await;
    let first = editions(&server).await;
    assert_eq!(
        (first.len(), &first[0]["subject"], &first[0]["preheader"]),
        (1, &json!("Título"), &json!("Resumo"))
    );
    assert_eq!(first[0]["state"], "draft");
    for is_published in [false, true] {
        editor.put(&by_hand, &json!({"is_published": is_published})).await.expect(StatusCode::OK);
    }
    let path = format!("{EDITIONS}/{}", first[0]["id"].as_str().unwrap());
    editor.delete(&path).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(editions(&server).await.len(), 0, "no edition for a post that is published again");
    server.advance(TimeDelta::hours(2));
    schedule::run(&server.app).await.unwrap();
    assert_eq!(editions(&server).await.len(), 1, "the schedule publishes too");
}

#[tokio::test]
async fn each_of_many_new_posts_gets_an_edition() {
    let server = Server::start().await;
    let editor = server.editor().await;
    editor.put(SETTINGS, &json!({"new_post": "draft"})).await.expect(StatusCode::OK);
    server.advance(TimeDelta::minutes(1));
    // One more than a run processes.
    for number in 0..51 {
        create_post(&editor, &format!("post-{number}"), json!({"is_published": true})).await;
    }
    for expected in [50, 51, 51] {
        new_posts::run(&server.app).await.unwrap();
        let found = count(server.app.db.reader(), &EditionFilter::default()).await.unwrap();
        assert_eq!(found, expected);
    }
}

#[tokio::test]
async fn edition_about_a_new_post_shows_its_title_once() {
    let server = Server::start().await;
    let editor = server.editor().await;
    editor.put(SETTINGS, &json!({"new_post": "draft"})).await.expect(StatusCode::OK);
    server.advance(TimeDelta::minutes(1));
    let longest_title = "t".repeat(160);
    create_post(&editor, "a", json!({"title": longest_title, "is_published": true})).await;
    let edition = editions(&server).await.remove(0);
    let visible = async |changes: Value| {
        let fields = ["subject", "body", "post_ids"].map(|name| (name.to_owned(), edition[name].clone()));
        let input = with_fields(Value::Object(fields.into_iter().collect()), &changes);
        let preview = editor.post(&format!("{EDITIONS}/preview"), &input).await.expect(StatusCode::OK).json();
        preview["html"].as_str().unwrap().matches(&format!(">{longest_title}</")).count()
    };
    // The first one is the title of the document.
    assert_eq!(visible(json!({})).await, 2);
    assert_eq!(visible(json!({"subject": "Outro assunto"})).await, 1);
    assert_eq!(visible(json!({"body": "Olá!"})).await, 3, "text is between the heading and the title");
}

#[tokio::test]
async fn edition_about_a_new_post_has_the_offered_interests_of_the_post() {
    let server = Server::start().await;
    let editor = server.editor().await;
    let offer = json!({"slugs": ["cloud-computing", "seguranca"]});
    editor.put("/api/newsletter/interests", &offer).await.expect(StatusCode::OK);
    editor.put(SETTINGS, &json!({"new_post": "draft"})).await.expect(StatusCode::OK);
    for (slug, terms, expected) in [
        ("a", json!({"category": "Cloud Computing", "tags": ["Não oferecida"]}), json!(["cloud-computing"])),
        ("b", json!({"category": "Outra", "tags": ["Segurança"]}), json!(["seguranca"])),
        ("c", json!({"category": "Outra", "tags": []}), json!([])),
    ] {
        server.advance(TimeDelta::minutes(1));
        let post = with_fields(terms, &json!({"title": slug, "is_published": true}));
        create_post(&editor, slug, post).await;
        let all = editions(&server).await;
        let edition = all.iter().find(|edition| edition["subject"] == slug).expect("an edition");
        assert_eq!(edition["interests"], expected, "{slug}");
    }
}

#[tokio::test]
async fn edition_about_a_new_post_is_sent_if_so_configured() {
    let (smtp, server, editor) = start_with_subscription().await;
    editor.put(SETTINGS, &json!({"new_post": "send"})).await.expect(StatusCode::OK);
    server.advance(TimeDelta::minutes(1));
    create_post(&editor, "a", json!({"is_published": true})).await;
    for _ in 0..2 {
        editions(&server).await;
        finish(&server).await;
    }
    assert_eq!(smtp.recipients(), ["ana@exemplo.com.br"]);
}
