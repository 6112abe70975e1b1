//! Opens the database, SQLite or PostgreSQL, and hands out the two ways to use it:
//! [`Database::reader`] for queries and [`Database::begin`] for everything that writes.
//!
//! SQLite has one writer at a time. A transaction that reads first and writes later can lose that race
//! half-way, so every write transaction here starts with `BEGIN IMMEDIATE` on the single writer connection.

use std::{
    ops::Deref,
    path::PathBuf,
    str::FromStr,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use anyhow::{Context, ensure};
use sea_orm::{
    ConnectionTrait, DatabaseBackend, DatabaseConnection, DatabaseTransaction, DbErr, SqliteTransactionMode,
    SqlxPostgresConnector, SqlxSqliteConnector, Statement, TransactionOptions, TransactionTrait,
    sqlx::{
        self, SqlitePool,
        postgres::{PgConnectOptions, PgPoolOptions},
        sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
    },
};
use tokio::{
    sync::Notify,
    time::{Instant, sleep},
};
use url::Url;
use vitrine_migrations::{Migrator, MigratorTrait};

use super::{error::Result, revision::Revision};

/// Before 3.51.3 a WAL reset could corrupt the file.
const OLDEST_SAFE_SQLITE: [u32; 3] = [3, 51, 3];
/// Any number, the same in every Vitrine: replicas that start together take turns at it.
const START_LOCK: i64 = 0x7669_7472_696e_6501;
const WAIT: Duration = Duration::from_secs(5);
const SQLITE_BUSY: &str = "5";
const LOCKED_AGAIN_AFTER: Duration = Duration::from_millis(20);
const SQLITE_READERS: u32 = 4;
const CHECKPOINT_TRIES: u32 = 3;
const POSTGRES_CONNECTIONS: u32 = 10;

#[derive(Clone)]
pub struct Database {
    writer: DatabaseConnection,
    reader: DatabaseConnection,
    revision: Revision,
}

/// A write transaction. Rolled back unless [`Transaction::commit`] is called.
pub struct Transaction {
    inner: DatabaseTransaction,
    revision: Revision,
    new_revision: Option<i64>,
    wakes: Mutex<Vec<Arc<Notify>>>,
}

impl Deref for Transaction {
    type Target = DatabaseTransaction;

    fn deref(&self) -> &DatabaseTransaction {
        &self.inner
    }
}

impl Transaction {
    /// Makes every cached page stale once this transaction is committed.
    pub async fn content_changed(&mut self) -> Result<()> {
        self.new_revision = Some(super::revision::raise(&self.inner).await?);
        Ok(())
    }

    /// Wakes whoever waits for what this transaction writes, once it is committed.
    pub fn wakes(&self, waiting: &Arc<Notify>) {
        self.wakes.lock().unwrap_or_else(PoisonError::into_inner).push(waiting.clone());
    }

    pub async fn commit(self) -> Result<()> {
        self.inner.commit().await?;
        for waiting in self.wakes.into_inner().unwrap_or_else(PoisonError::into_inner) {
            waiting.notify_one();
        }
        if let Some(revision) = self.new_revision {
            self.revision.seen(revision);
        }
        Ok(())
    }
}

impl Database {
    /// Opens what `url` names (`sqlite:PATH` or `postgres://…`), creating a missing SQLite file, and brings its
    /// tables up to date.
    pub async fn open(url: &str) -> anyhow::Result<Self> {
        let (writer, reader) = if let Some(path) = url.strip_prefix("sqlite:") {
            open_sqlite(path.trim_start_matches("//").into()).await?
        } else {
            let pool = open_postgres(url).await?;
            (pool.clone(), pool)
        };
        migrate(&writer).await.context("bringing the database's tables up to date")?;
        let revision = Revision::default();
        let database = Self { writer, reader, revision };
        database.poll_revision().await?;
        Ok(database)
    }

    #[must_use]
    pub fn reader(&self) -> &DatabaseConnection {
        &self.reader
    }

    /// Starts a write transaction that no other process has at the same time: for what is done once, by whoever comes
    /// first. What is read in it is as the one before left it.
    pub async fn begin_alone(&self) -> Result<Transaction> {
        let tx = self.begin().await?;
        wait_for_turn(&tx).await?;
        Ok(tx)
    }

    /// Starts a write transaction. Inside it: no second connection, no HTTP, no mail, no hashing.
    pub async fn begin(&self) -> Result<Transaction> {
        let inner = self.writer.begin_with_options(immediate(&self.writer)).await?;
        Ok(Transaction {
            inner,
            revision: self.revision.clone(),
            new_revision: None,
            wakes: Mutex::default(),
        })
    }

    #[must_use]
    pub fn revision(&self) -> &Revision {
        &self.revision
    }

    /// Learns of content that another process changed.
    pub async fn poll_revision(&self) -> Result<()> {
        self.revision.seen(super::revision::read(&self.reader).await?);
        Ok(())
    }

    /// Proves that the database answers.
    pub async fn ping(&self) -> Result<()> {
        self.reader.execute_unprepared("SELECT 1").await?;
        Ok(())
    }

    /// Empties SQLite's write-ahead log, which still has what the last transactions replaced. False if somebody reads
    /// from it all the time; PostgreSQL reuses the space by itself.
    pub async fn forget_replaced(&self) -> Result<bool> {
        if self.writer.get_database_backend() != DatabaseBackend::Sqlite {
            return Ok(true);
        }
        let truncate = Statement::from_string(DatabaseBackend::Sqlite, "PRAGMA wal_checkpoint(TRUNCATE)");
        for _ in 0..CHECKPOINT_TRIES {
            let row = self.writer.query_one_raw(truncate.clone()).await?;
            if row.is_some_and(|row| row.try_get_by_index(0).is_ok_and(|busy: i32| busy == 0)) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    pub async fn close(self) {
        let _ = self.reader.close().await;
        let _ = self.writer.close().await;
    }
}

fn immediate(writer: &DatabaseConnection) -> TransactionOptions {
    let is_sqlite = writer.get_database_backend() == DatabaseBackend::Sqlite;
    TransactionOptions {
        sqlite_transaction_mode: is_sqlite.then_some(SqliteTransactionMode::Immediate),
        ..TransactionOptions::default()
    }
}

async fn open_sqlite(path: PathBuf) -> anyhow::Result<(DatabaseConnection, DatabaseConnection)> {
    if let Some(folder) = path.parent() {
        tokio::fs::create_dir_all(folder).await.with_context(|| format!("creating {}", folder.display()))?;
    }
    let options = SqliteConnectOptions::new()
        .filename(&path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        // What is deleted is overwritten: an erased person leaves nothing in free pages.
        .pragma("secure_delete", "ON")
        .busy_timeout(WAIT);
    // The writer comes first: it creates the file that the readers open.
    let writer = open_writer(&options).await.with_context(|| format!("opening {}", path.display()))?;
    let readers = SqlitePoolOptions::new()
        .max_connections(SQLITE_READERS)
        .idle_timeout(None)
        .max_lifetime(None)
        .acquire_timeout(WAIT)
        .connect_lazy_with(options.read_only(true).create_if_missing(false));
    let writer = SqlxSqliteConnector::from_sqlx_sqlite_pool(writer);
    refuse_unsafe_sqlite(&writer).await?;
    Ok((writer, SqlxSqliteConnector::from_sqlx_sqlite_pool(readers)))
}

/// SQLite waits for every lock but the one that turns a new file to WAL: of two processes that open it together, one is
/// told at once that it is locked.
async fn open_writer(options: &SqliteConnectOptions) -> Result<SqlitePool, sqlx::Error> {
    let give_up = Instant::now() + WAIT;
    loop {
        let writer = SqlitePoolOptions::new()
            .max_connections(1)
            .min_connections(1)
            .idle_timeout(None)
            .max_lifetime(None)
            .acquire_timeout(WAIT)
            .connect_with(options.clone())
            .await;
        match writer {
            Err(error) if is_locked(&error) && Instant::now() < give_up => sleep(LOCKED_AGAIN_AFTER).await,
            opened_or_failed => return opened_or_failed,
        }
    }
}

fn is_locked(error: &sqlx::Error) -> bool {
    error.as_database_error().and_then(|error| error.code()).is_some_and(|code| code == SQLITE_BUSY)
}

async fn refuse_unsafe_sqlite(connection: &DatabaseConnection) -> anyhow::Result<()> {
    let statement = Statement::from_string(DatabaseBackend::Sqlite, "SELECT sqlite_version()");
    let row = connection.query_one_raw(statement).await?.context("SQLite tells its version")?;
    let version: String = row.try_get_by_index(0)?;
    let parts: Vec<u32> = version.split('.').filter_map(|part| part.parse().ok()).collect();
    ensure!(parts.as_slice() >= OLDEST_SAFE_SQLITE.as_slice(), "SQLite {version} can corrupt its file");
    Ok(())
}

async fn open_postgres(url: &str) -> anyhow::Result<DatabaseConnection> {
    let parsed = Url::parse(url).context("VITRINE_DATABASE_URL")?;
    ensure!(
        matches!(parsed.scheme(), "postgres" | "postgresql"),
        "VITRINE_DATABASE_URL: expected sqlite:PATH or postgres://…, found {}:…",
        parsed.scheme()
    );
    // A plan for any value would be kept after five uses, and read whole lists for a status that few contacts have.
    let options = PgConnectOptions::from_str(url)?
        .application_name("vitrine")
        .options([("plan_cache_mode", "force_custom_plan")]);
    let pool = PgPoolOptions::new()
        .max_connections(POSTGRES_CONNECTIONS)
        .acquire_timeout(WAIT)
        .connect_with(options)
        .await
        .context("connecting to PostgreSQL")?;
    Ok(SqlxPostgresConnector::from_sqlx_postgres_pool(pool))
}

/// All pending migrations in one transaction, one process at a time.
async fn migrate(writer: &DatabaseConnection) -> anyhow::Result<()> {
    let transaction = writer.begin_with_options(immediate(writer)).await?;
    wait_for_turn(&transaction).await?;
    Migrator::up(&transaction, None).await?;
    transaction.commit().await?;
    Ok(())
}

/// SQLite's only writer has waited for its turn already.
async fn wait_for_turn(transaction: &DatabaseTransaction) -> Result<(), DbErr> {
    if transaction.get_database_backend() != DatabaseBackend::Sqlite {
        transaction.execute_unprepared(&format!("SELECT pg_advisory_xact_lock({START_LOCK})")).await?;
    }
    Ok(())
}
