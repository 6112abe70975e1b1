//! Erasing a person: no data remains, and the audit log still verifies.

mod accounts;
mod audit_log;
mod filled;

use std::collections::BTreeSet;

use chrono::TimeDelta;
use reqwest::StatusCode;
use serde_json::{Value, json};
use vitrine::{
    features::{
        contacts::attachments, privacy_requests::replies::delivery, redirects::missing::write_counts,
        visits::collector,
    },
    foundation::{audit::verify::verify, mail::inbound::parse},
};

use crate::{
    harness::{
        ADMIN, BEHIND_PROXY, Client, EDITOR, PASSWORD, Request, Server, VISITOR, authenticator, contact_path,
        mailbox, new_contact_with,
    },
    media, personal_data,
};

const EMAIL: &str = "zuleica.xavante@provedor.example";
/// Parts of the data that [`leave_traces`] stores, in lowercase.
const TRACES: [&str; 5] = ["zuleica", "98765-1234", "987651234", "castanhal", "jauaperi"];
/// Address of another person, which ends with [`EMAIL`].
const NEIGHBOR: &str = "maria.zuleica.xavante@provedor.example";
/// Address of another person, who isn't erased.
const OTHER: &str = "paula@cliente.example";
/// Another address in a contact from the person's account.
const SECOND_EMAIL: &str = "outro@endereco.example";
/// IP address from which [`leave_account`] sends requests.
const IP: &str = "203.0.113.77";

async fn erase(server: &Server, email: &str) -> (StatusCode, Value) {
    let request = server.admin().await.post("/api/people/erase", &json!({"email": email}));
    request.await.status_and_json()
}

/// Stores data of the person without an account: a contact in the trash with a note, a reply and a received message, a saved filter of staff, a
/// failed sign-in, a newsletter subscription with an interest and a report, a privacy request, and visits by links that name
/// the person.
async fn leave_traces(server: &Server) {
    let contact = json!({"name": "Zuleica Xavante", "email": "Zuleica.Xavante@provedor.example", "phone": "(92) 98765-1234",
        "company": "Castanhal Xavante", "message": "Quero um orçamento para a fazenda Jauaperi.",
        "source_page": "/blog/zuleica-xavante", "source_referrer": "castanhal.example", "utm_source": "Jauaperi",
        "utm_medium": "Castanhal", "utm_campaign": "Proposta Zuleica Xavante"});
    let sent = server.send_contact(&new_contact_with(&contact)).await;
    mailbox::mark_sent(server).await;
    let path = contact_path(&sent);
    let staff = server.editor().await;
    let post = async |path: String, body: Value| staff.post(&path, &body).await.expect_success();
    post(format!("{path}/notes"), json!({"text": "Zuleica prefere WhatsApp."})).await;
    post(format!("{path}/replies"), json!({"subject": "Sobre a Castanhal", "text": "Bom dia, Zuleica."}))
        .await;
    let step = json!({"text": "Ligar para Zuleica", "date": "2030-01-01"});
    staff.put(&format!("{path}/next-step"), &step).await.expect_success();
    staff.post_empty(&format!("{path}/next-step/done")).await.expect_success();
    staff.put(&format!("{path}/next-step"), &step).await.expect_success();
    let lost = json!({"stage": "lost", "lost_reason": "other", "lost_text": "Zuleica mudou de cidade"});
    staff.put(&format!("{path}/stage"), &lost).await.expect_success();
    leave_received_message(server, &sent).await;
    post(
        "/api/contacts/filters".into(),
        json!({"name": "Da Zuleica", "query": "search=zuleica.xavante%40provedor.example"}),
    )
    .await;
    staff.put(&path, &json!({"company": "Jauaperi Agro"})).await.expect(StatusCode::OK);
    staff.delete(&path).await.expect(StatusCode::NO_CONTENT);
    let guess = json!({"email": EMAIL, "password": "um palpite"});
    server.post("/api/auth/login", &guess).await.expect(StatusCode::UNAUTHORIZED);
    let subscription = json!({"email": EMAIL});
    server.post("/api/newsletter/subscriptions", &subscription).await.expect(StatusCode::CREATED);
    for sql in [
        "INSERT INTO newsletter_subscription_interests (subscription_id, slug) SELECT id, 'nuvem' FROM newsletter_subscriptions",
        "INSERT INTO newsletter_reports (id, key, subscription_id, is_counted, created_at)
         SELECT id, 'chave', id, true, created_at FROM newsletter_subscriptions",
    ] {
        server.execute_sql(sql).await;
    }
    leave_privacy_request(server).await;
    leave_visits(server).await;
}

