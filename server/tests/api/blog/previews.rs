//! Preview links of drafts, and the preview of unsaved posts.

use chrono::TimeDelta;
use reqwest::{StatusCode, header};
use serde_json::{Value, json};

use super::{create, delete, draft, draft_with, path_of, update};
use crate::harness::{BEHIND_PROXY, Client, Server};

/// Returns the API path of a post's preview link.
fn link_path(post: &Value) -> String {
    format!("{}/preview-link", path_of(post))
}

/// Creates a preview link, checks that it expires after seven days, and returns its path.
async fn share(server: &Server, staff: &Client, post: &Value) -> String {
    let link = staff.post_empty(&link_path(post)).await.expect(StatusCode::CREATED).json();
    assert_eq!(
        link["expires_at"],
        (server.app.clock.now() + TimeDelta::days(7)).to_rfc3339_opts(chrono::SecondsFormat::Secs, true)
    );
    let url = link["url"].as_str().unwrap();
    url.strip_prefix(&server.app.config.origin()).unwrap().to_owned()
}

#[tokio::test]
async fn preview_link_shows_the_draft_without_a_session() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let post = create(&staff, &draft()).await;
    assert_eq!(staff.json(&link_path(&post)).await, json!({"expires_at": null}));
    let path = share(&server, &staff, &post).await;
    assert!(path.len() > "/previa/".len() + 40, "{path}");
    for _ in 0..2 {
        let answer = server.get(&path).await.expect(StatusCode::OK);
        let headers = answer.headers().clone();
        assert_eq!(headers[header::CACHE_CONTROL], "no-store");
        assert_eq!(headers["x-robots-tag"], "noindex");
        assert_eq!(headers[header::REFERRER_POLICY], "no-referrer");
        let html = answer.text();
        assert!(html.contains("Texto do rascunho.") && html.contains("ainda não foi publicado"), "{html}");
        assert!(html.contains("name=\"robots\" content=\"noindex\""), "{html}");
        assert!(!html.contains("rel=\"canonical\"") && !html.contains("og:image\""), "{html}");
    }
    update(&staff, &post, &json!({"content": "Outro texto"})).await;
    assert!(server.text(&path).await.contains("Outro texto"), "the link shows the current draft");
    for path in ["/blog", "/sitemap.xml", "/blog/feed.xml"] {
        assert!(!server.text(path).await.contains("Rascunho secreto"), "{path}");
    }
    assert_eq!(server.status("/previa/nada").await, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn expired_replaced_and_revoked_preview_links_are_refused() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let post = create(&staff, &draft()).await;
    let first = share(&server, &staff, &post).await;
    let second = share(&server, &staff, &post).await;
    assert_eq!(server.status(&first).await, StatusCode::NOT_FOUND, "replaced");
    assert_eq!(server.status(&second).await, StatusCode::OK);
    staff.delete(&link_path(&post)).await.expect(StatusCode::NO_CONTENT);
    let events = server.admin().await.json("/api/audit?group=post&limit=1").await;
    assert_eq!(events[0]["action"], "post.preview_revoked");
    assert_eq!(server.status(&second).await, StatusCode::NOT_FOUND, "revoked");
    staff.delete(&link_path(&post)).await.expect(StatusCode::NOT_FOUND);
    let third = share(&server, &staff, &post).await;
    server.advance(TimeDelta::days(7) - TimeDelta::seconds(1));
    assert_eq!(server.status(&third).await, StatusCode::OK);
    server.advance(TimeDelta::seconds(1));
    assert_eq!(server.status(&third).await, StatusCode::NOT_FOUND, "expired");
    let staff = server.editor().await;
    assert_eq!(staff.json(&link_path(&post)).await, json!({"expires_at": null}));
    let fourth = share(&server, &staff, &post).await;
    delete(&staff, &post).await;
    assert_eq!(server.status(&fourth).await, StatusCode::NOT_FOUND, "deleted");
}

