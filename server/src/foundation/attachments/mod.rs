//! Files that people attach: their receipt, the check of their content, and their download. Features have the tables.

pub mod content;
pub mod download;
pub mod drafts;
pub mod name;
pub mod receive;
pub mod store;

pub use content::{CheckedFile, FileKind};
pub use receive::ReceivedFile;

use crate::platform::{
    error::{Error, Result},
    id,
};

/// Which files are accepted.
pub struct Policy {
    pub kinds: &'static [FileKind],
    /// Maximum size of a file, in bytes.
    pub max_bytes: u64,
    /// Message for a larger file, in Portuguese.
    pub too_large: &'static str,
    /// Message for another type, in Portuguese.
    pub wrong_type: &'static str,
}

/// Maximum number of files of one mail.
pub const MAX_MAIL_FILES: usize = 5;
/// Maximum total size of the files of one mail, in bytes. Mail adds a third, and large providers accept 25 MB.
pub const MAX_MAIL_BYTES: u64 = 15 << 20;

/// The files that staff attach to replies to contacts.
pub const REPLIES: Policy = Policy {
    kinds: &[FileKind::Pdf, FileKind::Jpeg, FileKind::Png, FileKind::Webp],
    max_bytes: 10 << 20,
    too_large: "Arquivo grande demais. Cada anexo pode ter até 10 MB.",
    wrong_type: "Tipo de arquivo não aceito. Anexe PDF, JPEG, PNG ou WebP.",
};

/// The files that administrators attach to replies to requests about personal data: also the export, and its parts.
pub const PRIVACY_REPLIES: Policy = Policy {
    kinds: &[
        FileKind::Pdf,
        FileKind::Jpeg,
        FileKind::Png,
        FileKind::Webp,
        FileKind::Zip,
        FileKind::Json,
        FileKind::Csv,
    ],
    wrong_type: "Tipo de arquivo não aceito. Anexe PDF, JPEG, PNG, WebP, ZIP, JSON ou CSV.",
    ..REPLIES
};

/// The files that visitors attach to a request.
pub const REQUESTS: Policy = Policy {
    max_bytes: 5 << 20,
    too_large: "Arquivo grande demais. Cada arquivo pode ter até 5 MB.",
    ..REPLIES
};

/// Why a file is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    TooLarge,
    WrongType,
    /// The content is broken, or can't be processed, for the reason in Portuguese.
    Unreadable(&'static str),
}

impl Problem {
    /// Returns the message for the person who attached the file, in Portuguese.
    #[must_use]
    pub const fn message(self, policy: &Policy) -> &'static str {
        match self {
            Self::TooLarge => policy.too_large,
            Self::WrongType => policy.wrong_type,
            Self::Unreadable(reason) => reason,
        }
    }

    /// Returns the error of the field `file`.
    #[must_use]
    pub fn error(self, policy: &Policy) -> Error {
        Error::field("file", self.message(policy))
    }
}

/// Returns a path in the store of private files that nobody can guess.
#[must_use]
pub fn new_path() -> String {
    let secret = id::hex(&id::random_bytes::<16>());
    format!("{}/{secret}", &secret[..2])
}

/// Refuses more files than one mail can have, or files that are too large together. `sizes` are in bytes.
pub fn check_mail(sizes: impl ExactSizeIterator<Item = i64>) -> Result<()> {
    if sizes.len() > MAX_MAIL_FILES {
        return Err(Error::field("attachments", "Anexe no máximo 5 arquivos."));
    }
    let total: u64 = sizes.map(|bytes| u64::try_from(bytes).unwrap_or(0)).sum();
    if total > MAX_MAIL_BYTES {
        return Err(Error::field("attachments", "Os anexos passam de 15 MB no total. Remova algum."));
    }
    Ok(())
}
