//! The trackers: services whose scripts public pages load after consent, and the sources that each needs in a page's
//! Content Security Policy.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{foundation::settings::model::Analytics, platform::http::security_headers::Sources};

/// A service whose script public pages load after consent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Tracker {
    GoogleAnalytics,
    Hotjar,
    FacebookPixel,
}

/// A purpose that visitors consent to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ConsentCategory {
    /// 'Estatísticas': how the site is used.
    Statistics,
    /// 'Marketing': results of advertisements, and audiences for them.
    Marketing,
}

/// A tracker that the company uses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ConfiguredTracker {
    pub name: Tracker,
    pub category: ConsentCategory,
    /// The company's id at the service.
    pub id: String,
}

impl Tracker {
    pub const ALL: [Self; 3] = [Self::GoogleAnalytics, Self::Hotjar, Self::FacebookPixel];

    /// Returns the name in the database.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::GoogleAnalytics => "google_analytics",
            Self::Hotjar => "hotjar",
            Self::FacebookPixel => "facebook_pixel",
        }
    }

    /// Returns the name for staff.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::GoogleAnalytics => "Google Analytics",
            Self::Hotjar => "Hotjar",
            Self::FacebookPixel => "Pixel da Meta (Facebook)",
        }
    }

    #[must_use]
    pub fn category(self) -> ConsentCategory {
        match self {
            Self::GoogleAnalytics | Self::Hotjar => ConsentCategory::Statistics,
            Self::FacebookPixel => ConsentCategory::Marketing,
        }
    }

    fn id(self, analytics: &Analytics) -> &str {
        match self {
            Self::GoogleAnalytics => &analytics.google_analytics,
            Self::Hotjar => &analytics.hotjar,
            Self::FacebookPixel => &analytics.facebook_pixel,
        }
    }

    /// Returns the sources that the service's script needs, according to its documentation. Scripts need no source, because
    /// 'strict-dynamic' allows the scripts that a trusted script adds. The page's Trusted Types policy limits their hosts.
    fn sources(self) -> Sources {
        match self {
            Self::GoogleAnalytics => Sources {
                images: vec!["https://*.google-analytics.com", "https://*.googletagmanager.com"],
                connections: vec![
                    "https://*.google-analytics.com",
                    "https://*.analytics.google.com",
                    "https://*.googletagmanager.com",
                ],
                ..Sources::default()
            },
            // Hotjar's surveys add style elements.
            Self::Hotjar => Sources {
                images: vec!["https://*.hotjar.com"],
                connections: vec!["https://*.hotjar.com", "https://*.hotjar.io", "wss://*.hotjar.com"],
                styles: vec!["https://*.hotjar.com", "'unsafe-inline'"],
                fonts: vec!["https://*.hotjar.com"],
            },
            Self::FacebookPixel => Sources {
                images: vec!["https://www.facebook.com"],
                connections: vec!["https://www.facebook.com"],
                ..Sources::default()
            },
        }
    }
}

impl ConsentCategory {
    pub const ALL: [Self; 2] = [Self::Statistics, Self::Marketing];

    /// Returns the name in the database.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::Statistics => "statistics",
            Self::Marketing => "marketing",
        }
    }

    /// Returns the name for staff.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Statistics => "Estatísticas",
            Self::Marketing => "Marketing",
        }
    }
}

/// Returns the trackers that have an id in the settings.
#[must_use]
pub fn configured(analytics: &Analytics) -> Vec<ConfiguredTracker> {
    let trackers = Tracker::ALL.into_iter().filter(|tracker| !tracker.id(analytics).is_empty());
    trackers
        .map(|name| ConfiguredTracker { name, category: name.category(), id: name.id(analytics).to_owned() })
        .collect()
}

/// Returns all sources that a page with these trackers must allow in its Content Security Policy.
#[must_use]
pub fn sources(trackers: &[ConfiguredTracker]) -> Sources {
    trackers.iter().fold(Sources::default(), |sources, tracker| sources.and(tracker.name.sources()))
}
