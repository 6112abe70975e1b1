//! Contacts: the form, the list and the export.

pub mod triage;

use chrono::TimeDelta;
use reqwest::{Method, StatusCode, header};
use serde_json::{Value, json};

use vitrine::features::contacts::{fields::ContactInput, public::receive};

use crate::harness::{NO_LIMITS, Server, VISITOR, contact_path, new_contact, new_contact_with};

#[tokio::test]
async fn contact_of_a_concurrently_deleted_account_is_stored() {
    let server = Server::start().await;
    let input: ContactInput = serde_json::from_value(new_contact()).unwrap();
    let deleted = uuid::Uuid::from_u128(1);
    let stored = receive(&server.app, &input, [127, 0, 0, 1].into(), Some(deleted), None).await.unwrap();
    assert_eq!(stored.fields.name, "João da Silva");
}

#[tokio::test]
async fn submitted_contact_is_new_and_visible_to_staff() {
    let server = Server::start().await;
    let sent = server
        .send_contact(&new_contact_with(&json!({"status": "archived", "quarantined": true, "id": "x"})))
        .await;
    assert_eq!(sent["status"], "new");
    assert_eq!(sent["name"], "João da Silva");
    assert!(sent.get("quarantined").is_none(), "the sender does not see it");
    let staff = server.editor().await;
    let listed = staff.json("/api/contacts").await;
    assert_eq!(listed.as_array().unwrap().len(), 1);
    assert_eq!(listed[0]["id"], sent["id"]);
    assert_eq!(listed[0]["message"], new_contact()["message"]);
    assert_eq!(listed[0]["created_at"], "2026-11-20T12:00:00Z");
}

#[tokio::test]
async fn all_invalid_contact_fields_are_reported_at_once() {
    let server = Server::start().await;
    let invalid = json!({"name": "  ", "email": "joao@", "phone": "12", "message": ""});
    let answer = server.post("/api/contacts", &invalid).await.expect(StatusCode::UNPROCESSABLE_ENTITY);
    let request_id = answer.header("x-request-id").to_owned();
    let body = answer.json();
    assert_eq!(body["code"], "invalid_fields");
    assert_eq!(body["request_id"], request_id);
    let fields: Vec<&String> = body["fields"].as_object().unwrap().keys().collect();
    assert_eq!(fields, ["company", "email", "message", "name", "phone"]);
    let fields = server
        .post("/api/contacts", &new_contact_with(&json!({"phone": "98765-4321"})))
        .await
        .json()["fields"]
        .clone();
    assert_eq!(fields, json!({"phone": "Informe um telefone válido, com DDD."}));
}

