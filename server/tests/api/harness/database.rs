//! Temporary folders, and databases on SQLite or PostgreSQL.

use std::{fs, path::PathBuf};

use sea_orm::{ConnectionTrait, Database, DatabaseConnection};
use tokio::sync::OnceCell;
use uuid::Uuid;
use vitrine::operations::setup;
use vitrine_migrations::{Migrator, MigratorTrait};

use super::open_app;

const SQLITE_FILE: &str = "test.db";
const SECRET_KEY: &str = "secret.key";

/// A temporary folder, deleted when the value is dropped.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Self {
        let path = std::env::temp_dir().join(format!("vitrine-test-{}", unique()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn unique() -> String {
    Uuid::from_bytes(vitrine::platform::id::random_bytes()).simple().to_string()
}

/// Returns the URL of a new database without tables.
pub async fn new_database(folder: &Folder) -> String {
    match postgres() {
        Some(server) => server.create(None).await,
        None => format!("sqlite:{}", folder.0.join(SQLITE_FILE).display()),
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

/// A database after the first start of a server: with tables, default content and a setup link. A server that starts on a copy
/// takes half the time.
struct Prepared {
    /// The bytes of the SQLite file; empty with PostgreSQL.
    file: Vec<u8>,
    /// The name of the PostgreSQL database; unused with SQLite.
    name: String,
    secret_key: Vec<u8>,
}

static PREPARED: OnceCell<Prepared> = OnceCell::const_new();

async fn prepare() -> Prepared {
    let folder = Folder::new();
    let url = new_database(&folder).await;
    let app = open_app(&url, &folder, &[]).await.unwrap();
    setup::prepare(&app).await.unwrap();
    app.db.clone().close().await;
    let (_, name) = url.rsplit_once('/').unwrap();
    Prepared {
        file: fs::read(folder.0.join(SQLITE_FILE)).unwrap_or_default(),
        name: name.to_owned(),
        secret_key: fs::read(folder.0.join(SECRET_KEY)).unwrap(),
    }
}

/// Returns the URL of a new database for a server, and stores its secret key in the folder. All tests of a process share the
/// database that it is copied from.
pub async fn new_server_database(folder: &Folder) -> String {
    let prepared = PREPARED.get_or_init(prepare).await;
    fs::write(folder.0.join(SECRET_KEY), &prepared.secret_key).unwrap();
    match postgres() {
        Some(server) => server.create(Some(&prepared.name)).await,
        None => {
            fs::write(folder.0.join(SQLITE_FILE), &prepared.file).unwrap();
            new_database(folder).await
        }
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
}
