//! The contact form: fields, limits, repeated requests, quarantine and source.

use chrono::TimeDelta;
use reqwest::{Method, StatusCode, header};
use serde_json::{Value, json};
use vitrine::features::contacts::{fields::ContactInput, form::public::receive};

use crate::harness::{NO_LIMITS, Server, contact_path, new_contact, new_contact_with};

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
    let suspected = server.editor().await.json("/api/contacts?view=spam").await;
    assert_eq!(
        suspected.as_array().unwrap().len(),
        2,
        "only `7` and `[\"x\"]` fill the hidden field: {suspected}"
    );
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
async fn contacts_that_are_stored_together_do_not_affect_each_other() {
    let server = Server::start_with(NO_LIMITS).await;
    let replica = server.replica().await;
    let send = async |server: &Server, number: usize, name: &str| {
        let contact = new_contact_with(&json!({"name": name, "email": format!("c{number}@exemplo.com.br")}));
        let request = server.post("/api/contacts", &contact).header("idempotency-key", number.to_string());
        request.await.status_and_json()
    };
    let (_, earlier) = send(&replica, 3, "Ana").await;
    send(&replica, 7, "Outra").await;
    let sent = futures_util::future::join_all((0..12).map(|number| send(&server, number, "Ana"))).await;
    let statuses: Vec<u16> = sent.iter().map(|(status, _)| status.as_u16()).collect();
    assert_eq!(statuses, [201, 201, 201, 201, 201, 201, 201, 422, 201, 201, 201, 201]);
    assert_eq!(sent[3].1, earlier);
    let staff = server.editor().await;
    let listed = staff.json("/api/contacts").await;
    let mut emails: Vec<&str> =
        listed.as_array().unwrap().iter().filter_map(|c| c["email"].as_str()).collect();
    emails.sort_unstable();
    emails.dedup();
    assert_eq!((listed.as_array().unwrap().len(), emails.len()), (12, 12));
    for kind in ["contact_notice", "contact_receipt"] {
        let mail = server.query(&format!("SELECT id FROM outbox WHERE kind = '{kind}'")).await;
        assert_eq!(mail.len(), 12, "{kind}");
    }
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
async fn repeated_contact_request_does_not_reveal_changes_by_staff() {
    let server = Server::start().await;
    let send = async || server.post("/api/contacts", &new_contact()).header("idempotency-key", "k").await;
    let first = send().await.expect(StatusCode::CREATED).json();
    let change = json!({"name": "Cliente antigo", "phone": "(11) 3333-4444", "status": "read"});
    server.editor().await.put(&contact_path(&first), &change).await.expect(StatusCode::OK);
    assert_eq!(send().await.expect(StatusCode::CREATED).json(), first);
}

#[tokio::test]
async fn suspected_spam_is_quarantined_and_can_be_released() {
    let server = Server::start().await;
    let trapped = server.send_contact(&new_contact_with(&json!({"website": "http://spam.example"}))).await;
    server.send_contact(&new_contact_with(&json!({"elapsed_ms": 300}))).await;
    let accepted = server.send_contact(&new_contact_with(&json!({"elapsed_ms": 30_000}))).await;
    let fields = |answer: &Value| answer.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(
        fields(&trapped),
        fields(&accepted),
        "the sender doesn't learn that the contact is quarantined"
    );
    let staff = server.editor().await;
    assert_eq!(
        staff.json("/api/contacts/summary").await,
        json!({
            "all": 1, "waiting": 1, "late": 0, "mine": 0, "unassigned": 1, "new": 1, "next_steps": 0, "spam": 2,
            "trash": 0, "more_than_counted": [],
        })
    );
    let path = contact_path(&trapped);
    staff.put(&path, &json!({"quarantined": false})).await.expect_success();
    assert_eq!(staff.json("/api/contacts").await.as_array().unwrap().len(), 2);
    assert_eq!(staff.json("/api/contacts?view=spam").await.as_array().unwrap().len(), 1);
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
        text.contains(";google.com · anuncios / cpc / black friday · início em /servicos/suporte-tecnico;"),
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
