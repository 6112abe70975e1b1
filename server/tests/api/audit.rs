//! The audit log: recorded sign-ins, changes and denials, filters and export.

use chrono::TimeDelta;
use reqwest::{Method, StatusCode, header};
use serde_json::{Value, json};

use crate::{
    audit_chain::{problems, record_event, server_with_log},
    harness::{
        ADMIN, Client, EDITOR, NO_ACCOUNTS, NO_LIMITS, PASSWORD, Server, VISITOR, contact_path, new_contact,
    },
};

async fn listed(admin: &Client, query: &str) -> Vec<Value> {
    admin.json(&format!("/api/audit{query}")).await.as_array().unwrap().clone()
}

/// Returns actor, action and label of each event.
fn summaries(events: &[Value]) -> Vec<[&str; 3]> {
    events
        .iter()
        .map(|event| ["user_email", "action", "label"].map(|name| event[name].as_str().unwrap_or("")))
        .collect()
}

#[tokio::test]
async fn sign_ins_and_sign_outs_are_recorded() {
    let server = Server::start().await;
    let fail_sign_in = async |email: &str, password: &str| {
        let login = json!({"email": email, "password": password});
        server.post("/api/auth/login", &login).await.expect(StatusCode::UNAUTHORIZED);
    };
    fail_sign_in(ADMIN, "senha errada").await;
    fail_sign_in(" Ninguem@Exemplo.com.br ", "senha errada").await;
    fail_sign_in("minha senha secreta", "").await;
    fail_sign_in("Mudar@123", "").await;
    let body = json!({"email": "ana@exemplo.com.br", "password": "senha-da-ana", "full_name": "Ana"});
    server.post("/api/auth/register", &body).await.expect(StatusCode::CREATED);
    let token = server.token(EDITOR).await;
    for _ in 0..2 {
        let sign_out = server.post_empty("/api/auth/logout").bearer_auth(&token);
        sign_out.await.expect(StatusCode::NO_CONTENT);
    }
    let events = listed(&server.admin().await, "?group=account").await;
    assert_eq!(
        summaries(&events),
        [
            [ADMIN, "account.signed_in", ""],
            [EDITOR, "account.signed_out", ""],
            [EDITOR, "account.signed_in", ""],
            ["ana@exemplo.com.br", "account.registered", ""],
            ["", "account.sign_in_failed", "algo que não é um e-mail"],
            ["", "account.sign_in_failed", "algo que não é um e-mail"],
            ["", "account.sign_in_failed", "ninguem@exemplo.com.br"],
            ["", "account.sign_in_failed", ADMIN],
        ]
    );
    assert_eq!((&events[7]["subject_kind"], &events[6]["subject_kind"]), (&json!("account"), &Value::Null));
    assert!(events.iter().all(|event| event["ip"] == "127.0.0.1" && event["source"] == "web"));
    let text = serde_json::to_string(&events).unwrap();
    for secret in [PASSWORD, "senha errada", "senha-da-ana", "minha senha secreta", &token] {
        assert!(!text.contains(secret), "{secret}");
    }
    assert_eq!(problems(&server).await, []);
}

#[tokio::test]
async fn creation_of_the_first_administrator_is_recorded() {
    let server = Server::start_with(NO_ACCOUNTS).await;
    let body =
        json!({"token": server.setup_secret, "email": ADMIN, "password": PASSWORD, "full_name": "Ana"});
    server.post("/api/auth/setup", &body).await.expect(StatusCode::CREATED);
    let events = listed(&server.admin().await, "").await;
    assert_eq!(summaries(&events)[1..], [[ADMIN, "account.set_up", ""], ["", "audit.opened", ""]]);
}

