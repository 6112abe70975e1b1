//! Parses input fields into valid values and collects the errors of all fields.

use chrono::Datelike;
use serde::{Deserialize, Deserializer, de};

use super::{
    error::{Error, FieldErrors, Result},
    text::{
        is_blank,
        phone::{is_full_phone, is_phone},
        visible_line, with_separators, without_disguise,
    },
};

/// Maximum length of an email address, which SMTP sets.
pub const MAX_EMAIL: usize = 254;
/// Maximum length of a phone number with an extension or a second number.
pub const MAX_PHONE: usize = 60;
/// The error of a time or a day whose year is out of range.
pub const YEAR_OUT_OF_RANGE: &str = "Use um ano de 1 a 9999.";
const REQUIRED: &str = "Preencha este campo.";
const INVALID_PHONE: &str = "Informe um telefone válido, com DDD.";

/// Returns the error of a text with more than `max` characters.
#[must_use]
pub fn too_long(max: usize) -> String {
    format!("Use no máximo {} caracteres.", with_separators(max))
}

/// Parses fields, and collects their errors.
#[derive(Default)]
pub struct Fields {
    errors: FieldErrors,
}

impl Fields {
    /// Parses one line of at most `max` characters, which may be blank. Trims it, collapses white space, and removes control
    /// and invisible characters, see [`visible_line`]. Refuses NUL.
    pub fn line(&mut self, name: &str, value: &str, max: usize) -> String {
        let line = visible_line(&self.visible(name, value));
        self.bounded(name, line, max)
    }

    /// Parses one line of text that must not be blank.
    pub fn required_line(&mut self, name: &str, value: &str, max: usize) -> String {
        let line = self.line(name, value, max);
        if line.is_empty() {
            self.refuse(name, REQUIRED);
        }
        line
    }

    /// Parses text of several lines and at most `max` characters, which may be blank. Trims it, converts all line ends to `\n`,
    /// and removes control characters except tabs, and those that [`without_disguise`] removes. A text without visible characters is blank. Refuses NUL.
    pub fn text(&mut self, name: &str, value: &str, max: usize) -> String {
        let lines = value.replace("\r\n", "\n").replace(['\r', '\u{b}', '\u{c}', '\u{85}'], "\n");
        let text = without_disguise(&self.visible(name, &lines)).trim().to_owned();
        self.bounded(name, text, max)
    }

    /// Parses text of several lines that must not be blank.
    pub fn required_text(&mut self, name: &str, value: &str, max: usize) -> String {
        let text = self.text(name, value, max);
        if text.is_empty() {
            self.refuse(name, REQUIRED);
        }
        text
    }

    /// Parses an email address by the rules of `<input type=email>`, except that its domain must contain a dot and may contain
    /// letters with accents.
    pub fn required_email(&mut self, name: &str, value: &str) -> String {
        let email = with_unicode_domain(&self.required_line(name, value, MAX_EMAIL));
        if !email.is_empty() && !is_email(&email) {
            self.refuse(name, "Informe um e-mail válido, como nome@empresa.com.br.");
        }
        email
    }

    /// Parses one of several email addresses in a field. The refusal names it.
    pub fn listed_email(&mut self, name: &str, value: &str) -> Option<String> {
        let email = with_unicode_domain(value);
        if email.chars().count() <= MAX_EMAIL && is_email(&email) {
            return Some(email);
        }
        self.refuse(name, &format!("“{email}” não é um e-mail válido."));
        None
    }

    /// Parses an email address that may be blank.
    pub fn email(&mut self, name: &str, value: &str) -> String {
        if value.trim().is_empty() { String::new() } else { self.required_email(name, value) }
    }

    /// Parses a phone number of 8 to 15 digits, which may be blank. An extension or a second number may follow.
    pub fn phone(&mut self, name: &str, value: &str) -> String {
        let phone = self.line(name, value, MAX_PHONE);
        if !phone.is_empty() && !is_phone(&phone) {
            self.refuse(name, INVALID_PHONE);
        }
        phone
    }

