//! Subscriptions in the panel, their export and their retention.

use chrono::TimeDelta;
use reqwest::StatusCode;
use serde_json::{Value, json};

use super::{ANA, entry, statuses, subscribe_and_confirm, subscribe_for_links, token, use_link};
use crate::harness::{Server, VISITOR};

const LIST: &str = "/api/newsletter/subscriptions";

/// Returns the audit events of subscriptions, newest first.
async fn audit_events(server: &Server) -> Vec<Value> {
    let events = server.admin().await.json("/api/audit?search=newsletter").await;
    events.as_array().unwrap().clone()
}

#[tokio::test]
async fn subscription_shows_consent_text_and_time() {
    let server = Server::start().await;
    subscribe_for_links(&server, "bia@exemplo.com.br").await;
    server.advance(TimeDelta::minutes(1));
    let links = subscribe_for_links(&server, ANA).await;
    server.advance(TimeDelta::hours(2));
    use_link(&server, "confirm", token(&links.confirm)).await.expect(StatusCode::NO_CONTENT);
    let editor = server.editor().await;
    let found = editor.json(&format!("{LIST}?search=ANA%40&status=confirmed")).await;
    let found = &found.as_array().unwrap()[..];
    assert_eq!(found.len(), 1);
    assert_eq!(found[0]["consent_version"], "1.0");
    assert!(found[0]["consent_text"].as_str().unwrap().contains("você aceita receber"));
    assert_eq!(found[0]["consented_at"], "2026-11-20T12:01:00Z");
    assert_eq!(found[0]["confirmed_at"], "2026-11-20T14:01:00Z");
    assert_eq!(found[0]["unsubscribed_at"], Value::Null);
    assert!(found[0].get("token_hash").is_none());
    let summary = editor.json(&format!("{LIST}/summary")).await;
    assert_eq!(
        summary,
        json!({"pending": 1, "confirmed": 1, "paused": 0, "refused": 0, "unsubscribed": 0, "more_than_counted": []})
    );
    let first = editor.get(&format!("{LIST}?limit=1")).await;
    assert_eq!(first.headers()["x-total-count"], "2");
    assert_eq!(editor.json(&first.next_page().unwrap()).await[0]["email"], "bia@exemplo.com.br");
    assert_eq!(editor.json(&format!("{LIST}?search=caio")).await, json!([]));
}

#[tokio::test]
async fn new_subscription_stores_the_current_consent_text() {
    let server = Server::start().await;
    subscribe_and_confirm(&server, ANA).await;
    let editor = server.editor().await;
    let mut document = editor.json("/api/pages/newsletter").await;
    document["privacy"] = json!("Aceito receber novidades.");
    document["consent_version"] = json!("2.0");
    editor.put("/api/pages/newsletter", &document).await.expect(StatusCode::OK);
    server.advance(TimeDelta::seconds(1));
    subscribe_for_links(&server, "bia@exemplo.com.br").await;
    let list = editor.json(LIST).await;
    assert_eq!((&list[0]["consent_version"], &list[1]["consent_version"]), (&json!("2.0"), &json!("1.0")));
    assert_eq!(list[0]["consent_text"], "Aceito receber novidades.");
}

#[tokio::test]
async fn only_administrators_can_export_subscriptions() {
    let server = Server::start().await;
    subscribe_and_confirm(&server, "+ana@exemplo.com.br").await;
    subscribe_for_links(&server, "bia@exemplo.com.br").await;
    let path = format!("{LIST}/export");
    let admin = server.admin().await;
    let answer = admin.get(&path).await;
    assert_eq!(answer.headers()["content-disposition"], "attachment; filename=\"newsletter.csv\"");
    let csv = answer.text();
    assert!(csv.starts_with("\u{feff}E-mail;Situação;"), "{csv}");
    assert!(csv.contains("\r\n'+ana@exemplo.com.br;Confirmada;1.0;"), "formulas are neutralized: {csv}");
    let (_, link) = csv.trim_end().rsplit_once(";http://127.0.0.1:8080").expect("an unsubscribe link");
    assert!(server.text(link).await.contains("+***@exemplo.com.br"), "{link}");
    assert!(!csv.contains("bia@"), "{csv}");
    let pending = admin.get(&format!("{path}?status=pending")).await.text();
    assert!(pending.contains("bia@exemplo.com.br;Pendente;") && !pending.contains("ana@"), "{pending}");
    let editor = server.editor().await;
    editor.get(&path).await.expect(StatusCode::FORBIDDEN);
    server.advance(TimeDelta::minutes(10));
    admin.get(&path).await.expect_error(StatusCode::FORBIDDEN, "step_up_required");
    let events = audit_events(&server).await;
    let exported: Vec<_> = events.iter().filter(|event| event["action"] == "subscription.exported").collect();
    assert_eq!(exported.len(), 2);
}

