//! The outbox and the mail server. The tests start rounds of delivery by hand, and move the clock for retries.

mod outages;
mod settings;
mod withheld;

use chrono::TimeDelta;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use uuid::Uuid;
use vitrine::{
    app::{App, AppState},
    foundation::{
        identity::actor::Actor,
        mail::{
            self,
            model::{MailRefusal, MailState, Message},
            store,
            worker::Worker,
        },
    },
    platform::db::Database,
};

use crate::harness::{
    ADMIN, Server, new_contact, new_contact_with,
    smtp::{Smtp, header},
};

const FROM: (&str, &str) = ("VITRINE_MAIL_FROM", "Exemplo TI <site@exemplo.com.br>");

async fn server_with(smtp_url: &str) -> Server {
    let variables = [("VITRINE_SMTP_URL", smtp_url), FROM, ("VITRINE_RATE_LIMITS", "off")];
    Server::start_with_variables(&variables).await
}

async fn queue(app: &App, message: Message) -> Uuid {
    let tx = app.db.begin().await.unwrap();
    let id = mail::queue(app, &tx, message).await.unwrap();
    tx.commit().await.unwrap();
    id
}

fn message(to: &str) -> Message {
    Message::new("test", to, "Assunto").paragraph("Um parágrafo.")
}

/// Runs one round of delivery and returns the number of tried messages.
async fn deliver(app: &App) -> usize {
    Worker::new(app.clone()).deliver_due().await.unwrap()
}

/// Returns the outbox, newest first.
async fn outbox(server: &Server) -> Vec<Value> {
    server.admin().await.json("/api/outbox").await.as_array().unwrap().clone()
}

/// Returns recipient and state of all messages, sorted.
async fn states(server: &Server) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let mut found: Vec<_> =
        outbox(server).await.iter().map(|mail| (text(&mail["to_email"]), text(&mail["state"]))).collect();
    found.sort();
    found
}

/// Stops a mail server that refused no message, and returns the recipients of all messages, sorted.
async fn recipients(smtp: Smtp) -> Vec<String> {
    let accepted = smtp.end().await;
    let mut found: Vec<_> = accepted.iter().map(|mail| mail["to"][0].as_str().unwrap().to_owned()).collect();
    found.sort();
    found
}

/// Returns an element of [`states`].
fn state(to: &str, state: &str) -> (String, String) {
    (to.to_owned(), state.to_owned())
}

#[tokio::test]
async fn contact_sends_a_notice_to_the_company_and_a_receipt_to_the_sender() {
    let mut smtp = Smtp::start().await;
    let server = server_with(&smtp.url()).await;
    let contact = server.send_contact(&new_contact()).await;
    server.send_contact(&new_contact_with(&json!({"website": "robo"}))).await;
    assert_eq!(deliver(&server.app).await, 2, "a quarantined contact sends no mail");
    let mut mails = [smtp.next().await, smtp.next().await];
    mails.sort_by_key(|mail| mail["to"][0] == "joao@exemplo.com.br");
    let [notice, receipt] = mails;
    assert_eq!(notice["to"], json!([ADMIN]));
    assert_eq!(notice["from"], "site@exemplo.com.br");
    assert_eq!(header(&notice, "Reply-To").unwrap(), "joao@exemplo.com.br");
    assert_eq!(header(&notice, "From").unwrap(), "\"Exemplo TI\" <site@exemplo.com.br>");
    let path = format!("/admin/contacts/{}", contact["id"].as_str().unwrap());
    assert!(notice["raw"].as_str().unwrap().replace("=\r\n", "").contains(&path), "{notice}");
    assert_eq!(receipt["to"], json!(["joao@exemplo.com.br"]));
    assert_eq!(header(&receipt, "Auto-Submitted").unwrap(), "auto-generated");
    let text = receipt["raw"].as_str().unwrap();
    assert!(text.contains("24 horas"), "{text}");
    assert!(!text.contains("ajuda com a rede"), "the receipt doesn't contain the text of the form");
    assert_eq!(states(&server).await, [state(ADMIN, "sent"), state("joao@exemplo.com.br", "sent")]);
}

