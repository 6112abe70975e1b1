//! The dashboard. The clock starts at 9:00 in São Paulo on Friday, 20 November 2026.

use chrono::TimeDelta;
use image::ImageFormat;
use reqwest::StatusCode;
use serde_json::{Value, json};
use vitrine::foundation::identity::model::Role;

use crate::{
    harness::{ADMIN, EDITOR, NO_LIMITS, SUPPORT, Server, VISITOR, WRITER, contact_path, new_contact_with},
    media::{picture, upload},
};

async fn start() -> Server {
    Server::start_with(NO_LIMITS).await
}

async fn dashboard(server: &Server) -> Value {
    server.admin().await.json("/api/dashboard").await
}

async fn send(server: &Server, changes: Value) -> Value {
    server.send_contact(&new_contact_with(&changes)).await
}

/// Sends a contact with a service of interest.
async fn send_about(server: &Server, service: &str) -> Value {
    send(server, json!({"message": format!("Serviço de interesse: {service}\n\nOi.")})).await
}

async fn change(server: &Server, contact: &Value, fields: Value) {
    let path = contact_path(contact);
    server.editor().await.put(&path, &fields).await.expect(StatusCode::OK);
}

/// Returns the days with contacts, each with their number.
fn days(dashboard: &Value) -> Vec<(&str, u64)> {
    let days = dashboard["contacts"]["by_day"].as_array().unwrap().iter();
    let days = days.map(|day| (day["day"].as_str().unwrap(), day["count"].as_u64().unwrap()));
    days.filter(|(_, count)| *count > 0).collect()
}

/// Returns the number of contacts with each status.
fn statuses(dashboard: &Value) -> Vec<u64> {
    let counts = dashboard["contacts"]["by_status"].as_array().unwrap().iter();
    counts.map(|found| found["count"].as_u64().unwrap()).collect()
}

#[tokio::test]
async fn dashboard_of_a_new_site_counts_demo_content_and_no_contacts() {
    let server = start().await;
    let found = dashboard(&server).await;
    assert_eq!(found["counted_at"], "2026-11-20T12:00:00Z");
    assert_eq!(found["services"], json!({"total": 18, "active": 18}));
    assert_eq!((&found["posts"]["total"], &found["posts"]["published"]), (&json!(6), &json!(6)));
    assert_eq!(found["posts"]["latest"].as_array().unwrap().len(), 5);
    assert_eq!(found["contacts"]["total"], 0);
    let waiting = json!({"count": 0, "late": 0, "undelivered": 0, "promised_hours": 24, "most_urgent": null,
        "promises": {"due": 0, "met": 0}});
    assert_eq!(found["contacts"]["waiting"], waiting);
    assert_eq!(statuses(&found), [0; 4]);
    assert_eq!(found["contacts"]["by_service"], json!([]));
    assert_eq!((found["contacts"]["by_day"].as_array().unwrap().len(), days(&found)), (30, vec![]));
    assert_eq!(found["last_change"], Value::Null, "a sign-in doesn't change the site");
    assert_eq!(
        found["mail"],
        json!({"queued": 0, "failed": 0, "withheld": 0, "problem": null, "receiving_problem": null})
    );
}

#[tokio::test]
async fn dashboard_days_are_those_of_sao_paulo() {
    let server = start().await;
    server.advance(TimeDelta::hours(15) - TimeDelta::microseconds(1));
    send(&server, json!({})).await;
    assert_eq!(days(&dashboard(&server).await), [("2026-11-20", 1)]);
    server.advance(TimeDelta::microseconds(1));
    send(&server, json!({})).await;
    send(&server, json!({})).await;
    let found = dashboard(&server).await;
    assert_eq!(days(&found), [("2026-11-20", 1), ("2026-11-21", 2)]);
    let by_day = found["contacts"]["by_day"].as_array().unwrap();
    assert_eq!((&by_day[0]["day"], &by_day[29]["day"]), (&json!("2026-10-23"), &json!("2026-11-21")));
}

