//! Finds personal data in texts: a person's email addresses, names and phone numbers. Removes email addresses from texts for logs.

use chrono::{Datelike, NaiveDate};
use percent_encoding::percent_decode_str;

use crate::platform::text;

/// Minimum number of characters of a name. Shorter names occur in too many texts.
const MIN_NAME: usize = 3;
/// Minimum number of digits of a phone number in a text. A number without area code has 8 or 9.
const MIN_PHONE: usize = 8;

/// The data that identifies a person. Email addresses and names are folded.
#[derive(Clone, Debug, Default)]
pub struct Identifiers {
    emails: Vec<String>,
    names: Vec<String>,
    /// Digits of phone numbers, as [`national_digits`](crate::platform::text::phone::national_digits) returns them.
    phones: Vec<String>,
}

impl Identifiers {
    /// Folds email addresses and names, and omits names that are too short to identify a person. `phones` are national digits.
    #[must_use]
    pub fn new<'a>(
        emails: impl IntoIterator<Item = &'a String>,
        names: &[String],
        phones: Vec<String>,
    ) -> Self {
        let names = names.iter().map(|name| text::fold(name));
        Self {
            emails: emails.into_iter().map(|email| text::fold(email)).collect(),
            names: names.filter(|name| name.chars().count() >= MIN_NAME).collect(),
            phones: phones.into_iter().filter(|digits| !digits.is_empty()).collect(),
        }
    }

    /// Removes names of one word, because they may refer to other people or things.
    #[must_use]
    pub fn without_single_word_names(mut self) -> Self {
        self.names.retain(|name| name.split_whitespace().nth(1).is_some());
        self
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.emails.is_empty() && self.names.is_empty() && self.phones.is_empty()
    }

    /// Returns whether the text contains an email address, a name or a phone number of the person.
    #[must_use]
    pub fn are_in(&self, text: &str) -> bool {
        let text = text::fold(text);
        self.emails.iter().any(|email| has_email(&text, email))
            || self.names.iter().any(|name| has_name(&text, name))
            || self.phones.iter().any(|phone| has_phone(&text, phone))
    }

    /// Like [`are_in`](Self::are_in), for a part of a link, in which the words of a name may be separated as in
    /// `proposta-ana_lima`.
    #[must_use]
    pub fn are_in_link(&self, text: &str) -> bool {
        let decoded = percent_decode_str(text).decode_utf8_lossy();
        let words = decoded.replace(|c: char| !c.is_alphanumeric(), " ");
        [text, &decoded, &words].into_iter().any(|text| self.are_in(text))
    }
}

/// Returns whether the folded text contains the email address, but not as a part of a longer one.
#[must_use]
pub fn has_email(text: &str, email: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '%' | '+' | '-');
    text.match_indices(email).any(|(at, found)| {
        let (before, after) = (&text[..at], &text[at + found.len()..]);
        let mut next = after.chars();
        let continues = match next.next() {
            // The dot may end a sentence.
            Some('.') => next.next().is_some_and(char::is_alphanumeric),
            Some(c) => is_part(c),
            None => false,
        };
        !before.ends_with(is_part) && !continues
    })
}

/// Replaces each email address in the text with `[email]`, and each word that is the local part of `own`, because mail servers
/// also name recipients by it.
#[must_use]
pub fn without_emails(text: &str, own: &str) -> String {
    let is_separator = |c: char| c.is_whitespace() || "<>()[]{}\"'`,;:|".contains(c);
    let local_part = own.rsplit_once('@').map_or(own, |(local_part, _)| local_part);
    // A number of three digits is the code of the reply.
    let is_code = local_part.len() == 3 && local_part.bytes().all(|byte| byte.is_ascii_digit());
    let is_own =
        |word: &str| !word.is_empty() && !is_code && word.to_lowercase() == local_part.to_lowercase();
    let parts = text.split_inclusive(is_separator).map(|part| {
        let word = part.trim_end_matches(is_separator);
        let is_email = word.contains('@') || is_own(word.trim_end_matches('.'));
        if is_email { format!("[email]{}", &part[word.len()..]) } else { part.to_owned() }
    });
    parts.collect()
}

/// Returns whether the folded text contains the name as whole words: `ana` is not in `semana`.
fn has_name(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, found)| {
        let (before, after) = (&text[..at], &text[at + found.len()..]);
        !before.ends_with(char::is_alphanumeric) && !after.starts_with(char::is_alphanumeric)
    })
}

