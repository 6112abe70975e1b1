//! Replies by email from the panel.

use super::*;
use crate::harness::{
    mailbox,
    smtp::{Smtp, header},
};
use vitrine::{features::contacts::replies::delivery::settle, foundation::mail::worker::Worker};

const FROM: (&str, &str) = ("VITRINE_MAIL_FROM", "Exemplo TI <site@exemplo.com.br>");

async fn start_with(smtp: &Smtp) -> Server {
    let url = smtp.url();
    let variables = [("VITRINE_SMTP_URL", &*url), FROM, ("VITRINE_RATE_LIMITS", "off")];
    Server::start_with_variables(&variables).await
}

/// Runs one round of the mail worker, updates the delivery of contacts, and returns the number of tried messages.
async fn deliver(server: &Server) -> usize {
    let tried = Worker::new(server.app.clone()).deliver_due().await.unwrap();
    settle(&server.app).await.unwrap();
    tried
}

/// Waits until a reply is no longer held, and delivers it.
async fn deliver_held(server: &Server) -> usize {
    server.advance(TimeDelta::seconds(10));
    deliver(server).await
}

/// Returns the audited results of mailed replies, newest first.
async fn audited_results(admin: &Client, id: &str) -> Vec<String> {
    let log = admin.json(&format!("/api/audit?subject_kind=contact&subject_id={id}")).await;
    let actions = log.as_array().unwrap().iter().map(|event| event["action"].as_str().unwrap().to_owned());
    actions.filter(|action| action.starts_with("contact.reply_")).collect()
}

fn reply_input(text: &str) -> Value {
    json!({"subject": "Re: Recebemos a sua mensagem", "text": text})
}

fn replies_path(id: &str) -> String {
    format!("{}/replies", path(id))
}

#[tokio::test]
async fn accepted_reply_is_in_the_timeline_and_ends_the_wait() {
    let mut smtp = Smtp::start().await;
    let server = start_with(&smtp).await;
    let id = send(&server, "Ana").await;
    assert_eq!(deliver(&server).await, 2, "the receipt and the notice");
    let staff = server.editor().await;
    server.advance(TimeDelta::minutes(5));
    let sent = staff
        .post(&replies_path(&id), &reply_input("Olá, Ana!\n\nPodemos ajudar.\nÀs 14h?"))
        .await
        .expect_success()
        .json();
    assert_eq!((&sent["contact_id"], &sent["subject"]), (&json!(id), &json!("Re: Recebemos a sua mensagem")));
    let contact = staff.json(&path(&id)).await;
    assert_eq!((&contact["status"], &contact["delivery"]), (&json!("new"), &json!("queued")));
    assert_eq!(
        contact["promise"]["is_late"], false,
        "the contact waits until the mail server accepts the reply"
    );
    server.advance(TimeDelta::minutes(1));
    assert_eq!(deliver(&server).await, 1);
    let contact = staff.json(&path(&id)).await;
    assert_eq!((&contact["status"], &contact["promise"]), (&json!("replied"), &Value::Null));
    assert_eq!(audited_results(&server.admin().await, &id).await, ["contact.reply_accepted"]);
    assert_eq!(
        (&contact["answered_at"], &contact["delivery"]),
        (&json!("2026-11-20T12:06:00Z"), &Value::Null)
    );
    server.advance(TimeDelta::minutes(1));
    staff.post(&replies_path(&id), &reply_input("Mais uma coisa.")).await.expect_success();
    assert_eq!(deliver_held(&server).await, 1);
    assert_eq!(staff.json(&path(&id)).await["answered_at"], "2026-11-20T12:06:00Z", "the first reply counts");
    let mut mails = Vec::new();
    for _ in 0..4 {
        mails.push(smtp.next().await);
    }
    let to_ana: Vec<&Value> = mails.iter().filter(|mail| mail["to"][0] == "ana@exemplo.com.br").collect();
    let message = |text: &str| {
        let contains = |mail: &&&Value| mail["raw"].as_str().unwrap().replace("=\r\n", "").contains(text);
        to_ana.iter().find(contains).unwrap_or_else(|| panic!("{text} in {to_ana:?}"))
    };
    let (receipt, first, second) =
        (message("24 horas"), message("Podemos ajudar."), message("Mais uma coisa."));
    let message_id = |mail| header(mail, "Message-ID").unwrap();
    assert_eq!(header(first, "In-Reply-To").unwrap(), message_id(receipt));
    assert_eq!(header(first, "References").unwrap(), message_id(receipt));
    assert_eq!(header(second, "In-Reply-To").unwrap(), message_id(first));
    assert_eq!(
        header(second, "References").unwrap(),
        format!("{} {}", message_id(receipt), message_id(first))
    );
    assert_eq!(header(first, "Reply-To"), None, "the demo company has no mailbox");
    assert_eq!(header(first, "Subject").unwrap(), "Re: Recebemos a sua mensagem");
    assert_eq!(header(first, "Auto-Submitted"), None, "a person wrote the reply");
    assert!(first["raw"].as_str().unwrap().contains("Preciso de ajuda"), "the request is quoted");

    let entries = timeline(&staff, &id).await;
    let reply = entries.iter().find(|entry| entry["kind"] == "reply").unwrap();
    assert_eq!((&reply["state"], &reply["author"]), (&json!("sent"), &json!("Pessoa de Teste")));
    assert_eq!(reply["text"], "Mais uma coisa.");
}

