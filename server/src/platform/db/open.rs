//! Opens the connection pools of SQLite and PostgreSQL.

use std::{
    fs::OpenOptions,
    future::ready,
    io::ErrorKind,
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    str::FromStr,
    sync::Arc,
};

use anyhow::{Context, bail, ensure};
use sea_orm::{
    ConnectionTrait, DatabaseBackend, DatabaseConnection, SqlxPostgresConnector, SqlxSqliteConnector,
    Statement,
    sqlx::{
        self, Connection, PgConnection, PgPool, SqlitePool,
        postgres::{PgConnectOptions, PgPoolOptions},
        sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
    },
};
use tokio::time::{Duration, Instant, sleep, timeout};
use url::Url;

use super::{
    WAIT,
    sqlite_file::{self, SqliteFile},
    start_errors,
};
use crate::platform::folder;

/// The first version of SQLite without a bug that can corrupt the database when the WAL is reset.
const OLDEST_SAFE_SQLITE: [u32; 3] = [3, 51, 3];
/// SQLite's result code for a locked file.
const SQLITE_BUSY: &str = "5";
const RETRY_INTERVAL: Duration = Duration::from_millis(20);
/// Maximum time of the attempt that finds out why PostgreSQL can't be reached.
const RETRY_TIMEOUT: Duration = Duration::from_secs(1);
/// Number of SQLite's connections for reading.
const SQLITE_READERS: u32 = 4;

/// Settings of each PostgreSQL session. If this process freezes or loses its network in a transaction, PostgreSQL ends the
/// transaction after 15 seconds and releases its locks. Keepalives detect the dead connection within a minute.
const POSTGRES_SESSION: [(&str, &str); 8] = [
    // After five uses of a statement, PostgreSQL could switch to a generic plan, which may read whole tables even for rare
    // values.
    ("plan_cache_mode", "force_custom_plan"),
    // If the rows that a search finds in the index don't fit, PostgreSQL computes the trigrams of many rows again.
    ("work_mem", "32MB"),
    ("lock_timeout", "5s"),
    ("statement_timeout", "30s"),
    ("idle_in_transaction_session_timeout", "15s"),
    ("tcp_keepalives_idle", "30"),
    ("tcp_keepalives_interval", "10"),
    ("tcp_keepalives_count", "3"),
];

/// The connections of an open database.
pub(super) struct Opened {
    pub writer: DatabaseConnection,
    pub reader: DatabaseConnection,
    /// The SQLite file; `None` with PostgreSQL.
    pub file: Option<Arc<SqliteFile>>,
}

/// Opens the database at `url`. `connections` is the maximum number of connections to PostgreSQL. With `create`, a missing SQLite
/// file is created.
pub(super) async fn open(url: &str, connections: u32, create: bool) -> anyhow::Result<Opened> {
    match url.strip_prefix("sqlite:") {
        Some(path) => sqlite(sqlite_path(path), create).await,
        None => postgres(url, connections).await,
    }
}

/// Returns the path in a SQLite URL without its scheme. It may start with `//`, as in `sqlite://data/site.db`. All of
/// `sqlite:/srv/site.db`, `sqlite:///srv/site.db` and `sqlite:////srv/site.db` are `/srv/site.db`.
fn sqlite_path(url: &str) -> PathBuf {
    let path = url.strip_prefix("//").unwrap_or(url);
    path.strip_prefix('/').filter(|rest| rest.starts_with('/')).unwrap_or(path).into()
}

async fn sqlite(path: PathBuf, create: bool) -> anyhow::Result<Opened> {
    if create {
        create_file(&path).with_context(|| format!("creating {}", path.display()))?;
    } else if !path.exists() {
        bail!(
            "there is no database at {}. `vitrine serve` or `vitrine migrate` creates it. \
             Are VITRINE_DATA_DIR and VITRINE_DATABASE_URL those of the service?",
            path.display()
        );
    }
    if let Some(file) = sqlite_file::find_unwritable(&path) {
        return Err(start_errors::not_writable(&file));
    }
    let options = SqliteConnectOptions::new()
        .filename(&path)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        // Overwrites deleted data, so that the data of an erased person does not remain in free pages.
        .pragma("secure_delete", "ON")
        // In pages. Contacts change the same pages again and again; between checkpoints, the file gets only the latest version.
        .pragma("wal_autocheckpoint", "4000")
        .busy_timeout(WAIT);
    // Opened before the readers, because it switches the file to WAL.
    let writer = open_writer(&options).await.map_err(|cause| start_errors::sqlite(&path, &cause))?;
    let file = SqliteFile::at(path).context("reading the properties of the database's file")?;
    let readers = SqlitePoolOptions::new()
        .max_connections(SQLITE_READERS)
        .idle_timeout(None)
        .max_lifetime(None)
        .acquire_timeout(WAIT)
        .connect_lazy_with(options.read_only(true));
    let writer = SqlxSqliteConnector::from_sqlx_sqlite_pool(writer);
    refuse_unsafe_sqlite(&writer).await?;
    let reader = SqlxSqliteConnector::from_sqlx_sqlite_pool(readers);
    Ok(Opened { writer, reader, file: Some(Arc::new(file)) })
}

