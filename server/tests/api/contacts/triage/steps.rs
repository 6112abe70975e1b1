//! Next steps of contacts and their reminders.

use sea_orm::QueryResult;
use vitrine::{features::contacts::steps::reminders, foundation::identity::model::Role};

use super::*;
use crate::harness::{EDITOR, SUPPORT};

async fn plan(staff: &Client, id: &str, step: &Value) -> Value {
    staff.put(&format!("{}/next-step", path(id)), step).await.expect(StatusCode::OK).json()
}

/// Returns recipient and subject of each reminder.
async fn reminders(server: &Server) -> Vec<(String, String)> {
    let query = format!("SELECT to_email, subject FROM outbox WHERE kind = '{}'", reminders::KIND);
    let rows = server.query(&query).await;
    let read = |row: &QueryResult, column: &str| row.try_get::<String>("", column).unwrap();
    rows.iter().map(|row| (read(row, "to_email"), read(row, "subject"))).collect()
}

#[tokio::test]
async fn completed_step_moves_to_the_timeline_and_back() {
    let server = start().await;
    let staff = server.editor().await;
    let id = send(&server, "Ana").await;
    let planned =
        plan(&staff, &id, &json!({"text": " Enviar  proposta ", "date": "2026-11-24", "time": "14:30"}))
            .await;
    let me = staff.user_id().await;
    let expected =
        json!({"text": "Enviar proposta", "date": "2026-11-24", "time": "14:30", "planned_by": me});
    assert_eq!(planned["next_step"], expected);
    let done_path = format!("{}/next-step/done", path(&id));
    let done = staff.post_empty(&done_path).await.expect(StatusCode::CREATED).json();
    let entry = &timeline(&staff, &id).await[0];
    assert_eq!((&entry["kind"], &entry["text"]), (&json!("step"), &json!("Enviar proposta")));
    assert_eq!(staff.json(&path(&id)).await["next_step"], Value::Null);
    assert_eq!(refused(&staff, Method::POST, &done_path, &json!({})).await.1["code"], "no_next_step");

    let step_path = format!("/api/contacts/steps/{}", id_of(&done));
    let reopened = staff.delete(&step_path).await.expect(StatusCode::OK).json();
    assert_eq!(reopened["next_step"], expected);
    assert_eq!(refused(&staff, Method::DELETE, &step_path, &json!({})).await.0, 404);
}

#[tokio::test]
async fn own_steps_are_listed_by_time() {
    let server = start().await;
    let staff = server.editor().await;
    let me = staff.user_id().await;
    create_bruna(&server).await;
    let bruna = assignee_id(&staff, "Bruna").await;
    for (name, date, assignee) in
        [("Ana", "2026-11-30", Some(&me)), ("Bia", "2026-11-21", None), ("Caio", "2026-11-22", Some(&bruna))]
    {
        let id = send(&server, name).await;
        staff.put(&path(&id), &json!({"assigned_to": assignee})).await.expect_success();
        plan(&staff, &id, &json!({"text": "Ligar", "date": date})).await;
    }
    let first = staff.get("/api/contacts?view=next_steps&limit=1").await.expect_success();
    assert_eq!(names(&first.json()), ["Bia"], "without an assignee, it is the step of its author");
    assert_eq!(names(&staff.json(&first.next_page().unwrap()).await), ["Ana"]);
    assert_eq!(staff.json("/api/contacts/summary").await["next_steps"], 2);
    let other = server.sign_in(BRUNA).await;
    assert_eq!(names(&other.json("/api/contacts?view=next_steps").await), ["Caio"]);
}

#[tokio::test]
async fn reminder_is_queued_once_at_its_time() {
    let server = start().await;
    let replica = server.replica().await;
    let staff = server.editor().await;
    server.create_account(SUPPORT, Role::Support).await;
    let support = server.sign_in(SUPPORT).await.user_id().await;
    let (timed, untimed) = (send(&server, "Ana").await, send(&server, "Bia").await);
    plan(&staff, &timed, &json!({"text": "Ligar", "date": "2026-11-20", "time": "10:00"})).await;
    plan(&staff, &untimed, &json!({"text": "Escrever", "date": "2026-11-21"})).await;
    staff.put(&path(&untimed), &json!({"assigned_to": support})).await.expect_success();
    let run = async || {
        let (one, other) = tokio::join!(reminders::run(&server.app), reminders::run(&replica.app));
        one.and(other).unwrap();
    };
    run().await;
    assert_eq!(reminders(&server).await, []);
    server.advance(TimeDelta::hours(1));
    run().await;
    run().await;
    assert_eq!(reminders(&server).await, [(EDITOR.to_owned(), "Próximo passo: Ligar – Ana".to_owned())]);
    server.advance(TimeDelta::hours(22) - TimeDelta::minutes(1));
    run().await;
    assert_eq!(reminders(&server).await.len(), 1, "it is 7:59");
    server.advance(TimeDelta::minutes(1));
    run().await;
    assert_eq!(reminders(&server).await.len(), 2);
    assert!(
        reminders(&server).await.contains(&(SUPPORT.to_owned(), "Próximo passo: Escrever – Bia".to_owned()))
    );
}

