//! The export of a person's data as a ZIP file. It is written while it is sent, one page of records at a time.

use std::{
    io::{self, Write},
    mem,
    sync::{Arc, Mutex, PoisonError},
};

use anyhow::Context;
use axum::{
    body::{Body, Bytes},
    http::header,
    response::{IntoResponse, Response},
};
use futures_util::stream;
use http_body_util::BodyExt;
use zip::{
    CompressionMethod, ZipWriter,
    write::{SimpleFileOptions, StreamWriter},
};

use super::registry;
use crate::{
    app::App,
    foundation::personal_data::{Kind, Person, PersonFile, PersonRecord, Records},
    platform::{
        clock::Timestamp,
        error::{Error, Result},
        text::{date, escape_html},
    },
};

/// Maximum number of records of a kind that the index lists with date and title.
const MAX_IN_INDEX: usize = 100;
/// Folder of the internal kinds of records.
const INTERNAL: &str = "interno/";
const INDEX: &str = "leia-me.html";
/// Folder of the attached files.
const FILES: &str = "arquivos/";

/// A person to export, and the texts of the index.
pub(super) struct Export {
    /// Email by which staff found the person.
    pub email: String,
    /// The company's name.
    pub company: String,
    pub exported_at: Timestamp,
    pub person: Person,
}

/// Returns a response with the ZIP file.
pub(super) fn download(app: App, export: Export) -> Response {
    let kinds: Vec<&'static Kind> = registry::kinds().collect();
    let name = format!("dados-pessoais-{}.zip", date::day_of(export.exported_at));
    let state = State {
        app,
        archive: Archive::new(),
        index: Index::new(&export),
        export,
        kinds,
        kind_index: 0,
        position: 0,
        listed_files: Vec::new(),
        files: Vec::new(),
        open: None,
    };
    let parts = stream::try_unfold(Some(state), |state| async move {
        let Some(state) = state else { return Ok(None) };
        let part = state.step().await;
        part.map(Some)
            .inspect_err(|cause| tracing::error!(%cause, "the export of a person's data was aborted"))
    });
    let headers = [
        (header::CONTENT_TYPE, "application/zip".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    (headers, Body::from_stream(parts)).into_response()
}

/// The progress of an export.
struct State {
    app: App,
    export: Export,
    archive: Archive,
    index: Index,
    kinds: Vec<&'static Kind>,
    /// Index in `kinds` of the kind to write next.
    kind_index: usize,
    /// Position of the next page of that kind.
    position: u64,
    /// Files of the records of that kind that were written.
    listed_files: Vec<PersonFile>,
    /// Files to write, after the records of their kind.
    files: Vec<PersonFile>,
    /// The rest of the file that is being written.
    open: Option<Body>,
}

impl State {
    /// Writes the next page of records, or the index after the last page. Returns the bytes, and the state unless the
    /// archive is complete.
    async fn step(mut self) -> Result<(Bytes, Option<Self>)> {
        if self.write_files().await? {
            return Ok((self.archive.take(), Some(self)));
        }
        let Some(kind) = self.kinds.get(self.kind_index).copied() else {
            self.archive.start_file(INDEX)?;
            self.archive.write(self.index.finish().as_bytes())?;
            return Ok((self.archive.finish()?, None));
        };
        let Records { items, next } = (kind.list)(&self.app, &self.export.person, self.position).await?;
        if self.position == 0 {
            self.archive.start_file(&file_of(kind))?;
            self.index.start(kind);
        }
        for (index, record) in items.iter().enumerate() {
            let separator = if self.position == 0 && index == 0 { "[\n" } else { ",\n" };
            self.archive.write(separator.as_bytes())?;
            self.archive.write(&serde_json::to_vec_pretty(&record.data).map_err(anyhow::Error::new)?)?;
            self.index.add(record);
        }
        let is_empty = self.position == 0 && items.is_empty();
        self.listed_files.extend(items.into_iter().flat_map(|record| record.files));
        match next {
            Some(position) => self.position = position,
            None => {
                self.archive.write(if is_empty { b"[]\n" } else { b"\n]\n" })?;
                self.index.end();
                self.files = mem::take(&mut self.listed_files);
                (self.kind_index, self.position) = (self.kind_index + 1, 0);
            }
        }
        Ok((self.archive.take(), Some(self)))
    }

    /// Writes the next chunk of an attached file. Returns false if there is none.
    async fn write_files(&mut self) -> Result<bool> {
        if let Some(body) = &mut self.open {
            match body.frame().await {
                Some(frame) => {
                    let frame = frame.context("reading an attached file")?;
                    self.archive.write(frame.data_ref().map_or(&[][..], |data| data))?;
                }
                None => self.open = None,
            }
            return Ok(true);
        }
        let Some(file) = self.files.pop() else { return Ok(false) };
        match self.app.private_files.get(&file.path).await {
            Ok(content) => {
                self.archive.start_file(&format!("{FILES}{}/{}", file.id, file.name))?;
                self.open = Some(content.body);
            }
            // It was deleted meanwhile, or an upload was interrupted.
            Err(Error::NotFound) => tracing::warn!(path = file.path, "an attached file is missing"),
            Err(error) => return Err(error),
        }
        Ok(true)
    }
}

fn file_of(kind: &Kind) -> String {
    format!("{}{}.json", if kind.is_internal { INTERNAL } else { "" }, kind.key)
}

/// A ZIP file. Its bytes can be taken while it is written.
struct Archive {
    writer: ZipWriter<StreamWriter<Buffer>>,
    buffer: Buffer,
}

/// Bytes that the archive has written and that were not taken yet.
#[derive(Clone, Default)]
struct Buffer(Arc<Mutex<Vec<u8>>>);

impl Buffer {
    /// Returns the bytes that were written since the last call.
    fn take(&self) -> Bytes {
        mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner)).into()
    }
}

