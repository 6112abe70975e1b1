//! Hidden form fields. People don't see them: the page's script or a bot fills them.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The value of a hidden field. Any JSON value is accepted, because an unexpected value must not cause the refusal of a form.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct HiddenField(Value);

impl HiddenField {
    /// Returns the value if it is a number.
    #[must_use]
    pub fn number(&self) -> Option<f64> {
        self.0.as_f64()
    }

    /// Returns the value if it is a text.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        self.0.as_str()
    }

    /// Returns whether the field was filled: with a text that is not blank, or with a value of another type.
    #[must_use]
    pub fn is_filled(&self) -> bool {
        match &self.0 {
            Value::Null | Value::Bool(false) => false,
            Value::String(text) => !text.trim().is_empty(),
            _ => true,
        }
    }
}

impl<T: Into<Value>> From<T> for HiddenField {
    fn from(value: T) -> Self {
        Self(value.into())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn blank_hidden_field_counts_as_not_filled() {
        for empty in [json!(null), json!(""), json!(" \t"), json!(false)] {
            assert!(!HiddenField::from(empty.clone()).is_filled(), "{empty}");
        }
        for filled in [json!("x"), json!(1), json!(true), json!(["x"])] {
            assert!(HiddenField::from(filled.clone()).is_filled(), "{filled}");
        }
    }
}