#[tokio::test]
async fn failed_run_of_reminders_is_repeated() {
    let server = start().await;
    let staff = server.editor().await;
    let id = send(&server, "Ana").await;
    plan(&staff, &id, &json!({"text": "Ligar", "date": "2026-11-20", "time": "10:00"})).await;
    server.advance(TimeDelta::hours(1));
    // As after a crash between the queued mail and the commit.
    let tx = server.app.db.begin().await.unwrap();
    let now = server.app.clock.now();
    let id = id.parse().unwrap();
    assert!(vitrine::features::contacts::steps::store::take_reminder(&*tx, id, now).await.unwrap());
    drop(tx);
    reminders::run(&server.app).await.unwrap();
    assert_eq!(reminders(&server).await.len(), 1);
}

#[tokio::test]
async fn moved_or_completed_step_withdraws_its_reminder() {
    let server = start().await;
    let staff = server.editor().await;
    let (moved, done) = (send(&server, "Ana").await, send(&server, "Bia").await);
    for id in [&moved, &done] {
        plan(&staff, id, &json!({"text": "Ligar", "date": "2026-11-20", "time": "10:00"})).await;
    }
    server.advance(TimeDelta::hours(2));
    let staff = server.editor().await;
    reminders::run(&server.app).await.unwrap();
    assert_eq!(reminders(&server).await.len(), 2);
    staff.post_empty(&format!("{}/next-step/done", path(&done))).await.expect_success();
    plan(&staff, &moved, &json!({"text": "Ligar", "date": "2026-11-20", "time": "10:30"})).await;
    reminders::run(&server.app).await.unwrap();
    assert_eq!(reminders(&server).await, [], "nobody is reminded of a time that has passed");
    plan(&staff, &moved, &json!({"text": "Ligar", "date": "2026-11-20", "time": "12:00"})).await;
    server.advance(TimeDelta::hours(1));
    reminders::run(&server.app).await.unwrap();
    assert_eq!(reminders(&server).await.len(), 1);
}

#[tokio::test]
async fn invalid_step_names_its_fields() {
    let server = start().await;
    let staff = server.editor().await;
    let path = format!("{}/next-step", path(&send(&server, "Ana").await));
    let (status, error) = refused(&staff, Method::PUT, &path, &json!({"time": "9h"})).await;
    assert_eq!(status, 422);
    let fields: Vec<_> = error["fields"].as_object().unwrap().keys().collect();
    assert_eq!(fields, ["date", "text", "time"]);
}

#[tokio::test]
async fn texts_about_steps_and_losses_are_erased_with_the_person() {
    let server = start().await;
    let admin = server.admin().await;
    let id = send(&server, "Ana").await;
    plan(&admin, &id, &json!({"text": "Ligar no celular", "date": "2026-11-24"})).await;
    admin.post_empty(&format!("{}/next-step/done", path(&id))).await.expect_success();
    plan(&admin, &id, &json!({"text": "Visitar a loja", "date": "2026-11-25"})).await;
    let lost = json!({"stage": "lost", "lost_reason": "other", "lost_text": "Fechou a loja"});
    admin.put(&format!("{}/stage", path(&id)), &lost).await.expect_success();
    let person = json!({"email": "ana@exemplo.com.br"});
    let found = admin.json("/api/people/view?email=ana@exemplo.com.br").await.to_string();
    for text in ["Ligar no celular", "Visitar a loja", "Fechou a loja"] {
        assert!(found.contains(text), "{text}: {found}");
    }
    admin.post("/api/people/erase", &person).await.expect(StatusCode::OK);
    let left = admin.json(&path(&id)).await;
    assert_eq!((&left["next_step"], &left["lost_text"]), (&Value::Null, &json!("")));
    assert_eq!((&left["stage"], &left["lost_reason"]), (&json!("lost"), &json!("other")), "figures stay");
    let entries = timeline(&admin, &id).await;
    assert!(entries.iter().all(|entry| entry["kind"] != "step"), "{entries:?}");
}

#[tokio::test]
async fn undone_change_of_a_step_keeps_who_planned_it() {
    let server = start().await;
    create_bruna(&server).await;
    let id = send(&server, "Ana").await;
    let (staff, bruna) = (server.editor().await, server.sign_in(BRUNA).await);
    let step = json!({"text": "Ligar", "date": "2026-11-24"});
    let planned = plan(&bruna, &id, &step).await["next_step"].clone();
    plan(&staff, &id, &json!({"text": "Visitar", "date": "2026-11-25"})).await;
    let undone = plan(&staff, &id, &planned).await;
    assert_eq!(undone["next_step"], planned);
    assert_eq!(plan(&staff, &id, &step).await["next_step"]["planned_by"], json!(staff.user_id().await));
    let visitor = server.sign_in(VISITOR).await.user_id().await;
    let by_visitor = json!({"text": "Ligar", "date": "2026-11-24", "planned_by": visitor});
    assert_eq!(plan(&staff, &id, &by_visitor).await["next_step"]["planned_by"], Value::Null);
}
