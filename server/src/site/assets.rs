//! The built web assets, embedded in the program: compressed files whose names contain a hash of their content, and the
//! manifest of the files that each entry needs.

use std::{
    borrow::Cow,
    collections::HashMap,
    sync::{Arc, OnceLock},
};

use anyhow::Context;
use axum::{
    body::Body,
    http::{HeaderMap, HeaderName, HeaderValue, Response, header},
    response::IntoResponse,
};
use bytes::Bytes;
use rust_embed::RustEmbed;
use serde::Deserialize;

use super::compress::{self, Encoding};
use crate::platform::http::caching::FOREVER;

/// The folder of the web build. It may be missing when the server is compiled.
#[derive(RustEmbed)]
#[folder = "../web/dist/embedded/"]
#[allow_missing = true]
struct Built;

const SERVER_BUNDLE: &str = "entry-server.js.br";
/// The contract of the API as JSON, from `server/openapi.json`.
const CONTRACT: &str = "openapi.json.br";
const DRAWINGS: &str = "drawings.json.br";
const MANIFEST: &str = "manifest.json.br";
const MISSING: &str = "the web assets aren't built: run `make build`";

/// The files of this release.
pub struct Assets {
    /// Files by path, which starts with `assets/`.
    files: HashMap<String, File>,
    /// Built modules by key: the path of the source module, or the name of a shared chunk.
    manifest: HashMap<String, Chunk>,
}

/// A file. Most clients accept brotli, so the other encodings of a compressed file are made when the first client needs them.
pub(super) struct File {
    content_type: &'static str,
    /// `None` if the file isn't compressed.
    brotli: Option<Bytes>,
    gzip: OnceLock<Bytes>,
    plain: OnceLock<Bytes>,
}

/// An entry of the manifest: a built module, and the files that it needs.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Chunk {
    file: String,
    #[serde(default)]
    css: Vec<String>,
    #[serde(default)]
    assets: Vec<String>,
    /// Keys of the imported modules in the manifest.
    #[serde(default)]
    imports: Vec<String>,
}

/// Paths of the files that an entry needs in the browser at once.
#[derive(Debug, Default)]
pub struct PageFiles {
    /// The module itself, then its imports.
    pub scripts: Vec<String>,
    pub styles: Vec<String>,
    pub fonts: Vec<String>,
}

impl Assets {
    /// Loads the embedded files, once per process.
    pub fn load() -> anyhow::Result<Arc<Self>> {
        static LOADED: OnceLock<Arc<Assets>> = OnceLock::new();
        if let Some(loaded) = LOADED.get() {
            return Ok(loaded.clone());
        }
        let manifest = serde_json::from_slice(&decompressed(MANIFEST)?)
            .context("the manifest of the web assets is invalid")?;
        let names = Built::iter().filter(|path| path.starts_with("assets/"));
        let files = names.filter_map(|name| File::load(&name)).collect();
        Ok(LOADED.get_or_init(|| Arc::new(Self { files, manifest })).clone())
    }

    /// Returns the code that renders pages.
    pub fn server_bundle(&self) -> anyhow::Result<String> {
        Ok(String::from_utf8(decompressed(SERVER_BUNDLE)?)?)
    }

    /// Returns the site's drawings as SVG, in JSON.
    pub fn drawings(&self) -> anyhow::Result<Vec<u8>> {
        decompressed(DRAWINGS)
    }

    /// Returns the contract of the API.
    pub fn contract() -> anyhow::Result<Vec<u8>> {
        decompressed(CONTRACT)
    }

    /// Returns the path of the file that the build made from `source`.
    #[must_use]
    pub fn path(&self, source: &str) -> Option<String> {
        self.manifest.get(source).map(|chunk| format!("/{}", chunk.file))
    }

    /// Returns the files that the entry `module` and its imports need in the browser.
    #[must_use]
    pub fn page_files(&self, module: &str) -> PageFiles {
        debug_assert!(self.manifest.contains_key(module), "{module} is missing from the manifest");
        let mut files = PageFiles::default();
        self.collect(module, &mut files);
        files
    }

    fn collect(&self, module: &str, files: &mut PageFiles) {
        let Some(chunk) = self.manifest.get(module) else { return };
        let script = format!("/{}", chunk.file);
        if files.scripts.contains(&script) {
            return;
        }
        files.scripts.push(script);
        files.styles.extend(chunk.css.iter().map(|file| format!("/{file}")));
        let fonts = chunk.assets.iter().filter(|file| file.ends_with(".woff2"));
        files.fonts.extend(fonts.map(|file| format!("/{file}")));
        for import in &chunk.imports {
            self.collect(import, files);
        }
    }

