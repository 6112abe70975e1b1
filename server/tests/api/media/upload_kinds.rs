//! Upload kinds: accepted formats, folders, and favicons.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, RgbaImage};
use reqwest::{StatusCode, header};
use serde_json::json;

use super::{SVG, claim_size, file, part, picture, send, stored_files};
use crate::harness::{Answer, Client, Server};

/// Returns an ICO file that contains one PNG.
fn icon(side: u32) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let pixels = RgbaImage::from_fn(side, side, |x, y| image::Rgba([x as u8, y as u8, 9, 255]));
    DynamicImage::from(pixels).write_to(&mut bytes, ImageFormat::Ico).unwrap();
    bytes.into_inner()
}

/// Uploads a file with an upload kind.
async fn send_as(staff: &Client, kind: &str, name: &str, bytes: &[u8]) -> Answer {
    send(staff, &[part("kind", None, kind.as_bytes()), part("file", Some(name), bytes)]).await
}

#[tokio::test]
async fn each_upload_kind_accepts_its_own_formats() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let raster = |format| picture(30, 20, format);
    let files = [
        ("a.jpg", raster(ImageFormat::Jpeg)),
        ("a.png", raster(ImageFormat::Png)),
        ("a.svg", SVG.to_vec()),
        ("a.gif", raster(ImageFormat::Gif)),
        ("a.webp", raster(ImageFormat::WebP)),
        ("a.ico", icon(32)),
    ];
    for (kind, accepted, folder) in [
        ("picture", "jpg png svg gif webp", "blog"),
        ("logo", "jpg png svg", "company"),
        ("share_image", "jpg png webp", "seo"),
        ("favicon", "png svg ico", "seo"),
    ] {
        for (name, bytes) in &files {
            let answer = send_as(&staff, kind, name, bytes).await;
            let status = answer.status();
            let body = answer.json();
            if accepted.split(' ').any(|extension| name.ends_with(extension)) {
                assert_eq!(status, StatusCode::CREATED, "{kind} {name}: {body}");
                assert_eq!(body["folder"], folder);
                let start = format!("/media/{folder}/");
                assert!(body["url"].as_str().unwrap().starts_with(&start), "{body}");
            } else {
                assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{kind} {name}");
                let message = body["fields"]["file"].as_str().unwrap();
                assert!(message.starts_with("Formato não aceito. Envie um"), "{message}");
            }
        }
    }
    let unknown = send_as(&staff, "../etc", "a.png", &raster(ImageFormat::Png))
        .await
        .expect(StatusCode::UNPROCESSABLE_ENTITY);
    assert!(unknown.json()["fields"]["kind"].is_string());
}

#[tokio::test]
async fn documented_upload_fields_are_accepted() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let contract = serde_json::to_value(vitrine::router::contract::build()).unwrap();
    let documented = contract["components"]["schemas"]["MediaUpload"]["properties"].as_object().unwrap();
    let file = part("file", Some("a.png"), &picture(8, 8, ImageFormat::Png));
    let optional = documented.keys().filter(|name| *name != "file").map(|name| part(name, None, b""));
    let parts: Vec<_> = optional.chain([file]).collect();
    assert_eq!(parts.len(), 4);
    send(&staff, &parts).await.expect(StatusCode::CREATED);
}

#[tokio::test]
async fn favicon_upload_is_converted_to_png() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let with_page = [icon(48), b"<html><script>alert(1)</script>".to_vec()].concat();
    let media =
        send_as(&staff, "favicon", "favicon.ico", &with_page).await.expect(StatusCode::CREATED).json();
    assert_eq!((&media["width"], &media["content_type"]), (&json!(48), &json!("image/png")));
    let answer = file(&server, &media).await;
    assert_eq!(answer.headers()[header::CONTENT_TYPE], "image/png");
    let bytes = answer.bytes();
    assert!(image::load_from_memory_with_format(bytes, ImageFormat::Png).is_ok());
    assert!(!bytes.windows(7).any(|part| part == b"<script"));
}

#[tokio::test]
async fn hostile_icon_is_refused_and_leaves_no_file() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let icon = icon(32);
    // The PNG inside claims a size that icons don't allow and that doesn't fit in memory.
    let mut claims = icon.clone();
    claim_size(&mut claims, 50_000, 50_000, 8);
    // The offset of the only entry is beyond the end of the file.
    let mut beyond = icon.clone();
    beyond[18..22].copy_from_slice(&u32::MAX.to_le_bytes());
    // The header states more entries than the file contains.
    let many = [&[0, 0, 1, 0, 0xff, 0xff][..], &[0; 64]].concat();
    for (what, bytes) in [
        ("claims", &claims[..]),
        ("beyond", &beyond),
        ("many", &many),
        ("half", &icon[..icon.len() / 2]),
        ("png", &picture(8, 8, ImageFormat::Png)),
        ("page", b"\0\0\x01\0<html><script>alert(1)</script>"),
    ] {
        let answer = send_as(&staff, "favicon", "a.ico", bytes).await;
        assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY, "{what}");
        assert!(answer.json()["fields"]["file"].is_string(), "{what}");
    }
    assert_eq!(stored_files(&server), [""; 0]);
}
