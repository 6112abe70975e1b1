//! Migrations of rows of earlier versions. They share the way back to an earlier schema, so they stay in one file.

use chrono::TimeDelta;
use sea_orm::{
    ConnectionTrait, DatabaseConnection,
    sea_query::{Expr, Order, Query, Value},
};
use serde_json::json;
use uuid::Uuid;
use vitrine::{
    features::{
        contacts::{
            self,
            list::{filter::ContactFilter, store::selection::Selection},
            stats::store as stats,
        },
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

/// A database with the tables of an earlier version.
struct OldDatabase {
    url: String,
    connection: DatabaseConnection,
    _folder: Folder,
}

impl OldDatabase {
    /// Creates the tables as they were before `migration`.
    async fn before(migration: &str) -> Self {
        let folder = Folder::new();
        let url = new_database(&folder).await;
        let connection = database_before(&url, migration).await;
        Self { url, connection, _folder: folder }
    }

    /// Inserts a row: columns with their values.
    async fn insert(&self, table: &'static str, row: impl IntoIterator<Item = (&'static str, Value)>) {
        let (columns, values): (Vec<&str>, Vec<Value>) = row.into_iter().unzip();
        let values = values.into_iter().map(Expr::from);
        let insert = Query::insert().into_table(table).columns(columns).values_panic(values).to_owned();
        self.connection.execute(&insert).await.unwrap();
    }

    /// Applies the remaining migrations.
    async fn migrate(&self) -> Database {
        self.connection.close_by_ref().await.unwrap();
        Database::open(&self.url).await.unwrap()
    }
}

fn new_id() -> Uuid {
    vitrine::platform::id::new_id(start_of_test())
}

#[tokio::test]
async fn migration_fills_new_columns_of_users() {
    let old = OldDatabase::before("m0004_redirects").await;
    let now = start_of_test();
    for (email, role) in [("ana@exemplo.com.br", "admin"), ("bia@exemplo.com.br", "user")] {
        let row = [
            ("id", new_id().into()),
            ("email", email.into()),
            ("full_name", "João Ação".into()),
            ("role", role.into()),
            ("password_hash", "x".into()),
            ("email_verified", false.into()),
            ("created_at", now.into()),
            ("updated_at", now.into()),
        ];
        old.insert("users", row).await;
    }
    let database = old.migrate().await;
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
    let old = OldDatabase::before("m0009_newsletter").await;
    let id = new_id();
    let row = [
        ("id", id.into()),
        ("email", EMAIL.into()),
        ("status", "pending".into()),
        ("created_at", start_of_test().into()),
    ];
    old.insert("newsletter_subscriptions", row).await;
    let database = old.migrate().await;
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
    let old = OldDatabase::before("m0021_phone_keys").await;
    let keys = ["01133334444", "08001234567", "00551133334", "1133334444", "", "0", "01"];
    for (number, key) in (0..).zip(keys) {
        let row = [
            ("id", new_id().into()),
            ("status", "new".into()),
            ("quarantined", false.into()),
            ("version", 1.into()),
            ("created_at", (start_of_test() + TimeDelta::minutes(number)).into()),
            ("updated_at", start_of_test().into()),
            ("phone_key", key.into()),
        ];
        let texts = ["name", "email", "phone", "company", "message", "search"];
        old.insert("contacts", row.into_iter().chain(texts.map(|column| (column, "".into())))).await;
    }
    let database = old.migrate().await;
    let select =
        Query::select().column("phone_key").from("contacts").order_by("created_at", Order::Asc).to_owned();
    let rows = database.reader().query_all(&select).await.unwrap();
    let migrated: Vec<String> = rows.iter().map(|row| row.try_get("", "phone_key").unwrap()).collect();
    assert_eq!(migrated, ["1133334444", "08001234567", "00551133334", "1133334444", "", "0", "01"]);
}

#[tokio::test]
async fn migration_fills_contact_and_expiry_of_messages() {
    const SUBJECT: &str = "Novo contato: Ana – Padaria";
    let old = OldDatabase::before("m0034_mail_of_contacts").await;
    let at = |minutes: i64| start_of_test() + TimeDelta::minutes(minutes);
    let (first, second, other, receipt) = (new_id(), new_id(), new_id(), new_id());
    for (id, name, receipt, created_at) in
        [(first, "Ana", None, at(0)), (second, "Ana", Some(receipt), at(10)), (other, "Bia", None, at(11))]
    {
        let row = [
            ("id", id.into()),
            ("receipt_id", receipt.into()),
            ("name", name.into()),
            ("email", "ana@exemplo.com.br".into()),
            ("company", "Padaria".into()),
            ("phone", "".into()),
            ("message", "".into()),
            ("search", "".into()),
            ("status", "new".into()),
            ("quarantined", false.into()),
            ("version", 1.into()),
            ("created_at", created_at.into()),
            ("updated_at", created_at.into()),
            ("due_at", (created_at + TimeDelta::days(1)).into()),
        ];
        old.insert("contacts", row).await;
    }
    for (id, kind, subject, attempts, created_at) in [
        (new_id(), "contact_notice", SUBJECT, 0, at(0)),
        (new_id(), "contact_notice", SUBJECT, 0, at(10)),
        (new_id(), "contact_notice", "Novo contato: Caio – Padaria", 1, at(12)),
        (receipt, "contact_receipt", "Recebemos a sua mensagem", 0, at(10)),
        (new_id(), "password_reset", "Redefina a sua senha", 0, at(10)),
    ] {
        let row = [
            ("id", id.into()),
            ("kind", kind.into()),
            ("state", "queued".into()),
            ("to_email", "x@exemplo.com.br".into()),
            ("reply_to", "ana@exemplo.com.br".into()),
            ("subject", subject.into()),
            ("has_link", false.into()),
            ("attempts", attempts.into()),
            ("created_at", created_at.into()),
            ("due_at", created_at.into()),
            ("expires_at", (created_at + TimeDelta::days(3)).into()),
        ];
        old.insert("outbox", row).await;
    }
    let database = old.migrate().await;
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
    let old = OldDatabase::before("m0009_newsletter").await;
    let now = start_of_test();
    for (title, page, position) in [
        ("Banco", "database", 1),
        ("Suporte B", "support", 2),
        ("Suporte A", "support", 1),
        ("Nuvem", "cloud", 7),
    ] {
        let row = [
            ("id", new_id().into()),
            ("page", page.into()),
            ("category", "cloud".into()),
            ("title", title.into()),
            ("description", "x".into()),
            ("features", json!([]).into()),
            ("icon", "x".into()),
            ("is_active", true.into()),
            ("is_featured", false.into()),
            ("position", position.into()),
            ("version", 1.into()),
            ("created_at", now.into()),
            ("updated_at", now.into()),
        ];
        old.insert("services", row).await;
    }
    let database = old.migrate().await;
    let services = vitrine::features::services::store::list(database.reader()).await.unwrap();
    let found: Vec<_> = services.iter().map(|service| (&*service.fields.title, service.position)).collect();
    assert_eq!(found, [("Suporte A", 1), ("Suporte B", 2), ("Nuvem", 3), ("Banco", 4)]);
}

#[tokio::test]
async fn migration_fills_the_service_of_contacts() {
    let old = OldDatabase::before("m0014_figures").await;
    let now = start_of_test();
    let messages = [
        "Serviço de interesse: Suporte Técnico\n\nOi.",
        "Serviço de interesse: Suporte Técnico\n\nOlá.",
        "Serviço de interesse: Não informado\n\nOi.",
        "Escrevo sem dizer o serviço.",
        &format!("Serviço de interesse: {}\n\nOi.", "é".repeat(3000)),
    ];
    for message in messages {
        let row = [
            ("id", new_id().into()),
            ("name", "Ana".into()),
            ("email", "ana@exemplo.com.br".into()),
            ("phone", "1".into()),
            ("company", "Um".into()),
            ("message", message.into()),
            ("status", "new".into()),
            ("search", "ana".into()),
            ("quarantined", false.into()),
            ("version", 1.into()),
            ("created_at", now.into()),
            ("updated_at", now.into()),
        ];
        old.insert("contacts", row).await;
    }
    let database = old.migrate().await;
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
        let old = OldDatabase::before(migration).await;
        let row = [
            ("name", page.into()),
            ("document", document.clone().into()),
            ("version", 2.into()),
            ("updated_at", start_of_test().into()),
        ];
        old.insert("pages", row).await;
        let row = [
            ("kind", "page".into()),
            ("record_id", page.into()),
            ("version", 1.into()),
            ("document", document.into()),
            ("is_autosaved", false.into()),
        ];
        old.insert("record_versions", row).await;
        let database = old.migrate().await;
        for table in ["pages", "record_versions"] {
            let select = Query::select().column("document").from(table).to_owned();
            let row = database.reader().query_one(&select).await.unwrap().unwrap();
            let found = row.try_get::<serde_json::Value>("", "document").unwrap();
            assert_eq!(found, renamed, "{page} in {table}");
        }
    }
}

