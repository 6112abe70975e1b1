//! What files of unsent replies have in common. They are uploaded before the reply, which then names them.

use std::collections::HashMap;

use chrono::TimeDelta;
use uuid::Uuid;

use super::check_mail;
use crate::platform::error::{Error, FieldErrors, Result};

/// Time for which an uploaded file waits for its reply.
pub const MAX_AGE: TimeDelta = TimeDelta::days(1);
/// Maximum number of files that a user has attached to unsent replies.
const MAX_DRAFTS: u64 = 50;

/// Error of an attachment that isn't stored any more.
pub const MISSING: &str = "Este anexo não está mais guardado. Remova-o e anexe o arquivo de novo.";

/// The row of a file.
pub trait Draft {
    fn id(&self) -> Uuid;
    /// Size in bytes.
    fn bytes(&self) -> i64;
}

/// Refuses another file of a user who has attached `count` files to unsent replies.
pub fn check_count(count: u64) -> Result<()> {
    if count < MAX_DRAFTS {
        return Ok(());
    }
    Err(Error::Conflict {
        code: "too_many_unsent_files",
        message: "Há anexos demais em respostas que você não enviou. Remova alguns ou envie as respostas.",
    })
}

/// Returns those of the found files that a reply names, in its order. Refuses missing files, too many, and files that are too large
/// together.
pub fn named<T: Draft>(ids: &[Uuid], found: Vec<T>) -> Result<Vec<T>> {
    let known: Vec<Uuid> = found.iter().map(Draft::id).collect();
    let mut errors = FieldErrors::new();
    for (index, _) in ids.iter().enumerate().filter(|(_, id)| !known.contains(id)) {
        errors.insert(format!("attachments.{index}"), MISSING.to_owned());
    }
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    let mut found: HashMap<Uuid, T> = found.into_iter().map(|file| (file.id(), file)).collect();
    // A file that is named twice is attached once.
    let named: Vec<T> = ids.iter().filter_map(|id| found.remove(id)).collect();
    check_mail(named.iter().map(Draft::bytes))?;
    Ok(named)
}
