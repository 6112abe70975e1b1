//! The contact page and the mail about contacts: opening hours, deadlines and preselected subjects. The clock starts at 9:00
//! in São Paulo on Friday, 20 November 2026, a holiday. The company works on weekdays from 8:00 to 18:00 and on Saturdays
//! from 8:00 to 12:00.

use chrono::TimeDelta;
use reqwest::{StatusCode, header};
use serde_json::json;
use vitrine::foundation::identity::model::Role;

use crate::harness::{
    ADMIN, EDITOR, SUPPORT, Server, WRITER, contact_path, mailbox, new_contact, new_contact_with,
};

#[tokio::test]
async fn opening_state_and_deadline_follow_the_clock() {
    let server = Server::start().await;
    let first = server.get("/contato").await;
    let etag = first.headers()[header::ETAG].clone();
    let page = first.text();
    assert!(page.contains("Fechado agora · abre amanhã, 8h"), "{page}");
    assert!(page.contains("Enviando agora, respondemos até amanhã."), "{page}");
    let revalidate = async || server.get("/contato").header(header::IF_NONE_MATCH, &etag).await;
    server.advance(TimeDelta::hours(14));
    // The page is unchanged until the end of the day.
    revalidate().await.expect(StatusCode::NOT_MODIFIED);
    server.advance(TimeDelta::hours(1));
    let page = revalidate().await.expect(StatusCode::OK).text();
    assert!(page.contains("Fechado agora · abre às 8h"), "{page}");
    assert!(page.contains("Enviando agora, respondemos até segunda-feira."), "{page}");
    server.advance(TimeDelta::hours(8));
    assert!(server.text("/contato").await.contains("Aberto agora · fecha às 12h"));
    server.advance(TimeDelta::hours(4));
    assert!(server.text("/contato").await.contains("Fechado agora · abre segunda, 8h"));
}

#[tokio::test]
async fn unparsable_business_hours_show_no_opening_state() {
    let server = Server::start().await;
    let hours = json!({"business_hours": "Quando der"});
    server.admin().await.put("/api/settings/contact", &hours).await.expect_success();
    let page = server.text("/contato").await;
    assert!(!page.contains("Aberto agora") && !page.contains("Fechado agora"));
    assert!(page.contains("respondemos até"), "the deadline is calculated with office hours");
}

#[tokio::test]
async fn deadline_is_the_same_on_page_receipt_and_mail() {
    let server = Server::start().await;
    let sent = server.send_contact(&new_contact()).await;
    assert_eq!(sent["deadline"], "sábado, 21/11, às 12h");
    for kind in ["contact_receipt", "contact_notice"] {
        let mail = mailbox::of_kind(&server, kind).await.pop().unwrap().body.to_string();
        assert!(mail.contains("em até 24 horas: até sábado, 21/11, às 12h"), "{kind}: {mail}");
    }
    let receipt = mailbox::of_kind(&server, "contact_receipt").await.pop().unwrap().body.to_string();
    for fact in ["(11) 4000-0000", "08:00–18:00", "Suporte Técnico", "20 de novembro de 2026, às 09:00"] {
        assert!(receipt.contains(fact), "{fact} in {receipt}");
    }
}

#[tokio::test]
async fn promise_follows_the_settings_at_once() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let paths = ["/", "/contato", "/contato/obrigado", "/termos", "/servicos"];
    for hours in ["24", "48"] {
        admin.put("/api/settings/contact", &json!({"promised_hours": hours})).await.expect_success();
        for path in paths {
            let page = server.text(path).await;
            assert!(page.contains(&format!("em até {hours} horas")), "{path}");
        }
        let dashboard = admin.json("/api/dashboard").await;
        assert_eq!(dashboard["contacts"]["waiting"]["promised_hours"].to_string(), hours);
    }
}

#[tokio::test]
async fn invalid_settings_of_the_promise_are_refused_with_their_fields() {
    let server = Server::start().await;
    let wrong = json!({"promised_hours": "0", "service_hours": "Nuvem: x", "closed_days": "31/02 Festa",
        "met_promises": "sim", "met_promises_minimum": "101"});
    let refused = server.admin().await.put("/api/settings/contact", &wrong).await;
    let refused = refused.expect_error(StatusCode::UNPROCESSABLE_ENTITY, "invalid_fields");
    let fields: Vec<_> = refused["fields"].as_object().unwrap().keys().collect();
    assert_eq!(
        fields,
        ["closed_days", "met_promises", "met_promises_minimum", "promised_hours", "service_hours"]
    );
}

#[tokio::test]
async fn message_starts_with_the_subject_of_the_link() {
    let server = Server::start().await;
    let page = server.text("/contato?servico=Outro&assunto=APIs+Seguras").await;
    assert!(page.contains("Tenho interesse em: APIs Seguras."), "{page}");
    let plain = server.text("/contato").await;
    assert_eq!(server.text("/contato?assunto=Ganhe+dinheiro").await, plain, "unknown subjects are ignored");
    let links = server.text("/servicos/banco-dados").await;
    assert!(links.contains("/contato?servico=Outro&amp;assunto=APIs+Seguras#orcamento"), "{links}");
}

