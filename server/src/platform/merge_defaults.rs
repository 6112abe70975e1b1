//! Merges stored documents with the defaults of the program, so that a release can add and remove fields. The other fields keep
//! their stored values.

use serde_json::Value;

/// Returns `defaults` with the stored values of its fields, at any depth. Stored fields without a default are omitted. A stored
/// list replaces the default list.
#[must_use]
pub fn with_defaults(defaults: Value, stored: Value) -> Value {
    match (defaults, stored) {
        (Value::Object(mut merged), Value::Object(mut stored)) => {
            for (name, value) in &mut merged {
                if let Some(own) = stored.remove(name) {
                    *value = with_defaults(value.take(), own);
                }
            }
            Value::Object(merged)
        }
        (_, stored) => stored,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn new_field_gets_its_default_and_removed_field_is_omitted() {
        let defaults = json!({"title": "padrão", "hero": {"lead": "a", "fresh": "novo"}, "items": [1, 2]});
        let stored =
            json!({"title": "meu", "hero": {"lead": "b", "dropped": "x"}, "items": [3], "gone": true});
        let expected = json!({"title": "meu", "hero": {"lead": "b", "fresh": "novo"}, "items": [3]});
        assert_eq!(with_defaults(defaults, stored), expected);
    }
}
