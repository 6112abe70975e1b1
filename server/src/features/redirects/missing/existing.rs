//! Finds missing pages whose path has a page by now, for example because a post was published there.

use std::{collections::HashMap, sync::Arc};

use tokio::sync::Mutex;

use super::MissingPage;
use crate::{
    app::App,
    features::redirects::canonical,
    platform::{cache::by_revision::ByRevision, error::Result},
};

/// Whether the paths of the listed missing pages have a page. Cached for the current content revision, because many lookups read
/// the database.
#[derive(Default)]
pub struct ExistingPages(ByRevision<Arc<Mutex<HashMap<String, bool>>>>);

impl ExistingPages {
    /// Removes the pages that exist by now from a list of all missing pages.
    pub async fn remove_from(&self, app: &App, pages: &mut Vec<MissingPage>) -> Result<()> {
        let known = self.0.get(app.db.revision().current(), async { Ok(Arc::default()) }).await?;
        let mut known = known.lock().await;
        let mut listed = HashMap::with_capacity(pages.len());
        for MissingPage { path, .. } in pages.iter() {
            let exists = match known.get(path) {
                Some(exists) => *exists,
                None => canonical::find_page(app.db.reader(), path).await?.is_some(),
            };
            listed.insert(path.clone(), exists);
        }
        pages.retain(|page| !listed[&page.path]);
        *known = listed;
        Ok(())
    }
}
