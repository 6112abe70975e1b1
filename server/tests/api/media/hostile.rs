//! Hostile and invalid uploads, and a missing media folder.

use image::ImageFormat;
use reqwest::{Method, StatusCode, header};
use serde_json::Value;
use tokio::{io::AsyncWriteExt, net::TcpStream};

use super::{BOUNDARY, claim_size, file, part, picture, send, stored_files, upload};
use crate::harness::{EDITOR, Server};

const TOO_LARGE: &str = "Arquivo muito grande. Tamanho máximo: 5MB";

/// Returns a PNG of one pixel whose header states another size and `bits` per channel.
fn png_claiming(width: u32, height: u32, bits: u8) -> Vec<u8> {
    let mut bytes = picture(1, 1, ImageFormat::Png);
    claim_size(&mut bytes, width, height, bits);
    bytes
}

/// Returns the error of the field `file`.
fn file_error(body: &Value) -> &str {
    body["fields"]["file"].as_str().unwrap_or_else(|| panic!("{body}"))
}

#[tokio::test]
async fn invalid_pictures_are_refused_with_a_reason_and_leave_no_file() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let png = picture(10, 10, ImageFormat::Png);
    let too_large = [png.clone(), vec![0; 5 * 1024 * 1024 + 1 - png.len()]].concat();
    // A script that begins like a GIF: `=1;a` is read as a size of 12,605 × 24,891 pixels.
    let gif_script = b"GIF89a=1;alert(1)//".to_vec();
    let deep = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'>{}{}</svg>",
        "<g>".repeat(9_000),
        "</g>".repeat(9_000)
    );
    // Entities that expand to many times their size. Any message will do.
    let entity_bomb = "<!DOCTYPE svg [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;'>\
        <!ENTITY c '&b;&b;&b;&b;&b;&b;&b;&b;'><!ENTITY d '&c;&c;&c;&c;&c;&c;&c;&c;'>]>\
        <svg xmlns='http://www.w3.org/2000/svg'><text>&d;&d;&d;</text></svg>";
    for (name, bytes, expected) in [
        ("a.png", &too_large[..], TOO_LARGE),
        ("a.html", &png, "Formato não aceito."),
        ("a", &png, "Formato não aceito."),
        ("a.png.php", &png, "Formato não aceito."),
        ("a.jpg", &png, "O conteúdo do arquivo não corresponde"),
        ("a.png", b"<html><script>alert(1)</script>", "O conteúdo do arquivo não corresponde"),
        ("a.gif", &gif_script, "Imagem grande demais."),
        ("a.png", &png[..png.len() / 2], "Não foi possível ler a imagem."),
        ("a.png", &png_claiming(50_000, 50_000, 8), "Imagem grande demais. Tamanho máximo: 40"),
        ("a.png", &png_claiming(6_400, 6_400, 8), "Imagem grande demais. Tamanho máximo: 40"),
        ("a.png", &png_claiming(6_000, 6_000, 16), "Imagem grande demais. Reduza a largura e a altura"),
        ("a.svg", &png, "Não foi possível ler o desenho."),
        ("a.svg", b"<html><body>oi</body></html>", "Não foi possível ler o desenho."),
        ("a.svg", b"<svg xmlns='http://www.w3.org/2000/svg'/>", "O SVG não diz o próprio tamanho."),
        ("a.svg", deep.as_bytes(), "O desenho tem grupos aninhados demais."),
        ("a.svg", entity_bomb.as_bytes(), ""),
        ("a.png", b"", "Escolha um arquivo."),
    ] {
        let answer = send(&staff, &[part("file", Some(name), bytes)]).await;
        assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY, "{name} {expected}");
        let body = answer.json();
        assert!(file_error(&body).starts_with(expected), "{name}: {body}");
    }
    assert_eq!(stored_files(&server), [""; 0]);
}

/// The server drains the rest of a refused body; otherwise a connection reset would discard the response.
#[tokio::test]
async fn body_far_over_the_limit_gets_an_error_response() {
    let server = Server::start().await;
    let large = vec![0; 24 * 1024 * 1024];
    let answer = send(&server.editor().await, &[part("file", Some("a.png"), &large)])
        .await
        .expect(StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(file_error(&answer.json()), TOO_LARGE);
    server
        .request(Method::POST, "/api/contacts")
        .header(header::CONTENT_TYPE, "application/json")
        .body(large)
        .await
        .expect(StatusCode::PAYLOAD_TOO_LARGE);
}

#[tokio::test]
async fn picture_with_an_excessive_side_is_refused() {
    let server = Server::start().await;
    let staff = server.editor().await;
    for (width, height) in [(40_000_000, 1), (1, 16_385)] {
        let answer = send(&staff, &[part("file", Some("a.png"), &png_claiming(width, height, 8))]).await;
        assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY, "{width} × {height}");
        let body = answer.json();
        assert_eq!(file_error(&body), "Imagem grande demais. Cada lado pode ter até 16.384 pixels.");
    }
    assert_eq!(stored_files(&server), [""; 0]);
    upload(&staff, "a.png", &picture(16_384, 2, ImageFormat::Png)).await;
}

#[tokio::test]
async fn invalid_upload_form_is_refused() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let png = || part("file", Some("a.png"), &picture(10, 10, ImageFormat::Png));
    for (parts, field) in [
        (vec![], "file"),
        (vec![png(), png()], "file"),
        (vec![png(), part("folder", None, b"../../etc")], "folder"),
        (vec![png(), part("alt", None, "a".repeat(301).as_bytes())], "alt"),
        (vec![png(), part("alt", None, "a".repeat(100_000).as_bytes())], "alt"),
        (vec![png(), part("alt", None, b"\xff")], "alt"),
    ] {
        let body = send(&staff, &parts).await.expect(StatusCode::UNPROCESSABLE_ENTITY).json();
        assert!(body["fields"][field].is_string(), "{field}: {body}");
    }
    send(&staff, &[part("path", None, b"/etc/passwd")]).await.expect(StatusCode::BAD_REQUEST);
    staff.post("/api/media", &Value::Null).await.expect(StatusCode::BAD_REQUEST);
    assert_eq!(stored_files(&server), [""; 0]);
}

