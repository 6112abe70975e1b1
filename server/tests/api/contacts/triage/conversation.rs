//! What staff add to a conversation: copies, templates, a colleague, and that they are writing.

use std::cell::RefCell;

use super::*;
use crate::harness::smtp::{Smtp, header};
use vitrine::foundation::mail::worker::Worker;

#[tokio::test]
async fn reply_names_its_author_and_is_sent_to_the_addresses_in_copy() {
    let mut smtp = Smtp::start().await;
    let url = smtp.url();
    let variables = [
        ("VITRINE_SMTP_URL", &*url),
        ("VITRINE_MAIL_FROM", "Exemplo TI <site@exemplo.com.br>"),
        ("VITRINE_RATE_LIMITS", "off"),
    ];
    let server = Server::start_with_variables(&variables).await;
    let id = send(&server, "Ana").await;
    let staff = server.editor().await;
    let replies = format!("{}/replies", path(&id));
    let reply = |cc: &str| json!({"subject": "Re", "text": "Podemos ajudar.", "cc": cc});
    for wrong in ["ana", "a@b.co, b@b.co, c@b.co, d@b.co, e@b.co, f@b.co"] {
        let (status, error) = refused(&staff, Method::POST, &replies, &reply(wrong)).await;
        assert!(status == 422 && error["fields"]["cc"].is_string(), "{error}");
    }
    let cc = "bia@exemplo.com.br; caio@exemplo.com.br bia@exemplo.com.br";
    let sent = staff.post(&replies, &reply(cc)).await.expect_success().json();
    assert_eq!(sent["cc"], "bia@exemplo.com.br, caio@exemplo.com.br");
    server.advance(TimeDelta::seconds(10));
    Worker::new(server.app.clone()).deliver_due().await.unwrap();
    let mail = smtp.next().await;
    assert_eq!(mail["to"], json!(["ana@exemplo.com.br", "bia@exemplo.com.br", "caio@exemplo.com.br"]));
    assert_eq!(header(&mail, "Cc").unwrap(), "bia@exemplo.com.br, caio@exemplo.com.br");
    let from = header(&mail, "From").unwrap();
    // 'Pessoa de Teste, Exemplo TI': the comma must be encoded or quoted.
    assert!(from.contains("UGVzc29hIGRlIFRlc3RlLCBFeGVtcGxvIFRJ"), "{from}");
    let entries = timeline(&staff, &id).await;
    assert_eq!(entries.iter().find(|entry| entry["kind"] == "reply").unwrap()["cc"], sent["cc"]);
}

#[tokio::test]
async fn contact_is_forwarded_to_a_colleague_once() {
    let server = start().await;
    create_bruna(&server).await;
    let id = send(&server, "Ana").await;
    let staff = server.editor().await;
    let bruna = assignee_id(&staff, "Bruna").await;
    let forward = format!("{}/forward", path(&id));
    let input = json!({"user_id": bruna, "text": "Você conhece a Ana?", "assign": true});
    for _ in 0..2 {
        staff
            .request(Method::POST, &forward)
            .json(&input)
            .header("idempotency-key", "a")
            .await
            .expect_success();
    }
    let mails = mailbox::of_kind(&server, "contact_forwarded").await;
    assert_eq!(mails.iter().map(|mail| &*mail.to).collect::<Vec<_>>(), [BRUNA]);
    let body = mails[0].body.to_string();
    assert!(body.contains("Você conhece a Ana?") && body.contains("Preciso de ajuda"), "{body}");
    assert_eq!(staff.json(&path(&id)).await["assigned_to"], json!(bruna));
    let entries = summaries(&timeline(&staff, &id).await);
    assert!(
        entries.contains(&"note: Encaminhado para Bruna.\nVocê conhece a Ana?".to_owned()),
        "{entries:?}"
    );
    let visitor = server.sign_in(VISITOR).await.json("/api/auth/me").await;
    let (_, error) = refused(&staff, Method::POST, &forward, &json!({"user_id": visitor["id"]})).await;
    assert!(error["fields"]["assigned_to"].is_string(), "{error}");
}

#[tokio::test]
async fn colleague_who_is_writing_is_shown_until_the_reply_is_sent_or_reports_end() {
    let server = start().await;
    create_bruna(&server).await;
    let id = send(&server, "Ana").await;
    let (staff, bruna) = (server.editor().await, server.sign_in(BRUNA).await);
    let writing =
        async |staff: &Client| staff.json(&format!("{}/timeline", path(&id))).await["writing"].clone();
    let report = async || bruna.put(&format!("{}/presence", path(&id)), &json!({})).await.expect_success();
    report().await;
    assert_eq!((writing(&staff).await, writing(&bruna).await), (json!(["Bruna"]), json!([])));
    server.advance(TimeDelta::seconds(40));
    assert_eq!(writing(&staff).await, json!([]));
    report().await;
    let reply = json!({"subject": "Re", "text": "Olá!"});
    bruna.post(&format!("{}/replies", path(&id)), &reply).await.expect_success();
    assert_eq!(writing(&staff).await, json!([]));
}

