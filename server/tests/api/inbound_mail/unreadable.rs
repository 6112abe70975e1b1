//! Mail that the mail server can't send or has renumbered, and errors of this program.

use std::time::Duration;

use tokio::sync::{Notify, watch};
use vitrine::foundation::mail::inbound::fetch::{self, id_of};

use super::*;
use crate::harness::scripted_imap::{Readable, ScriptedImap};

async fn incoming(server: &Server) -> Value {
    server.admin().await.json("/api/mail/incoming").await
}

#[tokio::test]
async fn mail_that_the_server_cannot_send_blocks_no_later_mail() {
    let imap = ScriptedImap::start().await;
    let variables = [
        ("VITRINE_IMAP_URL", &*imap.url),
        ("VITRINE_IMAP_ADDRESS", "site@empresa.example"),
        ("VITRINE_RATE_LIMITS", "off"),
    ];
    let server = Server::start_with_variables(&variables).await;
    read(&server).await;
    let contact = contact_path(&server.send_contact(&new_contact()).await);
    imap.deliver(mail(SENDER, "", "Ilegível."), Readable::Header);
    imap.deliver(mail(SENDER, "", "Perdida."), Readable::Nothing);
    imap.deliver(mail(SENDER, "", "Depois."), Readable::All);
    let mut failures = 0;
    while read_once(&server.app, receive).await.is_err() {
        failures += 1;
        assert!(failures < 20, "it ends");
        let problem = incoming(&server).await["problem"].clone();
        assert_eq!(problem, "O servidor deu uma resposta inesperada: um e-mail não foi enviado");
    }
    assert_eq!(failures, 11, "five for the first mail, and six for the second one with its header");
    let staff = server.editor().await;
    let filed = messages(&staff, &contact).await;
    assert_eq!(filed.len(), 2, "{filed:?}");
    assert!(filed.iter().any(|message| message["text"] == "Depois."), "{filed:?}");
    let header = filed.iter().find(|message| message["text"] == "").expect("the header of the first one");
    assert_eq!((&header["is_too_large"], &header["subject"]), (&json!(true), &json!("Re: Proposta")));
    let shown = incoming(&server).await;
    assert!(shown["left_mail"].as_str().unwrap().contains("não pôde ser lido"), "{shown}");
    assert_eq!(shown["problem"], Value::Null);
    server.advance(TimeDelta::days(8));
    assert_eq!(incoming(&server).await["left_mail"], Value::Null);
}

#[tokio::test]
async fn panel_shows_no_internal_cause_of_an_error() {
    let imap = ScriptedImap::start().await;
    let variables = [("VITRINE_IMAP_URL", &*imap.url), ("VITRINE_IMAP_ADDRESS", "site@empresa.example")];
    let server = Server::start_with_variables(&variables).await;
    read(&server).await;
    imap.deliver(mail(SENDER, "", "Oi."), Readable::All);
    let fail: vitrine::foundation::mail::inbound::fetch::Receive =
        |_, _, _| Box::pin(async { Err(anyhow::anyhow!("no such table: segredo").into()) });
    read_once(&server.app, fail).await.unwrap_err();
    let problem = incoming(&server).await["problem"].clone();
    assert!(
        problem.as_str().unwrap().starts_with("Um e-mail recebido não pôde ser guardado agora"),
        "{problem}"
    );
}

#[tokio::test]
async fn former_error_ends_when_the_mailbox_can_be_opened_again() {
    let imap = ScriptedImap::start().await;
    let variables = [("VITRINE_IMAP_URL", &*imap.url), ("VITRINE_IMAP_ADDRESS", "site@empresa.example")];
    let server = Server::start_with_variables(&variables).await;
    read(&server).await;
    server.execute_sql("UPDATE inbound_mailboxes SET last_error = 'A conexão com o servidor caiu.', failed_connections = 3").await;
    imap.deliver(mail(SENDER, "", "Oi."), Readable::All);
    let without_error: vitrine::foundation::mail::inbound::fetch::Receive = |app, _, receipt| {
        Box::pin(async move {
            let config = app.mailbox().unwrap();
            let state = vitrine::foundation::mail::inbound::store::find(app.db.reader(), &id_of(&config))
                .await?
                .unwrap();
            assert_eq!((state.last_error, state.failed_connections), (None, 0), "while mail is read");
            receipt.skip(app).await
        })
    };
    assert!(read_once(&server.app, without_error).await.unwrap());
}

