//! The database, SQLite or PostgreSQL: [`Database::reader`] for queries, [`Database::begin`] for write transactions.
//!
//! SQLite has one writer at a time. A transaction that reads before it writes could fail half-way, so every write
//! transaction starts with `BEGIN IMMEDIATE` on the single writer connection.

pub mod batches;
mod connection;
pub mod counts;
mod migrations;
mod open;
pub mod order;
pub mod pages;
pub mod revision;
pub mod seeds;
mod serving_lock;
mod sqlite_file;
mod start_errors;
pub mod stored;
pub mod summary;
pub mod trash;
pub mod wait_budget;

use std::{
    ops::Deref,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use sea_orm::{
    ConnectionTrait, DatabaseBackend, DatabaseConnection, DatabaseTransaction, SqliteTransactionMode,
    Statement, TransactionOptions, TransactionTrait,
};
use sha2::{Digest, Sha256};
use tokio::{
    sync::Notify,
    time::{Instant, timeout},
};
use tracing::Instrument;

pub use self::{connection::Connection, serving_lock::ServingLock};
use self::{revision::Revision, sqlite_file::SqliteFile, wait_budget::Budgeted};
use crate::platform::error::{Error, Result};

/// Maximum total time that a write waits for a connection and for locks.
const WAIT: Duration = Duration::from_secs(5);
/// On PostgreSQL, the lock timeout of [`Transaction::wait_briefly_for_locks`]. A write that has waited longer than this for a connection
/// gets a shorter lock timeout; for other writes, the statement that sets it would cost more time than it saves.
const SHORT_WAIT: Duration = Duration::from_millis(500);
/// Minimum lock timeout, for a write that has waited for almost all of [`WAIT`].
const MIN_LOCK_TIMEOUT: Duration = Duration::from_millis(250);
/// Default number of connections to PostgreSQL per process, half for reading and half for writing.
pub const DEFAULT_CONNECTIONS: u32 = 20;
/// Maximum number of values in a list of one statement. Both databases limit the parameters of a statement.
pub const MAX_VALUES: usize = 500;
/// Maximum number of attempts to empty the write-ahead log.
const MAX_CHECKPOINT_ATTEMPTS: u32 = 3;
/// Maximum size of a SQLite file that is compacted, in bytes. Writes wait for up to [`WAIT`], which is enough for twice as much.
const MAX_COMPACTED: u64 = 256 << 20;

/// Connections for queries outside of transactions.
pub type Reader = Budgeted<DatabaseConnection>;

/// Converts a count from the database, where counts are signed.
#[must_use]
pub fn unsigned(count: i64) -> u64 {
    u64::try_from(count).unwrap_or_default()
}

/// The connections to the database, shared by all clones.
#[derive(Clone)]
pub struct Database {
    writer: DatabaseConnection,
    reader: Reader,
    revision: Revision,
    /// The SQLite file; `None` with PostgreSQL.
    file: Option<Arc<SqliteFile>>,
}

/// A write transaction. Rolled back unless [`Transaction::commit`] is called.
pub struct Transaction {
    inner: Budgeted<DatabaseTransaction>,
    revision: Revision,
    /// The content revision to announce after the commit; `None` if the content did not change.
    new_revision: Option<i64>,
    /// Tasks to notify after the commit.
    to_notify: Mutex<Vec<Arc<Notify>>>,
}

impl Deref for Transaction {
    type Target = Budgeted<DatabaseTransaction>;

    fn deref(&self) -> &Budgeted<DatabaseTransaction> {
        &self.inner
    }
}

impl Transaction {
    /// Raises the content revision, which makes all cached pages stale after the commit. Locks the revision until the transaction
    /// ends, so call this before you read content that other transactions must not change meanwhile.
    pub async fn content_changed(&mut self) -> Result<()> {
        self.new_revision = Some(revision::raise(&self.inner).await?);
        Ok(())
    }

    /// Returns whether this transaction changes the content and no other change was made after `revision`.
    #[must_use]
    pub fn is_first_change_after(&self, revision: i64) -> bool {
        self.new_revision == Some(revision + 1)
    }

    /// Waits until no other transaction, of any process, has locked the same name. The lock ends with the transaction. With SQLite,
    /// which has one write transaction at a time, there is nothing to wait for.
    pub async fn lock(&self, name: &str) -> Result<()> {
        self.lock_with("pg_advisory_xact_lock", name).await
    }

    /// Waits like [`Transaction::lock`], but shares the lock with other transactions that call this function.
    pub async fn lock_shared(&self, name: &str) -> Result<()> {
        self.lock_with("pg_advisory_xact_lock_shared", name).await
    }

    /// Makes each later statement fail if it waits for a lock of another transaction for over half a second. With SQLite, which has one
    /// write transaction at a time, there is nothing to wait for.
    pub async fn wait_briefly_for_locks(&self) -> Result<()> {
        set_lock_timeout(&self.inner, SHORT_WAIT).await
    }

    async fn lock_with(&self, function: &str, name: &str) -> Result<()> {
        if self.inner.get_database_backend() == DatabaseBackend::Postgres {
            let key = lock_key(name);
            self.inner.execute_unprepared(&format!("SELECT {function}({key})")).await?;
        }
        Ok(())
    }

    /// Notifies one task that waits on `waiting`, after the commit.
    pub fn notify_after_commit(&self, waiting: &Arc<Notify>) {
        self.to_notify.lock().unwrap_or_else(PoisonError::into_inner).push(waiting.clone());
    }

    /// Commits the changes, then notifies waiting tasks and announces the new revision to this process.
    pub async fn commit(self) -> Result<()> {
        match self.inner.get_database_backend() {
            // PostgreSQL may hang, so its commit uses the budget of the request, like each statement.
            DatabaseBackend::Postgres => wait_budget::within_budget(self.inner.0.commit()).await?,
            _ => self.inner.0.commit().await?,
        }
        for waiting in self.to_notify.into_inner().unwrap_or_else(PoisonError::into_inner) {
            waiting.notify_one();
        }
        if let Some(revision) = self.new_revision {
            self.revision.seen(revision);
        }
        Ok(())
    }
}

/// Returns the number of PostgreSQL's advisory lock for a name. It consists of the first 64 bits of a hash.
fn lock_key(name: &str) -> i64 {
    let hash = Sha256::digest(name);
    i64::from_be_bytes(*hash.first_chunk().expect("a SHA-256 has 32 bytes"))
}

impl Database {
    /// Opens the database at `url` (`sqlite:PATH` or `postgres://…`), creates a missing SQLite file and applies pending
    /// migrations.
    pub async fn open(url: &str) -> anyhow::Result<Self> {
        Self::open_with(url, DEFAULT_CONNECTIONS).await
    }

    /// Like [`Database::open`], with a maximum number of connections to PostgreSQL. With 1, reads and writes share one
    /// connection: while a transaction is open, a query outside of it fails, because there is no second connection.
    pub async fn open_with(url: &str, connections: u32) -> anyhow::Result<Self> {
        let opened = open::open(url, connections, true).await?;
        if let Err(error) = migrations::apply(&opened.writer).await {
            return Err(start_errors::migration(opened.file.as_deref().map(|file| &*file.path), error));
        }
        Self::start(opened).await
    }

    /// Opens a database that a server may be using. Creates and migrates nothing: a missing database and pending migrations
    /// are errors.
    pub async fn open_existing(url: &str, connections: u32) -> anyhow::Result<Self> {
        let opened = open::open(url, connections, false).await?;
        migrations::refuse_pending(&opened.writer).await?;
        Self::start(opened).await
    }

    async fn start(open::Opened { writer, reader, file }: open::Opened) -> anyhow::Result<Self> {
        let database = Self { writer, reader: Budgeted(reader), revision: Revision::default(), file };
        database.poll_revision().await?;
        Ok(database)
    }

    /// Returns the connections for queries.
    #[must_use]
    pub fn reader(&self) -> &Reader {
        &self.reader
    }

    /// Starts an exclusive write transaction: waits until the exclusive transactions of all processes have ended, and sees what
    /// they committed.
    pub async fn begin_exclusive(&self) -> Result<Transaction> {
        let tx = self.begin().await?;
        migrations::wait_for_turn(&*tx).await?;
        Ok(tx)
    }

    /// Starts a write transaction. While it is open, don't use a second connection, and don't do slow work such as HTTP, mail or
    /// hashing.
    ///
    /// # Errors
    /// Returns [`Error::Unavailable`] after a wait of five seconds for the database, in total for the request.
    pub async fn begin(&self) -> Result<Transaction> {
        let started = Instant::now();
        let begin = wait_budget::spend_on(self.begin_writing());
        let begun = timeout(WAIT, begin).await.ok().flatten().ok_or(Error::Unavailable)?;
        let inner = Budgeted(begun?);
        // The used budget of a request includes its earlier waits. Outside a request, only this wait is known.
        let used_budget = WAIT - wait_budget::left();
        let waited = used_budget.max(started.elapsed());
        limit_lock_wait(&inner, waited).await?;
        Ok(Transaction {
            inner,
            revision: self.revision.clone(),
            new_revision: None,
            to_notify: Mutex::default(),
        })
    }

    /// Waits for the lock on SQLite, and only for a connection on PostgreSQL.
    async fn begin_writing(&self) -> Result<DatabaseTransaction> {
        let writer = self.writer.clone();
        let begin = async move { writer.begin_with_options(immediate(&writer)).await };
        if self.file.is_some() {
            return Ok(begin.await?);
        }
        // If this were canceled while PostgreSQL answers, the driver would put the connection back into the pool with an open
        // transaction.
        Ok(tokio::spawn(begin.in_current_span()).await.map_err(anyhow::Error::new)??)
    }

    /// Returns the folder of the SQLite file; `None` with PostgreSQL.
    #[must_use]
    pub fn folder(&self) -> Option<&Path> {
        self.file.as_ref().map(|file| file.folder())
    }

    /// Returns the path of the SQLite file, or `PostgreSQL`, for messages to the operator.
    #[must_use]
    pub fn name(&self) -> String {
        self.file.as_ref().map_or("PostgreSQL".into(), |file| file.path.display().to_string())
    }

    /// Returns an error if the SQLite file was moved, deleted or replaced. Blocks the thread. With PostgreSQL, does nothing.
    pub fn check_file(&self) -> Result<(), String> {
        self.file.as_ref().map_or(Ok(()), |file| file.check())
    }

    /// Opens the lock of the processes that serve this database. `None` with PostgreSQL, which may be on another machine.
    pub fn serving_lock(&self) -> std::io::Result<Option<ServingLock>> {
        self.file.as_ref().map(|file| ServingLock::at(&file.path)).transpose()
    }

    /// Returns the content revision, as far as this process knows it.
    #[must_use]
    pub fn revision(&self) -> &Revision {
        &self.revision
    }

    /// Reads the content revision, which other processes may have raised. If it has risen, awaits `before` before this process sees
    /// the new revision, so that nothing of the new revision is cached with former settings.
    pub async fn poll_revision_after(&self, before: impl AsyncFnOnce() -> Result<()>) -> Result<()> {
        let revision = revision::read(&self.reader).await?;
        if revision > self.revision.current() {
            before().await?;
        }
        self.revision.seen(revision);
        Ok(())
    }

    /// Reads the content revision, which other processes may have raised.
    pub async fn poll_revision(&self) -> Result<()> {
        self.revision.seen(revision::read(&self.reader).await?);
        Ok(())
    }

    #[must_use]
    pub fn is_sqlite(&self) -> bool {
        self.writer.get_database_backend() == DatabaseBackend::Sqlite
    }

    /// Empties SQLite's write-ahead log, which may still contain deleted data. Returns false if readers prevent it. With
    /// PostgreSQL, does nothing and returns true.
    pub async fn truncate_wal(&self) -> Result<bool> {
        if !self.is_sqlite() {
            return Ok(true);
        }
        let truncate = Statement::from_string(DatabaseBackend::Sqlite, "PRAGMA wal_checkpoint(TRUNCATE)");
        for _ in 0..MAX_CHECKPOINT_ATTEMPTS {
            let row = self.writer.query_one_raw(truncate.clone()).await?;
            if row.is_some_and(|row| row.try_get_by_index(0).is_ok_and(|busy: i32| busy == 0)) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Writes the SQLite file anew, so that its unused parts contain no deleted data. Blocks other writes for about a second per
    /// 100 MB. Returns false, and does nothing, if the file is larger than [`MAX_COMPACTED`]. With PostgreSQL, does nothing and
    /// returns true.
    pub async fn compact(&self) -> Result<bool> {
        let Some(file) = &self.file else { return Ok(true) };
        if file.size().map_err(anyhow::Error::new)? > MAX_COMPACTED {
            return Ok(false);
        }
        self.writer.execute_unprepared("VACUUM").await?;
        Ok(true)
    }

    /// Writes SQLite's write-ahead log to the database and closes all connections. Waits up to five seconds for the connections
    /// in use.
    pub async fn close(self) {
        let closed = timeout(WAIT, async {
            let _ = self.reader.0.clone().close().await;
            if self.writer.get_database_backend() == DatabaseBackend::Sqlite {
                // SQLite does this itself only for the last connection, and another one may still be closing.
                let _ = self.writer.execute_unprepared("PRAGMA wal_checkpoint(PASSIVE)").await;
            }
            let _ = self.writer.close().await;
        });
        if closed.await.is_err() {
            tracing::warn!("dropped database connections that are still in use");
        }
    }
}

/// Returns the options of a write transaction: `BEGIN IMMEDIATE` on SQLite.
fn immediate(writer: &DatabaseConnection) -> TransactionOptions {
    let is_sqlite = writer.get_database_backend() == DatabaseBackend::Sqlite;
    TransactionOptions {
        sqlite_transaction_mode: is_sqlite.then_some(SqliteTransactionMode::Immediate),
        ..TransactionOptions::default()
    }
}

/// Limits the time that a transaction waits for a lock to the rest of [`WAIT`], if the request has already waited long.
async fn limit_lock_wait(tx: &impl ConnectionTrait, waited: Duration) -> Result<()> {
    if waited > SHORT_WAIT {
        set_lock_timeout(tx, WAIT.saturating_sub(waited).max(MIN_LOCK_TIMEOUT)).await?;
    }
    Ok(())
}

async fn set_lock_timeout(tx: &impl ConnectionTrait, limit: Duration) -> Result<()> {
    if tx.get_database_backend() != DatabaseBackend::Sqlite {
        tx.execute_unprepared(&format!("SET LOCAL lock_timeout = {}", limit.as_millis())).await?;
    }
    Ok(())
}