/// Returns whether the text contains the phone number, with or without country code, area code and punctuation.
fn has_phone(text: &str, phone: &str) -> bool {
    let is_part = |c: char| c.is_ascii_digit() || " ()-+./".contains(c);
    text.split(|c| !is_part(c)).any(|number| {
        let digits = without_dates(number.split(|c: char| !c.is_ascii_digit())).concat();
        digits.contains(phone) || (digits.len() >= MIN_PHONE && phone.ends_with(&digits))
    })
}

/// Returns the groups of digits that aren't empty, nor part of a date in this century, such as `2026-11-20` or `20/11/2026`.
pub(super) fn without_dates<'a>(groups: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let groups: Vec<&str> = groups.filter(|group| !group.is_empty()).collect();
    let mut rest = &groups[..];
    let mut others = Vec::new();
    while let [first, after @ ..] = rest {
        match rest {
            [year, month, day, after_date @ ..] if is_date(&format!("{year}-{month}-{day}")) => {
                rest = after_date
            }
            _ => {
                others.push(*first);
                rest = after;
            }
        }
    }
    others
}

fn is_date(text: &str) -> bool {
    let date =
        ["%Y-%m-%d", "%d-%m-%Y"].iter().find_map(|format| NaiveDate::parse_from_str(text, format).ok());
    date.is_some_and(|date| (2000..2100).contains(&date.year()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn part_of_a_longer_email_address_does_not_match() {
        let email = "ana@exemplo.com";
        for text in
            ["ana@exemplo.com", "{\"to\":\"ana@exemplo.com\"}", "para ana@exemplo.com.", "(ana@exemplo.com)"]
        {
            assert!(has_email(text, email), "{text}");
        }
        for text in ["joana@exemplo.com", "ana@exemplo.com.br", "de.ana@exemplo.com", "ana@exemplo.community"]
        {
            assert!(!has_email(text, email), "{text}");
        }
    }

    #[test]
    fn email_addresses_are_removed_from_a_reply_of_a_mail_server() {
        for (text, expected) in [
            ("550 5.1.1 <Ana.Lima@exemplo.com.br>: unknown", "550 5.1.1 <[email]>: unknown"),
            ("452 4.2.2 mailbox of ana.lima. is full", "452 4.2.2 mailbox of [email] is full"),
            ("sender \"site@loja.example\" and ana.lima@exemplo.com.br", "sender \"[email]\" and [email]"),
            ("421 4.7.0 semana: try later", "421 4.7.0 semana: try later"),
        ] {
            assert_eq!(without_emails(text, "ana.lima@exemplo.com.br"), expected);
        }
        assert_eq!(without_emails("550 <550@a.example>: no", "550@a.example"), "550 <[email]>: no");
    }

    #[test]
    fn link_names_a_person_with_any_separators() {
        let identifiers = Identifiers::new(
            [&"ana.lima@exemplo.com".to_owned()],
            &["Ana Lima".to_owned()],
            vec!["11912345678".to_owned()],
        );
        for key in [
            "proposta\temail\tANA LIMA",
            "proposta-ána-lima\t\t",
            "\t\tana_lima.2026",
            "ana/lima\t\t",
            "ana–lima\t\t",
            "\t\tana%20lima",
            "/proposta/%C3%A1na-lima",
            "ana-lima.com.br",
            "ana.lima@exemplo.com\t\t",
            "\t11 91234-5678\t",
            "\t1191234_5678\t",
        ] {
            assert!(identifiers.are_in_link(key), "{key:?}");
        }
        for key in ["semana-lima\t\t", "ana\temail\tlima", "\t2026-11-20\t"] {
            assert!(!identifiers.are_in_link(key), "{key:?}");
        }
    }
    #[test]
    fn names_match_as_whole_words_and_phones_in_any_spelling() {
        let identifiers =
            Identifiers::new(None, &["Ana Lima".into(), "Bo".into()], vec!["11912345678".into()]);
        for text in ["de: ANA LIMA!", "+55 (11) 91234-5678", "{\"search\":\"91234-5678\"}"] {
            assert!(identifiers.are_in(text), "{text}");
        }
        for text in ["Joana Lima", "Ana Limao", "Bo", "1234-5678 9", "5678"] {
            assert!(!identifiers.are_in(text), "{text}");
        }
        let like_a_date = Identifiers::new(None, &[], vec!["1120261126".into()]);
        assert!(like_a_date.are_in("(11) 2026-1126") && like_a_date.are_in("2026 1126"));
        assert!(!like_a_date.are_in("fachada-2026-11-26.png") && !like_a_date.are_in("2026 11 26"));
    }
}
