//! Erasing a person: no data remains, and the audit log still verifies.

use std::collections::BTreeSet;

use chrono::TimeDelta;
use reqwest::StatusCode;
use serde_json::{Value, json};
use vitrine::foundation::audit::verify::verify;

use crate::harness::{ADMIN, EDITOR, Options, PASSWORD, Server, VISITOR, lead_with, mailbox};

const EMAIL: &str = "zuleica.xavante@provedor.example";
const NEIGHBOR: &str = "maria.zuleica.xavante@provedor.example";

async fn erase(server: &Server, email: &str) -> (StatusCode, Value) {
    let request = server.admin().await.post("/api/people/erase", &json!({"email": email}));
    request.await.status_and_json()
}

/// All data of a person without an account.
async fn leave_traces(server: &Server) {
    let lead = json!({"name": "Zuleica Xavante", "email": "Zuleica.Xavante@provedor.example", "phone": "(92) 98765-1234",
        "company": "Castanhal Xavante", "message": "Quero um orçamento para a fazenda Jauaperi."});
    let sent = server.send_contact(&lead_with(&lead)).await;
    mailbox::mark_sent(server).await;
    let path = format!("/api/contacts/{}", sent["id"].as_str().unwrap());
    let staff = server.editor().await;
    let post = async |path: String, body: Value| {
        let answer = staff.post(&path, &body).await;
        assert!(answer.status().is_success(), "{path}: {}", answer.status());
    };
    post(format!("{path}/notes"), json!({"text": "Zuleica prefere WhatsApp."})).await;
    post(format!("{path}/replies"), json!({"subject": "Sobre a Castanhal", "text": "Bom dia, Zuleica."}))
        .await;
    post(
        "/api/contacts/filters".into(),
        json!({"name": "Dela", "query": "search=zuleica.xavante%40provedor.example"}),
    )
    .await;
    staff.put(&path, &json!({"company": "Jauaperi Agro"})).await;
    staff.delete(&path).await;
    let guess = json!({"email": EMAIL, "password": "um palpite"});
    server.post("/api/auth/login", &guess).await.expect(StatusCode::UNAUTHORIZED);
    let subscription = json!({"email": EMAIL});
    let answer = server.post("/api/newsletter/subscriptions", &subscription).await;
    assert!(answer.status().is_success(), "{}", answer.status());
}

/// Returns the bytes of the database files as characters; empty on PostgreSQL.
fn files(server: &Server) -> String {
    let Some(path) = server.app.config.database_url.strip_prefix("sqlite:") else { return String::new() };
    let read = |suffix: &str| std::fs::read(format!("{path}{suffix}")).unwrap_or_default();
    [read(""), read("-wal")].concat().iter().map(|byte| char::from(*byte)).collect::<String>().to_lowercase()
}

#[tokio::test]
async fn erased_person_leaves_no_bytes_and_a_verifiable_log() {
    let server = Server::start().await;
    leave_traces(&server).await;
    let is_sqlite = server.app.config.database_url.starts_with("sqlite:");
    let traces = ["zuleica", "98765-1234", "987651234", "castanhal", "jauaperi"];
    for trace in traces {
        assert_eq!(files(&server).contains(trace), is_sqlite, "{trace} can be found");
    }
    let (status, erased) = erase(&server, " Zuleica.XAVANTE@provedor.example ").await;
    assert_eq!(status, StatusCode::OK, "{erased}");
    let counts =
        (&erased["contacts"], &erased["subscriptions"], &erased["saved_filters"], &erased["account"]);
    assert_eq!(counts, (&json!(1), &json!(1), &json!(1), &json!(false)));
    assert!(
        erased["messages"].as_u64().unwrap() >= 3 && erased["audit_events"].as_u64().unwrap() >= 5,
        "{erased}"
    );
    for trace in traces {
        assert!(!files(&server).contains(trace), "{trace} is left");
    }
    let report = verify(&server.app, None).await.unwrap();
    assert_eq!(report.problems, []);
    assert_eq!(report.erased, erased["audit_events"].as_u64().unwrap());
    let admin = server.admin().await;
    assert_eq!(admin.json("/api/audit?search=zuleica").await, json!([]));
    let events = admin.json("/api/audit?group=contact").await;
    let updated =
        events.as_array().unwrap().iter().find(|event| event["action"] == "contact.updated").unwrap();
    assert_eq!(
        (&updated["user_email"], &updated["label"]),
        (&json!(EDITOR), &Value::Null),
        "the actor stays"
    );
    assert!(updated["erased_at"].is_string());
    let erasure = &admin.json("/api/audit?group=person").await[0];
    assert_eq!(erasure["action"], "person.erased");
    assert_eq!((&erasure["user_email"], &erasure["after"]["contacts"]), (&json!(ADMIN), &json!(1)));
}