#[tokio::test]
async fn dashboard_period_is_thirty_or_ninety_days() {
    let server = start().await;
    send_about(&server, "Outro").await;
    server.advance(TimeDelta::days(30));
    let staff = server.admin().await;
    let short = staff.json("/api/dashboard?days=30").await;
    assert_eq!((days(&short), &short["contacts"]["by_service"]), (vec![], &json!([])));
    assert_eq!(short["contacts"]["total"], 1, "the total includes older contacts");
    let long = staff.json("/api/dashboard?days=90").await;
    assert_eq!(long["contacts"]["by_day"].as_array().unwrap().len(), 90);
    assert_eq!(days(&long), [("2026-11-20", 1)]);
    assert_eq!(long["contacts"]["by_service"], json!([{"service": "Outro", "count": 1}]));
    for days in ["0", "31", "-30", "x"] {
        let answer = staff.get(&format!("/api/dashboard?days={days}")).await;
        assert_eq!(answer.status(), StatusCode::BAD_REQUEST, "{days}");
    }
}

#[tokio::test]
async fn dashboard_ignores_spam_and_trash() {
    let server = start().await;
    send(&server, json!({"website": "robo"})).await;
    let deleted = send(&server, json!({})).await;
    let path = contact_path(&deleted);
    server.editor().await.delete(&path).await.expect_success();
    let found = dashboard(&server).await;
    assert_eq!((days(&found), statuses(&found)), (vec![], vec![0; 4]));
    assert_eq!((&found["contacts"]["total"], &found["contacts"]["by_service"]), (&json!(0), &json!([])));
    assert_eq!(found["contacts"]["waiting"]["most_urgent"], Value::Null);

    let spam = server.editor().await.json("/api/contacts?view=spam").await;
    change(&server, &spam[0], json!({"quarantined": false})).await;
    server.editor().await.post_empty(&format!("{path}/restore")).await.expect_success();
    let found = dashboard(&server).await;
    assert_eq!((days(&found), statuses(&found)), (vec![("2026-11-20", 2)], vec![2, 0, 0, 0]));
}

#[tokio::test]
async fn waiting_contacts_are_late_after_their_deadline() {
    let server = start().await;
    // The clock moves from Friday, a holiday, to Monday. Monday to Wednesday are working days.
    server.advance(TimeDelta::days(3));
    let first = send(&server, json!({"name": "Primeira", "company": "Um"})).await;
    server.advance(TimeDelta::hours(1));
    let second = send(&server, json!({"name": "Segundo", "company": "Dois"})).await;
    server.advance(TimeDelta::minutes(1));
    send(&server, json!({"name": "Terceira"})).await;
    change(&server, &first, json!({"status": "read"})).await;
    let waiting = async || dashboard(&server).await["contacts"]["waiting"].clone();
    server.advance(TimeDelta::minutes(23 * 60 - 1));
    let found = waiting().await;
    assert_eq!((&found["count"], &found["late"]), (&json!(3), &json!(0)), "the deadline itself is in time");
    let most_urgent = json!({
        "id": first["id"], "name": "Primeira", "company": "Um", "asked_at": "2026-11-23T12:00:00Z",
        "promise": {"due_at": "2026-11-24T12:00:00Z", "due_text": "hoje, 9h", "is_late": false, "minutes_left": 0},
    });
    assert_eq!(found["most_urgent"], most_urgent);
    server.advance(TimeDelta::microseconds(1));
    assert_eq!(waiting().await["late"], 1);

    change(&server, &first, json!({"status": "replied"})).await;
    let found = waiting().await;
    assert_eq!((&found["count"], &found["late"]), (&json!(2), &json!(0)));
    assert_eq!(found["most_urgent"]["id"], second["id"]);
    change(&server, &second, json!({"status": "archived"})).await;
    let found = dashboard(&server).await;
    assert_eq!(statuses(&found), [1, 0, 1, 1]);
    assert_eq!(found["contacts"]["waiting"]["most_urgent"]["name"], "Terceira");
}

