//! Temporary folders, and databases on SQLite or PostgreSQL.

use std::path::PathBuf;

use sea_orm::{ConnectOptions, ConnectionTrait, Database, DatabaseBackend, DatabaseConnection, Statement};
use uuid::Uuid;
use vitrine_migrations::{Migrator, MigratorTrait};

/// A temporary folder, deleted when the value is dropped.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Self {
        let path = std::env::temp_dir().join(format!("vitrine-test-{}", unique()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn unique() -> String {
    Uuid::from_bytes(vitrine::platform::id::random_bytes()).simple().to_string()
}

/// Returns the URL of a new database without tables.
pub async fn new_database(folder: &Folder) -> String {
    match postgres() {
        Some(server) => server.create(None).await,
        None => format!("sqlite:{}", folder.0.join("test.db").display()),
    }
}

/// Creates the tables as they were before `migration`, and returns a connection.
pub async fn database_before(url: &str, migration: &str) -> DatabaseConnection {
    let writable = if url.starts_with("sqlite:") { format!("{url}?mode=rwc") } else { url.to_owned() };
    let database = Database::connect(writable).await.unwrap();
    let steps = Migrator::migrations().iter().position(|known| known.name() == migration).unwrap();
    Migrator::up(&database, Some(u32::try_from(steps).unwrap())).await.unwrap();
    database
}

/// Returns the URL of a new database for a server. On PostgreSQL, it has all tables, copied from a template in half the time
/// of the migrations. On SQLite, the server creates the tables.
pub async fn new_server_database(folder: &Folder) -> String {
    match postgres() {
        Some(server) => server.create(Some(&server.template().await)).await,
        None => new_database(folder).await,
    }
}

/// The PostgreSQL server that `TEST_POSTGRES_URL` names.
struct Postgres {
    url: String,
}

fn postgres() -> Option<Postgres> {
    let kind = std::env::var("VITRINE_TEST_DATABASE").ok();
    (kind.as_deref() == Some("postgres")).then(|| Postgres {
        url: std::env::var("TEST_POSTGRES_URL").expect("TEST_POSTGRES_URL names a PostgreSQL server"),
    })
}

impl Postgres {
    fn url_of(&self, name: &str) -> String {
        let (base, _) = self.url.rsplit_once('/').unwrap();
        format!("{base}/{name}")
    }

    /// Creates a database, as a copy of `template` or empty, and returns its URL.
    async fn create(&self, template: Option<&str>) -> String {
        let name = format!("test_{}", unique());
        let copied = template.map(|template| format!(" TEMPLATE {template}")).unwrap_or_default();
        let connection = Database::connect(&self.url).await.unwrap();
        connection.execute_unprepared(&format!("CREATE DATABASE {name}{copied}")).await.unwrap();
        connection.close().await.unwrap();
        self.url_of(&name)
    }

    /// Returns the name of a template with all tables and no rows. The first test of a run creates it.
    async fn template(&self) -> String {
        let run = std::env::var("NEXTEST_RUN_ID").unwrap_or_else(|_| std::process::id().to_string());
        let name = format!("tables_{}", run.replace('-', "_"));
        let mut options = ConnectOptions::new(&self.url);
        options.max_connections(1);
        let connection = Database::connect(options).await.unwrap();
        connection.execute_unprepared("SELECT pg_advisory_lock(1)").await.unwrap();
        let query = format!("SELECT 1 FROM pg_database WHERE datname = '{name}'");
        let query = Statement::from_string(DatabaseBackend::Postgres, query);
        if connection.query_one_raw(query).await.unwrap().is_none() {
            connection.execute_unprepared(&format!("CREATE DATABASE {name}")).await.unwrap();
            let template = Database::connect(self.url_of(&name)).await.unwrap();
            Migrator::up(&template, None).await.unwrap();
            template.close().await.unwrap();
        }
        // Closing releases the lock.
        connection.close().await.unwrap();
        name
    }
}