#[tokio::test]
async fn mail_without_a_server_is_queued_and_links_can_be_copied() {
    let server = Server::start().await;
    server.send_contact(&new_contact()).await;
    assert_eq!(deliver(&server.app).await, 0);
    let admin = server.admin().await;
    let summary = admin.json("/api/outbox/summary").await;
    assert_eq!(
        summary,
        json!({"configured": false, "queued": 2, "sent": 0, "failed": 0, "more_than_counted": [], "withheld": 0, "refused_sender": null, "problem": null})
    );
    let mails = outbox(&server).await;
    let with_link = mails.iter().find(|mail| mail["has_link"] == true).unwrap();
    assert_eq!((&with_link["kind"], &with_link["attempts"]), (&json!("contact_notice"), &json!(0)));
    let path = format!("/api/outbox/{}/link", with_link["id"].as_str().unwrap());
    let link = admin.post_empty(&path).await.json();
    assert!(link["url"].as_str().unwrap().contains("/admin/contacts/"), "{link}");
}

#[tokio::test]
async fn temporary_refusal_is_retried_and_permanent_refusal_blocks_no_other_mail() {
    let smtp = Smtp::start().await;
    let server = server_with(&smtp.url()).await;
    for to in ["550@exemplo.com.br", "451@exemplo.com.br", "sem arroba", "ana@exemplo.com.br"] {
        queue(&server.app, message(to)).await;
    }
    assert_eq!(deliver(&server.app).await, 4);
    assert_eq!(
        states(&server).await,
        [
            state("451@exemplo.com.br", "queued"),
            state("550@exemplo.com.br", "failed"),
            state("ana@exemplo.com.br", "sent"),
            state("sem arroba", "failed"),
        ]
    );
    let mails = outbox(&server).await;
    let message_to = |to: &str| mails.iter().find(|mail| mail["to_email"] == to).unwrap();
    assert!(
        message_to("550@exemplo.com.br")["last_error"].as_str().unwrap().contains("recusou o destinatário")
    );
    assert!(message_to("451@exemplo.com.br")["last_error"].as_str().unwrap().contains("mais tarde"));
    assert_eq!(deliver(&server.app).await, 0, "the next attempt is later");
    server.advance(TimeDelta::seconds(30));
    assert_eq!(deliver(&server.app).await, 1);
    let retried = smtp.end().await.into_iter().filter(|mail| mail["to"][0] == "451@exemplo.com.br").count();
    assert_eq!(retried, 1);
}

#[tokio::test]
async fn sent_message_has_no_refusal_of_an_earlier_attempt() {
    let smtp = Smtp::start().await;
    let server = server_with(&smtp.url()).await;
    let id = queue(&server.app, message("451@exemplo.com.br")).await;
    let result = async || store::bulk::results(server.app.db.reader(), &[id]).await.unwrap().pop().unwrap();
    deliver(&server.app).await;
    assert_eq!(result().await.refusal, Some(MailRefusal::Temporary));
    server.advance(TimeDelta::seconds(30));
    deliver(&server.app).await;
    let result = result().await;
    assert_eq!((result.state, result.refusal), (MailState::Sent, None));
}

#[tokio::test]
async fn message_to_a_domain_in_capitals_with_accents_is_found_by_its_address() {
    let server = Server::start().await;
    let id = queue(&server.app, message("Maria@AÇÃO.example")).await;
    let emails = ["maria@ação.example".to_owned()].into();
    let found = store::people::list_ids_of_person(server.app.db.reader(), &[].into(), &emails).await.unwrap();
    assert_eq!(found, [id]);
    assert_eq!(outbox(&server).await[0]["to_email"], "Maria@ação.example");
}

#[tokio::test]
async fn refused_recipient_does_not_pause_other_mail() {
    let smtp = Smtp::start().await;
    let server = server_with(&smtp.url()).await;
    queue(&server.app, message("554@exemplo.com.br")).await;
    assert_eq!(deliver(&server.app).await, 1);
    queue(&server.app, message("ana@exemplo.com.br")).await;
    assert_eq!(deliver(&server.app).await, 1);
    assert!(states(&server).await.contains(&state("ana@exemplo.com.br", "sent")));
}