#[tokio::test]
async fn contacts_are_counted_by_service() {
    let server = start().await;
    for (service, times) in [("Soluções em Nuvem", 2), ("A", 1), ("B", 1), ("C", 1), ("D", 1), ("E", 1)] {
        for _ in 0..times {
            send_about(&server, service).await;
        }
    }
    let plain = send(&server, json!({"message": "Só isto."})).await;
    let services = async || {
        let found = dashboard(&server).await["contacts"]["by_service"].clone();
        let found = found.as_array().unwrap().iter();
        let found =
            found.map(|row| (row["service"].as_str().unwrap().to_owned(), row["count"].as_u64().unwrap()));
        found.collect::<Vec<_>>()
    };
    let found = services().await;
    assert_eq!(found[0], ("Soluções em Nuvem".to_owned(), 2));
    assert_eq!(found.len(), 6, "at most six services are listed");
    assert!(!found.contains(&("Não informado".to_owned(), 1)));

    let message = "Serviço de interesse: Soluções em Nuvem\n\nSó isto.";
    change(&server, &plain, json!({"message": message})).await;
    assert_eq!(services().await[0], ("Soluções em Nuvem".to_owned(), 3));
    change(&server, &plain, json!({"status": "read"})).await;
    assert_eq!(services().await[0], ("Soluções em Nuvem".to_owned(), 3));
}

#[tokio::test]
async fn post_and_service_counts_follow_changes() {
    let server = start().await;
    let staff = server.editor().await;
    server.advance(TimeDelta::minutes(1));
    let draft = json!({"title": "Um rascunho", "slug": "um-rascunho", "content": "Texto."});
    let draft = staff.post("/api/blog", &draft).await.expect_success().json();
    let services = staff.json("/api/services").await;
    let service = format!("/api/services/{}", services[0]["id"].as_str().unwrap());
    staff.put(&service, &json!({"is_active": false})).await.expect_success();
    let found = dashboard(&server).await;
    assert_eq!(found["services"], json!({"total": 18, "active": 17}));
    assert_eq!((&found["posts"]["total"], &found["posts"]["published"]), (&json!(7), &json!(6)));
    let expected = json!({
        "id": draft["id"], "title": "Um rascunho", "slug": "um-rascunho", "is_published": false,
        "publish_at": null, "author": "Admin", "created_at": "2026-11-20T12:01:00Z",
    });
    assert_eq!(found["posts"]["latest"][0], expected);
    staff.delete(&service).await.expect_success();
    assert_eq!(dashboard(&server).await["services"], json!({"total": 17, "active": 17}));
}

#[tokio::test]
async fn scheduled_posts_are_counted_apart_from_drafts() {
    let server = start().await;
    let staff = server.editor().await;
    for (slug, publish_at) in [("rascunho", json!(null)), ("agendado", json!("2026-11-27T12:00:00Z"))] {
        let post = json!({"title": slug, "slug": slug, "content": "Texto.", "publish_at": publish_at});
        staff.post("/api/blog", &post).await.expect_success();
    }
    let posts = &dashboard(&server).await["posts"];
    assert_eq!([&posts["total"], &posts["published"], &posts["scheduled"]], [8, 6, 1]);
}

#[tokio::test]
async fn last_change_is_limited_to_what_the_role_may_see() {
    let server = start().await;
    let (admin, editor) = (server.admin().await, server.editor().await);
    let post = json!({"title": "Novo", "slug": "novo", "content": "Texto."});
    editor.post("/api/blog", &post).await.expect_success();
    server.advance(TimeDelta::minutes(5));
    admin.put("/api/settings/company", &json!({"tagline": "Outro slogan"})).await.expect_success();
    server.advance(TimeDelta::minutes(5));
    let contact = send(&server, json!({})).await;
    change(&server, &contact, json!({"status": "read"})).await;

    let found = admin.json("/api/dashboard").await["last_change"].clone();
    assert_eq!((&found["created_at"], &found["label"]), (&json!("2026-11-20T12:05:00Z"), &json!("Empresa")));
    assert_eq!(found["summary"], "alterou as configurações");
    assert_eq!(found["actor"], json!({"user_email": ADMIN, "source": "web"}));
    let found = editor.json("/api/dashboard").await["last_change"].clone();
    let expected = json!({
        "created_at": "2026-11-20T12:00:00Z", "summary": "criou o post", "label": "Novo", "actor": null,
    });
    assert_eq!(found, expected);
}

