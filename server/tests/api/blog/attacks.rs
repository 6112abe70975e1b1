//! Hostile input in posts: scripts, and oversized or deeply nested texts.

use reqwest::StatusCode;
use serde_json::{Value, json};

use super::{create, draft_with, update};
use crate::harness::Server;

/// Texts that try to inject markup or scripts into a page.
const ATTACKS: [&str; 22] = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)><script>alert(1)</script></svg>",
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
    "<iframe src=\"javascript:alert(1)\"></iframe>",
    "<form action=/contato><input name=email><button>ok</button></form>",
    "<a href=\"javascript:alert(1)\">a</a>",
    "<a href=\" jav&#x09;ascript:alert(1)\">a</a>",
    "<a href=\"&#106;avascript:alert(1)\">a</a>",
    "<a href=\"data:text/html,<script>alert(1)</script>\">a</a>",
    "[a](javascript:alert(1))",
    "[a](JaVaScRiPt:alert(1))",
    "[a](<javascript:alert(1)>)",
    "![a](javascript:alert(1) \"onerror=alert(1)\")",
    "<p style=\"background:url(javascript:alert(1))\" onclick=alert(1)>a</p>",
    "<style>*{display:none}</style>",
    "<link rel=stylesheet href=//mal.example/a.css><meta http-equiv=refresh content=0><base href=//mal.example>",
    "<object data=a.swf></object><embed src=a.swf>",
    "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">",
    "<h2 id=\"document\">{}</h2><h2 id=root class=frame>a</h2>",
    "```\"onmouseover=alert(1) <b>\n</code></pre><script>alert(1)</script>\n```",
    "# <img src=x onerror=alert(1)>",
];

#[tokio::test]
async fn scripts_in_a_post_are_removed() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let post = create(&staff, &draft_with(&json!({"slug": "ataque", "is_published": true}))).await;
    for attack in ATTACKS {
        let in_all_fields = json!({"content": attack, "title": attack, "excerpt": attack, "author": attack,
            "category": &attack[..attack.len().min(60)], "tags": [&attack[..attack.len().min(40)]]});
        update(&staff, &post, &in_all_fields).await;
        let page = server.markup("/blog/ataque").await;
        let body = page.split("class=\"prose\">").nth(1).unwrap().split("<footer").next().unwrap();
        for forbidden in [
            "<script",
            "<svg",
            "<math",
            "<style",
            "<iframe",
            "<form",
            "<input",
            "<button",
            "<object",
            "<embed",
            "<link",
            "<meta",
            "<base",
            "<noscript",
            "style=",
            "id=\"document\"",
            "id=\"root\"",
            "class=\"frame",
        ] {
            assert!(!body.contains(forbidden), "{forbidden} of {attack} in {body}");
        }
        for tag in body.split('<').filter_map(|part| part.split_once('>')).map(|(tag, _)| tag) {
            let lower = tag.to_lowercase();
            let is_harmless =
                !lower.contains(" on") && !lower.contains("javascript:") && !lower.contains("data:");
            assert!(is_harmless, "<{tag}> of {attack}");
        }
        let html = server.text("/blog/ataque").await;
        assert!(!html.contains("<script>alert") && !html.contains("<img src=x"), "{attack}");
        assert!(!server.text("/blog").await.contains("<script>alert"), "{attack}");
        let feed = server.text("/blog/feed.xml").await;
        assert!(!feed.contains("<script") && !feed.contains("<img"), "{attack}");
    }
}

#[tokio::test]
async fn stored_post_html_is_sanitized_when_rendered() {
    use sea_orm::ConnectionTrait;
    let server = Server::start().await;
    let mut tx = server.app.db.begin().await.unwrap();
    tx.execute_unprepared(
        "UPDATE posts SET html = '<p>ok</p><script>alert(1)</script><p onclick=\"a()\">b</p>'",
    )
    .await
    .unwrap();
    tx.content_changed().await.unwrap();
    tx.commit().await.unwrap();
    let html = server.text("/blog/senhas-dois-fatores-e-phishing").await;
    assert!(html.contains("<p>ok</p><p>b</p>") && !html.contains("alert(1)"), "{html}");
}

#[tokio::test]
async fn oversized_and_deeply_nested_posts_are_refused() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let attempt = async |post: Value| staff.post("/api/blog", &post).await.status();
    let long = draft_with(&json!({"content": "a".repeat(100_001)}));
    assert_eq!(attempt(long).await, StatusCode::UNPROCESSABLE_ENTITY);
    let huge = draft_with(&json!({"content": "a".repeat(300_000)}));
    assert_eq!(attempt(huge).await, StatusCode::PAYLOAD_TOO_LARGE);
    let deep = draft_with(&json!({"content": "> ".repeat(40_000), "slug": "fundo"}));
    assert_eq!(attempt(deep).await, StatusCode::UNPROCESSABLE_ENTITY);
    let headings = draft_with(&json!({"content": "# a\n".repeat(20_000), "slug": "titulos"}));
    assert_eq!(attempt(headings).await, StatusCode::CREATED, "many headings aren't nested");
}
