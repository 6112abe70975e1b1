//! Personal data in all tables: its classification, the panel's view of a person, and the export.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::{Cursor, Read},
};

use chrono::{DateTime, TimeDelta, Utc};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use vitrine::{
    features::visits::collector,
    foundation::{
        audit::verify::verify,
        personal_data::certificate::{Certificate, NewCertificate},
    },
    operations::own_data::registry,
};
use zip::ZipArchive;

use crate::harness::{
    EDITOR, PASSWORD, Server, VISITOR, contact_path, mailbox, markup, new_contact, new_contact_with,
};
use crate::media;

const EMAIL: &str = "joao@exemplo.com.br";

/// Returns the columns of each table, except those of `seaql_migrations` and of the internal tables of SQLite's search
/// indexes.
pub async fn columns(server: &Server) -> BTreeMap<String, BTreeSet<String>> {
    let is_sqlite = server.app.config.database_url.starts_with("sqlite:");
    let sql = if is_sqlite {
        "SELECT t.name AS table_name, c.name AS column_name FROM pragma_table_list AS t, pragma_table_xinfo(t.name) AS c
            WHERE t.schema = 'main' AND t.type IN ('table', 'virtual') AND t.name NOT LIKE 'sqlite_%' AND c.hidden = 0"
    } else {
        "SELECT table_name::text, column_name::text FROM information_schema.columns WHERE table_schema = current_schema()"
    };
    let mut tables = BTreeMap::<String, BTreeSet<String>>::new();
    for row in server.query(sql).await {
        let [table, column]: [String; 2] =
            ["table_name", "column_name"].map(|name| row.try_get("", name).unwrap());
        if table != "seaql_migrations" {
            tables.entry(table).or_default().insert(column);
        }
    }
    tables
}

/// Returns the files of a ZIP file by name.
pub fn unzip(bytes: &[u8]) -> BTreeMap<String, String> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).unwrap();
    let names: Vec<String> = archive.file_names().map(|name| name.unwrap().into_owned()).collect();
    let read = |name: String| {
        let mut text = String::new();
        archive.by_name(&name).unwrap().read_to_string(&mut text).unwrap();
        (name, text)
    };
    names.into_iter().map(read).collect()
}

/// Returns the records of a kind in the panel's view of a person.
pub async fn viewed(server: &Server, email: &str, kind: &str) -> Value {
    let view = server.admin().await.json(&format!("/api/people/view?email={email}")).await;
    let kinds = view["kinds"].as_array().unwrap();
    kinds.iter().find(|found| found["kind"] == kind).expect("listed")["records"].clone()
}

/// A new column fails this test until it is classified in the feature's `PERSONAL_DATA` or in `OTHER_TABLES`.
#[tokio::test]
async fn every_column_is_classified_once() {
    let server = Server::start().await;
    let stored = columns(&server).await;
    let mut classified = BTreeMap::<String, BTreeSet<String>>::new();
    for table in registry::tables() {
        for column in table.columns() {
            let is_new = classified.entry(table.name.to_owned()).or_default().insert(column.to_owned());
            assert!(is_new, "{}.{column} is classified twice", table.name);
        }
    }
    if !server.app.config.database_url.starts_with("sqlite:") {
        // Search indexes that only SQLite has.
        classified.retain(|table, _| stored.contains_key(table));
        for columns in classified.values_mut() {
            columns.remove("search_number");
        }
    }
    assert_eq!(stored, classified);
}

/// Stores a visit by a link that names the person, and a picture named like the person.
async fn leave_visit_and_picture(server: &Server) {
    let view = json!({"kind": "view", "page": "/", "utm_campaign": "proposta-joao-da-silva"});
    // Without the user agent of a browser, it counts as a robot.
    let view = server.post("/api/visits", &view).header("user-agent", "Mozilla/5.0 Firefox/140.0");
    view.await.expect(StatusCode::NO_CONTENT);
    collector::write(&server.app).await.unwrap();
    let picture = br#"<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>"#;
    media::upload(&server.editor().await, "João da Silva.svg", picture).await;
}

