//! The company's accent color: stored as chosen, shown with sufficient contrast.

use reqwest::{StatusCode, header};
use serde_json::{Value, json};

use super::{etag, path, refused, save};
use crate::harness::{ARTICLE, PAGES, Server, markup};

/// Returns the path of the stylesheet with the accent color that a page links to.
fn style_sheet_path(html: &str) -> Option<&str> {
    html.split("rel=\"stylesheet\" href=\"")
        .skip(1)
        .find_map(|rest| rest.split('"').next().filter(|path| path.starts_with("/assets/colors/")))
}

async fn read_style_sheet(server: &Server, path: &str) -> String {
    let answer = server.get(path).await.expect(StatusCode::OK);
    assert_eq!(answer.headers()[header::CONTENT_TYPE], "text/css; charset=utf-8");
    answer.text()
}

#[tokio::test]
async fn accent_color_is_linked_from_every_document_at_once() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let before = server.get("/").await;
    let policy = before.headers()[header::CONTENT_SECURITY_POLICY].clone();
    let before = before.text();
    assert_eq!(style_sheet_path(&before), None, "no style sheet without an accent color");
    let saved = save(&admin, "company", json!({"accent_color": " 6D28D9 "})).await;
    assert_eq!(saved["accent_color"], "#6d28d9");
    let address = style_sheet_path(&server.markup("/").await).expect("a style sheet").to_owned();
    assert!(address.starts_with("/assets/colors/site-6d28d9.css?v="), "{address}");
    for path in PAGES.map(|(path, _)| path).into_iter().chain(["/auth", "/nada", ARTICLE]) {
        let page = server.markup(path).await;
        assert_eq!(style_sheet_path(&page), Some(&*address), "{path}");
        assert_eq!(page.matches("rel=\"stylesheet\"").count(), 1, "{path}");
    }
    let panel = server.markup("/admin").await;
    let colors = style_sheet_path(&panel).expect("a style sheet");
    assert!(colors.starts_with("/assets/colors/6d28d9.css?v="), "{colors}");
    let (entry, accent) = (panel.find("/assets/entry-").unwrap(), panel.find(colors).unwrap());
    assert!(entry < accent, "the accent comes after the styles that it changes");
    let after = server.get("/").await;
    assert_eq!(after.headers()[header::CONTENT_SECURITY_POLICY], policy);
    save(&admin, "company", json!({"accent_color": ""})).await;
    assert_eq!(server.markup("/").await, markup(&before));
}

#[tokio::test]
async fn accent_style_sheet_is_immutable_only_at_its_versioned_address() {
    let server = Server::start().await;
    let admin = server.admin().await;
    save(&admin, "company", json!({"accent_color": "#6d28d9"})).await;
    for (page, start) in [("/", "/*! tailwindcss"), ("/admin", "@media screen{html:root{--accent:#6d28d9;")] {
        let address = style_sheet_path(&server.markup(page).await).expect("a style sheet").to_owned();
        let answer = server.get(&address).await;
        assert_eq!(answer.headers()[header::CACHE_CONTROL], "public, max-age=31536000, immutable");
        let text = answer.text();
        assert!(text.starts_with(start), "{text}");
        assert!(text.contains("html:root{--accent:#6d28d9;"), "{page}");
        let (plain, _) = address.split_once('?').unwrap();
        let unversioned = server.get(plain).await;
        assert_eq!(unversioned.headers()[header::CACHE_CONTROL], "public, max-age=300");
        assert_eq!(unversioned.text(), text);
    }
    for missing in ["/assets/colors/6d28d.css", "/assets/colors/6d28d9", "/assets/colors/%236d28d9.css"] {
        assert_eq!(server.status(missing).await, StatusCode::NOT_FOUND, "{missing}");
    }
}

