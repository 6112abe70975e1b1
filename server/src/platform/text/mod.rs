//! Converts texts for searches, slugs, URLs and HTML.

pub mod cnpj;
pub mod date;
pub mod phone;

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// A character that PostgreSQL does not accept in texts.
const NUL: char = '\0';
/// Ranges of characters without a visible form: those with the Unicode property `Default_Ignorable_Code_Point`, such as
/// zero-width spaces, marks of text direction and Hangul fillers, and the blank Braille pattern.
const INVISIBLE: [(char, char); 18] = [
    ('\u{ad}', '\u{ad}'),
    ('\u{34f}', '\u{34f}'),
    ('\u{61c}', '\u{61c}'),
    ('\u{115f}', '\u{1160}'),
    ('\u{17b4}', '\u{17b5}'),
    ('\u{180b}', '\u{180f}'),
    ('\u{200b}', '\u{200f}'),
    ('\u{202a}', '\u{202e}'),
    ('\u{2060}', '\u{206f}'),
    ('\u{2800}', '\u{2800}'),
    ('\u{3164}', '\u{3164}'),
    ('\u{fe00}', '\u{fe0f}'),
    ('\u{feff}', '\u{feff}'),
    ('\u{ffa0}', '\u{ffa0}'),
    ('\u{fff0}', '\u{fff8}'),
    ('\u{1bca0}', '\u{1bca3}'),
    ('\u{1d173}', '\u{1d17a}'),
    ('\u{e0000}', '\u{e0fff}'),
];

/// Folds a text for searches: removes accents, case and NUL, and collapses white space. `João` becomes `joao`. Both search
/// columns and search terms are folded.
#[must_use]
pub fn fold(text: &str) -> String {
    let folded: String =
        text.nfkd().filter(|c| !is_combining_mark(*c) && *c != NUL).flat_map(char::to_lowercase).collect();
    folded.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns whether a text has no visible characters, see [`is_invisible`].
#[must_use]
pub fn is_blank(text: &str) -> bool {
    text.chars().all(is_invisible)
}

/// Returns whether a character is white space, a control character or one of [`INVISIBLE`].
#[must_use]
pub fn is_invisible(c: char) -> bool {
    c.is_whitespace() || c.is_control() || INVISIBLE.iter().any(|(first, last)| (*first..=*last).contains(&c))
}

/// Returns the LIKE pattern of folded texts that contain `terms`. Folds the terms, and escapes `%`, `_` and `\` (`ESCAPE '\'`).
#[must_use]
pub fn like_pattern(terms: &str) -> String {
    let mut pattern = String::from("%");
    for c in fold(terms).chars() {
        if matches!(c, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern.push('%');
    pattern
}

/// Returns the slug of a text: `Olá, Mundo!` becomes `ola-mundo`. Characters without an ASCII form are
/// omitted, so the slug may be empty.
#[must_use]
pub fn slug(text: &str) -> String {
    let letters: String =
        fold(text).chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-')).collect();
    letters.split([' ', '-']).filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}

/// Returns whether the URL is https or a path of this site. A URL with `\`, white space or control characters is not safe,
/// because browsers interpret `\` as `/`, and ignore tabs and line ends.
#[must_use]
pub fn is_safe_url(url: &str) -> bool {
    let is_clean = !url.chars().any(|c| c.is_control() || c.is_whitespace() || c == '\\');
    let is_own_path = url.starts_with('/') && !url.starts_with("//");
    is_clean && (is_own_path || url.starts_with("https://"))
}

/// Percent-encodes a text for a URL. A space becomes `%20`, because programs disagree about `+`.
#[must_use]
pub fn percent_encoded(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>().replace('+', "%20")
}

/// Escapes a text for an HTML element or a double-quoted attribute.
#[must_use]
pub fn escape_html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Escapes text for HTML. Words such as `e-mail` and `3-2-1` get inline styles that prevent line breaks at their hyphens.
#[must_use]
pub fn escape_unbroken(text: &str) -> String {
    let is_unbroken = |word: &str| {
        let parts: Vec<&str> = word.split('-').collect();
        let are_digits = parts.windows(2).any(|pair| {
            pair[0].ends_with(|c: char| c.is_ascii_digit())
                && pair[1].starts_with(|c: char| c.is_ascii_digit())
        });
        are_digits
            || parts.windows(2).any(|pair| pair[0].eq_ignore_ascii_case("e") && pair[1].starts_with("mail"))
    };
    let words = text.split(' ').map(|word| {
        let escaped = escape_html(word);
        if is_unbroken(word) {
            format!("<span style=\"white-space:nowrap\">{escaped}</span>")
        } else {
            escaped
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Returns a number with a dot before every three digits, as in Portuguese: `200.000`.
#[must_use]
pub fn with_separators(number: usize) -> String {
    match number / 1000 {
        0 => number.to_string(),
        thousands => format!("{}.{:03}", with_separators(thousands), number % 1000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding_removes_accents_case_and_extra_spaces() {
        assert_eq!(fold("  João\0  AÇÃO\nﬁm "), "joao acao fim");
    }

    #[test]
    fn only_words_with_meaningful_hyphens_are_unbroken() {
        let span = |word: &str| format!("<span style=\"white-space:nowrap\">{word}</span>");
        for (text, expected) in [
            ("A regra 3-2-1-1-0: como?", format!("A regra {} como?", span("3-2-1-1-0:"))),
            ("Seu e-mail & o guarda-chuva", format!("Seu {} &amp; o guarda-chuva", span("e-mail"))),
            ("pré-venda", "pré-venda".to_owned()),
        ] {
            assert_eq!(escape_unbroken(text), expected);
        }
    }

    #[test]
    fn slug_has_only_ascii_words_and_hyphens() {
        for (text, expected) in [
            ("Backup: a regra 3-2-1-1-0!", "backup-a-regra-3-2-1-1-0"),
            ("  Ação & Reação  ", "acao-reacao"),
            ("--a -- b--", "a-b"),
            ("a/b?c#d", "abcd"),
            ("日本", ""),
        ] {
            assert_eq!(slug(text), expected);
        }
    }

    #[test]
    fn like_pattern_escapes_wildcards() {
        assert_eq!(like_pattern("100%_\\"), "%100\\%\\_\\\\%");
    }
}