#[tokio::test]
async fn quarantined_contacts_are_mailed_once_a_day_to_staff_who_work_with_contacts() {
    let server = Server::start().await;
    server.create_account(SUPPORT, Role::Support).await;
    server.create_account(WRITER, Role::Writer).await;
    let replica = server.replica().await;
    let spam = new_contact_with(&json!({"website": "http://spam.example"}));
    let run_maintenance = async || {
        for process in [&server, &replica] {
            process.run_maintenance().await;
        }
    };
    let digests = async || mailbox::of_kind(&server, "suspected_contacts").await;
    run_maintenance().await;
    assert_eq!(digests().await.len(), 0, "no contact is quarantined");
    server.send_contact(&spam).await;
    server.send_contact(&spam).await;
    run_maintenance().await;
    let mails = digests().await;
    let mut recipients: Vec<_> = mails.iter().map(|mail| &*mail.to).collect();
    recipients.sort_unstable();
    assert_eq!(recipients, [ADMIN, SUPPORT, EDITOR]);
    assert!(mails[0].body["action"]["url"].as_str().unwrap().ends_with("/admin/contacts?view=spam"));
    server.advance(TimeDelta::hours(1));
    server.send_contact(&spam).await;
    run_maintenance().await;
    assert_eq!(digests().await.len(), 3, "one digest a day");
    server.advance(TimeDelta::hours(15));
    run_maintenance().await;
    assert_eq!(digests().await.len(), 3, "no digest at night");
    server.advance(TimeDelta::hours(8));
    run_maintenance().await;
    let mails = digests().await;
    assert_eq!(mails.len(), 3, "the new digests replace the unsent ones");
    assert!(mails[0].body.to_string().contains("Um chegou desde o último aviso"), "{:?}", mails[0]);
    server.advance(TimeDelta::days(2));
    run_maintenance().await;
    assert_eq!(digests().await.len(), 3, "no new contact is quarantined");
}

#[tokio::test]
async fn released_contact_sends_its_mails_once_and_keeps_its_deadline() {
    let server = Server::start().await;
    let sent = server.send_contact(&new_contact_with(&json!({"website": "http://spam.example"}))).await;
    let path = contact_path(&sent);
    let mails = async || {
        let kinds = mailbox::all(&server).await.into_iter().map(|mail| mail.kind);
        let mut kinds: Vec<_> = kinds.filter(|kind| kind.starts_with("contact_")).collect();
        kinds.sort();
        kinds
    };
    assert!(mails().await.is_empty());
    server.advance(TimeDelta::hours(2));
    let staff = server.editor().await;
    let set_quarantined = async |quarantined: bool| {
        let change = json!({"quarantined": quarantined});
        staff.put(&path, &change).await.expect_success();
    };
    set_quarantined(false).await;
    assert_eq!(mails().await, ["contact_notice", "contact_receipt"]);
    assert_eq!(
        staff.json(&path).await["promise"]["due_at"],
        "2026-11-21T15:00:00Z",
        "24 hours after it was received"
    );
    set_quarantined(true).await;
    set_quarantined(false).await;
    assert_eq!(mails().await.len(), 2);
}

#[tokio::test]
async fn receipt_of_a_contact_released_after_its_deadline_names_no_deadline() {
    let server = Server::start().await;
    let sent = server.send_contact(&new_contact_with(&json!({"website": "http://spam.example"}))).await;
    server.advance(TimeDelta::days(20));
    let ids = json!({"ids": [sent["id"]], "action": "release"});
    let staff = server.editor().await;
    staff.post("/api/contacts/bulk", &ids).await.expect_success();
    let receipt = mailbox::of_kind(&server, "contact_receipt").await.remove(0).body.to_string();
    assert!(!receipt.contains("24 horas") && receipt.contains("assim que puder"), "{receipt}");
    assert_eq!(staff.json(&contact_path(&sent)).await["promise"]["is_late"], true);
}

#[tokio::test]
async fn receipt_without_an_offered_service_has_no_subject() {
    let server = Server::start().await;
    let messages = [
        "Preciso de ajuda.",
        "Serviço de interesse: Não informado\n\nOi",
        "Serviço de interesse: Outro\n\nOi",
        "Serviço de interesse: Ganhe um prêmio\n\nOi",
    ];
    for (number, message) in messages.iter().enumerate() {
        // The receipts of one address are limited.
        let contact = json!({"message": message, "email": format!("ana{number}@exemplo.com.br")});
        server.send_contact(&new_contact_with(&contact)).await;
    }
    let receipts = mailbox::of_kind(&server, "contact_receipt").await;
    assert_eq!(receipts.len(), messages.len());
    for receipt in receipts {
        let body = receipt.body.to_string();
        assert!(!body.contains("Assunto"), "{}: {body}", receipt.to);
    }
}
