//! The check of a file's content. Its type is recognized from the content, never from its name or from what the browser says. Pictures
//! are re-encoded, which removes metadata, such as the location, and hidden content.

use bytes::Bytes;
use serde::de::IgnoredAny;

use super::{Policy, Problem, ReceivedFile, name};
use crate::{
    foundation::media::encoded,
    platform::error::{Error, Result},
};

const BROKEN_PDF: &str = "O PDF está incompleto ou corrompido. Salve-o de novo e tente outra vez.";
const BROKEN_PICTURE: &str = "Não foi possível ler a imagem. O arquivo pode estar corrompido.";
/// Number of bytes at the end of a PDF that contain its end mark.
const PDF_END: usize = 1024;
/// Number of bytes at the start of a text in which NUL shows that it is none.
const TEXT_START: usize = 4096;

/// A type of file that some policy accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    Pdf,
    Jpeg,
    Png,
    Webp,
    Zip,
    Json,
    Csv,
}

/// A file whose content was checked.
#[derive(Clone, Debug)]
pub struct CheckedFile {
    /// Name with the extension of the content.
    pub name: String,
    pub content_type: &'static str,
    pub bytes: Bytes,
}

impl FileKind {
    /// Returns the extensions of the type, the usual one first.
    #[must_use]
    pub const fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Pdf => &["pdf"],
            Self::Jpeg => &["jpg", "jpeg"],
            Self::Png => &["png"],
            Self::Webp => &["webp"],
            Self::Zip => &["zip"],
            Self::Json => &["json"],
            Self::Csv => &["csv"],
        }
    }

    #[must_use]
    pub const fn content_type(self) -> &'static str {
        match self {
            Self::Pdf => "application/pdf",
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::Webp => "image/webp",
            Self::Zip => "application/zip",
            Self::Json => "application/json",
            Self::Csv => "text/csv",
        }
    }

    /// Recognizes the type of a file. Texts have no mark of their type, so their name decides, too.
    fn of(bytes: &[u8], name: &str) -> Option<Self> {
        match bytes {
            [b'%', b'P', b'D', b'F', b'-', ..] => return Some(Self::Pdf),
            [0xff, 0xd8, 0xff, ..] => return Some(Self::Jpeg),
            [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => return Some(Self::Png),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => return Some(Self::Webp),
            [b'P', b'K', 3, 4, ..] => return Some(Self::Zip),
            _ => {}
        }
        let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension).to_lowercase();
        match &*extension {
            "json" if serde_json::from_slice::<IgnoredAny>(bytes).is_ok() => Some(Self::Json),
            "csv" if is_table(bytes) => Some(Self::Csv),
            _ => None,
        }
    }
}

/// Returns whether bytes are a text that no browser takes for a page.
fn is_table(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(TEXT_START)];
    !start.contains(&0) && !start.trim_ascii_start().starts_with(b"<")
}

/// Checks the content of a received file, and re-encodes a picture.
///
/// # Errors
/// The inner error is the problem of a file that is refused.
pub async fn check(file: ReceivedFile, policy: &Policy) -> Result<Result<CheckedFile, Problem>> {
    let file_name = file.name.clone();
    let Some(bytes) = file.read().await? else { return Ok(Err(Problem::TooLarge)) };
    let Some(kind) = FileKind::of(&bytes, &file_name).filter(|kind| policy.kinds.contains(kind)) else {
        return Ok(Err(Problem::WrongType));
    };
    let (kind, bytes) = match kind {
        FileKind::Pdf if !has_pdf_end(&bytes) => return Ok(Err(Problem::Unreadable(BROKEN_PDF))),
        FileKind::Jpeg | FileKind::Png | FileKind::Webp => match encoded(bytes).await {
            Ok(("png", bytes)) => (FileKind::Png, bytes.into()),
            Ok((_, bytes)) => (FileKind::Jpeg, bytes.into()),
            Err(Error::Invalid(_)) => return Ok(Err(Problem::Unreadable(BROKEN_PICTURE))),
            Err(error) => return Err(error),
        },
        kind => (kind, bytes.into()),
    };
    let name = name::with_extension(&file_name, kind);
    Ok(Ok(CheckedFile { name, content_type: kind.content_type(), bytes }))
}

/// Returns whether a PDF is complete.
fn has_pdf_end(bytes: &[u8]) -> bool {
    let end = &bytes[bytes.len().saturating_sub(PDF_END)..];
    end.windows(5).any(|part| part == b"%%EOF")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn type_is_recognized_from_the_content() {
        for (bytes, name, expected) in [
            (&b"%PDF-1.7\n"[..], "a.png", Some(FileKind::Pdf)),
            (b"<html>%PDF-1.7", "a.pdf", None),
            (b"\xff\xd8\xff\xe0", "a.pdf", Some(FileKind::Jpeg)),
            (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "a.png", None),
            (b"GIF89a", "a.png", None),
            (b"PK\x03\x04", "a.pdf", Some(FileKind::Zip)),
            (b"{\"a\": 1}", "a.json", Some(FileKind::Json)),
            (b"{\"a\": 1}", "a.pdf", None),
            (b"nome;email\n", "a.csv", Some(FileKind::Csv)),
            (b" <script>", "a.csv", None),
            (b"MZ\x90\0", "a.csv", None),
        ] {
            assert_eq!(FileKind::of(bytes, name), expected, "{name}");
        }
    }
}
