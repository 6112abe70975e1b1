//! The settings of the mail servers in the panel.

use reqwest::StatusCode;
use serde_json::{Value, json};
use tokio::sync::watch;
use vitrine::{
    features::contacts::notifications::events,
    foundation::mail::{inbound::fetch, settings},
    operations::inbound_mail::receive,
};

use super::{FROM, deliver, message, queue, states};
use crate::{
    harness::{
        ADMIN, Client, Options, Server, dns,
        dovecot::Dovecot,
        mailbox, new_contact,
        scripted_smtp::ScriptedSmtp,
        smtp::{Smtp, header},
        with_fields,
    },
    mail_process::certificates,
};

const OUTGOING: &str = "/api/mail/outgoing";
const INCOMING: &str = "/api/mail/incoming";
const SECRET: &str = "Segredo-do-provedor-1";

/// Returns settings for a mail server of a test.
fn outgoing(port: u64) -> Value {
    json!({
        "host": "127.0.0.1",
        "port": port,
        "encryption": "none",
        "user": "site@empresa.com.br",
        "password": SECRET,
        "from_name": "Empresa",
        "from_email": "site@empresa.com.br",
    })
}

async fn smtp_with_password() -> Smtp {
    Smtp::start_with(json!({"user": "site@empresa.com.br", "password": SECRET})).await
}

/// Returns settings for an IMAP server of a test.
fn incoming(dovecot: &Dovecot) -> Value {
    json!({
        "host": "127.0.0.1",
        "port": dovecot.port,
        "encryption": "none",
        "user": "contato",
        "password": "segredo",
        "address": "contato@empresa.com.br",
        "creates_contacts": true,
    })
}

async fn outcome(admin: &Client, path: &str, settings: &Value) -> (String, String) {
    let result = admin.post(&format!("{path}/test"), settings).await.expect(StatusCode::OK).json();
    (result["outcome"].as_str().unwrap().to_owned(), result["message"].as_str().unwrap().to_owned())
}

#[tokio::test]
async fn mail_server_of_the_panel_sends_waiting_mail_at_once() {
    let server = Server::start().await;
    let admin = server.admin().await;
    assert_eq!(admin.json(OUTGOING).await["source"], "none");
    queue(&server.app, message("ana@exemplo.com.br")).await;
    assert_eq!(deliver(&server.app).await, 0, "there is no mail server");

    let mut smtp = smtp_with_password().await;
    admin.put(OUTGOING, &outgoing(smtp.port)).await.expect(StatusCode::OK);
    assert_eq!(admin.json("/api/outbox/summary").await["configured"], true);
    assert_eq!(deliver(&server.app).await, 1);
    let mail = smtp.next().await;
    assert_eq!(
        (&mail["user"], &mail["from"]),
        (&json!("site@empresa.com.br"), &json!("site@empresa.com.br"))
    );
    assert_eq!(header(&mail, "From").unwrap(), "Empresa <site@empresa.com.br>");

    admin.delete(OUTGOING).await.expect(StatusCode::OK);
    queue(&server.app, message("bia@exemplo.com.br")).await;
    assert_eq!(deliver(&server.app).await, 0, "the mail server is turned off");
}

#[tokio::test]
async fn password_of_a_mail_server_is_sealed_and_never_shown() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let saved = admin.put(OUTGOING, &outgoing(25)).await.expect(StatusCode::OK);
    let found = admin.get(OUTGOING).await.expect(StatusCode::OK);
    let audit = admin.text("/api/audit?group=settings").await + &admin.text("/api/audit").await;
    for text in [saved.text(), found.text(), audit.clone()] {
        assert!(!text.contains(SECRET), "{text}");
    }
    assert!(found.json()["has_password"] == true && audit.contains("mail.settings_updated"), "{audit}");
    let row = &server
        .query("SELECT CAST(document AS TEXT) AS document, sealed_password FROM mail_settings")
        .await[0];
    for column in ["document", "sealed_password"] {
        assert!(!row.try_get::<String>("", column).unwrap().contains(SECRET), "{column}");
    }
}

