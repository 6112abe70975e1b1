//! Finds the redirect for a request to a path without a page. Such requests are frequent. Therefore all redirects are cached in
//! memory, and hits are counted in memory.

use std::{collections::HashMap, sync::Arc};

use axum::http::Uri;
use uuid::Uuid;

use super::{store, table::RedirectTable, target::normalized};
use crate::{
    app::App,
    platform::{
        cache::{by_revision::ByRevision, counter::Count},
        error::Result,
    },
};

/// All redirects, cached for the current content revision.
#[derive(Default)]
pub struct Lookup(ByRevision<Arc<RedirectTable>>);

/// The redirect to send in a response.
#[derive(Debug, PartialEq, Eq)]
pub struct RedirectAnswer {
    /// Value of the `Location` header.
    pub location: String,
    /// Whether the status is 308; otherwise it is 307.
    pub is_permanent: bool,
}

impl Lookup {
    /// Returns the redirect from the path of a request, and counts the hit. `None` if there is no redirect.
    pub async fn find(&self, app: &App, uri: &Uri) -> Result<Option<RedirectAnswer>> {
        let Some(path) = normalized(uri.path()) else { return Ok(None) };
        let table = self.table(app).await?;
        let Some(entry) = table.find(&path) else { return Ok(None) };
        app.redirect_hits.add(entry.id, app.clock.now());
        let location = entry.target.location(uri.query());
        Ok(Some(RedirectAnswer { location, is_permanent: entry.is_permanent }))
    }

    /// Returns the redirects of the current revision. After a change, concurrent requests don't wait for each other: each
    /// reads the redirects.
    async fn table(&self, app: &App) -> Result<Arc<RedirectTable>> {
        let read = async { Ok(Arc::new(RedirectTable::read(app.db.reader()).await?)) };
        self.0.get(app.db.revision().current(), read).await
    }
}

/// Stores the hits that were counted in memory. If that fails, they remain in memory.
pub async fn write_hits(app: &App) -> Result<()> {
    let counts = app.redirect_hits.take();
    if counts.is_empty() {
        return Ok(());
    }
    let written = add_hits(app, &counts).await;
    if written.is_err() {
        app.redirect_hits.put_back(counts);
    }
    written
}

async fn add_hits(app: &App, counts: &HashMap<Uuid, Count>) -> Result<()> {
    // All processes lock the redirects in the same order, which prevents deadlocks.
    let mut ids: Vec<_> = counts.keys().collect();
    ids.sort_unstable();
    let tx = app.db.begin().await?;
    for id in ids {
        store::add_hits(&*tx, *id, counts[id]).await?;
    }
    tx.commit().await
}
