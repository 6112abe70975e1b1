//! The extensions of attached files.

use super::content::FileKind;
use crate::platform::text::file_name::clean;

/// Maximum number of characters of a name, without its extension.
pub const MAX_STEM: usize = 100;
/// Extensions that are replaced by that of the content.
const KNOWN: [&str; 8] = ["pdf", "jpg", "jpeg", "png", "webp", "zip", "json", "csv"];

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

#[cfg(test)]
mod tests {
    use super::*;

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