#[tokio::test]
async fn stored_password_is_sent_only_where_it_was_sent_before() {
    let smtp = smtp_with_password().await;
    let server = Server::start().await;
    let admin = server.admin().await;
    admin.put(OUTGOING, &outgoing(smtp.port)).await.expect(StatusCode::OK);
    let without = with_fields(outgoing(smtp.port), &json!({"password": "", "from_name": "Outro nome"}));
    admin.put(OUTGOING, &without).await.expect(StatusCode::OK);
    assert_eq!(outcome(&admin, OUTGOING, &without).await.0, "succeeded", "the password is still stored");
    for change in [
        json!({"host": "localhost"}),
        json!({"port": smtp.port - 1}),
        json!({"encryption": "starttls"}),
        json!({"user": "outro@empresa.com.br"}),
    ] {
        let changed = with_fields(without.clone(), &change);
        for refused in
            [admin.put(OUTGOING, &changed).await, admin.post(&format!("{OUTGOING}/test"), &changed).await]
        {
            let refused = refused.expect_error(StatusCode::UNPROCESSABLE_ENTITY, "invalid_fields");
            assert!(refused["fields"]["password"].is_string(), "{change}: {refused}");
        }
    }
    let anonymous = with_fields(without, &json!({"user": "", "host": "localhost"}));
    let saved = admin.put(OUTGOING, &anonymous).await.expect(StatusCode::OK).json();
    assert_eq!(saved["has_password"], false, "without a user, the password is deleted");
}

#[tokio::test]
async fn invalid_mail_settings_are_refused_with_all_fields() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let bad = json!({"host": "https://smtp.empresa.com.br/", "port": 465, "encryption": "tls", "user": "ana",
        "from_email": "contato@vitrine.example", "dkim_selector": "a b"});
    let refused =
        admin.put(OUTGOING, &bad).await.expect_error(StatusCode::UNPROCESSABLE_ENTITY, "invalid_fields");
    let fields: Vec<&String> = refused["fields"].as_object().unwrap().keys().collect();
    assert_eq!(fields, ["dkim_selector", "from_email", "host", "password"]);
    let exposed = with_fields(outgoing(25), &json!({"host": "smtp.empresa.com.br"}));
    let refused =
        admin.put(OUTGOING, &exposed).await.expect_error(StatusCode::UNPROCESSABLE_ENTITY, "invalid_fields");
    assert!(refused["fields"]["encryption"].as_str().unwrap().contains("senha"), "{refused}");
}

#[tokio::test]
async fn concurrent_change_of_mail_settings_is_refused() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let etag = admin.get(OUTGOING).await.header("etag").to_owned();
    admin.put(OUTGOING, &outgoing(25)).if_match(&etag).await.expect(StatusCode::OK);
    admin.put(OUTGOING, &outgoing(26)).if_match(&etag).await.expect(StatusCode::PRECONDITION_FAILED);
    assert_eq!(admin.json(OUTGOING).await["port"], 25);
}

#[tokio::test]
async fn environment_takes_precedence_over_the_panel() {
    let variables = [("VITRINE_SMTP_URL", "smtp://eu:segredo@127.0.0.1:9?tls=none"), FROM];
    let server = Server::start_with_variables(&variables).await;
    let admin = server.admin().await;
    let shown = admin.json(OUTGOING).await;
    assert_eq!(
        (&shown["source"], &shown["user"], &shown["port"]),
        (&json!("environment"), &json!("eu"), &json!(9))
    );
    assert!(!shown.to_string().contains("segredo"), "{shown}");
    admin.put(OUTGOING, &outgoing(25)).await.expect_error(StatusCode::CONFLICT, "set_in_environment");
    admin.delete(OUTGOING).await.expect_error(StatusCode::CONFLICT, "set_in_environment");
    let (found, _) = outcome(&admin, OUTGOING, &outgoing(25)).await;
    assert_eq!(found, "refused", "the server of the environment is tested, not that of the request");
}

#[tokio::test]
async fn test_message_goes_to_the_administrator_with_unsaved_settings() {
    let mut smtp = smtp_with_password().await;
    let server = Server::start().await;
    let admin = server.admin().await;
    let (found, text) = outcome(&admin, OUTGOING, &outgoing(smtp.port)).await;
    assert_eq!(found, "succeeded", "{text}");
    let mail = smtp.next().await;
    assert_eq!((&mail["to"], &mail["from"]), (&json!([ADMIN]), &json!("site@empresa.com.br")));
    assert_eq!(admin.json(OUTGOING).await["source"], "none", "nothing is saved");
    assert!(states(&server).await.is_empty(), "the message doesn't enter the outbox");
}

