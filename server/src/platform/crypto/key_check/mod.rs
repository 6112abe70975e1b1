//! Binds a database to its secret key: the database stores a check value derived from the key. The program doesn't start with
//! another key, because it could not verify the audit log or decrypt second factors and queued mail.

mod store;

use std::path::Path;

use anyhow::{Context, bail, ensure};
use sea_orm::{ConnectionTrait, DbErr};

use crate::platform::{crypto::secret_key::SecretKey, db::Database, id};

const PURPOSE: &str = "key check";
const OTHER_KEY: &str = "the secret key is not the one that this database was made with. Restore secret.key from the \
    backup of this database, or set VITRINE_SECRET_KEY to its key";

/// A MAC by the key of the database. Replaces the check value in a database of an earlier version, which has none.
pub struct Proof {
    pub purpose: &'static str,
    pub message: Vec<u8>,
    /// The MAC in hexadecimal.
    pub mac: String,
}

/// Returns the key `from_environment` or, without it, that in the data `folder`. Fails if it is not the key of this database.
/// Creates a missing key file, but only for a new database. If the database has no check value, calls `find_proof`, which returns
/// a proof of the key, or `None` if the database is new.
pub async fn key_for(
    db: &Database,
    from_environment: Option<SecretKey>,
    folder: &Path,
    find_proof: impl AsyncFnOnce(&Database) -> anyhow::Result<Option<Proof>>,
) -> anyhow::Result<SecretKey> {
    let stored = store::find(db.reader()).await?;
    let proof = if stored.is_none() { find_proof(db).await? } else { None };
    let key = match from_environment {
        Some(key) => key,
        None => key_in(folder, stored.is_none() && proof.is_none())?,
    };
    ensure!(
        proof.is_none_or(|proof| proof.mac == id::hex(&key.mac(proof.purpose, &proof.message))),
        OTHER_KEY
    );
    let value = value_of(&key);
    let stored = match stored {
        Some(stored) => stored,
        None => bind(db, &value).await?,
    };
    ensure!(stored == value, OTHER_KEY);
    Ok(key)
}

/// Returns the key in the data `folder`. Creates a missing key file if the database is new. Call it after the check value was read:
/// another process that starts at the same time creates the file before the check value, so the file of a database with a check
/// value exists.
fn key_in(folder: &Path, is_new: bool) -> anyhow::Result<SecretKey> {
    match SecretKey::read_from(folder)? {
        Some(key) => {
            if is_new {
                tracing::warn!(
                    folder = %folder.display(),
                    "the folder has a secret.key, but the database is new: a new site is created. If there was a site, \
                     stop, and restore its database or correct VITRINE_DATABASE_URL"
                );
            }
            Ok(key)
        }
        None if is_new => SecretKey::create_in(folder),
        None => bail!(
            "the secret key of this database is missing: there is no secret.key in {} and \
             VITRINE_SECRET_KEY is unset. Restore the file from the backup, or set the variable",
            folder.display()
        ),
    }
}

/// Returns whether `key` is the key of this database.
pub async fn fits(connection: &impl ConnectionTrait, key: &SecretKey) -> Result<bool, DbErr> {
    Ok(store::find(connection).await?.is_some_and(|stored| stored == value_of(key)))
}

/// Returns the check value of a key.
fn value_of(key: &SecretKey) -> String {
    id::hex(&key.mac(PURPOSE, b""))
}

/// Stores the check value, unless another process has stored one. Returns the stored value.
async fn bind(db: &Database, value: &str) -> anyhow::Result<String> {
    let tx = db.begin_exclusive().await?;
    if let Some(stored) = store::find(&*tx).await? {
        return Ok(stored);
    }
    store::create(&*tx, value).await.context("storing the key check value")?;
    tx.commit().await?;
    Ok(value.to_owned())
}
