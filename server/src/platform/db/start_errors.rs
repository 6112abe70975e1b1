//! Explains to the operator why the database can't be opened or migrated. No message contains the URL, which may have a password.

use std::{io::ErrorKind, path::Path};

use anyhow::anyhow;
use sea_orm::{
    DbErr,
    sqlx::{self, postgres::PgConnectOptions},
};

use super::WAIT;
use crate::platform::error::{is_disk_full, sqlx_cause};

/// Primary result codes of SQLite.
const SQLITE_READONLY: i32 = 8;
const SQLITE_CANTOPEN: i32 = 14;
const SQLITE_NOTADB: i32 = 26;

/// Explains an error of SQLite.
pub(super) fn sqlite(path: &Path, cause: &sqlx::Error) -> anyhow::Error {
    let shown = path.display();
    let code = cause.as_database_error().and_then(|error| error.code()?.parse::<i32>().ok());
    match code.map(|code| code & 0xff) {
        _ if is_disk_full(cause) => anyhow!("{shown} can't be written: no space is left on its disk"),
        Some(SQLITE_READONLY) => not_writable(path),
        Some(SQLITE_CANTOPEN) => anyhow!(
            "{shown} can't be opened. It must be a file that, like its folder, belongs to the user that runs Vitrine"
        ),
        Some(SQLITE_NOTADB) => anyhow!("{shown} is not a SQLite database"),
        _ => anyhow!("{shown} can't be used: {cause}"),
    }
}

/// Explains that a file of the database, or the folder of its files, can't be written.
pub(super) fn not_writable(path: &Path) -> anyhow::Error {
    anyhow!(
        "{} is not writable. The files of the database and their folder must belong to the user that runs Vitrine (`chown`) and \
         be writable for it (`chmod u+rw`), on a disk that isn't read-only",
        path.display()
    )
}

/// Explains an error of a migration. `file` is the path of the SQLite file; `None` with PostgreSQL.
pub(super) fn migration(file: Option<&Path>, error: anyhow::Error) -> anyhow::Error {
    let explained = match (file, error.downcast_ref::<DbErr>().and_then(sqlx_cause)) {
        (Some(path), Some(cause)) => sqlite(path, cause),
        // The text of the error would have a line number of PostgreSQL's source.
        (None, Some(sqlx::Error::Database(refusal))) => anyhow!("PostgreSQL: {}", refusal.message()),
        _ => error,
    };
    explained.context("applying the database migrations")
}

/// Explains why the connection to PostgreSQL failed.
pub(super) fn postgres(options: &PgConnectOptions, cause: &sqlx::Error) -> anyhow::Error {
    let host = options.get_socket().map_or(options.get_host().into(), |socket| socket.to_string_lossy());
    let server = format!("PostgreSQL at {host}:{}", options.get_port());
    let database = options.get_database().unwrap_or(options.get_username());
    match cause {
        sqlx::Error::Database(refusal) => match refusal.code().as_deref() {
            Some("3D000") => anyhow!(
                "{server} has no database '{database}'. Create it, or correct its name in VITRINE_DATABASE_URL"
            ),
            Some("28000" | "28P01") => anyhow!(
                "{server} refused the user '{}': {}. Correct the user or the password in VITRINE_DATABASE_URL, or the rules in \
                 pg_hba.conf",
                options.get_username(),
                refusal.message()
            ),
            _ => anyhow!("{server} refused the connection: {}", refusal.message()),
        },
        sqlx::Error::Tls(cause) => anyhow!(
            "the TLS connection to {server} failed: {cause}. Configure TLS in PostgreSQL, or correct sslmode and sslrootcert in \
             VITRINE_DATABASE_URL"
        ),
        sqlx::Error::Io(cause) if cause.kind() == ErrorKind::ConnectionRefused => anyhow!(
            "{server} can't be reached: nothing accepts connections there. Start it, or correct the host and port in \
             VITRINE_DATABASE_URL"
        ),
        sqlx::Error::PoolTimedOut => anyhow!(
            "{server} can't be reached: no connection within {} seconds. Correct the host and port in VITRINE_DATABASE_URL, or \
             the firewall between the machines",
            WAIT.as_secs()
        ),
        other => anyhow!(
            "{server} can't be reached: {other}. Start it, or correct the host and port in VITRINE_DATABASE_URL"
        ),
    }
}

#[cfg(test)]
mod tests {
    use sea_orm::sqlx::{Connection, SqliteConnection, query};

    use super::*;

    /// Returns the explanation of the error of a write after a setting.
    async fn explained(setting: &'static str) -> String {
        let mut connection = SqliteConnection::connect("sqlite::memory:").await.expect("opens");
        query(setting).execute(&mut connection).await.expect("is set");
        let error = query("CREATE TABLE a (b)").execute(&mut connection).await.expect_err("is refused");
        sqlite(Path::new("/srv/vitrine.db"), &error).to_string()
    }

    #[tokio::test]
    async fn start_on_a_full_disk_or_a_read_only_file_names_path_and_cause() {
        let full = explained("PRAGMA max_page_count = 1").await;
        assert_eq!(full, "/srv/vitrine.db can't be written: no space is left on its disk");
        let read_only = explained("PRAGMA query_only = 1").await;
        assert!(read_only.starts_with("/srv/vitrine.db is not writable. "), "{read_only}");
    }
}
