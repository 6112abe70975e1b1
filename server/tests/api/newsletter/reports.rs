//! Reports of mail providers about bounces and complaints.

use chrono::TimeDelta;
use reqwest::{Method, StatusCode, header};
use serde_json::{Value, json};

use super::{ANA, entry, statuses, subscribe_and_confirm, subscribe_for_links, token, use_link};
use crate::harness::{Answer, Server, path_of_url};

const LIST: &str = "/api/newsletter/subscriptions";
const ADDRESS: &str = "/api/newsletter/report-address";

/// Returns the path to which reports are posted.
async fn address(server: &Server) -> String {
    path_of_url(&server.admin().await.json(ADDRESS).await["url"])
}

async fn post(server: &Server, path: &str, content_type: &str, body: String) -> Answer {
    server.request(Method::POST, path).body(body).header(header::CONTENT_TYPE, content_type).await
}

/// Posts a report in JSON to the current address.
pub async fn report(server: &Server, body: &Value) {
    report_text(server, &body.to_string()).await;
}

/// Posts a report to the current address.
pub async fn report_text(server: &Server, body: &str) {
    let path = address(server).await;
    // Amazon SNS sends JSON as text.
    post(server, &path, "text/plain; charset=UTF-8", body.to_owned()).await.expect(StatusCode::ACCEPTED);
}

/// Returns a report as Postmark sends it. `kind` is Postmark's type of the bounce.
fn bounce(kind: &str, id: u32, email: &str) -> Value {
    json!({"RecordType": "Bounce", "Type": kind, "ID": id, "Email": email, "Details": "550 5.1.1 No such user"})
}

#[tokio::test]
async fn permanent_bounce_or_complaint_refuses_the_subscription() {
    let server = Server::start().await;
    subscribe_and_confirm(&server, ANA).await;
    report(&server, &bounce("HardBounce", 1, "Ana@exemplo.com.br")).await;
    let refused = server.editor().await.json(LIST).await[0].clone();
    assert_eq!((&refused["status"], &refused["stop"]["reason"]), (&json!("refused"), &json!("bounce")));
    assert_eq!(refused["stop"]["by"], "postmark");
    assert_eq!(refused["stop"]["detail"], "550 5.1.1 No such user");
    let events = server.admin().await.json("/api/audit?search=newsletter").await;
    assert_eq!(
        (&events[0]["action"], &events[0]["source"]),
        (&json!("subscription.refused"), &json!("system"))
    );
    let shown = server.admin().await.json(ADDRESS).await;
    assert_eq!(shown["last_reporter"], "postmark");

    subscribe_and_confirm(&server, "bia@exemplo.com.br").await;
    let complaint = "Feedback-Type: abuse\r\nOriginal-Rcpt-To: bia@exemplo.com.br\r\n\r\n";
    let path = address(&server).await;
    post(&server, &path, "message/feedback-report", complaint.into()).await.expect(StatusCode::ACCEPTED);
    assert!(statuses(&server).await.contains(&entry("bia@exemplo.com.br", "refused")));
}

#[tokio::test]
async fn report_with_our_message_id_stops_the_recipient_of_that_message() {
    let server = Server::start().await;
    subscribe_and_confirm(&server, ANA).await;
    let outbox = server.admin().await.json("/api/outbox").await;
    let id = outbox[0]["id"].as_str().unwrap();
    // The mail was forwarded to another address.
    let event = json!([{"event": "bounce", "email": "outro@exemplo.com", "sg_event_id": "e",
                        "smtp-id": format!("<{id}@exemplo.com.br>"), "reason": "550"}]);
    report(&server, &event).await;
    assert_eq!(statuses(&server).await, [entry(ANA, "refused")]);
}

#[tokio::test]
async fn five_temporary_failures_pause_a_subscription_and_repeated_reports_count_once() {
    let server = Server::start().await;
    subscribe_and_confirm(&server, ANA).await;
    let fail = async |ids: std::ops::Range<u32>| {
        for id in ids {
            report(&server, &bounce("Blocked", id, ANA)).await;
            report(&server, &bounce("Blocked", id, ANA)).await;
        }
    };
    fail(0..4).await;
    assert_eq!(statuses(&server).await, [entry(ANA, "confirmed")]);
    server.advance(TimeDelta::days(30));
    fail(4..8).await;
    assert_eq!(statuses(&server).await, [entry(ANA, "confirmed")], "old failures don't count");
    fail(8..9).await;
    assert_eq!(statuses(&server).await, [entry(ANA, "paused")]);
    let id = server.editor().await.json(LIST).await[0]["id"].as_str().unwrap().to_owned();
    server.editor().await.post_empty(&format!("{LIST}/{id}/resume")).await.expect(StatusCode::OK);
    fail(4..13).await;
    assert_eq!(statuses(&server).await, [entry(ANA, "confirmed")], "failures before resuming don't count");
    fail(13..14).await;
    assert_eq!(statuses(&server).await, [entry(ANA, "paused")]);
}

