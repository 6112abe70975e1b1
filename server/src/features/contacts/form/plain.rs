//! The contact form as a browser posts it without JavaScript, with or without files. The files are received before the request is stored,
//! and stored after it. A form that breaks off is stored as far as it has arrived, if its fields are complete.

use std::net::IpAddr;

use axum::{
    RequestExt,
    extract::{DefaultBodyLimit, FromRequest, Multipart, Request},
    http::{HeaderValue, header},
};
use serde_json::{Map, Value};
use uuid::Uuid;

use super::{public, texts::FormTexts, views::PlainForm};
use crate::{
    app::App,
    features::contacts::{
        attachments::requests::{self, MAX_FILES, MAX_NAMES, SentFile},
        fields::ContactInput,
        model::Contact,
    },
    foundation::attachments::{
        REQUESTS,
        receive::{receive as receive_file, text},
    },
    platform::{
        error::{Error, Result},
        http::{FormBody, multipart::broken},
        id,
        limits::rate_limit::network_of,
        text::file_name,
    },
};

/// Maximum size of a form with files, in bytes. Files over their maximum are read and discarded up to this size, so that their sender gets
/// a page that says so.
const MAX_BODY: usize = 64 << 20;
/// Maximum number of fields of a form.
const MAX_FIELDS: usize = 40;
/// Name of the field with files.
const FILES: &str = "files";

/// A received form.
#[derive(Default)]
struct Received {
    fields: Map<String, Value>,
    files: Vec<SentFile>,
    /// Names of all files, in the order of their positions.
    names: Vec<String>,
}

/// Receives a form, and stores the request and its files.
///
/// # Errors
/// The inner error contains the refused form and the reason.
pub async fn receive(
    app: &App,
    request: Request,
    ip: IpAddr,
    user_id: Option<Uuid>,
) -> Result<Result<Contact, Box<(PlainForm, Error)>>> {
    if !is_multipart(&request) {
        let FormBody(form) = FormBody::<PlainForm>::from_request(request, &()).await?;
        return store(app, form, ip, user_id).await;
    }
    let (received, interrupted) = read(app, request).await?;
    let form: PlainForm = serde_json::from_value(Value::Object(received.fields))
        .map_err(|_| Error::BadRequest("O formulário enviado não pôde ser lido."))?;
    let stored = store(app, form.with_file_names(received.names), ip, user_id).await?;
    let contact = match (stored, interrupted) {
        (Ok(contact), _) => contact,
        // The missing fields are in the part that didn't arrive.
        (Err(_), Some(error)) => return Err(error),
        (refused, None) => return Ok(refused),
    };
    for file in received.files {
        if let Err(cause) = requests::accept(app, ip, contact.id, file).await {
            // The request must not be lost for a file. Staff and sender see that it is missing.
            tracing::error!(contact = %contact.id, %cause, "a file of a request could not be stored");
        }
    }
    Ok(Ok(contact))
}

fn is_multipart(request: &Request) -> bool {
    let content_type = request.headers().get(header::CONTENT_TYPE).map_or(&b""[..], HeaderValue::as_bytes);
    content_type.to_ascii_lowercase().starts_with(b"multipart/form-data")
}

/// Reads a form with files. Also returns the error of a form that breaks off.
async fn read(app: &App, mut request: Request) -> Result<(Received, Option<Error>)> {
    DefaultBodyLimit::max(MAX_BODY).apply(&mut request);
    let form: Multipart =
        request.extract().await.map_err(|_| Error::BadRequest("O formulário enviado não pôde ser lido."))?;
    let mut received = Received::default();
    let interrupted = received.read(app, form).await.err();
    Ok((received, interrupted))
}

impl Received {
    async fn read(&mut self, app: &App, mut form: Multipart) -> Result<()> {
        while let Some(field) = form.next_field().await.map_err(|cause| broken(&cause))? {
            let field_name = field.name().unwrap_or_default().to_owned();
            if field_name != FILES {
                // NUL can't be stored; HTML parsers replace it likewise.
                let value = text(field).await?.replace('\0', "\u{fffd}");
                if self.fields.len() < MAX_FIELDS {
                    self.fields.insert(field_name, value.into());
                }
                continue;
            }
            let (slot, file_name) = (self.names.len(), field.file_name().unwrap_or_default().to_owned());
            // Browsers send a field without a file as one without a name.
            if file_name.is_empty() || slot >= MAX_NAMES {
                continue;
            }
            self.names.push(file_name::clean(&file_name));
            if slot < MAX_FILES {
                match receive_file(app, field, REQUESTS.max_bytes).await {
                    Ok(file) => self.files.push(SentFile { slot, file }),
                    // The file counts as not received; the fields after it are read.
                    Err(Error::StorageFull) => {}
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(())
    }
}

async fn store(
    app: &App,
    form: PlainForm,
    ip: IpAddr,
    user_id: Option<Uuid>,
) -> Result<Result<Contact, Box<(PlainForm, Error)>>> {
    let texts = FormTexts::current(app).await?;
    let stored = match form.input(&texts.offered) {
        Ok(input) => {
            let key = form.key().map_or_else(|| key_of(&input, ip), |key| Ok(key.to_owned()))?;
            public::receive(app, &input, ip, user_id, Some(&key)).await
        }
        Err(error) => Err(error),
    };
    Ok(stored.map_err(|error| Box::new((form, error))))
}

/// Returns the idempotency key of a form without one: the cached page is the same for all visitors. A form that is sent twice from
/// the same network creates one contact.
fn key_of(input: &ContactInput, ip: IpAddr) -> Result<String> {
    let content = serde_json::to_vec(&(network_of(ip), input)).map_err(anyhow::Error::new)?;
    Ok(id::sha256_hex(&content))
}