/// Returns the kinds of all messages whose body is still stored, sorted.
async fn kinds(server: &Server) -> Vec<String> {
    let mut kinds: Vec<_> = mailbox::all(server).await.into_iter().map(|mail| mail.kind).collect();
    kinds.sort();
    kinds
}

#[tokio::test]
async fn mail_of_a_contact_is_queued_again_if_its_reply_is_undone_before_the_deadline() {
    let server = start().await;
    let id = send(&server, "Ana").await;
    let staff = server.editor().await;
    let queued = async || kinds(&server).await;
    let all = queued().await;
    assert_eq!(all.len(), 2);
    for _ in 0..2 {
        set_status(&staff, &id, "replied").await;
        assert_eq!(queued().await.len(), 0);
        set_status(&staff, &id, "new").await;
        assert_eq!(queued().await, all);
    }
    set_status(&staff, &id, "replied").await;
    server.advance(TimeDelta::days(7));
    set_status(&server.editor().await, &id, "new").await;
    assert_eq!(queued().await.len(), 0, "a receipt after the deadline would be wrong");
}

#[tokio::test]
async fn reply_with_a_placeholder_is_refused() {
    let server = start().await;
    let id = send(&server, "Ana").await;
    let staff = server.editor().await;
    let refusal = staff.post(&replies_path(&id), &reply_input("Olá, {nome}!")).await;
    let refusal = refusal.expect(StatusCode::UNPROCESSABLE_ENTITY).json();
    assert!(refusal["fields"]["text"].as_str().unwrap().contains("{nome}"), "{refusal}");
}

#[tokio::test]
async fn reply_withdraws_queued_receipt_and_notice() {
    let server = start().await;
    let staff = server.editor().await;
    let id = send(&server, "Ana").await;
    assert_eq!(kinds(&server).await, ["contact_notice", "contact_receipt"]);
    staff.post(&replies_path(&id), &reply_input("Olá!")).await.expect_success();
    assert_eq!(kinds(&server).await, ["contact_reply"]);
    let reply = mailbox::of_kind(&server, "contact_reply").await.remove(0);
    assert_eq!(reply.body["follows"], json!([]), "no message was sent before");
    // Setting the status by hand withdraws them, too: for one contact and for several.
    let (one, other) = (send(&server, "Bia").await, send(&server, "Caio").await);
    assert_eq!(kinds(&server).await.len(), 5);
    set_status(&staff, &one, "replied").await;
    assert_eq!(kinds(&server).await.len(), 3, "mails of other contacts stay queued");
    let bulk = json!({"ids": [other], "action": "status", "status": "replied"});
    staff.post("/api/contacts/bulk", &bulk).await.expect_success();
    assert_eq!(kinds(&server).await, ["contact_reply"]);
    // A quarantined contact is released after the reply.
    let suspected = id_of(&server.send_contact(&new_contact_with(&json!({"website": "x"}))).await);
    staff.post(&replies_path(&suspected), &reply_input("Olá!")).await.expect_success();
    staff.put(&path(&suspected), &json!({"quarantined": false})).await.expect_success();
    assert_eq!(kinds(&server).await, ["contact_reply", "contact_reply"]);
}