#[tokio::test]
async fn view_of_a_person_has_the_records_of_all_kinds() {
    let server = Server::start().await;
    let sent = server.send_contact(&new_contact()).await;
    server.send_contact(&new_contact_with(&json!({"name": "Rita", "email": "rita@exemplo.com.br"}))).await;
    leave_visit_and_picture(&server).await;
    let staff = server.editor().await;
    let note = json!({"text": "Ligar à tarde."});
    staff.post(&format!("{}/notes", contact_path(&sent)), &note).await.expect_success();
    let admin = server.admin().await;
    for search in ["João da Silva", "98765-4321", "joao@"] {
        let found = admin.json(&format!("/api/people?search={search}")).await;
        let found = found.as_array().unwrap().iter().find(|found| found["email"] == EMAIL).expect(search);
        assert_eq!((&found["name"], &found["has_contacts"]), (&json!("João da Silva"), &json!(true)));
    }
    let view = admin.json("/api/people/view?email=Joao@exemplo.com.br").await;
    assert_eq!((&view["emails"], &view["not_erasable_because"]), (&json!([EMAIL]), &Value::Null));
    let kind = |name: &str| {
        view["kinds"].as_array().unwrap().iter().find(|kind| kind["kind"] == name).expect("listed").clone()
    };
    assert_eq!(kind("contacts")["count"], 1);
    assert_eq!(kind("contacts")["records"][0]["subject_id"], sent["id"]);
    assert_eq!(kind("notes")["records"][0]["data"]["text"], "Ligar à tarde.");
    let title = |name: &str| kind(name)["records"][0]["title"].clone();
    assert_eq!(title("contacts"), "Suporte Técnico: Preciso de ajuda com a rede.");
    assert_eq!(title("audit_events"), "anotou algo sobre o contato João da Silva");
    assert_eq!((&kind("messages")["count"], &kind("account")["count"]), (&json!(2), &json!(0)));
    assert_eq!((&kind("files")["count"], title("files")), (&json!(1), json!("João da Silva.svg")));
    let visits = view["kinds"].as_array().unwrap().iter().find(|kind| {
        let label = kind["label"].as_str().unwrap().to_lowercase();
        label.contains("visitas") && kind["count"] == 1
    });
    let visits = visits.expect("the visit is listed");
    assert!(visits["records"].to_string().contains("proposta-joao-da-silva"), "{visits}");
    let staff = admin.json(&format!("/api/people/view?email={EDITOR}")).await;
    assert_eq!(staff["not_erasable_because"], "staff_account");
    admin.get("/api/people/view?email=ninguém").await.expect(StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn view_of_a_person_is_audited_once_per_hour_and_only_if_something_is_found() {
    let server = Server::start().await;
    server.send_contact(&new_contact()).await;
    let path = format!("/api/people/view?email={EMAIL}");
    let views = async || {
        let events = server.admin().await.json("/api/audit?group=person").await;
        let views = events.as_array().unwrap().iter().filter(|event| event["action"] == "person.viewed");
        views.map(|event| event["label"].clone()).collect::<Vec<_>>()
    };
    let admin = server.admin().await;
    for path in [&*path, &path, "/api/people/view?email=ninguem@exemplo.com.br"] {
        admin.get(path).await.expect(StatusCode::OK);
    }
    admin.get("/api/people?search=joao").await.expect(StatusCode::OK);
    assert_eq!(views().await, [EMAIL], "a search shows no records");
    server.advance(TimeDelta::minutes(61));
    server.admin().await.get(&path).await.expect(StatusCode::OK);
    assert_eq!(views().await, [EMAIL, EMAIL]);
    server.app.clock.jump(TimeDelta::days(-1));
    server.admin().await.get(&path).await.expect(StatusCode::OK);
    assert_eq!(views().await, [EMAIL, EMAIL, EMAIL], "views of the future don't count");

    let admin = server.admin().await;
    admin.post("/api/people/erase", &json!({"email": EMAIL})).await.expect(StatusCode::OK);
    admin.get(&path).await.expect(StatusCode::OK);
    assert_eq!(
        views().await,
        [Value::Null, Value::Null, Value::Null],
        "the erasure includes them, and nothing is found after it"
    );
    assert_eq!(verify(&server.app, None).await.unwrap().problems, []);
}

#[tokio::test]
async fn export_of_a_person_is_a_zip_with_an_index_and_a_file_per_kind() {
    let server = Server::start().await;
    let sent = server.send_contact(&new_contact()).await;
    mailbox::mark_sent(&server).await;
    let staff = server.editor().await;
    let note = json!({"text": "Cliente <antigo>."});
    staff.post(&format!("{}/notes", contact_path(&sent)), &note).await.expect_success();
    leave_visit_and_picture(&server).await;
    let admin = server.admin().await;
    let answer = admin.get(&format!("/api/people/export?email={EMAIL}")).await.expect(StatusCode::OK);
    assert_eq!(
        answer.header("content-disposition"),
        "attachment; filename=\"dados-pessoais-2026-11-20.zip\""
    );
    let files = unzip(answer.bytes());
    let read = |name: &str| &files[name];
    let contacts: Value = serde_json::from_str(read("contacts.json")).unwrap();
    assert_eq!((contacts.as_array().unwrap().len(), &contacts[0]["phone"]), (1, &json!("(11) 98765-4321")));
    let notes: Value = serde_json::from_str(read("interno/notes.json")).unwrap();
    assert_eq!(notes[0]["text"], "Cliente <antigo>.");
    let account: Value = serde_json::from_str(read("account.json")).unwrap();
    assert_eq!(account, json!([]));
    let pictures: Value = serde_json::from_str(read("interno/files.json")).unwrap();
    assert_eq!((pictures.as_array().unwrap().len(), &pictures[0]["name"]), (1, &json!("João da Silva.svg")));
    let mut visits = files.iter().filter(|(name, _)| name.starts_with("visit") && name.ends_with(".json"));
    assert!(visits.any(|(_, text)| text.contains("proposta-joao-da-silva")), "{:?}", files.keys());
    let index = read("leia-me.html");
    assert!(index.contains("proposta-joao-da-silva") && index.contains("João da Silva.svg"), "{index}");
    assert!(
        index.contains("<a href=\"interno/notes.json\">") && index.contains("Cliente &lt;antigo&gt;."),
        "{index}"
    );
    let unknown = admin.get("/api/people/export?email=ninguem@exemplo.com.br").await;
    unknown.expect_error(StatusCode::NOT_FOUND, "nothing_stored");
    let event = &admin.json("/api/audit?group=person").await[0];
    assert_eq!(
        (&event["action"], &event["label"]),
        (&json!("person.exported"), &json!(EMAIL)),
        "an export without records isn't recorded"
    );
}

/// Sends a certificate and an address to the page that verifies certificates, and returns the markup of the answer. `field`
/// is the name of the form's field: `certificate` for a text, or `file`.
async fn verify_certificate(server: &Server, field: &str, certificate: &str, email: &str) -> String {
    let parts = [(field, certificate), ("email", email)].map(|(name, value)| {
        format!("--limite\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
    });
    let post = server.request(Method::POST, "/privacidade/certificado");
    let post = post.header("content-type", "multipart/form-data; boundary=limite");
    let answer = post.body(parts.concat() + "--limite--\r\n").await;
    markup(&answer.expect(StatusCode::OK).text())
}

#[tokio::test]
async fn certificate_is_verified_by_anyone_on_the_public_page() {
    let server = Server::start().await;
    server.send_contact(&new_contact()).await;
    let admin = server.admin().await;
    let erasure = admin.post("/api/people/erase", &json!({"email": EMAIL})).await.expect(StatusCode::OK);
    let certificate = erasure.text();
    assert!(!certificate.contains("joao") && !certificate.contains("João"), "{certificate}");
    assert_eq!(erasure.json()["backups_until"], "2026-12-20T12:00:00Z");
    let key = erasure.json()["public_key"].as_str().unwrap().to_owned();
    assert!(server.text("/privacidade/certificado").await.contains(&key), "the page has the public key");

    let check = async |field: &str, certificate: &str, email: &str| {
        verify_certificate(&server, field, certificate, email).await
    };
    let page = check("certificate", &certificate, "").await;
    assert!(page.contains("Certificado válido") && page.contains("Contatos enviados: 1"), "{page}");
    let signature = erasure.json()["signature"].as_str().unwrap().to_owned();
    assert!(
        page.contains(&format!(">{signature}<")) && page.contains("/privacidade/certificado</p>"),
        "{page}"
    );
    let locations = erasure.json()["locations"].as_array().unwrap().clone();
    assert!(!locations.is_empty());
    for location in locations {
        assert!(page.contains(location.as_str().unwrap()), "{location}: {page}");
    }
    assert!(check("file", &certificate, " Joao@exemplo.com.br").await.contains("é o do certificado"));
    assert!(check("file", &certificate, "outra@exemplo.com.br").await.contains("não é o do certificado"));
    let changed = certificate.replace("\"count\":1", "\"count\":9");
    assert_ne!(changed, certificate);
    let page = check("certificate", &changed, "").await;
    assert!(page.contains("Certificado alterado") && !page.contains("Contatos enviados: "), "{page}");
    assert!(check("file", &format!("\u{feff}{certificate}"), "").await.contains("Certificado válido"));
    let page = check("certificate", "bom dia", EMAIL).await;
    assert!(page.contains("Isto não é um certificado"), "{page}");
    assert!(page.contains("bom dia</textarea>") && page.contains(&format!("value=\"{EMAIL}\"")), "{page}");
    let key = "a1".repeat(32);
    let other = Server::start_with_variables(&[("VITRINE_SECRET_KEY", &key)]).await;
    other.send_contact(&new_contact()).await;
    let foreign = other.admin().await.post("/api/people/erase", &json!({"email": EMAIL})).await.text();
    assert!(check("certificate", &foreign, "").await.contains("Certificado de outra instalação"));
    // A certificate that another key signed, with a time that has no local time.
    let new = NewCertificate {
        issuer: "Outra".into(),
        site: "https://outra.example".into(),
        email: None,
        erased_at: DateTime::<Utc>::MIN_UTC,
        erased: Vec::new(),
        remaining: Vec::new(),
        locations: Vec::new(),
        backups_until: Some(DateTime::<Utc>::MAX_UTC),
    };
    let forged = serde_json::to_string(&Certificate::sign(&other.app.secret_key, new)).unwrap();
    assert!(check("certificate", &forged, "").await.contains("Isto não é um certificado"));
    assert!(!server.text("/sitemap.xml").await.contains("certificado"));
}

#[tokio::test]
async fn account_deletion_returns_a_certificate() {
    let server = Server::start().await;
    let visitor = server.sign_in(VISITOR).await;
    visitor.send_contact(&new_contact()).await;
    let certificate = visitor.delete_account().await;
    let kinds: Vec<_> = certificate["erased"]
        .as_array()
        .unwrap()
        .iter()
        .map(|count| count["kind"].as_str().unwrap())
        .collect();
    assert!(kinds.contains(&"account") && kinds.contains(&"contacts"), "{certificate}");
    let event = &server.admin().await.json("/api/audit?group=account&search=excluiu").await[0];
    assert_eq!(
        (&event["action"], &event["after"]["certificate"]),
        (&json!("account.deleted"), &certificate["id"])
    );
    assert_eq!((&event["user_email"], &event["ip"]), (&Value::Null, &Value::Null));
}

#[tokio::test]
async fn contacts_are_erased_only_after_an_administrator_sets_a_period() {
    let server = Server::start().await;
    let sent = server.send_contact(&new_contact()).await;
    let archived = server.send_contact(&new_contact_with(&json!({"name": "Rita"}))).await;
    let staff = server.editor().await;
    staff.post(&format!("{}/notes", contact_path(&sent)), &json!({"text": "Ligar."})).await.expect_success();
    staff.put(&contact_path(&archived), &json!({"status": "archived"})).await.expect(StatusCode::OK);
    server.advance(TimeDelta::days(400));
    server.run_maintenance().await;
    let admin = server.admin().await;
    let name =
        async |contact: &Value| server.admin().await.json(&contact_path(contact)).await["name"].clone();
    assert_eq!((name(&sent).await, name(&archived).await), (json!("João da Silva"), json!("Rita")));
    let rule = async |key: &str| {
        let rules = server.admin().await.json("/api/retention").await["rules"].clone();
        rules.as_array().unwrap().iter().find(|rule| rule["key"] == key).expect("a rule").clone()
    };
    let off = rule("archived_contacts").await;
    assert_eq!((&off["days"], &off["due_soon"], &off["next_at"]), (&Value::Null, &json!(1), &Value::Null));

    let set = async |key: &str, days: Value| {
        admin.put(&format!("/api/retention/{key}"), &json!({"days": days})).await
    };
    set("archived_contacts", json!(365)).await.expect(StatusCode::OK);
    server.run_maintenance().await;
    assert_eq!((name(&sent).await, name(&archived).await), (json!("João da Silva"), json!("Dados apagados")));
    let on = rule("archived_contacts").await;
    assert_eq!(
        (&on["erased"], &on["erased_at"], &on["due_soon"]),
        (&json!(1), &json!("2027-12-25T12:00:00Z"), &json!(0))
    );
    set("replies", json!(90)).await.expect(StatusCode::OK);
    server.run_maintenance().await;
    assert_eq!(rule("archived_contacts").await["erased"], 1, "the last run that erased something");
    let timeline = server.admin().await.json(&format!("{}/timeline", contact_path(&sent))).await;
    let entries = timeline["entries"].as_array().unwrap();
    assert!(entries.iter().all(|entry| entry["kind"] != "note"), "{timeline}");
    let events = admin.json("/api/audit?group=contact&limit=2").await;
    assert_eq!(
        (&events[0]["action"], &events[0]["after"]),
        (
            &json!("contact.expired"),
            &json!({"notes": 1, "replies": 0, "received_messages": 0, "contact_steps": 0})
        )
    );
    assert_eq!(
        (&events[1]["action"], &events[1]["after"]),
        (&json!("contact.expired"), &json!({"contacts": 1}))
    );
    assert_eq!(verify(&server.app, None).await.unwrap().problems, []);
}

#[tokio::test]
async fn retention_periods_are_bounded_and_some_cannot_be_off() {
    let server = Server::start().await;
    let admin = server.admin().await;
    for (key, days, is_valid) in [
        ("audit_names", json!(180), true),
        ("audit_names", json!(179), false),
        ("audit_names", Value::Null, false),
        ("messages", json!(6), false),
        ("open_contacts", Value::Null, true),
        ("open_contacts", json!(3651), false),
        ("backups", json!(0), true),
        ("backups", Value::Null, false),
    ] {
        let answer = admin.put(&format!("/api/retention/{key}"), &json!({"days": days})).await;
        let expected = if is_valid { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
        assert_eq!(answer.status(), expected, "{key} {days}");
    }
    admin.put("/api/retention/nothing", &json!({"days": 90})).await.expect(StatusCode::NOT_FOUND);
    assert_eq!(admin.json("/api/retention").await["backup_days"], 0);
    let certificate = admin.post("/api/people/erase", &json!({"email": EMAIL})).await.json();
    assert_eq!(certificate["backups_until"], Value::Null);
    let event = &admin.json("/api/audit?group=settings").await[0];
    assert_eq!((&event["label"], &event["after"]["days"]), (&json!("Cópias de segurança"), &json!(0)));
}

/// Anyone can register with the address of another person, whose records a deletion of the account doesn't erase.
#[tokio::test]
async fn certificate_of_an_account_with_an_unverified_address_names_no_address() {
    let server = Server::start().await;
    server.send_contact(&new_contact()).await;
    let registration = json!({"email": EMAIL, "password": PASSWORD, "full_name": "Outra Pessoa"});
    server.post("/api/auth/register", &registration).await.expect(StatusCode::CREATED);
    let certificate = server.sign_in(EMAIL).await.delete_account().await;
    assert_eq!(certificate["email"], Value::Null, "{certificate}");
    assert_eq!(certificate["erased"][0]["kind"], "account", "{certificate}");
    let page = verify_certificate(&server, "certificate", &certificate.to_string(), EMAIL).await;
    assert!(page.contains("Certificado válido") && page.contains("não cita um e-mail"), "{page}");
    let contacts = server.editor().await.json("/api/contacts").await;
    assert_eq!(contacts[0]["email"], EMAIL, "the contact of the other person remains");
}

#[tokio::test]
async fn retention_period_that_changed_since_it_was_read_is_not_replaced() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let set = async |key: &str, change: Value| admin.put(&format!("/api/retention/{key}"), &change).await;
    for key in ["open_contacts", "backups"] {
        set(key, json!({"days": 100})).await.expect(StatusCode::OK);
        for seen in [json!(90), Value::Null] {
            let refused = set(key, json!({"days": 200, "seen": seen})).await;
            refused.expect_error(StatusCode::PRECONDITION_FAILED, "precondition_failed");
        }
        set(key, json!({"days": 200, "seen": 100})).await.expect(StatusCode::OK);
    }
    set("open_contacts", json!({"days": null, "seen": 200})).await.expect(StatusCode::OK);
    set("open_contacts", json!({"days": 90, "seen": null})).await.expect(StatusCode::OK);
    set("open_contacts", json!({})).await.expect_error(StatusCode::BAD_REQUEST, "bad_request");
    assert_eq!(admin.json("/api/retention").await["backup_days"], 200);
}
