//! Searches the texts of all pages.

use serde_json::Value;

use super::{
    form::{Control, walk},
    listing::TextMatch,
    model::PageName,
};
use crate::platform::{clock::Timestamp, text::fold};

/// Maximum number of matches of a search.
const MAX_MATCHES: usize = 100;

/// Returns up to 100 texts that contain `search`, regardless of case and accents. An empty `search` matches no text.
#[must_use]
pub fn matches(pages: &[(PageName, Value, Option<Timestamp>)], search: &str) -> Vec<TextMatch> {
    let wanted = fold(search);
    let mut found = Vec::new();
    if wanted.is_empty() {
        return found;
    }
    for (name, document, _) in pages {
        walk::each(&name.form(), document, &mut |field| {
            let text = field.value.as_str().unwrap_or_default();
            if found.len() < MAX_MATCHES && is_text(field.control) && fold(text).contains(&wanted) {
                found.push(TextMatch {
                    page: *name,
                    page_label: name.label(),
                    path: field.path.clone(),
                    trail: field.trail.clone(),
                    text: text.to_owned(),
                });
            }
        });
    }
    found
}

fn is_text(control: &Control) -> bool {
    matches!(
        control,
        Control::Line { .. } | Control::Text { .. } | Control::Address { .. } | Control::Anchor { .. }
    )
}
