//! What changed, small enough to keep for ever: the fields that differ, flat, bounded, and without secrets.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::platform::id;

/// Longer texts keep their beginning, their length and a fingerprint.
const MAX_TEXT: usize = 2000;
/// True of every record and every change: no news.
const NO_NEWS: [&str; 4] = ["id", "version", "created_at", "updated_at"];
const SECRET: [&str; 4] = ["password", "token", "secret", "hash"];

type Fields = Map<String, Value>;

/// The fields in which two records differ, as the first and as the second has them.
#[must_use]
pub fn between(before: &Value, after: &Value) -> (Fields, Fields) {
    let (before, after) = (flat(before), flat(after));
    let differing = |these: &BTreeMap<String, Value>, others: &BTreeMap<String, Value>| {
        let changed = these.iter().filter(|(path, value)| others.get(*path) != Some(value));
        changed.map(|(path, value)| (path.clone(), value.clone())).collect()
    };
    (differing(&before, &after), differing(&after, &before))
}

/// A record as flat fields, without what is no news, and without secrets.
#[must_use]
pub fn compact(record: Value) -> Fields {
    flat(&record).into_iter().map(|(path, value)| (path, bounded(value))).collect()
}

fn flat(value: &Value) -> BTreeMap<String, Value> {
    let mut leaves = BTreeMap::new();
    flatten("", value, &mut leaves);
    leaves
}

fn flatten(path: &str, value: &Value, leaves: &mut BTreeMap<String, Value>) {
    let under = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                let no_news = path.is_empty() && NO_NEWS.contains(&&**name);
                if !no_news && !SECRET.iter().any(|secret| name.contains(secret)) {
                    flatten(&under(name), value, leaves);
                }
            }
        }
        Value::Array(items) if items.iter().any(Value::is_object) => {
            for (position, value) in items.iter().enumerate() {
                flatten(&under(&(position + 1).to_string()), value, leaves);
            }
        }
        leaf => {
            leaves.insert(path.to_owned(), leaf.clone());
        }
    }
}

/// The fingerprint tells long texts apart that begin alike.
fn bounded(value: Value) -> Value {
    match value {
        Value::String(text) if text.chars().count() > MAX_TEXT => {
            let start: String = text.chars().take(MAX_TEXT).collect();
            let fingerprint = &id::sha256_hex(text.as_bytes())[..12];
            format!("{start}… [{} caracteres, SHA-256 {fingerprint}]", text.chars().count()).into()
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_what_differs_is_kept_under_its_path() {
        let before = json!({"id": 1, "updated_at": 1, "hero": {"title": "A", "text": "x"}, "tags": ["a"],
            "items": [{"name": "um"}, {"name": "dois"}], "gone": true});
        let after = json!({"id": 2, "updated_at": 2, "hero": {"title": "B", "text": "x"}, "tags": ["a", "b"],
            "items": [{"name": "um"}, {"name": "três"}, {"name": "quatro"}]});
        let (before, after) = between(&before, &after);
        assert_eq!(
            Value::Object(before),
            json!({"hero.title": "A", "tags": ["a"], "items.2.name": "dois", "gone": true})
        );
        assert_eq!(
            Value::Object(after),
            json!({"hero.title": "B", "tags": ["a", "b"], "items.2.name": "três", "items.3.name": "quatro"})
        );
    }

    #[test]
    fn secrets_are_dropped_and_long_texts_cut() {
        let (long, other) = ("á".repeat(2001), format!("{}x", "á".repeat(2001)));
        let record = json!({"password_hash": "x", "smtp": {"password": "x", "host": "h"}, "text": long});
        let kept = compact(record);
        assert_eq!(kept.keys().collect::<Vec<_>>(), ["smtp.host", "text"]);
        assert!(kept["text"].as_str().expect("text").contains("… [2001 caracteres, SHA-256 "));
        assert_ne!(compact(json!({"text": other}))["text"], kept["text"]);
    }
}