#[tokio::test]
async fn test_message_says_why_it_was_not_sent() {
    let smtp = smtp_with_password().await;
    let strict = Smtp::start_with(json!({"refusesSender": true})).await;
    let server = Server::start().await;
    let admin = server.admin().await;
    let anonymous = json!({"user": "", "password": ""});
    for (change, expected, part) in [
        (json!({"port": 9}), "refused", "recusou a conexão"),
        (json!({"host": "nao-existe.invalid", "user": "", "password": ""}), "unknown_host", "confira o nome"),
        (json!({"password": "errada"}), "sign_in", "usuário e a senha"),
        (json!({"encryption": "tls"}), "encryption", "conexão segura"),
        (json!({"encryption": "starttls"}), "encryption", "STARTTLS"),
        (with_fields(anonymous, &json!({"port": strict.port})), "rejected", "5.7.1 Sender address rejected"),
    ] {
        let (found, text) = outcome(&admin, OUTGOING, &with_fields(outgoing(smtp.port), &change)).await;
        assert!(found == expected && text.contains(part), "{change}: {found}, {text}");
    }
}

#[tokio::test]
async fn test_of_the_mailbox_counts_messages_and_changes_nothing() {
    let Some(dovecot) = Dovecot::start().await else { return };
    dovecot.deliver("From: ana@empresa.com.br\r\nSubject: Oi\r\n\r\nOi\r\n");
    let server = Server::start().await;
    let admin = server.admin().await;
    let settings = incoming(&dovecot);
    for _ in 0..2 {
        let (found, text) = outcome(&admin, INCOMING, &settings).await;
        assert_eq!((&*found, &*text), ("succeeded", "A pasta INBOX tem 1 mensagem. Nada foi alterado nela."));
    }
    for (change, expected) in [
        (json!({"password": "errada"}), "sign_in"),
        (json!({"folder": "Outra"}), "folder"),
        (json!({"port": 9}), "refused"),
    ] {
        let (found, text) = outcome(&admin, INCOMING, &with_fields(settings.clone(), &change)).await;
        assert_eq!(found, expected, "{text}");
    }
    let rows = server.query("SELECT id FROM inbound_mailboxes").await;
    assert!(rows.is_empty(), "a test stores no position");
}

