//! Creating and changing posts, and when visitors see them.

use chrono::TimeDelta;
use reqwest::{Method, StatusCode, header};
use serde_json::{Value, json};

use super::{create, delete, draft, draft_with, path_of, update};
use crate::harness::{Client, Server, VISITOR};

#[tokio::test]
async fn only_staff_can_see_a_draft() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let post = create(&staff, &draft()).await;
    assert_eq!((&post["is_published"], &post["published_at"]), (&json!(false), &json!(null)));
    let shows_draft = |body: &str| body.contains("ascunho") || body.contains("Etiqueta Secreta");
    for path in [
        "/api/blog",
        "/api/blog?search=rascunho",
        "/api/blog?is_published=false",
        "/api/blog?tag=etiqueta-secreta",
        "/blog",
        "/blog?busca=texto",
        "/blog/categoria/seguranca",
        "/blog/tag/nuvem",
        "/blog/senhas-dois-fatores-e-phishing",
        "/blog/feed.xml",
        "/sitemap.xml",
    ] {
        assert!(!shows_draft(&server.text(path).await), "{path}");
    }
    for path in ["/blog/rascunho-secreto", "/blog/tag/etiqueta-secreta", &path_of(&post)] {
        assert_eq!(server.status(path).await, StatusCode::NOT_FOUND, "{path}");
    }
    assert!(!shows_draft(&server.sign_in(VISITOR).await.text("/api/blog").await));
    let drafts = staff.json("/api/blog?is_published=false").await;
    assert_eq!(drafts["posts"], json!([post]));
}

#[tokio::test]
async fn published_changes_appear_at_the_next_request() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let post = create(&staff, &draft()).await;
    assert_eq!(server.status("/blog/rascunho-secreto").await, StatusCode::NOT_FOUND);
    // Fills the cache.
    assert!(!server.text("/blog").await.contains("Rascunho secreto"));
    let published = update(&staff, &post, &json!({"is_published": true})).await;
    assert_eq!(published["published_at"], "2026-11-20T12:00:00Z");
    for path in [
        "/blog",
        "/blog/rascunho-secreto",
        "/blog/categoria/seguranca",
        "/blog/tag/etiqueta-secreta",
        "/blog/feed.xml",
    ] {
        assert!(server.text(path).await.contains("Rascunho secreto"), "{path}");
    }
    assert!(server.text("/sitemap.xml").await.contains("/blog/rascunho-secreto</loc>"));
    update(&staff, &post, &json!({"title": "Outro título"})).await;
    assert!(server.markup("/blog/rascunho-secreto").await.contains("Outro título"));
    update(&staff, &post, &json!({"is_published": false})).await;
    assert_eq!(server.status("/blog/rascunho-secreto").await, StatusCode::NOT_FOUND);
    assert!(!server.text("/blog").await.contains("Outro título"));
}

#[tokio::test]
async fn missing_post_fields_keep_their_values() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let post = create(&staff, &draft()).await;
    server.advance(TimeDelta::minutes(1));
    let mut changed = update(&staff, &post, &json!({"excerpt": "Outro resumo"})).await;
    assert_eq!(changed["excerpt"], "Outro resumo");
    changed["excerpt"] = post["excerpt"].clone();
    assert_eq!(changed["updated_at"], "2026-11-20T12:01:00Z");
    changed["updated_at"] = post["updated_at"].clone();
    assert_eq!(changed, post);
    let changed = update(&staff, &post, &json!({"tags": ["b", " a ", "B"]})).await;
    assert_eq!(changed["tags"], json!(["b", "a"]));
}

#[tokio::test]
async fn stale_post_update_is_refused() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let post = create(&staff, &draft()).await;
    let etag = staff.get(&path_of(&post)).await.headers()[header::ETAG].clone();
    let save =
        async || staff.put(&path_of(&post), &json!({"title": "A"})).if_match(etag.clone()).await.status();
    assert_eq!(save().await, StatusCode::OK);
    assert_eq!(save().await, StatusCode::PRECONDITION_FAILED);
}

#[tokio::test]
async fn post_slugs_are_normalized_and_unique() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let post = create(&staff, &draft_with(&json!({"slug": "  Ação -- & Reação! "}))).await;
    assert_eq!(post["slug"], "acao-reacao");
    let attempt = async |post: &Value| staff.post("/api/blog", post).await.status_and_json();
    let (status, body) = attempt(&draft_with(&json!({"slug": "acao-reacao"}))).await;
    assert_eq!((status, &body["code"]), (StatusCode::CONFLICT, &json!("slug_taken")));
    let (status, body) = attempt(&json!({"slug": "!!"})).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    let fields: Vec<&String> = body["fields"].as_object().unwrap().keys().collect();
    assert_eq!(fields, ["content", "slug", "title"]);
}

async fn count_drafts(staff: &Client) -> usize {
    staff.json("/api/blog?is_published=false").await["posts"].as_array().unwrap().len()
}