#[tokio::test]
async fn migration_names_the_promise_in_former_default_texts() {
    let former = "Nossa equipe entrará em contato em até 24 horas.";
    let text = "Nossa equipe entrará em contato[ em até {promise}].";
    for (page, document, expected) in [
        ("contact_thanks", json!({"text": former, "title": "Oba"}), json!({"text": text, "title": "Oba"})),
        ("contact", json!({"form": {"sent_text": former}}), json!({"form": {"sent_text": text}})),
        ("contact", json!({"form": {"sent_text": "Até já."}}), json!({"form": {"sent_text": "Até já."}})),
    ] {
        let old = OldDatabase::before("m0062_met_promises").await;
        let row = [
            ("name", page.into()),
            ("document", document.into()),
            ("version", 1.into()),
            ("updated_at", start_of_test().into()),
        ];
        old.insert("pages", row).await;
        let database = old.migrate().await;
        let select = Query::select().column("document").from("pages").to_owned();
        let row = database.reader().query_one(&select).await.unwrap().unwrap();
        assert_eq!(row.try_get::<serde_json::Value>("", "document").unwrap(), expected);
    }
}

#[tokio::test]
async fn migration_keeps_the_staff_policy() {
    for is_required in [true, false] {
        let old = OldDatabase::before("m0039_staff_policy").await;
        let document = json!({"require_second_factor": is_required});
        let row = [
            ("name", "security".into()),
            ("document", document.into()),
            ("version", 1.into()),
            ("updated_at", start_of_test().into()),
        ];
        old.insert("settings", row).await;
        let database = old.migrate().await;
        let policy = policy::find(database.reader()).await.unwrap();
        assert_eq!(policy.require_second_factor, is_required);
        let changed = settings::store::changes(database.reader()).await.unwrap();
        assert!(changed.is_empty(), "the policy is deleted from `settings`");
    }
}