#[tokio::test]
async fn mailbox_is_the_same_with_another_port_or_spelling_of_the_host() {
    let imap = ScriptedImap::start().await;
    let server = Server::start_with_variables(&[
        ("VITRINE_IMAP_URL", &*imap.url),
        ("VITRINE_IMAP_ADDRESS", "site@empresa.example"),
    ])
    .await;
    let config = server.app.mailbox().unwrap();
    let id = id_of(&config);
    let with = |host: &str, port: u16, user: &str, folder: &str| {
        let mut other = (*config).clone();
        (other.server.host, other.server.port) = (host.to_owned(), port);
        (other.server.user, other.server.folder) = (user.to_owned(), folder.to_owned());
        id_of(&other)
    };
    let named = with("imap.exemplo.com.br", 993, "a", "INBOX");
    assert_eq!(with("IMAP.Exemplo.com.br.", 143, "a", "Inbox"), named);
    for other in
        [with("imap.exemplo.com.br", 993, "b", "INBOX"), with("imap.exemplo.com.br", 993, "a", "Site"), id]
    {
        assert_ne!(other, named);
    }
}

/// A mail was received.
static RECEIVED: Notify = Notify::const_new();

#[tokio::test]
async fn old_mail_is_left_after_a_renumbering_but_filed_if_it_arrives_later() {
    let Some(dovecot) = Dovecot::start().await else { return };
    let imap = dovecot.url();
    let variables = [
        ("VITRINE_IMAP_URL", &*imap),
        ("VITRINE_IMAP_ADDRESS", "site@empresa.example"),
        ("VITRINE_RATE_LIMITS", "off"),
    ];
    let server = Server::start_with_variables(&variables).await;
    read(&server).await;
    let contact = contact_path(&server.send_contact(&new_contact()).await);
    let staff = server.editor().await;
    let old = |text: &str| mail(SENDER, "", text).replace("20 Nov 2026", "20 Nov 2015");
    let renumbered = "UPDATE inbound_mailboxes SET read_since = '2020-01-01 00:00:00+00:00'";
    server.execute_sql(renumbered).await;
    for mail in [old("Antiga."), mail(SENDER, "", "Nova.")] {
        dovecot.deliver(mail);
    }
    read(&server).await;
    let filed = async || -> Vec<String> {
        let all = messages(&staff, &contact).await;
        all.iter().map(|message| message["text"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(filed().await, ["Nova."]);
    let shown = incoming(&server).await;
    assert!(shown["left_mail"].as_str().unwrap().contains("um e-mail com data antiga"), "{shown}");

    server.execute_sql(renumbered).await;
    let and_notify: fetch::Receive = |app, mail, receipt| {
        Box::pin(async {
            let received = receive(app, mail, receipt).await;
            RECEIVED.notify_one();
            received
        })
    };
    let (_stop, stopped) = watch::channel(());
    dovecot.deliver(mail(SENDER, "", "Ainda nova."));
    tokio::spawn(fetch::run(server.app.clone(), stopped, and_notify));
    for text in ["Ainda nova.", "De um relógio errado."] {
        if text != "Ainda nova." {
            dovecot.deliver(old(text));
        }
        tokio::time::timeout(Duration::from_secs(60), RECEIVED.notified()).await.expect("it is read");
        assert!(filed().await.contains(&text.to_owned()), "{text}");
    }
}
