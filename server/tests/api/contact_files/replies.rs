//! Files that staff attach to replies to contacts and to privacy requests.

use vitrine::{features::contacts::attachments, foundation::mail::worker::Worker};

use super::*;
use crate::harness::{
    new_contact,
    smtp::{Smtp, header},
};

const FROM: (&str, &str) = ("VITRINE_MAIL_FROM", "Exemplo TI <site@exemplo.com.br>");

async fn start_with(smtp: &Smtp) -> Server {
    let url = smtp.url();
    let variables = [("VITRINE_SMTP_URL", &*url), FROM, ("VITRINE_RATE_LIMITS", "off")];
    Server::start_with_variables(&variables).await
}

async fn deliver(server: &Server) -> usize {
    Worker::new(server.app.clone()).deliver_due().await.unwrap()
}

fn path_of(contact: &Value, part: &str) -> String {
    format!("{}/{part}", contact_path(contact))
}

/// Uploads a file for a reply, and returns its id.
async fn attach(staff: &Client, contact: &Value, name: &str) -> Value {
    let answer = send_file(staff, &path_of(contact, "attachments"), name, PDF).await;
    answer.expect(StatusCode::CREATED).json()["id"].clone()
}

fn reply_with(files: &[&Value]) -> Value {
    json!({"subject": "Re: Recebemos a sua mensagem", "text": "Segue a proposta.", "attachments": files})
}

/// Returns the content of the only PDF in a mail.
fn attached_pdf(mail: &Value) -> Vec<u8> {
    let raw = mail["raw"].as_str().unwrap();
    assert_eq!(raw.matches("Content-Type: application/pdf").count(), 1, "{raw}");
    let part = raw.split("Content-Type: application/pdf").nth(1).unwrap();
    let body = part
        .split("\r\n\r\n")
        .nth(1)
        .unwrap()
        .split("\r\n--")
        .next()
        .unwrap()
        .split_whitespace()
        .collect::<String>();
    base64::Engine::decode(&base64::engine::general_purpose::STANDARD, body).unwrap()
}

#[tokio::test]
async fn reply_carries_its_files_by_mail_and_shows_them_in_the_timeline() {
    let mut smtp = Smtp::start().await;
    let server = start_with(&smtp).await;
    let contact = server.send_contact(&new_contact()).await;
    mailbox::mark_sent(&server).await;
    let staff = server.editor().await;
    let file = attach(&staff, &contact, "Proposta nº 1.pdf").await;
    let sent = staff.post(&path_of(&contact, "replies"), &reply_with(&[&file])).await.expect_success().json();
    assert_eq!(names(&sent["attachments"]), ["Proposta nº 1.pdf"]);
    server.advance(TimeDelta::seconds(10));
    assert_eq!(deliver(&server).await, 1);
    let mail = smtp.next().await;
    assert!(header(&mail, "Content-Type").unwrap().starts_with("multipart/mixed"), "{mail}");
    assert_eq!(attached_pdf(&mail), PDF);
    let timeline = staff.json(&path_of(&contact, "timeline")).await;
    let reply =
        timeline["entries"].as_array().unwrap().iter().find(|entry| entry["kind"] == "reply").unwrap();
    assert_eq!(names(&reply["attachments"]), ["Proposta nº 1.pdf"]);
    let download = format!("{}/{}", path_of(&contact, "attachments"), file.as_str().unwrap());
    assert_eq!(staff.get(&download).await.expect(StatusCode::OK).bytes(), PDF);
    staff.delete(&download).await.expect(StatusCode::NOT_FOUND);
    let again = staff.post(&path_of(&contact, "replies"), &reply_with(&[&file])).await;
    let error = again.expect_error(StatusCode::UNPROCESSABLE_ENTITY, "invalid_fields");
    assert!(error["fields"]["attachments.0"].is_string(), "{error}");
    let log = server.admin().await.json("/api/audit?subject_kind=contact").await;
    assert!(!log.to_string().contains("Proposta"), "names of files are not audited: {log}");
}

#[tokio::test]
async fn canceled_reply_gives_its_files_back_and_unsent_files_are_deleted_after_a_day() {
    let server = Server::start().await;
    let contact = server.send_contact(&new_contact()).await;
    let staff = server.editor().await;
    let file = attach(&staff, &contact, "a.pdf").await;
    let replies = path_of(&contact, "replies");
    let sent = staff.post(&replies, &reply_with(&[&file])).await.expect_success().json();
    server.advance(TimeDelta::hours(30));
    let staff = server.editor().await;
    let cancel = format!("/api/contacts/replies/{}", sent["id"].as_str().unwrap());
    let canceled = staff.delete(&cancel).await.expect_success().json();
    assert_eq!(canceled["attachments"][0]["id"], file);
    let sent = staff.post(&replies, &reply_with(&[&file])).await.expect_success().json();
    assert_eq!(names(&sent["attachments"]), ["a.pdf"]);

    attach(&staff, &contact, "esquecido.pdf").await;
    let removed = attach(&staff, &contact, "removido.pdf").await;
    staff
        .delete(&format!("{}/{}", path_of(&contact, "attachments"), removed.as_str().unwrap()))
        .await
        .expect(StatusCode::NO_CONTENT);
    assert_eq!(private_files(&server).len(), 3);
    attachments::delete_detached(&server.app).await.unwrap();
    assert_eq!(private_files(&server).len(), 2);
    server.advance(TimeDelta::hours(25));
    attachments::delete_detached(&server.app).await.unwrap();
    assert_eq!(private_files(&server).len(), 1, "that of the reply remains");
}

