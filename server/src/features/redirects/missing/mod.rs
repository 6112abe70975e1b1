//! Counts and lists missing pages: paths that visitors requested and that have neither a page nor a redirect.

mod existing;
pub mod store;

use std::{collections::HashMap, time::Duration};

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, HeaderName, StatusCode, header, request::Parts},
};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use tokio::time::timeout;
use url::Url;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use self::existing::ExistingPages;
use super::{
    model::is_reserved,
    target::{normalized, serialize_readable},
};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action, Event},
        identity::extract::Writer,
    },
    platform::{
        cache::counter::Count,
        db::Transaction,
        error::{Error, Result},
        http::{PathId, Query},
        paging::{Cursor, INVALID_CURSOR, Page, PageRequest, Paging},
        privacy::recordable_path::{is_recordable, may_be_private},
        text::fold,
    },
};

/// Maximum number of pairs of path and referrer that are counted in memory between two writes.
const MAX_COUNTED: usize = 1_000;
/// Maximum number of stored missing pages, not counting ignored ones.
const MAX_STORED: u64 = 500;
/// Maximum length of a referrer in bytes. Longer referrers are not recorded.
const MAX_REFERRER: usize = 200;
/// Maximum time that a request for the list waits for other writes. After that, it returns only the stored counts.
const MAX_WAIT: Duration = Duration::from_millis(500);

/// A path that visitors requested and that has neither a page nor a redirect. Paths that only bots request aren't recorded,
/// nor are paths that look like personal data or tokens.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MissingPage {
    pub id: Uuid,
    /// Path without query and without a slash at its end. Readable: only characters that would be lost or have another meaning
    /// are percent-encoded, so that the path can be sent as the former path of a redirect.
    #[serde(serialize_with = "serialize_readable")]
    pub path: String,
    /// Number of requests by browsers.
    pub hits: i64,
    /// The latest known referrer: a path on this site, or the host name of another site. Null if none is known.
    #[schema(required)]
    pub referrer: Option<String>,
    pub last_seen_at: DateTime<Utc>,
}

/// Filter of a list of missing pages.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct MissingPageFilter {
    /// Text to find anywhere in the path. Case and accents don't matter.
    search: Option<String>,
}

/// Lists missing pages, most requested first, without ignored ones and those whose path has a page by now. Only the 500 most
/// requested ones are stored. A page without requests for 90 days is removed.
#[utoipa::path(get, path = "/api/missing-pages", tag = "redirects", operation_id = "list_missing_pages",
    params(MissingPageFilter, Paging),
    responses(
        (status = 200, body = Vec<MissingPage>)))]
pub async fn list_missing_pages(
    _: Writer,
    State(app): State<App>,
    Query(filter): Query<MissingPageFilter>,
    request: PageRequest<HitsCursor>,
) -> Result<Page<MissingPage>> {
    let written = try_to_write_counts(&app).await;
    written.unwrap_or_else(|cause| tracing::warn!(%cause, "the counted missing pages could not be stored"));
    let mut pages = store::list(app.db.reader()).await?;
    app.caches.get::<ExistingPages>().remove_from(&app, &mut pages).await?;
    let search = fold(filter.search.as_deref().unwrap_or_default().trim());
    pages.retain(|page| fold(&page.path).contains(&search));
    let total = pages.len() as u64;
    let cursor = |page: &MissingPage| HitsCursor { hits: page.hits, id: page.id };
    let items = pages.into_iter().filter(|page| request.after.is_none_or(|after| cursor(page) < after));
    Ok(request.page(items.collect(), total, cursor))
}

/// The position after a missing page in the list, which is sorted by hits and id in descending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct HitsCursor {
    hits: i64,
    id: Uuid,
}

impl Cursor for HitsCursor {
    fn encode(self) -> String {
        format!("{}.{}", self.hits, self.id)
    }

    fn decode(text: &str) -> Result<Self> {
        let parts = text.split_once('.').and_then(|(hits, id)| Some((hits.parse().ok()?, id.parse().ok()?)));
        let (hits, id) = parts.ok_or(INVALID_CURSOR)?;
        Ok(Self { hits, id })
    }
}

/// Ignores a missing page: removes it from the list for 30 days. A repeated request doesn't extend this period.
#[utoipa::path(delete, path = "/api/missing-pages/{id}", tag = "redirects", operation_id = "ignore_missing_page",
    params(PathId),
    responses((status = 204)))]
pub async fn ignore_missing_page(
    staff: Writer,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<StatusCode> {
    set_ignored(&app, &staff, id, true).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Lists an ignored missing page again. A page that isn't ignored is returned unchanged.
#[utoipa::path(post, path = "/api/missing-pages/{id}/restore", tag = "redirects", operation_id = "restore_missing_page",
    params(PathId),
    responses((status = 200, body = MissingPage)))]
