//! Visits every value of a document along with what its form says of it.

use serde_json::Value;

use super::{Control, FormField};

/// A value of a document.
pub struct Place<'a> {
    /// The way to its field, such as `faq.items.0.question`.
    pub path: String,
    /// The same as staff read it.
    pub trail: Vec<String>,
    pub control: &'a Control,
    pub value: &'a Value,
}

/// From the top, in the order of the form: each list and each group before what is in it.
pub fn each<'a>(form: &'a Control, document: &'a Value, visit: &mut impl FnMut(&Place<'a>)) {
    below(Place { path: String::new(), trail: Vec::new(), control: form, value: document }, visit);
}

fn below<'a>(place: Place<'a>, visit: &mut impl FnMut(&Place<'a>)) {
    visit(&place);
    match place.control {
        Control::Group { fields } => in_fields(&place, fields, visit),
        Control::Variant { variants } => {
            let kind = place.value["kind"].as_str().unwrap_or_default();
            if let Some(variant) = variants.iter().find(|variant| variant.value == kind) {
                in_fields(&place, &variant.fields, visit);
            }
        }
        Control::List { item, .. } => {
            for (index, value) in place.value.as_array().into_iter().flatten().enumerate() {
                let label = format!("{} {}", item.label, index + 1);
                below(place.inner(&index.to_string(), label, &item.control, value), visit);
            }
        }
        _ => {}
    }
}

fn in_fields<'a>(place: &Place<'a>, fields: &'a [FormField], visit: &mut impl FnMut(&Place<'a>)) {
    for field in fields {
        let value = &place.value[field.name];
        below(place.inner(field.name, field.label.to_owned(), &field.control, value), visit);
    }
}

impl<'a> Place<'a> {
    fn inner(&self, key: &str, label: String, control: &'a Control, value: &'a Value) -> Self {
        let path = if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) };
        let trail = self.trail.iter().cloned().chain([label]).collect();
        Place { path, trail, control, value }
    }
}