#[tokio::test]
async fn reply_does_not_reference_a_rejected_message() {
    let smtp = Smtp::start().await;
    let server = start_with(&smtp).await;
    let id = id_of(&server.send_contact(&new_contact_with(&json!({"email": "550@exemplo.com.br"}))).await);
    deliver(&server).await;
    server.editor().await.post(&replies_path(&id), &reply_input("Olá!")).await.expect_success();
    let reply = mailbox::of_kind(&server, "contact_reply").await.remove(0);
    assert_eq!(reply.body["follows"], json!([]));
}

#[tokio::test]
async fn contact_still_waits_after_a_rejected_reply() {
    let smtp = Smtp::start().await;
    let server = start_with(&smtp).await;
    let id = id_of(&server.send_contact(&new_contact_with(&json!({"email": "550@exemplo.com.br"}))).await);
    let staff = server.editor().await;
    // Returns status, delivery, and whether the contact waits.
    let state = async || {
        let contact = staff.json(&path(&id)).await;
        (contact["status"].clone(), contact["delivery"].clone(), contact["promise"].is_object())
    };
    staff.post(&replies_path(&id), &reply_input("Olá!")).await.expect_success();
    assert_eq!(state().await, (json!("new"), json!("queued"), true));
    deliver_held(&server).await;
    assert_eq!(state().await, (json!("new"), json!("failed"), true));
    let entries = timeline(&staff, &id).await;
    let reply = entries.iter().find(|entry| entry["kind"] == "reply").unwrap();
    assert!(
        reply["error"].as_str().unwrap().contains("Recipient refused"),
        "the timeline shows the error: {reply}"
    );
    let waiting = async || staff.json("/api/dashboard").await["contacts"]["waiting"].clone();
    assert_eq!((&waiting().await["count"], &waiting().await["undelivered"]), (&json!(1), &json!(1)));

    // An administrator retries the mail.
    let admin = server.admin().await;
    let mails = admin.json("/api/outbox?state=failed").await;
    let mail = mails.as_array().unwrap().iter().find(|mail| mail["kind"] == "contact_reply").unwrap();
    admin.post_empty(&format!("/api/outbox/{}/retry", id_of(mail))).await.expect_success();
    settle(&server.app).await.unwrap();
    assert_eq!(state().await, (json!("new"), json!("queued"), true));
    deliver(&server).await;
    assert_eq!(state().await, (json!("new"), json!("failed"), true));
    set_status(&staff, &id, "replied").await;
    assert_eq!(state().await, (json!("replied"), Value::Null, false), "the status was set by hand");
    settle(&server.app).await.unwrap();
    assert_eq!(state().await, (json!("replied"), Value::Null, false));
    let undo = json!({"ids": [id], "action": "status", "status": "new", "answered_at": null});
    staff.post("/api/contacts/bulk", &undo).await.expect_success();
    assert_eq!(state().await, (json!("new"), json!("failed"), true));
    set_status(&staff, &id, "replied").await;
    assert_eq!(
        audited_results(&admin, &id).await,
        ["contact.reply_failed", "contact.reply_requeued", "contact.reply_failed"]
    );
    assert_eq!(waiting().await["undelivered"], 0);
}

#[tokio::test]
async fn author_is_notified_of_a_failed_reply_once_with_several_replicas() {
    let smtp = Smtp::start().await;
    let server = start_with(&smtp).await;
    let replica = server.replica().await;
    let id = id_of(&server.send_contact(&new_contact_with(&json!({"email": "550@exemplo.com.br"}))).await);
    server.editor().await.post(&replies_path(&id), &reply_input("Olá!")).await.expect_success();
    server.advance(TimeDelta::seconds(10));
    Worker::new(server.app.clone()).deliver_due().await.unwrap();
    let (one, other) = tokio::join!(settle(&server.app), settle(&replica.app));
    one.and(other).unwrap();
    let mails = mailbox::of_kind(&server, "contact_event").await;
    assert_eq!(mails.iter().map(|mail| &*mail.to).collect::<Vec<_>>(), [EDITOR]);
}