#[tokio::test]
async fn low_contrast_accent_is_stored_as_chosen_and_shown_darker() {
    let server = Server::start().await;
    let admin = server.admin().await;
    save(&admin, "company", json!({"accent_color": "#ffd400"})).await;
    assert_eq!(admin.json(&path("company")).await["accent_color"], "#ffd400");
    // Visitors may request the tokens of a color, too.
    let found = server.json("/api/accent-colors?color=%23FFD400").await;
    assert_eq!((&found["color"], &found["dark"]["accent"]), (&json!("#ffd400"), &json!("#ffd400")));
    let shown = found["light"]["accent"].as_str().unwrap();
    assert_ne!(shown, "#ffd400");
    let text = read_style_sheet(&server, style_sheet_path(&server.markup("/").await).unwrap()).await;
    assert!(text.contains(&format!("@media screen{{html:root{{--accent:{shown};")), "{text}");
    let design = server.json("/api/accent-colors").await;
    assert_eq!((&design["color"], &design["light"]["accent"]), (&json!("#00693f"), &json!("#00693f")));
    assert_eq!(design["dark"]["accent"], "#3ddc97");
}

#[tokio::test]
async fn invalid_accent_color_is_refused_in_portuguese() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let error = json!({"accent_color": "Informe a cor com seis dígitos, de 0 a 9 e de A a F, como #1d4fb8."});
    for wrong in ["azul", "#1d4", "#1d4fb8ff", "#1d4fb8;}body{display:none"] {
        assert_eq!(refused(&admin, "company", json!({"accent_color": wrong})).await, error, "{wrong}");
    }
    assert_eq!(etag(&admin, "company").await, "\"0\"");
    let answer = server.get("/api/accent-colors?color=azul").await.expect(StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(answer.json()["fields"]["color"], error["accent_color"]);
}

#[tokio::test]
async fn former_accent_is_restored_and_stale_updates_are_refused() {
    let server = Server::start().await;
    let admin = server.admin().await;
    save(&admin, "company", json!({"accent_color": "#6d28d9"})).await;
    let seen = etag(&admin, "company").await;
    save(&admin, "company", json!({"accent_color": "#a21360"})).await;
    admin
        .put(&path("company"), &json!({"accent_color": ""}))
        .if_match(&seen)
        .await
        .expect(StatusCode::PRECONDITION_FAILED);
    let restore = |version: i32| format!("{}/history/{version}/restore", path("company"));
    for (version, expected) in [(1, Some("/assets/colors/site-6d28d9.css")), (0, None)] {
        admin.post_empty(&restore(version)).await.expect(StatusCode::OK);
        let page = server.markup("/").await;
        assert_eq!(style_sheet_path(&page).map(|address| address.split('?').next().unwrap()), expected);
    }
    let event = &admin.json("/api/audit?group=settings").await[0];
    assert_eq!(event["before"], json!({"accent_color": "#6d28d9"}));
}

#[tokio::test]
async fn share_pictures_and_previews_use_the_accent_color() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let picture = async || {
        let home = server.markup("/").await;
        let (_, rest) = home.split_once("property=\"og:image\" content=\"").unwrap();
        let url =
            rest.split('"').next().unwrap().strip_prefix(&server.app.config.origin()).unwrap().to_owned();
        (url.clone(), server.get(&url).await.bytes().to_vec())
    };
    let (former_url, former) = picture().await;
    save(&admin, "company", json!({"accent_color": "#a21360"})).await;
    let (url, current) = picture().await;
    assert_ne!(url, former_url, "a changed picture has another address");
    let (accent, design) = ([0xa2, 0x13, 0x60], [0x00, 0x69, 0x3f]);
    assert!(has_color(&current, accent) && !has_color(&current, design));
    assert!(has_color(&former, design) && !has_color(&former, accent));
    let page: Value = admin.json("/api/pages/home").await;
    let preview = admin.post("/api/pages/home/preview", &json!({"document": page})).await.json();
    assert!(style_sheet_path(preview["html"].as_str().unwrap()).is_some());
}

/// Returns whether a picture has a pixel of the color.
fn has_color(png: &[u8], color: [u8; 3]) -> bool {
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    pixels.chunks(4).any(|pixel| pixel[..3] == color)
}