#[tokio::test]
async fn erasure_deletes_the_account_of_the_person_only() {
    let server = Server::start().await;
    for email in [EMAIL, NEIGHBOR] {
        let registration = json!({"email": email, "password": PASSWORD, "full_name": "Zuleica Xavante"});
        server.post("/api/auth/register", &registration).await.expect(StatusCode::CREATED);
        server.send_contact(&lead_with(&json!({"email": email}))).await;
    }
    let (status, erased) = erase(&server, EMAIL).await;
    assert_eq!((status, &erased["account"], &erased["contacts"]), (StatusCode::OK, &json!(true), &json!(1)));
    let login = async |email: &str| {
        let credentials = json!({"email": email, "password": PASSWORD});
        server.post("/api/auth/login", &credentials).await.status()
    };
    assert_eq!((login(EMAIL).await, login(NEIGHBOR).await), (StatusCode::UNAUTHORIZED, StatusCode::OK));
    let admin = server.admin().await;
    let contacts = admin.json("/api/contacts").await;
    let emails: Vec<_> =
        contacts.as_array().unwrap().iter().map(|contact| contact["email"].clone()).collect();
    assert!(emails.contains(&json!(NEIGHBOR)) && emails.contains(&json!("")), "{emails:?}");
    let neighbors = admin.json(&format!("/api/audit?person={NEIGHBOR}")).await;
    assert!(!neighbors.as_array().unwrap().is_empty(), "a longer address belongs to another person");
    assert_eq!(verify(&server.app, None).await.unwrap().problems, []);
}

