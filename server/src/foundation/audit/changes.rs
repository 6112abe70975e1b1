//! The changed fields of a record, by path, with limited length and without secrets.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::platform::id;

/// Maximum number of characters of a text. A longer text is replaced by its start, its length and a fingerprint.
const MAX_TEXT: usize = 2000;
/// Top-level fields that are left out, because they differ in every record or change with every save.
const IGNORED: [&str; 4] = ["id", "version", "created_at", "updated_at"];
/// Fields whose name contains one of these are left out, at any depth.
const SECRETS: [&str; 4] = ["password", "token", "secret", "hash"];

type Fields = Map<String, Value>;

/// Returns the fields in which two records differ: with the values of the first, and with the values of the second.
#[must_use]
pub fn between(before: &Value, after: &Value) -> (Fields, Fields) {
    let (before, after) = (flat(before), flat(after));
    let differing = |fields: &BTreeMap<String, Value>, other: &BTreeMap<String, Value>| {
        let differing = fields.iter().filter(|(path, value)| other.get(*path) != Some(value));
        differing.map(|(path, value)| (path.clone(), value.clone())).collect()
    };
    (differing(&before, &after), differing(&after, &before))
}

/// Returns the fields of a record, with their path as name, without ignored fields and secrets. Shortens long texts.
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
    let path_of = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                let is_ignored = path.is_empty() && IGNORED.contains(&&**name);
                if !is_ignored && !SECRETS.iter().any(|secret| name.contains(secret)) {
                    flatten(&path_of(name), value, leaves);
                }
            }
        }
        Value::Array(items) if items.iter().any(Value::is_object) => {
            for (index, value) in items.iter().enumerate() {
                flatten(&path_of(&(index + 1).to_string()), value, leaves);
            }
        }
        leaf => {
            leaves.insert(path.to_owned(), leaf.clone());
        }
    }
}

/// Shortens a long text. The fingerprint distinguishes texts with the same start.
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
    fn changed_fields_have_their_path_as_name() {
        let before = json!({"id": 1, "updated_at": 1, "hero": {"title": "A", "text": "x"}, "tags": ["a"],
            "items": [{"name": "um"}, {"name": "dois"}], "removed": true});
        let after = json!({"id": 2, "updated_at": 2, "hero": {"title": "B", "text": "x"}, "tags": ["a", "b"],
            "items": [{"name": "um"}, {"name": "três"}, {"name": "quatro"}]});
        let (before, after) = between(&before, &after);
        assert_eq!(
            Value::Object(before),
            json!({"hero.title": "A", "tags": ["a"], "items.2.name": "dois", "removed": true})
        );
        assert_eq!(
            Value::Object(after),
            json!({"hero.title": "B", "tags": ["a", "b"], "items.2.name": "três", "items.3.name": "quatro"})
        );
    }

    #[test]
    fn audited_changes_omit_secrets_and_shorten_long_texts() {
        let (long, other) = ("á".repeat(2001), format!("{}x", "á".repeat(2001)));
        let record = json!({"password_hash": "x", "smtp": {"password": "x", "host": "h"}, "text": long});
        let fields = compact(record);
        assert_eq!(fields.keys().collect::<Vec<_>>(), ["smtp.host", "text"]);
        assert!(fields["text"].as_str().expect("text").contains("… [2001 caracteres, SHA-256 "));
        assert_ne!(compact(json!({"text": other}))["text"], fields["text"]);
    }
}
