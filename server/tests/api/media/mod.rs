//! Tests of the media library, and their helpers.

mod hostile;
mod library;
mod on_pages;
mod remote;
mod s3;
mod upload_kinds;
mod uploading;

use std::{io::Cursor, path::PathBuf};

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use reqwest::{Method, StatusCode, header};
use serde_json::{Value, json};

use crate::harness::{Answer, Client, Server};

const BOUNDARY: &str = "limite";
const SVG: &[u8] =
    b"<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'><path d='M0 0h8v8z'/></svg>";

/// Returns an encoded picture with a color gradient. Its size is in pixels.
pub fn picture(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
    let pixels = RgbImage::from_fn(width, height, |x, y| Rgb([(x % 256) as u8, (y % 256) as u8, 90]));
    let mut bytes = Cursor::new(Vec::new());
    DynamicImage::from(pixels).write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

/// Changes the header of the PNG in `bytes`, so that it states another size and `bits` per channel.
fn claim_size(bytes: &mut [u8], width: u32, height: u32, bits: u8) {
    let header = bytes.windows(4).position(|part| part == b"IHDR").unwrap();
    let header = &mut bytes[header..header + 21];
    header[4..8].copy_from_slice(&width.to_be_bytes());
    header[8..12].copy_from_slice(&height.to_be_bytes());
    header[12] = bits;
    let mut sum = flate2::Crc::new();
    sum.update(&header[..17]);
    header[17..].copy_from_slice(&sum.sum().to_be_bytes());
}

/// Returns a part of a multipart form: a file, or a field without a file name.
fn part(name: &str, file_name: Option<&str>, bytes: &[u8]) -> Vec<u8> {
    let file_name = file_name.map(|name| format!("; filename=\"{name}\"")).unwrap_or_default();
    let head = format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"{file_name}\r\n\r\n");
    [head.as_bytes(), bytes, b"\r\n"].concat()
}

/// Sends a form with `parts` as an upload.
async fn send(staff: &Client, parts: &[Vec<u8>]) -> Answer {
    send_to(staff, "/api/media", parts).await
}

async fn send_to(staff: &Client, path: &str, parts: &[Vec<u8>]) -> Answer {
    let body = [parts.concat(), format!("--{BOUNDARY}--\r\n").into_bytes()].concat();
    staff
        .request(Method::POST, path)
        .header(header::CONTENT_TYPE, format!("multipart/form-data; boundary={BOUNDARY}"))
        .body(body)
        .await
}

/// Sends a form with one file.
pub async fn send_file(staff: &Client, path: &str, name: &str, bytes: &[u8]) -> Answer {
    send_to(staff, path, &[part("file", Some(name), bytes)]).await
}

/// Uploads a picture and returns the media.
pub async fn upload(staff: &Client, name: &str, bytes: &[u8]) -> Value {
    let answer = send(staff, &[part("file", Some(name), bytes)]).await;
    answer.expect(StatusCode::CREATED).json()
}

/// Publishes a post with a cover.
async fn publish(staff: &Client, slug: &str, cover: &Value, content: &str) -> Value {
    let post = json!({
        "title": format!("Um post: {slug}"),
        "slug": slug,
        "content": content,
        "featured_image": cover,
        "is_published": true,
    });
    staff.post("/api/blog", &post).await.expect(StatusCode::CREATED).json()
}

/// Reads the file of a picture or variant.
async fn file(server: &Server, media: &Value) -> Answer {
    server.get(media["url"].as_str().unwrap()).await.expect(StatusCode::OK)
}

/// Returns the paths of all stored media files.
pub fn stored_files(server: &Server) -> Vec<String> {
    files_in(server.app.config.data_dir.join("media"))
}

/// Returns the paths of the files in a folder and its subfolders; empty if the folder is missing.
pub fn files_in(folder: PathBuf) -> Vec<String> {
    let mut folders = vec![folder];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { found.push(path.display().to_string()) }
        }
    }
    found
}
