//! Validates content against its form. Reports all errors at once, each with the path of its field, such as `hero.title`.

use chrono::NaiveDate;
use serde_json::Value;

use super::{
    Control,
    walk::{self, FieldValue},
};
use crate::platform::{
    parse::{self, Fields, YEAR_OUT_OF_RANGE, has_storable_year},
    text::{is_safe_url, slug},
};

const REQUIRED: &str = "Preencha este campo.";
const INVALID_LINK: &str = "Use um endereço deste site, como /contato, ou um que comece com https://.";
const INVALID_ANCHOR: &str = "Use só letras minúsculas sem acento, números e hifens.";

/// Tidies and validates content. The content must have exactly the fields of its type.
pub fn check(form: &Control, document: &mut Value, fields: &mut Fields) {
    tidy(document);
    walk::each(form, document, &mut |field| {
        if let Some(problem) = problem_of(field) {
            fields.refuse(&field.path, &problem);
        }
    });
}

/// Tidies unsaved content for a preview, and replaces links that aren't allowed with `#`. Other invalid values remain.
pub fn replace_refused_links(form: &Control, document: &mut Value) {
    tidy(document);
    let mut refused = Vec::new();
    walk::each(form, document, &mut |field| {
        let is_link = matches!(field.control, Control::Address { .. });
        if is_link && problem_of(field).is_some() {
            refused.push(format!("/{}", field.path.replace('.', "/")));
        }
    });
    for pointer in refused {
        if let Some(url) = document.pointer_mut(&pointer) {
            *url = "#".into();
        }
    }
}

/// Returns the error text of a value; `None` if the value is valid.
fn problem_of(field: &FieldValue<'_>) -> Option<String> {
    let text = field.value.as_str().unwrap_or_default();
    match field.control {
        Control::Line { max, required } | Control::Text { max, required } => {
            if *required && text.trim().is_empty() {
                return Some(REQUIRED.to_owned());
            }
            too_long(text, *max)
        }
        Control::Address { max } if is_link(text) => too_long(text, *max),
        Control::Address { .. } => Some(INVALID_LINK.to_owned()),
        Control::Anchor { max } if !text.is_empty() && slug(text) == text => too_long(text, *max),
        Control::Anchor { .. } => Some(INVALID_ANCHOR.to_owned()),
        Control::Number { min, max } => {
            let number = field.value.as_u64().unwrap_or_default();
            let fits = (u64::from(*min)..=u64::from(*max)).contains(&number);
            (!fits).then(|| format!("Use um número de {min} a {max}."))
        }
        Control::Choice { options } => {
            let is_known = options.iter().any(|option| option.value == text);
            (!is_known).then(|| "Escolha uma das opções.".to_owned())
        }
        Control::List { min, max, .. } => match field.value.as_array().map_or(0, Vec::len) {
            count if count < *min => Some(format!("Deixe pelo menos {min} na lista.")),
            count if count > *max => Some(format!("Deixe no máximo {max} na lista.")),
            _ => None,
        },
        Control::Day => {
            let is_out_of_range = text.parse::<NaiveDate>().is_ok_and(|day| !has_storable_year(&day));
            is_out_of_range.then(|| YEAR_OUT_OF_RANGE.to_owned())
        }
        Control::Group { .. } | Control::Variant { .. } => None,
    }
}

fn too_long(text: &str, max: usize) -> Option<String> {
    (text.chars().count() > max).then(|| parse::too_long(max))
}

/// Returns whether a link is allowed: a path or fragment of this site, or a URL with `https:`, `tel:` or `mailto:`. None may
/// contain spaces or control characters.
fn is_link(url: &str) -> bool {
    let has_space = url.chars().any(|c| c.is_control() || c.is_whitespace());
    let is_other_link = ["#", "tel:", "mailto:"].iter().any(|start| url.starts_with(start));
    is_safe_url(url) || (is_other_link && !has_space)
}

/// Replaces line breaks and tabs with spaces, and removes control characters in all texts. Spaces at both ends remain, because
/// some texts are joined with others.
fn tidy(value: &mut Value) {
    match value {
        Value::String(text) if text.chars().any(char::is_control) => {
            *text = text
                .replace("\r\n", " ")
                .chars()
                .map(|c| if c.is_control() && c.is_whitespace() { ' ' } else { c })
                .filter(|c| !c.is_control())
                .collect();
        }
        Value::Array(items) => items.iter_mut().for_each(tidy),
        Value::Object(fields) => fields.values_mut().for_each(tidy),
        _ => {}
    }
}