/// Creates the file if it is missing, readable only by its owner. SQLite creates its other files with the same mode.
fn create_file(path: &Path) -> std::io::Result<()> {
    if let Some(parent) = path.parent() {
        folder::create(parent)?;
    }
    match OpenOptions::new().write(true).create_new(true).mode(0o600).open(path) {
        Err(cause) if cause.kind() != ErrorKind::AlreadyExists => Err(cause),
        _ => Ok(()),
    }
}

/// Opens the writer connection, and retries while the file is locked: SQLite waits for all locks except the one that switches
/// a new file to WAL.
async fn open_writer(options: &SqliteConnectOptions) -> Result<SqlitePool, sqlx::Error> {
    let started = Instant::now();
    loop {
        let writer = SqlitePoolOptions::new()
            .max_connections(1)
            .min_connections(1)
            .idle_timeout(None)
            .max_lifetime(None)
            .acquire_timeout(WAIT)
            // If the disk is full, SQLite rolls the transaction back, but the driver considers it open. It would nest later
            // transactions in it and never commit them. So a connection in this state is replaced.
            .before_acquire(|connection, _| Box::pin(ready(Ok(!connection.is_in_transaction()))))
            .connect_with(options.clone())
            .await;
        match writer {
            Err(error) if is_locked(&error) && started.elapsed() < WAIT => sleep(RETRY_INTERVAL).await,
            opened_or_failed => return opened_or_failed,
        }
    }
}

fn is_locked(error: &sqlx::Error) -> bool {
    error.as_database_error().and_then(|error| error.code()).is_some_and(|code| code == SQLITE_BUSY)
}

/// Fails if the linked SQLite is older than [`OLDEST_SAFE_SQLITE`].
async fn refuse_unsafe_sqlite(connection: &DatabaseConnection) -> anyhow::Result<()> {
    let statement = Statement::from_string(DatabaseBackend::Sqlite, "SELECT sqlite_version()");
    let row = connection.query_one_raw(statement).await?.context("reading the version of SQLite")?;
    let version: String = row.try_get_by_index(0)?;
    let parts: Vec<u32> = version.split('.').filter_map(|part| part.parse().ok()).collect();
    ensure!(
        parts.as_slice() >= OLDEST_SAFE_SQLITE.as_slice(),
        "SQLite {version} has a bug that can corrupt the database"
    );
    Ok(())
}

/// Opens separate pools for reads and writes, so that writes that wait for a lock don't delay reads.
async fn postgres(url: &str, connections: u32) -> anyhow::Result<Opened> {
    let parsed = Url::parse(url).context("VITRINE_DATABASE_URL")?;
    ensure!(
        matches!(parsed.scheme(), "postgres" | "postgresql"),
        "VITRINE_DATABASE_URL: expected sqlite:PATH or postgres://…, found {}:…",
        parsed.scheme()
    );
    let options = PgConnectOptions::from_str(url)?.application_name("vitrine").options(POSTGRES_SESSION);
    let pool = |size: u32| PgPoolOptions::new().max_connections(size).acquire_timeout(WAIT);
    let connect = |pool: PgPool| SqlxPostgresConnector::from_sqlx_postgres_pool(pool);
    let writers = pool(connections.div_ceil(2)).connect_with(options.clone()).await;
    let writer = match writers {
        Ok(writers) => connect(writers),
        Err(cause) => {
            return Err(start_errors::postgres(&options, &cause_of_timeout(&options, cause).await));
        }
    };
    let reader = match connections {
        0 | 1 => writer.clone(),
        more => {
            let read_only = options.options([("default_transaction_read_only", "on")]);
            connect(pool(more / 2).connect_lazy_with(read_only))
        }
    };
    Ok(Opened { writer, reader, file: None })
}

/// Returns why a pool could not connect. The pool retries while the server doesn't listen or has too many connections, and loses
/// the cause, so this function connects once more.
async fn cause_of_timeout(options: &PgConnectOptions, cause: sqlx::Error) -> sqlx::Error {
    if !matches!(cause, sqlx::Error::PoolTimedOut) {
        return cause;
    }
    match timeout(RETRY_TIMEOUT, PgConnection::connect_with(options)).await {
        Ok(Err(found)) => found,
        _ => cause,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absolute_path_of_a_sqlite_url_remains_absolute() {
        for (url, path) in [
            ("data/site.db", "data/site.db"),
            ("//data/site.db", "data/site.db"),
            ("/srv/site.db", "/srv/site.db"),
            ("///srv/site.db", "/srv/site.db"),
            ("////srv/site.db", "/srv/site.db"),
        ] {
            assert_eq!(sqlite_path(url).to_str(), Some(path), "{url}");
        }
    }
}
