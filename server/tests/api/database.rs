//! The database: several processes on one database, transactions, migrations of rows of earlier versions, and failures.

use chrono::TimeDelta;
use futures_util::future::join_all;
use reqwest::StatusCode;
use sea_orm::{
    ConnectionTrait,
    sea_query::{Order, Query},
};
use serde_json::json;
use uuid::Uuid;
use vitrine::{
    features::{
        contacts::stats::store as stats,
        navigation::{
            footer,
            menu::{self, model::MenuItem},
        },
        newsletter::{model::SubscriptionStatus, store as subscriptions},
        redirects::{self, model::Redirect},
    },
    foundation::{
        identity::store::{policy, users},
        settings,
    },
    operations::setup,
    platform::{
        clock::Timestamp,
        db::{Database, stored},
    },
};

use crate::harness::{
    ADMIN, Folder, PASSWORD, Server, contact_path, database_before, new_contact, new_database, open_app,
    start_of_test,
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
async fn migration_fills_new_columns_of_users() {
    let folder = Folder::new();
    let url = new_database(&folder).await;
    let old = database_before(&url, "m0004_redirects").await;
    for (email, role) in [("ana@exemplo.com.br", "admin"), ("bia@exemplo.com.br", "user")] {
        let id = vitrine::platform::id::new_id(start_of_test());
        let (name, hash) = ("João Ação", "x");
        let insert = Query::insert()
            .into_table("users")
            .columns([
                "id",
                "email",
                "full_name",
                "role",
                "password_hash",
                "email_verified",
                "created_at",
                "updated_at",
            ])
            .values_panic([
                id.into(),
                email.into(),
                name.into(),
                role.into(),
                hash.into(),
                false.into(),
                start_of_test().into(),
                start_of_test().into(),
            ])
            .to_owned();
        old.execute(&insert).await.unwrap();
    }
    old.close().await.unwrap();
    let database = Database::open(&url).await.unwrap();
    let find = async |email: &str| users::find_by_email(database.reader(), email).await.unwrap().unwrap();
    let staff = find("ana@exemplo.com.br").await;
    assert_eq!(staff.search, "joao acao ana@exemplo.com.br");
    assert_eq!(staff.password_changed_at, start_of_test());
    assert!(staff.password_long_enough && !staff.must_change_password && staff.disabled_at.is_none());
    assert!(!find("bia@exemplo.com.br").await.password_long_enough);
}

#[tokio::test]
async fn migrated_pending_subscriptions_have_an_empty_consent_text() {
    const EMAIL: &str = "ana@exemplo.com.br";
    let folder = Folder::new();
    let url = new_database(&folder).await;
    let old = database_before(&url, "m0009_newsletter").await;
    let id = vitrine::platform::id::new_id(start_of_test());
    let insert = Query::insert()
        .into_table("newsletter_subscriptions")
        .columns(["id", "email", "status", "created_at"])
        .values_panic([id.into(), EMAIL.into(), "pending".into(), start_of_test().into()])
        .to_owned();
    old.execute(&insert).await.unwrap();
    old.close().await.unwrap();
    let database = Database::open(&url).await.unwrap();
    let migrated = subscriptions::lists::list_of_email(database.reader(), EMAIL).await.unwrap().remove(0);
    assert_eq!((migrated.id, migrated.status), (id, SubscriptionStatus::Pending));
    assert_eq!((migrated.consented_at, migrated.created_at), (start_of_test(), start_of_test()));
    assert_eq!((&*migrated.consent_version, &*migrated.consent_text), ("", ""));
    let tx = database.begin().await.unwrap();
    let found = subscriptions::find_open(&*tx, EMAIL).await.unwrap();
    assert!(found.unwrap().1.is_none(), "no confirmation link was mailed");
}

#[tokio::test]
async fn migration_normalizes_phone_numbers_for_matching() {
    let folder = Folder::new();
    let url = new_database(&folder).await;
    let old = database_before(&url, "m0021_phone_keys").await;
    let keys = ["01133334444", "08001234567", "00551133334", "1133334444", "", "0", "01"];
    for (number, key) in (0..).zip(keys) {
        let texts = ["name", "email", "phone", "company", "message", "search"];
        let insert = Query::insert()
            .into_table("contacts")
            .columns(
                ["id", "status", "quarantined", "version", "created_at", "updated_at", "phone_key"]
                    .into_iter()
                    .chain(texts),
            )
            .values_panic(
                [
                    vitrine::platform::id::new_id(start_of_test()).into(),
                    "new".into(),
                    false.into(),
                    1.into(),
                    (start_of_test() + TimeDelta::minutes(number)).into(),
                    start_of_test().into(),
                    key.into(),
                ]
                .into_iter()
                .chain(texts.map(|_| "".into())),
            )
            .to_owned();
        old.execute(&insert).await.unwrap();
    }
    old.close().await.unwrap();
    let database = Database::open(&url).await.unwrap();
    let select =
        Query::select().column("phone_key").from("contacts").order_by("created_at", Order::Asc).to_owned();
    let rows = database.reader().query_all(&select).await.unwrap();
    let migrated: Vec<String> = rows.iter().map(|row| row.try_get("", "phone_key").unwrap()).collect();
    assert_eq!(migrated, ["1133334444", "08001234567", "00551133334", "1133334444", "", "0", "01"]);
}

#[tokio::test]
async fn migration_fills_contact_and_expiry_of_messages() {
    const SUBJECT: &str = "Novo contato: Ana – Padaria";
    let folder = Folder::new();
    let url = new_database(&folder).await;
    let old = database_before(&url, "m0034_mail_of_contacts").await;
    let at = |minutes: i64| start_of_test() + TimeDelta::minutes(minutes);
    let new_id = || vitrine::platform::id::new_id(start_of_test());
    let (first, second, other, receipt) = (new_id(), new_id(), new_id(), new_id());
    for (id, name, receipt, created_at) in
        [(first, "Ana", None, at(0)), (second, "Ana", Some(receipt), at(10)), (other, "Bia", None, at(11))]
    {
        let texts = [("name", name), ("email", "ana@exemplo.com.br"), ("company", "Padaria"), ("phone", "")];
        let texts = texts.into_iter().chain(["message", "search"].map(|column| (column, "")));
        let insert = Query::insert()
            .into_table("contacts")
            .columns(
                [
                    "id",
                    "receipt_id",
                    "status",
                    "quarantined",
                    "version",
                    "created_at",
                    "updated_at",
                    "due_at",
                ]
                .into_iter()
                .chain(texts.clone().map(|(column, _)| column)),
            )
            .values_panic(
                [
                    id.into(),
                    receipt.into(),
                    "new".into(),
                    false.into(),
                    1.into(),
                    created_at.into(),
                    created_at.into(),
                    (created_at + TimeDelta::days(1)).into(),
                ]
                .into_iter()
                .chain(texts.map(|(_, text)| text.into())),
            )
            .to_owned();
        old.execute(&insert).await.unwrap();
    }
    let (notice, reset, tried) = (new_id(), new_id(), new_id());
    for (id, kind, subject, attempts, created_at) in [
        (new_id(), "contact_notice", SUBJECT, 0, at(0)),
        (notice, "contact_notice", SUBJECT, 0, at(10)),
        (tried, "contact_notice", "Novo contato: Caio – Padaria", 1, at(12)),
        (receipt, "contact_receipt", "Recebemos a sua mensagem", 0, at(10)),
        (reset, "password_reset", "Redefina a sua senha", 0, at(10)),
    ] {
        let columns = [
            "id",
            "kind",
            "state",
            "to_email",
            "reply_to",
            "subject",
            "has_link",
            "attempts",
            "created_at",
            "due_at",
            "expires_at",
        ];
        let insert = Query::insert()
            .into_table("outbox")
            .columns(columns)
            .values_panic([
                id.into(),
                kind.into(),
                "queued".into(),
                "x@exemplo.com.br".into(),
                "ana@exemplo.com.br".into(),
                subject.into(),
                false.into(),
                attempts.into(),
                created_at.into(),
                created_at.into(),
                (created_at + TimeDelta::days(3)).into(),
            ])
            .to_owned();
        old.execute(&insert).await.unwrap();
    }
    old.close().await.unwrap();
    let database = Database::open(&url).await.unwrap();
    let select = Query::select()
        .columns(["contact_id", "expires_at"])
        .from("outbox")
        .order_by("created_at", Order::Asc)
        .order_by("kind", Order::Asc)
        .to_owned();
    let rows = database.reader().query_all(&select).await.unwrap();
    let migrated: Vec<(Option<Uuid>, Option<Timestamp>)> = rows
        .iter()
        .map(|row| (row.try_get("", "contact_id").unwrap(), row.try_get("", "expires_at").unwrap()))
        .collect();
    let expiry = |minutes, days| Some(at(minutes) + TimeDelta::days(days));
    assert_eq!(
        migrated,
        [
            (Some(first), None),
            (Some(second), None),
            (Some(second), expiry(10, 1)),
            (None, expiry(10, 3)),
            (None, expiry(12, 3)),
        ]
    );
}

#[tokio::test]
async fn migration_keeps_the_order_of_services() {
    let folder = Folder::new();
    let url = new_database(&folder).await;
    let old = database_before(&url, "m0009_newsletter").await;
    let columns = [
        "id",
        "page",
        "category",
        "title",
        "description",
        "features",
        "icon",
        "is_active",
        "is_featured",
        "position",
        "version",
        "created_at",
        "updated_at",
    ];
    for (title, page, position) in [
        ("Banco", "database", 1),
        ("Suporte B", "support", 2),
        ("Suporte A", "support", 1),
        ("Nuvem", "cloud", 7),
    ] {
        let id = vitrine::platform::id::new_id(start_of_test());
        let features = serde_json::json!([]);
        let insert = Query::insert()
            .into_table("services")
            .columns(columns)
            .values_panic([
                id.into(),
                page.into(),
                "cloud".into(),
                title.into(),
                "x".into(),
                features.into(),
                "x".into(),
                true.into(),
                false.into(),
                position.into(),
                1.into(),
                start_of_test().into(),
                start_of_test().into(),
            ])
            .to_owned();
        old.execute(&insert).await.unwrap();
    }
    old.close().await.unwrap();
    let database = Database::open(&url).await.unwrap();
    let services = vitrine::features::services::store::list(database.reader()).await.unwrap();
    let found: Vec<_> = services.iter().map(|service| (&*service.fields.title, service.position)).collect();
    assert_eq!(found, [("Suporte A", 1), ("Suporte B", 2), ("Nuvem", 3), ("Banco", 4)]);
}

#[tokio::test]
async fn migration_fills_the_service_of_contacts() {
    let folder = Folder::new();
    let url = new_database(&folder).await;
    let old = database_before(&url, "m0014_figures").await;
    let messages = [
        "Serviço de interesse: Suporte Técnico\n\nOi.",
        "Serviço de interesse: Suporte Técnico\n\nOlá.",
        "Serviço de interesse: Não informado\n\nOi.",
        "Escrevo sem dizer o serviço.",
        &format!("Serviço de interesse: {}\n\nOi.", "é".repeat(3000)),
    ];
    for message in messages {
        let text = ["name", "email", "phone", "company", "message", "status", "search"];
        let columns = ["id", "quarantined", "version", "created_at", "updated_at"].into_iter().chain(text);
        let id = vitrine::platform::id::new_id(start_of_test());
        let values = [id.into(), false.into(), 1.into(), start_of_test().into(), start_of_test().into()];
        let text = ["Ana", "ana@exemplo.com.br", "1", "Um", message, "new", "ana"].map(Into::into);
        let insert = Query::insert()
            .into_table("contacts")
            .columns(columns)
            .values_panic(values.into_iter().chain(text))
            .to_owned();
        old.execute(&insert).await.unwrap();
    }
    old.close().await.unwrap();
    let database = Database::open(&url).await.unwrap();
    let found = stats::by_service(database.reader(), start_of_test(), 9).await.unwrap();
    let found: Vec<_> = found.iter().map(|found| (found.service.chars().count(), found.count)).collect();
    let [support, none] = ["Suporte Técnico", "Não informado"].map(|name| name.chars().count());
    assert_eq!(found, [(none, 2), (support, 2), (80, 1)]);
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

#[tokio::test]
async fn migrations_keep_the_texts_of_renamed_page_fields() {
    let british = json!({"security": {"enrolment": {"title": "Nosso"}, "passkeys": {"cancelled": "Nada"}}});
    let american = json!({"security": {"enrollment": {"title": "Nosso"}, "passkeys": {"canceled": "Nada"}}});
    let figures = json!({"figures": {"items": [{"value": "7", "label": "Casos"}]}});
    let stats = json!({"stats": {"items": [{"value": "7", "label": "Casos"}]}});
    for (migration, page, document, renamed) in [
        ("m0038_document_fields", "account", british, american),
        ("m0041_document_names", "home", figures, stats),
        (
            "m0041_document_names",
            "account",
            json!({"requests": {"answer": "Resposta"}}),
            json!({"requests": {"reply": "Resposta"}}),
        ),
    ] {
        let folder = Folder::new();
        let url = new_database(&folder).await;
        let old = database_before(&url, migration).await;
        let insert = Query::insert()
            .into_table("pages")
            .columns(["name", "document", "version", "updated_at"])
            .values_panic([page.into(), document.clone().into(), 2.into(), start_of_test().into()])
            .to_owned();
        old.execute(&insert).await.unwrap();
        let insert = Query::insert()
            .into_table("record_versions")
            .columns(["kind", "record_id", "version", "document", "is_autosaved"])
            .values_panic(["page".into(), page.into(), 1.into(), document.into(), false.into()])
            .to_owned();
        old.execute(&insert).await.unwrap();
        old.close().await.unwrap();
        let database = Database::open(&url).await.unwrap();
        for table in ["pages", "record_versions"] {
            let select = Query::select().column("document").from(table).to_owned();
            let row = database.reader().query_one(&select).await.unwrap().unwrap();
            let found = row.try_get::<serde_json::Value>("", "document").unwrap();
            assert_eq!(found, renamed, "{page} in {table}");
        }
    }
}

#[tokio::test]
async fn migration_keeps_the_staff_policy() {
    for is_required in [true, false] {
        let folder = Folder::new();
        let url = new_database(&folder).await;
        let old = database_before(&url, "m0039_staff_policy").await;
        let document = json!({"require_second_factor": is_required});
        let insert = Query::insert()
            .into_table("settings")
            .columns(["name", "document", "version", "updated_at"])
            .values_panic(["security".into(), document.into(), 1.into(), start_of_test().into()])
            .to_owned();
        old.execute(&insert).await.unwrap();
        old.close().await.unwrap();
        let database = Database::open(&url).await.unwrap();
        let policy = policy::find(database.reader()).await.unwrap();
        assert_eq!(policy.require_second_factor, is_required);
        let changed = settings::store::changes(database.reader()).await.unwrap();
        assert!(changed.is_empty(), "the policy is deleted from `settings`");
    }
}

#[tokio::test]
async fn migration_removes_ids_of_tag_manager_containers() {
    for (id, migrated) in [("GTM-AB12CD3", ""), ("G-AB12CD34EF", "G-AB12CD34EF")] {
        let folder = Folder::new();
        let url = new_database(&folder).await;
        let old = database_before(&url, "m0045_measurement_ids").await;
        let document = json!({"google_analytics": id, "hotjar": "7654321"});
        let insert = Query::insert()
            .into_table("settings")
            .columns(["name", "document", "version", "updated_at"])
            .values_panic(["analytics".into(), document.into(), 1.into(), start_of_test().into()])
            .to_owned();
        old.execute(&insert).await.unwrap();
        old.close().await.unwrap();
        let database = Database::open(&url).await.unwrap();
        let analytics = settings::store::all(database.reader()).await.unwrap().analytics;
        assert_eq!((&*analytics.google_analytics, &*analytics.hotjar), (migrated, "7654321"));
    }
}

#[tokio::test]
async fn redirect_trash_migration_keeps_redirects_and_frees_deleted_paths() {
    let folder = Folder::new();
    let url = new_database(&folder).await;
    let old = database_before(&url, "m0040_redirect_trash").await;
    let (id, now) = (vitrine::platform::id::new_id(start_of_test()), start_of_test());
    let insert = Query::insert()
        .into_table("redirects")
        .columns([
            "id",
            "from_path",
            "to_url",
            "is_permanent",
            "hits",
            "last_hit_at",
            "search",
            "version",
            "created_at",
            "updated_at",
        ])
        .values_panic([
            id.into(),
            "/antiga".into(),
            "/sobre".into(),
            false.into(),
            7.into(),
            now.into(),
            "/antiga /sobre".into(),
            3.into(),
            now.into(),
            now.into(),
        ])
        .to_owned();
    old.execute(&insert).await.unwrap();
    old.close().await.unwrap();
    let database = Database::open(&url).await.unwrap();
    let (version, redirect) = stored::find::<Redirect>(database.reader(), id).await.unwrap().unwrap();
    assert_eq!((version.0, redirect.hits, redirect.is_permanent), (3, 7, false));
    assert_eq!(
        (&*redirect.from_path, redirect.last_hit_at, redirect.deleted_at),
        ("/antiga", Some(now), None)
    );
    let tx = database.begin().await.unwrap();
    let duplicate = redirects::store::create(&*tx, &redirect.fields(), now).await;
    assert!(duplicate.is_err(), "the path is taken");
    drop(tx);
    let tx = database.begin().await.unwrap();
    stored::set_deleted::<Redirect>(&*tx, id, true, now).await.unwrap();
    redirects::store::create(&*tx, &redirect.fields(), now).await.unwrap();
    tx.commit().await.unwrap();
}