#[tokio::test]
async fn polyglot_file_is_stored_without_its_script() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let mut photo = picture(20, 20, ImageFormat::Jpeg);
    let page = b"<html><script>alert(document.domain)</script></html>";
    let length = u16::try_from(page.len() + 2).unwrap().to_be_bytes();
    photo.splice(2..2, [&[0xff, 0xfe], &length[..], page].concat());
    let gif = [picture(20, 20, ImageFormat::Gif), b"/*<script>alert(1)</script>*/".to_vec()].concat();
    let png = [picture(20, 20, ImageFormat::Png), page.to_vec()].concat();
    for (name, bytes) in [("a.jpg", photo), ("a.gif", gif), ("a.png", png)] {
        upload(&staff, name, &bytes).await;
    }
    let files = stored_files(&server);
    assert_eq!(files.len(), 6);
    for path in files {
        let bytes = std::fs::read(&path).unwrap();
        assert!(!bytes.windows(7).any(|part| part == b"<script"), "{path}");
    }
}

#[tokio::test]
async fn svg_keeps_shapes_and_loses_scripts() {
    let server = Server::start().await;
    let hostile = r##"<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"
        xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 120 60" onload="alert(1)">
        <script>alert(2)</script><script href="https://mal.example/a.js"/>
        <foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><iframe src="https://mal.example"/></body></foreignObject>
        <use href="https://mal.example/a.svg#x"/><use xlink:href="//mal.example/a.svg#x"/>
        <image href="https://mal.example/a.png"/><a href="javascript:alert(3)"><text>oi</text></a>
        <style>@import url(https://mal.example/a.css); rect { fill: url(https://mal.example/b) }</style>
        <animate attributeName="href" values="javascript:alert(4)"/>
        <rect id="boa" width="10" height="10" onclick="alert(5)" fill="#123456"/></svg>"##;
    let media = upload(&server.editor().await, "logo.svg", hostile.as_bytes()).await;
    assert_eq!((&media["width"], &media["height"]), (&120.into(), &60.into()));
    assert_eq!(media["variants"], Value::Array(vec![]));
    let answer = file(&server, &media).await;
    assert_eq!(answer.headers()[header::CONTENT_TYPE], "image/svg+xml");
    assert!(answer.header(header::CONTENT_SECURITY_POLICY).ends_with("; sandbox"));
    let text = answer.text();
    assert!(text.contains("#123456"), "{text}");
    // Hostile addresses may remain as text, but no script, event handler or animation remains, and nothing loads them.
    let active = ["<script", "foreignObject", "iframe", "onload", "onclick", "attributeName", "href=\"j"];
    let loading = ["href=\"h", "href=\"//", "@import", "url(h", "url(//"];
    for part in active.into_iter().chain(loading) {
        assert!(!text.contains(part), "{part} in {text}");
    }
}

#[tokio::test]
async fn uploaded_file_name_is_never_a_path() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let media = upload(&staff, "../../a.png", &picture(10, 10, ImageFormat::Png)).await;
    assert_eq!(media["name"], "a.png");
    let folder = server.app.config.data_dir.join("media/blog").display().to_string();
    let stored = stored_files(&server);
    assert!(!stored.is_empty() && stored.iter().all(|path| path.starts_with(&folder)), "{stored:?}");
}

#[tokio::test]
async fn media_address_outside_the_stored_files_is_not_found() {
    let server = Server::start().await;
    for path in [
        "/media/..%2ftest.db",
        "/media/..%2f..%2fa.png",
        "/media/%2e%2e/secret.png",
        "/media/blog/%00.png",
        "/media/%ff.png",
        "/media/blog",
        "/media/",
        "/media/nada.png",
        "/media/a.html",
        "/media//etc/a.png",
    ] {
        assert_eq!(server.status(path).await, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn connection_of_an_endless_upload_is_closed() {
    let server = Server::start().await;
    let token = server.token(EDITOR).await;
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let head = format!(
        "POST /api/media HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {token}\r\nTransfer-Encoding: chunked\r\n\
         Content-Type: multipart/form-data; boundary={BOUNDARY}\r\n\r\n",
        server.address
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let start = part("file", Some("a.png"), &picture(10, 10, ImageFormat::Png));
    let chunk = [b"10000\r\n", &[b'a'; 0x10000][..], b"\r\n"].concat();
    stream.write_all(format!("{:x}\r\n", start.len()).as_bytes()).await.unwrap();
    stream.write_all(&[&start[..], b"\r\n"].concat()).await.unwrap();
    let mut chunks = 0;
    while stream.write_all(&chunk).await.is_ok() {
        chunks += 1;
        assert!(chunks < 1024, "the server accepted 64 MB");
    }
    assert_eq!(stored_files(&server), [""; 0]);
}

#[tokio::test]
async fn upload_without_a_media_folder_is_refused_and_the_site_stays_up() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let folder = server.app.config.data_dir.join("media");
    std::fs::remove_dir_all(&folder).unwrap();
    std::fs::write(&folder, "no folder").unwrap();
    send(&staff, &[part("file", Some("a.png"), &picture(10, 10, ImageFormat::Png))])
        .await
        .expect(StatusCode::SERVICE_UNAVAILABLE);
    server.get("/").await.expect(StatusCode::OK);
    assert!(server.query("SELECT id FROM media").await.is_empty());
}