#[tokio::test]
async fn repeated_idempotency_key_creates_one_post() {
    let server = Server::start_for_races().await;
    let (editor, admin) = (server.editor().await, server.admin().await);
    let attempt = |staff: &Client, key: &str, post: &Value| {
        staff.request(Method::POST, "/api/blog").header("Idempotency-Key", key).json(post).send()
    };
    let answer = attempt(&editor, "a", &draft()).await;
    assert_eq!(answer.status(), StatusCode::CREATED);
    let (etag, post) = (answer.headers()[header::ETAG].clone(), answer.json());
    let again = attempt(&editor, "a", &draft()).await;
    assert_eq!((again.status(), &again.headers()[header::ETAG]), (StatusCode::CREATED, &etag));
    assert_eq!(again.json(), post);
    assert_eq!(count_drafts(&editor).await, 1);
    // The slug is taken for another key, and for the same key of another user.
    for (staff, key) in [(&editor, "b"), (&admin, "a")] {
        assert_eq!(attempt(staff, key, &draft()).await.status(), StatusCode::CONFLICT);
    }

    // The same request is sent twice at once.
    let other = draft_with(&json!({"slug": "outro"}));
    let (first, second) = tokio::join!(attempt(&editor, "c", &other), attempt(&editor, "c", &other));
    assert_eq!(first.json()["id"], second.json()["id"]);
    assert_eq!(count_drafts(&editor).await, 2);

    // A deleted post isn't created again.
    delete(&editor, &post).await;
    assert_eq!(attempt(&editor, "a", &draft()).await.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn former_post_paths_redirect_and_those_of_deleted_posts_are_gone() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let post = create(&staff, &draft_with(&json!({"is_published": true, "slug": "um"}))).await;
    update(&staff, &post, &json!({"slug": "dois"})).await;
    update(&staff, &post, &json!({"slug": "tres"})).await;
    for old in ["/blog/um", "/blog/dois"] {
        let answer = server.get(old).await.expect(StatusCode::PERMANENT_REDIRECT);
        assert_eq!(answer.headers()[header::LOCATION], "/blog/tres");
    }
    let reused = create(&staff, &draft_with(&json!({"slug": "um", "is_published": true}))).await;
    update(&staff, &reused, &json!({"is_published": false})).await;
    update(&staff, &reused, &json!({"slug": "outro"})).await;
    let redirect = server.get("/blog/um").await.expect(StatusCode::PERMANENT_REDIRECT);
    assert_eq!(redirect.headers()[header::LOCATION], "/blog/tres", "the other post isn't public");
    let with_query = server.get("/blog/um?utm_source=carta").await;
    assert_eq!(with_query.headers()[header::LOCATION], "/blog/tres?utm_source=carta");
    let draft_of_another = create(&staff, &draft_with(&json!({"slug": "dois"}))).await;
    assert_eq!(server.status("/blog/dois").await, StatusCode::PERMANENT_REDIRECT, "a draft has no page");
    update(&staff, &draft_of_another, &json!({"slug": "quatro"})).await;
    assert_eq!(server.status("/blog/dois").await, StatusCode::PERMANENT_REDIRECT);
    update(&staff, &post, &json!({"is_published": false})).await;
    assert_eq!(server.status("/blog/um").await, StatusCode::NOT_FOUND, "a redirect would reveal a draft");
    delete(&staff, &post).await;
    for old in ["/blog/um", "/blog/dois", "/blog/tres"] {
        assert_eq!(server.status(old).await, StatusCode::GONE, "{old}");
        assert!(server.markup(old).await.contains("Este artigo foi removido."));
    }
    update(&staff, &draft_of_another, &json!({"slug": "tres"})).await;
    assert_eq!(server.status("/blog/tres").await, StatusCode::GONE, "a draft has no page");
    let again = create(&staff, &draft_with(&json!({"is_published": true, "slug": "um"}))).await;
    assert_eq!(again["slug"], "um");
    assert_eq!(server.status("/blog/um").await, StatusCode::OK);
    let unpublished = create(&staff, &draft()).await;
    delete(&staff, &unpublished).await;
    assert_eq!(
        server.status("/blog/rascunho-secreto").await,
        StatusCode::NOT_FOUND,
        "410 would reveal that there was a draft"
    );
}

#[tokio::test]
async fn seo_fields_of_a_post_are_in_its_head() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let seo =
        json!({"is_published": true, "seo_title": "Só para buscadores", "seo_description": "Resumo <deles>"});
    let post = create(&staff, &draft_with(&seo)).await;
    let html = server.markup("/blog/rascunho-secreto").await;
    assert!(html.contains("<title>Só para buscadores</title>"), "{html}");
    assert!(html.contains("name=\"description\" content=\"Resumo &lt;deles&gt;\""), "{html}");
    assert!(html.contains(">Rascunho secreto</h1>"), "the heading is the title: {html}");
    update(&staff, &post, &json!({"seo_title": "", "seo_description": ""})).await;
    let html = server.markup("/blog/rascunho-secreto").await;
    assert!(html.contains("<title>Rascunho secreto - Blog"), "{html}");
    assert!(html.contains("name=\"description\" content=\"Um resumo\""), "{html}");
}

#[tokio::test]
async fn draft_keeps_a_past_publication_date_and_refuses_a_future_one() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let post = create(&staff, &draft_with(&json!({"published_at": "2020-05-04T12:00:00Z"}))).await;
    assert_eq!(post["is_published"], false);
    let published = update(&staff, &post, &json!({"is_published": true})).await;
    assert_eq!(published["published_at"], "2020-05-04T12:00:00Z");
    assert!(server.markup("/blog/rascunho-secreto").await.contains("4 de maio de 2020"));
    let later = draft_with(&json!({"slug": "b", "published_at": "2027-01-01T12:00:00Z"}));
    staff.post("/api/blog", &later).await.expect(StatusCode::UNPROCESSABLE_ENTITY);
}