#[tokio::test]
async fn contact_still_waits_after_its_reply_has_expired() {
    let smtp = Smtp::start().await;
    let server = start_with(&smtp).await;
    let id = id_of(&server.send_contact(&new_contact_with(&json!({"email": "451@exemplo.com.br"}))).await);
    server.editor().await.post(&replies_path(&id), &reply_input("Olá!")).await.expect_success();
    deliver_held(&server).await;
    server.advance(TimeDelta::days(4));
    deliver(&server).await;
    let contact = server.editor().await.json(&path(&id)).await;
    assert_eq!((&contact["status"], &contact["delivery"]), (&json!("new"), &json!("failed")));
    assert_eq!(
        (&contact["promise"]["is_late"], &contact["promise"]["due_text"]),
        (&json!(true), &json!("sábado, 12h"))
    );
}

#[tokio::test]
async fn reply_without_a_mail_server_is_shown_as_queued() {
    let server = start().await;
    let id = send(&server, "Ana").await;
    let staff = server.editor().await;
    staff.post(&replies_path(&id), &reply_input("Olá!")).await.expect_success();
    let timeline = staff.json(&format!("{}/timeline", path(&id))).await;
    assert_eq!(timeline["can_send_mail"], false);
    let reply =
        timeline["entries"].as_array().unwrap().iter().find(|entry| entry["kind"] == "reply").unwrap();
    assert_eq!(reply["state"], "queued");
    let contact = staff.json(&path(&id)).await;
    assert_eq!((&contact["status"], &contact["delivery"]), (&json!("new"), &json!("queued")));
    let waiting = mailbox::of_kind(&server, "contact_reply").await;
    assert_eq!((waiting.len(), &*waiting[0].to), (1, "ana@exemplo.com.br"));
}

#[tokio::test]
async fn repeated_idempotency_key_sends_one_reply() {
    let server = start().await;
    let (id, other) = (send(&server, "Ana").await, send(&server, "Bia").await);
    let staff = server.editor().await;
    let send = async |id: &str, key: &str| {
        staff.post(&replies_path(id), &reply_input("Olá!")).header("idempotency-key", key).await.json()["id"]
            .clone()
    };
    let first = send(&id, "k").await;
    assert!(first.is_string());
    assert_eq!(send(&id, "k").await, first);
    let at_once = futures_util::future::join_all((0..5).map(|_| send(&id, "at once"))).await;
    assert!(at_once.iter().all(|found| *found == at_once[0] && *found != first));
    assert_ne!(send(&other, "k").await, first, "keys are separate for each contact");
    assert_eq!(mailbox::of_kind(&server, "contact_reply").await.len(), 3);
}

#[tokio::test]
async fn stale_reply_is_refused() {
    let server = start().await;
    let id = send(&server, "Ana").await;
    let (admin, editor) = (server.admin().await, server.editor().await);
    let seen = async || timeline(&admin, &id).await[0]["at"].clone();
    let reply_after = |seen: &Value| {
        let mut input = reply_input("Olá!");
        input["seen_until"] = seen.clone();
        input
    };
    let before = seen().await;
    server.advance(TimeDelta::minutes(1));
    editor.post(&replies_path(&id), &reply_after(&before)).await.expect_success();
    let (status, body) = refused(&admin, Method::POST, &replies_path(&id), &reply_after(&before)).await;
    assert_eq!((status, &body["code"]), (409, &json!("replied_meanwhile")));
    assert_eq!(mailbox::of_kind(&server, "contact_reply").await.len(), 1);
    admin.post(&replies_path(&id), &reply_after(&seen().await)).await.expect_success();
    assert_eq!(mailbox::of_kind(&server, "contact_reply").await.len(), 2);
}

#[tokio::test]
async fn invalid_reply_is_refused_and_not_sent() {
    let server = start().await;
    let id = send(&server, "Ana").await;
    let staff = server.editor().await;
    let (status, body) =
        refused(&staff, Method::POST, &replies_path(&id), &json!({"subject": " ", "text": ""})).await;
    let fields: Vec<&String> = body["fields"].as_object().unwrap().keys().collect();
    assert_eq!(status, 422);
    assert_eq!(fields, ["subject", "text"]);
    let header = json!({"subject": "a\r\nBcc: b@c.d", "text": "Oi"});
    staff.post(&replies_path(&id), &header).await.expect_success();
    staff.delete(&path(&id)).await.expect_success();
    let (status, body) = refused(&staff, Method::POST, &replies_path(&id), &reply_input("Oi")).await;
    assert_eq!((status, &body["code"]), (409, &json!("contact_deleted")));
    let unknown = replies_path("01980000-0000-7000-8000-000000000000");
    assert_eq!(refused(&staff, Method::POST, &unknown, &reply_input("Oi")).await.0, 404);
    assert_eq!(mailbox::of_kind(&server, "contact_reply").await.len(), 1);
}

