//! Extractors for bodies, queries, ids and headers of a request, and responses with a version. The extractors fail with
//! [`Error`], so that all errors have the same JSON shape.

pub mod caching;
pub mod conditional;
pub mod cross_site;
pub mod hidden_field;
pub mod multipart;
pub mod request_buffer;
pub mod security_headers;

use std::borrow::Cow;

use axum::{
    RequestPartsExt,
    body::Bytes,
    extract::{FromRequest, FromRequestParts, Request, rejection::BytesRejection},
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
};
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_path_to_error::Segment;
use url::form_urlencoded;
use utoipa::IntoParams;
use uuid::Uuid;

use crate::platform::{
    error::{Error, Refusal, Result},
    parse::YEAR_OUT_OF_RANGE,
};

/// Maximum number of characters of a value in a query string.
pub const MAX_QUERY_VALUE: usize = 500;
/// Maximum length of a header that an operation reads, in bytes.
pub const MAX_HEADER: usize = 1000;
/// Maximum length of an `Idempotency-Key`, in bytes.
pub const MAX_IDEMPOTENCY_KEY: usize = 128;
/// The error for a query parameter with an invalid value.
pub const INVALID_PARAMETER: Error = Error::BadRequest("Parâmetro de consulta inválido.");
const NOT_THIS_JSON: Error = Error::BadRequest("O conteúdo enviado não é um JSON válido para esta operação.");
const UNKNOWN_OPTION: &str = "Escolha uma das opções deste campo.";
const WRONG_TYPE: &str = "O valor deste campo não é do tipo certo.";

/// A parsed body of the type `application/json`.
pub struct JsonBody<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for JsonBody<T> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self> {
        if !is_json(request.headers()) {
            return Err(Error::UnsupportedMediaType);
        }
        let bytes = read_body(request, state).await?;
        Ok(Self(parse_json(&bytes)?))
    }
}

/// Parses JSON. Fails with an error of the field if a field has a value of the wrong type, and with [`Error::BadRequest`] if the
/// JSON is malformed or the whole value has the wrong type. Refuses arrays, because serde reads their elements as the fields of
/// a struct.
fn parse_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T> {
    if bytes.trim_ascii_start().starts_with(b"[") {
        return Err(NOT_THIS_JSON);
    }
    let mut parser = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut parser).map_err(|error| {
        let (field, cause) = (field_name(error.path()), error.inner());
        if field.is_empty() || is_malformed(bytes) {
            return refuse_json(cause);
        }
        Error::field(&field, field_message(cause))
    })?;
    parser.end().map_err(|cause| refuse_json(&cause))?;
    Ok(value)
}

/// Returns whether bytes aren't JSON of any type. The category of serde_json's error doesn't tell this: a number instead of an
/// enum's variant is a syntax error, too.
fn is_malformed(bytes: &[u8]) -> bool {
    serde_json::from_slice::<IgnoredAny>(bytes).is_err()
}

fn refuse_json(cause: &serde_json::Error) -> Error {
    tracing::debug!(%cause, "JSON body refused");
    NOT_THIS_JSON
}

/// Returns the message for a field whose value can't be parsed. Serde exposes only the text of the error. Its start has not
/// changed since serde 1.0.
fn field_message(cause: &serde_json::Error) -> &'static str {
    let text = cause.to_string();
    if text.starts_with("unknown variant") {
        UNKNOWN_OPTION
    } else if text.starts_with(YEAR_OUT_OF_RANGE) {
        YEAR_OUT_OF_RANGE
    } else {
        WRONG_TYPE
    }
}

/// Returns the name of a field in [`FieldErrors`](crate::platform::error::FieldErrors), such as `content.links.0.url`.
fn field_name(path: &serde_path_to_error::Path) -> String {
    let names = path.iter().filter_map(|segment| match segment {
        Segment::Map { key } => Some(key.clone()),
        Segment::Seq { index } => Some(index.to_string()),
        Segment::Enum { .. } | Segment::Unknown => None,
    });
    names.collect::<Vec<_>>().join(".")
}

/// A parsed body of an HTML form. NUL, which PostgreSQL can't store, is replaced with U+FFFD, as HTML parsers do.
pub struct FormBody<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for FormBody<T> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self> {
        if media_type(request.headers()) != "application/x-www-form-urlencoded" {
            return Err(Error::NotAForm);
        }
        let bytes = read_body(request, state).await?;
        let without_nul = |text: Cow<'_, str>| text.replace('\0', "\u{fffd}");
        let pairs = form_urlencoded::parse(&bytes);
        let fields = pairs.map(|(name, value)| (without_nul(name), without_nul(value).into()));
        let value = serde_json::from_value(serde_json::Value::Object(fields.collect()));
        Ok(Self(value.map_err(|_| Error::BadRequest("O formulário enviado não pôde ser lido."))?))
    }
}

