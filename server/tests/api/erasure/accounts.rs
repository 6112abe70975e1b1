//! Erasures of accounts: former and unverified addresses, and data of other people.

use std::collections::BTreeSet;

use reqwest::StatusCode;
use serde_json::json;
use vitrine::foundation::audit::verify::verify;

use super::{EMAIL, NEIGHBOR, TRACES, confirm_email, count, erase, leave_traces, stored_text};
use crate::{
    harness::{PASSWORD, Server, VISITOR, authenticator, contact_path, mailbox, new_contact_with},
    personal_data::unzip,
};

const NEW_EMAIL: &str = "zuleica@outro.example";

/// Visitors can register and send forms with names and addresses of others. Deleting such an account must not delete the
/// others' data.
#[tokio::test]
async fn deleting_an_account_with_an_unverified_address_keeps_data_of_the_owner_of_the_address() {
    let server = Server::start().await;
    let contact = json!({"name": "Bruno Alves", "email": "bruno@cliente.example", "company": "Padaria"});
    let others_contact = server.send_contact(&new_contact_with(&contact)).await;
    let staff = server.editor().await;
    for (name, query) in [("Bruno Alves", "search=bruno%40cliente.example"), ("Da semana", "status=new")] {
        let body = json!({"name": name, "query": query});
        staff.post("/api/contacts/filters", &body).await.expect(StatusCode::CREATED);
    }
    let registration =
        json!({"email": "atacante@exemplo.com.br", "password": PASSWORD, "full_name": "Bruno Alves"});
    server.post("/api/auth/register", &registration).await.expect(StatusCode::CREATED);
    let attacker = server.sign_in("atacante@exemplo.com.br").await;
    // The last two also occur in a saved filter: in its query and as its name.
    for name in ["Bruno Alves", "new", "Da semana"] {
        let contact =
            new_contact_with(&json!({"name": name, "email": "bruno@cliente.example", "company": "Padaria"}));
        attacker.send_contact(&contact).await;
    }
    let profile =
        json!({"full_name": "Bruno Alves", "email": "bruno@cliente.example", "current_password": PASSWORD});
    attacker.put("/api/auth/profile", &profile).await.expect(StatusCode::OK);
    let notices = async || {
        let all = mailbox::all(&server).await;
        all.iter()
            .filter(|mail| mail.kind == "contact_notice" && mail.body.to_string().contains("Bruno Alves"))
            .count()
    };
    assert_eq!(notices().await, 2);
    attacker.delete_account().await;
    assert_eq!(notices().await, 1, "the notice about the other person's contact remains");
    assert_eq!(staff.json("/api/contacts/filters").await.as_array().unwrap().len(), 2);
    let path = contact_path(&others_contact);
    assert_eq!(staff.json(&path).await["name"], "Bruno Alves");
}

#[tokio::test]
async fn account_with_an_unverified_address_of_a_person_is_not_the_person() {
    let server = Server::start().await;
    let typed = "bernardo@exemplo.com.br";
    let registration = json!({"email": typed, "password": PASSWORD, "full_name": "Alice Prado"});
    server.post("/api/auth/register", &registration).await.expect(StatusCode::CREATED);
    let alice = server.sign_in(typed).await;
    let contact = new_contact_with(&json!({"name": "Alice Prado", "email": "alice@exemplo.com.br"}));
    let contact = alice.send_contact(&contact).await;
    let admin = server.admin().await;
    let export = admin.get(&format!("/api/people/export?email={typed}")).await.expect(StatusCode::OK);
    let files = unzip(export.bytes());
    assert!(files["account.json"].contains(typed), "{files:?}");
    // The mails to the address were addressed to the account's name.
    let naming: Vec<&String> = files
        .iter()
        .filter(|(_, file)| file.to_lowercase().contains("alice"))
        .map(|(name, _)| name)
        .collect();
    assert_eq!(naming, ["messages.json"]);
    assert_eq!((files["sessions.json"].trim(), files["contacts.json"].trim()), ("[]", "[]"));
    let erased = admin.post("/api/people/erase", &json!({"email": typed})).await;
    assert_eq!(erased.expect(StatusCode::OK).json()["erased"][0]["kind"], "account");
    assert_eq!(admin.json(&contact_path(&contact)).await["name"], "Alice Prado");
    assert_eq!(alice.status("/api/auth/me").await, StatusCode::UNAUTHORIZED, "the account is deleted");
}

