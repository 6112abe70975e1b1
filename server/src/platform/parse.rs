//! Turns raw input into valid values, gathering what is wrong with every field before refusing any.

use super::{
    error::{Error, FieldErrors, Result},
    phone::{is_full_phone, is_phone},
};

/// The longest e-mail address, as SMTP limits it.
pub const MAX_EMAIL: usize = 254;
/// A number with an extension or a second number.
pub const MAX_PHONE: usize = 60;
const REQUIRED: &str = "Preencha este campo.";
const NO_PHONE: &str = "Informe um telefone válido, com DDD.";

#[derive(Default)]
pub struct Fields {
    errors: FieldErrors,
}

impl Fields {
    /// One line of text: trimmed, inner white space folded, no control characters.
    pub fn line(&mut self, name: &str, value: &str, max: usize) -> String {
        let line = self.visible(name, value).split_whitespace().collect::<Vec<_>>().join(" ");
        self.bounded(name, line, max)
    }

    pub fn required_line(&mut self, name: &str, value: &str, max: usize) -> String {
        let line = self.line(name, value, max);
        if line.is_empty() {
            self.refuse(name, REQUIRED);
        }
        line
    }

    /// Text of several lines: trimmed, line ends made `\n`, those of word processors too, no other control characters
    /// but tabs.
    pub fn text(&mut self, name: &str, value: &str, max: usize) -> String {
        let lines = value.replace("\r\n", "\n").replace(['\r', '\u{b}', '\u{c}', '\u{85}'], "\n");
        let text = self.visible(name, &lines).trim().to_owned();
        self.bounded(name, text, max)
    }

    pub fn required_text(&mut self, name: &str, value: &str, max: usize) -> String {
        let text = self.text(name, value, max);
        if text.is_empty() {
            self.refuse(name, REQUIRED);
        }
        text
    }

    /// An e-mail address, by the rule browsers use for `<input type=email>`, with a dot in its domain.
    pub fn required_email(&mut self, name: &str, value: &str) -> String {
        let email = self.required_line(name, value, MAX_EMAIL);
        if !email.is_empty() && !is_email(&email) {
            self.refuse(name, "Informe um e-mail válido, como nome@empresa.com.br.");
        }
        email
    }

    /// The same, but it may be blank.
    pub fn email(&mut self, name: &str, value: &str) -> String {
        if value.trim().is_empty() { String::new() } else { self.required_email(name, value) }
    }

    /// A telephone number as people write it, with 8 to 15 digits. An extension or a second number may follow.
    pub fn phone(&mut self, name: &str, value: &str) -> String {
        let phone = self.line(name, value, MAX_PHONE);
        if !phone.is_empty() && !is_phone(&phone) {
            self.refuse(name, NO_PHONE);
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

    /// A whole number: with its area code, 0800 and its like, or another country's.
    pub fn required_full_phone(&mut self, name: &str, value: &str) -> String {
        let phone = self.required_phone(name, value);
        if !is_full_phone(&phone) {
            self.refuse(name, NO_PHONE);
        }
        phone
    }

    /// The first thing found wrong with a field is the one told.
    pub fn refuse(&mut self, name: &str, message: &str) {
        self.errors.entry(name.to_owned()).or_insert_with(|| message.to_owned());
    }

    /// `value`, if nothing was refused.
    pub fn finish<T>(self, value: T) -> Result<T> {
        if self.errors.is_empty() { Ok(value) } else { Err(Error::Invalid(self.errors)) }
    }

    /// Without the control characters that come along with a copied text: who can't see them can't take them out. None
    /// has a NUL by mistake.
    fn visible(&mut self, name: &str, value: &str) -> String {
        if value.contains('\0') {
            self.refuse(name, "Remova os caracteres inválidos.");
        }
        value.chars().filter(|c| !c.is_control() || c.is_whitespace()).collect()
    }

    fn bounded(&mut self, name: &str, value: String, max: usize) -> String {
        if value.chars().count() > max {
            self.refuse(name, &format!("Use no máximo {max} caracteres."));
        }
        value
    }
}

/// Could this be an address of e-mail?
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
    fn emails() {
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
    fn all_errors_come_at_once_and_the_first_of_a_field_wins() {
        let mut fields = Fields::default();
        fields.required_line("name", " \u{a0} ", 10);
        fields.required_phone("phone", "12");
        fields.required_text("message", "a\0b", 2);
        let Err(Error::Invalid(errors)) = fields.finish(()) else { panic!("three errors") };
        assert_eq!(errors.keys().collect::<Vec<_>>(), ["message", "name", "phone"]);
        assert_eq!(errors["message"], "Remova os caracteres inválidos.");
    }

    #[test]
    fn what_nobody_sees_is_left_out() {
        let mut fields = Fields::default();
        assert_eq!(
            fields.text("message", "\u{2}um\u{b}dois\u{c}três\u{1f}\u{85}\tqua\u{9d}tro\u{7f}", 20),
            "um\ndois\ntrês\n\tquatro"
        );
        assert_eq!(fields.line("name", "Ana\u{b}\u{1}\u{c} Sou\u{1f}za\u{1}", 9), "Ana Souza");
        fields.finish(()).expect("nothing wrong");
    }

    #[test]
    fn white_space_is_folded() {
        let mut fields = Fields::default();
        assert_eq!(fields.required_line("name", "  Ana \t Souza\r\n", 20), "Ana Souza");
        assert_eq!(fields.required_text("message", "um\r\ndois\r", 20), "um\ndois");
        fields.finish(()).expect("nothing wrong");
    }
}
