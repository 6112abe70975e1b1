//! Link previews on other sites: tags in the head, and share pictures.

use std::collections::BTreeSet;

use image::ImageFormat;
use reqwest::{Method, StatusCode, header};
use serde_json::{Value, json};

use crate::{
    harness::{ARTICLE, Client, PAGES, Server},
    media,
};

/// Pages with a share picture besides [`PAGES`], one of each kind.
const OTHER_PAGES: [&str; 4] = ["/newsletter", "/auth", "/blog/categoria/backup", ARTICLE];

/// Returns the content of the `meta` tag with this name or property.
fn tag<'a>(html: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = html.split_once(&format!("=\"{name}\" content=\""))?;
    rest.split('"').next()
}

/// Returns the path of a page's share picture, with its query.
async fn picture_path(server: &Server, path: &str) -> String {
    let html = server.text(path).await;
    let url = tag(&html, "og:image").unwrap_or_else(|| panic!("{path} has no picture"));
    url.strip_prefix(&server.app.config.origin())
        .unwrap_or_else(|| panic!("{url} is of another site"))
        .to_owned()
}

/// Reads a share picture, checks its format and size, and returns the bytes.
async fn picture(server: &Server, path: &str) -> Vec<u8> {
    let answer = server.get(path).await.expect(StatusCode::OK);
    assert_eq!(answer.headers()[header::CONTENT_TYPE], "image/png", "{path}");
    let bytes = answer.bytes().to_vec();
    let mut reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
    assert_eq!((reader.info().width, reader.info().height), (1200, 630), "{path}");
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    let colors: BTreeSet<&[u8]> = pixels.chunks(4).step_by(11).collect();
    assert!(colors.len() > 20, "{path} has many colors");
    assert!(bytes.len() < 100_000, "{path} has {} bytes", bytes.len());
    bytes
}

/// Returns the input of a published post.
fn post(title: &str, slug: &str) -> Value {
    json!({
        "title": title,
        "slug": slug,
        "excerpt": "Um resumo com \"aspas\" & <sinais>",
        "content": "Texto.",
        "category": "Segurança",
        "tags": ["Senhas", "phishing"],
        "is_published": true,
        "author": "Ana Lúcia",
    })
}

/// Creates a post and returns its API path.
async fn create(staff: &Client, post: &Value) -> String {
    let answer = staff.post("/api/blog", post).await.expect(StatusCode::CREATED);
    format!("/api/blog/{}", answer.json()["id"].as_str().unwrap())
}

async fn update(staff: &Client, path: &str, change: &Value) {
    staff.put(path, change).await.expect_success();
}

#[tokio::test]
async fn every_page_has_its_own_share_picture() {
    let server = Server::start().await;
    let mut seen = BTreeSet::new();
    for path in PAGES.map(|(path, _)| path).into_iter().chain(OTHER_PAGES) {
        let html = server.text(path).await;
        let (head, _) = html.split_once("</head>").unwrap();
        for (name, expected) in [
            ("og:image:width", "1200"),
            ("og:image:height", "630"),
            ("og:image:type", "image/png"),
            ("og:type", if path == ARTICLE { "article" } else { "website" }),
            ("og:site_name", "Vitrine TI"),
            ("og:locale", "pt_BR"),
            ("twitter:card", "summary_large_image"),
        ] {
            assert_eq!(tag(head, name), Some(expected), "{path} {name}");
        }
        assert_eq!(tag(head, "twitter:image"), tag(head, "og:image"), "{path}");
        for name in ["og:title", "og:description", "og:image:alt", "twitter:image:alt"] {
            assert!(tag(head, name).is_some_and(|text| text.len() > 5), "{path} {name}");
        }
        let bytes = picture(&server, &picture_path(&server, path).await).await;
        assert!(seen.insert(bytes), "{path} has the picture of another page");
    }
}

#[tokio::test]
async fn earlier_versions_of_legal_texts_have_no_share_picture() {
    let server = Server::start().await;
    let html = server.text("/termos/versoes").await;
    assert_eq!(tag(&html, "og:image"), None);
    assert_eq!(tag(&html, "twitter:card"), Some("summary"));
}

#[tokio::test]
async fn article_has_date_and_tags_in_share_metadata() {
    let server = Server::start().await;
    let staff = server.editor().await;
    create(&staff, &post("Título com \"aspas\" & <sinais>", "titulo")).await;
    let html = server.text("/blog/titulo").await;
    let (head, _) = html.split_once("</head>").unwrap();
    let title = "Título com &quot;aspas&quot; &amp; &lt;sinais&gt;";
    for (name, expected) in [
        ("og:title", title),
        ("og:image:alt", title),
        ("og:description", "Um resumo com &quot;aspas&quot; &amp; &lt;sinais&gt;"),
        ("article:published_time", "2026-11-20T12:00:00Z"),
        ("article:modified_time", "2026-11-20T12:00:00Z"),
        ("article:section", "Segurança"),
        ("article:tag", "Senhas"),
    ] {
        assert_eq!(tag(head, name), Some(expected), "{name}");
    }
    assert_eq!(head.matches("property=\"article:tag\"").count(), 2);
    let url = tag(head, "og:image").unwrap();
    assert!(head.contains(&format!("\"image\":\"{url}\"")), "structured data names the same picture");
}

