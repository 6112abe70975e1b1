//! The database: several processes on one database, transactions, and failures.

mod migrations;

use futures_util::future::join_all;
use reqwest::StatusCode;
use sea_orm::ConnectionTrait;
use serde_json::json;
use vitrine::{
    features::navigation::{
        footer,
        menu::{self, model::MenuItem},
    },
    foundation::identity::store::users,
    operations::setup,
    platform::db::{Database, stored},
};

use crate::harness::{
    ADMIN, Folder, PASSWORD, Server, contact_path, new_contact, new_database, open_app, start_of_test,
};

#[tokio::test]
async fn replicas_can_create_the_tables_concurrently() {
    let folder = Folder::new();
    let url = new_database(&folder).await;
    let opened = join_all((0..4).map(|_| Database::open(&url))).await;
    for database in opened {
        database.expect("starts").poll_revision().await.expect("answers");
    }
}

#[tokio::test]
async fn replicas_that_start_together_create_the_first_content_once() {
    let admin = [("VITRINE_ADMIN_EMAIL", ADMIN), ("VITRINE_ADMIN_PASSWORD", PASSWORD)];
    for variables in [&admin[..], &[]] {
        let folder = Folder::new();
        let url = new_database(&folder).await;
        let open = async || open_app(&url, &folder, variables).await.unwrap();
        let replicas = join_all((0..4).map(|_| open())).await;
        let prepared = join_all(replicas.iter().map(setup::prepare)).await;
        let secrets: Vec<String> =
            prepared.into_iter().filter_map(|secret| secret.expect("starts")).collect();
        assert_eq!(secrets.len(), if variables.is_empty() { 4 } else { 0 });
        let db = replicas[0].db.reader();
        let menu = stored::list::<MenuItem>(db, menu::store::select_present_siblings(None)).await.unwrap();
        let addresses: Vec<_> = menu.into_iter().map(|item| item.url).collect();
        assert_eq!(addresses, ["/", "/sobre", "/servicos", "/blog", "/contato"]);
        assert_eq!(footer::store::list(db).await.unwrap().len(), 4);
        let first = users::find_by_email(db, ADMIN).await.unwrap();
        assert_eq!(first.is_some_and(|user| user.email_verified), !variables.is_empty());
        assert_eq!(users::has_admin(db).await.unwrap(), !variables.is_empty());
        for secret in secrets {
            let hash = vitrine::platform::id::sha256_hex(secret.as_bytes());
            assert!(
                setup::store::exists(db, &hash, start_of_test()).await.unwrap(),
                "each process prints a valid link"
            );
        }
    }
}

#[tokio::test]
async fn setup_neither_refills_nor_duplicates_menu_and_footer() {
    let server = Server::start().await;
    let prepare_after = async |sql: &str| {
        server.execute_sql(sql).await;
        setup::prepare(&server.app).await.unwrap();
        let db = server.app.db.reader();
        let menu = stored::list::<MenuItem>(db, menu::store::select_present_siblings(None)).await.unwrap();
        (menu.len(), footer::store::list(db).await.unwrap().len())
    };
    let (menu, footer) = prepare_after("SELECT 1").await;
    assert_eq!((menu, footer), (5, 4));
    // Earlier versions didn't record the default menu in the database.
    assert_eq!(prepare_after("DELETE FROM seeds WHERE name = 'navigation'").await, (menu, footer));
    assert_eq!(prepare_after("DELETE FROM menu_items").await, (0, footer));
    assert_eq!(prepare_after("DELETE FROM footer_sections").await, (0, 0));
}

#[tokio::test]
async fn database_of_a_newer_version_is_refused() {
    let folder = Folder::new();
    let url = new_database(&folder).await;
    let database = Database::open(&url).await.unwrap();
    let tx = database.begin().await.unwrap();
    tx.execute_unprepared("INSERT INTO seaql_migrations (version, applied_at) VALUES ('m9999_future', 0)")
        .await
        .unwrap();
    tx.commit().await.unwrap();
    database.close().await;
    let error = Database::open(&url).await.err().expect("refused");
    assert!(format!("{error:#}").contains("m9999_future"), "{error:#}");
}

#[tokio::test]
async fn dropped_transaction_changes_nothing() {
    let server = Server::start().await;
    let revision = server.app.db.revision().current();
    let mut tx = server.app.db.begin().await.unwrap();
    tx.content_changed().await.unwrap();
    tx.execute_unprepared("DELETE FROM users").await.unwrap();
    drop(tx);
    assert_eq!(server.app.db.revision().current(), revision);
    server.app.db.poll_revision().await.unwrap();
    assert_eq!(server.app.db.revision().current(), revision);
    // The users still exist.
    server.editor().await;
}

