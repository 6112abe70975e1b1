//! Faults: a busy, full or restarted database, a wrong secret key, a changed clock, and missing files.

use std::{
    fs::{self, File},
    future::poll_fn,
    task::Poll,
};

use chrono::TimeDelta;
use futures_util::future::{join, join_all};
use reqwest::{Method, StatusCode, header};
use sea_orm::{ConnectionTrait, Database as SeaDatabase, DatabaseConnection, TransactionTrait};
use serde_json::json;
use tokio::{
    io::AsyncWriteExt,
    net::TcpStream,
    time::{Duration, timeout},
};
use uuid::Uuid;
use vitrine::{features::contacts, operations::maintenance};

use crate::harness::{
    ADMIN, Client, Folder, PASSWORD, Server, VISITOR, contact_path, new_contact, new_contact_with,
    new_database, open_app,
};

/// A duration longer than one wait for the database (five seconds) and shorter than two.
const ONE_WAIT: Duration = Duration::from_secs(8);

/// Opens a separate connection to the server's database.
async fn connect(server: &Server) -> DatabaseConnection {
    SeaDatabase::connect(&server.app.config.database_url).await.unwrap()
}

#[tokio::test]
async fn writes_to_a_locked_database_are_refused_and_their_waits_do_not_add_up() {
    let server = Server::start().await;
    let connection = connect(&server).await;
    let lock = connection.begin().await.unwrap();
    let sql = if server.is_sqlite() { "DELETE FROM contacts" } else { "LOCK TABLE contacts" };
    lock.execute_unprepared(sql).await.unwrap();
    let send = async || server.post("/api/contacts", &new_contact()).await;
    let answers = timeout(ONE_WAIT, join_all([send(), send()])).await.expect("the waits don't add up");
    for answer in answers {
        assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(answer.headers()["retry-after"], "2");
    }
    lock.rollback().await.unwrap();
    // Writes work again without a restart.
    send().await.expect(StatusCode::CREATED);
}

/// Staff can read even while the last use of their session can't be stored.
#[tokio::test]
async fn busy_writers_do_not_delay_reads() {
    let server = Server::start_for_races().await;
    let staff = server.editor().await;
    server.advance(TimeDelta::minutes(2));
    let held = server.occupy_writers().await;
    let missing = server.request(Method::GET, "/antiga").header(header::ACCEPT, "text/html");
    missing.await.expect(StatusCode::NOT_FOUND);
    for path in ["/api/contacts", "/api/services", "/api/redirects", "/api/missing-pages"] {
        staff.get(path).await.expect(StatusCode::OK);
    }
    drop(held);
    assert_eq!(staff.json("/api/missing-pages").await[0]["path"], "/antiga", "the request is still counted");
    // The requests extended the session, even if its last use isn't stored yet.
    server.advance(TimeDelta::minutes(59));
    staff.get("/api/contacts").await.expect(StatusCode::OK);
}

