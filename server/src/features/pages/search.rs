//! Finds a text on whichever page it stands, so that nobody has to know where.

use serde_json::Value;

use super::{
    form::{Control, walk},
    listing::TextMatch,
    model::PageName,
};
use crate::platform::{clock::Timestamp, text::fold};

const MOST: usize = 100;

/// The texts that have `search` in them, whatever its accents and capitals; none for an empty one.
#[must_use]
pub fn matches(pages: &[(PageName, Value, Option<Timestamp>)], search: &str) -> Vec<TextMatch> {
    let wanted = fold(search);
    let mut found = Vec::new();
    if wanted.is_empty() {
        return found;
    }
    for (name, document, _) in pages {
        walk::each(&name.form(), document, &mut |place| {
            let is_text = matches!(
                place.control,
                Control::Line { .. }
                    | Control::Text { .. }
                    | Control::Address { .. }
                    | Control::Anchor { .. }
            );
            let text = place.value.as_str().unwrap_or_default();
            if is_text && found.len() < MOST && fold(text).contains(&wanted) {
                found.push(TextMatch {
                    page: *name,
                    page_label: name.label(),
                    path: place.path.clone(),
                    trail: place.trail.clone(),
                    text: text.to_owned(),
                });
            }
        });
    }
    found
}