#[tokio::test]
async fn former_verified_address_is_erased_with_the_current_one() {
    let server = Server::start().await;
    leave_traces(&server).await;
    let registration = json!({"email": EMAIL, "password": PASSWORD, "full_name": "Zuleica Xavante"});
    server.post("/api/auth/register", &registration).await.expect(StatusCode::CREATED);
    let visitor = server.sign_in(EMAIL).await;
    confirm_email(&server, &visitor, EMAIL).await;
    let profile = json!({"full_name": "Zuleica Xavante", "email": NEW_EMAIL, "current_password": PASSWORD});
    visitor.put("/api/auth/profile", &profile).await.expect(StatusCode::OK);
    confirm_email(&server, &visitor, NEW_EMAIL).await;
    let (_, erased) = erase(&server, NEW_EMAIL).await;
    let counts = ["contacts", "subscriptions", "account"].map(|kind| count(&erased, kind));
    assert_eq!(counts, [1, 1, 1], "{erased}");
    let left = stored_text(&server).await;
    for trace in TRACES {
        assert!(!left.contains(trace), "{trace} is left");
    }
    assert_eq!(verify(&server.app, None).await.unwrap().problems, []);
}

#[tokio::test]
async fn messages_to_former_addresses_of_an_account_are_erased() {
    let server = Server::start().await;
    let visitor = server.sign_in(VISITOR).await;
    let profile =
        |email: &str| json!({"full_name": "Zuleica Xavante", "email": email, "current_password": PASSWORD});
    let change_email = async |email: &str| {
        visitor.put("/api/auth/profile", &profile(email)).await.expect(StatusCode::OK);
    };
    // The account of another person.
    let neighbor = json!({"email": NEIGHBOR, "password": PASSWORD, "full_name": "Maria"});
    server.post("/api/auth/register", &neighbor).await.expect(StatusCode::CREATED);
    // An address that the visitor doesn't confirm.
    change_email("nunca@provado.example").await;
    mailbox::mark_sent(&server).await;
    change_email(NEW_EMAIL).await;
    mailbox::mark_sent(&server).await;
    confirm_email(&server, &visitor, NEW_EMAIL).await;
    let recipients = async || mailbox::all(&server).await.into_iter().map(|mail| mail.to).collect::<Vec<_>>();
    let before = recipients().await;
    for address in [VISITOR, "nunca@provado.example", NEW_EMAIL, NEIGHBOR] {
        assert!(before.contains(&address.to_owned()), "{address} in {before:?}");
    }
    assert_eq!(count(&erase(&server, NEW_EMAIL).await.1, "account"), 1);
    let left = recipients().await;
    assert!(!left.is_empty() && left.iter().all(|to| to == NEIGHBOR), "{left:?}");
}

#[tokio::test]
async fn security_notices_to_an_unverified_address_are_erased() {
    let server = Server::start().await;
    let registration = json!({"email": EMAIL, "password": PASSWORD, "full_name": "Zuleica Xavante"});
    server.post("/api/auth/register", &registration).await.expect(StatusCode::CREATED);
    let user = server.sign_in(EMAIL).await;
    authenticator::register_passkey(&user).await;
    assert_eq!(mailbox::of_kind(&server, "passkey_added").await.len(), 1);
    user.delete_account().await;
    let recipients: Vec<_> = mailbox::all(&server).await.into_iter().map(|mail| mail.to).collect();
    assert!(!recipients.contains(&EMAIL.to_owned()), "{recipients:?}");
}

/// Messages to the company, and those with its address as `Reply-To`, are about its customers: deleting an account with the
/// address doesn't delete them.
#[tokio::test]
async fn company_mailbox_is_refused_for_erasure_and_keeps_its_messages() {
    const COMPANY: &str = "contato@empresa.example";
    let server = Server::start().await;
    let admin = server.admin().await;
    admin.put("/api/settings/contact", &json!({"email": COMPANY})).await.expect(StatusCode::OK);
    server.send_contact(&new_contact_with(&json!({"email": "paula@cliente.example"}))).await;
    let (status, answer) = erase(&server, "Contato@Empresa.example").await;
    assert_eq!((status, &answer["code"]), (StatusCode::CONFLICT, &json!("company_email")));
    let registration = json!({"email": COMPANY, "password": PASSWORD, "full_name": "Eva"});
    server.post("/api/auth/register", &registration).await.expect(StatusCode::CREATED);
    let visitor = server.sign_in(COMPANY).await;
    let path = format!("/api/auth/users/{}", visitor.user_id().await);
    admin.put(&path, &json!({"email_verified": true})).await.expect(StatusCode::OK);
    visitor.delete_account().await;
    let left: BTreeSet<String> = mailbox::all(&server).await.into_iter().map(|mail| mail.kind).collect();
    assert!(left.contains("contact_notice") && left.contains("contact_receipt"), "{left:?}");
}