#[tokio::test]
async fn changed_title_changes_the_share_picture() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let path = create(&staff, &post("Antes", "artigo")).await;
    let first = picture_path(&server, "/blog/artigo").await;
    let before = picture(&server, &first).await;
    assert_eq!(
        server.get(&first).await.headers()[header::CACHE_CONTROL],
        "public, max-age=31536000, immutable"
    );

    update(&staff, &path, &json!({"content": "Outro texto."})).await;
    assert_eq!(picture_path(&server, "/blog/artigo").await, first, "the picture doesn't show the content");

    update(&staff, &path, &json!({"title": "Depois"})).await;
    let second = picture_path(&server, "/blog/artigo").await;
    assert_ne!(first, second);
    assert_ne!(picture(&server, &second).await, before);
    let former = server.get(&first).await;
    assert_eq!(former.headers()[header::CACHE_CONTROL], "public, max-age=300", "{first} isn't current");
    assert_eq!(former.bytes(), picture(&server, &second).await);
}

#[tokio::test]
async fn share_pictures_show_the_site_address() {
    let server = Server::start_with_variables(&[("VITRINE_PUBLIC_URL", "https://www.exemplo.com.br")]).await;
    let html = server.get("/").header(header::HOST, "www.exemplo.com.br").await.text();
    let url = tag(&html, "og:image").unwrap();
    assert!(url.starts_with("https://www.exemplo.com.br/og/inicio.png?v="), "{url}");
    // The query of the address depends on the picture.
    let other_site = Server::start().await;
    assert!(
        !url.ends_with(&*picture_path(&other_site, "/").await),
        "the picture shows the address of the site"
    );
}

#[tokio::test]
async fn share_picture_of_a_missing_page_is_not_found() {
    let server = Server::start().await;
    for path in [
        "/og/nada.png",
        "/og/inicio",
        "/og/inicio.svg",
        "/og/.png",
        "/og//.png",
        "/og/admin.png",
        "/og/contato/obrigado.png",
        "/og/newsletter/obrigado.png",
        "/og/blog/nada.png",
        "/og/blog/categoria/nada.png",
        "/og/blog/tag/nada.png",
        "/og/blog/../inicio.png/x",
        "/og/%ff.png",
        "/og",
    ] {
        assert_eq!(server.status(path).await, StatusCode::NOT_FOUND, "{path}");
    }
    assert_eq!(server.status("/og/inicio.png?v=nada").await, StatusCode::OK);
    for path in ["/nada", "/blog?busca=backup"] {
        let html = server.get(path).await.text();
        assert_eq!((tag(&html, "og:image"), tag(&html, "twitter:card")), (None, Some("summary")), "{path}");
    }
}

#[tokio::test]
async fn draft_has_no_share_picture() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let path = create(&staff, &post("Segredo", "segredo")).await;
    let published = picture_path(&server, "/blog/segredo").await;
    picture(&server, &published).await;
    update(&staff, &path, &json!({"is_published": false})).await;
    for path in [&*published, "/og/blog/segredo.png"] {
        assert_eq!(server.status(path).await, StatusCode::NOT_FOUND, "{path}");
        assert_eq!(staff.status(path).await, StatusCode::NOT_FOUND, "{path} for staff");
    }
}

#[tokio::test]
async fn share_picture_of_a_renamed_post_redirects_to_the_new_one() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let path = create(&staff, &post("Mudança", "antes")).await;
    let former = picture_path(&server, "/blog/antes").await;
    update(&staff, &path, &json!({"slug": "depois"})).await;
    let moved = server.get(&former).await.expect(StatusCode::PERMANENT_REDIRECT);
    assert_eq!(moved.header(header::CACHE_CONTROL), "public, max-age=3600", "the slug may change back");
    picture(&server, moved.header(header::LOCATION)).await;
    staff.delete(&path).await.expect_success();
    assert_eq!(server.status("/og/blog/depois.png").await, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn featured_image_of_a_post_is_its_share_picture() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let origin = server.app.config.origin();
    let path = create(&staff, &post("Com foto", "com-foto")).await;
    let photo = media::upload(&staff, "foto.png", &media::picture(600, 400, ImageFormat::Png)).await;
    let photo = photo["url"].as_str().unwrap();
    for (chosen, shown) in [
        ("https://exemplo.com.br/foto.jpg", "https://exemplo.com.br/foto.jpg".to_owned()),
        (photo, format!("{origin}{photo}")),
    ] {
        update(&staff, &path, &json!({"featured_image": chosen})).await;
        let html = server.text("/blog/com-foto").await;
        assert_eq!(tag(&html, "og:image"), Some(&*shown));
        assert_eq!(tag(&html, "og:image:width"), None, "the size of the picture isn't known");
        assert_eq!(tag(&html, "twitter:card"), Some("summary_large_image"));
    }
    // Programs that show links don't support SVG.
    update(&staff, &path, &json!({"featured_image": "https://exemplo.com.br/desenho.SVG?1"})).await;
    assert!(picture_path(&server, "/blog/com-foto").await.starts_with("/og/blog/com-foto.png?v="));
}