/// Waits until the mailbox that is configured was read.
async fn wait_until_read(admin: &Client) {
    while admin.json(INCOMING).await["checked_at"].is_null() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn running_reader_follows_the_mailbox_of_the_panel() {
    let (Some(first), Some(second)) = (Dovecot::start().await, Dovecot::start().await) else { return };
    let server = Server::start().await;
    let admin = server.admin().await;
    let (_stop, stopped) = watch::channel(());
    tokio::spawn(fetch::run(server.app.clone(), stopped, receive));
    for (count, dovecot) in [(1, &first), (2, &second)] {
        admin.put(INCOMING, &incoming(dovecot)).await.expect(StatusCode::OK);
        wait_until_read(&admin).await;
        let mail = format!(
            "From: Ana <ana{count}@cliente.com.br>\r\nMessage-ID: <{count}@cliente.com.br>\r\nSubject: Oi\r\n\r\nOi\r\n"
        );
        dovecot.deliver(mail);
        while mailbox::of_kind(&server, "contact_message_notice").await.len() < count {
            server.app.contact_events.notified().await;
            events::run(&server.app).await.unwrap();
        }
    }
    admin.delete(INCOMING).await.expect(StatusCode::OK);
    assert!(server.app.mailbox().is_none());
}

#[tokio::test]
async fn refused_sign_ins_are_repeated_later_and_later_until_a_test_or_a_change() {
    let Some(dovecot) = Dovecot::start().await else { return };
    let server = Server::start().await;
    let admin = server.admin().await;
    let wrong = with_fields(incoming(&dovecot), &json!({"password": "errada"}));
    let refuse = async |minutes: i64| {
        fetch::read_once(&server.app, receive).await.unwrap_err();
        let shown = admin.json(INCOMING).await;
        assert!(shown["problem"].as_str().unwrap().contains("usuário e a senha"), "{shown}");
        let retry_at: chrono::DateTime<chrono::Utc> = shown["retry_at"].as_str().unwrap().parse().unwrap();
        assert_eq!((retry_at - server.app.clock.now()).num_minutes(), minutes);
    };
    admin.put(INCOMING, &wrong).await.expect(StatusCode::OK);
    refuse(1).await;
    refuse(5).await;
    assert_eq!(outcome(&admin, INCOMING, &wrong).await.0, "sign_in");
    assert!(admin.json(INCOMING).await["retry_at"].is_string(), "a refused test ends no wait");
    assert_eq!(outcome(&admin, INCOMING, &incoming(&dovecot)).await.0, "succeeded");
    assert_eq!(admin.json(INCOMING).await["retry_at"], Value::Null);
    refuse(1).await;
    // The running reader tries changed settings at once.
    let (_stop, stopped) = watch::channel(());
    tokio::spawn(fetch::run(server.app.clone(), stopped, receive));
    admin.put(INCOMING, &incoming(&dovecot)).await.expect(StatusCode::OK);
    wait_until_read(&admin).await;
    let shown = admin.json(INCOMING).await;
    assert_eq!((&shown["problem"], &shown["retry_at"]), (&Value::Null, &Value::Null));
}

#[tokio::test]
async fn refused_certificate_of_a_mail_server_is_explained() {
    let (_, key, cert) = certificates();
    let smtp = Smtp::start_with(json!({"key": key, "cert": cert})).await;
    let server = Server::start().await;
    let admin = server.admin().await;
    let untrusted = with_fields(
        outgoing(smtp.port),
        &json!({"host": "localhost", "encryption": "starttls", "user": "", "password": ""}),
    );
    let (found, text) = outcome(&admin, OUTGOING, &untrusted).await;
    assert!(found == "encryption" && text.contains("SSL_CERT_FILE"), "{text}");
    admin.put(OUTGOING, &untrusted).await.expect(StatusCode::OK);
    queue(&server.app, message("ana@exemplo.com.br")).await;
    deliver(&server.app).await;
    let error = &server.query("SELECT last_error FROM outbox").await[0];
    let error: String = error.try_get("", "last_error").unwrap();
    assert!(error.contains("SSL_CERT_FILE") && !error.contains("invalid"), "{error}");
}

#[tokio::test]
async fn other_replica_follows_the_mail_settings() {
    let smtp = ScriptedSmtp::start(|_, _, _| None).await;
    let port: u64 = smtp.url.split([':', '?']).nth(2).unwrap().parse().unwrap();
    let server = Server::start_with(Options { races: true, ..Options::default() }).await;
    let replica = server.replica().await;
    let admin = server.admin().await;
    let anonymous = with_fields(outgoing(port), &json!({"user": "", "password": ""}));
    admin.put(OUTGOING, &anonymous).await.expect(StatusCode::OK);
    server.send_contact(&new_contact()).await;
    assert_eq!(deliver(&replica.app).await, 0, "the other process doesn't know the settings yet");
    replica.app.db.poll_revision_after(async || settings::load(&replica.app).await).await.unwrap();
    assert_eq!(deliver(&replica.app).await, 2);
    assert_eq!(smtp.recipients(), [ADMIN, "joao@exemplo.com.br"]);
}

#[tokio::test]
async fn records_of_the_senders_domain_are_checked() {
    let key = format!("v=DKIM1; k=rsa; p={}", "A".repeat(300));
    let dns = dns::start(&[
        ("empresa.com.br", &["google-site-verification=1", "v=spf1 include:_spf.google.com ~all"]),
        ("google._domainkey.empresa.com.br", &[&key]),
        ("_dmarc.empresa.com.br", &["v=DMARC1; p=quarantine"]),
        ("outra.com.br", &["v=spf1 mx +all"]),
    ])
    .await;
    let server = Server::start_with_variables(&[("VITRINE_DNS_SERVER", &dns.to_string())]).await;
    let admin = server.admin().await;
    let check = async |query: &str| {
        let found = admin.json(&format!("/api/mail/domain?{query}")).await;
        let of = |check: &Value| {
            (check["kind"].as_str().unwrap().to_owned(), check["state"].as_str().unwrap().to_owned())
        };
        let states: Vec<_> = found["checks"].as_array().unwrap().iter().map(of).collect();
        (found.clone(), states)
    };
    let state = |kind: &str, state: &str| (kind.to_owned(), state.to_owned());
    let (found, states) = check("from_email=ana@empresa.com.br&host=smtp.gmail.com").await;
    assert_eq!(states, [state("spf", "good"), state("dkim", "good"), state("dmarc", "good")], "{found}");
    let (found, states) = check("from_email=ana@outra.com.br&host=smtp.gmail.com").await;
    assert_eq!(
        states,
        [state("spf", "weak"), state("dkim", "missing"), state("dmarc", "missing")],
        "{found}"
    );
    assert_eq!(found["checks"][2]["suggestion"], "v=DMARC1; p=none; rua=mailto:ana@outra.com.br");
}

#[tokio::test]
async fn domain_is_not_judged_without_an_answer_of_the_dns() {
    // Nothing listens on this port.
    let server = Server::start_with_variables(&[("VITRINE_DNS_SERVER", "127.0.0.1:9")]).await;
    let found = server.admin().await.json("/api/mail/domain?from_email=ana@empresa.com.br").await;
    for check in found["checks"].as_array().unwrap() {
        assert!(check["state"] == "unknown" && check["suggestion"].is_null(), "{check}");
    }
}