#[tokio::test]
async fn full_disk_refuses_writes_and_serves_reads() {
    let server = Server::start().await;
    if !server.is_sqlite() {
        // A test can't fill PostgreSQL's disk. A unit test in `platform/error.rs` covers its error code.
        return;
    }
    let staff = server.editor().await;
    let pages: i64 = server.query("PRAGMA page_count").await[0].try_get_by_index(0).unwrap();
    server.execute_sql(&format!("PRAGMA max_page_count = {pages}")).await;
    let long_contact = new_contact_with(&json!({"message": "longa ".repeat(700)}));
    let send = async || server.post("/api/contacts", &long_contact).await;
    let mut refused = send().await;
    while refused.status() == StatusCode::CREATED {
        refused = send().await;
    }
    assert_eq!(refused.status(), StatusCode::INSUFFICIENT_STORAGE);
    assert_eq!(refused.json()["code"], "storage_full");
    server.advance(TimeDelta::minutes(2));
    staff.get("/api/contacts").await.expect(StatusCode::OK);
    server.get("/").await.expect(StatusCode::OK);
    server.execute_sql("PRAGMA max_page_count = 1000000").await;
    // A conflict rolls back its transaction, which must not affect later ones.
    let taken = json!({"email": ADMIN, "password": PASSWORD, "full_name": "Outra", "role": "user"});
    let admin = server.admin().await;
    admin.post("/api/auth/users", &taken).await.expect(StatusCode::CONFLICT);
    // Writes work again without a restart.
    let sent = send().await.expect(StatusCode::CREATED).json();
    server.editor().await.get(&contact_path(&sent)).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn postgresql_connections_have_timeouts_and_recover() {
    let server = Server::start_for_races().await;
    if server.is_sqlite() {
        return;
    }
    let show = async |setting: &str| -> String {
        server.query(&format!("SHOW {setting}")).await[0].try_get_by_index(0).unwrap()
    };
    assert_eq!(show("lock_timeout").await, "5s");
    assert_eq!(show("statement_timeout").await, "30s");
    assert_eq!(show("idle_in_transaction_session_timeout").await, "15s");
    assert_eq!(
        show("default_transaction_read_only").await,
        "on",
        "reads have their own, read-only connections"
    );
    let connection = connect(&server).await;
    let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
               WHERE datname = current_database() AND pid <> pg_backend_pid()";
    connection.execute_unprepared(end).await.unwrap();
    server.get("/api/services").await.expect(StatusCode::OK);
    server.send_contact(&new_contact()).await;
}

/// A request waits for another process that stores its key; the requests that arrived with it don't.
#[tokio::test]
async fn contact_that_waits_for_a_lock_does_not_delay_others() {
    let server = Server::start_for_races().await;
    if server.is_sqlite() {
        // Has one write transaction at a time.
        return;
    }
    let send = async |key: &str| {
        server.post("/api/contacts", &new_contact()).header("idempotency-key", key).await.status()
    };
    let held = server.app.db.begin().await.unwrap();
    let sent = server.send_contact(&new_contact()).await;
    let id = sent["id"].as_str().unwrap();
    held.execute_unprepared(&format!("INSERT INTO idempotency_keys VALUES ('held', 'x', '{id}', now())"))
        .await
        .unwrap();
    let (waiting, ()) = join(send("held"), async {
        let others = join_all(["a", "b", "c"].map(send)).await;
        assert_eq!(others, [StatusCode::CREATED; 3]);
        drop(held);
    })
    .await;
    assert_eq!(waiting, StatusCode::CREATED);
}

/// The account of a sender waits for another process that changes it; other senders and settings don't.
#[tokio::test]
async fn contact_of_a_locked_account_does_not_delay_others() {
    let server = Server::start_for_races().await;
    if server.is_sqlite() {
        // Has one write transaction at a time.
        return;
    }
    let (visitor, admin) = (server.sign_in(VISITOR).await, server.admin().await);
    let send = async |client: &Client| client.post("/api/contacts", &new_contact()).await.status();
    let held = server.app.db.begin().await.unwrap();
    let lock = format!("SELECT id FROM users WHERE email = '{VISITOR}' FOR UPDATE");
    held.execute_unprepared(&lock).await.unwrap();
    let waits =
        "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    let (waiting, ()) = join(join_all([(); 5].map(|()| send(&visitor))), async {
        while server.query(waits).await.is_empty() {}
        admin.put("/api/settings/contact", &json!({"promised_hours": "48"})).await.expect_success();
        assert_eq!(join(send(&admin), send(&server)).await, (StatusCode::CREATED, StatusCode::CREATED));
        drop(held);
    })
    .await;
    assert_eq!(waiting, [StatusCode::CREATED; 5]);
}

/// The waits of requests with the same key don't add up.
#[tokio::test]
async fn contacts_with_the_same_key_wait_at_the_same_time() {
    let server = Server::start_for_races().await;
    let send = async || {
        let answer = server.post("/api/contacts", &new_contact()).header("idempotency-key", "same").await;
        answer.status()
    };
    let held = connect(&server).await.begin().await.unwrap();
    let lock = if server.is_sqlite() { "DELETE FROM contacts" } else { "LOCK TABLE contacts" };
    held.execute_unprepared(lock).await.unwrap();
    let refused = timeout(ONE_WAIT, join_all([send(), send(), send()])).await.unwrap();
    assert_eq!(refused, [StatusCode::SERVICE_UNAVAILABLE; 3]);
}