/// Settings refuse an SVG as the share image, but its file can be replaced by one.
#[tokio::test]
async fn share_image_replaced_by_an_svg_is_not_used() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let image = media::upload(&admin, "capa.png", &media::picture(600, 400, ImageFormat::Png)).await;
    admin.put("/api/settings/seo", &json!({"og_image": image["url"]})).await.expect_success();
    assert_eq!(picture_path(&server, "/").await, image["url"].as_str().unwrap());
    let path = format!("/api/media/{}/file", image["id"].as_str().unwrap());
    let svg = b"<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'><path d='M0 0h8v8z'/></svg>";
    let replaced = media::send_file(&admin, &path, "capa.svg", svg).await.expect(StatusCode::OK).json();
    assert_eq!(admin.json("/api/settings/seo").await["og_image"], replaced["url"]);
    assert!(picture_path(&server, "/").await.starts_with("/og/inicio.png?v="));
}

#[tokio::test]
async fn share_picture_draws_any_title() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let path = create(&staff, &post("Título", "titulo")).await;
    let long = "palavra ".repeat(18);
    let unbroken = "x".repeat(150);
    for title in [&*long, &*unbroken, "🚀 漢字", "</text><script>&amp;\u{301}]]>", "é"] {
        update(&staff, &path, &json!({"title": title})).await;
        picture(&server, &picture_path(&server, "/blog/titulo").await).await;
    }
}

#[tokio::test]
async fn share_picture_is_embeddable_by_other_sites() {
    let server = Server::start().await;
    let answer = server.get("/og/sobre.png").await;
    assert_eq!(answer.headers()["cross-origin-resource-policy"], "cross-origin");
    assert_eq!(answer.headers()["x-content-type-options"], "nosniff");
    assert!(answer.header("content-security-policy").starts_with("default-src 'none'"));
    let head = server.request(Method::HEAD, "/og/sobre.png").await;
    assert_eq!(head.headers()[header::CONTENT_LENGTH], answer.headers()[header::CONTENT_LENGTH]);
    server.post_empty("/og/sobre.png").await.expect(StatusCode::METHOD_NOT_ALLOWED);
}

/// Returns the colors in the corner of the home page's share picture that shows the logo.
async fn corner(server: &Server) -> BTreeSet<[u8; 3]> {
    let answer = server.get(&picture_path(server, "/").await).await;
    let picture = image::load_from_memory(answer.bytes()).unwrap().to_rgb8();
    image::imageops::crop_imm(&picture, 72, 48, 48, 64).to_image().pixels().map(|pixel| pixel.0).collect()
}

#[tokio::test]
async fn share_picture_shows_the_company_logo_or_none() {
    let server = Server::start().await;
    let admin = server.admin().await;
    // Text is drawn in shades of gray, unlike the mark of the product.
    let is_colored = |colors: &BTreeSet<[u8; 3]>| {
        colors.iter().any(|[red, green, blue]| red.abs_diff(*green) > 40 || green.abs_diff(*blue) > 40)
    };
    assert!(!is_colored(&corner(&server).await), "no mark without a logo");
    let without_logo = picture_path(&server, "/").await;
    let svg = br##"<svg xmlns="http://www.w3.org/2000/svg" width="90" height="40"><rect width="90" height="40" fill="#e000e0"/></svg>"##;
    let magenta = image::RgbImage::from_pixel(120, 60, image::Rgb([224, 0, 224]));
    let mut png = std::io::Cursor::new(Vec::new());
    image::DynamicImage::from(magenta).write_to(&mut png, ImageFormat::Png).unwrap();
    for (name, bytes) in [("logo.svg", &svg[..]), ("logo.png", png.get_ref())] {
        let logo = media::upload(&admin, name, bytes).await["url"].clone();
        let change = json!({"logo": logo});
        admin.put("/api/settings/company", &change).await.expect_success();
        assert!(corner(&server).await.contains(&[224, 0, 224]), "{name}");
        assert_ne!(picture_path(&server, "/").await, without_logo, "{name}");
    }
}
