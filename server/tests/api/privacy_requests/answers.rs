//! Replies to privacy requests, their deadlines and their deletion, and where the replies are listed.

use chrono::TimeDelta;
use reqwest::StatusCode;
use serde_json::{Value, json};
use vitrine::features::privacy_requests::replies::delivery;

use super::{ANA, ask, ask_and_confirm, confirm, newest_link, path_of};
use crate::{
    harness::{NO_LIMITS, Server, VISITOR, mailbox},
    personal_data::{unzip, viewed},
};

#[tokio::test]
async fn replies_are_mailed_once_and_an_answer_closes_the_privacy_request() {
    let server = Server::start().await;
    let request = ask_and_confirm(&server, "access").await;
    let (admin, path) = (server.admin().await, path_of(&request));
    let record = json!({"data_officer_contact": "dpo@empresa.example"});
    admin.put("/api/settings/company", &record).await.expect(StatusCode::OK);
    let reply = |text: &str, is_answer: bool| json!({"text": text, "is_answer": is_answer});
    let replies = format!("{path}/replies");
    let first =
        admin.post(&replies, &reply("Olá, Ana.\n\nEstamos reunindo.", false)).header("Idempotency-Key", "a");
    first.await.expect(StatusCode::CREATED);
    let repeated =
        admin.post(&replies, &reply("Olá, Ana.\n\nEstamos reunindo.", false)).header("Idempotency-Key", "a");
    repeated.await.expect(StatusCode::CREATED);
    assert_eq!(admin.json(&path).await["state"], "in_progress");
    let mails = mailbox::of_kind(&server, "privacy_request_reply").await;
    assert_eq!((mails.len(), &*mails[0].to), (1, ANA));
    let outbox = admin.json("/api/outbox").await;
    let is_reply = |message: &&Value| message["kind"] == "privacy_request_reply";
    let stored = outbox.as_array().unwrap().iter().find(is_reply).unwrap();
    assert_eq!(stored["reply_to"], "dpo@empresa.example");
    assert!(stored["subject"].as_str().unwrap().contains(request["protocol"].as_str().unwrap()));

    admin.post(&replies, &reply("Seguem os seus dados.", true)).await.expect(StatusCode::CREATED);
    let done = admin.json(&path).await;
    assert_eq!((&done["state"], &done["days_left"]), (&json!("done"), &Value::Null));
    assert!(done["closed_at"].is_string());
    let listed = admin.json(&replies).await;
    let deliveries: Vec<&Value> = listed.as_array().unwrap().iter().map(|reply| &reply["delivery"]).collect();
    assert_eq!(deliveries, ["queued", "queued"]);
    let actions = admin.json("/api/audit?group=privacy_request").await;
    assert_eq!(actions.as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn delivery_of_a_reply_is_the_state_of_its_message() {
    let server = Server::start().await;
    let request = ask_and_confirm(&server, "access").await;
    let (admin, replies) = (server.admin().await, format!("{}/replies", path_of(&request)));
    // Sends one reply, because the key is always the same. Each answer has the current delivery.
    let delivery_of_reply = async || {
        let input = json!({"text": "Estamos reunindo.", "is_answer": false});
        let reply = admin.post(&replies, &input).header("Idempotency-Key", "a").await;
        reply.expect(StatusCode::CREATED).json()["delivery"].clone()
    };
    assert_eq!(delivery_of_reply().await, "queued");
    for (change, expected) in [
        ("UPDATE outbox SET state = 'failed'", "failed"),
        ("UPDATE outbox SET state = 'queued'", "queued"),
        ("DELETE FROM outbox", "failed"),
        ("UPDATE privacy_request_replies SET state = 'sent'", "sent"),
    ] {
        server.execute_sql(change).await;
        delivery::settle(&server.app).await.unwrap();
        assert_eq!(delivery_of_reply().await, expected, "{change}");
        assert_eq!(admin.json(&replies).await[0]["delivery"], expected, "{change}");
    }
}

#[tokio::test]
async fn answer_that_could_not_be_delivered_reopens_the_privacy_request() {
    let server = Server::start().await;
    let request = ask_and_confirm(&server, "access").await;
    let (admin, path) = (server.admin().await, path_of(&request));
    let answer = json!({"text": "Seguem os dados.", "is_answer": true});
    admin.post(&format!("{path}/replies"), &answer).await.expect(StatusCode::CREATED);
    assert_eq!(admin.json(&path).await["state"], "done");
    server.execute_sql("UPDATE outbox SET state = 'failed' WHERE kind = 'privacy_request_reply'").await;
    delivery::settle(&server.app).await.unwrap();
    assert_eq!(admin.json(&path).await["state"], "in_progress");
    let erased = admin.post("/api/people/erase", &json!({"email": ANA})).await;
    erased.expect_error(StatusCode::CONFLICT, "open_privacy_request");
    let event = &admin.json("/api/audit?group=privacy_request").await[0];
    assert_eq!((&event["action"], &event["user_email"]), (&json!("privacy_request.updated"), &Value::Null));
}

#[tokio::test]
async fn reply_to_an_outdated_or_unconfirmed_privacy_request_is_refused() {
    let server = Server::start().await;
    let request = ask_and_confirm(&server, "access").await;
    let (admin, path) = (server.admin().await, path_of(&request));
    let answer = json!({"text": "Seguem os dados.", "is_answer": true});
    let change = json!({"state": "refused", "reason": "A lei obriga a guardar."});
    let version = admin.get(&path).await.header("etag").to_owned();
    admin.put(&path, &change).await.expect(StatusCode::OK);
    let outdated = admin.post(&format!("{path}/replies"), &answer).if_match(&version).await;
    outdated.expect(StatusCode::PRECONDITION_FAILED);
    assert_eq!(admin.json(&path).await["state"], "refused");
    ask(&server, "correction", ANA).await;
    let unconfirmed = admin.json("/api/privacy-requests?stage=unconfirmed").await[0].clone();
    let reply = admin.post(&format!("{}/replies", path_of(&unconfirmed)), &answer).await;
    reply.expect_error(StatusCode::CONFLICT, "unconfirmed_request");
    assert!(mailbox::of_kind(&server, "privacy_request_reply").await.is_empty());
}

#[tokio::test]
async fn notes_on_an_expired_privacy_request_leave_the_audit_log() {
    let server = Server::start().await;
    ask(&server, "access", ANA).await;
    let admin = server.admin().await;
    let request = admin.json("/api/privacy-requests?stage=unconfirmed").await[0].clone();
    admin.put(&path_of(&request), &json!({"note": "Mora na Rua Xuxu."})).await.expect(StatusCode::OK);
    server.advance(TimeDelta::days(31));
    server.run_maintenance().await;
    let events = server.admin().await.json("/api/audit?group=privacy_request").await.to_string();
    assert!(events.contains("privacy_request.purged") && !events.contains("Rua Xuxu"), "{events}");
}

#[tokio::test]
async fn refused_privacy_request_needs_a_reason() {
    let server = Server::start().await;
    let request = ask_and_confirm(&server, "opposition").await;
    let (admin, path) = (server.admin().await, path_of(&request));
    let refused =
        admin.put(&path, &json!({"state": "refused"})).await.expect(StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(refused.json()["fields"], json!({"reason": "Preencha este campo."}));
    let change =
        json!({"state": "refused", "reason": "A lei obriga a guardar.", "note": "Visto com o jurídico."});
    let closed = admin.put(&path, &change).await.expect(StatusCode::OK).json();
    assert_eq!((&closed["reason"], &closed["note"]), (&change["reason"], &change["note"]));
    let reopened = admin.put(&path, &json!({"state": "in_progress"})).await.expect(StatusCode::OK).json();
    assert_eq!((&reopened["reason"], &reopened["closed_at"]), (&json!(""), &Value::Null));
    let back = admin.put(&path, &json!({"state": "unconfirmed"})).await;
    back.expect(StatusCode::UNPROCESSABLE_ENTITY);
    let stale = admin.put(&path, &json!({"note": "x"})).if_match("\"1\"").await;
    stale.expect(StatusCode::PRECONDITION_FAILED);
}

#[tokio::test]
async fn digest_of_due_privacy_requests_is_mailed_at_most_once_a_day() {
    let server = Server::start().await;
    let request = ask_and_confirm(&server, "correction").await;
    let path = path_of(&request);
    let digests = async || mailbox::of_kind(&server, "privacy_requests").await.len();
    let summary = async || {
        let counts = server.admin().await.json("/api/privacy-requests/summary").await;
        ["open", "due_soon", "overdue"].map(|name| counts[name].as_u64().unwrap())
    };
    server.advance(TimeDelta::days(11));
    server.run_maintenance().await;
    assert_eq!((summary().await, digests().await), ([1, 0, 0], 0));
    server.advance(TimeDelta::days(1));
    server.run_maintenance().await;
    server.run_maintenance().await;
    assert_eq!((summary().await, digests().await), ([1, 1, 0], 1));
    server.advance(TimeDelta::days(3));
    server.run_maintenance().await;
    let digest = mailbox::of_kind(&server, "privacy_requests").await.remove(0);
    assert!(digest.body.to_string().contains("vence hoje"), "{}", digest.body);
    server.advance(TimeDelta::days(1));
    server.run_maintenance().await;
    assert_eq!(
        (summary().await, digests().await),
        ([1, 0, 1], 1),
        "the digest of the day replaces the former one"
    );
    assert_eq!(server.admin().await.json(&path).await["days_left"], -1);
    mailbox::mark_sent(&server).await;
    server.run_maintenance().await;
    assert_eq!(digests().await, 1, "a sent digest is not followed by another one on the same day");
    server.admin().await.put(&path, &json!({"state": "done"})).await.expect(StatusCode::OK);
    server.advance(TimeDelta::days(1));
    server.run_maintenance().await;
    assert_eq!((summary().await, digests().await), ([0, 0, 0], 1));
}

#[tokio::test]
async fn digest_of_privacy_requests_counts_those_that_it_does_not_name() {
    let server = Server::start_with(NO_LIMITS).await;
    for number in 0..52 {
        ask(&server, "access", &format!("pessoa{number}@exemplo.com.br")).await;
    }
    server.execute_sql("UPDATE privacy_requests SET state = 'open'").await;
    server.advance(TimeDelta::days(18));
    server.run_maintenance().await;
    let outbox = server.admin().await.json("/api/outbox").await;
    let is_digest = |message: &&Value| message["kind"] == "privacy_requests";
    let digest = outbox.as_array().unwrap().iter().find(is_digest).expect("a digest");
    assert_eq!(digest["subject"], "52 pedidos de privacidade a responder, 52 em atraso");
    let digest = mailbox::of_kind(&server, "privacy_requests").await.remove(0);
    let text = digest.body.to_string();
    assert_eq!(text.matches("venceu em").count(), 50);
    assert!(text.contains("Outros 2 pedidos"), "{text}");
}

#[tokio::test]
async fn answered_privacy_requests_are_deleted_after_five_years() {
    let server = Server::start().await;
    let request = ask_and_confirm(&server, "access").await;
    let path = path_of(&request);
    let reply = json!({"text": "Pronto.", "is_answer": true});
    server.admin().await.post(&format!("{path}/replies"), &reply).await.expect(StatusCode::CREATED);
    server.execute_sql("UPDATE privacy_requests SET closed_at = '2021-11-22 12:00:00+00:00'").await;
    server.run_maintenance().await;
    assert_eq!(server.admin().await.status(&path).await, StatusCode::OK);
    server.execute_sql("UPDATE privacy_requests SET closed_at = '2021-11-20 12:00:00+00:00'").await;
    server.run_maintenance().await;
    assert_eq!(server.admin().await.status(&path).await, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn own_data_has_confirmed_privacy_requests_without_the_note_of_staff() {
    let server = Server::start_with(NO_LIMITS).await;
    server.execute_sql("UPDATE users SET email_verified = true").await;
    let visitor = server.sign_in(VISITOR).await;
    let own = async || visitor.own_data().await["privacy_requests"].clone();
    let protocol = ask(&server, "access", VISITOR).await;
    assert!(own().await.is_empty(), "anyone can send a request with this address");
    confirm(&server, &newest_link(&server, VISITOR).await).await.expect(StatusCode::SEE_OTHER);
    let admin = server.admin().await;
    let request = admin.json("/api/privacy-requests").await[0].clone();
    admin.put(&path_of(&request), &json!({"note": "Ligar antes."})).await.expect(StatusCode::OK);
    let data = own().await;
    assert_eq!((data.len(), &data[0]["protocol"], &data[0]["note"]), (1, &json!(protocol), &Value::Null));
}

#[tokio::test]
async fn view_and_exports_of_a_person_have_the_replies_to_privacy_requests() {
    let server = Server::start_with(NO_LIMITS).await;
    let admin = server.admin().await;
    let confirmed = ask_and_confirm(&server, "access").await;
    ask(&server, "correction", ANA).await;
    let opened = admin.json("/api/privacy-requests?stage=unconfirmed").await[0].clone();
    let change = json!({"state": "open", "note": "Chato."});
    admin.put(&path_of(&opened), &change).await.expect(StatusCode::OK);
    for (request, text) in [(&confirmed, "Seguem os seus dados."), (&opened, "Qual dado mudou?")] {
        let path = format!("{}/replies", path_of(request));
        admin.post(&path, &json!({"text": text})).await.expect(StatusCode::CREATED);
        server.advance(TimeDelta::seconds(1));
    }
    let records = viewed(&server, ANA, "privacy_replies").await;
    let texts: Vec<_> =
        records.as_array().unwrap().iter().map(|record| record["data"]["text"].clone()).collect();
    assert_eq!(texts, ["Qual dado mudou?", "Seguem os seus dados."]);
    assert_eq!(records[1]["data"]["protocol"], confirmed["protocol"]);
    let export = admin.get(&format!("/api/people/export?email={ANA}")).await.expect(StatusCode::OK);
    let files = unzip(export.bytes());
    let file = &files["privacy_replies.json"];
    assert!(file.contains("Seguem os seus dados.") && file.contains("Qual dado mudou?"), "{file}");
    let with_note: Vec<&String> =
        files.iter().filter(|(_, file)| file.contains("Chato.")).map(|(name, _)| name).collect();
    assert_eq!(with_note, ["interno/privacy_notes.json"]);
}
