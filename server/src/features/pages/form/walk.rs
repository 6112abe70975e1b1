//! Visits all values of a page's content together with their controls.

use serde_json::Value;

use super::{Control, FormField};

/// A value within a page's content.
pub struct FieldValue<'a> {
    /// Path of the value, such as `faq.items.0.question`; empty for the whole content.
    pub path: String,
    /// Labels of the groups around the field, from the outermost one, and of the field itself.
    pub trail: Vec<String>,
    pub control: &'a Control,
    pub value: &'a Value,
}

/// Visits all values in the order of the form. Visits a list or group before the values in it.
pub fn each<'a>(form: &'a Control, document: &'a Value, visit: &mut impl FnMut(&FieldValue<'a>)) {
    walk(FieldValue { path: String::new(), trail: Vec::new(), control: form, value: document }, visit);
}

fn walk<'a>(field: FieldValue<'a>, visit: &mut impl FnMut(&FieldValue<'a>)) {
    visit(&field);
    match field.control {
        Control::Group { fields } => walk_fields(&field, fields, visit),
        Control::Variant { variants } => {
            let kind = field.value["kind"].as_str().unwrap_or_default();
            if let Some(variant) = variants.iter().find(|variant| variant.value == kind) {
                walk_fields(&field, &variant.fields, visit);
            }
        }
        Control::List { item, .. } => {
            for (index, value) in field.value.as_array().into_iter().flatten().enumerate() {
                let label = format!("{} {}", item.label, index + 1);
                walk(field.child(&index.to_string(), label, &item.control, value), visit);
            }
        }
        _ => {}
    }
}

fn walk_fields<'a>(group: &FieldValue<'a>, fields: &'a [FormField], visit: &mut impl FnMut(&FieldValue<'a>)) {
    for field in fields {
        let value = &group.value[field.name];
        walk(group.child(field.name, field.label.to_owned(), &field.control, value), visit);
    }
}

impl<'a> FieldValue<'a> {
    fn child(&self, key: &str, label: String, control: &'a Control, value: &'a Value) -> Self {
        let path = if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) };
        let trail = self.trail.iter().cloned().chain([label]).collect();
        FieldValue { path, trail, control, value }
    }
}