#[tokio::test]
async fn deleted_subscription_leaves_no_address_in_the_audit_log() {
    let server = Server::start().await;
    let links = subscribe_and_confirm(&server, ANA).await;
    let editor = server.editor().await;
    let id = editor.json(LIST).await[0]["id"].as_str().unwrap().to_owned();
    let path = format!("{LIST}/{id}");
    let delete = async || editor.delete(&path).await.status();
    assert_eq!(delete().await, StatusCode::NO_CONTENT);
    assert_eq!(delete().await, StatusCode::NOT_FOUND);
    assert!(statuses(&server).await.is_empty());
    // Unsubscribing succeeds without a subscription.
    use_link(&server, "unsubscribe", token(&links.unsubscribe)).await.expect(StatusCode::NO_CONTENT);
    let events = audit_events(&server).await;
    let actions: Vec<_> = events.iter().map(|event| event["action"].as_str().unwrap()).collect();
    assert_eq!(actions, ["subscription.deleted", "subscription.confirmed"]);
    assert!(events.iter().all(|event| event["label"] == "a***@exemplo.com.br"), "{events:?}");
    assert!(!json!(events).to_string().contains(ANA));
}

#[tokio::test]
async fn pending_subscriptions_are_purged_after_thirty_days_and_ended_ones_after_five_years() {
    let server = Server::start().await;
    subscribe_for_links(&server, "bia@exemplo.com.br").await;
    let links = subscribe_and_confirm(&server, ANA).await;
    use_link(&server, "unsubscribe", token(&links.unsubscribe)).await.expect(StatusCode::NO_CONTENT);
    server.advance(TimeDelta::seconds(1));
    subscribe_and_confirm(&server, "caio@exemplo.com.br").await;
    let day = TimeDelta::days(1);
    server.advance(day * 30 - TimeDelta::seconds(1));
    server.run_maintenance().await;
    assert_eq!(statuses(&server).await.len(), 3, "all are stored on the last day");
    server.advance(day);
    server.run_maintenance().await;
    let remaining = [entry("caio@exemplo.com.br", "confirmed"), entry(ANA, "unsubscribed")];
    assert_eq!(statuses(&server).await, remaining);
    server.advance(day * 5 * 365);
    server.run_maintenance().await;
    assert_eq!(statuses(&server).await, [entry("caio@exemplo.com.br", "confirmed")]);
    let events = audit_events(&server).await;
    let actions: Vec<_> = events.iter().map(|event| event["action"].as_str().unwrap()).collect();
    let (purged, ended) = ("subscription.purged", "subscription.unsubscribed");
    let confirmed = "subscription.confirmed";
    assert_eq!(actions, [purged, purged, confirmed, ended, confirmed]);
    assert!(events[..2].iter().all(|event| event["source"] == "system"), "{events:?}");
}

/// Any address can be registered, so a subscription is exported only to an account with a verified address.
#[tokio::test]
async fn verified_account_exports_and_deletes_its_subscription() {
    let server = Server::start().await;
    subscribe_and_confirm(&server, VISITOR).await;
    subscribe_and_confirm(&server, ANA).await;
    let user = server.sign_in(VISITOR).await;
    let export = async || user.own_data().await["subscriptions"].clone();
    assert!(export().await.is_empty(), "the address is not verified");
    verify_email(&server).await;
    let newsletter = export().await;
    assert_eq!(newsletter.len(), 1);
    assert_eq!((&newsletter[0]["email"], &newsletter[0]["status"]), (&json!(VISITOR), &json!("Confirmada")));
    user.delete_account().await;
    assert_eq!(statuses(&server).await, [entry(ANA, "confirmed")]);
}

#[tokio::test]
async fn account_deletion_with_an_unverified_address_keeps_the_subscription() {
    let server = Server::start().await;
    subscribe_and_confirm(&server, VISITOR).await;
    server.sign_in(VISITOR).await.delete_account().await;
    assert_eq!(statuses(&server).await, [entry(VISITOR, "confirmed")]);
}

/// Marks the address of the visitor as verified.
async fn verify_email(server: &Server) {
    use vitrine::foundation::identity::{model::User, store::users};
    let found = users::find_by_email(server.app.db.reader(), VISITOR).await.unwrap().unwrap();
    let tx = server.app.db.begin().await.unwrap();
    users::set_verified_email(&*tx, &User::from(found), VISITOR, server.app.clock.now()).await.unwrap();
    tx.commit().await.unwrap();
}