#[tokio::test]
async fn report_from_before_the_subscription_changes_nothing() {
    let server = Server::start().await;
    subscribe_and_confirm(&server, ANA).await;
    let mut event = bounce("HardBounce", 1, ANA);
    event["BouncedAt"] = json!("2026-11-20T11:59:59Z");
    report(&server, &event).await;
    report(&server, &bounce("HardBounce", 2, "desconhecido@exemplo.com.br")).await;
    report(&server, &json!({"unknown": true})).await;
    assert_eq!(statuses(&server).await, [entry(ANA, "confirmed")]);
}

#[tokio::test]
async fn refused_subscriber_returns_by_confirming_again_despite_a_repeated_report() {
    let server = Server::start().await;
    subscribe_for_links(&server, ANA).await;
    report(&server, &bounce("HardBounce", 1, ANA)).await;
    assert_eq!(statuses(&server).await, [entry(ANA, "refused")]);
    server.advance(TimeDelta::minutes(10));
    let link = subscribe_for_links(&server, ANA).await.confirm;
    use_link(&server, "confirm", token(&link)).await.expect(StatusCode::NO_CONTENT);
    report(&server, &bounce("HardBounce", 1, ANA)).await;
    assert_eq!(statuses(&server).await, [entry(ANA, "confirmed"), entry(ANA, "refused")]);
}

#[tokio::test]
async fn forged_and_replaced_report_addresses_are_not_found() {
    let server = Server::start().await;
    subscribe_and_confirm(&server, ANA).await;
    let body = bounce("HardBounce", 1, ANA).to_string();
    let first = address(&server).await;
    let forged = format!("{}x", &first[..first.len() - 2]);
    server.admin().await.post_empty(&format!("{ADDRESS}/replace")).await.expect(StatusCode::OK);
    for path in [&*forged, &first, "/api/newsletter/reports/x"] {
        post(&server, path, "application/json", body.clone()).await.expect(StatusCode::NOT_FOUND);
    }
    let second = address(&server).await;
    let large = format!("{body}{}", " ".repeat(1024 * 1024));
    post(&server, &second, "application/json", large).await.expect(StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(statuses(&server).await, [entry(ANA, "confirmed")]);
    post(&server, &second, "application/json", body).await.expect(StatusCode::ACCEPTED);
    assert_eq!(statuses(&server).await, [entry(ANA, "refused")]);
    server.advance(TimeDelta::minutes(10));
    let admin = server.admin().await;
    server.advance(TimeDelta::minutes(10));
    let refused = admin.post_empty(&format!("{ADDRESS}/replace")).await;
    refused.expect_error(StatusCode::FORBIDDEN, "step_up_required");
}

#[tokio::test]
async fn amazon_confirmation_link_is_shown_until_the_first_ses_report() {
    let server = Server::start().await;
    subscribe_and_confirm(&server, ANA).await;
    let url = "https://sns.sa-east-1.amazonaws.com/?Action=ConfirmSubscription&Token=x";
    report(&server, &json!({"Type": "SubscriptionConfirmation", "SubscribeURL": "https://exemplo.com"}))
        .await;
    assert_eq!(server.admin().await.json(ADDRESS).await["confirmation_url"], Value::Null);
    report(&server, &json!({"Type": "SubscriptionConfirmation", "SubscribeURL": url})).await;
    assert_eq!(server.admin().await.json(ADDRESS).await["confirmation_url"], url);
    let complaint = json!({
        "notificationType": "Complaint", "mail": {},
        "complaint": {"complainedRecipients": [{"emailAddress": ANA}], "feedbackId": "f"},
    });
    let sns = json!({"Type": "Notification", "TopicArn": "x", "Message": complaint.to_string()});
    report(&server, &sns).await;
    assert_eq!(server.admin().await.json(ADDRESS).await["confirmation_url"], Value::Null);
    assert_eq!(statuses(&server).await, [entry(ANA, "refused")]);
}

#[tokio::test]
async fn report_with_nul_is_applied_without_it() {
    let server = Server::start().await;
    subscribe_and_confirm(&server, ANA).await;
    let mut bounce = bounce("HardBounce", 1, "ana@exemplo.com.br\0");
    bounce["Details"] = "550 \0unknown".into();
    report(&server, &bounce).await;
    let refused = server.editor().await.json(LIST).await[0].clone();
    assert_eq!((&refused["status"], &refused["stop"]["detail"]), (&json!("refused"), &json!("550 unknown")));
    subscribe_and_confirm(&server, "bia@exemplo.com.br").await;
    report_text(&server, "Feedback-Type: ab\0use\r\nOriginal-Rcpt-To: bia@exemplo.com.br\0\r\n\r\n").await;
    assert!(statuses(&server).await.contains(&entry("bia@exemplo.com.br", "refused")));
}
