//! Privacy requests and erasures: those that prevent an erasure, and what an erasure does to them.

use std::time::Duration;

use reqwest::StatusCode;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};
use vitrine::features::privacy_requests::replies::delivery;

use super::{ANA, ask, ask_and_confirm, path_of};
use crate::harness::{NO_LIMITS, Server, mailbox};

#[tokio::test]
async fn person_with_an_unanswered_privacy_request_is_not_erased() {
    let server = Server::start_with(NO_LIMITS).await;
    let request = ask_and_confirm(&server, "access").await;
    ask(&server, "correction", ANA).await;
    let (admin, person) = (server.admin().await, json!({"email": ANA}));
    let obstacle =
        async || admin.json(&format!("/api/people/view?email={ANA}")).await["not_erasable_because"].clone();
    assert_eq!(obstacle().await, "open_privacy_request");
    let refused = admin.post("/api/people/erase", &person).await;
    refused.expect_error(StatusCode::CONFLICT, "open_privacy_request");
    admin.put(&path_of(&request), &json!({"state": "done"})).await.expect(StatusCode::OK);
    assert_eq!(obstacle().await, Value::Null, "an unconfirmed request isn't the person's");
    admin.post("/api/people/erase", &person).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn person_with_a_queued_reply_to_a_privacy_request_is_not_erased() {
    for (change, kind) in [("UPDATE outbox SET state = 'sent'", "access"), ("DELETE FROM outbox", "deletion")]
    {
        let server = Server::start_with_variables(&[
            ("VITRINE_RATE_LIMITS", "off"),
            ("VITRINE_SMTP_URL", "smtp://127.0.0.1:9?tls=none"),
            ("VITRINE_MAIL_FROM", "site@exemplo.com.br"),
        ])
        .await;
        let request = ask_and_confirm(&server, kind).await;
        let (admin, person) = (server.admin().await, json!({"email": ANA}));
        let reply = json!({"text": "Seguem os seus dados.", "is_answer": true});
        admin.post(&format!("{}/replies", path_of(&request)), &reply).await.expect(StatusCode::CREATED);
        let obstacle = async || {
            admin.json(&format!("/api/people/view?email={ANA}")).await["not_erasable_because"].clone()
        };
        assert_eq!(obstacle().await, "queued_privacy_reply");
        let refused = admin.post("/api/people/erase", &person).await;
        refused.expect_error(StatusCode::CONFLICT, "queued_privacy_reply");
        server.execute_sql(change).await;
        delivery::settle(&server.app).await.unwrap();
        assert_eq!(obstacle().await, Value::Null, "{change}");
        admin.post("/api/people/erase", &person).await.expect(StatusCode::OK);
    }
}

#[tokio::test]
async fn erasure_closes_the_open_request_for_it() {
    let server = Server::start_with(NO_LIMITS).await;
    let request = ask_and_confirm(&server, "deletion").await;
    let admin = server.admin().await;
    admin.post("/api/people/erase", &json!({"email": ANA})).await.expect(StatusCode::OK);
    let closed = admin.json(&path_of(&request)).await;
    assert_eq!((&closed["state"], &closed["email"]), (&json!("done"), &json!("")));
    assert_eq!(closed["closed_at"], "2026-11-20T12:00:00Z");
}

/// PostgreSQL runs both transactions at the same time. On SQLite, the erasure starts after the change.
#[tokio::test]
async fn erasure_does_not_undo_a_concurrent_change_of_a_privacy_request() {
    let server = Server::start_for_races().await;
    let request = ask_and_confirm(&server, "deletion").await;
    let admin = server.admin().await;
    let tx = server.app.db.begin().await.unwrap();
    tx.execute_unprepared("UPDATE privacy_requests SET state = 'refused', version = version + 1")
        .await
        .unwrap();
    let erase = async { admin.post("/api/people/erase", &json!({"email": ANA})).await };
    let commit = async {
        // By then, the erasure has found the request or waits for it.
        tokio::time::sleep(Duration::from_millis(300)).await;
        tx.commit().await.unwrap();
    };
    tokio::join!(erase, commit).0.expect(StatusCode::OK);
    let left = admin.json(&path_of(&request)).await;
    assert_eq!((&left["state"], &left["email"]), (&json!("refused"), &json!("")));
}

#[tokio::test]
async fn erasure_removes_the_person_from_a_privacy_request() {
    let server = Server::start_with(NO_LIMITS).await;
    let request = ask_and_confirm(&server, "deletion").await;
    let (admin, path) = (server.admin().await, path_of(&request));
    admin.put(&path, &json!({"note": "Ana ligou."})).await.expect(StatusCode::OK);
    let reply = json!({"text": "Olá, Ana.", "is_answer": true});
    admin.post(&format!("{path}/replies"), &reply).await.expect(StatusCode::CREATED);
    mailbox::mark_sent(&server).await;
    delivery::settle(&server.app).await.unwrap();
    let erased = admin.post("/api/people/erase", &json!({"email": ANA})).await.expect(StatusCode::OK).json();
    let counts = erased["erased"].as_array().unwrap();
    assert!(
        counts.iter().any(|count| count["kind"] == "privacy_requests" && count["count"] == 1),
        "{erased}"
    );
    let left = admin.json(&path).await;
    assert_eq!((&left["protocol"], &left["state"]), (&request["protocol"], &json!("done")));
    let all = left.to_string() + &admin.json(&format!("{path}/replies")).await.to_string();
    assert!(!all.contains("Ana") && !all.contains(ANA), "{all}");
    let refused = admin.post(&format!("{path}/replies"), &reply).await;
    refused.expect_error(StatusCode::CONFLICT, "person_erased");
}