/// Stores a message of the person by mail, with a file.
async fn leave_received_message(server: &Server, contact: &Value) {
    let sql = "INSERT INTO contact_messages (id, contact_id, sender_name, sender_email, is_confirmed, is_automatic, subject, text,
            quotation, message_id, is_too_large, omitted_attachments, created_at)
        SELECT id, id, 'Zuleica', 'zuleica.xavante@provedor.example', true, false, 'Jauaperi', 'Sou a Zuleica.', 'Castanhal',
            'zuleica@provedor.example', false, 0, created_at FROM contacts WHERE name = 'Zuleica Xavante'";
    server.execute_sql(sql).await;
    let file = parse::Attachment {
        name: "Zuleica.pdf".to_owned(),
        content_type: "application/pdf".to_owned(),
        bytes: b"Jauaperi".to_vec(),
    };
    let ids = attachments::store_files(&server.app, vec![file]).await.unwrap();
    let contact_id = contact["id"].as_str().unwrap().parse().unwrap();
    let tx = server.app.db.begin().await.unwrap();
    assert!(attachments::store::attach(&*tx, &ids, contact_id, contact_id).await.unwrap());
    tx.commit().await.unwrap();
}

/// Stores visits, and figures of past ones, by links that name the person, and by one that doesn't.
async fn leave_visits(server: &Server) {
    for view in [
        json!({"kind": "view", "page": "/", "utm_campaign": "Proposta Zuleica Xavante"}),
        json!({"kind": "view", "page": "/blog/zuleica-xavante", "referrer": "zuleica-xavante.example"}),
        json!({"kind": "missing", "page": "/proposta/zuleica-xavante"}),
        json!({"kind": "view", "page": "/", "utm_campaign": "novembro"}),
    ] {
        // Without the user agent of a browser, it counts as a robot.
        let view = server.post("/api/visits", &view).header("user-agent", "Mozilla/5.0 Firefox/140.0");
        view.await.expect(StatusCode::NO_CONTENT);
    }
    collector::write(&server.app).await.unwrap();
    let missing = server.get("/orcamento/zuleica-xavante").header("user-agent", "Mozilla/5.0 Firefox/140.0");
    let missing = missing.header("accept", "text/html");
    missing.header("referer", "https://zuleica-xavante.example/").await.expect(StatusCode::NOT_FOUND);
    write_counts(&server.app).await.unwrap();
    let source = json!({"email": OTHER, "source_page": "/", "utm_campaign": "indicada por Zuleica Xavante"});
    server.send_contact(&new_contact_with(&source)).await;
    for (table, time) in [("visit_figures", "day"), ("visit_month_figures", "month")] {
        for campaign in ["proposta-zuleica-xavante", "tel 92 98765-1234", "outubro"] {
            let sql = format!(
                "INSERT INTO {table} (dimension, {time}, value, views, visitors)
                 VALUES ('campaign', '2026-10-01', 'boletim\t\t{campaign}', 1, 1)"
            );
            server.execute_sql(&sql).await;
        }
        for (value, views) in [("*", 3), ("/proposta/zuleica-xavante", 2), ("/zuleica_xavante", 1)] {
            let sql = format!(
                "INSERT INTO {table} (dimension, {time}, value, views, visitors)
                 VALUES ('missing', '2026-10-01', '{value}', {views}, 1)"
            );
            server.execute_sql(&sql).await;
        }
    }
}

/// Stores a privacy request with a note and a sent reply.
async fn leave_privacy_request(server: &Server) {
    let form = "kind=deletion&name=Zuleica+Xavante&email=zuleica.xavante%40provedor.example&message=Jauaperi&website=";
    server.post_form("/privacidade/pedido", form).await.expect(StatusCode::SEE_OTHER);
    let admin = server.admin().await;
    let requests = admin.json("/api/privacy-requests?stage=unconfirmed").await;
    let path = format!("/api/privacy-requests/{}", requests[0]["id"].as_str().unwrap());
    admin.put(&path, &json!({"state": "open", "note": "Zuleica ligou."})).await.expect(StatusCode::OK);
    admin.post(&format!("{path}/replies"), &json!({"text": "Bom dia, Zuleica."})).await.expect_success();
    mailbox::mark_sent(server).await;
    delivery::settle(&server.app).await.unwrap();
}