    /// Returns the uncompressed bytes of the file at `path`, which starts with `assets/`.
    #[must_use]
    pub fn plain(&self, path: &str) -> Option<Bytes> {
        self.files.get(path).map(|file| file.in_plain().clone())
    }

    /// Serves the file at `path`, which starts with `assets/`. `None` if this release doesn't have it.
    #[must_use]
    pub fn respond(&self, path: &str, request: &HeaderMap) -> Option<Response<Body>> {
        let file = self.files.get(path)?;
        let (body, encoding) = file.variant(Encoding::negotiate(request));
        Some(file_response(file.content_type, body, encoding, FOREVER))
    }

    /// Returns the path, the bytes and the encoding of each file: brotli if the build made it, otherwise uncompressed.
    pub fn smallest(&self) -> impl Iterator<Item = (&str, &Bytes, Encoding)> {
        self.files.iter().map(|(path, file)| match &file.brotli {
            Some(brotli) => (&**path, brotli, Encoding::Brotli),
            None => (&**path, file.in_plain(), Encoding::Identity),
        })
    }
}

/// Builds a response with a file. `caching` is the value of `Cache-Control`.
pub(super) fn file_response(
    content_type: &'static str,
    body: Bytes,
    encoding: Encoding,
    caching: &'static str,
) -> Response<Body> {
    let mut headers = HeaderMap::new();
    let mut set =
        |name: HeaderName, value: &'static str| headers.insert(name, HeaderValue::from_static(value));
    set(header::CONTENT_TYPE, content_type);
    set(header::CACHE_CONTROL, caching);
    set(header::VARY, "accept-encoding");
    if let Some(encoding) = encoding.header() {
        headers.insert(header::CONTENT_ENCODING, encoding);
    }
    (headers, body).into_response()
}

impl File {
    /// Returns the path and the content of an embedded file.
    fn load(name: &str) -> Option<(String, Self)> {
        let bytes = match Built::get(name)?.data {
            Cow::Borrowed(data) => Bytes::from_static(data),
            Cow::Owned(data) => Bytes::from(data),
        };
        let Some(path) = name.strip_suffix(".br") else {
            return Some((name.to_owned(), Self::plain(content_type(name), bytes)));
        };
        let (gzip, plain) = Default::default();
        Some((path.to_owned(), Self { content_type: content_type(path), brotli: Some(bytes), gzip, plain }))
    }

    /// Returns a file that isn't compressed.
    pub fn plain(content_type: &'static str, bytes: impl Into<Bytes>) -> Self {
        Self { content_type, brotli: None, gzip: OnceLock::new(), plain: OnceLock::from(bytes.into()) }
    }

    /// Returns a compressed file. Takes a tenth of a second for a large stylesheet.
    pub fn compress(content_type: &'static str, bytes: Vec<u8>) -> Self {
        let brotli = compress::brotli(&bytes, compress::BROTLI_BEST);
        Self { brotli: Some(brotli), ..Self::plain(content_type, bytes) }
    }

    /// Returns the file in an encoding, or uncompressed if it isn't compressed.
    pub fn variant(&self, encoding: Encoding) -> (Bytes, Encoding) {
        let bytes = match (encoding, &self.brotli) {
            (Encoding::Brotli, Some(brotli)) => brotli,
            (Encoding::Gzip, Some(_)) => self.gzip.get_or_init(|| compress::gzip(self.in_plain())),
            _ => return (self.in_plain().clone(), Encoding::Identity),
        };
        (bytes.clone(), encoding)
    }

    fn in_plain(&self) -> &Bytes {
        let decompress =
            |brotli: &Bytes| compress::decompress(brotli).expect("the build compressed the file");
        self.plain.get_or_init(|| self.brotli.as_ref().map(decompress).unwrap_or_default().into())
    }
}

/// Returns the content of an embedded file that is compressed.
fn decompressed(name: &str) -> anyhow::Result<Vec<u8>> {
    let file = Built::get(name).context(MISSING)?;
    compress::decompress(&file.data).with_context(|| format!("{name} of the web assets is invalid"))
}

/// Returns the content type of a file by its extension.
pub(super) fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "woff2" => "font/woff2",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "json" => "application/json",
        _ => "application/octet-stream",
    }
}