/// Returns the newest reply of the timeline.
async fn newest_reply(staff: &Client, id: &str) -> Value {
    let entries = timeline(staff, id).await;
    entries.into_iter().find(|entry| entry["kind"] == "reply").expect("a reply")
}

fn reply_path(reply: &Value) -> String {
    format!("/api/contacts/replies/{}", id_of(reply))
}

#[tokio::test]
async fn reply_is_canceled_while_it_is_held() {
    let mut smtp = Smtp::start().await;
    let server = start_with(&smtp).await;
    let id = send(&server, "Ana").await;
    deliver(&server).await;
    let (staff, admin) = (server.editor().await, server.admin().await);
    let sent = staff.post(&replies_path(&id), &reply_input("Cedo demais.")).await.expect_success().json();
    server.advance(TimeDelta::seconds(9));
    assert_eq!(deliver(&server).await, 0, "the reply is held");
    assert_eq!(newest_reply(&staff, &id).await["may_cancel"], true);
    assert_eq!(newest_reply(&admin, &id).await["may_cancel"], false);
    let other = admin.delete(&reply_path(&sent)).await;
    other.expect_error(StatusCode::CONFLICT, "reply_of_other_author");
    let canceled = staff.delete(&reply_path(&sent)).await.expect(StatusCode::OK).json();
    assert_eq!(canceled["text"], "Cedo demais.", "the text goes back to the editor");
    let contact = staff.json(&path(&id)).await;
    assert_eq!((&contact["status"], &contact["delivery"]), (&json!("new"), &Value::Null));
    assert!(timeline(&staff, &id).await.iter().all(|entry| entry["kind"] != "reply"));
    staff.delete(&reply_path(&sent)).await.expect(StatusCode::NOT_FOUND);

    let sent = staff.post(&replies_path(&id), &reply_input("Agora sim.")).await.expect_success().json();
    assert_eq!(deliver_held(&server).await, 1);
    staff.delete(&reply_path(&sent)).await.expect_error(StatusCode::CONFLICT, "reply_sent");
    assert_eq!(newest_reply(&staff, &id).await["may_cancel"], false);
    for _ in 0..3 {
        let mail = smtp.next().await;
        assert!(!mail["raw"].as_str().unwrap().contains("Cedo demais"), "{mail}");
    }
}

#[tokio::test]
async fn canceled_reply_queues_the_withdrawn_mail_again() {
    let server = start().await;
    let id = send(&server, "Ana").await;
    let staff = server.editor().await;
    let before = kinds(&server).await;
    let sent = staff.post(&replies_path(&id), &reply_input("Olá!")).await.expect_success().json();
    assert_eq!(kinds(&server).await, ["contact_reply"]);
    staff.delete(&reply_path(&sent)).await.expect_success();
    assert_eq!(kinds(&server).await, before);
}

#[tokio::test]
async fn queued_reply_goes_to_the_corrected_address() {
    let mut smtp = Smtp::start().await;
    let server = start_with(&smtp).await;
    let id = send(&server, "Ana").await;
    let staff = server.editor().await;
    staff.post(&replies_path(&id), &reply_input("Podemos ajudar.")).await.expect_success();
    staff.put(&path(&id), &json!({"email": "ana.certa@exemplo.com.br"})).await.expect_success();
    assert_eq!(deliver_held(&server).await, 1);
    assert_eq!(smtp.next().await["to"], json!(["ana.certa@exemplo.com.br"]));
}

