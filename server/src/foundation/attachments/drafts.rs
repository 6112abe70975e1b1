//! What files of unsent replies have in common. They are uploaded before the reply, which then names them.

use std::collections::HashMap;

use chrono::TimeDelta;
use sea_orm::ConnectionTrait;
use uuid::Uuid;

use super::{
    check_mail,
    store::{self, DraftTable},
};
use crate::platform::error::{Error, FieldErrors, Result};

/// Time for which an uploaded file waits for its reply.
pub const MAX_AGE: TimeDelta = TimeDelta::days(1);
/// Maximum number of files that a user has attached to unsent replies.
const MAX_DRAFTS: u64 = 50;

/// Error of an attachment that isn't stored any more.
const MISSING: &str = "Este anexo não está mais guardado. Remova-o e anexe o arquivo de novo.";

/// The row of a file.
pub trait Draft {
    fn id(&self) -> Uuid;
    /// Size in bytes.
    fn bytes(&self) -> i64;
}

/// Refuses another file of a user who has attached too many files to unsent replies.
pub async fn check_count<E: DraftTable<Model: Sync>>(
    connection: &impl ConnectionTrait,
    user_id: Uuid,
) -> Result<()> {
    if store::count::<E>(connection, user_id).await? < MAX_DRAFTS {
        return Ok(());
    }
    Err(Error::Conflict {
        code: "too_many_unsent_files",
        message: "Há anexos demais em respostas que você não enviou. Remova alguns ou envie as respostas.",
    })
}

/// Finds the files that a user's reply to a record names, in the same order. Refuses missing files, too many, and files that are too
/// large together.
pub async fn find_named<E: DraftTable>(
    connection: &impl ConnectionTrait,
    ids: &[Uuid],
    record_id: Uuid,
    user_id: Uuid,
) -> Result<Vec<E::Model>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    named(ids, store::list::<E>(connection, ids, record_id, user_id).await?)
}

/// Adds files to a reply.
pub async fn attach<E: DraftTable>(
    connection: &impl ConnectionTrait,
    files: &[E::Model],
    reply_id: Uuid,
) -> Result<()> {
    let ids: Vec<Uuid> = files.iter().map(Draft::id).collect();
    if !ids.is_empty() && !store::attach::<E>(connection, &ids, reply_id).await? {
        return Err(Error::field("attachments", MISSING));
    }
    Ok(())
}

/// Returns those of the found files that a reply names, in its order. Refuses missing files, too many, and files that are too large
/// together.
fn named<T: Draft>(ids: &[Uuid], found: Vec<T>) -> Result<Vec<T>> {
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