    fn required_phone(&mut self, name: &str, value: &str) -> String {
        let phone = self.phone(name, value);
        if phone.is_empty() {
            self.refuse(name, REQUIRED);
        }
        phone
    }

    /// Parses a complete phone number: with area code, toll-free such as 0800, or of another country.
    pub fn required_full_phone(&mut self, name: &str, value: &str) -> String {
        let phone = self.required_phone(name, value);
        if !is_full_phone(&phone) {
            self.refuse(name, INVALID_PHONE);
        }
        phone
    }

    /// Adds an error to a field, unless it has one already.
    pub fn refuse(&mut self, name: &str, message: &str) {
        self.errors.entry(name.to_owned()).or_insert_with(|| message.to_owned());
    }

    /// Returns `value` if no field has an error; otherwise all errors.
    pub fn finish<T>(self, value: T) -> Result<T> {
        if self.errors.is_empty() { Ok(value) } else { Err(Error::Invalid(self.errors)) }
    }

    /// Removes control characters, which users may have pasted without seeing them. Returns an empty text if no visible character
    /// is left. Refuses NUL, which nobody pastes by accident.
    fn visible(&mut self, name: &str, value: &str) -> String {
        if value.contains('\0') {
            self.refuse(name, "Remova os caracteres inválidos.");
        }
        if is_blank(value) {
            return String::new();
        }
        value.chars().filter(|c| !c.is_control() || c.is_whitespace()).collect()
    }

    fn bounded(&mut self, name: &str, value: String, max: usize) -> String {
        if value.chars().count() > max {
            self.refuse(name, &too_long(max));
        }
        value
    }
}

/// Deserializes null as `Some(None)`. With `#[serde(default)]`, an omitted field is `None`.
pub fn null_or_value<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> std::result::Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// Deserializes a time or a day, or null. Fails unless [`has_storable_year`] is true. Use it, or [`null_or_time`], for each time
/// or day of a request that a query stores or compares.
pub fn time<'de, D: Deserializer<'de>, T: Deserialize<'de> + Datelike>(
    deserializer: D,
) -> std::result::Result<Option<T>, D::Error> {
    let time = Option::deserialize(deserializer)?;
    if time.as_ref().is_none_or(has_storable_year) {
        Ok(time)
    } else {
        Err(de::Error::custom(YEAR_OUT_OF_RANGE))
    }
}

/// Deserializes like [`time`], and null as `Some(None)`. With `#[serde(default)]`, an omitted field is `None`.
pub fn null_or_time<'de, D: Deserializer<'de>, T: Deserialize<'de> + Datelike>(
    deserializer: D,
) -> std::result::Result<Option<Option<T>>, D::Error> {
    time(deserializer).map(Some)
}

/// Returns whether the year is from 1 to 9999. SQLite sorts times as texts, so the year `+10000` would come before `2026`, and
/// PostgreSQL can't store years before 4713 BC.
pub fn has_storable_year(time: &impl Datelike) -> bool {
    (1..=9999).contains(&time.year())
}

/// Returns an email address with its domain in Unicode: `ana@xn--ao-siap.com.br` is the address `ana@ação.com.br`, which must be
/// stored and searched in one form.
#[must_use]
pub fn with_unicode_domain(email: &str) -> String {
    let (domain, decoded) = match email.rsplit_once('@') {
        Some((_, domain)) if domain.to_lowercase().contains("xn--") => {
            (domain, idna::domain_to_unicode(domain))
        }
        _ => return email.to_owned(),
    };
    match decoded {
        (unicode, Ok(())) => format!("{}{unicode}", &email[..email.len() - domain.len()]),
        (_, Err(_)) => email.to_owned(),
    }
}

