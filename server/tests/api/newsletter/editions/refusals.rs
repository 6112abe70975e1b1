//! Refused and returned mail of the newsletter, and what else counts for an edition: unsubscriptions and leads.

use chrono::TimeDelta;
use reqwest::StatusCode;
use serde_json::json;
use vitrine::features::newsletter::{editions::sending as editions, import::invitations, stops};

use super::{confirm, create, finish, results, send, server_with, start_with_subscription, worker};
use crate::{
    harness::{
        Server, new_contact_with,
        scripted_smtp::{Fault, Moment, ScriptedSmtp},
    },
    newsletter::{
        entry,
        reports::{report, report_text},
        statuses, subscribe, token, use_link,
    },
};

/// Refuses recipients whose address starts with three digits. The digits are the code of the refusal.
fn refuses_by_address(_: usize, moment: Moment, to: &str) -> Option<Fault> {
    let code = to.get(..3)?.parse().ok()?;
    (moment == Moment::Recipient).then_some(Fault::Refuse(code))
}

/// Returns address and status of every subscription, sorted by address.
async fn sorted_statuses(server: &Server) -> Vec<(String, String)> {
    let mut found = statuses(server).await;
    found.sort();
    found
}

#[tokio::test]
async fn refused_recipients_end_or_pause_their_subscription_and_count_as_bounced() {
    let smtp = ScriptedSmtp::start(refuses_by_address).await;
    let server = server_with(&smtp).await;
    confirm(&server, ["550@exemplo.com.br", "451@exemplo.com.br", "ok@exemplo.com.br"].map(str::to_owned))
        .await;
    let editor = server.editor().await;
    let path = send(&editor, &json!({})).await;
    editions::run(&server.app).await.unwrap();
    while worker(&server).deliver_due().await.unwrap() > 0 {}
    editions::run(&server.app).await.unwrap();
    let names = ["recipients", "queued", "delivered", "bounced"];
    assert_eq!(results(&editor, &path, names).await, [3, 1, 1, 1]);
    let expected = |deferred| {
        [
            entry("451@exemplo.com.br", deferred),
            entry("550@exemplo.com.br", "refused"),
            entry("ok@exemplo.com.br", "confirmed"),
        ]
    };
    assert_eq!(sorted_statuses(&server).await, expected("confirmed"));
    finish(&server).await;
    // The first session has expired.
    let editor = server.editor().await;
    assert_eq!(results(&editor, &path, names).await, [3, 0, 1, 2]);
    assert_eq!(sorted_statuses(&server).await, expected("paused"));
}

#[tokio::test]
async fn unsubscription_counts_for_the_edition_whose_link_was_used() {
    let (smtp, server, editor) = start_with_subscription().await;
    let first = send(&editor, &json!({})).await;
    finish(&server).await;
    let second = send(&editor, &json!({"subject": "Junho"})).await;
    finish(&server).await;
    let mail = &smtp.accepted()[0];
    let link = mail.header("List-Unsubscribe").unwrap();
    let token = token(link.trim_matches(['<', '>'])).to_owned();
    for _ in 0..2 {
        use_link(&server, "unsubscribe", &token).await.expect(StatusCode::NO_CONTENT);
    }
    assert_eq!(statuses(&server).await, [entry("ana@exemplo.com.br", "unsubscribed")]);
    assert_eq!(results(&editor, &first, ["unsubscribed"]).await, [1]);
    assert_eq!(results(&editor, &second, ["unsubscribed"]).await, [0]);
}

/// Returns the `Message-ID` of the newest accepted mail.
fn newest_message_id(smtp: &ScriptedSmtp) -> String {
    smtp.accepted().last().expect("a mail").header("Message-ID").expect("the header")
}

