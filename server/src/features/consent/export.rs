//! The export of the ledger as CSV.

use std::{collections::HashMap, sync::Arc};

use axum::response::Response;
use serde_json::Value;

use super::{
    model::StoredConsent,
    store,
    trackers::{ConsentCategory, Tracker},
};
use crate::{
    app::App,
    platform::{
        paging::{MAX_LIMIT, TimeCursor},
        spreadsheet,
    },
};

const HEADINGS: [&str; 6] =
    ["Código", "Data", "Serviços do aviso", "Categorias aceitas", "Versão do texto", "Texto do aviso"];

/// Returns a response that streams all choices as CSV, newest first. `texts` are the texts of notices by version.
#[must_use]
pub fn csv(app: App, texts: HashMap<String, Value>) -> Response {
    let texts: Arc<HashMap<String, String>> =
        Arc::new(texts.into_iter().map(|(version, document)| (version, shown_text(&document))).collect());
    spreadsheet::download("consentimentos.csv", HEADINGS, move |after| {
        let (app, texts) = (app.clone(), texts.clone());
        async move {
            let consents = store::list(app.db.reader(), after, MAX_LIMIT).await?;
            let cursor_of = |last: &StoredConsent| TimeCursor { time: last.created_at, id: last.id };
            Ok(spreadsheet::part(consents, cursor_of, |consent| cells(consent, &texts)))
        }
    })
}

/// Returns the cells of a choice, in the order of [`HEADINGS`].
fn cells(consent: StoredConsent, texts: &HashMap<String, String>) -> [String; 6] {
    let StoredConsent { id, version, trackers, categories, created_at } = consent;
    let is_in = |keys: &str, key: &str| keys.split(' ').any(|found| found == key);
    let trackers = Tracker::ALL.into_iter().filter(|tracker| is_in(&trackers, tracker.key()));
    let trackers: Vec<&str> = trackers.map(Tracker::label).collect();
    let categories = ConsentCategory::ALL.into_iter().filter(|category| is_in(&categories, category.key()));
    let categories: Vec<&str> = categories.map(ConsentCategory::label).collect();
    let accepted = if categories.is_empty() { "Nenhuma".to_owned() } else { categories.join(", ") };
    let text = texts.get(&version).cloned().unwrap_or_default();
    [id.to_string(), spreadsheet::moment(created_at), trackers.join(", "), accepted, version, text]
}

/// JSON pointers to the texts of a notice, in the order in which the notice shows them.
const SHOWN: [&str; 13] = [
    "/title",
    "/text",
    "/choices/title",
    "/choices/text",
    "/choices/necessary/title",
    "/choices/necessary/text",
    "/choices/statistics/title",
    "/choices/statistics/text",
    "/services/google_analytics",
    "/services/hotjar",
    "/choices/marketing/title",
    "/choices/marketing/text",
    "/services/facebook_pixel",
];

/// Returns the texts of a notice, one per line.
fn shown_text(document: &Value) -> String {
    let texts = SHOWN.iter().filter_map(|field| document.pointer(field)?.as_str());
    texts.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::pages::model::PageName;

    #[test]
    fn export_has_all_texts_of_the_default_notice() {
        let document = PageName::Consent.default_document().expect("JSON");
        assert_eq!(shown_text(&document).lines().count(), SHOWN.len());
    }
}
