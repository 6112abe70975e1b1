//! The values of header fields.

use mail_parser::Message;

use crate::foundation::mail::model::header_text;

/// Maximum number of characters of a header's value.
const MAX_LINE: usize = 250;

/// Returns the values of all fields with a name, from the top.
pub(super) fn fields<'m>(message: &'m Message<'_>, name: &'m str) -> impl Iterator<Item = &'m str> {
    message
        .headers_raw()
        .filter(move |(field, _)| field.eq_ignore_ascii_case(name))
        .map(|(_, value)| value.trim())
}

/// Returns a value as one line of limited length, without brackets of a message id.
pub(super) fn line(value: &str) -> String {
    limited(header_text(value).trim_matches(['<', '>']), MAX_LINE)
}

pub(super) fn limited(text: &str, max: usize) -> String {
    text.chars().take(max).collect()
}