#[tokio::test]
async fn staff_changes_of_contacts_are_recorded() {
    let server = Server::start().await;
    let sent = server.send_contact(&new_contact()).await;
    let path = contact_path(&sent);
    let editor = server.editor().await;
    editor.put(&path, &json!({"status": "replied", "company": "Outra"})).await.expect_success();
    server.admin().await.get("/api/contacts/export.csv?search=jo%C3%A3o").await.expect_success();
    editor.delete(&path).await.expect_success();
    editor.post_empty(&format!("{path}/restore")).await.expect_success();
    editor.delete(&path).await.expect_success();
    let events = listed(&server.admin().await, "?group=contact").await;
    assert_eq!(
        summaries(&events),
        [
            [EDITOR, "contact.deleted", "João da Silva"],
            [EDITOR, "contact.restored", "João da Silva"],
            [EDITOR, "contact.deleted", "João da Silva"],
            [ADMIN, "contact.exported", ""],
            [EDITOR, "contact.updated", "João da Silva"],
        ]
    );
    assert_eq!(events[3]["after"]["search"], "joão");
    let updated = &events[4];
    let before = json!({
        "status": "new", "stage": "new", "company": "Padaria São José", "answered_at": null, "assigned_to": null,
    });
    assert_eq!(updated["before"], before);
    let after = json!({
        "status": "replied", "stage": "talking", "company": "Outra", "answered_at": updated["created_at"],
        "assigned_to": updated["after"]["assigned_to"],
    });
    assert_eq!(updated["after"], after);
    assert_eq!((&updated["subject_kind"], &updated["subject_id"]), (&json!("contact"), &sent["id"]));
    assert_eq!(updated["summary"], "alterou o contato");
    server.advance(TimeDelta::days(31));
    server.run_maintenance().await;
    server.run_maintenance().await;
    let events = listed(&server.admin().await, "?group=contact").await;
    assert_eq!(summaries(&events)[..2], [["", "contact.purged", ""], [EDITOR, "contact.deleted", ""]]);
    assert_eq!(events[0]["source"], "system");
    let updated = &events[5];
    assert_eq!((&updated["action"], &updated["after"]), (&json!("contact.updated"), &Value::Null));
    assert_eq!(problems(&server).await, []);
}

#[tokio::test]
async fn changes_of_content_are_recorded() {
    let server = Server::start().await;
    let editor = server.editor().await;
    let create = async |path: &str, body: Value| {
        let answer = editor.post(path, &body).await.expect(StatusCode::CREATED);
        format!("{path}/{}", answer.json()["id"].as_str().unwrap())
    };
    let service = json!({"title": "Redes", "description": "Cabos", "features": ["a", "b"], "icon": "Wifi",
        "category": "Redes e Infraestrutura"});
    let service = create("/api/services", service).await;
    editor.put(&service, &json!({"title": "Redes e Wi-Fi", "features": ["a"]})).await.expect_success();
    editor.delete(&service).await.expect_success();
    let article = create("/api/blog", json!({"title": "Olá", "slug": "ola", "content": "Um."})).await;
    editor.put(&article, &json!({"is_published": true})).await.expect_success();
    editor.delete(&article).await.expect_success();
    let mut page = editor.json("/api/pages/terms").await;
    page["title"] = json!("Regras de Uso");
    editor.put("/api/pages/terms", &page).await.expect_success();
    let redirect = create("/api/redirects", json!({"from_path": "/antigo", "to_url": "/sobre"})).await;
    editor.put(&redirect, &json!({"to_url": "/contato"})).await.expect_success();
    editor.delete(&redirect).await.expect_success();

    let admin = server.admin().await;
    let events = listed(&admin, &format!("?person={EDITOR}")).await;
    let summaries = summaries(&events);
    assert_eq!(
        summaries[..10],
        [
            [EDITOR, "redirect.deleted", "/antigo"],
            [EDITOR, "redirect.updated", "/antigo"],
            [EDITOR, "redirect.created", "/antigo"],
            [EDITOR, "page.updated", "Termos de Uso"],
            [EDITOR, "post.deleted", "Olá"],
            [EDITOR, "post.updated", "Olá"],
            [EDITOR, "post.created", "Olá"],
            [EDITOR, "service.deleted", "Redes e Wi-Fi"],
            [EDITOR, "service.updated", "Redes e Wi-Fi"],
            [EDITOR, "service.created", "Redes"],
        ]
    );
    assert_eq!(events[1]["before"], json!({"to_url": "/sobre"}));
    assert_eq!(events[3]["after"], json!({"title": "Regras de Uso"}));
    assert_eq!(events[4]["before"]["content"], "Um.");
    assert_eq!(events[5]["before"]["is_published"], false);
    assert_eq!(events[6]["after"]["slug"], "ola");
    assert_eq!(events[7]["after"], Value::Null);
    assert_eq!(events[8]["before"], json!({"title": "Redes", "features": ["a", "b"]}));
    assert_eq!(events[8]["after"], json!({"title": "Redes e Wi-Fi", "features": ["a"]}));
    assert_eq!(problems(&server).await, []);
}