/// Name of the query parameter with the token of a link.
pub const TOKEN: &str = "token";

/// Returns the token in the query of a link. `None` if it is missing or empty.
#[must_use]
pub fn token_in(query: Option<&str>) -> Option<String> {
    value_in(query, TOKEN)
}

/// Returns the value of a query parameter. `None` if it is missing or empty.
#[must_use]
pub fn value_in(query: Option<&str>, parameter: &str) -> Option<String> {
    let mut pairs = form_urlencoded::parse(query?.as_bytes());
    let (_, value) = pairs.find(|(name, _)| name == parameter)?;
    (!value.is_empty()).then(|| value.into_owned())
}

/// Returns whether a path or a query contains an encoded NUL, which PostgreSQL can't store.
#[must_use]
pub fn has_nul(encoded: &str) -> bool {
    encoded.contains("%00")
}

/// Returns whether the content type is `application/json`, with or without parameters.
#[must_use]
pub fn is_json(headers: &HeaderMap) -> bool {
    media_type(headers) == "application/json"
}

/// Returns the content type in lowercase and without parameters; empty if it is missing.
fn media_type(headers: &HeaderMap) -> String {
    let value = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
    value.split(';').next().unwrap_or("").trim().to_ascii_lowercase()
}

async fn read_body<S: Send + Sync>(request: Request, state: &S) -> Result<Bytes> {
    Bytes::from_request(request, state).await.map_err(|rejection: BytesRejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Error::PayloadTooLarge,
        _ if crate::platform::listener::body_timeout::is_timeout(&rejection) => Error::RequestTimeout,
        _ => Error::BadRequest("O conteúdo enviado não chegou inteiro."),
    })
}

/// A body of any content type, as it was sent.
pub struct RawBody(pub Bytes);

impl<S: Send + Sync> FromRequest<S> for RawBody {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self> {
        read_body(request, state).await.map(Self)
    }
}

/// A parsed query string.
pub struct Query<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        let query = parts.uri.query().unwrap_or_default();
        if form_urlencoded::parse(query.as_bytes()).any(|(_, value)| value.chars().count() > MAX_QUERY_VALUE)
        {
            return Err(Error::BadRequest("Um dos parâmetros de consulta é longo demais."));
        }
        let query = axum::extract::Query::try_from_uri(&parts.uri);
        let axum::extract::Query(value) = query.map_err(|_| INVALID_PARAMETER)?;
        Ok(Self(value))
    }
}

/// The id in the path. If it isn't a UUID, the answer is 404.
#[derive(IntoParams)]
#[into_params(names("id"), parameter_in = Path)]
pub struct PathId(pub Uuid);

impl<S: Send + Sync> FromRequestParts<S> for PathId {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        let id = parts.extract::<axum::extract::Path<Uuid>>().await;
        id.map(|axum::extract::Path(id)| Self(id)).map_err(|_| Error::NotFound)
    }
}

/// The version of a record, which rises with each change. Its `ETag` is the number in quotation marks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Version(pub i32);

impl Version {
    /// Returns the version after one change.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0 + 1)
    }

    fn etag(self) -> HeaderValue {
        HeaderValue::from_str(&format!("\"{}\"", self.0)).unwrap_or(HeaderValue::from_static("\"\""))
    }

    /// Returns whether `tag` is the `ETag` of this version.
    fn has_etag(self, tag: &str) -> bool {
        text_of_tag(tag) == Some(&*self.0.to_string())
    }
}

/// Returns the text of an entity tag. A proxy that compresses responses changes `"3"` to `W/"3"` or `"3-gzip"`.
fn text_of_tag(tag: &str) -> Option<&str> {
    let text = tag.strip_prefix("W/").unwrap_or(tag).strip_prefix('"')?.strip_suffix('"')?;
    Some(text.split_once('-').map_or(text, |(text, _)| text))
}

/// A response with a record as JSON, and its version as `ETag`.
pub struct Versioned<T>(pub Version, pub T);

impl<T: serde::Serialize> IntoResponse for Versioned<T> {
    fn into_response(self) -> Response {
        ([(header::ETAG, self.0.etag())], axum::Json(self.1)).into_response()
    }
}

/// The `If-Match` header: the version of the record that the client read before it changed it.
#[derive(IntoParams)]
#[into_params(names("If-Match"), parameter_in = Header)]
pub struct IfMatch(
    /// The `ETag` of the record that the client read. If the record has changed since then, the request is refused with 412.
    Option<String>,
);