/// Returns whether the text has the form of an email address.
#[must_use]
pub fn is_email(text: &str) -> bool {
    let Some((local, domain)) = text.split_once('@') else { return false };
    let local_char = |c: char| c.is_ascii_alphanumeric() || ".!#$%&'*+/=?^_`{|}~-".contains(c);
    let label = |part: &str| {
        !part.is_empty()
            && part.len() <= 63
            && !part.starts_with('-')
            && !part.ends_with('-')
            && part.chars().all(|c| c.is_alphanumeric() || c == '-')
    };
    !local.is_empty() && local.chars().all(local_char) && domain.contains('.') && domain.split('.').all(label)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn email_needs_a_local_part_and_a_domain_with_a_dot() {
        for good in ["ana@exemplo.com.br", "a.b+c@x-y.io", "maria@ação.com.br"] {
            assert!(is_email(good), "{good}");
        }
        for bad in
            ["", "ana", "ana@", "@exemplo.com", "ana@exemplo", "a na@b.co", "a@-b.co", "a@b..co", "a@b@c.co"]
        {
            assert!(!is_email(bad), "{bad}");
        }
    }

    #[test]
    fn encoded_domain_of_an_email_is_stored_in_unicode() {
        for (typed, stored) in [
            ("Maria@xn--ao-siap.com.br", "Maria@ação.com.br"),
            ("maria@ação.com.br", "maria@ação.com.br"),
            ("xn--a@exemplo.com", "xn--a@exemplo.com"),
            ("ana@xn--\u{ff}.com", "ana@xn--\u{ff}.com"),
        ] {
            assert_eq!(with_unicode_domain(typed), stored);
        }
    }

    #[test]
    fn each_invalid_field_has_its_first_error() {
        let mut fields = Fields::default();
        fields.required_line("name", " \u{a0} ", 10);
        fields.required_phone("phone", "12");
        fields.required_text("message", "a\0b", 2);
        let Err(Error::Invalid(errors)) = fields.finish(()) else { panic!("three errors") };
        assert_eq!(errors.keys().collect::<Vec<_>>(), ["message", "name", "phone"]);
        assert_eq!(errors["message"], "Remova os caracteres inválidos.");
    }

    #[test]
    fn error_of_a_long_text_states_the_maximum_with_separators() {
        let mut fields = Fields::default();
        fields.text("csv", &"a".repeat(20_001), 20_000);
        let Err(Error::Invalid(errors)) = fields.finish(()) else { panic!("an error") };
        assert_eq!(errors["csv"], "Use no máximo 20.000 caracteres.");
    }

    #[test]
    fn control_characters_are_removed() {
        let mut fields = Fields::default();
        assert_eq!(
            fields.text("message", "\u{2}um\u{b}dois\u{c}três\u{1f}\u{85}\tqua\u{9d}tro\u{7f}", 20),
            "um\ndois\ntrês\n\tquatro"
        );
        assert_eq!(fields.line("name", "Ana\u{b}\u{1}\u{c} Sou\u{1f}za\u{1}", 9), "Ana Souza");
        fields.finish(()).expect("no errors");
    }

    #[test]
    fn text_without_visible_characters_is_blank() {
        let mut fields = Fields::default();
        fields.required_line("name", "\u{202e}\u{200b}", 10);
        fields.required_text("message", "\u{3164}\n\u{2060} \u{e0061}\u{fe0f}", 10);
        assert_eq!(fields.line("company", "\u{feff}\u{ad}\u{2800}", 2), "");
        assert_eq!(fields.line("title", "\u{200b}👩\u{200d}💻", 10), "👩\u{200d}💻");
        assert_eq!(fields.line("full_name", "Ana\u{202e} Sou\u{200b}za", 10), "Ana Souza");
        assert_eq!(fields.text("signature", "Ana\u{202e}\nTI\u{2066}", 10), "Ana\nTI");
        let Err(Error::Invalid(errors)) = fields.finish(()) else { panic!("two errors") };
        assert_eq!(errors.keys().collect::<Vec<_>>(), ["message", "name"]);
        assert_eq!(errors["name"], REQUIRED);
    }

    #[test]
    fn line_collapses_whitespace_and_text_normalizes_line_ends() {
        let mut fields = Fields::default();
        assert_eq!(fields.required_line("name", "  Ana \t Souza\r\n", 20), "Ana Souza");
        assert_eq!(fields.required_text("message", "um\r\ndois\r", 20), "um\ndois");
        fields.finish(()).expect("no errors");
    }
}
