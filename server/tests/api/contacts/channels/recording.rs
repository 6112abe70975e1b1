//! Contacts that staff record, figures by source, and the export.

use super::*;
use crate::harness::ADMIN;

#[tokio::test]
async fn recorded_contact_waits_from_the_time_of_the_call_without_a_receipt() {
    let server = Server::start_with(NO_LIMITS).await;
    let staff = server.editor().await;
    // Thursday, 10:00 in São Paulo. The holiday on Friday and the weekend, of which Saturday has business hours, follow.
    let call = json!({"happened_at": "2026-11-19T13:00:00Z", "service": "Suporte Técnico"});
    let contact = record(&staff, &call).await;
    assert_eq!((&contact["channel"], &contact["status"]), (&json!("phone"), &json!("new")));
    assert_eq!(contact["message"], "Serviço de interesse: Suporte Técnico\n\nLigou sobre a rede.");
    assert_eq!(
        (&contact["created_at"], &contact["consent_id"]),
        (&json!("2026-11-19T13:00:00Z"), &Value::Null)
    );
    let form = server.send_contact(&new_contact()).await;
    let due_at = |contact: &Value| contact["promise"]["due_at"].as_str().unwrap().to_owned();
    let sent = staff.json(&contact_path(&form)).await;
    assert!(due_at(&contact) < due_at(&sent), "{contact}");
    let id = id_of(&contact);
    let about = async |kind: &str| {
        let mail = mailbox::of_kind(&server, kind).await;
        mail.into_iter().filter(|mail| mail.body.to_string().contains("Rita")).count()
    };
    assert_eq!((about("contact_receipt").await, about("contact_notice").await), (0, 1));
    let entries = timeline(&staff, &id).await;
    assert_eq!(triage::summaries(&entries)[0], "change: registrou o contato");
    let reply = json!({"subject": "Oi", "text": "Oi"});
    let refused = staff.post(&format!("{}/replies", path(&id)), &reply).await;
    refused.expect_error(StatusCode::CONFLICT, "contact_without_email");
    staff.put(&path(&id), &json!({"name": "Rita M. Lopes"})).await.expect(StatusCode::OK);
    staff.put(&path(&id), &json!({"phone": ""})).await.expect(StatusCode::UNPROCESSABLE_ENTITY);
    // A released contact would get the receipt that its quarantine had held back.
    for quarantined in [true, false] {
        staff.put(&path(&id), &json!({"quarantined": quarantined})).await.expect(StatusCode::OK);
    }
    assert_eq!(about("contact_receipt").await, 0);
}

#[tokio::test]
async fn invalid_recorded_contacts_are_refused_with_all_errors() {
    let server = Server::start_with(NO_LIMITS).await;
    let staff = server.editor().await;
    let invalid = json!({"channel": "form", "name": " ", "phone": "", "happened_at": "2026-11-20T13:00:00Z"});
    let refused = staff.post(RECORDED, &recorded_with(&invalid)).await;
    let error = refused.expect_error(StatusCode::UNPROCESSABLE_ENTITY, "invalid_fields");
    let fields: Vec<&String> = error["fields"].as_object().unwrap().keys().collect();
    assert_eq!(fields, ["channel", "email", "happened_at", "name"]);
    let nobody = json!({"assigned_to": Uuid::nil()});
    staff.post(RECORDED, &recorded_with(&nobody)).await.expect(StatusCode::UNPROCESSABLE_ENTITY);
    assert!(list(&staff, "").await.is_empty());
}

#[tokio::test]
async fn repeated_recording_returns_the_first_contact() {
    let server = Server::start_with(NO_LIMITS).await;
    let staff = server.editor().await;
    let send = || staff.post(RECORDED, &recorded_with(&json!({}))).header("idempotency-key", "chave");
    let (first, second) = (send().await.json(), send().await.expect(StatusCode::CREATED).json());
    assert_eq!(first["id"], second["id"]);
    assert_eq!(list(&staff, "").await.len(), 1);
}

#[tokio::test]
async fn notice_of_a_recorded_contact_is_not_sent_to_its_author() {
    let server = Server::start_with(NO_LIMITS).await;
    server.execute_sql("DELETE FROM settings WHERE name = 'contact'").await;
    let admin = server.admin().await;
    record(&admin, &json!({})).await;
    let recipients = mailbox::of_kind(&server, "contact_notice").await;
    assert!(recipients.iter().all(|mail| mail.to != ADMIN), "{recipients:?}");
}

