//! Finds where a missing page has gone. Robots ask for missing pages all day, so this asks a copy in memory, read again
//! when content has changed, and never writes: how often a redirect is followed is counted in memory too.

use std::{collections::HashMap, sync::Arc};

use axum::http::Uri;
use uuid::Uuid;

use super::{
    store,
    target::{Target, normalized},
};
use crate::{
    app::App,
    platform::{by_revision::ByRevision, error::Result},
};

/// All redirects, by path.
#[derive(Default)]
pub struct Lookup(ByRevision<Arc<HashMap<String, Entry>>>);

struct Entry {
    id: Uuid,
    target: Target,
    is_permanent: bool,
}

/// Where to go instead.
#[derive(Debug, PartialEq, Eq)]
pub struct Moved {
    pub location: String,
    pub is_permanent: bool,
}

impl Lookup {
    /// Where a request for a page that isn't there should go, if anywhere.
    pub async fn find(&self, app: &App, uri: &Uri) -> Result<Option<Moved>> {
        let Some(path) = normalized(uri.path()) else { return Ok(None) };
        let entries = self.entries(app).await?;
        let Some(entry) = entries.get(&path) else { return Ok(None) };
        app.redirect_hits.add(entry.id, app.clock.now());
        let location = entry.target.location(uri.query());
        Ok(Some(Moved { location, is_permanent: entry.is_permanent }))
    }

    /// Requests that arrive together after a change may each read the redirects. None waits for another.
    async fn entries(&self, app: &App) -> Result<Arc<HashMap<String, Entry>>> {
        let read = async {
            let rows = store::all(app.db.reader()).await?;
            let entries = rows.into_iter().filter_map(|row| {
                let target = Target::parse(&row.to_url)?;
                Some((row.from_path, Entry { id: row.id, target, is_permanent: row.is_permanent }))
            });
            Ok(Arc::new(entries.collect()))
        };
        self.0.get(app.db.revision().current(), read).await
    }
}