#[tokio::test]
async fn failed_reply_is_sent_again_with_its_files_and_a_missing_file_fails_it() {
    let mut smtp = Smtp::start().await;
    let server = start_with(&smtp).await;
    let contact = server.send_contact(&new_contact_with(&json!({"email": "550@exemplo.com.br"}))).await;
    mailbox::mark_sent(&server).await;
    let staff = server.editor().await;
    let file = attach(&staff, &contact, "a.pdf").await;
    let sent = staff.post(&path_of(&contact, "replies"), &reply_with(&[&file])).await.expect_success().json();
    server.advance(TimeDelta::seconds(10));
    deliver(&server).await;
    smtp.next().await;
    staff.put(&contact_path(&contact), &json!({"email": "ana@exemplo.com.br"})).await.expect_success();
    let retry = format!("/api/contacts/replies/{}/retry", sent["id"].as_str().unwrap());
    assert_eq!(names(&staff.post_empty(&retry).await.expect_success().json()["attachments"]), ["a.pdf"]);
    deliver(&server).await;
    assert_eq!(attached_pdf(&smtp.next().await), PDF);

    let file = attach(&staff, &contact, "b.pdf").await;
    let stored = private_files(&server);
    staff.post(&path_of(&contact, "replies"), &reply_with(&[&file])).await.expect_success();
    stored.iter().for_each(|path| std::fs::remove_file(path).unwrap());
    server.advance(TimeDelta::seconds(10));
    deliver(&server).await;
    let outbox = server.admin().await.json("/api/outbox?state=failed").await;
    assert_eq!(outbox[0]["last_error"], "O anexo “b.pdf” não está mais guardado.");
}

#[tokio::test]
async fn attachments_of_replies_have_limits_and_belong_to_their_uploader() {
    let server = Server::start().await;
    let contact = server.send_contact(&new_contact()).await;
    let other = server.send_contact(&new_contact()).await;
    let staff = server.editor().await;
    let upload = path_of(&contact, "attachments");
    let large = vec![b'x'; (10 << 20) + 1];
    for (name, bytes) in [
        ("a.svg", &b"<svg xmlns='http://www.w3.org/2000/svg'/>"[..]),
        ("a.pdf", b"<html></html>"),
        ("a.zip", b"PK\x03\x04"),
        ("a.pdf", &large),
        ("a.pdf", b""),
    ] {
        let error = send_file(&staff, &upload, name, bytes).await;
        let error = error.expect_error(StatusCode::UNPROCESSABLE_ENTITY, "invalid_fields");
        assert!(error["fields"]["file"].is_string(), "{name}: {error}");
    }
    assert_eq!(private_files(&server), [""; 0]);
    let file = attach(&staff, &contact, "a.pdf").await;
    for (client, contact) in [(&server.admin().await, &contact), (&staff, &other)] {
        let refused = client.post(&path_of(contact, "replies"), &reply_with(&[&file])).await;
        refused.expect_error(StatusCode::UNPROCESSABLE_ENTITY, "invalid_fields");
    }
    let mut files = vec![file];
    for _ in 0..5 {
        files.push(attach(&staff, &contact, "a.pdf").await);
    }
    let many: Vec<&Value> = files.iter().collect();
    let refused = staff.post(&path_of(&contact, "replies"), &reply_with(&many)).await;
    let error = refused.expect_error(StatusCode::UNPROCESSABLE_ENTITY, "invalid_fields");
    assert_eq!(error["fields"]["attachments"], "Anexe no máximo 5 arquivos.");
    server.execute_sql("UPDATE contact_attachments SET bytes = 5000000").await;
    let refused = staff.post(&path_of(&contact, "replies"), &reply_with(&many[..4])).await;
    refused.expect_error(StatusCode::UNPROCESSABLE_ENTITY, "invalid_fields");
}

#[tokio::test]
async fn reply_to_a_privacy_request_carries_the_export() {
    let mut smtp = Smtp::start().await;
    let server = start_with(&smtp).await;
    server
        .post_form("/privacidade/pedido", "kind=access&name=Ana&email=ana%40exemplo.com.br&message=Quais%3F")
        .await;
    server.execute_sql("UPDATE privacy_requests SET state = 'open', confirmed_at = created_at").await;
    mailbox::mark_sent(&server).await;
    let admin = server.admin().await;
    let request = admin.json("/api/privacy-requests?stage=open").await[0].clone();
    let path = format!("/api/privacy-requests/{}", request["id"].as_str().unwrap());
    let zip = [&b"PK\x03\x04"[..], b"dados"].concat();
    let file = send_file(&admin, &format!("{path}/attachments"), "dados.zip", &zip).await;
    let file = file.expect(StatusCode::CREATED).json();
    send_file(&admin, &format!("{path}/attachments"), "a.html", b"<html>")
        .await
        .expect(StatusCode::UNPROCESSABLE_ENTITY);
    let reply = json!({"text": "Seguem os dados.", "is_answer": true, "attachments": [file["id"]]});
    let sent = admin.post(&format!("{path}/replies"), &reply).await.expect_success().json();
    assert_eq!(names(&sent["attachments"]), ["dados.zip"]);
    deliver(&server).await;
    assert!(smtp.next().await["raw"].as_str().unwrap().contains("application/zip"));
    let replies = admin.json(&format!("{path}/replies")).await;
    let download = format!("{path}/attachments/{}", replies[0]["attachments"][0]["id"].as_str().unwrap());
    assert_eq!(admin.get(&download).await.expect(StatusCode::OK).bytes(), zip);
    server.editor().await.get(&download).await.expect(StatusCode::FORBIDDEN);
    server.execute_sql("UPDATE privacy_request_replies SET state = 'sent'").await;
    let erased = json!({"email": "ana@exemplo.com.br"});
    admin.post("/api/people/erase", &erased).await.expect(StatusCode::OK);
    assert_eq!(private_files(&server), [""; 0]);
}
