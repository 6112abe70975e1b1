//! Sending editions: a failing mail server, pace, wrong clocks, cancellation and schedule.

use chrono::TimeDelta;
use reqwest::{StatusCode, header};
use serde_json::json;
use vitrine::features::newsletter::editions::sending as editions;

use super::{
    EDITIONS, address, confirm, create, finish, refused_field, results, send, server_with,
    start_with_subscription, worker,
};
use crate::{
    harness::{
        new_contact,
        scripted_smtp::{Fault, Moment, ScriptedSmtp},
    },
    newsletter::{ANA, reports::report},
    personal_data::{unzip, viewed},
};

/// Refuses the recipients of [`is_refused`] permanently. Otherwise causes a fault on each of 19 connections, none on the next 19,
/// and so on: a temporary refusal, a delay and the end of the connection at each command.
fn fails_often(connection: usize, moment: Moment, to: &str) -> Option<Fault> {
    const MOMENTS: [Moment; 6] =
        [Moment::Greeting, Moment::Hello, Moment::Mail, Moment::Recipient, Moment::Data, Moment::Message];
    const FAULTS: [Fault; 3] = [Fault::Refuse(451), Fault::Drop, Fault::Delay];
    if moment == Moment::Recipient && is_refused(to) {
        return Some(Fault::Refuse(550));
    }
    let number = connection % 38;
    let (at, fault) = match FAULTS.get(number / MOMENTS.len()) {
        Some(fault) => (MOMENTS[number % MOMENTS.len()], *fault),
        None if number == 18 => (Moment::Message, Fault::Refuse(554)),
        None => return None,
    };
    (moment == at).then_some(fault)
}

/// Returns whether the number of an address ends with 70, as those of five of the first 500 do.
fn is_refused(email: &str) -> bool {
    email.contains("70@")
}

#[tokio::test]
async fn each_of_500_subscribers_receives_an_edition_once_despite_a_failing_mail_server() {
    let smtp = ScriptedSmtp::start(fails_often).await;
    let server = server_with(&smtp).await;
    confirm(&server, (0..500).map(address)).await;
    let editor = server.editor().await;
    let path = send(&editor, &json!({})).await;
    finish(&server).await;
    // The first session has expired.
    let editor = server.editor().await;
    let expected: Vec<_> = (0..500).map(address).filter(|email| !is_refused(email)).collect();
    assert_eq!(smtp.recipients(), expected);
    let names = ["recipients", "queued", "sent", "delivered", "bounced", "failed", "canceled"];
    assert_eq!(results(&editor, &path, names).await, [500, 0, 500, 495, 5, 0, 0]);
    assert_eq!(editor.json(&path).await["state"], "sent");
    assert_eq!(server.admin().await.json("/api/outbox").await, json!([]), "results replace the messages");
    let mail = &smtp.accepted()[0];
    let header = |name| mail.header(name).unwrap_or_default();
    assert_eq!(header("List-Id"), "<newsletter.127.0.0.1>");
    assert_eq!(header("Precedence"), "bulk");
    assert_eq!(header("List-Unsubscribe-Post"), "List-Unsubscribe=One-Click");
    assert!(header("List-Unsubscribe").contains("/newsletter/cancelar?token="), "{mail:?}");
}

#[tokio::test]
async fn mail_about_a_lead_is_sent_before_the_rest_of_an_edition() {
    let smtp = ScriptedSmtp::start(|_, _, _| None).await;
    let server = server_with(&smtp).await;
    confirm(&server, (0..30).map(address)).await;
    let editor = server.editor().await;
    send(&editor, &json!({})).await;
    editions::run(&server.app).await.unwrap();
    let worker = worker(&server);
    assert_eq!(worker.deliver_due().await.unwrap(), 3, "bulk takes only a part of the deliveries");
    server.advance(TimeDelta::minutes(1));
    server.post("/api/contacts", &new_contact()).await.expect(StatusCode::CREATED);
    worker.deliver_due().await.unwrap();
    let sent = smtp.accepted().len();
    assert!(smtp.recipients().contains(&"joao@exemplo.com.br".to_owned()), "after {sent} mails");
    assert!(sent <= 8, "{sent}");
}

#[tokio::test]
async fn pace_holds_across_replicas() {
    let smtp = ScriptedSmtp::start(|_, _, _| None).await;
    let server = server_with(&smtp).await;
    let replica = server.replica().await;
    confirm(&server, (0..30).map(address)).await;
    let editor = server.editor().await;
    let path = send(&editor, &json!({"pace": 600})).await;
    for minutes in 1..=3 {
        for app in [&server.app, &replica.app, &server.app] {
            editions::run(app).await.unwrap();
            while worker(&server).deliver_due().await.unwrap() > 0 {}
        }
        assert_eq!(smtp.accepted().len(), 10 * minutes);
        server.advance(TimeDelta::minutes(1));
    }
    editions::run(&replica.app).await.unwrap();
    editions::run(&server.app).await.unwrap();
    assert_eq!(editor.json(&path).await["state"], "sent");
}