#[tokio::test]
async fn canceled_start_of_a_transaction_leaves_none_open() {
    let server = Server::start_for_races().await;
    if server.is_sqlite() {
        // Begins at once, or fails.
        return;
    }
    let open = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'";
    for polls in 1..20 {
        let mut begin = Box::pin(server.app.db.begin());
        let mut left = polls;
        poll_fn(|context| {
            left -= 1;
            let is_ready = begin.as_mut().poll(context).is_ready();
            if is_ready || left == 0 { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
        drop(begin);
        let are_closed = async { while !server.query(open).await.is_empty() {} };
        timeout(ONE_WAIT, are_closed).await.unwrap_or_else(|_| panic!("open after {polls} polls"));
    }
}

/// A request whose client disconnects while it waits for the database is stored and counted.
#[tokio::test]
async fn disconnected_request_still_counts_against_the_limit() {
    let server = Server::start().await;
    let held = server.app.db.begin().await.unwrap();
    let body = new_contact().to_string();
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
    let send = async || server.post("/api/contacts", &new_contact()).await.status();
    let network = server.address.ip();
    while server.app.limits.contacts.check(&network, server.app.clock.steady()).is_ok() {
        tokio::task::yield_now().await;
    }
    drop(connections);
    assert_eq!(send().await, StatusCode::TOO_MANY_REQUESTS);
    drop(held);
    let stored = async || {
        contacts::list::store::summary(server.app.db.reader(), Uuid::nil(), server.app.clock.now())
            .await
            .unwrap()
            .all
    };
    while stored().await < 10 {
        tokio::task::yield_now().await;
    }
    assert_eq!(send().await, StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn concurrent_contact_retries_with_one_key_count_once() {
    let server = Server::start().await;
    let send =
        async |_| server.post("/api/contacts", &new_contact()).header("idempotency-key", "k").await.status();
    let statuses = join_all((0..20).map(send)).await;
    assert_eq!(statuses, [StatusCode::CREATED; 20]);
}

#[tokio::test]
async fn clock_change_resets_no_limit_and_ends_step_up() {
    let server = Server::start().await;
    let send = async || server.post("/api/contacts", &new_contact()).await.status();
    for _ in 0..10 {
        assert_eq!(send().await, StatusCode::CREATED);
    }
    server.app.clock.jump(TimeDelta::days(1));
    assert_eq!(send().await, StatusCode::TOO_MANY_REQUESTS, "a clock set ahead resets no limit");
    server.app.clock.jump(-TimeDelta::days(1));
    server.advance(TimeDelta::minutes(2));
    assert_eq!(send().await, StatusCode::CREATED, "a clock set back blocks no requests");

    let admin = server.admin().await;
    admin.get("/api/audit/export.csv").await.expect(StatusCode::OK);
    server.app.clock.jump(-TimeDelta::hours(1));
    let answer = admin.get("/api/audit/export.csv").await;
    assert_eq!(answer.json()["code"], "step_up_required");
}

#[tokio::test]
async fn clock_jump_pauses_deletion_for_an_hour() {
    let server = Server::start().await;
    let contact = server.send_contact(&new_contact()).await;
    let editor = server.editor().await;
    let path = contact_path(&contact);
    editor.delete(&path).await.expect(StatusCode::NO_CONTENT);
    let count_trash = async || {
        contacts::list::store::summary(server.app.db.reader(), Uuid::nil(), server.app.clock.now())
            .await
            .unwrap()
            .trash
    };
    server.run_maintenance().await;
    server.app.clock.jump(TimeDelta::days(40));
    server.run_maintenance().await;
    assert_eq!(count_trash().await, 1);
    // A restarted server waits, too, although a session was created at the wrong time.
    server.editor().await;
    let restarted = server.replica().await;
    restarted.run_maintenance().await;
    assert_eq!(count_trash().await, 1);
    server.advance(TimeDelta::hours(1));
    server.run_maintenance().await;
    assert_eq!(count_trash().await, 0);
}

#[tokio::test]
async fn failing_maintenance_job_does_not_stop_others() {
    let server = Server::start().await;
    let contact = server.send_contact(&new_contact()).await;
    let editor = server.editor().await;
    let path = contact_path(&contact);
    editor.delete(&path).await.expect(StatusCode::NO_CONTENT);
    server.advance(TimeDelta::days(31));
    server.execute_sql("ALTER TABLE passkey_challenges RENAME TO missing").await;
    let failed = maintenance::run(&server.app).await.unwrap_err().to_string();
    assert!(failed.contains("passkey challenges") && !failed.contains("contacts"), "{failed}");
    let left = contacts::list::store::summary(server.app.db.reader(), Uuid::nil(), server.app.clock.now())
        .await
        .unwrap();
    assert_eq!(left.trash, 0);
}

#[tokio::test]
async fn orphaned_media_files_are_deleted() {
    let server = Server::start().await;
    let folder = server.app.files.folder().unwrap().join("company");
    fs::create_dir_all(&folder).unwrap();
    let file = |end: &str| format!("0123456789abcdef0123456789abcdef-{end}");
    let (of_a_picture, recent, other) = (file("picture.png"), file("recent.png"), "notes.txt".to_owned());
    let now = server.app.clock.now();
    for name in [&file("1.png"), &file("1.png#1"), &of_a_picture, &recent, &other] {
        let changed_at = if *name == recent { now } else { now - TimeDelta::hours(25) };
        File::create(folder.join(name)).unwrap().set_modified(changed_at.into()).unwrap();
    }
    let left = || {
        let mut left: Vec<_> = fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        left.sort();
        left
    };
    server.run_maintenance().await;
    assert_eq!(left().len(), 5, "no file is deleted if the database has no media");
    server.execute_sql(&format!(
            "INSERT INTO media (id, name, alt, folder, path, content_type, width, height, bytes, variants, search, \
             version, created_by, created_at, updated_at, focus_x, focus_y) SELECT id, 'x', '', 'company', \
             'company/{of_a_picture}', 'image/png', 1, 1, 1, '[]', '', 1, id, created_at, created_at, 50, 50 \
             FROM users LIMIT 1"
        ),
    )
    .await;
    server.run_maintenance().await;
    assert_eq!(left(), [of_a_picture, recent, other]);
}

#[tokio::test]
async fn program_refuses_to_start_with_a_wrong_or_missing_secret_key() {
    let folder = Folder::new();
    let url = new_database(&folder).await;
    let open = async |key: Option<&str>| {
        open_app(&url, &folder, key.map(|key| ("VITRINE_SECRET_KEY", key)).as_slice()).await
    };
    // Returns the error; empty if there is none.
    let error_with = async |key: Option<&str>| match open(key).await {
        Ok(_) => String::new(),
        Err(cause) => format!("{cause:#}"),
    };
    assert_eq!(error_with(None).await, "", "a new database gets a key");
    assert_eq!(error_with(None).await, "", "the key is stored");
    let other = "ab".repeat(32);
    assert!(error_with(Some(&other)).await.contains("not the one that this database was made with"));
    let file = folder.0.join("secret.key");
    let key = fs::read_to_string(&file).unwrap();
    fs::remove_file(&file).unwrap();
    assert!(error_with(None).await.contains("is missing"));
    assert!(!file.exists(), "no other key is created");
    assert_eq!(error_with(Some(key.trim())).await, "");
}

#[tokio::test]
async fn program_refuses_a_wrong_or_missing_key_for_a_database_without_key_check() {
    let folder = Folder::new();
    let url = new_database(&folder).await;
    let app = open_app(&url, &folder, &[]).await.unwrap();
    vitrine::operations::setup::prepare(&app).await.unwrap();
    let delete_key_check = async || {
        let tx = app.db.begin().await.unwrap();
        tx.execute_unprepared("DELETE FROM key_check").await.unwrap();
        tx.commit().await.unwrap();
    };
    delete_key_check().await;
    open_app(&url, &folder, &[]).await.expect("the right key");
    delete_key_check().await;
    let other = "ab".repeat(32);
    assert!(open_app(&url, &folder, &[("VITRINE_SECRET_KEY", &other)]).await.is_err(), "another key");
    fs::remove_file(folder.0.join("secret.key")).unwrap();
    assert!(open_app(&url, &folder, &[]).await.is_err(), "no key");
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
    server.execute_sql("UPDATE key_check SET value = 'x'").await;
    assert_eq!(status().await, StatusCode::SERVICE_UNAVAILABLE);
}

#[tokio::test]
async fn database_file_is_readable_only_by_its_owner() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let url = new_database(&folder).await;
    let Some(path) = url.strip_prefix("sqlite:") else { return };
    let _app = open_app(&url, &folder, &[]).await.unwrap();
    for suffix in ["", "-wal", "-shm"] {
        let mode = fs::metadata(format!("{path}{suffix}")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{suffix}");
    }
}