#[tokio::test]
async fn returned_mail_moves_from_delivered_to_bounced() {
    let (smtp, server, editor) = start_with_subscription().await;
    let first = send(&editor, &json!({})).await;
    finish(&server).await;
    let id = newest_message_id(&smtp);
    let second = send(&editor, &json!({"subject": "Junho"})).await;
    finish(&server).await;
    // The mail was forwarded to another address.
    let bounce = json!([{"event": "bounce", "email": "outro@exemplo.com", "sg_event_id": "e", "smtp-id": id,
                         "reason": "550"}]);
    for _ in 0..2 {
        report(&server, &bounce).await;
    }
    assert_eq!(results(&editor, &first, ["delivered", "bounced"]).await, [0, 1]);
    assert_eq!(results(&editor, &second, ["delivered", "bounced"]).await, [1, 0]);
    assert_eq!(statuses(&server).await, [entry("ana@exemplo.com.br", "refused")]);
    let late = json!([{"event": "bounce", "sg_event_id": "f", "smtp-id": newest_message_id(&smtp)}]);
    report(&server, &late).await;
    let counts = async || results(&editor, &second, ["delivered", "bounced"]).await;
    assert_eq!(counts().await, [0, 1], "a report about a refused subscription counts too");
    let another = json!([{"event": "bounce", "sg_event_id": "g", "smtp-id": newest_message_id(&smtp)}]);
    report(&server, &another).await;
    assert_eq!(counts().await, [0, 1], "a mail is returned once");
}

#[tokio::test]
async fn bounce_report_without_a_message_counts_for_the_newest_edition() {
    let (_smtp, server, editor) = start_with_subscription().await;
    let first = send(&editor, &json!({})).await;
    finish(&server).await;
    server.advance(TimeDelta::minutes(1));
    let second = send(&editor, &json!({"subject": "Junho"})).await;
    finish(&server).await;
    let bounce =
        json!({"RecordType": "Bounce", "Type": "HardBounce", "ID": 1, "Email": "ana@exemplo.com.br"});
    for _ in 0..2 {
        report(&server, &bounce).await;
    }
    assert_eq!(results(&editor, &first, ["delivered", "bounced"]).await, [1, 0]);
    assert_eq!(results(&editor, &second, ["delivered", "bounced"]).await, [0, 1]);
}

#[tokio::test]
async fn mail_that_is_returned_before_its_result_is_stored_counts_as_bounced() {
    let (smtp, server, editor) = start_with_subscription().await;
    let counts = async |path: &str| results(&editor, path, ["queued", "delivered", "bounced"]).await;
    let blocked =
        |id: u32| json!({"RecordType": "Bounce", "Type": "Blocked", "ID": id, "Email": "ana@exemplo.com.br"});
    let first = send(&editor, &json!({})).await;
    finish(&server).await;
    let second = send(&editor, &json!({"subject": "Junho"})).await;
    editions::run(&server.app).await.unwrap();
    report(&server, &blocked(1)).await;
    assert_eq!([counts(&first).await, counts(&second).await], [[0, 0, 1], [1, 0, 0]], "not sent yet");
    worker(&server).deliver_due().await.unwrap();
    report(&server, &blocked(2)).await;
    assert_eq!(counts(&second).await, [0, 0, 1]);
    let third = send(&editor, &json!({"subject": "Julho"})).await;
    editions::run(&server.app).await.unwrap();
    worker(&server).deliver_due().await.unwrap();
    report(&server, &json!([{"event": "bounce", "sg_event_id": "e", "smtp-id": newest_message_id(&smtp)}]))
        .await;
    finish(&server).await;
    assert_eq!([counts(&second).await, counts(&third).await], [[0, 0, 1], [0, 0, 1]]);
    assert_eq!(server.admin().await.json("/api/outbox").await, json!([]));
}

#[tokio::test]
async fn final_refusal_counts_as_bounced_and_pauses_unless_it_is_about_the_sender() {
    let (smtp, server, editor) = start_with_subscription().await;
    let first = send(&editor, &json!({})).await;
    finish(&server).await;
    let id = newest_message_id(&smtp);
    let failed = |severity: &str, reason: &str| {
        json!({"event-data": {"event": "failed", "severity": severity, "reason": reason, "id": reason,
            "timestamp": 1_795_176_000, "recipient": "ana@exemplo.com.br",
            "message": {"headers": {"message-id": id.trim_matches(['<', '>'])}}}})
    };
    report(&server, &failed("temporary", "generic")).await;
    assert_eq!(results(&editor, &first, ["delivered", "bounced"]).await, [1, 0], "another attempt follows");
    report(&server, &failed("permanent", "espblock")).await;
    assert_eq!(results(&editor, &first, ["delivered", "bounced"]).await, [0, 1]);
    assert_eq!(statuses(&server).await, [entry("ana@exemplo.com.br", "confirmed")], "about the sender");
    let second = send(&editor, &json!({"subject": "Junho"})).await;
    finish(&server).await;
    let expired = format!(
        "Final-Recipient: rfc822; ana@exemplo.com.br\r\nAction: failed\r\nStatus: 4.2.2\r\n\r\nMessage-ID: {}\r\n",
        newest_message_id(&smtp)
    );
    for _ in 0..2 {
        report_text(&server, &expired).await;
    }
    assert_eq!(results(&editor, &second, ["delivered", "bounced"]).await, [0, 1]);
    assert_eq!(statuses(&server).await, [entry("ana@exemplo.com.br", "paused")]);
}