#[tokio::test]
async fn content_change_of_another_process_raises_the_revision() {
    let folder = Folder::new();
    let url = new_database(&folder).await;
    let (here, there) = (Database::open(&url).await.unwrap(), Database::open(&url).await.unwrap());
    let before = here.revision().current();
    let mut tx = there.begin().await.unwrap();
    tx.content_changed().await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(here.revision().current(), before);
    here.poll_revision().await.unwrap();
    assert_eq!(here.revision().current(), before + 1);
}

#[tokio::test]
async fn concurrent_content_changes_each_raise_the_revision() {
    let folder = Folder::new();
    let database = Database::open(&new_database(&folder).await).await.unwrap();
    let before = database.revision().current();
    let raise = async |_| {
        let mut tx = database.begin().await.unwrap();
        tx.content_changed().await.unwrap();
        tx.commit().await.unwrap();
    };
    join_all((0..50).map(raise)).await;
    assert_eq!(database.revision().current(), before + 50);
}

#[tokio::test]
async fn reads_proceed_during_a_write() {
    let server = Server::start_for_races().await;
    server.send_contact(&new_contact()).await;
    let staff = server.editor().await;
    let tx = server.app.db.begin().await.unwrap();
    tx.execute_unprepared("DELETE FROM contacts").await.unwrap();
    assert_eq!(staff.json("/api/contacts").await.as_array().unwrap().len(), 1);
    drop(tx);
}

#[tokio::test]
async fn error_of_unreachable_postgresql_omits_the_password() {
    let (_reserved, address) = crate::harness::reserve_port();
    let url = format!("postgres://vitrine:segredo@{address}/site");
    tokio::time::pause();
    let message = match Database::open(&url).await {
        Ok(_) => panic!("connected to a port without a server"),
        Err(cause) => format!("{cause:#}"),
    };
    for part in [&*address.to_string(), "VITRINE_DATABASE_URL", "PostgreSQL"] {
        assert!(message.contains(part), "{part} in {message}");
    }
    assert!(!message.contains("segredo"), "{message}");
}

/// A proxy that forwards connections to PostgreSQL until it is frozen. Then it neither answers nor closes them.
struct Freezer {
    /// URL of the database through this proxy.
    url: String,
    freeze: tokio::sync::watch::Sender<bool>,
}

impl Freezer {
    /// Starts the proxy of a database.
    async fn start(url: &str) -> Self {
        let mut url = url::Url::parse(url).unwrap();
        let target = (url.host_str().unwrap().to_owned(), url.port().unwrap_or(5432));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        url.set_host(Some("127.0.0.1")).unwrap();
        url.set_port(Some(listener.local_addr().unwrap().port())).unwrap();
        let (freeze, frozen) = tokio::sync::watch::channel(false);
        tokio::spawn(async move {
            // Connections that are accepted while frozen stay open.
            let mut open = Vec::new();
            while let Ok((mut client, _)) = listener.accept().await {
                if *frozen.borrow() {
                    open.push(client);
                    continue;
                }
                let mut frozen = frozen.clone();
                let mut server = tokio::net::TcpStream::connect(target.clone()).await.unwrap();
                tokio::spawn(async move {
                    tokio::select! {
                        _ = tokio::io::copy_bidirectional(&mut client, &mut server) => return,
                        _ = frozen.changed() => {}
                    }
                    std::future::pending::<()>().await;
                });
            }
        });
        Self { url: url.to_string(), freeze }
    }
}

/// All statements of a request share one time limit for waiting. Tokio's paused clock advances while all tasks wait.
#[tokio::test]
async fn request_to_a_hanging_postgresql_times_out_once() {
    let folder = Folder::new();
    let url = new_database(&folder).await;
    if url.starts_with("sqlite:") {
        return;
    }
    let freezer = Freezer::start(&url).await;
    let variables = [("VITRINE_DATABASE_URL", &*freezer.url), ("VITRINE_DATABASE_CONNECTIONS", "8")];
    let server = Server::start_with_variables(&variables).await;
    let staff = server.editor().await;
    let sent = server.send_contact(&new_contact()).await;
    let contact = contact_path(&sent);
    let form = "name=Ana&email=ana%40exemplo.com.br&phone=1133334444&company=Sol&service=&message=Oi";
    let send_form = || server.post_form("/contato", form);
    send_form().await.expect(StatusCode::SEE_OTHER);
    freezer.freeze.send(true).unwrap();
    tokio::time::pause();
    let requests = [
        server.get("/endereco-antigo"),
        server.post("/api/contacts", &new_contact()),
        send_form(),
        staff.put(&contact, &json!({"status": "read"})),
        server.post("/api/auth/login", &json!({"email": ADMIN, "password": PASSWORD})),
    ];
    for request in requests {
        let start = tokio::time::Instant::now();
        let status = request.await.status();
        let waited = start.elapsed().as_millis();
        assert!(status == 503 && waited < 6000, "{status} after {waited} ms");
    }
}
