//! Migrations of rows of earlier versions.

use chrono::TimeDelta;
use sea_orm::{
    ConnectionTrait,
    sea_query::{Order, Query},
};
use serde_json::json;
use uuid::Uuid;
use vitrine::{
    features::{
        contacts::stats::store as stats,
        newsletter::{model::SubscriptionStatus, store as subscriptions},
        redirects::{self, model::Redirect},
    },
    foundation::{
        identity::store::{policy, users},
        settings,
    },
    platform::{
        clock::Timestamp,
        db::{Database, stored},
    },
};

use crate::harness::{Folder, database_before, new_database, start_of_test};

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