#[tokio::test]
async fn contacts_are_filtered_and_counted_by_channel_and_campaign() {
    let server = Server::start_with(NO_LIMITS).await;
    let staff = server.editor().await;
    let visit = json!({"source_page": "/", "source_referrer": "google.com", "utm_campaign": "natal"});
    let sent = server.send_contact(&new_contact_with(&visit)).await;
    record(&staff, &json!({})).await;
    server.advance(TimeDelta::minutes(40));
    staff.put(&contact_path(&sent), &json!({"status": "replied"})).await.expect(StatusCode::OK);
    assert_eq!(list(&staff, "channel=phone").await, ["Rita Lopes"]);
    assert_eq!(list(&staff, "campaign=natal").await.len(), 1);
    assert_eq!(staff.json("/api/contacts/filter-values").await["campaigns"], json!(["natal"]));
    let results = staff.json("/api/contacts/results").await;
    let figures = |by: &str| -> Vec<_> {
        let groups = results[by].as_array().unwrap().iter();
        groups
            .map(|group| (group["name"].clone(), group["received"].clone(), group["median_minutes"].clone()))
            .collect()
    };
    let answered = |name: &str| (json!(name), json!(1), json!(40));
    let waiting = |name: &str| (json!(name), json!(1), Value::Null);
    assert_eq!(figures("by_channel"), [answered("form"), waiting("phone")]);
    assert_eq!(figures("by_source"), [answered("google.com"), waiting("unknown")]);
    assert_eq!(figures("by_campaign"), [waiting(""), answered("natal")]);
}

#[tokio::test]
async fn export_has_channel_campaign_and_times() {
    let server = Server::start_with(NO_LIMITS).await;
    let admin = server.admin().await;
    let me = admin.user_id().await;
    let happened_at = "2026-11-19T13:00:00Z";
    let call = json!({"happened_at": happened_at, "service": "Suporte Técnico", "assigned_to": me});
    let contact = record(&admin, &call).await;
    admin.put(&contact_path(&contact), &json!({"status": "replied"})).await.expect(StatusCode::OK);
    let csv = admin.text("/api/contacts/export.csv").await;
    let (headings, row) = csv.trim_start_matches('\u{feff}').trim_end().split_once("\r\n").unwrap();
    let cells: Vec<(&str, &str)> = headings.split(';').zip(row.split(';')).collect();
    let expected = [
        ("Nome", "Rita Lopes"),
        ("Serviço", "Suporte Técnico"),
        ("Recebido em", "19/11/2026 10:00"),
        ("Canal", "Telefone"),
        ("Campanha", ""),
        ("Primeira resposta em", "20/11/2026 09:00"),
    ];
    for cell in expected {
        assert!(cells.contains(&cell), "{cell:?} in {cells:?}");
    }
    let filled = |name: &str| cells.iter().any(|(heading, value)| *heading == name && !value.is_empty());
    assert!(filled("Responsável") && filled("Prazo"), "{cells:?}");
}

#[tokio::test]
async fn text_about_a_contact_is_not_mailed_as_text_of_the_person() {
    let server = Server::start_with(NO_LIMITS).await;
    let admin = server.admin().await;
    let email = json!({"email": "rita@exemplo.com.br", "message": "Reclama muito, cobrar adiantado."});
    let recorded = record(&admin, &email).await;
    let csv = "Nome;E-mail;Mensagem;Status\nBia;bia@exemplo.com.br;Difícil de agradar.;Novo";
    admin.post("/api/contacts/import", &json!({"csv": csv})).await.expect(StatusCode::OK);
    let imported = admin.json("/api/contacts?search=bia").await[0].clone();
    let sent = server.send_contact(&new_contact()).await;
    let colleague = admin.user_id().await;
    for (contact, quotes, phrase) in [
        (&recorded, false, ", por telefone:"),
        (&imported, false, ", segundo o arquivo"),
        (&sent, true, ", pelo site:"),
    ] {
        let path = contact_path(contact);
        server.advance(TimeDelta::minutes(1));
        let reply = json!({"subject": "Proposta", "text": "Olá!"});
        admin.post(&format!("{path}/replies"), &reply).await.expect_success();
        let body = mailbox::of_kind(&server, "contact_reply").await.pop().unwrap().body.to_string();
        let text = contact["message"].as_str().unwrap().split("\n\n").last().unwrap();
        assert_eq!((body.contains(text), body.contains("você escreveu")), (quotes, quotes), "{body}");
        admin.post(&format!("{path}/forward"), &json!({"user_id": colleague})).await.expect_success();
        let body = mailbox::of_kind(&server, "contact_forwarded").await.pop().unwrap().body.to_string();
        assert!(body.contains(text) && body.contains(phrase), "{body}");
    }
}

#[tokio::test]
async fn concurrent_requests_record_one_contact() {
    let server = Server::start_for_races().await;
    let staff = server.editor().await;
    let send =
        async |_| staff.post(RECORDED, &recorded_with(&json!({}))).header("idempotency-key", "chave").await;
    let answers = futures_util::future::join_all((0..8).map(send)).await;
    let ids: std::collections::BTreeSet<String> =
        answers.into_iter().map(|answer| id_of(&answer.expect(StatusCode::CREATED).json())).collect();
    assert_eq!(ids.len(), 1);
    assert_eq!(list(&staff, "").await.len(), 1);
}