#[tokio::test]
async fn content_of_an_edition_is_stored_until_it_is_sent() {
    let smtp = ScriptedSmtp::start(|_, _, _| None).await;
    let server = server_with(&smtp).await;
    confirm(&server, (0..2).map(address)).await;
    send(&server.editor().await, &json!({"pace": 10})).await;
    editions::run(&server.app).await.unwrap();
    worker(&server).deliver_due().await.unwrap();
    let maintain = async || {
        // After a jump of the clock, nothing is deleted for an hour.
        for _ in 0..2 {
            server.run_maintenance().await;
            server.advance(TimeDelta::hours(2));
        }
    };
    server.advance(TimeDelta::days(91));
    maintain().await;
    finish(&server).await;
    assert_eq!(smtp.recipients().len(), 2);
    maintain().await;
    assert_eq!(server.query("SELECT 1 AS one FROM outbox_contents").await.len(), 0);
}

#[tokio::test]
async fn edition_reaches_subscribers_who_confirmed_while_the_clock_was_ahead() {
    let smtp = ScriptedSmtp::start(|_, _, _| None).await;
    let server = server_with(&smtp).await;
    server.app.clock.jump(TimeDelta::days(365));
    confirm(&server, (0..5).map(address)).await;
    server.app.clock.jump(TimeDelta::days(-365));
    confirm(&server, (5..10).map(address)).await;
    let editor = server.editor().await;
    let path = create(&editor, &json!({})).await;
    assert_eq!(editor.json(&format!("{path}/recipients")).await["count"], 10);
    editor.post(&format!("{path}/send"), &json!({})).await.expect(StatusCode::OK);
    server.advance(TimeDelta::minutes(1));
    confirm(&server, [address(10)]).await;
    finish(&server).await;
    let mut recipients = smtp.recipients();
    recipients.sort();
    let expected: Vec<_> = (0..10).map(address).collect();
    assert_eq!(recipients, expected, "later subscribers get the next edition");
}

#[tokio::test]
async fn pace_does_not_wait_for_a_batch_that_a_wrong_clock_set() {
    let smtp = ScriptedSmtp::start(|_, _, _| None).await;
    let server = server_with(&smtp).await;
    confirm(&server, (0..20).map(address)).await;
    server.app.clock.jump(TimeDelta::days(365));
    let editor = server.editor().await;
    let path = send(&editor, &json!({"pace": 600})).await;
    editions::run(&server.app).await.unwrap();
    while worker(&server).deliver_due().await.unwrap() > 0 {}
    server.app.clock.jump(TimeDelta::days(-365));
    editions::run(&server.app).await.unwrap();
    assert_eq!(results(&server.editor().await, &path, ["recipients"]).await, [20]);
}

#[tokio::test]
async fn canceling_removes_queued_mails_and_ended_subscriptions_receive_none() {
    let smtp = ScriptedSmtp::start(|_, _, _| None).await;
    let server = server_with(&smtp).await;
    confirm(&server, (0..20).map(address)).await;
    let editor = server.editor().await;
    let path = send(&editor, &json!({})).await;
    editions::run(&server.app).await.unwrap();
    server
        .execute_sql(
            "UPDATE newsletter_subscriptions SET status = 'unsubscribed' WHERE email LIKE 'pessoa00%'",
        )
        .await;
    let worker = worker(&server);
    for _ in 0..3 {
        worker.deliver_due().await.unwrap();
    }
    editor.post_empty(&format!("{path}/cancel")).await.expect(StatusCode::OK);
    assert_eq!(worker.deliver_due().await.unwrap(), 0);
    editions::run(&server.app).await.unwrap();
    let sent = i64::try_from(smtp.accepted().len()).unwrap();
    assert!(sent > 0 && smtp.recipients().iter().all(|email| !email.starts_with("pessoa00")), "{sent}");
    let names = ["recipients", "queued", "delivered", "canceled"];
    assert_eq!(results(&editor, &path, names).await, [20, 0, sent, 20 - sent]);
    assert_eq!(editor.json(&path).await["state"], "canceled");
    editor
        .post_empty(&format!("{path}/cancel"))
        .await
        .expect_error(StatusCode::CONFLICT, "edition_not_active");
}