/// Returns all stored data as lowercase characters: the bytes of the SQLite database and its WAL, or all rows of PostgreSQL,
/// and the uploaded files.
async fn stored_text(server: &Server) -> String {
    let mut bytes = match server.app.config.database_url.strip_prefix("sqlite:") {
        Some(path) => {
            ["", "-wal"].map(|end| std::fs::read(format!("{path}{end}")).unwrap_or_default()).concat()
        }
        None => postgres_rows(server).await.into_bytes(),
    };
    let private = media::files_in(server.app.config.data_dir.join("private"));
    for path in media::stored_files(server).into_iter().chain(private) {
        bytes.extend(path.as_bytes());
        bytes.extend(std::fs::read(path).unwrap());
    }
    bytes.iter().map(|byte| char::from(*byte)).collect::<String>().to_lowercase()
}

/// Returns all rows of all tables of PostgreSQL as JSON.
async fn postgres_rows(server: &Server) -> String {
    let mut rows = String::new();
    for table in personal_data::columns(server).await.keys() {
        let sql = format!("SELECT to_jsonb(t)::text AS row FROM \"{table}\" AS t");
        for row in server.query(&sql).await {
            rows += &row.try_get::<String>("", "row").unwrap();
        }
    }
    rows
}

/// Returns the number of erased records of a kind.
fn count(certificate: &Value, kind: &str) -> u64 {
    let counts = certificate["erased"].as_array().unwrap();
    counts.iter().find(|count| count["kind"] == kind).map_or(0, |count| count["count"].as_u64().unwrap())
}

/// Confirms an address with the newest link to it.
async fn confirm_email(server: &Server, user: &Client, email: &str) {
    let mails = mailbox::of_kind(server, "email_verification").await;
    let token = mails.iter().rfind(|mail| mail.to == email).unwrap().secret();
    user.post("/api/auth/email-verification/confirm", &json!({"token": token})).await.expect(StatusCode::OK);
}

/// Stores more data of the person: an account with second factors, links and sessions, a contact sent from it, and a picture
/// with the person's name.
async fn leave_account(server: &Server) {
    let from = |request: Request| request.header("x-forwarded-for", IP).header("user-agent", "Zuleica/1.0");
    let registration = json!({"email": EMAIL, "password": PASSWORD, "full_name": "Zuleica Xavante"});
    from(server.post("/api/auth/register", &registration)).await.expect(StatusCode::CREATED);
    let login = json!({"email": EMAIL, "password": PASSWORD});
    let session = from(server.post("/api/auth/login", &login).header("x-session-transport", "cookie")).await;
    session.expect(StatusCode::OK);
    let session = from(server.post("/api/auth/login", &login)).await.expect(StatusCode::OK).json();
    let user = server.with_token(session["token"].as_str().unwrap());
    confirm_email(server, &user, EMAIL).await;
    let contact = new_contact_with(&json!({"email": SECOND_EMAIL, "name": "Zuleica Xavante"}));
    let contact = user.post("/api/contacts", &contact).header("idempotency-key", "chave-da-zuleica");
    from(contact).await.expect(StatusCode::CREATED);
    authenticator::register_passkey(&user).await;
    let challenge = json!({});
    from(user.post("/api/auth/step-up/challenge", &challenge)).await.expect(StatusCode::OK);
    let offer = from(user.post("/api/auth/second-factor/totp", &challenge)).await.expect_success().json();
    let app = authenticator::totp_app(offer["key"].as_str().unwrap());
    let code = authenticator::totp_code(&app, server.app.clock.now());
    let confirmation = json!({ "code": code });
    from(user.post("/api/auth/second-factor/totp/confirm", &confirmation)).await.expect_success();
    from(server.post("/api/auth/password-reset", &json!({"email": EMAIL})))
        .await
        .expect(StatusCode::ACCEPTED);
    mailbox::wait_for(server, "password_reset", 1).await;
    let picture =
        br#"<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><text>Zuleica Xavante</text></svg>"#;
    media::upload(&server.editor().await, "Zuleica Xavante.svg", picture).await;
}