#[tokio::test]
async fn copy_to_the_corrected_address_is_not_sent_twice() {
    let mut smtp = Smtp::start().await;
    let server = start_with(&smtp).await;
    let id = send(&server, "Ana").await;
    let staff = server.editor().await;
    let mut reply = reply_input("Podemos ajudar.");
    reply["cc"] = json!("ana.certa@exemplo.com.br, chefe@exemplo.com.br");
    staff.post(&replies_path(&id), &reply).await.expect_success();
    staff.put(&path(&id), &json!({"email": "Ana.Certa@exemplo.com.br"})).await.expect_success();
    assert_eq!(deliver_held(&server).await, 1);
    assert_eq!(smtp.next().await["to"], json!(["Ana.Certa@exemplo.com.br", "chefe@exemplo.com.br"]));
}

#[tokio::test]
async fn queued_reply_of_a_merged_contact_goes_to_the_corrected_address() {
    let mut smtp = Smtp::start().await;
    let server = start_with(&smtp).await;
    let (kept, other) = (send(&server, "Ana").await, send(&server, "Ana").await);
    let staff = server.editor().await;
    staff.post(&replies_path(&other), &reply_input("Podemos ajudar.")).await.expect_success();
    staff.post(&format!("{}/merge", path(&kept)), &json!({"ids": [other]})).await.expect_success();
    staff.put(&path(&kept), &json!({"email": "ana.certa@exemplo.com.br"})).await.expect_success();
    deliver_held(&server).await;
    let mut recipients = Vec::new();
    for _ in 0..3 {
        recipients.push(smtp.next().await["to"][0].clone());
    }
    assert!(recipients.contains(&json!("ana.certa@exemplo.com.br")), "{recipients:?}");
    assert!(!recipients.contains(&json!("ana@exemplo.com.br")), "{recipients:?}");
}

#[tokio::test]
async fn reply_ends_the_wait_of_a_contact_from_a_clock_that_was_ahead() {
    let smtp = Smtp::start().await;
    let server = start_with(&smtp).await;
    let id = send(&server, "Ana").await;
    server.advance(-TimeDelta::hours(3));
    let staff = server.editor().await;
    staff.post(&replies_path(&id), &reply_input("Podemos ajudar.")).await.expect_success();
    deliver_held(&server).await;
    assert_eq!(staff.json(&path(&id)).await["status"], "replied");
}

#[tokio::test]
async fn reply_from_before_a_merged_question_does_not_end_the_wait() {
    let smtp = Smtp::start().await;
    let server = start_with(&smtp).await;
    let id = send(&server, "Ana").await;
    let staff = server.editor().await;
    staff.post(&replies_path(&id), &reply_input("Podemos ajudar.")).await.expect_success();
    server.advance(TimeDelta::seconds(5));
    let other = send(&server, "Ana").await;
    staff.post(&format!("{}/merge", path(&id)), &json!({"ids": [other]})).await.expect_success();
    deliver_held(&server).await;
    assert_eq!(staff.json(&path(&id)).await["status"], "new");
}

#[tokio::test]
async fn failed_reply_is_sent_again_to_the_corrected_address() {
    let mut smtp = Smtp::start().await;
    let server = start_with(&smtp).await;
    let id = id_of(&server.send_contact(&new_contact_with(&json!({"email": "550@exemplo.com.br"}))).await);
    let staff = server.editor().await;
    let sent = staff.post(&replies_path(&id), &reply_input("Podemos ajudar.")).await.expect_success().json();
    let retry = format!("{}/retry", reply_path(&sent));
    staff.post_empty(&retry).await.expect_error(StatusCode::CONFLICT, "reply_not_failed");
    deliver_held(&server).await;
    let failed = newest_reply(&staff, &id).await;
    assert_eq!((&failed["state"], &failed["may_retry"]), (&json!("failed"), &json!(true)));
    staff.put(&path(&id), &json!({"email": "ana@exemplo.com.br"})).await.expect_success();
    staff.post_empty(&retry).await.expect(StatusCode::OK);
    assert_eq!(staff.json(&path(&id)).await["delivery"], "queued");
    deliver(&server).await;
    let contact = staff.json(&path(&id)).await;
    assert_eq!((&contact["status"], &contact["delivery"]), (&json!("replied"), &Value::Null));
    let is_reply = |mail: &Value| mail["to"][0] == "ana@exemplo.com.br";
    let mut mail = smtp.next().await;
    while !is_reply(&mail) {
        mail = smtp.next().await;
    }
    assert!(mail["raw"].as_str().unwrap().contains("Podemos ajudar."), "{mail}");
}