#[tokio::test]
async fn template_is_created_changed_deleted_and_restored() {
    let server = start().await;
    let staff = server.editor().await;
    let all = "/api/reply-templates";
    let created = staff.post(all, &json!({"name": "Orçamento", "text": "Olá, {nome}!"})).await;
    let template = created.expect_success().json();
    let own = format!("{all}/{}", id_of(&template));
    refused(&staff, Method::POST, all, &json!({"name": "Vazio", "text": " "})).await;
    let changed = staff.put(&own, &json!({"text": "Oi, {nome}!"})).await.expect_success().json();
    assert_eq!((&changed["name"], &changed["text"]), (&json!("Orçamento"), &json!("Oi, {nome}!")));
    staff
        .put(&own, &json!({"text": "Outro"}))
        .if_match("\"1\"")
        .await
        .expect(StatusCode::PRECONDITION_FAILED);
    assert_eq!(names(&staff.json(&format!("{all}?search=orcamento")).await), ["Orçamento"]);
    staff.delete(&own).await.expect_success();
    assert_eq!(staff.json(all).await, json!([]));
    staff.post_empty(&format!("{own}/restore")).await.expect_success();
    assert_eq!(names(&staff.json(all).await), ["Orçamento"]);
}

#[tokio::test]
async fn timeline_is_sent_again_only_after_changes() {
    let server = start().await;
    create_bruna(&server).await;
    let id = send(&server, "Ana").await;
    let (staff, bruna) = (server.editor().await, server.sign_in(BRUNA).await);
    let timeline = format!("{}/timeline", path(&id));
    let tag = RefCell::new("\"0\"".to_owned());
    // Returns whether the timeline was sent, and remembers its tag.
    let poll = async || {
        let known = tag.borrow().clone();
        let answer = staff.get(&timeline).header("if-none-match", known).await;
        let is_sent = answer.status() == StatusCode::OK;
        if !is_sent {
            answer.expect(StatusCode::NOT_MODIFIED);
            return false;
        }
        tag.replace(answer.header("etag").to_owned());
        true
    };
    assert_eq!([poll().await, poll().await], [true, false]);
    let notes = format!("{}/notes", path(&id));
    let note = id_of(&staff.post(&notes, &json!({"text": "Ligar."})).await.expect_success().json());
    assert_eq!([poll().await, poll().await], [true, false], "a note");
    staff.delete(&format!("/api/contacts/notes/{note}")).await.expect_success();
    assert_eq!([poll().await, poll().await], [true, false], "a deleted note");
    set_status(&bruna, &id, "read").await;
    assert_eq!([poll().await, poll().await], [true, false], "a change");
    let reply = json!({"subject": "Re: pedido", "text": "Podemos na terça.", "cc": "socia@cliente.example"});
    staff.post(&format!("{}/replies", path(&id)), &reply).await.expect_success();
    assert_eq!([poll().await, poll().await], [true, false], "a reply");
    for change in [
        "attempts = 1",
        "state = 'failed', last_error = 'Recusada.'",
        "state = 'sent'",
        "last_error = 'A cópia foi devolvida.'",
    ] {
        server.execute_sql(&format!("UPDATE outbox SET {change} WHERE kind = 'contact_reply'")).await;
        assert_eq!([poll().await, poll().await], [true, false], "{change}");
    }
    let copied = json!({"email": "socia@cliente.example"});
    server.admin().await.post("/api/people/erase", &copied).await.expect_success();
    assert_eq!([poll().await, poll().await], [true, false], "the erased person got a copy");
    bruna.put(&format!("{}/presence", path(&id)), &json!({})).await.expect_success();
    assert_eq!([poll().await, poll().await], [true, false], "a colleague who is writing");
    server.advance(TimeDelta::minutes(1));
    assert_eq!([poll().await, poll().await], [true, false], "a colleague who has stopped");
    let other = send(&server, "Ana").await;
    assert_eq!([poll().await, poll().await], [true, false], "another contact of the person");
    staff.delete(&path(&other)).await.expect_success();
    assert_eq!([poll().await, poll().await], [true, false], "a deleted contact");
    let known = tag.borrow().clone();
    bruna.get(&timeline).header("if-none-match", known).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn timeline_of_an_old_contact_has_its_own_entries_although_the_person_sent_many_since() {
    let server = start().await;
    let oldest = id_of(&server.send_contact(&new_contact_with(&json!({"message": "A primeira."}))).await);
    for number in 0..50 {
        server.advance(TimeDelta::seconds(1));
        let message = json!({"message": format!("Mensagem {number}.")});
        server.send_contact(&new_contact_with(&message)).await;
    }
    let entries = timeline(&server.editor().await, &oldest).await;
    assert!(summaries(&entries).iter().any(|entry| entry.ends_with("A primeira.")));
}