/// Sets columns that are empty after these requests, such as those of a passkey that was never used, or of a session that the
/// second factor ended.
async fn leave_rare_values(server: &Server) {
    for sql in [
        "UPDATE passkeys SET name = 'Celular da Zuleica', last_used_at = created_at",
        "UPDATE sessions SET cookie_hash = token_hash WHERE user_agent = 'Zuleica/1.0'",
        "UPDATE account_links SET sealed_secret = 'selado'",
        "UPDATE newsletter_subscriptions SET stop_detail = '550 zuleica.xavante: caixa cheia'",
        "UPDATE privacy_requests SET reason = 'Zuleica tem um contrato.'",
        "UPDATE media SET alt = 'Zuleica Xavante no campo' WHERE name LIKE 'Zuleica%'",
        "UPDATE contacts SET whatsapp_code = '0123456789ABCDEFGHJK' WHERE lower(email) LIKE 'zuleica.xavante@%'",
        "INSERT INTO privacy_request_files (id, request_id, name, content_type, bytes, path, created_at)
         SELECT id, id, 'zuleica.pdf', 'application/pdf', 1, 'zz/1', created_at FROM privacy_requests
         WHERE lower(email) LIKE 'zuleica.xavante@%'",
        "UPDATE contact_replies SET cc = 'zuleica.xavante@exemplo.com.br'",
        "INSERT INTO user_preferences (user_id, contacts_layout, shortcuts, signature, version)
         SELECT id, 'table', true, 'Zuleica Xavante', 1 FROM users WHERE lower(email) LIKE 'zuleica.xavante@%'",
        "INSERT INTO push_subscriptions (id, user_id, session_id, endpoint, endpoint_hash, public_key, sealed_secret, user_agent,
         created_at) SELECT id, id, id, 'https://push.exemplo.com.br/zuleica', 'a', 'a', 'a', 'Zuleica/1.0', created_at
         FROM users WHERE lower(email) LIKE 'zuleica.xavante@%'",
        "UPDATE outbox SET last_error = '550 zuleica.xavante: caixa cheia', refusal = 'permanent'
         WHERE to_email LIKE 'zuleica.xavante@%'",
    ] {
        server.execute_sql(sql).await;
    }
}

/// Returns the exports of all lists, and that of another person, in lowercase.
async fn exported_text(admin: &Client) -> String {
    let mut texts = Vec::new();
    for path in [
        "/api/contacts/export.csv",
        "/api/audit/export.csv",
        "/api/newsletter/subscriptions/export",
        "/api/visits/export.csv",
        "/api/consents/export.csv",
    ] {
        texts.push(admin.text(path).await);
    }
    let archive = admin.get(&format!("/api/people/export?email={OTHER}")).await.expect(StatusCode::OK);
    texts.extend(personal_data::unzip(archive.bytes()).into_values());
    texts.concat().to_lowercase()
}