#[tokio::test]
async fn denied_action_is_recorded_once_a_minute() {
    let server = Server::start_with(NO_LIMITS).await;
    let visitor = server.token(VISITOR).await;
    let attempt = async |method: Method, path: &str| {
        server.request(method, path).bearer_auth(&visitor).await.expect(StatusCode::FORBIDDEN);
    };
    for number in 0..5 {
        attempt(Method::GET, &format!("/api/contacts/00000000-0000-0000-0000-00000000000{number}")).await;
    }
    attempt(Method::DELETE, "/api/contacts/00000000-0000-0000-0000-000000000000").await;
    server.advance(TimeDelta::seconds(61));
    attempt(Method::GET, &format!("/api/contacts/{}", "Secret".repeat(7))).await;
    let editor = server.editor().await;
    editor.get("/api/audit").await.expect(StatusCode::FORBIDDEN);

    let events = listed(&server.admin().await, "").await;
    let denied: Vec<_> =
        summaries(&events).into_iter().filter(|[_, action, _]| *action == "account.access_denied").collect();
    assert_eq!(
        denied.iter().map(|[who, _, label]| (*who, *label)).collect::<Vec<_>>(),
        [
            (EDITOR, "GET /api/audit"),
            (VISITOR, "GET /api/contacts/[secret]"),
            (VISITOR, "DELETE /api/contacts/00000000-0000-0000-0000-000000000000"),
            (VISITOR, "GET /api/contacts/00000000-0000-0000-0000-000000000000"),
        ]
    );
}

#[tokio::test]
async fn audit_log_is_filtered_and_paged() {
    let server = server_with_log().await;
    server.advance(TimeDelta::days(1));
    let admin = server.admin().await;
    let count = async |query: &str| listed(&admin, query).await.len();
    assert_eq!(count("").await, 7);
    assert_eq!(count("?group=contact").await, 5);
    assert_eq!(count("?group=cont").await, 0, "a part of a group's name");
    assert_eq!(count("?group=%25").await, 0);
    assert_eq!(count("?search=CONT%C3%81TO%203").await, 1);
    assert_eq!(count("?search=alterou").await, 5);
    assert_eq!(count("?search=%25").await, 0);
    assert_eq!(count("?subject_kind=contact&subject_id=1").await, 5);
    assert_eq!(count("?subject_kind=contact&subject_id=2").await, 0);
    assert_eq!(count(&format!("?person={}", ADMIN.to_uppercase())).await, 1);
    assert_eq!(count("?from=2026-11-21").await, 1);
    assert_eq!(count("?to=2026-11-20").await, 6);
    assert_eq!(count("?from=2026-11-20&to=2026-11-21").await, 7);
    for wrong in ["?from=ontem", "?limit=0", "?cursor=x"] {
        let answer = admin.get(&format!("/api/audit{wrong}")).await;
        assert_eq!(answer.status(), StatusCode::BAD_REQUEST, "{wrong}");
    }

    let (mut next, mut seen) =
        (Some("/api/audit?group=contact&search=contato&limit=2".to_owned()), Vec::new());
    while let Some(path) = next {
        let answer = admin.get(&path).await;
        assert_eq!(answer.headers()["x-total-count"], "5");
        next = answer.next_page();
        seen.extend(answer.json().as_array().unwrap().iter().map(|event| event["sequence"].clone()));
    }
    assert_eq!(seen, [6, 5, 4, 3, 2]);
    let of_two_filters = admin.get("/api/audit?group=contact&from=2026-11-20&limit=2").await;
    assert_eq!(of_two_filters.headers()["x-total-count"], "5");
    assert_eq!(admin.json("/api/audit/4").await["label"], "contato 4");
    for missing in ["/api/audit/99", "/api/audit/x"] {
        admin.get(missing).await.expect(StatusCode::NOT_FOUND);
    }
}

