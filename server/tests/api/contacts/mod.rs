//! Contacts in the panel: the list, changes, the trash and the export.

mod answered;
mod channels;
mod form;
pub mod triage;

use chrono::TimeDelta;
use reqwest::{Method, StatusCode, header};
use serde_json::{Value, json};
use uuid::Uuid;
use vitrine::features::contacts::store;

use crate::harness::{NO_LIMITS, Server, VISITOR, contact_path, new_contact, new_contact_with};

#[tokio::test]
async fn contact_list_pages_have_no_gaps_or_repeats() {
    let server = Server::start_with(NO_LIMITS).await;
    for number in 0..25 {
        // Groups of four contacts have the same time, so that their order depends on their IDs.
        if number % 4 == 0 {
            server.advance(TimeDelta::seconds(1));
        }
        server.send_contact(&new_contact_with(&json!({"name": format!("Pessoa {number}")}))).await;
    }
    let staff = server.editor().await;
    let mut names = Vec::new();
    let mut next = Some("/api/contacts?limit=10&search=pessoa".to_owned());
    while let Some(path) = next {
        let answer = staff.get(&path).await;
        assert_eq!(answer.headers()["x-total-count"], if names.len() < 10 { "25" } else { "26" });
        next = answer.next_page();
        let page = answer.json();
        names.extend(
            page.as_array().unwrap().iter().map(|contact| contact["name"].as_str().unwrap().to_owned()),
        );
        if names.len() == 10 {
            // A new contact doesn't shift the following pages.
            server.send_contact(&new_contact_with(&json!({"name": "Pessoa nova"}))).await;
        }
    }
    let mut unique = names.clone();
    unique.sort();
    unique.dedup();
    assert_eq!((names.len(), unique.len()), (25, 25));
}

#[tokio::test]
async fn invalid_parameters_of_the_contact_list_are_refused() {
    let server = Server::start().await;
    let staff = server.editor().await;
    for invalid in ["limit=0", "limit=101", "cursor=x", "status=lost", "view=attic"] {
        let answer = staff.get(&format!("/api/contacts?{invalid}")).await;
        assert_eq!(answer.status(), StatusCode::BAD_REQUEST, "{invalid}");
    }
}

#[tokio::test]
async fn contact_search_ignores_accents_and_matches_wildcards_literally() {
    let server = Server::start_with(NO_LIMITS).await;
    server.send_contact(&new_contact()).await;
    server
        .send_contact(&new_contact_with(
            &json!({"name": "Joana", "email": "jo@exemplo.com.br", "company": "100% Ltda", "message": "Oi"}),
        ))
        .await;
    let staff = server.editor().await;
    let count = async |search: &str| {
        let query = url::form_urlencoded::byte_serialize(search.as_bytes()).collect::<String>();
        staff.json(&format!("/api/contacts?search={query}")).await.as_array().unwrap().len()
    };
    assert_eq!(count("joao").await, 1);
    assert_eq!(count("JOÃO").await, 1);
    assert_eq!(count("sao jose").await, 1);
    assert_eq!(count("com a rede").await, 1, "in the message");
    for phone in ["98765-4321", "98765 4321", "+55 11 98765-4321", "11987654321"] {
        assert_eq!(count(phone).await, 2, "{phone}");
    }
    assert_eq!(count("100%").await, 1);
    assert_eq!(count("%").await, 1);
    assert_eq!(count("_").await, 0);
    assert_eq!(count("\\").await, 0);
}