#[tokio::test]
async fn two_workers_on_one_database_send_each_message_once() {
    let smtp = Smtp::start().await;
    let server = server_with(&smtp.url()).await;
    for number in 0..30 {
        queue(&server.app, message(&format!("pessoa{number}@exemplo.com.br"))).await;
    }
    let db = Database::open(&server.app.config.database_url).await.unwrap();
    let other = App::from(AppState { db, ..(*server.app).clone() });
    let deliver_all = async |app: &App| while deliver(app).await > 0 {};
    tokio::join!(deliver_all(&server.app), deliver_all(&other));
    let mut expected: Vec<_> = (0..30).map(|n| format!("pessoa{n}@exemplo.com.br")).collect();
    expected.sort();
    assert_eq!(recipients(smtp).await, expected);
}

#[tokio::test]
async fn user_input_cannot_inject_mail_headers() {
    let smtp = Smtp::start().await;
    let server = server_with(&smtp.url()).await;
    let hostile = "x\r\nBcc: alvo@exemplo.com.br\r\n\r\ncorpo";
    for field in ["name", "email"] {
        let refused =
            server.post("/api/contacts", &new_contact_with(&json!({field: "a@b.com\r\nBcc: c@d.com\0"})));
        assert_eq!(refused.await.status(), StatusCode::UNPROCESSABLE_ENTITY, "{field}");
    }
    for email in
        ["a@b.com\r\nBcc: c@d.com", "a@b.com\nBcc: c@d.com", "a@b.com\rBcc: c@d.com", "a@b.com, c@d.com"]
    {
        let refused = server.post("/api/contacts", &new_contact_with(&json!({"email": email}))).await;
        assert_eq!(refused.status(), StatusCode::UNPROCESSABLE_ENTITY, "{email:?}");
        assert!(refused.json()["fields"]["email"].is_string(), "{email:?}");
    }
    let folded = new_contact_with(&json!({"name": "Ana\r\nBcc: alvo@exemplo.com.br", "company": hostile}));
    server.send_contact(&folded).await;
    let mail = Message::new("test", "ana@exemplo.com.br", hostile).named(hostile).reply_to(hostile);
    queue(&server.app, mail.unsubscribe_url(hostile)).await;
    queue(&server.app, message("ana@exemplo.com.br\r\nRCPT TO:<alvo@exemplo.com.br>")).await;
    assert_eq!(deliver(&server.app).await, 4);
    let mails = smtp.end().await;
    assert_eq!(mails.len(), 3, "an address with extra text is invalid");
    for mail in &mails {
        assert_eq!(header(mail, "Bcc"), None, "{mail}");
        assert!(!mail["to"].as_array().unwrap().contains(&json!("alvo@exemplo.com.br")), "{mail}");
    }
}

#[tokio::test]
async fn expired_message_fails_until_staff_retry_it() {
    let smtp = Smtp::start().await;
    let server = server_with(&smtp.url()).await;
    let id = queue(&server.app, message("451@exemplo.com.br")).await;
    let expiry = async || outbox(&server).await[0]["expires_at"].clone();
    server.advance(TimeDelta::days(30));
    assert_eq!(expiry().await, Value::Null, "the expiry begins with the first attempt");
    assert_eq!(deliver(&server.app).await, 1);
    assert_eq!(states(&server).await, [state("451@exemplo.com.br", "queued")]);
    assert_eq!(expiry().await, "2026-12-23T12:00:00Z");
    server.advance(TimeDelta::days(3));
    assert_eq!(deliver(&server.app).await, 1);
    assert_eq!(states(&server).await, [state("451@exemplo.com.br", "failed")]);
    let admin = server.admin().await;
    let retried = admin.post_empty(&format!("/api/outbox/{id}/retry")).await.json();
    assert_eq!((&retried["state"], &retried["expires_at"]), (&json!("queued"), &Value::Null));
    assert_eq!(deliver(&server.app).await, 1);
    for (method, path) in [(Method::POST, "/retry"), (Method::DELETE, "")] {
        let answer = admin.request(method, &format!("/api/outbox/{id}{path}")).await;
        assert_eq!(answer.status(), StatusCode::CONFLICT, "{path} of a sent message");
    }
    assert_eq!(smtp.end().await.iter().filter(|mail| mail["raw"].is_string()).count(), 1);
}