#[tokio::test]
async fn hostile_contact_text_is_refused_alike_on_both_databases() {
    let server = Server::start_with(NO_LIMITS).await;
    let status = async |body: String| {
        server
            .request(Method::POST, "/api/contacts")
            .header("content-type", "application/json")
            .body(body)
            .await
            .status()
    };
    assert_eq!(status(new_contact_with(&json!({"name": "a\0b"})).to_string()).await, 422);
    assert_eq!(status(new_contact_with(&json!({"message": "a\0b"})).to_string()).await, 422);
    assert_eq!(status(new_contact_with(&json!({"name": "a".repeat(121)})).to_string()).await, 422);
    assert_eq!(status(new_contact().to_string().replace("João", "\\ud800")).await, 422, "lone surrogate");
    assert_eq!(status("[".repeat(50_000)).await, 400, "depth");
    assert_eq!(status(String::new()).await, 400);
    assert_eq!(status(new_contact_with(&json!({"message": "a".repeat(300_000)})).to_string()).await, 413);
    assert_eq!(status(new_contact_with(&json!({"name": ["a"]})).to_string()).await, 422);
    server
        .request(Method::POST, "/api/contacts")
        .body("name=a")
        .await
        .expect(StatusCode::UNSUPPORTED_MEDIA_TYPE);
    server
        .post("/api/auth/login", &json!({"email": "a\0b@c.example", "password": "um palpite"}))
        .await
        .expect(StatusCode::UNAUTHORIZED);
    server.get("/assets/a%00b.js").await.expect(StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn invalid_hidden_fields_do_not_refuse_a_contact() {
    let server = Server::start_with(NO_LIMITS).await;
    for hidden in [
        r#""elapsed_ms": 8000.75"#,
        r#""elapsed_ms": 1e300"#,
        r#""elapsed_ms": 99999999999999999999999"#,
        r#""elapsed_ms": -20"#,
        r#""elapsed_ms": null"#,
        r#""elapsed_ms": "8000""#,
        r#""elapsed_ms": {"a": [1]}"#,
        r#""website": null"#,
        r#""website": 7"#,
        r#""website": ["x"]"#,
    ] {
        let body = new_contact().to_string().replacen('{', &format!("{{{hidden},"), 1);
        let request = server.post_empty("/api/contacts").header("content-type", "application/json");
        assert_eq!(request.body(body).await.status(), StatusCode::CREATED, "{hidden}");
    }
    let suspected = server.editor().await.json("/api/contacts?folder=spam").await;
    assert_eq!(
        suspected.as_array().unwrap().len(),
        2,
        "only `7` and `[\"x\"]` fill the hidden field: {suspected}"
    );
    let subscription = json!({"email": "ana@exemplo.com.br", "website": null});
    server.post("/api/newsletter/subscriptions", &subscription).await.expect(StatusCode::CREATED);
}

#[tokio::test]
async fn repeated_idempotency_key_creates_one_contact() {
    let server = Server::start_with(NO_LIMITS).await;
    let send = async |key: &str, body: Value| {
        server.post("/api/contacts", &body).header("idempotency-key", key).await.status_and_json()
    };
    let (first, second) = (send("k", new_contact()).await, send("k", new_contact()).await);
    assert_eq!((first.0, second.0), (StatusCode::CREATED, StatusCode::CREATED));
    assert_eq!(first.1, second.1);
    let other = send("k", new_contact_with(&json!({"name": "Outra Pessoa"}))).await;
    assert_eq!(
        (other.0, &other.1["code"]),
        (StatusCode::UNPROCESSABLE_ENTITY, &json!("idempotency_key_reused"))
    );
    let at_once = futures_util::future::join_all((0..20).map(|_| send("at once", new_contact()))).await;
    assert!(at_once.iter().all(|(status, body)| *status == 201 && body["id"] == at_once[0].1["id"]));
    let total = server.editor().await.get("/api/contacts").await.headers()["x-total-count"].clone();
    assert_eq!(total, "2");

    let replica = server.replica().await;
    let replayed = replica.post("/api/contacts", &new_contact()).header("idempotency-key", "k").await;
    assert_eq!(replayed.json(), first.1, "another process returns the same contact");
    replica
        .post("/api/contacts", &new_contact_with(&json!({"name": "Outra Pessoa"})))
        .header("idempotency-key", "k")
        .await
        .expect(StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn contacts_of_one_network_are_limited() {
    let server = Server::start().await;
    for _ in 0..15 {
        // Refused requests don't count.
        server
            .post("/api/contacts", &new_contact_with(&json!({"phone": "1"})))
            .await
            .expect(StatusCode::UNPROCESSABLE_ENTITY);
    }
    for _ in 0..10 {
        server.send_contact(&new_contact()).await;
    }
    let answer = server.post("/api/contacts", &new_contact()).await.expect(StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(answer.headers()[header::RETRY_AFTER], "120");
    server.advance(TimeDelta::minutes(2));
    server.send_contact(&new_contact()).await;
}

#[tokio::test]
async fn concurrent_contacts_do_not_exceed_the_limit() {
    let server = Server::start_for_races().await;
    let send = async |_| server.post("/api/contacts", &new_contact()).await.status();
    let statuses = futures_util::future::join_all((0..30).map(send)).await;
    let count = |status: StatusCode| statuses.iter().filter(|found| **found == status).count();
    assert_eq!((count(StatusCode::CREATED), count(StatusCode::TOO_MANY_REQUESTS)), (10, 20));
}

#[tokio::test]
async fn repeated_contact_request_succeeds_beyond_the_limit() {
    let server = Server::start().await;
    let send =
        async |key: &str| server.post("/api/contacts", &new_contact()).header("idempotency-key", key).await;
    let first = send("0").await.json();
    for key in 1..10 {
        send(&key.to_string()).await.expect(StatusCode::CREATED);
    }
    send("another").await.expect(StatusCode::TOO_MANY_REQUESTS);
    let again = send("0").await.expect(StatusCode::CREATED);
    assert_eq!(again.json(), first);
    server.advance(TimeDelta::minutes(2));
    // The repeated request wasn't counted.
    send("another").await.expect(StatusCode::CREATED);
}

#[tokio::test]
async fn suspected_spam_is_quarantined_and_can_be_released() {
    let server = Server::start().await;
    let trapped = server.send_contact(&new_contact_with(&json!({"website": "http://spam.example"}))).await;
    server.send_contact(&new_contact_with(&json!({"elapsed_ms": 300}))).await;
    server.send_contact(&new_contact_with(&json!({"elapsed_ms": 30_000}))).await;
    let staff = server.editor().await;
    assert_eq!(
        staff.json("/api/contacts/summary").await,
        json!({"inbox": 1, "new": 1, "late": 0, "spam": 2, "trash": 0})
    );
    let path = contact_path(&trapped);
    staff.put(&path, &json!({"quarantined": false})).await.expect_success();
    assert_eq!(staff.json("/api/contacts").await.as_array().unwrap().len(), 2);
    assert_eq!(staff.json("/api/contacts?folder=spam").await.as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn contact_list_pages_have_no_gaps_or_repeats() {
    let server = Server::start_with(NO_LIMITS).await;
    for number in 0..25 {
        // Groups of four contacts have the same time, so that their order depends on their IDs.
        if number % 4 == 0 {
            server.advance(TimeDelta::seconds(1));
        }
        server.send_contact(&new_contact_with(&json!({"name": format!("Pessoa {number}")}))).await;
    }
    let staff = server.editor().await;
    let mut names = Vec::new();
    let mut next = Some("/api/contacts?limit=10&search=pessoa".to_owned());
    while let Some(path) = next {
        let answer = staff.get(&path).await;
        assert_eq!(answer.headers()["x-total-count"], if names.len() < 10 { "25" } else { "26" });
        next = answer.next_page();
        let page = answer.json();
        names.extend(
            page.as_array().unwrap().iter().map(|contact| contact["name"].as_str().unwrap().to_owned()),
        );
        if names.len() == 10 {
            // A new contact doesn't shift the following pages.
            server.send_contact(&new_contact_with(&json!({"name": "Pessoa nova"}))).await;
        }
    }
    let mut unique = names.clone();
    unique.sort();
    unique.dedup();
    assert_eq!((names.len(), unique.len()), (25, 25));
    for invalid in ["limit=0", "limit=101", "cursor=x", "status=lost", "folder=attic"] {
        let answer = staff.get(&format!("/api/contacts?{invalid}")).await;
        assert_eq!(answer.status(), StatusCode::BAD_REQUEST, "{invalid}");
    }
}

#[tokio::test]
async fn contact_search_ignores_accents_and_wildcards() {
    let server = Server::start_with(NO_LIMITS).await;
    server.send_contact(&new_contact()).await;
    server
        .send_contact(&new_contact_with(
            &json!({"name": "Joana", "email": "jo@exemplo.com.br", "company": "100% Ltda", "message": "Oi"}),
        ))
        .await;
    let staff = server.editor().await;
    let count = async |search: &str| {
        let query = url::form_urlencoded::byte_serialize(search.as_bytes()).collect::<String>();
        staff.json(&format!("/api/contacts?search={query}")).await.as_array().unwrap().len()
    };
    assert_eq!(count("joao").await, 1);
    assert_eq!(count("JOÃO").await, 1);
    assert_eq!(count("sao jose").await, 1);
    assert_eq!(count("com a rede").await, 1, "in the message");
    assert_eq!(count("98765-4321").await, 2);
    assert_eq!(count("100%").await, 1);
    assert_eq!(count("%").await, 1);
    assert_eq!(count("_").await, 0);
    assert_eq!(count("\\").await, 0);
}

#[tokio::test]
async fn omitted_contact_fields_keep_their_value() {
    let server = Server::start().await;
    let sent = server.send_contact(&new_contact()).await;
    let staff = server.editor().await;
    let path = contact_path(&sent);
    let changed = staff.put(&path, &json!({"status": "replied"})).await.json();
    assert_eq!((&changed["status"], &changed["name"]), (&json!("replied"), &sent["name"]));
    staff.put(&path, &json!({"name": "José"})).await.expect_success();
    assert_eq!(staff.json(&path).await["status"], "replied");
    assert_eq!(
        staff.json("/api/contacts?search=jose+joao").await.as_array().unwrap().len(),
        1,
        "the search finds the new values"
    );
    staff.put(&path, &json!({"email": "x"})).await.expect(StatusCode::UNPROCESSABLE_ENTITY);
    staff.put("/api/contacts/0", &json!({"status": "read"})).await.expect(StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn stale_contact_status_change_is_refused() {
    let server = Server::start().await;
    let sent = server.send_contact(&new_contact()).await;
    let staff = server.editor().await;
    let path = contact_path(&sent);
    let seen = staff.get(&path).await.headers()[header::ETAG].clone();
    staff.put(&path, &json!({"status": "replied"})).await.expect_success();
    staff.put(&path, &json!({"status": "read"})).if_match(seen).await.expect(StatusCode::PRECONDITION_FAILED);
    let current = staff.get(&path).await;
    let etag = current.headers()[header::ETAG].clone();
    assert_eq!(current.json()["status"], "replied");
    staff.put(&path, &json!({"status": "archived"})).if_match(etag).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn one_of_many_concurrent_contact_changes_succeeds() {
    let server = Server::start_for_races().await;
    let sent = server.send_contact(&new_contact()).await;
    let staff = server.editor().await;
    let path = contact_path(&sent);
    let seen = staff.get(&path).await.headers()[header::ETAG].clone();
    let change = async |_| staff.put(&path, &json!({"status": "read"})).if_match(seen.clone()).await.status();
    let statuses = futures_util::future::join_all((0..10).map(change)).await;
    assert_eq!(statuses.iter().filter(|status| **status == StatusCode::OK).count(), 1);
    assert_eq!(statuses.iter().filter(|status| **status == StatusCode::PRECONDITION_FAILED).count(), 9);
}

#[tokio::test]
async fn deleted_contact_can_be_restored_for_thirty_days() {
    let server = Server::start().await;
    let sent = server.send_contact(&new_contact()).await;
    let staff = server.editor().await;
    let path = contact_path(&sent);
    let delete = async || staff.delete(&path).await.status();
    assert_eq!(delete().await, StatusCode::NO_CONTENT);
    assert_eq!(staff.json("/api/contacts").await, json!([]));
    assert_eq!(staff.json("/api/contacts?folder=trash").await[0]["id"], sent["id"]);
    let restore = async || staff.request(Method::POST, &format!("{path}/restore")).await.json();
    assert_eq!(restore().await["deleted_at"], Value::Null);
    assert_eq!(restore().await["deleted_at"], Value::Null, "restoring again changes nothing");
    assert_eq!(staff.json("/api/contacts").await.as_array().unwrap().len(), 1);

    assert_eq!(delete().await, StatusCode::NO_CONTENT);
    server.advance(TimeDelta::days(29));
    server.run_maintenance().await;
    let staff = server.editor().await;
    staff.get(&path).await.expect(StatusCode::OK);
    // Deleting again succeeds.
    staff.delete(&path).await.expect(StatusCode::NO_CONTENT);
    let events = server.admin().await.json("/api/audit?group=contact").await;
    let count =
        |action: &str| events.as_array().unwrap().iter().filter(|event| event["action"] == action).count();
    assert_eq!((count("contact.deleted"), count("contact.restored")), (2, 1));
    server.advance(TimeDelta::days(2));
    server.run_maintenance().await;
    let staff = server.editor().await;
    staff.get(&path).await.expect(StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn contact_export_neutralizes_spreadsheet_formulas() {
    let server = Server::start_with(NO_LIMITS).await;
    for number in 0..205 {
        server.send_contact(&new_contact_with(&json!({"name": format!("Pessoa {number}")}))).await;
    }
    server.send_contact(&new_contact_with(&json!({"name": "=1+1", "company": "a;b\"c"}))).await;
    let admin = server.admin().await;
    let answer = admin.get("/api/contacts/export.csv?search=pessoa").await;
    assert_eq!(answer.headers()[header::CONTENT_TYPE], "text/csv; charset=utf-8");
    let text = answer.text();
    assert!(
        text.starts_with(
            "\u{feff}Nome;E-mail;Empresa;Telefone;Serviço;Mensagem;Status;Responsável;Recebido em;Respondido em;Origem\r\n"
        ),
        "{text}"
    );
    assert_eq!(text.matches("Novo;;20/11/2026 09:00;;\r\n").count(), 205, "all pages of the filtered list");
    let found = admin.json("/api/contacts?search=pessoa&limit=1").await;
    let path = contact_path(&found[0]);
    let user = admin.json("/api/auth/me").await;
    let change = json!({"status": "replied", "assigned_to": user["id"]});
    admin.put(&path, &change).await.expect(StatusCode::OK);
    let text = admin.text("/api/contacts/export.csv?search=pessoa&status=replied").await;
    let name = user["full_name"].as_str().unwrap();
    let expected = format!("Respondido;{name};20/11/2026 09:00;20/11/2026 09:00;\r\n");
    assert!(text.ends_with(&expected), "{text}");
    let formula = admin.text("/api/contacts/export.csv?search=%3D1").await;
    assert!(formula.contains("\r\n'=1+1;joao@exemplo.com.br;\"a;b\"\"c\";"), "{formula}");
}

#[tokio::test]
async fn source_of_a_contact_is_stored_without_invalid_values() {
    let server = Server::start_with(NO_LIMITS).await;
    let admin = server.admin().await;
    let source = json!({
        "source_page": "/servicos/suporte-tecnico?utm_source=x", "source_referrer": "www.Google.com",
        "utm_source": "anuncios", "utm_medium": "cpc", "utm_campaign": "black friday",
    });
    let sent = server.send_contact(&new_contact_with(&source)).await;
    assert!(sent.get("utm_source").is_none(), "the sender does not see it");
    let stored = admin.json(&contact_path(&sent)).await;
    assert_eq!(
        [&stored["source_page"], &stored["source_referrer"], &stored["utm_source"], &stored["utm_medium"]],
        ["/servicos/suporte-tecnico", "google.com", "anuncios", "cpc"]
    );
    let text = admin.text("/api/contacts/export.csv").await;
    assert!(
        text.ends_with(
            ";google.com · anuncios / cpc / black friday · início em /servicos/suporte-tecnico\r\n"
        ),
        "{text}"
    );
    let invalid = json!({
        "source_page": 7, "source_referrer": "ana@exemplo.com.br", "utm_source": "a\0b",
        "utm_medium": "m".repeat(101), "utm_campaign": ["x"], "email": "outra@exemplo.com.br",
    });
    let sent = server.send_contact(&new_contact_with(&invalid)).await;
    let stored = admin.json(&contact_path(&sent)).await;
    for field in ["source_page", "source_referrer", "utm_source", "utm_medium", "utm_campaign"] {
        assert!(stored[field].is_null(), "{field}");
    }
}

#[tokio::test]
async fn repeated_contact_with_another_source_is_the_same_request() {
    let server = Server::start().await;
    let send = async |page: &str| {
        let contact = new_contact_with(&json!({"source_page": page}));
        let request = server.request(Method::POST, "/api/contacts").header("idempotency-key", "k1");
        request.json(&contact).await.expect(StatusCode::CREATED).json()["id"].clone()
    };
    assert_eq!(send("/").await, send("/blog").await);
}

#[tokio::test]
async fn only_staff_can_access_contacts() {
    let server = Server::start().await;
    let sent = server.send_contact(&new_contact()).await;
    let contact = contact_path(&sent);
    let restore = format!("{contact}/restore");
    let visitor = server.token(VISITOR).await;
    for (method, path) in [
        (Method::GET, "/api/contacts"),
        (Method::GET, "/api/contacts/summary"),
        (Method::GET, "/api/contacts/export.csv"),
        (Method::GET, &contact),
        (Method::PUT, &contact),
        (Method::DELETE, &contact),
        (Method::POST, &restore),
    ] {
        let request = || server.request(method.clone(), path);
        request().await.expect(StatusCode::UNAUTHORIZED);
        request().bearer_auth(&visitor).await.expect(StatusCode::FORBIDDEN);
    }
}

#[tokio::test]
async fn repeated_contact_request_does_not_reveal_changes_by_staff() {
    let server = Server::start().await;
    let send = async || server.post("/api/contacts", &new_contact()).header("idempotency-key", "k").await;
    let first = send().await.expect(StatusCode::CREATED).json();
    let change = json!({"name": "Cliente antigo", "phone": "(11) 3333-4444", "status": "read"});
    server.editor().await.put(&contact_path(&first), &change).await.expect(StatusCode::OK);
    assert_eq!(send().await.expect(StatusCode::CREATED).json(), first);
}