#[tokio::test]
async fn search_reads_the_newest_events_of_the_period() {
    const MAX_READ: u32 = 50_000;
    let server = Server::start().await;
    let time = match server.is_sqlite() {
        true => "strftime('%Y-%m-%dT%H:%M:%f000+00:00', 1700000000 + n, 'unixepoch')",
        false => "to_timestamp(1700000000 + n)",
    };
    server
        .execute_sql(&format!(
            "WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < {MAX_READ})
            INSERT INTO audit_events (sequence, created_at, action, source, search, personal_mac, mac)
            SELECT n - 100000, {time}, 'abc.updated', 'web', CASE n WHEN 0 THEN 'mais antigo' ELSE 'abc' END, '', ''
            FROM numbers"
        ))
        .await;
    let admin = server.admin().await;
    let search = async |query: &str| {
        let answer = admin.get(&format!("/api/audit?search=mais+antigo{query}")).await;
        let searched_first =
            answer.headers().get("x-searched-first").map(|value| value.to_str().unwrap().to_owned());
        (answer.json().as_array().unwrap().len(), searched_first)
    };
    assert_eq!(search("").await, (0, Some(MAX_READ.to_string())));
    assert_eq!(search("&to=2023-11-14").await, (1, None));
}

#[tokio::test]
async fn audit_log_of_a_person_has_events_by_and_about_the_person() {
    let server = Server::start().await;
    let guess = json!({"email": "ninguem@exemplo.com.br", "password": "um palpite"});
    server.post("/api/auth/login", &guess).await.expect(StatusCode::UNAUTHORIZED);
    let (visitor, admin) = (server.sign_in(VISITOR).await, server.admin().await);
    let path = format!("/api/auth/users/{}", visitor.user_id().await);
    admin.put(&path, &json!({"full_name": "Outro Nome"})).await.expect(StatusCode::OK);
    let actions = async |email: &str| {
        let events = listed(&admin, &format!("?person={email}")).await;
        events.iter().map(|event| event["action"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(actions("ninguem@exemplo.com.br").await, ["account.sign_in_failed"]);
    assert_eq!(actions(VISITOR).await, ["user.updated", "account.signed_in"]);
}

#[tokio::test]
async fn audit_log_export_is_complete_and_recorded() {
    let server = Server::start().await;
    for _ in 0..105 {
        record_event(&server.app, "=1+1").await;
    }
    let admin = server.admin().await;
    let answer = admin.get("/api/audit/export.csv?group=contact").await;
    assert_eq!(answer.headers()[header::CONTENT_TYPE], "text/csv; charset=utf-8");
    let text = answer.text();
    let start = "\u{feff}Número;Quando;Quem;O que fez;Registro;Endereço IP;Antes;Depois\r\n\
        106;20/11/2026 09:00;Sistema;alterou o contato;'=1+1;;\"a: [1,2]\nname: antes\nz: 1\";";
    assert!(text.starts_with(start), "{text}");
    assert_eq!(text.matches(";alterou o contato;").count(), 105);
    let last = &listed(&admin, "?limit=1").await[0];
    assert_eq!((&last["action"], &last["user_email"]), (&json!("audit.exported"), &json!(ADMIN)));
    assert_eq!(last["after"], json!({"group": "contact"}));
}
