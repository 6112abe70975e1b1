//! Pictures of the media library on pages of the blog.

use chrono::TimeDelta;
use image::ImageFormat;
use serde_json::{Value, json};

use super::{part, picture, publish, send, upload};
use crate::harness::{Server, markup};

/// Returns the `img` tag of a picture in a page.
fn tag(page: &str, src: &Value) -> String {
    let markup = markup(page);
    let tags = markup.split("<img ").skip(1).map(|rest| rest.split('>').next().unwrap());
    let found = tags.into_iter().find(|tag| tag.contains(src.as_str().unwrap()));
    found.unwrap_or_else(|| panic!("no {src} in {page}")).to_owned()
}

fn assert_contains(tag: &str, parts: &[&str]) {
    for part in parts {
        assert!(tag.contains(part), "{part} in {tag}");
    }
}

#[tokio::test]
async fn post_pictures_have_responsive_widths() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let photo = part("file", Some("mesa.jpg"), &picture(1000, 500, ImageFormat::Jpeg));
    let alt = part("alt", None, "Mesa \"redonda\" & <cadeiras>".as_bytes());
    let photo = send(&staff, &[photo, alt]).await.json();
    let (first, second) =
        (&photo["url"], upload(&staff, "b.png", &picture(600, 300, ImageFormat::Png)).await);
    let drawing =
        b"<svg xmlns='http://www.w3.org/2000/svg' width='90' height='60'><path d='M0 0h8v8z'/></svg>";
    let drawing = upload(&staff, "c.svg", drawing).await;
    let text = |url: &Value| url.as_str().unwrap().to_owned();
    let content = format!(
        "![]({})\n\n![Dita pelo autor]({})\n\n<img src=\"{}\" alt=\"Outra\" width=\"200\">\n\n![d]({})\n\n![e](/icon-512.png)",
        text(first),
        text(first),
        text(&second["url"]),
        text(&drawing["url"]),
    );
    publish(&staff, "fotos", &json!(""), &content).await;
    let page = server.text("/blog/fotos").await;

    let stem = first.as_str().unwrap().trim_end_matches(".jpg").to_owned();
    let srcset = format!("srcset=\"{stem}-480.webp 480w, {stem}-960.webp 960w, {stem}-1000.webp 1000w\"");
    let with_library_alt = tag(&page, first);
    assert_contains(
        &with_library_alt,
        &[&srcset, "sizes=\"(min-width: 64rem) 42rem, 92vw\"", "width=\"1000\" height=\"500\""],
    );
    assert_contains(
        &with_library_alt,
        &["alt=\"Mesa &quot;redonda&quot; &amp; &lt;cadeiras&gt;\"", "decoding=\"async\""],
    );
    assert!(
        !with_library_alt.contains("lazy"),
        "the first image of the page loads immediately: {with_library_alt}"
    );
    assert!(page.contains("alt=\"Dita pelo autor\""));
    assert_contains(&tag(&page, &second["url"]), &["sizes=\"200px\"", "height=\"100\"", "loading=\"lazy\""]);
    let drawn = tag(&page, &drawing["url"]);
    assert_contains(&drawn, &["width=\"90\" height=\"60\"", "loading=\"lazy\""]);
    assert!(!drawn.contains("srcset"), "{drawn}");
    assert_contains(&tag(&page, &json!("/icon-512.png")), &["alt=\"e\"", "loading=\"lazy\""]);
}

#[tokio::test]
async fn post_cover_has_responsive_widths_and_loads_eagerly_only_as_the_first_picture() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let parts = [
        part("file", Some("capa.jpg"), &picture(1600, 900, ImageFormat::Jpeg)),
        part("alt", None, b"A sala dos servidores"),
    ];
    let cover = send(&staff, &parts).await.json();
    publish(&staff, "com-capa", &cover["url"], &format!("![]({})", cover["url"].as_str().unwrap())).await;
    let stem = cover["url"].as_str().unwrap().trim_end_matches(".jpg");
    let srcset = format!("{stem}-480.webp 480w, {stem}-960.webp 960w, {stem}-1440.webp 1440w");

    let article = server.text("/blog/com-capa").await;
    let cover_tag = tag(&article, &cover["url"]).to_lowercase();
    assert_contains(
        &cover_tag,
        &[&srcset, "sizes=", "width=\"1600\"", "height=\"900\"", "fetchpriority=\"high\""],
    );
    assert_contains(&cover_tag, &["alt=\"a sala dos servidores\""]);
    assert!(!cover_tag.contains("lazy"), "{cover_tag}");
    let markup = markup(&article);
    let in_text = markup.rsplit("<img ").next().unwrap();
    assert_contains(in_text, &["loading=\"lazy\"", &srcset]);

    // On the list, the cover of the newest post is the first picture of the page. The title describes it.
    let first = tag(&server.text("/blog").await, &cover["url"]);
    assert_contains(&first.to_lowercase(), &["fetchpriority=\"high\"", &srcset, "alt=\"\""]);
    server.advance(TimeDelta::minutes(1));
    publish(&staff, "outro", &json!(""), "Texto").await;
    assert_contains(&tag(&server.text("/blog").await, &cover["url"]), &["loading=\"lazy\"", "alt=\"\""]);
}