#[tokio::test]
async fn scheduled_edition_is_sent_at_its_time_and_can_be_canceled() {
    let smtp = ScriptedSmtp::start(|_, _, _| None).await;
    let server = server_with(&smtp).await;
    confirm(&server, [address(1)]).await;
    let editor = server.editor().await;
    let path = create(&editor, &json!({})).await;
    let at = |time: &str| json!({"send_at": time});
    let send = format!("{path}/send");
    for invalid in ["2026-11-20T11:00:00Z", "2027-11-22T12:00:00Z", "9999-12-31T23:59:00Z"] {
        refused_field(editor.post(&send, &at(invalid)).await, "send_at");
    }
    editor.post(&send, &at("2027-11-20T12:00:00Z")).await.expect(StatusCode::OK);
    editor.post(&send, &at("2026-11-21T12:00:00Z")).await.expect(StatusCode::OK);
    editor.delete(&path).await.expect_error(StatusCode::CONFLICT, "edition_in_use");
    let canceled = editor.post_empty(&format!("{path}/cancel")).await.expect(StatusCode::OK).json();
    assert_eq!((&canceled["state"], &canceled["send_at"]), (&json!("draft"), &json!(null)));
    editor.post(&send, &at("2026-11-21T12:00:00Z")).await.expect(StatusCode::OK);
    editions::run(&server.app).await.unwrap();
    assert_eq!(editor.json(&path).await["state"], "scheduled");
    let scheduled = editor.get(&path).await.headers()[header::ETAG].clone();
    server.advance(TimeDelta::days(1));
    finish(&server).await;
    let editor = server.editor().await;
    let cancel = editor.post_empty(&format!("{path}/cancel"));
    cancel.if_match(scheduled).await.expect(StatusCode::PRECONDITION_FAILED);
    assert_eq!(smtp.recipients(), [address(1)]);
    assert_eq!(editor.json(&format!("{EDITIONS}?state=sent")).await[0]["slug"], "novidades-de-maio");
}

#[tokio::test]
async fn scheduled_edition_that_lost_its_content_becomes_a_draft() {
    let (smtp, server, editor) = start_with_subscription().await;
    let path = create(&editor, &json!({})).await;
    let at = json!({"send_at": "2026-11-21T12:00:00Z"});
    editor.post(&format!("{path}/send"), &at).await.expect(StatusCode::OK);
    editor.put(&path, &json!({"body": ""})).await.expect(StatusCode::OK);
    server.advance(TimeDelta::days(1));
    finish(&server).await;
    let edition = server.editor().await.json(&path).await;
    assert_eq!((&edition["state"], &edition["send_at"]), (&json!("draft"), &json!(null)));
    assert!(smtp.recipients().is_empty());
}

#[tokio::test]
async fn view_and_export_of_a_person_have_editions_and_reports() {
    let (_smtp, server, editor) = start_with_subscription().await;
    let path = send(&editor, &json!({})).await;
    finish(&server).await;
    let records = viewed(&server, ANA, "newsletter_deliveries").await;
    let delivery = &records[0]["data"];
    assert_eq!(records.as_array().unwrap().len(), 1);
    let fields = (&records[0]["title"], &delivery["subject"], &delivery["state"]);
    assert_eq!(fields, (&json!("Novidades de maio"), &json!("Novidades de maio"), &json!("Entregue")));
    assert!(delivery["settled_at"].is_string() && delivery["unsubscribed_at"].is_null(), "{delivery}");
    assert_eq!(viewed(&server, ANA, "newsletter_reports").await, json!([]));
    report(&server, &json!({"RecordType": "Bounce", "Type": "Blocked", "ID": 1, "Email": ANA})).await;
    let reports = viewed(&server, ANA, "newsletter_reports").await;
    assert_eq!((&reports[0]["title"], &reports[1]), (&json!("Falha temporária"), &json!(null)));
    let returned = viewed(&server, ANA, "newsletter_deliveries").await;
    assert_eq!(returned[0]["data"]["state"], "Recusado");

    let admin = server.admin().await;
    let export = admin.get(&format!("/api/people/export?email={ANA}")).await.expect(StatusCode::OK);
    let files = unzip(export.bytes());
    assert!(files["newsletter_deliveries.json"].contains("Novidades de maio"), "{files:?}");
    assert!(files["newsletter_reports.json"].contains("created_at"), "{files:?}");
    // An edition in the trash was sent as well.
    editor.delete(&path).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(viewed(&server, ANA, "newsletter_deliveries").await[0]["title"], "Novidades de maio");
    let erasure = admin.post("/api/people/erase", &json!({"email": ANA})).await.expect(StatusCode::OK).json();
    let kinds = erasure["erased"].as_array().unwrap().iter().map(|count| count["kind"].as_str().unwrap());
    let kinds: Vec<_> = kinds.collect();
    assert!(kinds.contains(&"newsletter_deliveries") && kinds.contains(&"newsletter_reports"), "{erasure}");
    assert_eq!(viewed(&server, ANA, "newsletter_deliveries").await, json!([]));
}
