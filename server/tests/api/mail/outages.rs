//! Mail servers that are unreachable or refuse all mail: the pause of the queue, retries, and the problem that staff see.

use chrono::TimeDelta;
use serde_json::{Value, json};
use vitrine::foundation::{
    identity::actor::Actor,
    mail::{self, store},
};

use super::{deliver, message, outbox, queue, recipients, server_with, state, states};
use crate::harness::{
    reserve_port,
    smtp::{Smtp, header},
};

#[tokio::test]
async fn refused_sender_pauses_the_queue_without_loss() {
    let (_reserved, address) = reserve_port();
    let smtp = Smtp::start_with(json!({"port": address.port(), "refusesSender": true})).await;
    let server = server_with(&smtp.url()).await;
    for number in 0..7 {
        queue(&server.app, message(&format!("pessoa{number}@exemplo.com.br"))).await;
    }
    assert_eq!((deliver(&server.app).await, deliver(&server.app).await), (5, 0), "the other messages wait");
    let admin = server.admin().await;
    let problem = admin.json("/api/dashboard").await["mail"]["problem"].clone();
    assert!(problem.as_str().unwrap().contains("recusou o nosso envio: 550"), "{problem}");
    for _hour in 0..24 {
        server.advance(TimeDelta::hours(1));
        assert!(deliver(&server.app).await <= 1, "one message probes the server");
    }
    drop(smtp);
    let smtp = Smtp::start_with(json!({"port": address.port()})).await;
    let admin = server.admin().await;
    let fail_first = "UPDATE outbox SET state = 'failed' WHERE to_email = 'pessoa0@exemplo.com.br'";
    server.execute_sql(fail_first).await;
    let retried = admin.post_empty("/api/outbox/retry").await;
    assert_eq!(retried.json()["messages"], 7, "each message once");
    let event = admin.json("/api/audit?group=mail").await[0].clone();
    assert_eq!((&event["action"], &event["after"]), (&json!("mail.all_retried"), &json!({"retried": 7})));
    while deliver(&server.app).await > 0 {}
    assert!(states(&server).await.iter().all(|(_, state)| state == "sent"));
    assert_eq!(recipients(smtp).await.len(), 7);
    assert_eq!(admin.json("/api/dashboard").await["mail"]["problem"], Value::Null);
}

#[tokio::test]
async fn retry_by_another_process_ends_the_pause_of_the_server() {
    let (_reserved, address) = reserve_port();
    let smtp = Smtp::start_with(json!({"port": address.port(), "refusesSender": true})).await;
    let server = server_with(&smtp.url()).await;
    for number in 0..7 {
        queue(&server.app, message(&format!("pessoa{number}@exemplo.com.br"))).await;
    }
    assert_eq!((deliver(&server.app).await, deliver(&server.app).await), (5, 0), "paused");
    drop(smtp);
    let smtp = Smtp::start_with(json!({"port": address.port()})).await;
    server.advance(TimeDelta::seconds(1));
    let replica = server.replica().await;
    let retried = mail::retry::retry_all(&replica.app, &Actor::command_line()).await.unwrap();
    assert_eq!(retried, 7);
    while deliver(&server.app).await > 0 {}
    assert_eq!(recipients(smtp).await.len(), 7, "without waiting for the end of the pause");
}

#[tokio::test]
async fn retry_ends_the_pause_even_if_no_queued_message_was_tried() {
    let (_reserved, address) = reserve_port();
    let smtp = Smtp::start_with(json!({"port": address.port(), "refusesSender": true})).await;
    let server = server_with(&smtp.url()).await;
    let first = queue(&server.app, message("ana@exemplo.com.br")).await;
    assert_eq!(deliver(&server.app).await, 1);
    let tx = server.app.db.begin().await.unwrap();
    mail::store::delete_unsent(&*tx, &[first]).await.unwrap();
    tx.commit().await.unwrap();
    server.advance(TimeDelta::seconds(1));
    queue(&server.app, message("bia@exemplo.com.br")).await;
    let summary = server.admin().await.json("/api/outbox/summary").await;
    assert!(summary["problem"].as_str().unwrap().contains("recusou"), "{summary}");
    drop(smtp);
    let smtp = Smtp::start_with(json!({"port": address.port()})).await;
    assert_eq!(deliver(&server.app).await, 0, "a new message ends no pause");
    server.advance(TimeDelta::seconds(1));
    let replica = server.replica().await;
    assert_eq!(mail::retry::retry_all(&replica.app, &Actor::command_line()).await.unwrap(), 1);
    assert_eq!(deliver(&server.app).await, 1);
    assert_eq!(recipients(smtp).await, ["bia@exemplo.com.br"]);
}

