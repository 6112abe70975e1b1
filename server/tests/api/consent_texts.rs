//! The consent texts that are stored with contacts and accounts.

use chrono::TimeDelta;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::harness::{PASSWORD, Server, contact_path, new_contact};

/// Returns the consent text of a contact, as staff see it.
async fn text_of(server: &Server, contact: &Value) -> Value {
    let staff = server.editor().await;
    let stored = staff.json(&contact_path(contact)).await;
    let id = stored["consent_id"].as_str().expect("a consent text");
    staff.json(&format!("/api/consent-texts/{id}")).await
}

#[tokio::test]
async fn contact_is_stored_with_the_consent_text_of_its_time() {
    let server = Server::start().await;
    let first = server.send_contact(&new_contact()).await;
    let same = server.send_contact(&new_contact()).await;
    let editor = server.editor().await;
    let mut page = editor.json("/api/pages/contact").await;
    page["form"]["privacy"] = "Usamos os seus dados só para responder.".into();
    page["form"]["consent_version"] = "2.0".into();
    editor.put("/api/pages/contact", &page).await.expect(StatusCode::OK);
    let second = server.send_contact(&new_contact()).await;

    let before = text_of(&server, &first).await;
    assert_eq!((&before["form"], &before["version"]), (&json!("contact"), &json!("1.0")));
    let text = before["text"].as_str().unwrap();
    assert!(text.starts_with("Não enviamos propaganda") && text.contains("Política de Privacidade, versão "));
    assert_eq!(text_of(&server, &same).await, before, "the text is stored once");
    let after = text_of(&server, &second).await;
    assert_eq!(after["version"], "2.0");
    assert!(after["text"].as_str().unwrap().starts_with("Usamos os seus dados só para responder."));
    editor.get(&format!("/api/consent-texts/{}", "0".repeat(64))).await.expect(StatusCode::NOT_FOUND);
    editor.get("/api/consent-texts/%00").await.expect(StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn consent_text_of_a_contact_follows_the_policy_the_company_and_the_year() {
    let server = Server::start().await;
    let editor = server.editor().await;
    let mut page = editor.json("/api/pages/contact").await;
    page["form"]["privacy"] = "{company}, {year}.".into();
    editor.put("/api/pages/contact", &page).await.expect(StatusCode::OK);
    let text = async || {
        let contact = server.send_contact(&new_contact()).await;
        text_of(&server, &contact).await["text"].as_str().unwrap().to_owned()
    };
    let before = text().await;
    assert!(before.contains(", 2026."), "{before}");
    assert_eq!(text().await, before);
    server.advance(TimeDelta::days(60));
    let next_year = text().await;
    assert!(next_year.contains(", 2027."), "{next_year}");
    let admin = server.admin().await;
    let company = json!({"name": "Outra Empresa"});
    admin.put("/api/settings/company", &company).await.expect(StatusCode::OK);
    let mut policy = admin.json("/api/pages/privacy").await;
    policy["version"] = "7.1".into();
    admin.put("/api/pages/privacy", &policy).await.expect(StatusCode::OK);
    let changed = text().await;
    assert!(changed.starts_with("Outra Empresa, 2027.") && changed.ends_with("versão 7.1."), "{changed}");
}

#[tokio::test]
async fn own_data_has_the_consent_texts_of_account_and_contacts() {
    let server = Server::start().await;
    let registration = json!({"email": "ana@exemplo.com.br", "password": PASSWORD, "full_name": "Ana Souza"});
    let session = server.post("/api/auth/register", &registration).await.expect(StatusCode::CREATED).json();
    let ana = server.with_token(session["token"].as_str().unwrap());
    ana.send_contact(&new_contact()).await;
    let first = async |kind: &str| ana.own_data().await[kind][0].clone();
    let account = first("account").await;
    let text = account["consent"]["text"].as_str().unwrap();
    assert!(text.starts_with("Ao criar a conta, você aceita os Termos de Uso e a Política de Privacidade."));
    assert!(text.contains("Termos de Uso, versão ") && text.contains("Política de Privacidade, versão "));
    assert_eq!(first("contacts").await["consent"]["version"], "1.0");
    // Contacts of earlier releases have no consent text.
    server.execute_sql("UPDATE contacts SET consent_id = NULL").await;
    assert_eq!(first("contacts").await["consent"], Value::Null);
}
