//! A field that a page's script or a robot fills in, not a person. No value of it makes a request invalid.

use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Hint(Value);

impl Hint {
    /// The number, if it is one.
    #[must_use]
    pub fn number(&self) -> Option<f64> {
        self.0.as_f64()
    }

    /// Whether it has any content: a text that isn't blank, or a value of another type than text.
    #[must_use]
    pub fn is_filled(&self) -> bool {
        match &self.0 {
            Value::Null | Value::Bool(false) => false,
            Value::String(text) => !text.trim().is_empty(),
            _ => true,
        }
    }
}

impl<T: Into<Value>> From<T> for Hint {
    fn from(value: T) -> Self {
        Self(value.into())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_content_counts_as_filled() {
        for empty in [json!(null), json!(""), json!(" \t"), json!(false)] {
            assert!(!Hint::from(empty.clone()).is_filled(), "{empty}");
        }
        for filled in [json!("x"), json!(1), json!(true), json!(["x"])] {
            assert!(Hint::from(filled.clone()).is_filled(), "{filled}");
        }
    }
}
