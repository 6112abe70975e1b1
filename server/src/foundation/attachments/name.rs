//! The names of attached files.

use super::content::FileKind;
use crate::foundation::mail::model::header_text;

/// Maximum number of characters of a name, without its extension.
pub const MAX_STEM: usize = 100;
/// Maximum number of characters of a name.
pub const MAX_NAME: usize = 120;
/// Name of a file without one.
const UNNAMED: &str = "arquivo";
/// Extensions that are replaced by that of the content.
const KNOWN: [&str; 8] = ["pdf", "jpg", "jpeg", "png", "webp", "zip", "json", "csv"];

/// Returns the name as one line, without folders, and without characters that have a meaning in paths or change the direction of the
/// text. Such a character could hide the extension.
#[must_use]
pub fn clean(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let shown: String = header_text(last).chars().filter(|c| !is_invisible(*c)).map(plain).collect();
    let cleaned: String = shown.trim_matches(['.', ' ']).chars().take(MAX_NAME).collect();
    if cleaned.is_empty() { UNNAMED.to_owned() } else { cleaned }
}

/// Returns the name with an extension of the content's type, so that programs don't treat the content as something else.
#[must_use]
pub fn with_extension(name: &str, kind: FileKind) -> String {
    let name = clean(name);
    let (stem, extension) = name.rsplit_once('.').unwrap_or((&name, ""));
    let extension = extension.to_lowercase();
    if kind.extensions().contains(&&*extension) {
        return format!("{}.{extension}", shortened(stem));
    }
    let stem = if KNOWN.contains(&&*extension) { stem } else { &name };
    format!("{}.{}", shortened(stem), kind.extensions()[0])
}

fn shortened(stem: &str) -> String {
    stem.chars().take(MAX_STEM).collect()
}

/// Returns whether a character is invisible or changes the direction of the text.
const fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{061c}')
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
            ("a\r\nb: c.pdf", "a b- c.pdf"),
            (" .. ", "arquivo"),
            ("Orçamento nº 1.pdf", "Orçamento nº 1.pdf"),
        ] {
            assert_eq!(clean(name), expected);
        }
        assert_eq!(clean(&"é".repeat(500)).chars().count(), MAX_NAME);
    }

    #[test]
    fn extension_is_that_of_the_content() {
        for (name, kind, expected) in [
            ("a.pdf", FileKind::Pdf, "a.pdf"),
            ("a.JPEG", FileKind::Jpeg, "a.jpeg"),
            ("a.png", FileKind::Jpeg, "a.jpg"),
            ("a.html", FileKind::Pdf, "a.html.pdf"),
            ("Proposta v1.2", FileKind::Pdf, "Proposta v1.2.pdf"),
            ("", FileKind::Png, "arquivo.png"),
        ] {
            assert_eq!(with_extension(name, kind), expected);
        }
    }
}
