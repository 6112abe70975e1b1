//! Numbers of public pages, which identify them in codes. A page gets its number when it is first shown, and always has it,
//! because codes with the number may be in use.

use super::store;
use crate::{app::App, platform::error::Result};

/// Returns the number of a page that exists. A new page gets one. 0, which is unknown, if that fails, so that the page is shown
/// nevertheless.
pub async fn number_of(app: &App, path: &str) -> u16 {
    let found = match store::find(app.db.reader(), path).await {
        Ok(None) => add(app, path).await,
        found => found,
    };
    found
        .unwrap_or_else(|cause| {
            tracing::warn!(%cause, path, "the page has no number for WhatsApp links");
            None
        })
        .unwrap_or(0)
}

/// Adds a page, unless another request has added it. `None` if all numbers are used.
async fn add(app: &App, path: &str) -> Result<Option<u16>> {
    let tx = app.db.begin().await?;
    // So that pages that are first shown at the same time get different numbers.
    tx.lock("numbers of pages").await?;
    let number = store::create(&*tx, path).await?;
    tx.commit().await?;
    Ok(number)
}
