//! Keyset pagination. A cursor identifies the last row of a page, so that new rows don't shift the next page.

use axum::{
    Json,
    extract::FromRequestParts,
    http::{HeaderName, HeaderValue, Uri, header, request::Parts},
    response::{IntoResponse, Response},
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::DateTime;
use serde::{Deserialize, Serialize};
use url::form_urlencoded;
use utoipa::IntoParams;
use uuid::Uuid;

use super::{
    clock::Timestamp,
    error::{Error, Result},
    http::Query,
    parse::has_storable_year,
};

/// Maximum number of rows of a page.
pub const MAX_LIMIT: u64 = 100;

/// Maximum number of rows of a list that are counted.
pub const MAX_TOTAL: u64 = 10_000;

/// The error for a cursor that can't be decoded.
pub const INVALID_CURSOR: Error = Error::BadRequest("O cursor de paginação é inválido.");

/// Identifies the last row of a page. The request for the next page has it in the parameter `cursor`.
pub trait Cursor: Sized {
    fn encode(self) -> String;
    fn decode(text: &str) -> Result<Self>;
}

/// The last row of a page, in a list sorted by a time and the id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeCursor {
    pub time: Timestamp,
    pub id: Uuid,
}

impl Cursor for TimeCursor {
    fn encode(self) -> String {
        let mut bytes = self.time.timestamp_micros().to_be_bytes().to_vec();
        bytes.extend_from_slice(self.id.as_bytes());
        URL_SAFE_NO_PAD.encode(bytes)
    }

    fn decode(text: &str) -> Result<Self> {
        let Ok(bytes) = URL_SAFE_NO_PAD.decode(text) else { return Err(INVALID_CURSOR) };
        let Some((micros, id)) = bytes.split_first_chunk::<8>() else { return Err(INVALID_CURSOR) };
        let Ok(id) = Uuid::from_slice(id) else { return Err(INVALID_CURSOR) };
        Ok(Self { time: decode_time(*micros)?, id })
    }
}

/// Decodes the time in a cursor: microseconds since 1970, big-endian. Fails if the databases can't store it.
pub fn decode_time(micros: [u8; 8]) -> Result<Timestamp> {
    let time = DateTime::from_timestamp_micros(i64::from_be_bytes(micros));
    time.filter(has_storable_year).ok_or(INVALID_CURSOR)
}

/// Returns the requested number of rows of a page; [`MAX_LIMIT`] if none is requested.
///
/// # Errors
/// Returns [`Error::BadRequest`] for a number out of range.
pub fn limit(requested: Option<u64>) -> Result<u64> {
    match requested {
        None => Ok(MAX_LIMIT),
        Some(limit) if (1..=MAX_LIMIT).contains(&limit) => Ok(limit),
        Some(_) => Err(Error::BadRequest("O limite por página vai de 1 a 100.")),
    }
}

/// The query parameters that request a page of a list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Paging {
    /// The cursor in the `Link` header of the previous page.
    cursor: Option<String>,
    /// Maximum number of rows, 1 to 100. Default: 100.
    limit: Option<u64>,
}

/// The query parameter that limits a list without pages.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ListLimit {
    /// Maximum number of rows, 1 to 100. Default: all rows; 100 in a list of the trash.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u64>,
}

/// Extracts the requested number of rows of a list without pages.
pub struct Limit(Option<u64>);

impl<S: Send + Sync> FromRequestParts<S> for Limit {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let Query(ListLimit { limit: requested }) = Query::from_request_parts(parts, state).await?;
        requested.map(|rows| limit(Some(rows))).transpose().map(Self)
    }
}

impl Limit {
    /// Returns the number of rows to read; [`MAX_LIMIT`] if none is requested.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.0.unwrap_or(MAX_LIMIT)
    }

    /// Returns the first rows of a list, up to the requested number; all rows if none is requested.
    #[must_use]
    pub fn cut<T>(&self, mut items: Vec<T>) -> Vec<T> {
        if let Some(limit) = self.0 {
            items.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        }
        items
    }

    /// Like [`Self::cut`], with the total of the list.
    #[must_use]
    pub fn page<T>(&self, items: Vec<T>) -> Page<T> {
        let total = items.len() as u64;
        Page { items: self.cut(items), total: total.into(), next: None }
    }
}

/// The requested page of a list.
pub struct PageRequest<C = TimeCursor> {
    pub after: Option<C>,
    limit: u64,
    uri: Uri,
}

impl<S: Send + Sync, C: Cursor> FromRequestParts<S> for PageRequest<C> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let Query(paging) = Query::<Paging>::from_request_parts(parts, state).await?;
        let after = paging.cursor.as_deref().map(C::decode).transpose()?;
        Ok(Self { after, limit: limit(paging.limit)?, uri: parts.uri.clone() })
    }
}

impl<C: Cursor> PageRequest<C> {
    /// Lowers the number of rows to `limit`.
    #[must_use]
    pub fn at_most(self, limit: u64) -> Self {
        Self { limit: self.limit.min(limit), ..self }
    }

