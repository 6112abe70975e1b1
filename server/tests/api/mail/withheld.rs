//! Mail to and from the demo company, which waits until the company has an address.

use reqwest::StatusCode;
use serde_json::json;

use super::{deliver, state, states};
use crate::harness::{ADMIN, NO_ACCOUNTS, Options, Server, new_contact, scripted_smtp::ScriptedSmtp};
use vitrine::foundation::identity::model::Role;

const VISITOR: &str = "joao@exemplo.com.br";

#[tokio::test]
async fn mail_from_the_demo_company_waits_for_a_sender() {
    let smtp = ScriptedSmtp::start(|_, _, _| None).await;
    let variables =
        [("VITRINE_SMTP_URL", &*smtp.url), ("VITRINE_MAIL_FROM", "Vitrine TI <contato@vitrine.example>")];
    let server = Server::start_with_variables(&variables).await;
    server.send_contact(&new_contact()).await;
    assert_eq!(deliver(&server.app).await, 0);
    let admin = server.admin().await;
    let summary = admin.json("/api/outbox/summary").await;
    assert_eq!(
        (&summary["withheld"], &summary["refused_sender"]),
        (&json!(2), &json!("contato@vitrine.example"))
    );
    for mail in admin.json("/api/outbox").await.as_array().unwrap() {
        assert_eq!((&mail["state"], &mail["is_withheld"]), (&json!("queued"), &json!(true)), "{mail}");
    }
    assert!(smtp.accepted().is_empty());
}

#[tokio::test]
async fn notices_from_before_the_first_administrator_go_to_the_companys_address() {
    let smtp = ScriptedSmtp::start(|_, _, _| None).await;
    let variables =
        [("VITRINE_SMTP_URL", &*smtp.url), ("VITRINE_MAIL_FROM", "Empresa <site@empresa.com.br>")];
    let server = Server::start_with(Options { variables: &variables, ..NO_ACCOUNTS }).await;
    server.send_contact(&new_contact()).await;
    assert_eq!(deliver(&server.app).await, 1, "only the receipt");
    assert_eq!(smtp.recipients(), [VISITOR]);

    server.create_account(ADMIN, Role::Admin).await;
    let admin = server.admin().await;
    assert_eq!(admin.json("/api/outbox/summary").await["withheld"], 1);
    assert_eq!(states(&server).await, [state("contato@vitrine.example", "queued"), state(VISITOR, "sent")]);
    admin
        .put("/api/settings/contact", &json!({"email": "vendas@empresa.com.br"}))
        .await
        .expect(StatusCode::OK);
    assert_eq!(deliver(&server.app).await, 1);
    assert_eq!(smtp.recipients(), [VISITOR, "vendas@empresa.com.br"]);
    assert_eq!(admin.json("/api/outbox/summary").await["withheld"], 0);
}

#[tokio::test]
async fn published_site_sends_nothing_to_or_from_addresses_for_examples() {
    let smtp = ScriptedSmtp::start(|_, _, _| None).await;
    let published = ("VITRINE_PUBLIC_URL", "https://www.empresa.com.br");
    for (from, expected) in [("site@exemplo.com.br", 0), ("site@empresa.com.br", 1)] {
        let variables = [("VITRINE_SMTP_URL", &*smtp.url), ("VITRINE_MAIL_FROM", from), published];
        let server = Server::start_with(Options { variables: &variables, ..NO_ACCOUNTS }).await;
        let contact = server.post("/api/contacts", &new_contact()).header("host", "www.empresa.com.br");
        contact.await.expect(StatusCode::CREATED);
        assert_eq!(deliver(&server.app).await, expected, "{from}");
        let failed = server.query("SELECT last_error FROM outbox WHERE state = 'failed'").await;
        assert_eq!(failed.len(), expected, "the receipt to an address for examples fails");
    }
    assert!(smtp.accepted().is_empty());
}