impl Write for Buffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Archive {
    fn new() -> Self {
        let buffer = Buffer::default();
        Self { writer: ZipWriter::new_stream(buffer.clone()), buffer }
    }

    fn start_file(&mut self, name: &str) -> Result<()> {
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
        Ok(self.writer.start_file(name, options).context("starting a file of an archive")?)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<()> {
        Ok(self.writer.write_all(bytes).context("writing to an archive")?)
    }

    /// Returns the bytes that were written since the last call.
    fn take(&self) -> Bytes {
        self.buffer.take()
    }

    /// Ends the archive and returns its last bytes.
    fn finish(self) -> Result<Bytes> {
        self.writer.finish().context("ending an archive")?;
        Ok(self.buffer.take())
    }
}

/// The index of all files as HTML, for people.
struct Index {
    html: String,
    /// Number of records of the current kind.
    count: usize,
}

impl Index {
    fn new(export: &Export) -> Self {
        let [email, company] = [&export.email, &export.company].map(|text| escape_html(text));
        let at = date::moment(export.exported_at);
        let html = format!(
            "<!doctype html>\n<html lang=\"pt-BR\">\n<meta charset=\"utf-8\">\n<title>Dados pessoais de {email}</title>\n\
             <style>body{{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}}\
             li{{margin:.25rem 0}}</style>\n<h1>Dados pessoais de {email}</h1>\n\
             <p>Tudo o que {company} guarda sobre esta pessoa, em {at}. Cada arquivo JSON traz os registros de um tipo, que \
             outros programas também leem. A pasta “arquivos” tem os anexos, e a pasta “interno” tem o que a equipe escreveu para si.</p>\n\
             <p>As visitas ao site e o registro de consentimento não identificam ninguém, e por isso não aparecem aqui, \
             exceto campanhas de links que citam a pessoa.</p>\n"
        );
        Self { html, count: 0 }
    }

    fn start(&mut self, kind: &Kind) {
        self.count = 0;
        let (label, file) = (escape_html(kind.label), file_of(kind));
        self.html += &format!("<h2><a href=\"{file}\">{label}</a></h2>\n<ul>\n");
    }

    fn add(&mut self, record: &PersonRecord) {
        self.count += 1;
        if self.count <= MAX_IN_INDEX {
            let at = record.at.map_or_else(String::new, |at| date::moment(at) + ": ");
            self.html += &format!("<li>{at}{}</li>\n", escape_html(&record.title));
        }
    }

    fn end(&mut self) {
        if self.count == 0 {
            self.html += "<li>Nenhum registro.</li>\n";
        }
        if let Some(more) = self.count.checked_sub(MAX_IN_INDEX).filter(|more| *more > 0) {
            self.html += &format!("<li>E mais {more}, no arquivo.</li>\n");
        }
        self.html += "</ul>\n";
    }

    fn finish(&mut self) -> String {
        mem::take(&mut self.html) + "</html>\n"
    }
}