/// The test fills every column that can hold personal data.
#[tokio::test]
async fn erasure_removes_all_traces_of_a_person_and_the_audit_log_still_verifies() {
    let server = Server::start_with(BEHIND_PROXY).await;
    leave_traces(&server).await;
    leave_account(&server).await;
    leave_rare_values(&server).await;
    server.send_contact(&new_contact_with(&json!({"email": OTHER, "name": "Paula"}))).await;
    // The counts of events that are older than one minute are in memory.
    server.advance(TimeDelta::minutes(2));
    let editor = server.editor().await;
    let visits = editor.json("/api/visits").await;
    assert_eq!(visits["campaigns"].as_array().unwrap().len(), 3, "{visits}");
    filled::expect_all_columns(&server).await;
    let traces = || TRACES.into_iter().chain([IP, SECOND_EMAIL]);
    let before = stored_text(&server).await;
    for trace in traces() {
        assert!(before.contains(trace), "{trace} is stored");
    }
    assert!(exported_text(&server.admin().await).await.contains("zuleica"), "exports have the person's data");
    let (status, certificate) = erase(&server, " Zuleica.XAVANTE@provedor.example ").await;
    assert_eq!(status, StatusCode::OK, "{certificate}");
    for (kind, at_least) in [
        ("contacts", 2),
        ("notes", 1),
        ("replies", 1),
        ("contact_steps", 3),
        ("received_messages", 1),
        ("saved_filters", 1),
        ("subscriptions", 1),
        ("newsletter_reports", 1),
        ("privacy_requests", 1),
        ("privacy_replies", 1),
        ("privacy_notes", 1),
        ("contact_sources", 1),
        ("missing_pages", 1),
        ("visits", 7),
        ("account", 1),
        ("sessions", 1),
        ("known_devices", 1),
        ("push_devices", 1),
        ("passkeys", 1),
        ("second_factors", 2),
        ("account_links", 1),
        ("messages", 5),
        ("files", 1),
        ("audit_events", 8),
    ] {
        assert!(count(&certificate, kind) >= at_least, "{kind}: {certificate}");
    }
    assert_eq!(certificate["remaining"], json!([]));
    let visits = editor.json("/api/visits").await;
    let totals = &visits["totals"];
    assert_eq!((&totals["views"], &totals["missing"]), (&json!(3), &json!(1)), "the visits remain: {visits}");
    for table in ["visit_figures", "visit_month_figures"] {
        let sql = format!(
            "SELECT dimension || ' ' || value || ' ' || views AS row FROM {table} ORDER BY dimension, views"
        );
        let rows = server.query(&sql).await;
        let rows: Vec<String> = rows.iter().map(|row| row.try_get("", "row").unwrap()).collect();
        assert_eq!(rows, ["campaign boletim\t\toutubro 1", "campaign * 2", "missing * 6"], "{table}");
    }
    let after = stored_text(&server).await;
    let outbox = format!("{:?}", mailbox::all(&server).await).to_lowercase();
    let admin = server.admin().await;
    let exports = exported_text(&admin).await;
    let own_export = admin.get(&format!("/api/people/export?email={EMAIL}")).await;
    own_export.expect_error(StatusCode::NOT_FOUND, "nothing_stored");
    for trace in traces() {
        assert!(!after.contains(trace), "{trace} is left");
        assert!(!outbox.contains(trace) && !exports.contains(trace), "{trace} is left");
    }
    let report = verify(&server.app, None).await.unwrap();
    assert_eq!(report.problems, []);
    assert_eq!(report.erased, count(&certificate, "audit_events"));
    let events = admin.json("/api/audit?group=contact").await;
    let updated =
        events.as_array().unwrap().iter().find(|event| event["action"] == "contact.updated").unwrap();
    assert_eq!(
        (&updated["user_email"], &updated["label"]),
        (&json!(EDITOR), &Value::Null),
        "the event still names the actor"
    );
    assert!(updated["erased_at"].is_string());
    let events = admin.json("/api/audit?group=person").await;
    let erasure = events.as_array().unwrap().iter().find(|event| event["action"] == "person.erased").unwrap();
    assert_eq!(erasure["user_email"], ADMIN);
    assert_eq!(
        (&erasure["after"]["certificate"], &erasure["after"]["contacts"]),
        (&certificate["id"], &json!(2))
    );
}

#[tokio::test]
async fn database_is_compacted_once_after_an_erasure() {
    let server = Server::start().await;
    server.send_contact(&new_contact_with(&json!({"email": EMAIL}))).await;
    let compactions = async || {
        server.run_maintenance().await;
        server.admin().await.json("/api/audit?group=database").await.as_array().unwrap().len()
    };
    assert_eq!(compactions().await, 0);
    assert_eq!(erase(&server, EMAIL).await.0, StatusCode::OK);
    let expected = usize::from(server.app.db.is_sqlite());
    assert_eq!(compactions().await, expected);
    assert_eq!(compactions().await, expected);
}

#[tokio::test]
async fn erasure_leaves_an_account_with_a_longer_address_unchanged() {
    let server = Server::start().await;
    for email in [EMAIL, NEIGHBOR] {
        let registration = json!({"email": email, "password": PASSWORD, "full_name": "Zuleica Xavante"});
        server.post("/api/auth/register", &registration).await.expect(StatusCode::CREATED);
        server.send_contact(&new_contact_with(&json!({"email": email}))).await;
    }
    let path = format!("/api/audit?person={NEIGHBOR}");
    let before = server.admin().await.json(&path).await;
    let (status, erased) = erase(&server, EMAIL).await;
    assert_eq!((status, count(&erased, "account"), count(&erased, "contacts")), (StatusCode::OK, 1, 1));
    let neighbors = server.admin().await.json(&path).await;
    assert!(!neighbors.as_array().unwrap().is_empty());
    assert_eq!(neighbors, before, "a longer address belongs to another person");
    let login = async |email: &str| {
        let credentials = json!({"email": email, "password": PASSWORD});
        server.post("/api/auth/login", &credentials).await.status()
    };
    assert_eq!((login(EMAIL).await, login(NEIGHBOR).await), (StatusCode::UNAUTHORIZED, StatusCode::OK));
    let admin = server.admin().await;
    let contacts = admin.json("/api/contacts").await;
    let emails: Vec<_> =
        contacts.as_array().unwrap().iter().map(|contact| contact["email"].clone()).collect();
    assert!(
        emails.contains(&json!(NEIGHBOR)) && emails.contains(&json!("")),
        "the erased contact has no address: {emails:?}"
    );
    assert_eq!(verify(&server.app, None).await.unwrap().problems, []);
}

