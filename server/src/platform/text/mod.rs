//! Converts texts for searches, slugs, URLs and HTML.

pub mod cnpj;
pub mod date;
pub mod file_name;
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

/// Ranges of characters that show the text after them in another order, or are invisible copies of ASCII (tags). They serve to
/// disguise a text.
const DISGUISING: [(char, char); 3] =
    [('\u{202a}', '\u{202e}'), ('\u{2066}', '\u{2069}'), ('\u{e0000}', '\u{e007f}')];

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
    c.is_whitespace() || c.is_control() || is_in(&INVISIBLE, c)
}

fn is_in(ranges: &[(char, char)], c: char) -> bool {
    ranges.iter().any(|(first, last)| (*first..=*last).contains(&c))
}

/// Returns a text as one line that shows all that it contains: without invisible characters and those that change the direction of
/// the text, and with single spaces. Emoji that consist of several characters remain.
#[must_use]
pub fn visible_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        let last = line.chars().next_back();
        if c.is_whitespace() || c.is_control() {
            if last.is_some_and(|last| last != ' ') {
                line.push(' ');
            }
        } else if !is_invisible(c) || is_part_of_emoji(last, c) {
            line.push(c);
        }
    }
    line.truncate(line.trim_end().len());
    line
}

/// Returns whether a character joins the emoji before it with another one, or selects its form.
fn is_part_of_emoji(last: Option<char>, c: char) -> bool {
    let is_emoji = |c: char| matches!(c, '\u{2190}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}' | '\u{fe0f}');
    matches!(c, '\u{200d}' | '\u{fe0f}') && last.is_some_and(|last| is_emoji(last) && last != c)
}

/// Returns a text of several lines without characters that change its order, and without tags. Other invisible characters remain: a
/// reader sees the lines around them.
#[must_use]
pub fn without_disguise(text: &str) -> String {
    text.chars().filter(|c| !is_in(&DISGUISING, *c)).collect()
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
    fn line_shows_all_that_it_contains() {
        for (text, expected) in [
            ("fatura\u{202e}gpj.exe\u{202c}", "faturagpj.exe"),
            ("An\u{200b}a\u{ad}\u{feff} \u{2066}Sou\u{2069}za\u{61c}\u{200f}", "Ana Souza"),
            ("Pix\u{e0041}\u{e007f}", "Pix"),
            (" a\r\n\tb\u{0}c \u{200b} d\u{2028}", "a b c d"),
            ("👩\u{200d}💻 ❤\u{fe0f}\u{200d}🔥 a\u{200d}b\u{fe0f}", "👩\u{200d}💻 ❤\u{fe0f}\u{200d}🔥 ab"),
            ("\u{202e}\u{200b}", ""),
        ] {
            assert_eq!(visible_line(text), expected);
        }
    }

    #[test]
    fn text_has_no_characters_that_change_its_order() {
        assert_eq!(
            without_disguise("Pague\u{202e}\u{2067}\nhoje\u{e0061}\u{2069} 👩\u{200d}💻"),
            "Pague\nhoje 👩\u{200d}💻"
        );
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