#[tokio::test]
async fn mail_stuck_for_fifteen_minutes_is_reported_with_its_reason() {
    let (_reserved, address) = reserve_port();
    let server = server_with(&format!("smtp://{address}?tls=none")).await;
    let problem = async || server.admin().await.json("/api/dashboard").await["mail"]["problem"].clone();
    queue(&server.app, message("ana@exemplo.com.br")).await;
    assert_eq!(deliver(&server.app).await, 1);
    assert_eq!(problem().await, Value::Null, "a short problem isn't reported");
    server.advance(TimeDelta::minutes(16));
    let reason = problem().await;
    assert!(reason.as_str().unwrap().contains("recusou a conexão"), "{reason}");
    let _smtp = Smtp::start_with(json!({"port": address.port()})).await;
    assert_eq!(deliver(&server.app).await, 1);
    assert_eq!(problem().await, Value::Null);
    // A temporary refusal of one recipient isn't reported.
    queue(&server.app, message("451@exemplo.com.br")).await;
    assert_eq!(deliver(&server.app).await, 1);
    server.advance(TimeDelta::seconds(20));
    queue(&server.app, message("bia@exemplo.com.br")).await;
    // The postponed message may be tried again, too.
    assert!(deliver(&server.app).await >= 1);
    server.advance(TimeDelta::minutes(16));
    assert_eq!(problem().await, Value::Null);
}

/// The clock is two days ahead and is then corrected.
#[tokio::test]
async fn mail_of_a_wrong_clock_is_sent_after_the_correction() {
    let (_reserved, address) = reserve_port();
    let server = server_with(&format!("smtp://{address}?tls=none")).await;
    server.app.clock.jump(TimeDelta::days(2));
    queue(&server.app, message("ana@exemplo.com.br")).await;
    assert_eq!(deliver(&server.app).await, 1);
    let leased_until = server.app.clock.now() + TimeDelta::minutes(5);
    queue(&server.app, message("bia@exemplo.com.br")).await;
    let room = store::leases::Room { total: 1, bulk: 0 };
    let tx = server.app.db.begin().await.unwrap();
    let leased = store::leases::lease_due(&*tx, server.app.clock.now(), leased_until, room).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(leased.len(), 1);
    server.app.clock.jump(TimeDelta::days(-2));
    let problem = server.admin().await.json("/api/outbox/summary").await["problem"].clone();
    assert!(problem.as_str().unwrap().contains("recusou a conexão"), "{problem}");
    let smtp = Smtp::start_with(json!({"port": address.port()})).await;
    assert_eq!(mail::retry::retry_all(&server.app, &Actor::command_line()).await.unwrap(), 2);
    server.app.clock.jump(TimeDelta::days(-2));
    assert_eq!(deliver(&server.app).await, 2, "also without a retry");
    assert_eq!(recipients(smtp).await, ["ana@exemplo.com.br", "bia@exemplo.com.br"]);
}

#[tokio::test]
async fn queued_mail_is_delivered_when_the_server_returns() {
    let (_reserved, address) = reserve_port();
    let server = server_with(&format!("smtp://{address}?tls=none")).await;
    for number in 0..7 {
        queue(&server.app, message(&format!("pessoa{number}@exemplo.com.br"))).await;
    }
    for _hour in 0..24 {
        while deliver(&server.app).await > 0 {}
        server.advance(TimeDelta::hours(1));
    }
    let mails = outbox(&server).await;
    assert!(mails.iter().all(|mail| mail["state"] == "queued" && mail["attempts"] == 24), "{mails:?}");
    assert!(mails[0]["last_error"].as_str().unwrap().contains("recusou a conexão"), "{}", mails[0]);
    let smtp = Smtp::start_with(json!({"port": address.port()})).await;
    while deliver(&server.app).await > 0 {}
    assert_eq!(
        recipients(smtp).await,
        (0..7).map(|n| format!("pessoa{n}@exemplo.com.br")).collect::<Vec<_>>()
    );
    assert!(states(&server).await.iter().all(|(_, state)| state == "sent"));
}

#[tokio::test]
async fn unacknowledged_mail_is_sent_again_with_the_same_id() {
    let (_reserved, address) = reserve_port();
    let mut smtp = Smtp::start_with(json!({"port": address.port()})).await;
    let server = server_with(&smtp.url()).await;
    queue(&server.app, message("mudo@exemplo.com.br")).await;
    let app = server.app.clone();
    let attempt = tokio::spawn(async move { deliver(&app).await });
    let first = smtp.next().await;
    drop(smtp);
    assert_eq!(attempt.await.unwrap(), 1);
    assert_eq!(states(&server).await, [state("mudo@exemplo.com.br", "queued")]);
    server.advance(TimeDelta::minutes(1));
    let mut smtp = Smtp::start_with(json!({"port": address.port()})).await;
    let app = server.app.clone();
    let attempt = tokio::spawn(async move { deliver(&app).await });
    let second = smtp.next().await;
    attempt.abort();
    assert_eq!(header(&first, "Message-ID"), header(&second, "Message-ID"));
    assert!(header(&first, "Message-ID").unwrap().ends_with("@exemplo.com.br>"));
}
