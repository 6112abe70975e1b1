//! Text as people search it: without accents, without case.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// PostgreSQL has no text with it.
const NUL: char = '\0';

/// What a `search` column holds and what a query is turned into: 'João' and 'joao' become the same.
#[must_use]
pub fn fold(text: &str) -> String {
    let folded: String =
        text.nfkd().filter(|c| !is_combining_mark(*c) && *c != NUL).flat_map(char::to_lowercase).collect();
    folded.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A LIKE pattern that finds `query` anywhere; its own `%`, `_` and `\` mean themselves (`ESCAPE '\'`).
#[must_use]
pub fn like_pattern(query: &str) -> String {
    let mut pattern = String::from("%");
    for c in fold(query).chars() {
        if matches!(c, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern.push('%');
    pattern
}

/// The part of an address that stands for `text`: 'Olá, Mundo!' becomes `ola-mundo`.
#[must_use]
pub fn slug(text: &str) -> String {
    let kept: String =
        fold(text).chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-')).collect();
    kept.split([' ', '-']).filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}

/// Is this an https address or a path of this site? Browsers read `\\` as `/` and ignore tabs and line ends.
#[must_use]
pub fn is_safe_url(url: &str) -> bool {
    let clean = !url.chars().any(|c| c.is_control() || c.is_whitespace() || c == '\\');
    let own_path = url.starts_with('/') && !url.starts_with("//");
    clean && (own_path || url.starts_with("https://"))
}

/// Text within an address, where a plus would be a plus to some and a space to others.
#[must_use]
pub fn percent_encoded(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>().replace('+', "%20")
}

/// Text in HTML, within an element or a quoted attribute.
#[must_use]
pub fn escape_html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folds_accents_case_and_spaces() {
        assert_eq!(fold("  João\0  AÇÃO\nﬁm "), "joao acao fim");
    }

    #[test]
    fn slugs_are_plain_words_and_hyphens() {
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
    fn wildcards_of_the_query_are_escaped() {
        assert_eq!(like_pattern("100%_\\"), "%100\\%\\_\\\\%");
    }
}