#[tokio::test]
async fn complaint_without_an_address_refuses_the_recipient_of_the_edition() {
    let (smtp, server, editor) = start_with_subscription().await;
    let path = send(&editor, &json!({})).await;
    finish(&server).await;
    let complaint = format!("Feedback-Type: abuse\r\n\r\nMessage-ID: {}\r\n", newest_message_id(&smtp));
    report_text(&server, &complaint).await;
    assert_eq!(statuses(&server).await, [entry("ana@exemplo.com.br", "refused")]);
    assert_eq!(results(&editor, &path, ["delivered", "bounced"]).await, [1, 0], "a complaint is no return");
}

#[tokio::test]
async fn permanent_refusal_of_a_confirmation_refuses_the_subscription() {
    let smtp = ScriptedSmtp::start(refuses_by_address).await;
    let server = server_with(&smtp).await;
    subscribe(&server, "550@exemplo.com.br").await;
    subscribe(&server, "451@exemplo.com.br").await;
    subscribe(&server, "ok@exemplo.com.br").await;
    while worker(&server).deliver_due().await.unwrap() > 0 {}
    stops::refuse_undeliverable(&server.app).await.unwrap();
    let expected = [
        entry("451@exemplo.com.br", "pending"),
        entry("550@exemplo.com.br", "refused"),
        entry("ok@exemplo.com.br", "pending"),
    ];
    assert_eq!(sorted_statuses(&server).await, expected);
    server.advance(TimeDelta::minutes(10));
    subscribe(&server, "550@exemplo.com.br").await;
    while worker(&server).deliver_due().await.unwrap() > 0 {}
    // The request ends before its refusal is handled, and the address is entered once more.
    server.execute_sql("DELETE FROM newsletter_subscriptions WHERE email = '550@exemplo.com.br'").await;
    server.advance(TimeDelta::minutes(10));
    subscribe(&server, "550@exemplo.com.br").await;
    stops::refuse_undeliverable(&server.app).await.unwrap();
    let newest = statuses(&server).await.remove(0);
    assert_eq!(newest, entry("550@exemplo.com.br", "pending"), "an old refusal doesn't refuse a new request");
}

#[tokio::test]
async fn permanent_refusal_of_an_invitation_refuses_the_imported_subscription() {
    let smtp = ScriptedSmtp::start(refuses_by_address).await;
    let server = server_with(&smtp).await;
    let import = json!({"csv": "550@exemplo.com.br\nok@exemplo.com.br"});
    server.admin().await.post("/api/newsletter/subscriptions/import", &import).await.expect_success();
    invitations::queue_next(&server.app).await.unwrap();
    while worker(&server).deliver_due().await.unwrap() > 0 {}
    stops::refuse_undeliverable(&server.app).await.unwrap();
    assert_eq!(
        sorted_statuses(&server).await,
        [entry("550@exemplo.com.br", "refused"), entry("ok@exemplo.com.br", "pending")]
    );
}

#[tokio::test]
async fn leads_count_for_the_edition_of_their_campaign() {
    let smtp = ScriptedSmtp::start(|_, _, _| None).await;
    let server = server_with(&smtp).await;
    let editor = server.editor().await;
    let path = create(&editor, &json!({})).await;
    for (number, (source, campaign)) in
        [("newsletter", "novidades-de-maio"), ("newsletter", "outra"), ("google", "novidades-de-maio")]
            .into_iter()
            .enumerate()
    {
        let contact = new_contact_with(&json!({
            "email": format!("p{number}@exemplo.com.br"),
            "source_page": "/blog",
            "utm_source": source,
            "utm_campaign": campaign,
        }));
        server.post("/api/contacts", &contact).await.expect(StatusCode::CREATED);
    }
    assert_eq!(results(&editor, &path, ["leads"]).await, [1]);
}
