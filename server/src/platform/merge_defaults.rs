//! Documents that outlive the program that wrote them. What was stored is laid over what the program brings, so that
//! a release may add fields to a document and drop others without losing what a person wrote in the rest.

use serde_json::Value;

/// `base` with every value that `stored` has for one of its fields, at any depth. Lists are taken whole.
#[must_use]
pub fn overlay(base: Value, stored: Value) -> Value {
    match (base, stored) {
        (Value::Object(mut base), Value::Object(mut stored)) => {
            for (name, value) in &mut base {
                if let Some(newer) = stored.remove(name) {
                    *value = overlay(value.take(), newer);
                }
            }
            Value::Object(base)
        }
        (_, stored) => stored,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn new_fields_come_from_the_base_and_dropped_ones_go() {
        let base = json!({"title": "padrão", "hero": {"lead": "a", "fresh": "novo"}, "items": [1, 2]});
        let stored =
            json!({"title": "meu", "hero": {"lead": "b", "dropped": "x"}, "items": [3], "gone": true});
        let expected = json!({"title": "meu", "hero": {"lead": "b", "fresh": "novo"}, "items": [3]});
        assert_eq!(overlay(base, stored), expected);
    }
}