#[tokio::test]
async fn preview_link_of_a_published_post_redirects_to_it() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let post = create(&staff, &draft()).await;
    let path = share(&server, &staff, &post).await;
    update(&staff, &post, &json!({"is_published": true})).await;
    let answer = server.get(&path).await.expect(StatusCode::TEMPORARY_REDIRECT);
    assert_eq!(answer.headers()[header::LOCATION], "/blog/rascunho-secreto");
    assert_eq!(answer.headers()[header::CACHE_CONTROL], "no-store");
}

#[tokio::test]
async fn preview_link_counts_against_the_render_limit() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let post = create(&staff, &draft()).await;
    let path = share(&server, &staff, &post).await;
    while server.app.limits.renders.take((), server.app.clock.now()).is_ok() {}
    let refused = server.get(&path).await.expect(StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(refused.headers()[header::RETRY_AFTER], "1");
    assert_eq!(refused.headers()[header::CACHE_CONTROL], "no-store");
    server.advance(TimeDelta::milliseconds(100));
    assert_eq!(server.status(&path).await, StatusCode::OK);
}

#[tokio::test]
async fn one_network_cannot_exhaust_the_renders_of_others_with_a_preview_link() {
    let server = Server::start_with(BEHIND_PROXY).await;
    let staff = server.editor().await;
    let post = create(&staff, &draft()).await;
    let path = share(&server, &staff, &post).await;
    let from = |ip: &'static str| server.get(&path).header("x-forwarded-for", ip).send();
    for _ in 0..20 {
        from("9.9.9.9").await.expect(StatusCode::OK);
    }
    from("9.9.9.9").await.expect(StatusCode::TOO_MANY_REQUESTS);
    from("9.9.9.8").await.expect(StatusCode::OK);
}

#[tokio::test]
async fn preview_link_secret_is_not_in_the_audit_log_or_later_answers() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let post = create(&staff, &draft()).await;
    let path = share(&server, &staff, &post).await;
    let secret = path.strip_prefix("/previa/").unwrap();
    let events = server.admin().await.json("/api/audit?group=post").await.to_string();
    assert!(events.contains("post.preview_shared") && !events.contains(secret));
    assert_eq!(staff.json(&link_path(&post)).await.as_object().unwrap().len(), 1);
}

#[tokio::test]
async fn unsaved_post_is_previewed_as_on_the_site() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let preview = async |input: &Value| staff.post("/api/blog/preview", input).await.status_and_json();
    let content = "## Um\n\n<script>alert(1)</script>\n\n**forte**\n\n```sql\nSELECT 1\n```";
    let (status, body) = preview(&draft_with(&json!({"content": content}))).await;
    assert_eq!(status, StatusCode::OK);
    let html = body["html"].as_str().unwrap();
    assert!(html.contains("<strong>forte</strong>") && html.contains("<h2 id=\"secao-um\">"), "{html}");
    assert!(html.contains("class=\"code-keyword\"") && html.contains("Rascunho secreto"), "{html}");
    assert!(!html.contains("alert(1)"), "scripts are removed");
    let (status, body) = preview(&json!({})).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert!(body["html"].as_str().unwrap().contains("Sem título"));
    let (status, _) = preview(&json!({"content": "> ".repeat(40_000)})).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    let too_long = json!({"content": "a".repeat(100_001), "excerpt": "a".repeat(401), "tags": ["a".repeat(41)],
        "title": "a".repeat(161), "slug": "a".repeat(401), "featured_image": format!("/{}", "a".repeat(500))});
    let (status, refused) = preview(&too_long).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{refused}");
    let saved = staff.post("/api/blog", &too_long).await.expect(StatusCode::UNPROCESSABLE_ENTITY).json();
    assert_eq!(refused["fields"], saved["fields"], "the errors are those of saving");
    assert_eq!(staff.json("/api/blog?search=secreto").await["posts"], json!([]), "the preview saves no post");
}