#[tokio::test]
async fn omitted_contact_fields_keep_their_value() {
    let server = Server::start().await;
    let sent = server.send_contact(&new_contact()).await;
    let staff = server.editor().await;
    let path = contact_path(&sent);
    let changed = staff.put(&path, &json!({"status": "replied"})).await.json();
    assert_eq!((&changed["status"], &changed["name"]), (&json!("replied"), &sent["name"]));
    staff.put(&path, &json!({"name": "José"})).await.expect_success();
    assert_eq!(staff.json(&path).await["status"], "replied");
    assert_eq!(
        staff.json("/api/contacts?search=jose+joao").await.as_array().unwrap().len(),
        1,
        "the search finds the new values"
    );
    staff.put(&path, &json!({"email": "x"})).await.expect(StatusCode::UNPROCESSABLE_ENTITY);
    staff.put("/api/contacts/0", &json!({"status": "read"})).await.expect(StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn stale_contact_status_change_is_refused() {
    let server = Server::start().await;
    let sent = server.send_contact(&new_contact()).await;
    let staff = server.editor().await;
    let path = contact_path(&sent);
    let seen = staff.get(&path).await.headers()[header::ETAG].clone();
    staff.put(&path, &json!({"status": "replied"})).await.expect_success();
    staff.put(&path, &json!({"status": "read"})).if_match(seen).await.expect(StatusCode::PRECONDITION_FAILED);
    let current = staff.get(&path).await;
    let etag = current.headers()[header::ETAG].clone();
    assert_eq!(current.json()["status"], "replied");
    staff.put(&path, &json!({"status": "archived"})).if_match(etag).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn one_of_many_concurrent_contact_changes_succeeds() {
    let server = Server::start_for_races().await;
    let sent = server.send_contact(&new_contact()).await;
    let staff = server.editor().await;
    let path = contact_path(&sent);
    let seen = staff.get(&path).await.headers()[header::ETAG].clone();
    let change = async |_| staff.put(&path, &json!({"status": "read"})).if_match(seen.clone()).await.status();
    let statuses = futures_util::future::join_all((0..10).map(change)).await;
    assert_eq!(statuses.iter().filter(|status| **status == StatusCode::OK).count(), 1);
    assert_eq!(statuses.iter().filter(|status| **status == StatusCode::PRECONDITION_FAILED).count(), 9);
}

#[tokio::test]
async fn deleted_contact_can_be_restored_for_thirty_days() {
    let server = Server::start().await;
    let sent = server.send_contact(&new_contact()).await;
    let staff = server.editor().await;
    let path = contact_path(&sent);
    let delete = async || staff.delete(&path).await.status();
    assert_eq!(delete().await, StatusCode::NO_CONTENT);
    assert_eq!(staff.json("/api/contacts").await, json!([]));
    assert_eq!(staff.json("/api/contacts?view=trash").await[0]["id"], sent["id"]);
    let restore = async || staff.request(Method::POST, &format!("{path}/restore")).await.json();
    assert_eq!(restore().await["deleted_at"], Value::Null);
    assert_eq!(restore().await["deleted_at"], Value::Null, "restoring again changes nothing");
    assert_eq!(staff.json("/api/contacts").await.as_array().unwrap().len(), 1);

    assert_eq!(delete().await, StatusCode::NO_CONTENT);
    server.advance(TimeDelta::days(29));
    server.run_maintenance().await;
    let staff = server.editor().await;
    staff.get(&path).await.expect(StatusCode::OK);
    // Deleting again succeeds.
    staff.delete(&path).await.expect(StatusCode::NO_CONTENT);
    let events = server.admin().await.json("/api/audit?group=contact").await;
    let count =
        |action: &str| events.as_array().unwrap().iter().filter(|event| event["action"] == action).count();
    assert_eq!((count("contact.deleted"), count("contact.restored")), (2, 1));
    server.advance(TimeDelta::days(2));
    server.run_maintenance().await;
    let staff = server.editor().await;
    staff.get(&path).await.expect(StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn contact_that_is_restored_during_a_purge_remains() {
    let server = Server::start_for_races().await;
    let sent = server.send_contact(&new_contact()).await;
    server.editor().await.delete(&contact_path(&sent)).await.expect_success();
    server.advance(TimeDelta::days(31));
    let now = server.app.clock.now();
    let id: Uuid = sent["id"].as_str().unwrap().parse().unwrap();

    let restoring = server.app.db.begin().await.unwrap();
    store::set_deleted(&*restoring, id, false, now).await.unwrap();
    let restore = async {
        // Meanwhile the purge waits for the restoration.
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        restoring.commit().await.unwrap();
    };
    let purge = async {
        let purging = server.app.db.begin().await.unwrap();
        let purged = store::purge(&*purging, now, 10).await.unwrap();
        purging.commit().await.unwrap();
        purged
    };
    let ((), purged) = tokio::join!(restore, purge);
    assert!(purged.is_empty());
    assert!(store::find(server.app.db.reader(), id).await.unwrap().is_some());
}

#[tokio::test]
async fn contact_export_contains_all_contacts_of_the_filter() {
    let server = Server::start_with(NO_LIMITS).await;
    for number in 0..205 {
        server.send_contact(&new_contact_with(&json!({"name": format!("Pessoa {number}")}))).await;
    }
    server.send_contact(&new_contact_with(&json!({"name": "Outro nome"}))).await;
    let admin = server.admin().await;
    let answer = admin.get("/api/contacts/export.csv?search=pessoa").await;
    assert_eq!(answer.headers()[header::CONTENT_TYPE], "text/csv; charset=utf-8");
    let text = answer.text();
    assert!(
        text.starts_with(
            "\u{feff}Nome;E-mail;Empresa;Telefone;Serviço;Mensagem;Status;Responsável;Recebido em;Respondido em;Origem;\
             Canal;Campanha;Primeira resposta em;Prazo;Etapa;Valor (R$);Motivo da perda;Fechado em;Próximo passo;Data do próximo passo\r\n"
        ),
        "{text}"
    );
    let unanswered = "Novo;;20/11/2026 09:00;;;Formulário do site;;;21/11/2026 12:00;Novo;;;;;\r\n";
    assert_eq!(text.matches(unanswered).count(), 205, "all pages of the filtered list");
    let found = admin.json("/api/contacts?search=pessoa&limit=1").await;
    let path = contact_path(&found[0]);
    let user = admin.json("/api/auth/me").await;
    let change = json!({"status": "replied", "assigned_to": user["id"]});
    admin.put(&path, &change).await.expect(StatusCode::OK);
    let step = json!({"text": "Ligar", "date": "2026-11-24", "time": "14:30"});
    admin.put(&format!("{path}/next-step"), &step).await.expect(StatusCode::OK);
    let lost =
        json!({"stage": "lost", "value_cents": 120_050, "lost_reason": "price", "lost_text": "Achou caro"});
    admin.put(&format!("{path}/stage"), &lost).await.expect(StatusCode::OK);
    let text = admin.text("/api/contacts/export.csv?search=pessoa&status=replied").await;
    let name = user["full_name"].as_str().unwrap();
    let now = "20/11/2026 09:00";
    let expected = format!(
        "Respondido;{name};{now};{now};;Formulário do site;;{now};21/11/2026 12:00;Perdido;1200,50;Preço: Achou caro;{now};Ligar;24/11/2026 14:30\r\n"
    );
    assert!(text.ends_with(&expected), "{text}");
}

#[tokio::test]
async fn contact_export_neutralizes_spreadsheet_formulas() {
    let server = Server::start().await;
    server.send_contact(&new_contact_with(&json!({"name": "=1+1", "company": "a;b\"c"}))).await;
    let formula = server.admin().await.text("/api/contacts/export.csv").await;
    assert!(formula.contains("\r\n'=1+1;joao@exemplo.com.br;\"a;b\"\"c\";"), "{formula}");
}

#[tokio::test]
async fn only_staff_can_access_contacts() {
    let server = Server::start().await;
    let sent = server.send_contact(&new_contact()).await;
    let contact = contact_path(&sent);
    let restore = format!("{contact}/restore");
    let visitor = server.token(VISITOR).await;
    for (method, path) in [
        (Method::GET, "/api/contacts"),
        (Method::GET, "/api/contacts/summary"),
        (Method::GET, "/api/contacts/export.csv"),
        (Method::GET, &contact),
        (Method::PUT, &contact),
        (Method::DELETE, &contact),
        (Method::POST, &restore),
    ] {
        let request = || server.request(method.clone(), path);
        request().await.expect(StatusCode::UNAUTHORIZED);
        request().bearer_auth(&visitor).await.expect(StatusCode::FORBIDDEN);
    }
}