    /// Returns the number of rows to read: one more than the page has, to find out whether there is a next page.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.limit + 1
    }

    /// Returns the total if the page has all rows of the list. The list then need not be counted.
    #[must_use]
    pub fn total_of<T>(&self, found: &[T]) -> Option<u64> {
        let count = found.len() as u64;
        (self.after.is_none() && count <= self.limit).then_some(count)
    }

    /// Returns the page. `found` are the rows that were read, up to [`Self::rows`]. `cursor` returns the cursor of a row.
    #[must_use]
    pub fn page<T>(&self, mut found: Vec<T>, total: impl Into<Total>, cursor: impl Fn(&T) -> C) -> Page<T> {
        let has_more = found.len() as u64 > self.limit;
        found.truncate(usize::try_from(self.limit).unwrap_or(usize::MAX));
        let last = found.last().filter(|_| has_more);
        let next = last.map(|last| next_path(&self.uri, &cursor(last).encode(), self.limit));
        Page { items: found, total: total.into(), next }
    }
}

/// Returns the path and query of the next page: those of this page at `uri`, with another cursor and limit.
#[must_use]
pub fn next_path(uri: &Uri, cursor: &str, limit: u64) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair("cursor", cursor).append_pair("limit", &limit.to_string());
    let query_pairs = form_urlencoded::parse(uri.query().unwrap_or("").as_bytes());
    query.extend_pairs(query_pairs.filter(|(name, _)| !matches!(&**name, "cursor" | "limit")));
    format!("{}?{}", uri.path(), query.finish())
}

/// The number of matching rows of a list, as far as the list was searched and the rows were counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Total {
    count: u64,
    /// Whether there are more rows than `count`.
    has_more: bool,
    /// The number of rows that were searched, if the search was limited to the first rows of the list.
    among: Option<u64>,
}

impl From<u64> for Total {
    fn from(count: u64) -> Self {
        Self { count, has_more: false, among: None }
    }
}

impl Total {
    /// Returns the total of a list of which `count` rows were counted, up to [`MAX_TOTAL`] and one more.
    #[must_use]
    pub fn counted(count: u64) -> Self {
        if count > MAX_TOTAL { Self::more_than(MAX_TOTAL) } else { count.into() }
    }

    /// Like [`Self::counted`], but there may be more rows, of a part of the list that was not read.
    #[must_use]
    pub fn counted_in_part(count: u64) -> Self {
        Self::more_than(count.min(MAX_TOTAL))
    }

    /// Returns the number of counted rows.
    #[must_use]
    pub fn count(self) -> u64 {
        self.count
    }

    /// Returns whether there are more rows than were counted.
    #[must_use]
    pub fn has_more(self) -> bool {
        self.has_more
    }

    /// Returns the total if counting stopped at `count` and there are more rows. Rounds it down to a digit and zeros, because people
    /// take a number such as 164 for the exact one.
    #[must_use]
    pub fn more_than(count: u64) -> Self {
        let unit = 10_u64.pow(count.checked_ilog10().unwrap_or(0));
        Self { has_more: true, ..(count / unit * unit).into() }
    }

    /// Returns this total, as that of a search in only the first `rows` rows.
    #[must_use]
    pub fn among(self, rows: u64) -> Self {
        Self { among: Some(rows), ..self }
    }
}

/// A page of a list. The response is a JSON array, with the total and a link to the next page in its headers.
pub struct Page<T> {
    pub items: Vec<T>,
    pub total: Total,
    /// Path and query of the next page; `None` on the last one.
    pub next: Option<String>,
}

impl<T: Serialize> IntoResponse for Page<T> {
    fn into_response(self) -> Response {
        self.into_list(|items| items)
    }
}

impl<T> Page<T> {
    /// Returns the response of the page. `body` converts the rows to the JSON body.
    pub fn into_list<B: Serialize>(self, body: impl FnOnce(Vec<T>) -> B) -> Response {
        static TOTAL: HeaderName = HeaderName::from_static("x-total-count");
        static MORE: HeaderName = HeaderName::from_static("x-total-more");
        static AMONG: HeaderName = HeaderName::from_static("x-searched-first");
        let Total { count, has_more, among } = self.total;
        let mut response = Json(body(self.items)).into_response();
        let headers = response.headers_mut();
        headers.insert(TOTAL.clone(), HeaderValue::from(count));
        if has_more {
            headers.insert(MORE.clone(), HeaderValue::from_static("true"));
        }
        if let Some(rows) = among {
            headers.insert(AMONG.clone(), HeaderValue::from(rows));
        }
        if let Some(next) = self.next
            && let Ok(link) = HeaderValue::from_str(&format!("<{next}>; rel=\"next\""))
        {
            headers.insert(header::LINK, link);
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn link_to_the_next_page_has_the_same_filter() {
        let uri = "/api/contacts?search=a%26b+c&cursor=old&status=new&limit=5".parse().expect("an address");
        assert_eq!(next_path(&uri, "new", 20), "/api/contacts?cursor=new&limit=20&search=a%26b+c&status=new");
    }

    #[test]
    fn total_that_was_counted_in_part_is_rounded_down() {
        let count = |counted| Total::more_than(counted).count();
        assert_eq!([0, 7, 164, 2970, 10_000].map(count), [0, 7, 100, 2000, 10_000]);
    }

    #[test]
    fn cursor_round_trips_and_invalid_cursor_is_refused() {
        let cursor = TimeCursor { time: Timestamp::default(), id: Uuid::from_u128(7) };
        assert_eq!(TimeCursor::decode(&cursor.encode()).expect("decodes"), cursor);
        for garbage in ["", "x", "AAAA", "é", &"A".repeat(400)] {
            TimeCursor::decode(garbage).expect_err(garbage);
        }
        let far = TimeCursor { time: Timestamp::MAX_UTC, ..cursor };
        TimeCursor::decode(&far.encode()).expect_err("the time is out of range");
    }
}