#[tokio::test]
async fn staff_and_invalid_addresses_are_not_erased() {
    let server = Server::start().await;
    for email in [ADMIN, EDITOR] {
        let (status, body) = erase(&server, email).await;
        assert_eq!((status, &body["code"]), (StatusCode::CONFLICT, &json!("staff_account")));
    }
    assert_eq!(erase(&server, "ninguém").await.0, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(erase(&server, "outra@exemplo.com.br").await.1["contacts"], 0);
    assert_eq!(erase(&server, VISITOR).await.1["account"], true);
}

#[tokio::test]
async fn audit_log_names_people_for_one_year() {
    let server = Server::start_with(Options::default()).await;
    let sent = server.send_contact(&lead_with(&json!({"name": "Zuleica"}))).await;
    let admin = server.admin().await;
    admin.put(&format!("/api/contacts/{}", sent["id"].as_str().unwrap()), &json!({"company": "Sol"})).await;
    let path = "/api/audit?group=contact";
    server.advance(TimeDelta::days(364));
    vitrine::operations::maintenance::run(&server.app).await.unwrap();
    assert_eq!(server.admin().await.json(path).await[0]["label"], "Zuleica");
    server.advance(TimeDelta::days(2));
    vitrine::operations::maintenance::run(&server.app).await.unwrap();
    let events = server.admin().await.json(path).await;
    let event = events.as_array().unwrap().iter().find(|event| event["action"] == "contact.updated").unwrap();
    for gone in ["user_email", "ip", "label", "before", "after"] {
        assert_eq!(event[gone], Value::Null, "{gone}");
    }
    assert_eq!(event["summary"], "alterou o contato");
    assert_eq!(verify(&server.app, None).await.unwrap().problems, []);
}

#[tokio::test]
async fn filters_with_the_name_or_number_of_a_person_are_erased() {
    let server = Server::start().await;
    leave_traces(&server).await;
    let staff = server.editor().await;
    let filters = [
        ("Cliente", "search=Zuleica+Xavante", true),
        ("zuleica xavánte", "status=new", true),
        ("Telefone", "search=92+98765-1234", true),
        ("Outra pessoa", "search=Zuleica+Xavantes", false),
        ("Vizinha", "search=maria.zuleica.xavante%40provedor.example", false),
        ("Novos", "status=new", false),
    ];
    for (name, query, _) in filters {
        let body = json!({"name": name, "query": query});
        staff.post("/api/contacts/filters", &body).await.expect(StatusCode::CREATED);
    }
    let admin = server.admin().await;
    for search in ["Zuleica+Xavante", "98765-1234", "Outra+pessoa"] {
        admin.get(&format!("/api/contacts/export.csv?search={search}")).await.expect(StatusCode::OK);
    }
    assert_eq!(erase(&server, EMAIL).await.1["saved_filters"], 4);
    let events = admin.json("/api/audit?limit=100").await;
    let exports = events.as_array().unwrap().iter().filter(|event| event["action"] == "contact.exported");
    let searches: Vec<_> = exports.map(|event| event["after"]["search"].clone()).collect();
    assert_eq!(searches, [json!("Outra pessoa"), Value::Null, Value::Null], "the newest first");
    let left = staff.json("/api/contacts/filters").await;
    let left: BTreeSet<_> =
        left.as_array().unwrap().iter().map(|filter| filter["name"].as_str().unwrap()).collect();
    let kept = filters.iter().filter(|(.., erased)| !erased).map(|(name, ..)| *name);
    assert_eq!(left, kept.collect::<BTreeSet<_>>());
}

/// Anybody can register and send forms with the names and numbers of others.
#[tokio::test]
async fn account_deletion_keeps_contacts_of_others() {
    let server = Server::start().await;
    let lead = json!({"name": "Bruno Alves", "email": "bruno@cliente.example", "company": "Padaria"});
    let victims = server.send_contact(&lead_with(&lead)).await;
    let staff = server.editor().await;
    for (name, query) in [("Bruno Alves", "search=bruno%40cliente.example"), ("Da semana", "status=new")] {
        let body = json!({"name": name, "query": query});
        staff.post("/api/contacts/filters", &body).await.expect(StatusCode::CREATED);
    }
    let registration =
        json!({"email": "atacante@exemplo.com.br", "password": PASSWORD, "full_name": "Bruno Alves"});
    server.post("/api/auth/register", &registration).await;
    let attacker = server.sign_in("atacante@exemplo.com.br").await;
    for name in ["Bruno Alves", "new", "Da semana"] {
        let lead = lead_with(&json!({"name": name, "email": "bruno@cliente.example", "company": "Padaria"}));
        attacker.post("/api/contacts", &lead).await.expect(StatusCode::CREATED);
    }
    let profile =
        json!({"full_name": "Bruno Alves", "email": "bruno@cliente.example", "current_password": PASSWORD});
    attacker.put("/api/auth/profile", &profile).await.expect(StatusCode::OK);
    let notices = async || {
        let all = mailbox::all(&server).await;
        all.iter()
            .filter(|mail| mail.kind == "contact_notice" && mail.body.to_string().contains("Bruno Alves"))
            .count()
    };
    assert_eq!(notices().await, 2);
    attacker
        .delete_with("/api/auth/account", &json!({"password": PASSWORD}))
        .await
        .expect(StatusCode::NO_CONTENT);
    assert_eq!(notices().await, 1, "of the other request");
    assert_eq!(staff.json("/api/contacts/filters").await.as_array().unwrap().len(), 2);
    let path = format!("/api/contacts/{}", victims["id"].as_str().unwrap());
    assert_eq!(staff.json(&path).await["name"], "Bruno Alves");
}

#[tokio::test]
async fn earlier_proven_address_is_erased_like_the_current_one() {
    const NEW: &str = "zuleica@outro.example";
    let server = Server::start().await;
    leave_traces(&server).await;
    let registration = json!({"email": EMAIL, "password": PASSWORD, "full_name": "Zuleica Xavante"});
    server.post("/api/auth/register", &registration).await;
    let visitor = server.sign_in(EMAIL).await;
    let confirm = async |to: &str| {
        let links = mailbox::of_kind(&server, "email_verification").await;
        let (_, secret) = links.iter().find(|mail| mail.to == to).unwrap().link();
        visitor
            .post("/api/auth/email-verification/confirm", &json!({"token": secret}))
            .await
            .expect(StatusCode::OK);
    };
    confirm(EMAIL).await;
    let profile = json!({"full_name": "Zuleica Xavante", "email": NEW, "current_password": PASSWORD});
    visitor.put("/api/auth/profile", &profile).await.expect(StatusCode::OK);
    confirm(NEW).await;
    let (_, erased) = erase(&server, NEW).await;
    let counts = (&erased["contacts"], &erased["subscriptions"], &erased["account"]);
    assert_eq!(counts, (&json!(1), &json!(1), &json!(true)), "{erased}");
    for trace in ["zuleica", "98765-1234", "987651234", "castanhal", "jauaperi"] {
        assert!(!files(&server).contains(trace), "{trace} is left");
    }
    assert_eq!(verify(&server.app, None).await.unwrap().problems, []);
}

#[tokio::test]
async fn mails_to_earlier_addresses_of_an_account_are_erased() {
    const NEW: &str = "zuleica@outro.example";
    let server = Server::start().await;
    let visitor = server.sign_in(VISITOR).await;
    let profile =
        |email: &str| json!({"full_name": "Zuleica Xavante", "email": email, "current_password": PASSWORD});
    let change = async |email: &str| {
        let answer = visitor.put("/api/auth/profile", &profile(email)).await;
        assert_eq!(answer.status(), StatusCode::OK, "{}", answer.text());
    };
    // Another person's address, which this account requested but didn't confirm.
    let neighbor = json!({"email": NEIGHBOR, "password": PASSWORD, "full_name": "Maria"});
    server.post("/api/auth/register", &neighbor).await.expect(StatusCode::CREATED);
    change("nunca@provado.example").await;
    mailbox::mark_sent(&server).await;
    change(NEW).await;
    mailbox::mark_sent(&server).await;
    let links = mailbox::of_kind(&server, "email_verification").await;
    let (_, secret) = links.iter().find(|mail| mail.to == NEW).unwrap().link();
    visitor
        .post("/api/auth/email-verification/confirm", &json!({"token": secret}))
        .await
        .expect(StatusCode::OK);
    let to = async || mailbox::all(&server).await.into_iter().map(|mail| mail.to).collect::<Vec<_>>();
    let before = to().await;
    for earlier in [VISITOR, "nunca@provado.example", NEW, NEIGHBOR] {
        assert!(before.contains(&earlier.to_owned()), "{earlier} in {before:?}");
    }
    assert_eq!(erase(&server, NEW).await.1["account"], true);
    let left = to().await;
    assert!(left.iter().all(|to| to == NEIGHBOR), "{left:?}");
}

#[tokio::test]
async fn audit_log_keeps_the_name_of_former_staff() {
    let server = Server::start().await;
    let (admin, editor) = (server.admin().await, server.editor().await);
    let id = editor.json("/api/auth/me").await["id"].as_str().unwrap().to_owned();
    let redirect = json!({"from_path": "/antigo", "to_url": "/sobre"});
    editor.post("/api/redirects", &redirect).await.expect(StatusCode::CREATED);
    let sent = server.send_contact(&lead_with(&json!({"email": EDITOR}))).await;
    let path = format!("/api/contacts/{}", sent["id"].as_str().unwrap());
    admin.put(&path, &json!({"status": "read"})).await.expect(StatusCode::OK);
    let visitor = json!({"role": "user", "email_verified": true});
    admin.put(&format!("/api/auth/users/{id}"), &visitor).await.expect(StatusCode::OK);
    let former = server.sign_in(EDITOR).await;
    former
        .delete_with("/api/auth/account", &json!({"password": PASSWORD}))
        .await
        .expect(StatusCode::NO_CONTENT);
    // Another account with the address doesn't erase them, and neither does its erasure by staff.
    let registration = json!({"email": EDITOR, "password": PASSWORD, "full_name": "Edu"});
    server.post("/api/auth/register", &registration).await;
    let again = server.sign_in(EDITOR).await;
    let id = again.json("/api/auth/me").await["id"].as_str().unwrap().to_owned();
    let verified = json!({"email_verified": true});
    admin.put(&format!("/api/auth/users/{id}"), &verified).await;
    again
        .delete_with("/api/auth/account", &json!({"password": PASSWORD}))
        .await
        .expect(StatusCode::NO_CONTENT);
    assert_eq!(erase(&server, EDITOR).await.0, StatusCode::OK);
    let events = admin.json("/api/audit?limit=50").await;
    let event = |action: &str| {
        events.as_array().unwrap().iter().find(|event| event["action"] == action).expect(action)
    };
    let created = event("redirect.created");
    assert_eq!((&created["user_email"], &created["after"]["from_path"]), (&json!(EDITOR), &json!("/antigo")));
    let demotion = event("user.role_changed");
    assert_eq!((&demotion["label"], &demotion["before"]["role"]), (&json!(EDITOR), &json!("editor")));
    assert_eq!(event("contact.updated")["label"], Value::Null, "their own request");
}

#[tokio::test]
async fn revoked_invitation_does_not_count_as_former_staff() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let invitation = json!({"email": EMAIL, "full_name": "Zuleica", "role": "editor"});
    let id =
        admin.post("/api/auth/invitations", &invitation).await.json()["user_id"].as_str().unwrap().to_owned();
    let path = format!("/api/auth/users/{id}/invitation");
    admin.delete(&path).await.expect(StatusCode::OK);
    assert_eq!(erase(&server, EMAIL).await.0, StatusCode::OK);
    let events = admin.json("/api/audit?group=user").await;
    let names = |event: &Value| event.to_string().contains("Zuleica") || event.to_string().contains(EMAIL);
    assert!(!events.as_array().unwrap().iter().any(names), "{events}");
}

