//! Names of files from outside.

use super::is_invisible;

/// Maximum number of characters of a name.
pub const MAX_NAME: usize = 120;
/// Maximum number of characters of an extension that a shortened name keeps.
const MAX_EXTENSION: usize = 10;
/// Name of a file without one.
const UNNAMED: &str = "arquivo";

/// Returns the name as one line, without folders, and without characters that have a meaning in paths, are invisible or change the
/// direction of the text. Such a character could hide the extension. A blank name becomes `arquivo`.
#[must_use]
pub fn clean(name: &str) -> String {
    let cleaned = clean_or_empty(name);
    if cleaned.is_empty() { UNNAMED.to_owned() } else { cleaned }
}

/// Returns the name as [`clean`] does, but empty if it is blank.
#[must_use]
pub fn clean_or_empty(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let spaced = last.chars().map(|c| if c.is_control() || c.is_whitespace() { ' ' } else { c });
    let shown: String = spaced.filter(|c| *c == ' ' || !is_invisible(*c)).map(plain).collect();
    let line = shown.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    shortened(line.trim_matches(['.', ' ']))
}

/// Returns the beginning of a long name, with its extension.
fn shortened(name: &str) -> String {
    if name.chars().count() <= MAX_NAME {
        return name.to_owned();
    }
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    let length = extension.chars().count() + 1;
    if extension.is_empty() || length > MAX_EXTENSION {
        return name.chars().take(MAX_NAME).collect();
    }
    let stem: String = name.chars().take(MAX_NAME - length).collect();
    format!("{stem}.{extension}")
}

const fn plain(c: char) -> char {
    match c {
        '<' | '>' | ':' | '"' | '|' | '?' | '*' => '-',
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_has_no_folder_and_no_hidden_characters() {
        for (name, expected) in [
            ("C:\\fotos\\tela.png", "tela.png"),
            ("../../etc/passwd", "passwd"),
            ("foto\u{202e}gnp.exe", "fotognp.exe"),
            ("nota\u{ad}\u{2066}.pdf\u{200b}", "nota.pdf"),
            ("a\r\nb: c.pdf", "a b- c.pdf"),
            (" .. ", "arquivo"),
            ("Orçamento nº 1.pdf", "Orçamento nº 1.pdf"),
        ] {
            assert_eq!(clean(name), expected);
        }
        assert_eq!(clean_or_empty(" \u{202e}. "), "");
    }

    #[test]
    fn long_name_keeps_its_extension() {
        let name = clean(&format!("{}.pdf", "é".repeat(500)));
        assert!(name.ends_with("é.pdf") && name.chars().count() == MAX_NAME, "{name}");
        assert_eq!(clean(&"é".repeat(500)).chars().count(), MAX_NAME);
    }
}
