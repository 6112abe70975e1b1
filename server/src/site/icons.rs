//! The icons that are asked for at fixed addresses. `web/src/ui/icon.svg` is the drawing they were made from.

use axum::{
    body::Body,
    http::{HeaderName, Response, header},
    response::IntoResponse,
};

const A_DAY: &str = "public, max-age=86400";

macro_rules! icon {
    ($file:literal) => {
        include_bytes!(concat!("../../content/icons/", $file)).as_slice()
    };
}

pub async fn touch_icon() -> Response<Body> {
    png(icon!("apple-touch-icon.png"))
}

pub async fn icon_32() -> Response<Body> {
    png(icon!("icon-32.png"))
}

pub async fn icon_192() -> Response<Body> {
    png(icon!("icon-192.png"))
}

pub async fn icon_512() -> Response<Body> {
    png(icon!("icon-512.png"))
}

fn png(bytes: &'static [u8]) -> Response<Body> {
    let headers: [(HeaderName, &str); 2] =
        [(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, A_DAY)];
    (headers, bytes).into_response()
}