#[tokio::test]
async fn erasure_of_staff_and_invalid_addresses_is_refused() {
    let server = Server::start().await;
    for email in [ADMIN, EDITOR] {
        let (status, body) = erase(&server, email).await;
        assert_eq!((status, &body["code"]), (StatusCode::CONFLICT, &json!("staff_account")));
    }
    assert_eq!(erase(&server, "ninguém").await.0, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(count(&erase(&server, VISITOR).await.1, "account"), 1);
}

#[tokio::test]
async fn erasure_of_an_unknown_address_is_refused_and_not_recorded() {
    let server = Server::start().await;
    let (status, body) = erase(&server, "outra@exemplo.com.br").await;
    assert_eq!((status, &body["code"]), (StatusCode::NOT_FOUND, &json!("nothing_stored")));
    assert_eq!(server.admin().await.json("/api/audit?group=person").await, json!([]));
}

#[tokio::test]
async fn saved_filters_with_the_name_or_number_of_a_person_are_erased() {
    let server = Server::start().await;
    leave_traces(&server).await;
    // A name of one word may be that of something else.
    server.send_contact(&new_contact_with(&json!({"name": "Novos", "email": EMAIL}))).await;
    let staff = server.editor().await;
    // Name, query, and whether it names the person.
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
    assert_eq!(
        count(&erase(&server, EMAIL).await.1, "saved_filters"),
        4,
        "three of these and that of `leave_traces`"
    );
    let events = admin.json("/api/audit?limit=100").await;
    let exports = events.as_array().unwrap().iter().filter(|event| event["action"] == "contact.exported");
    let searches: Vec<_> = exports.map(|event| event["after"]["search"].clone()).collect();
    assert_eq!(
        searches,
        [json!("Outra pessoa"), Value::Null, Value::Null],
        "searches for the person are erased"
    );
    let remaining = staff.json("/api/contacts/filters").await;
    let remaining: BTreeSet<_> =
        remaining.as_array().unwrap().iter().map(|filter| filter["name"].as_str().unwrap()).collect();
    let expected = filters.iter().filter(|(.., names_person)| !names_person).map(|(name, ..)| *name);
    assert_eq!(remaining, expected.collect::<BTreeSet<_>>());
}

#[tokio::test]
async fn person_in_copy_of_a_reply_is_found_and_erased() {
    let server = Server::start().await;
    let contact = server.send_contact(&new_contact_with(&json!({"email": OTHER, "name": "Paula"}))).await;
    let replies = format!("{}/replies", contact_path(&contact));
    let reply = json!({"subject": "Re", "text": "Segue.", "cc": format!("{EMAIL}, bia@exemplo.com.br")});
    server.editor().await.post(&replies, &reply).await.expect_success();
    server
        .execute_sql(&format!("UPDATE outbox SET last_error = 'A cópia para {EMAIL} foi devolvida: 550'"))
        .await;
    let copies = personal_data::viewed(&server, EMAIL, "reply_copies").await;
    assert_eq!(copies[0]["data"]["cc"], json!([EMAIL]), "{copies}");
    assert!(!copies.to_string().contains("Segue."), "{copies}");
    let (status, certificate) = erase(&server, EMAIL).await;
    assert_eq!((status, count(&certificate, "reply_copies")), (StatusCode::OK, 1), "{certificate}");
    let left = server.query("SELECT cc FROM contact_replies").await;
    assert_eq!(left[0].try_get::<String>("", "cc").unwrap(), "bia@exemplo.com.br");
    let errors = server.query("SELECT id FROM outbox WHERE last_error IS NOT NULL").await;
    assert!(errors.is_empty());
    let unsent = mailbox::of_kind(&server, "contact_reply").await.remove(0);
    assert_eq!(unsent.body["cc"], json!(["bia@exemplo.com.br"]));
    assert!(!stored_text(&server).await.contains(EMAIL), "the address is left");
}
