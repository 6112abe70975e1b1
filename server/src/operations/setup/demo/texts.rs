//! Texts about the demo company, and their neutral replacements.

use std::{collections::BTreeMap, sync::LazyLock};

use sea_orm::ConnectionTrait;
use serde::Deserialize;
use serde_json::Value;

use crate::{
    features::pages::{self, model::PageName},
    foundation::settings::{self, model::SettingsName},
    platform::{error::Result, http::Version},
};

/// The neutral replacements.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NeutralTexts {
    /// Values by page and by JSON pointer (RFC 6901) in its document.
    pages: BTreeMap<String, BTreeMap<String, Value>>,
    /// Values by settings and field.
    settings: BTreeMap<String, BTreeMap<String, Value>>,
}

static NEUTRAL: LazyLock<NeutralTexts> = LazyLock::new(|| {
    let neutral = include_str!("../../../../content/without_demo.json");
    serde_json::from_str(neutral).expect("the file is compiled in, and a test parses it")
});

/// A document before and after the replacement of its texts about the demo company.
pub struct Cleared<Name> {
    pub name: Name,
    pub version: Version,
    pub before: Value,
    pub after: Value,
}

/// Returns the pages that have texts about the demo company.
pub async fn of_pages(connection: &impl ConnectionTrait) -> Result<Vec<Cleared<PageName>>> {
    let mut cleared = Vec::new();
    for &name in PageName::ALL {
        let Some(neutral) = NEUTRAL.pages.get(name.key()) else { continue };
        let (version, before) = pages::store::find(connection, name).await?;
        let default: Value = serde_json::from_str(name.default_json()).map_err(anyhow::Error::new)?;
        let after = without_demo(&before, &default, neutral);
        if after != before {
            cleared.push(Cleared { name, version, before, after });
        }
    }
    Ok(cleared)
}

/// Returns the settings that have facts about the demo company.
pub async fn of_settings(connection: &impl ConnectionTrait) -> Result<Vec<Cleared<SettingsName>>> {
    let mut cleared = Vec::new();
    for name in [SettingsName::Company, SettingsName::Contact] {
        let Some(neutral) = NEUTRAL.settings.get(name.key()) else { continue };
        let found = settings::store::find(connection, name).await?;
        let mut after = found.document.clone();
        for (field, value) in neutral.iter().filter(|(field, _)| !found.is_own(field)) {
            after[field] = value.clone();
        }
        let settings::store::Found { version, document: before, .. } = found;
        if after != before {
            cleared.push(Cleared { name, version, before, after });
        }
    }
    Ok(cleared)
}

/// Returns the document with neutral values in place of values that still equal the default.
fn without_demo(document: &Value, default: &Value, neutral: &BTreeMap<String, Value>) -> Value {
    let mut cleared = document.clone();
    for (pointer, value) in neutral {
        if document.pointer(pointer) == default.pointer(pointer)
            && let Some(target) = cleared.pointer_mut(pointer)
        {
            *target = value.clone();
        }
    }
    cleared
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neutral_texts_replace_default_texts_and_leave_documents_valid() {
        let mut seen = 0;
        for &name in PageName::ALL {
            let Some(neutral) = NEUTRAL.pages.get(name.key()) else { continue };
            let default: Value = serde_json::from_str(name.default_json()).expect("JSON");
            for (pointer, value) in neutral {
                let found = default.pointer(pointer).unwrap_or_else(|| panic!("{name:?} has no {pointer}"));
                assert_ne!(found, value, "{name:?} {pointer}");
            }
            name.parse(without_demo(&default, &default, neutral)).expect("a document of its page");
            seen += 1;
        }
        assert_eq!(seen, NEUTRAL.pages.len(), "all keys of `pages` in the file are names of pages");
    }

    #[test]
    fn only_unchanged_texts_are_replaced() {
        let neutral =
            BTreeMap::from([("/a".to_owned(), Value::from("neutro")), ("/b/0".to_owned(), "y".into())]);
        let default = serde_json::json!({"a": "demo", "b": ["x"]});
        let own = serde_json::json!({"a": "meu", "b": ["x", "z"]});
        assert_eq!(without_demo(&own, &default, &neutral), serde_json::json!({"a": "meu", "b": ["y", "z"]}));
        let emptied = serde_json::json!({"a": "demo", "b": []});
        assert_eq!(without_demo(&emptied, &default, &neutral), serde_json::json!({"a": "neutro", "b": []}));
    }
}
