//! Faults: a busy, full or restarted database, a wrong key, a changed clock.

use std::fs::{self, File};

use chrono::TimeDelta;
use futures_util::future::join_all;
use reqwest::StatusCode;
use sea_orm::{
    ConnectionTrait, Database as SeaDatabase, DatabaseBackend, DatabaseConnection, Statement,
    TransactionTrait,
};
use serde_json::json;
use tokio::{
    io::AsyncWriteExt,
    net::TcpStream,
    time::{Duration, timeout},
};
use vitrine::{
    app::{App, config::Config},
    features::contacts,
    operations::maintenance,
    platform::{clock::Clock, db::Database},
};

use crate::harness::{ADMIN, Folder, PASSWORD, Server, lead, lead_with, new_database, start_of_test};

/// Longer than one wait of a write (five seconds) and shorter than two.
const ONE_WAIT: Duration = Duration::from_secs(8);

fn is_sqlite(server: &Server) -> bool {
    server.app.db.reader().get_database_backend() == DatabaseBackend::Sqlite
}

/// Opens a second connection to the database.
async fn stranger(server: &Server) -> DatabaseConnection {
    SeaDatabase::connect(&server.app.config.database_url).await.unwrap()
}

async fn run(server: &Server, sql: &str) {
    let tx = server.app.db.begin().await.unwrap();
    tx.execute_unprepared(sql).await.unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn locked_database_refuses_writes_after_one_wait() {
    let server = Server::start().await;
    let stranger = stranger(&server).await;
    let lock = stranger.begin().await.unwrap();
    let sql = if is_sqlite(&server) { "DELETE FROM contacts" } else { "LOCK TABLE contacts" };
    lock.execute_unprepared(sql).await.unwrap();
    let send = async || server.post("/api/contacts", &lead()).await;
    let answers = timeout(ONE_WAIT, join_all([send(), send()])).await.expect("the waits don't add up");
    for answer in answers {
        assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(answer.headers()["retry-after"], "2");
    }
    lock.rollback().await.unwrap();
    // Writes work again without a restart.
    send().await.expect(StatusCode::CREATED);
}

/// All write connections are busy. Staff can still read, even when the last use of their session must be stored.
#[tokio::test]
async fn busy_writers_do_not_delay_reads() {
    let server = Server::start_for_races().await;
    let staff = server.editor().await;
    server.advance(TimeDelta::minutes(2));
    let writers = if is_sqlite(&server) { 1 } else { server.app.config.database_connections / 2 };
    let held = join_all((0..writers).map(|_| server.app.db.begin())).await;
    assert!(held.iter().all(Result::is_ok));
    staff.get("/api/contacts").await.expect(StatusCode::OK);
    server.get("/api/services").await.expect(StatusCode::OK);
    drop(held);
    // A use that isn't stored yet counts too.
    server.advance(TimeDelta::minutes(59));
    staff.get("/api/contacts").await.expect(StatusCode::OK);
}

#[tokio::test]
async fn full_disk_refuses_writes_and_serves_reads() {
    let server = Server::start().await;
    if !is_sqlite(&server) {
        // A test can't fill PostgreSQL's disk; the unit test of `platform/error.rs` has the error code.
        return;
    }
    let staff = server.editor().await;
    let count = Statement::from_string(DatabaseBackend::Sqlite, "PRAGMA page_count");
    let pages: i64 =
        server.app.db.reader().query_one_raw(count).await.unwrap().unwrap().try_get_by_index(0).unwrap();
    run(&server, &format!("PRAGMA max_page_count = {pages}")).await;
    let long = lead_with(&json!({"message": "longa ".repeat(700)}));
    let send = async || server.post("/api/contacts", &long).await;
    let mut refused = send().await;
    while refused.status() == StatusCode::CREATED {
        refused = send().await;
    }
    assert_eq!(refused.status(), StatusCode::INSUFFICIENT_STORAGE);
    assert_eq!(refused.json()["code"], "storage_full");
    server.advance(TimeDelta::minutes(2));
    staff.get("/api/contacts").await.expect(StatusCode::OK);
    server.get("/").await.expect(StatusCode::OK);
    run(&server, "PRAGMA max_page_count = 1000000").await;
    // A rolled-back transaction must not leave later ones open.
    let taken = json!({"email": ADMIN, "password": PASSWORD, "full_name": "Outra", "role": "user"});
    let admin = server.admin().await;
    admin.post("/api/auth/users", &taken).await.expect(StatusCode::CONFLICT);
    let sent = send().await;
    assert_eq!(sent.status(), StatusCode::CREATED, "without a restart");
    let path = format!("/api/contacts/{}", sent.json()["id"].as_str().unwrap());
    let stored = server.editor().await.get(&path).await;
    assert_eq!(stored.status(), StatusCode::OK, "what was accepted is stored");
}

#[tokio::test]
async fn sessions_on_postgresql_have_timeouts_and_recover() {
    let server = Server::start_for_races().await;
    if is_sqlite(&server) {
        return;
    }
    let show = async |setting: &str| -> String {
        let statement = Statement::from_string(DatabaseBackend::Postgres, format!("SHOW {setting}"));
        server.app.db.reader().query_one_raw(statement).await.unwrap().unwrap().try_get_by_index(0).unwrap()
    };
    assert_eq!(show("lock_timeout").await, "5s");
    assert_eq!(show("statement_timeout").await, "30s");
    assert_eq!(show("idle_in_transaction_session_timeout").await, "15s");
    assert_eq!(show("default_transaction_read_only").await, "on", "reads have connections of their own");
    let stranger = stranger(&server).await;
    let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
               WHERE datname = current_database() AND pid <> pg_backend_pid()";
    stranger.execute_unprepared(end).await.unwrap();
    server.get("/api/services").await.expect(StatusCode::OK);
    server.send_contact(&lead()).await;
}

/// A request whose client disconnects while it waits for the database is stored and counted.
#[tokio::test]
async fn disconnected_request_still_counts_against_the_limit() {
    let server = Server::start().await;
    let held = server.app.db.begin().await.unwrap();
    let body = lead().to_string();
    let request = format!(
        "POST /api/contacts HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        server.address,
        body.len()
    );
    let mut connections = Vec::new();
    for _ in 0..10 {
        let mut connection = TcpStream::connect(server.address).await.unwrap();
        connection.write_all(request.as_bytes()).await.unwrap();
        connections.push(connection);
    }
    let one_more = async || server.post("/api/contacts", &lead()).await.status();
    let network = server.address.ip();
    while server.app.limits.contacts.check(&network, server.app.clock.steady()).is_ok() {
        tokio::task::yield_now().await;
    }
    drop(connections);
    assert_eq!(one_more().await, StatusCode::TOO_MANY_REQUESTS);
    drop(held);
    let stored = async || {
        contacts::list::store::summary(server.app.db.reader(), server.app.clock.now()).await.unwrap().inbox
    };
    while stored().await < 10 {
        tokio::task::yield_now().await;
    }
    assert_eq!(one_more().await, StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn parallel_retries_with_one_key_count_once() {
    let server = Server::start().await;
    let send = async |_| server.post("/api/contacts", &lead()).header("idempotency-key", "k").await.status();
    let statuses = join_all((0..20).map(send)).await;
    assert_eq!(statuses, [StatusCode::CREATED; 20]);
}

#[tokio::test]
async fn limits_and_reauthentication_survive_a_clock_change() {
    let server = Server::start().await;
    let send = async || server.post("/api/contacts", &lead()).await.status();
    for _ in 0..10 {
        assert_eq!(send().await, StatusCode::CREATED);
    }
    server.app.clock.jump(TimeDelta::days(1));
    assert_eq!(send().await, StatusCode::TOO_MANY_REQUESTS, "a clock set ahead resets no limit");
    server.app.clock.jump(-TimeDelta::days(1));
    server.advance(TimeDelta::minutes(2));
    assert_eq!(send().await, StatusCode::CREATED, "a clock set back blocks nobody");

    let admin = server.admin().await;
    admin.get("/api/audit/export.csv").await.expect(StatusCode::OK);
    server.app.clock.jump(-TimeDelta::hours(1));
    let answer = admin.get("/api/audit/export.csv").await;
    assert_eq!(answer.json()["code"], "step_up_required");
}

#[tokio::test]
async fn clock_jump_pauses_deletion_for_an_hour() {
    let server = Server::start().await;
    let contact = server.send_contact(&lead()).await;
    let editor = server.editor().await;
    let path = format!("/api/contacts/{}", contact["id"].as_str().unwrap());
    editor.delete(&path).await;
    let in_trash = async || {
        contacts::list::store::summary(server.app.db.reader(), server.app.clock.now()).await.unwrap().trash
    };
    maintenance::run(&server.app).await.unwrap();
    server.app.clock.jump(TimeDelta::days(40));
    maintenance::run(&server.app).await.unwrap();
    assert_eq!(in_trash().await, 1);
    // A restart accepts neither the wrong time nor records made at that time.
    server.editor().await;
    let restarted = server.replica().await;
    maintenance::run(&restarted.app).await.unwrap();
    assert_eq!(in_trash().await, 1);
    server.advance(TimeDelta::hours(1));
    maintenance::run(&server.app).await.unwrap();
    assert_eq!(in_trash().await, 0);
}

#[tokio::test]
async fn failing_maintenance_job_does_not_stop_others() {
    let server = Server::start().await;
    let contact = server.send_contact(&lead()).await;
    let editor = server.editor().await;
    let path = format!("/api/contacts/{}", contact["id"].as_str().unwrap());
    editor.delete(&path).await;
    server.advance(TimeDelta::days(31));
    run(&server, "ALTER TABLE passkey_challenges RENAME TO missing").await;
    let failed = maintenance::run(&server.app).await.unwrap_err().to_string();
    assert!(failed.contains("passkey challenges") && !failed.contains("contacts"), "{failed}");
    let left = contacts::list::store::summary(server.app.db.reader(), server.app.clock.now()).await.unwrap();
    assert_eq!(left.trash, 0);
}

#[tokio::test]
async fn orphaned_media_files_are_deleted() {
    let server = Server::start().await;
    let folder = server.app.files.folder().unwrap().join("company");
    fs::create_dir_all(&folder).unwrap();
    let secret = "0123456789abcdef0123456789abcdef";
    let names = [
        format!("{secret}-1.png"),
        format!("{secret}-1.png#1"),
        format!("{secret}-new.png"),
        format!("{secret}-named.png"),
        "notes-of-somebody.txt".to_owned(),
    ];
    let day_ago = server.app.clock.now() - TimeDelta::hours(25);
    for name in &names {
        let file = File::create(folder.join(name)).unwrap();
        file.set_modified(if name.contains("new") { server.app.clock.now() } else { day_ago }.into())
            .unwrap();
    }
    let left = || {
        let mut left: Vec<_> =
            fs::read_dir(&folder).unwrap().map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
        left.sort();
        left
    };
    maintenance::run(&server.app).await.unwrap();
    assert_eq!(left().len(), 5, "files are kept if the database has no images at all");
    run(
        &server,
        &format!(
            "INSERT INTO media (id, name, alt, folder, path, content_type, width, height, bytes, variants, search, \
             version, created_by, created_at, updated_at, focus_x, focus_y) SELECT id, 'x', '', 'company', \
             'company/{secret}-named.png', 'image/png', 1, 1, 1, '[]', '', 1, id, created_at, created_at, 50, 50 \
             FROM users LIMIT 1"
        ),
    )
    .await;
    maintenance::run(&server.app).await.unwrap();
    let kept = [&names[3], &names[2], &names[4]];
    assert_eq!(left().iter().collect::<Vec<_>>(), kept);
}

async fn open(url: &str, folder: &Folder, key: Option<&str>) -> anyhow::Result<App> {
    let config = Config::read(|name| match name {
        "VITRINE_DATABASE_URL" => Some(url.to_owned()),
        "VITRINE_DATA_DIR" => Some(folder.0.display().to_string()),
        "VITRINE_SECRET_KEY" => key.map(str::to_owned),
        _ => None,
    });
    let config = config?;
    let db = Database::open(&config.database_url).await?;
    App::new(config, db, Clock::held_at(start_of_test())).await
}

#[tokio::test]
async fn wrong_or_missing_secret_key_refuses_to_start() {
    let folder = Folder::new();
    let url = new_database(&folder).await;
    let refused = async |key: Option<&str>| match open(&url, &folder, key).await {
        Ok(_) => String::new(),
        Err(cause) => format!("{cause:#}"),
    };
    assert_eq!(refused(None).await, "", "a new database gets a key");
    assert_eq!(refused(None).await, "", "and keeps it");
    let other = "ab".repeat(32);
    assert!(refused(Some(&other)).await.contains("not the one that this database was made with"));
    let file = folder.0.join("secret.key");
    let key = fs::read_to_string(&file).unwrap();
    fs::remove_file(&file).unwrap();
    assert!(refused(None).await.contains("is missing"));
    assert!(!file.exists(), "no other key is made");
    assert_eq!(refused(Some(key.trim())).await, "");
}

#[tokio::test]
async fn missing_or_wrong_key_of_a_database_of_an_earlier_version_refuses_to_start() {
    let folder = Folder::new();
    let url = new_database(&folder).await;
    let app = open(&url, &folder, None).await.unwrap();
    vitrine::operations::setup::prepare(&app).await.unwrap();
    let tx = app.db.begin().await.unwrap();
    tx.execute_unprepared("DELETE FROM key_check").await.unwrap();
    tx.commit().await.unwrap();
    open(&url, &folder, None).await.expect("the key is there");
    let tx = app.db.begin().await.unwrap();
    tx.execute_unprepared("DELETE FROM key_check").await.unwrap();
    tx.commit().await.unwrap();
    let other = "ab".repeat(32);
    assert!(open(&url, &folder, Some(&other)).await.is_err(), "another key is not taken for the database's");
    fs::remove_file(folder.0.join("secret.key")).unwrap();
    assert!(open(&url, &folder, None).await.is_err());
}

#[tokio::test]
async fn readiness_reports_another_key_and_missing_media() {
    let server = Server::start().await;
    let status = async || {
        server.advance(TimeDelta::seconds(2));
        server.get("/healthz/ready").await.status()
    };
    assert_eq!(status().await, StatusCode::OK);
    let folder = server.app.files.folder().unwrap();
    fs::remove_dir(folder).unwrap();
    assert_eq!(status().await, StatusCode::SERVICE_UNAVAILABLE);
    fs::create_dir(folder).unwrap();
    assert_eq!(status().await, StatusCode::OK);
    run(&server, "UPDATE key_check SET value = 'x'").await;
    assert_eq!(status().await, StatusCode::SERVICE_UNAVAILABLE);
}

#[tokio::test]
async fn database_file_is_readable_by_its_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let server = Server::start().await;
    let Some(path) = server.app.config.database_url.strip_prefix("sqlite:") else { return };
    for suffix in ["", "-wal", "-shm"] {
        let mode = fs::metadata(format!("{path}{suffix}")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{suffix}");
    }
}
