//! The public archive of editions, and the pictures in editions.

use image::ImageFormat;
use reqwest::StatusCode;
use serde_json::{Value, json};

use super::{EDITIONS, create, finish, start_with_subscription};
use crate::{
    harness::{Client, Server},
    media::{picture, send_file, upload},
};

const BODY: &str = "## Backup

Teste a *restauração*.

> Uma citação

- um
- dois

```sh
restic check
```

| Cópia | Dia |
| --- | --- |
| Local | 1 |

---
";

/// Creates an edition with all kinds of text, a picture and the newest post, and sends it. Returns its path and the post.
async fn send_with_picture(server: &Server, editor: &Client, url: &str) -> (String, Value) {
    let post = editor.json("/api/blog?limit=1").await["posts"][0].clone();
    let body = format!("{BODY}\n![Sala de servidores]({url})");
    let path = create(editor, &json!({"slug": "maio", "body": body, "post_ids": [post["id"]]})).await;
    editor.post(&format!("{path}/send"), &json!({})).await.expect(StatusCode::OK);
    finish(server).await;
    (path, post)
}

#[tokio::test]
async fn sent_edition_is_public_until_it_leaves_the_archive() {
    let (_smtp, server, editor) = start_with_subscription().await;
    server.get("/newsletter/edicoes/maio").await.expect(StatusCode::NOT_FOUND);
    let media = upload(&editor, "sala.png", &picture(1200, 600, ImageFormat::Png)).await;
    let url = media["url"].as_str().unwrap();
    let (path, post) = send_with_picture(&server, &editor, url).await;
    let list = server.markup("/newsletter/edicoes").await;
    assert!(
        list.contains("Novidades de maio") && list.contains("href=\"/newsletter/edicoes/maio\""),
        "{list}"
    );
    let editor = server.editor().await;
    let page = server.text("/newsletter/edicoes/maio").await;
    let title = post["title"].as_str().unwrap();
    for expected in ["Uma citação", "restic check", "Sala de servidores", url, title] {
        assert!(page.contains(expected), "{expected}");
    }
    assert!(page.contains("name=\"description\" content=\"Backup Teste a restauração. Uma"));
    editor.put(&path, &json!({"is_archived": false})).await.expect(StatusCode::OK);
    server.get("/newsletter/edicoes/maio").await.expect(StatusCode::NOT_FOUND);
    assert!(!server.markup("/newsletter/edicoes").await.contains("Novidades de maio"));
}

#[tokio::test]
async fn mail_has_styles_and_the_size_of_pictures_in_its_tags() {
    let server = Server::start().await;
    let editor = server.editor().await;
    let media = upload(&editor, "sala.png", &picture(1200, 600, ImageFormat::Png)).await;
    let url = media["url"].as_str().unwrap();
    let input = json!({"subject": "Maio", "body": format!("{BODY}\n![Sala]({url})")});
    let preview = editor.post(&format!("{EDITIONS}/preview"), &input).await.expect(StatusCode::OK).json();
    let html = preview["html"].as_str().unwrap();
    for tag in ["p", "h2", "ul", "li", "blockquote", "pre", "hr", "table", "td"] {
        let start = html.find(&format!("<{tag} ")).unwrap_or_else(|| panic!("no styled {tag}"));
        assert!(html[start..].split('>').next().unwrap().contains("style=\""), "{tag}");
    }
    let source = format!("src=\"{}{url}\" alt=\"Sala\" width=\"", server.app.config.origin());
    let (_, size) = html.split_once(&source).unwrap_or_else(|| panic!("no absolute URL"));
    let [width, height] = [size.split('"').next(), size.split('"').nth(2)]
        .map(|number| number.unwrap().parse::<u32>().unwrap());
    assert_eq!(width, 2 * height, "the mail is narrower than the picture");
    let text = preview["text"].as_str().unwrap();
    assert!(text.contains("> Uma citação") && text.contains("[Sala]"));
}

#[tokio::test]
async fn replaced_picture_appears_in_editions() {
    let server = Server::start().await;
    let editor = server.editor().await;
    let media = upload(&editor, "sala.png", &picture(90, 60, ImageFormat::Png)).await;
    let path = create(&editor, &json!({"body": format!("![]({})", media["url"].as_str().unwrap())})).await;
    let media_path = format!("/api/media/{}", media["id"].as_str().unwrap());
    let uses = editor.json(&format!("{media_path}/uses")).await;
    assert_eq!(uses[0]["kind"], "edition");
    let file = picture(60, 60, ImageFormat::Png);
    let replaced = send_file(&editor, &format!("{media_path}/file"), "nova.png", &file).await;
    let replaced = replaced.expect(StatusCode::OK).json();
    assert_eq!(editor.json(&path).await["body"], format!("![]({})", replaced["url"].as_str().unwrap()));
}