pub async fn restore_missing_page(
    staff: Writer,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Json<MissingPage>> {
    Ok(Json(set_ignored(&app, &staff, id, false).await?))
}

async fn set_ignored(app: &App, staff: &Writer, id: Uuid, is_ignored: bool) -> Result<MissingPage> {
    let tx = app.db.begin().await?;
    let (page, was_ignored) = store::find_for_update(&*tx, id).await?.ok_or(Error::NotFound)?;
    if was_ignored == is_ignored {
        return Ok(page);
    }
    store::set_ignored(&*tx, id, is_ignored, app.clock.now()).await?;
    let action = if is_ignored { Action::MissingPageIgnored } else { Action::MissingPageRestored };
    audit::record(app, &tx, &staff.actor(), Event::new(action).on(id, &page.path)).await?;
    tx.commit().await?;
    Ok(page)
}

/// Counts a request for a missing page in memory, if it looks like that of a visitor's browser.
pub fn count_request(app: &App, request: &Parts) {
    let text = |name: HeaderName| text_of(&request.headers, name);
    // A browser that opens a page accepts HTML. Most bots don't ask for HTML.
    if !text(header::ACCEPT).is_some_and(|accepted| accepted.contains("text/html")) {
        return;
    }
    let Some(path) = normalized(request.uri.path()).filter(|path| is_recordable(path) && !is_reserved(path))
    else {
        return;
    };
    let referrer = text(header::REFERER).and_then(|referrer| referrer_of(referrer, &app.config.origin()));
    let is_likely_visitor =
        |(_, referrer): &(_, Option<String>), count: Count| referrer.is_some() || count.times > 1;
    app.missing_pages.add_within(MAX_COUNTED, (path, referrer), app.clock.now(), is_likely_visitor);
}

fn text_of(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}

/// Returns the path of a referrer on this site, or the host name of another site. `None` if it is invalid or may be private.
fn referrer_of(referrer: &str, origin: &str) -> Option<String> {
    let url = Url::parse(referrer).ok().filter(|url| matches!(url.scheme(), "http" | "https"))?;
    let referrer = if url.origin().ascii_serialization() != origin {
        url.host_str().filter(|host| !may_be_private(host))?.to_owned()
    } else {
        match normalized(url.path())? {
            path if path.is_empty() => "/".to_owned(),
            path if is_recordable(&path) => path,
            _ => return None,
        }
    };
    (referrer.len() <= MAX_REFERRER).then_some(referrer)
}

/// The requests for a missing page since the last write.
pub struct NewHits {
    pub path: String,
    pub referrer: Option<String>,
    pub count: Count,
}

/// Stores the requests that were counted in memory. If that fails, they remain in memory.
pub async fn write_counts(app: &App) -> Result<()> {
    if app.missing_pages.is_empty() { Ok(()) } else { write_counts_in(app, app.db.begin().await?).await }
}

/// Stores the requests like [`write_counts`], but stores none if other writes take longer than [`MAX_WAIT`].
async fn try_to_write_counts(app: &App) -> Result<()> {
    if app.missing_pages.is_empty() {
        return Ok(());
    }
    match timeout(MAX_WAIT, app.db.begin()).await {
        Ok(tx) => write_counts_in(app, tx?).await,
        Err(_) => Ok(()),
    }
}

async fn write_counts_in(app: &App, tx: Transaction) -> Result<()> {
    let counts = app.missing_pages.take();
    if counts.is_empty() {
        // A concurrent request has stored them.
        return Ok(());
    }
    let written = add_hits(tx, by_path(&counts)).await;
    if written.is_err() {
        app.missing_pages.put_back(counts);
    }
    written
}

async fn add_hits(tx: Transaction, hits: Vec<NewHits>) -> Result<()> {
    store::add_hits(&*tx, hits).await?;
    store::delete_redirected(&*tx).await?;
    store::delete_surplus(&*tx, MAX_STORED).await?;
    tx.commit().await
}

/// Adds up the requests for each path. The referrer of a path is that of the latest request with a referrer.
fn by_path(counts: &HashMap<(String, Option<String>), Count>) -> Vec<NewHits> {
    let mut counts: Vec<_> = counts.iter().collect();
    counts.sort_by_key(|(_, count)| count.last_at);
    let mut pages: HashMap<String, NewHits> = HashMap::new();
    for ((path, referrer), count) in counts {
        let page = pages.entry(path.clone()).or_insert(NewHits {
            path: path.clone(),
            referrer: None,
            count: Count { times: 0, ..*count },
        });
        page.count = Count { times: page.count.times + count.times, last_at: count.last_at };
        page.referrer = referrer.clone().or(page.referrer.take());
    }
    let mut pages: Vec<_> = pages.into_values().collect();
    // All processes lock the pages in the same order, which prevents deadlocks.
    pages.sort_by(|page, other| page.path.cmp(&other.path));
    pages
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn referrer_is_reduced_to_a_path_or_host_name_without_private_data() {
        const ORIGIN: &str = "https://www.exemplo.com.br";
        for (referrer, expected) in [
            ("https://www.exemplo.com.br/blog/?q=ana", Some("/blog")),
            ("https://www.exemplo.com.br", Some("/")),
            ("https://www.exemplo.com.br/previa/ana@exemplo.com.br", None),
            ("https://www.google.com/search?q=ana", Some("www.google.com")),
            ("https://ana-11987654321.example/", None),
            ("android-app://com.google", None),
            ("nada", None),
        ] {
            assert_eq!(referrer_of(referrer, ORIGIN).as_deref(), expected, "{referrer}");
        }
    }

    #[test]
    fn hits_of_a_path_are_added_up_with_the_latest_referrer() {
        let at = |seconds| DateTime::from_timestamp(seconds, 0).expect("a time");
        let key = |referrer: Option<&str>| ("/a".to_owned(), referrer.map(str::to_owned));
        let pages = by_path(&HashMap::from([
            (key(None), Count { times: 3, last_at: at(9) }),
            (key(Some("/b")), Count { times: 1, last_at: at(5) }),
            (key(Some("/c")), Count { times: 2, last_at: at(7) }),
        ]));
        let [page] = &pages[..] else { panic!("one page") };
        assert_eq!((page.referrer.as_deref(), page.count), (Some("/c"), Count { times: 6, last_at: at(9) }));
    }
}
