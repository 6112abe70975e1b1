//! Subscriptions that are paused or refused because mail can't be delivered.

use reqwest::StatusCode;
use serde_json::{Value, json};
use vitrine::features::newsletter::{
    model::{Reporter, Stop, StopReason},
    stops,
};

use super::{ANA, entry, statuses, subscribe_and_confirm, subscribe_for_links, token, use_link};
use crate::harness::Server;

const LIST: &str = "/api/newsletter/subscriptions";

fn stop(reason: StopReason) -> Stop {
    Stop { reason, by: Reporter::MailServer, detail: format!("550 5.1.1\r\n{}", "x".repeat(600)) }
}

async fn newest_id(server: &Server) -> String {
    server.editor().await.json(LIST).await[0]["id"].as_str().unwrap().to_owned()
}

/// Pauses the newest subscription and returns its ID.
async fn pause(server: &Server) -> String {
    let id = newest_id(server).await;
    let tx = server.app.db.begin().await.unwrap();
    let stop = stop(StopReason::TemporaryFailures);
    let paused = stops::pause(&server.app, &tx, id.parse().unwrap(), &stop).await.unwrap();
    assert!(paused.is_some());
    tx.commit().await.unwrap();
    id
}

/// Refuses the newest subscription. Returns `false` if it has already ended.
async fn refuse(server: &Server) -> bool {
    let id = newest_id(server).await.parse().unwrap();
    let tx = server.app.db.begin().await.unwrap();
    let refused = stops::refuse(&server.app, &tx, id, &stop(StopReason::Bounce)).await.unwrap();
    tx.commit().await.unwrap();
    refused.is_some()
}

async fn resume(server: &Server, id: &str) -> crate::harness::Answer {
    server.editor().await.post_empty(&format!("{LIST}/{id}/resume")).await
}

#[tokio::test]
async fn paused_subscription_shows_its_reason_and_can_be_resumed() {
    let server = Server::start().await;
    subscribe_and_confirm(&server, ANA).await;
    let id = pause(&server).await;
    let editor = server.editor().await;
    let paused = editor.json(&format!("{LIST}?status=paused")).await[0].clone();
    assert_eq!(paused["stop"]["reason"], "temporary_failures");
    assert_eq!(paused["stop"]["by"], "mail_server");
    let detail = paused["stop"]["detail"].as_str().unwrap();
    assert!(detail.starts_with("550 5.1.1 xxx") && detail.len() == 500, "{detail}");
    assert_eq!(paused["stopped_at"], "2026-11-20T12:00:00Z");
    assert_eq!(editor.json(&format!("{LIST}/summary")).await["paused"], 1);
    let csv = server.admin().await.get(&format!("{LIST}/export?status=paused")).await.text();
    assert!(csv.contains("Falhas temporárias (Servidor de e-mail): 550 5.1.1 "), "{csv}");
    let resumed = resume(&server, &id).await.expect(StatusCode::OK).json();
    assert_eq!((&resumed["status"], &resumed["stop"]), (&json!("confirmed"), &Value::Null));
    resume(&server, &id).await.expect_error(StatusCode::CONFLICT, "not_paused");
    let events = server.admin().await.json("/api/audit?search=newsletter").await;
    let actions: Vec<_> =
        events.as_array().unwrap()[..3].iter().map(|event| event["action"].as_str().unwrap()).collect();
    assert_eq!(actions, ["subscription.resumed", "subscription.exported", "subscription.paused"]);
}

#[tokio::test]
async fn address_of_a_stopped_subscription_gets_a_new_one_by_confirming_again() {
    let server = Server::start().await;
    subscribe_and_confirm(&server, ANA).await;
    let id = pause(&server).await;
    server.advance(chrono::TimeDelta::minutes(10));
    let second = subscribe_for_links(&server, ANA).await;
    assert_eq!(statuses(&server).await, [entry(ANA, "pending"), entry(ANA, "paused")]);
    resume(&server, &id).await.expect_error(StatusCode::CONFLICT, "subscribed_again");
    use_link(&server, "confirm", token(&second.confirm)).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(statuses(&server).await, [entry(ANA, "confirmed"), entry(ANA, "unsubscribed")]);
    assert!(refuse(&server).await);
    assert!(!refuse(&server).await, "it has ended already");
    resume(&server, &newest_id(&server).await).await.expect_error(StatusCode::CONFLICT, "not_paused");
    server.advance(chrono::TimeDelta::minutes(10));
    let third = subscribe_for_links(&server, ANA).await;
    use_link(&server, "confirm", token(&third.confirm)).await.expect(StatusCode::NO_CONTENT);
    let expected = [entry(ANA, "confirmed"), entry(ANA, "refused"), entry(ANA, "unsubscribed")];
    assert_eq!(statuses(&server).await, expected);
}

#[tokio::test]
async fn paused_subscription_is_ended_by_its_unsubscribe_link() {
    let server = Server::start().await;
    let links = subscribe_and_confirm(&server, ANA).await;
    pause(&server).await;
    use_link(&server, "unsubscribe", token(&links.unsubscribe)).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(statuses(&server).await, [entry(ANA, "unsubscribed")]);
}

#[tokio::test]
async fn refused_subscription_is_purged_after_thirty_days_if_it_was_never_confirmed() {
    let server = Server::start().await;
    subscribe_for_links(&server, "bia@exemplo.com.br").await;
    assert!(refuse(&server).await);
    server.advance(chrono::TimeDelta::seconds(1));
    subscribe_and_confirm(&server, ANA).await;
    assert!(refuse(&server).await);
    server.advance(chrono::TimeDelta::days(31));
    server.run_maintenance().await;
    server.advance(chrono::TimeDelta::hours(2));
    server.run_maintenance().await;
    assert_eq!(statuses(&server).await, [entry(ANA, "refused")]);
}