impl IfMatch {
    /// Fails with [`Error::PreconditionFailed`] if the client read another version than `version`, the current one. Without the
    /// header, succeeds.
    pub fn check(&self, version: Version) -> Result<()> {
        let Some(expected) = &self.0 else { return Ok(()) };
        let matches = expected.split(',').map(str::trim).any(|tag| tag == "*" || version.has_etag(tag));
        if matches { Ok(()) } else { Err(Error::PreconditionFailed) }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for IfMatch {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        Ok(Self(header_text(&parts.headers, &header::IF_MATCH)?))
    }
}

/// The error for a repeated idempotency key with another body.
pub const IDEMPOTENCY_KEY_REUSED: Refusal = Refusal {
    status: StatusCode::UNPROCESSABLE_ENTITY,
    code: "idempotency_key_reused",
    message: "Esta chave de envio já foi usada com outro conteúdo.",
};

/// The `Idempotency-Key` header, if the request has one: 1 to 128 characters.
pub struct IdempotencyKey(pub Option<String>);

impl<S: Send + Sync> FromRequestParts<S> for IdempotencyKey {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        static NAME: HeaderName = HeaderName::from_static("idempotency-key");
        let key = header_text(&parts.headers, &NAME)?;
        if key.as_ref().is_some_and(|key| key.is_empty() || key.len() > MAX_IDEMPOTENCY_KEY) {
            return Err(Error::BadRequest("O cabeçalho Idempotency-Key deve ter de 1 a 128 caracteres."));
        }
        Ok(Self(key))
    }
}

/// Returns the trimmed value of a header, or `None` if the header is missing.
fn header_text(headers: &HeaderMap, name: &HeaderName) -> Result<Option<String>> {
    let Some(value) = headers.get(name) else { return Ok(None) };
    let text = value.to_str().map_err(|_| Error::BadRequest("Cabeçalho com caracteres inválidos."))?;
    if text.len() > MAX_HEADER {
        return Err(Error::BadRequest("Um dos cabeçalhos é longo demais."));
    }
    Ok(Some(text.trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Kind {
        Links,
    }

    #[derive(Debug, Deserialize)]
    #[allow(dead_code, reason = "only parsed")]
    struct Input {
        kind: Option<Kind>,
        #[serde(default)]
        inner: Vec<Input>,
    }

    fn problem(body: &str) -> Error {
        parse_json::<Input>(body.as_bytes()).expect_err(body)
    }

    #[test]
    fn json_value_of_wrong_type_or_unknown_option_is_refused_with_its_field() {
        for (body, field, message) in [
            (r#"{"kind": "mapa"}"#, "kind", UNKNOWN_OPTION),
            (r#"{"kind": 7}"#, "kind", WRONG_TYPE),
            (r#"{"inner": [{}, {"kind": "mapa"}]}"#, "inner.1.kind", UNKNOWN_OPTION),
            (r#"{"inner": "x"}"#, "inner", WRONG_TYPE),
        ] {
            let Error::Invalid(fields) = problem(body) else { panic!("{body}") };
            assert_eq!(fields.into_iter().collect::<Vec<_>>(), [(field.to_owned(), message.to_owned())]);
        }
    }

    #[test]
    fn malformed_json_and_arrays_are_bad_requests() {
        for body in ["", "{", "[]", "null", r#" ["links", []]"#, r#"{"kind": "links"} x"#, r#"{"kind": "li"#]
        {
            assert!(matches!(problem(body), Error::BadRequest(_)), "{body}");
        }
        parse_json::<Input>(br#"{"kind": "links"}"#).expect("valid");
    }

    #[test]
    fn if_match_accepts_the_tag_of_the_version_also_as_a_proxy_changes_it() {
        let is_accepted = |sent: &str| IfMatch(Some(sent.to_owned())).check(Version(3)).is_ok();
        for tag in ["\"3\"", "W/\"3\"", "\"3-gzip\"", "W/\"3-br\"", "\"2\", \"3\"", "*"] {
            assert!(is_accepted(tag), "{tag}");
        }
        for tag in ["", "3", "\"3", "\"2\"", "\"33\"", "W/\"2\"", "\"2-3\""] {
            assert!(!is_accepted(tag), "{tag}");
        }
    }

    #[test]
    fn token_is_parsed_from_the_query() {
        assert_eq!(token_in(Some("a=b&token=x-_1")).as_deref(), Some("x-_1"));
        for none in [None, Some(""), Some("token="), Some("tokens=x")] {
            assert_eq!(token_in(none), None);
        }
    }
}