/// Messages to the company, and those with its address as `Reply-To`, are about its customers.
#[tokio::test]
async fn company_mailbox_is_not_erased_as_a_person() {
    const COMPANY: &str = "contato@empresa.example";
    let server = Server::start().await;
    let admin = server.admin().await;
    admin.put("/api/settings/contact", &json!({"email": COMPANY})).await;
    server.send_contact(&lead_with(&json!({"email": "paula@cliente.example"}))).await;
    let (status, answer) = erase(&server, "Contato@Empresa.example").await;
    assert_eq!((status, &answer["code"]), (StatusCode::CONFLICT, &json!("company_email")));
    let registration = json!({"email": COMPANY, "password": PASSWORD, "full_name": "Eva"});
    server.post("/api/auth/register", &registration).await;
    let visitor = server.sign_in(COMPANY).await;
    let id = visitor.json("/api/auth/me").await["id"].as_str().unwrap().to_owned();
    let verified = json!({"email_verified": true});
    admin.put(&format!("/api/auth/users/{id}"), &verified).await.expect(StatusCode::OK);
    visitor
        .delete_with("/api/auth/account", &json!({"password": PASSWORD}))
        .await
        .expect(StatusCode::NO_CONTENT);
    let left: BTreeSet<String> = mailbox::all(&server).await.into_iter().map(|mail| mail.kind).collect();
    assert!(left.contains("contact_notice") && left.contains("contact_receipt"), "{left:?}");
}
