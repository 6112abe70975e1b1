//! Functions that declare form fields, such as `line("Título").max(120)`. The compiler checks that a declaration has the type
//! of its field.

use std::{marker::PhantomData, ops::RangeInclusive};

use serde::Serialize;

use super::{Control, Editable, FormChoice, FormField, ListItem};

// Maximum lengths in characters. `Field::max` sets another length for a line or a text.
const MAX_LINE: usize = 160;
const MAX_TEXT: usize = 800;
const MAX_ADDRESS: usize = 500;
const MAX_ANCHOR: usize = 60;

/// Declaration of a field whose values have the type `T`.
pub struct Field<T> {
    label: &'static str,
    hint: Option<&'static str>,
    control: Control,
    value: PhantomData<T>,
}

impl<T> Field<T> {
    fn new(label: &'static str, control: Control) -> Self {
        Self { label, hint: None, control, value: PhantomData }
    }

    /// Sets the help text.
    #[must_use]
    pub fn hint(self, hint: &'static str) -> Self {
        Self { hint: Some(hint), ..self }
    }

    /// Returns the form field with the key `name`.
    #[must_use]
    pub fn named(self, name: &'static str) -> FormField {
        FormField { name, label: self.label, hint: self.hint, control: self.control }
    }
}

impl Field<String> {
    /// Sets the maximum number of characters of a line or a text. Has no effect on other controls.
    #[must_use]
    pub fn max(mut self, limit: usize) -> Self {
        if let Control::Line { max, .. } | Control::Text { max, .. } = &mut self.control {
            *max = limit;
        }
        self
    }

    /// Allows an empty line or text. Has no effect on other controls.
    #[must_use]
    pub fn optional(mut self) -> Self {
        if let Control::Line { required, .. } | Control::Text { required, .. } = &mut self.control {
            *required = false;
        }
        self
    }
}

/// Declares one line of text.
pub fn line(label: &'static str) -> Field<String> {
    Field::new(label, line_control())
}

/// Declares a paragraph of text.
pub fn text(label: &'static str) -> Field<String> {
    Field::new(label, text_control())
}

/// Declares the URL of a link.
pub fn address(label: &'static str) -> Field<String> {
    Field::new(label, Control::Address { max: MAX_ADDRESS })
}

/// Declares the fragment of a URL, without the `#`.
pub fn anchor(label: &'static str) -> Field<String> {
    Field::new(label, Control::Anchor { max: MAX_ANCHOR })
}

/// Declares a date.
pub fn day(label: &'static str) -> Field<chrono::NaiveDate> {
    Field::new(label, Control::Day)
}

/// Declares a number in a range.
pub fn number(label: &'static str, range: RangeInclusive<u8>) -> Field<u8> {
    Field::new(label, Control::Number { min: *range.start(), max: *range.end() })
}

/// Declares a field with the control of its type, such as a group of fields or a choice.
pub fn part<T: Editable>(label: &'static str) -> Field<T> {
    Field::new(label, T::control())
}

/// Declares a list whose length is in `range`. `item` is the label of one item.
pub fn list<T: Editable>(
    label: &'static str,
    item: &'static str,
    range: RangeInclusive<usize>,
) -> Field<Vec<T>> {
    Field::new(label, list_of(item, range, T::control()))
}

/// Declares a list of lines.
pub fn lines(label: &'static str, item: &'static str, range: RangeInclusive<usize>) -> Field<Vec<String>> {
    Field::new(label, list_of(item, range, line_control()))
}

/// Declares a list of paragraphs.
pub fn texts(label: &'static str, item: &'static str, range: RangeInclusive<usize>) -> Field<Vec<String>> {
    Field::new(label, list_of(item, range, text_control()))
}

/// Declares a list whose items are values of `options`.
pub fn some_of(
    label: &'static str,
    item: &'static str,
    range: RangeInclusive<usize>,
    options: Vec<FormChoice>,
) -> Field<Vec<String>> {
    Field::new(label, list_of(item, range, Control::Choice { options }))
}

/// Returns a control that chooses one of `values`, which are those of an enum with their labels.
pub fn choice_of<T: Serialize, const N: usize>(values: [(T, &'static str); N]) -> Control {
    let options = values.into_iter().filter_map(|(value, label)| {
        let value = serde_json::to_value(value).ok()?;
        Some(FormChoice { value: value.as_str()?.to_owned(), label })
    });
    Control::Choice { options: options.collect() }
}

fn line_control() -> Control {
    Control::Line { max: MAX_LINE, required: true }
}

fn text_control() -> Control {
    Control::Text { max: MAX_TEXT, required: true }
}

fn list_of(label: &'static str, range: RangeInclusive<usize>, control: Control) -> Control {
    let item = ListItem { label, control: Box::new(control) };
    Control::List { min: *range.start(), max: *range.end(), item }
}