#[tokio::test]
async fn migration_removes_ids_of_tag_manager_containers() {
    for (id, migrated) in [("GTM-AB12CD3", ""), ("G-AB12CD34EF", "G-AB12CD34EF")] {
        let old = OldDatabase::before("m0045_measurement_ids").await;
        let document = json!({"google_analytics": id, "hotjar": "7654321"});
        let row = [
            ("name", "analytics".into()),
            ("document", document.into()),
            ("version", 1.into()),
            ("updated_at", start_of_test().into()),
        ];
        old.insert("settings", row).await;
        let database = old.migrate().await;
        let analytics = settings::store::all(database.reader()).await.unwrap().analytics;
        assert_eq!((&*analytics.google_analytics, &*analytics.hotjar), (migrated, "7654321"));
    }
}

#[tokio::test]
async fn redirect_trash_migration_keeps_redirects_and_frees_deleted_paths() {
    let old = OldDatabase::before("m0040_redirect_trash").await;
    let (id, now) = (new_id(), start_of_test());
    let row = [
        ("id", id.into()),
        ("from_path", "/antiga".into()),
        ("to_url", "/sobre".into()),
        ("is_permanent", false.into()),
        ("hits", 7.into()),
        ("last_hit_at", now.into()),
        ("search", "/antiga /sobre".into()),
        ("version", 3.into()),
        ("created_at", now.into()),
        ("updated_at", now.into()),
    ];
    old.insert("redirects", row).await;
    let database = old.migrate().await;
    let (version, redirect) = stored::find::<Redirect>(database.reader(), id).await.unwrap().unwrap();
    assert_eq!((version.0, redirect.hits, redirect.is_permanent), (3, 7, false));
    assert_eq!(
        (&*redirect.from_path, redirect.last_hit_at, redirect.deleted_at),
        ("/antiga", Some(now), None)
    );
    let tx = database.begin().await.unwrap();
    let duplicate = redirects::store::create(&*tx, new_id(), &redirect.fields(), now).await;
    assert!(duplicate.is_err(), "the path is taken");
    drop(tx);
    let tx = database.begin().await.unwrap();
    stored::set_deleted::<Redirect>(&*tx, id, true, now).await.unwrap();
    redirects::store::create(&*tx, new_id(), &redirect.fields(), now).await.unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn migration_removes_the_source_of_erased_contacts_only() {
    let old = OldDatabase::before("m0060_sources_of_erased_contacts").await;
    let now = start_of_test();
    for (name, email) in [("Dados apagados", ""), ("Ana", "ana@exemplo.com.br")] {
        let row = [
            ("id", new_id().into()),
            ("name", name.into()),
            ("email", email.into()),
            ("phone", "".into()),
            ("company", "".into()),
            ("message", "Oi.".into()),
            ("status", "archived".into()),
            ("search", "".into()),
            ("quarantined", false.into()),
            ("version", 1.into()),
            ("created_at", now.into()),
            ("updated_at", now.into()),
            ("source_page", "/".into()),
            ("utm_source", "boletim".into()),
            ("utm_campaign", "proposta".into()),
        ];
        old.insert("contacts", row).await;
    }
    let database = old.migrate().await;
    assert_eq!(stats::count_of_campaign(database.reader(), "boletim", "proposta").await.unwrap(), 1);
}

#[tokio::test]
async fn inbox_migration_names_sources_and_views() {
    let old = OldDatabase::before("m0064_inbox").await;
    let now = start_of_test();
    for (name, source_page, referrer, utm_source) in [
        ("Ana", Some("/"), Some("google.com"), Some("anuncios")),
        ("Bia", Some("/"), Some("google.com"), None),
        ("Caio", Some("/"), None, None),
        ("Davi", None, None, None),
    ] {
        let row = [
            ("id", new_id().into()),
            ("name", name.into()),
            ("email", "".into()),
            ("phone", "".into()),
            ("company", "".into()),
            ("message", "Oi.".into()),
            ("status", "archived".into()),
            ("search", "".into()),
            ("quarantined", false.into()),
            ("version", 1.into()),
            ("created_at", now.into()),
            ("updated_at", now.into()),
            ("source_page", source_page.into()),
            ("source_referrer", referrer.into()),
            ("utm_source", utm_source.into()),
        ];
        old.insert("contacts", row).await;
    }
    let user = new_id();
    let row = [
        ("id", user.into()),
        ("email", "ana@exemplo.com.br".into()),
        ("full_name", "Ana".into()),
        ("role", "editor".into()),
        ("password_hash", "x".into()),
        ("email_verified", true.into()),
        ("created_at", now.into()),
        ("updated_at", now.into()),
        ("password_changed_at", now.into()),
    ];
    old.insert("users", row).await;
    let filter = [
        ("id", new_id().into()),
        ("user_id", user.into()),
        ("screen", "contacts".into()),
        ("name", "Lixo".into()),
        ("query", "search=ana&folder=trash".into()),
        ("created_at", now.into()),
    ];
    old.insert("saved_filters", filter).await;
    let database = old.migrate().await;
    let values = contacts::list::store::filter_values(database.reader()).await.unwrap();
    assert_eq!(values.sources, ["anuncios", "direct", "google.com"]);
    let filters = contacts::saved_filters::store::list(database.reader(), user).await.unwrap();
    assert_eq!(filters[0].query, "search=ana&view=trash");
}

#[tokio::test]
async fn stages_migration_follows_the_replies() {
    let old = OldDatabase::before("m0069_stages").await;
    let now = start_of_test();
    let reply = now + TimeDelta::hours(1);
    for (name, status, answered_at) in [
        ("Ana", "new", None),
        ("Bia", "replied", Some(reply)),
        ("Caio", "archived", Some(reply)),
        ("Davi", "archived", None),
    ] {
        let row = [
            ("id", new_id().into()),
            ("name", name.into()),
            ("email", "".into()),
            ("phone", "".into()),
            ("company", "".into()),
            ("message", "Oi.".into()),
            ("status", status.into()),
            ("search", "".into()),
            ("quarantined", false.into()),
            ("version", 1.into()),
            ("created_at", now.into()),
            ("updated_at", now.into()),
            ("answered_at", answered_at.into()),
        ];
        old.insert("contacts", row).await;
    }
    let database = old.migrate().await;
    let filter = ContactFilter::default();
    let search = contacts::list::store::search_in_order(&filter);
    let selection = Selection::planned(filter, now);
    let found = contacts::list::store::list(database.reader(), &selection, &search, None, 9).await.unwrap();
    let mut stages: Vec<_> = found
        .iter()
        .map(|contact| {
            let label = contact.deal.stage.label();
            (&*contact.fields.name, contact.status.label(), label, contact.deal.stage_changed_at)
        })
        .collect();
    stages.sort_unstable();
    assert_eq!(
        stages,
        [
            ("Ana", "Novo", "Novo", now),
            ("Bia", "Respondido", "Em conversa", reply),
            ("Caio", "Arquivado", "Em conversa", reply),
            ("Davi", "Arquivado", "Novo", now),
        ]
    );
}
