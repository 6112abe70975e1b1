//! Handlers of the page that verifies certificates of erasures. The form works without JavaScript. The posted data isn't
//! stored.

use axum::{
    body::Body,
    extract::{Multipart, State, multipart::MultipartRejection},
    http::{Response, StatusCode, request::Parts},
};

use crate::{
    app::limits::FormLimit,
    features::{
        certificates::{pages as certificates, views::PostedCertificate},
        pages::store::Texts,
    },
    platform::{
        error::{Error, Result},
        listener::client_ip::ClientIp,
    },
    site::{
        Site,
        document::View,
        pages::{self, Page},
    },
};

/// Maximum size of a field in bytes. The rest is ignored.
const MAX_FIELD_BYTES: usize = 64 * 1024;
const UNREADABLE: Error = Error::BadRequest("O formulário enviado não pôde ser lido.");

pub async fn certificate(State(site): State<Site>, request: Parts) -> Response<Body> {
    site.show(Page::Certificate, &request).await
}

/// Checks a certificate, and shows what it states.
pub async fn check_certificate(
    _: FormLimit,
    State(site): State<Site>,
    ClientIp(ip): ClientIp,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Response<Body>> {
    site.take_render(&site.app.limits.individual_pages, ip)?;
    let posted = read(form.map_err(|_| UNREADABLE)?).await?;
    let texts = Texts::saved(&site.app);
    let built = certificates::certificate(&site.app, &texts, Some(posted)).await?;
    let document =
        pages::document(&site.app, &texts, &Page::Certificate, built.map(View::Certificate)).await?;
    Ok(site.render_uncached(StatusCode::OK, &document).await)
}

/// Reads the fields of the form. A file takes precedence over the text.
async fn read(mut form: Multipart) -> Result<PostedCertificate> {
    let mut posted = PostedCertificate::default();
    while let Some(field) = form.next_field().await.map_err(|_| UNREADABLE)? {
        let name = field.name().unwrap_or_default().to_owned();
        let bytes = field.bytes().await.map_err(|_| UNREADABLE)?;
        let text = String::from_utf8_lossy(&bytes[..bytes.len().min(MAX_FIELD_BYTES)]).into_owned();
        match &*name {
            "email" => posted.email = text,
            "certificate" | "file" if !text.trim().is_empty() => posted.text = text,
            _ => {}
        }
    }
    Ok(posted)
}
