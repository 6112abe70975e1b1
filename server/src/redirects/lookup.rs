//! Finds where a missing page has gone. Robots ask for missing pages all day, so this asks a copy in memory, read again
//! when content has changed, and never writes: how often a redirect is followed is counted in memory too.

use std::{
    collections::HashMap,
    sync::{Arc, PoisonError, RwLock},
};

use axum::http::Uri;
use uuid::Uuid;

use super::{
    store,
    target::{Target, normalized},
};
use crate::{app::App, kit::error::Result};

#[derive(Default)]
pub struct Lookup(RwLock<Arc<Copy>>);

#[derive(Default)]
struct Copy {
    /// The content revision known before it was read; nothing before the first time.
    revision: Option<i64>,
    by_path: HashMap<String, Entry>,
}

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
        let copy = self.current(app).await?;
        let Some(entry) = copy.by_path.get(&path) else { return Ok(None) };
        app.redirect_hits.add(entry.id, app.clock.now());
        let location = entry.target.location(uri.query());
        Ok(Some(Moved { location, is_permanent: entry.is_permanent }))
    }

    /// Requests that come at once after a change may read it more than once; none waits for another.
    async fn current(&self, app: &App) -> Result<Arc<Copy>> {
        let revision = Some(app.db.revision().current());
        let copy = self.0.read().unwrap_or_else(PoisonError::into_inner).clone();
        if copy.revision >= revision {
            return Ok(copy);
        }
        let rows = store::all(app.db.reader()).await?;
        let entries = rows.into_iter().filter_map(|row| {
            let target = Target::parse(&row.to_url)?;
            Some((row.from_path, Entry { id: row.id, target, is_permanent: row.is_permanent }))
        });
        let copy = Arc::new(Copy { revision, by_path: entries.collect() });
        let mut kept = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if kept.revision < revision {
            *kept = copy.clone();
        }
        Ok(copy)
    }
}
