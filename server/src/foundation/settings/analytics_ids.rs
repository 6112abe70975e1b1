//! Ids and codes of the services that measure visits: finds them in what staff paste, and checks their form.

use std::ops::RangeInclusive;

/// Returns the code in Google's tag, `<meta name="google-site-verification" content="…">`, or the text itself if it isn't a
/// tag.
#[must_use]
pub fn tag_content(text: &str) -> &str {
    let content = text.split_once("content=\"").and_then(|(_, rest)| rest.split_once('"'));
    content.map_or(text, |(content, _)| content).trim()
}

/// Returns the name of Google's verification file. The text may be the content of the file,
/// `google-site-verification: google….html`, or the URL of the file, or its name.
#[must_use]
pub fn file_name(text: &str) -> &str {
    let name = text.rsplit_once("google-site-verification:").map_or(text, |(_, name)| name);
    name.rsplit_once('/').map_or(name, |(_, name)| name).trim()
}

/// Returns whether the text has the form of a measurement id of Google Analytics, such as `G-AB12CD34EF`.
#[must_use]
pub fn is_measurement_id(id: &str) -> bool {
    let code = id.strip_prefix("G-");
    code.is_some_and(|code| (4..=12).contains(&code.len()) && code.bytes().all(|b| b.is_ascii_alphanumeric()))
}

/// Returns whether the name has the form of a name of Google's verification files.
#[must_use]
pub fn is_verification_file(name: &str) -> bool {
    let code = name.strip_prefix("google").and_then(|name| name.strip_suffix(".html"));
    code.is_some_and(|code| (8..=40).contains(&code.len()) && code.bytes().all(|b| b.is_ascii_alphanumeric()))
}

/// Returns whether the text has the form of a verification code of Google Search Console.
#[must_use]
pub fn is_token(token: &str) -> bool {
    let known = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_');
    (20..=100).contains(&token.len()) && token.bytes().all(known)
}

/// Returns whether the id has only digits, as many as `digits` allows.
#[must_use]
pub fn has_digits(id: &str, digits: RangeInclusive<usize>) -> bool {
    digits.contains(&id.len()) && id.bytes().all(|b| b.is_ascii_digit())
}