#[tokio::test]
async fn dashboard_of_each_role_has_only_its_parts() {
    let server = start().await;
    server.create_account(SUPPORT, Role::Support).await;
    server.create_account(WRITER, Role::Writer).await;
    server.editor().await.post("/api/blog", &json!({"title": "Novo", "slug": "novo", "content": "x"})).await;
    let always = ["counted_at", "visits"];
    for (email, parts) in [
        (SUPPORT, vec!["contacts"]),
        (WRITER, vec!["last_change", "posts", "services"]),
        (EDITOR, vec!["contacts", "last_change", "posts", "services"]),
        (ADMIN, vec!["contacts", "last_change", "mail", "operation", "posts", "services", "setup"]),
    ] {
        let found = server.sign_in(email).await.json("/api/dashboard").await;
        let filled = found.as_object().unwrap().iter().filter(|(_, part)| !part.is_null());
        let mut filled: Vec<_> = filled.map(|(name, _)| &**name).collect();
        filled.retain(|name| !always.contains(name));
        filled.sort_unstable();
        assert_eq!(filled, parts, "{email}");
    }
}

#[tokio::test]
async fn only_administrators_see_mail_and_setup_state() {
    let server = start().await;
    send(&server, json!({})).await;
    let fail_first =
        "UPDATE outbox SET state = 'failed' WHERE id = (SELECT id FROM outbox ORDER BY id LIMIT 1)";
    server.execute_sql(fail_first).await;
    assert_eq!(
        dashboard(&server).await["mail"],
        json!({"queued": 1, "failed": 1, "withheld": 0, "problem": null, "receiving_problem": null})
    );
    let found = server.sign_in(EDITOR).await.json("/api/dashboard").await;
    assert_eq!((&found["mail"], &found["setup"]), (&Value::Null, &Value::Null));
    assert_eq!((&found["contacts"]["total"], &found["posts"]["total"]), (&json!(1), &json!(6)));
    server.sign_in(VISITOR).await.get("/api/dashboard").await.expect(StatusCode::FORBIDDEN);
    let answer = server.get("/api/dashboard").await.expect(StatusCode::UNAUTHORIZED);
    assert_eq!(answer.json()["code"], "unauthenticated");
}

#[tokio::test]
async fn setup_steps_are_completed_one_by_one() {
    let server = start().await;
    let admin = server.admin().await;
    let steps = async || {
        let setup = admin.json("/api/dashboard").await["setup"].clone();
        let done = setup.as_object().unwrap().iter().filter(|(_, done)| **done == json!(true));
        done.map(|(name, _)| name.clone()).collect::<Vec<_>>()
    };
    let save = async |record: &str, change: Value| {
        admin.put(&format!("/api/settings/{record}"), &change).await.expect_success();
    };
    assert_eq!(steps().await, [""; 0]);
    save("contact", json!({"address": "Recife, PE"})).await;
    assert_eq!(steps().await, [""; 0], "steps don't count demo content");
    save("contact", json!({"phone": "(81) 3000-0000"})).await;
    save("contact", json!({"email": "oi@exemplo.com.br"})).await;
    assert_eq!(steps().await, ["email", "phone"]);
    save("company", json!({"name": "Nova Rede"})).await;
    assert_eq!(steps().await, ["email", "name", "phone"]);
    save("analytics", json!({"hotjar": "1234567"})).await;
    let logo = upload(&admin, "logo.png", &picture(40, 40, ImageFormat::Png)).await["url"].clone();
    save("company", json!({"logo": logo})).await;
    assert_eq!(steps().await, ["analytics", "email", "logo", "name", "phone"]);
    save("analytics", json!({"hotjar": ""})).await;
    save("company", json!({"logo": ""})).await;
    assert_eq!(steps().await, ["email", "name", "phone"]);

    let variables = [
        ("VITRINE_SMTP_URL", "smtp://127.0.0.1:9?tls=none"),
        ("VITRINE_MAIL_FROM", "Exemplo TI <site@exemplo.com.br>"),
    ];
    let server = Server::start_with_variables(&variables).await;
    assert_eq!(dashboard(&server).await["setup"]["mail"], true);
}

#[tokio::test]
async fn dashboard_of_another_process_has_the_same_counts() {
    let server = start().await;
    send(&server, json!({})).await;
    let mut here = dashboard(&server).await;
    let replica = server.replica().await;
    let mut there = dashboard(&replica).await;
    assert_eq!(here["contacts"].take(), there["contacts"].take());
}