#[tokio::test]
async fn receipt_is_not_sent_after_its_deadline() {
    let smtp = Smtp::start().await;
    let server = server_with(&smtp.url()).await;
    server.send_contact(&new_contact()).await;
    let receipt = async || outbox(&server).await.into_iter().find(|mail| mail["kind"] == "contact_receipt");
    let queued = receipt().await.unwrap();
    assert_eq!(queued["expires_at"], "2026-11-21T15:00:00Z", "Saturday at noon in São Paulo");
    server.advance(TimeDelta::days(2));
    assert_eq!(deliver(&server.app).await, 2);
    assert_eq!(states(&server).await, [state(ADMIN, "sent"), state("joao@exemplo.com.br", "failed")]);
    let retry = format!("/api/outbox/{}/retry", queued["id"].as_str().unwrap());
    let refused = server.admin().await.post_empty(&retry).await.expect(StatusCode::CONFLICT);
    assert_eq!(refused.json()["code"], "deadline_passed");
    assert_eq!(mail::retry::retry_all(&server.app, &Actor::command_line()).await.unwrap(), 0);
    assert_eq!(recipients(smtp).await, [ADMIN]);
}

#[tokio::test]
async fn mail_with_an_expired_link_is_neither_resent_nor_readable() {
    let smtp = Smtp::start().await;
    let server = server_with(&smtp.url()).await;
    let link = |to: &str| message(to).action("Entrar", "https://exemplo/#segredo");
    let id = queue(&server.app, link("451@exemplo.com.br").valid_for(TimeDelta::minutes(30))).await;
    let without_expiry = queue(&server.app, link("ana@exemplo.com.br")).await;
    deliver(&server.app).await;
    let post = async |id: Uuid, path: &str| {
        let admin = server.admin().await;
        let answer = admin.post_empty(&format!("/api/outbox/{id}/{path}")).await;
        answer.status_and_json()
    };
    server.advance(TimeDelta::minutes(29));
    assert_eq!(post(id, "link").await.1["url"], "https://exemplo/#segredo");
    let (status, retried) = post(id, "retry").await;
    assert_eq!((status, &retried["expires_at"]), (StatusCode::OK, &json!("2026-11-20T12:30:00Z")));
    server.advance(TimeDelta::minutes(1));
    for path in ["link", "retry"] {
        let (status, body) = post(id, path).await;
        assert_eq!((status, &body["code"]), (StatusCode::CONFLICT, &json!("link_ended")), "{path}");
        assert_eq!(body["message"], "O link venceu. Peça outro.");
    }
    assert_eq!(post(without_expiry, "retry").await.1["code"], "message_sent");
    deliver(&server.app).await;
    let accepted: Vec<_> = smtp.end().await.into_iter().filter(|mail| mail["raw"].is_string()).collect();
    assert_eq!(accepted.len(), 1, "{accepted:?}");
}

#[tokio::test]
async fn failed_mail_can_be_deleted_and_the_outbox_is_paged() {
    let smtp = Smtp::start().await;
    let server = server_with(&smtp.url()).await;
    let id = queue(&server.app, message("550@exemplo.com.br")).await;
    deliver(&server.app).await;
    for number in 0..3 {
        queue(&server.app, message(&format!("pessoa{number}@exemplo.com.br"))).await;
    }
    let admin = server.admin().await;
    let first = admin.get("/api/outbox?state=queued&limit=2").await;
    assert_eq!(first.headers()["x-total-count"], "3");
    assert_eq!(admin.json(&first.next_page().unwrap()).await.as_array().unwrap().len(), 1);
    admin.delete(&format!("/api/outbox/{id}")).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(admin.json("/api/outbox?state=failed").await, json!([]));
}

#[tokio::test]
async fn mail_body_is_sealed_while_queued_and_deleted_once_sent() {
    let smtp = Smtp::start().await;
    let server = server_with(&smtp.url()).await;
    let id =
        queue(&server.app, message("ana@exemplo.com.br").action("Entrar", "https://exemplo/#segredo")).await;
    let sealed = async || {
        let rows = server.query("SELECT sealed_body FROM outbox").await;
        rows[0].try_get::<Option<String>>("", "sealed_body").unwrap()
    };
    let queued = sealed().await.unwrap();
    assert!(!queued.contains("segredo") && !queued.contains("Entrar"), "{queued}");
    deliver(&server.app).await;
    assert_eq!(sealed().await, None);
    let admin = server.admin().await;
    admin.post_empty(&format!("/api/outbox/{id}/link")).await.expect(StatusCode::NOT_FOUND);
}
