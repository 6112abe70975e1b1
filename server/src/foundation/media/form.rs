//! Reads the multipart form of an upload: one file and some fields. Stops reading when a maximum size is exceeded.

use axum::extract::{Multipart, multipart::Field};

use super::{
    model::{Folder, MAX_ALT, MAX_BYTES, MAX_NAME},
    upload_kind::UploadKind,
};
use crate::platform::{
    error::{Error, Result},
    http::multipart::broken,
    parse::Fields,
};

const TOO_LARGE: &str = "Arquivo muito grande. Tamanho máximo: 5MB";
/// Maximum size in bytes of a field other than the file.
const MAX_FIELD_BYTES: usize = 4 * 1024;

/// The valid fields of an upload, and the file as sent.
pub struct Upload {
    pub name: String,
    pub alt: String,
    pub kind: UploadKind,
    pub folder: Folder,
    pub bytes: Vec<u8>,
}

/// The parts of the form, before parsing.
#[derive(Default)]
struct Parts {
    /// Name and content of the file.
    file: Option<(String, Vec<u8>)>,
    kind: String,
    folder: String,
    alt: String,
}

/// Reads and parses the form.
pub async fn read(mut form: Multipart) -> Result<Upload> {
    let mut parts = Parts::default();
    while let Some(field) = form.next_field().await.map_err(|cause| broken(&cause))? {
        match field.name().unwrap_or("") {
            "file" if parts.file.is_some() => {
                return Err(Error::field("file", "Envie um arquivo por vez."));
            }
            "file" => {
                let name = field.file_name().unwrap_or("").to_owned();
                parts.file = Some((name, bytes(field, MAX_BYTES, "file", TOO_LARGE).await?));
            }
            "kind" => parts.kind = text(field, "kind").await?,
            "folder" => parts.folder = text(field, "folder").await?,
            "alt" => parts.alt = text(field, "alt").await?,
            _ => return Err(Error::BadRequest("O formulário tem um campo desconhecido.")),
        }
    }
    parts.parse()
}

impl Parts {
    fn parse(self) -> Result<Upload> {
        let mut fields = Fields::default();
        let (name, bytes) = self.file.unwrap_or_default();
        if bytes.is_empty() {
            fields.refuse("file", "Escolha um arquivo.");
        }
        // Some programs send a path. The name is only displayed; stored files have other names.
        let name = name.rsplit(['/', '\\']).next().unwrap_or("");
        let name = fields.line("file", name, MAX_NAME);
        let alt = fields.line("alt", &self.alt, MAX_ALT);
        let kind = choice(&self.kind, UploadKind::parse);
        let folder = choice(&self.folder, Folder::parse);
        if kind.is_err() {
            fields.refuse("kind", "Escolha um uso da lista.");
        }
        if folder.is_err() {
            fields.refuse("folder", "Escolha uma pasta da lista.");
        }
        let kind = kind.ok().flatten().unwrap_or_default();
        let folder = kind.folder(folder.ok().flatten());
        fields.finish(Upload { name, alt, kind, folder, bytes })
    }
}

/// Parses the value of a choice. Returns `None` if it is empty, and an error if it is unknown.
fn choice<T>(value: &str, parse: fn(&str) -> Option<T>) -> Result<Option<T>, ()> {
    if value.is_empty() { Ok(None) } else { parse(value).map(Some).ok_or(()) }
}

/// Reads a field as text.
async fn text(field: Field<'_>, name: &str) -> Result<String> {
    let bytes = bytes(field, MAX_FIELD_BYTES, name, "Texto longo demais.").await?;
    String::from_utf8(bytes).map_err(|_| Error::field(name, "Remova os caracteres inválidos."))
}

/// Reads the bytes of a field. Returns an error with the message `too_large` if there are more than `max`.
async fn bytes(mut field: Field<'_>, max: usize, name: &str, too_large: &str) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    while let Some(chunk) = field.chunk().await.map_err(|cause| broken(&cause))? {
        if bytes.len() + chunk.len() > max {
            return Err(Error::field(name, too_large));
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}
