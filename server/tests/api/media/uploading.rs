//! Uploading pictures: stored variants, formats and metadata.

use image::{GenericImageView, ImageFormat};
use reqwest::{StatusCode, header};
use serde_json::json;

use super::{file, part, picture, send, stored_files, upload};
use crate::harness::Server;

#[tokio::test]
async fn photo_is_stored_in_several_widths() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let photo = picture(1000, 500, ImageFormat::Jpeg);
    let parts = [
        part("folder", None, b"company"),
        part("alt", None, "  A equipe  reunida ".as_bytes()),
        part("file", Some("C:\\fotos\\Reunião.JPG"), &photo),
    ];
    let answer = send(&staff, &parts).await.expect(StatusCode::CREATED);
    assert_eq!(answer.headers()[header::ETAG], "\"1\"");
    let media = answer.json();
    assert_eq!(
        (&media["name"], &media["alt"], &media["folder"], &media["content_type"]),
        (&json!("Reunião.JPG"), &json!("A equipe reunida"), &json!("company"), &json!("image/jpeg"))
    );
    assert_eq!((&media["width"], &media["height"]), (&json!(1000), &json!(500)));
    let url = media["url"].as_str().unwrap();
    assert!(url.starts_with("/media/company/") && url.ends_with("-1795176000000.jpg"), "{url}");
    let variants = media["variants"].as_array().unwrap();
    let expected = [(480, 240), (960, 480), (1000, 500)];
    assert_eq!(variants.len(), expected.len());
    for (variant, (width, height)) in variants.iter().zip(expected) {
        let answer = file(&server, variant).await;
        assert_eq!(answer.headers()[header::CONTENT_TYPE], "image/webp");
        let image = image::load_from_memory(answer.bytes()).unwrap();
        assert_eq!(image.dimensions(), (width, height));
        assert_eq!((&variant["width"], &variant["height"]), (&json!(width), &json!(height)));
    }
}

#[tokio::test]
async fn media_files_are_immutable_and_sandboxed() {
    let server = Server::start().await;
    let media = upload(&server.editor().await, "a.png", &picture(20, 10, ImageFormat::Png)).await;
    let answer = file(&server, &media).await;
    let header = |name: &str| answer.header(name).to_owned();
    assert_eq!(header("content-type"), "image/png");
    assert_eq!(header("cache-control"), "public, max-age=31536000, immutable");
    assert_eq!(header("x-content-type-options"), "nosniff");
    assert_eq!(header("cross-origin-resource-policy"), "cross-origin", "webmail shows pictures of mails");
    let policy = header("content-security-policy");
    assert!(policy.contains("default-src 'none'") && policy.contains("sandbox"), "{policy}");
    assert!(!policy.contains("script"), "{policy}");
}

#[tokio::test]
async fn each_format_is_accepted_and_small_pictures_are_not_enlarged() {
    let server = Server::start().await;
    let staff = server.editor().await;
    for (name, format, stored_as) in [
        ("a.jpeg", ImageFormat::Jpeg, "image/jpeg"),
        ("a.png", ImageFormat::Png, "image/png"),
        ("a.gif", ImageFormat::Gif, "image/png"),
        ("a.webp", ImageFormat::WebP, "image/jpeg"),
    ] {
        let media = upload(&staff, name, &picture(60, 40, format)).await;
        assert_eq!(media["content_type"], stored_as, "{name}");
        assert_eq!(file(&server, &media).await.headers()[header::CONTENT_TYPE], stored_as);
        assert_eq!(media["variants"].as_array().unwrap().len(), 1, "{name}");
        assert_eq!(media["variants"][0]["width"], 60, "{name}");
    }
}

#[tokio::test]
async fn large_picture_is_scaled_down() {
    let server = Server::start().await;
    let media = upload(&server.editor().await, "a.jpg", &picture(3000, 30, ImageFormat::Jpeg)).await;
    assert_eq!((&media["width"], &media["height"]), (&json!(2560), &json!(26)));
    let widths: Vec<_> =
        media["variants"].as_array().unwrap().iter().map(|variant| variant["width"].clone()).collect();
    assert_eq!(widths, [480, 960, 1440, 1920, 2560]);
}

#[tokio::test]
async fn photo_location_metadata_is_removed() {
    let server = Server::start().await;
    // EXIF data with a quarter turn and a text that is found if the data is stored.
    let mut exif = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0".to_vec();
    exif.extend_from_slice(b"LATITUDE-23.55");
    let mut photo = picture(300, 200, ImageFormat::Jpeg);
    let length = u16::try_from(exif.len() + 2).unwrap().to_be_bytes();
    photo.splice(2..2, [&[0xff, 0xe1], &length[..], &exif].concat());
    let media = upload(&server.editor().await, "foto.jpg", &photo).await;
    assert_eq!(
        (&media["width"], &media["height"]),
        (&json!(200), &json!(300)),
        "the image is rotated upright"
    );
    for path in stored_files(&server) {
        let bytes = std::fs::read(&path).unwrap();
        let contains = |text: &[u8]| bytes.windows(text.len()).any(|part| part == text);
        assert!(!contains(b"LATITUDE") && !contains(b"Exif"), "{path}");
    }
}
