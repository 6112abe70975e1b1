//! The notice that asks visitors for their consent, as a part of pages.

use serde::Serialize;
use utoipa::ToSchema;

use super::trackers::{self, ConfiguredTracker, Tracker};
use crate::{
    features::pages::{content::consent::ConsentContent, store::Texts},
    foundation::settings::model::Analytics,
    platform::{error::Result, id},
};

/// Number of characters of a version.
pub const VERSION_LENGTH: usize = 16;
/// Address at which the notice opens its preferences. Pages without the notice link to it.
pub const PREFERENCES: &str = "/#preferencias-de-cookies";

/// What a page needs to ask for consent and to load the trackers.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ConsentNotice {
    /// Identifies the texts, with 16 hexadecimal digits. When a text changes, the version changes and visitors are asked
    /// again.
    pub version: String,
    /// The trackers that the company uses; at least one.
    pub trackers: Vec<ConfiguredTracker>,
    pub texts: ConsentContent,
}

/// Returns the notice. `None` if the company uses no trackers, so that no consent is needed.
pub async fn read(texts: &Texts<'_>, analytics: &Analytics) -> Result<Option<ConsentNotice>> {
    let trackers = trackers::configured(analytics);
    if trackers.is_empty() { Ok(None) } else { notice(texts, trackers).await.map(Some) }
}

/// Returns a notice with all trackers, for previews.
pub async fn sample(texts: &Texts<'_>) -> Result<ConsentNotice> {
    let trackers =
        Tracker::ALL.map(|name| ConfiguredTracker { name, category: name.category(), id: String::new() });
    notice(texts, trackers.to_vec()).await
}

async fn notice(texts: &Texts<'_>, trackers: Vec<ConfiguredTracker>) -> Result<ConsentNotice> {
    let texts: ConsentContent = texts.read().await?;
    let json = serde_json::to_vec(&texts).map_err(anyhow::Error::new)?;
    let version = id::sha256_hex(&json)[..VERSION_LENGTH].to_owned();
    Ok(ConsentNotice { version, trackers, texts })
}
