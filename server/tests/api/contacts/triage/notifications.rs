//! Rules that assign contacts, and what staff are notified of.

use sea_orm::QueryResult;
use vitrine::{
    features::contacts::{
        notifications::{digest, events, model::ContactEvent, promise_ending, store},
        promise,
    },
    foundation::identity::model::Role,
};

use super::*;
use crate::harness::{ADMIN, SUPPORT, WRITER};

const RULES: &str = "/api/contacts/assignment";
const PREFERENCES: &str = "/api/contacts/notifications";

async fn user_id(server: &Server, email: &str) -> String {
    server.sign_in(email).await.user_id().await
}

fn rules(mode: &str, turns: &[&String], services: &Value) -> Value {
    json!({"mode": mode, "answerer": false, "turns": turns, "services": services})
}

/// Returns recipient and subject of each mail of a kind, oldest first.
async fn mails(server: &Server, kind: &str) -> Vec<(String, String)> {
    let query = format!("SELECT to_email, subject FROM outbox WHERE kind = '{kind}' ORDER BY to_email, id");
    let read = |row: &QueryResult, column: &str| row.try_get::<String>("", column).unwrap();
    server.query(&query).await.iter().map(|row| (read(row, "to_email"), read(row, "subject"))).collect()
}

async fn assignee(staff: &Client, id: &str) -> Value {
    staff.json(&path(id)).await["assigned_to"].clone()
}

#[tokio::test]
async fn new_contacts_go_to_people_in_turn_once_with_several_replicas() {
    let server = start().await;
    server.create_account(SUPPORT, Role::Support).await;
    let replica = server.replica().await;
    let admin = server.admin().await;
    let (editor, support) = (user_id(&server, EDITOR).await, user_id(&server, SUPPORT).await);
    let both = rules("round_robin", &[&editor, &support], &json!([]));
    admin.put(RULES, &both).await.expect_success();
    let mut ids = Vec::new();
    for name in ["Ana", "Bia", "Caio", "Davi"] {
        ids.push(send(&server, name).await);
    }
    let (one, other) = tokio::join!(events::run(&server.app), events::run(&replica.app));
    one.and(other).unwrap();
    let mut assignees = Vec::new();
    for id in &ids {
        assignees.push(assignee(&admin, id).await);
    }
    assignees.sort_by_key(Value::to_string);
    let mut expected = [json!(editor), json!(editor), json!(support), json!(support)];
    expected.sort_by_key(Value::to_string);
    assert_eq!(assignees, expected);
    let mails = mails(&server, "contact_event").await;
    assert_eq!(mails.len(), 4, "{mails:?}");
    assert!(mails.iter().all(|(_, subject)| subject.starts_with("Atribuído a você: ")), "{mails:?}");

    server.execute_sql(&format!("UPDATE users SET role = 'user' WHERE email = '{SUPPORT}'")).await;
    for name in ["Eva", "Fabi"] {
        let id = send(&server, name).await;
        events::run(&server.app).await.unwrap();
        assert_eq!(assignee(&admin, &id).await, json!(editor), "the rules skip people without access");
    }
    let overview = admin.json(RULES).await;
    assert_eq!(overview["without_access"][0]["id"], json!(support));
    admin.put(RULES, &rules("none", &[&support], &json!([]))).await.expect_success();
}

#[tokio::test]
async fn new_contacts_that_are_restored_or_released_are_assigned() {
    let server = start().await;
    let admin = server.admin().await;
    let editor = user_id(&server, EDITOR).await;
    admin.put(RULES, &rules("round_robin", &[&editor], &json!([]))).await.expect_success();
    for (leave, come_back) in [("trash", "restore"), ("quarantine", "release")] {
        let id = send(&server, "Ana").await;
        let change = async |action: &str| {
            admin
                .post("/api/contacts/bulk", &json!({"action": action, "ids": [id]}))
                .await
                .expect(StatusCode::OK);
            events::run(&server.app).await.unwrap();
        };
        change(leave).await;
        assert_eq!(assignee(&admin, &id).await, Value::Null);
        change(come_back).await;
        assert_eq!(assignee(&admin, &id).await, json!(editor), "{come_back}");
    }
}

#[tokio::test]
async fn contacts_of_a_service_go_to_its_person() {
    let server = start().await;
    let admin = server.admin().await;
    let editor = user_id(&server, EDITOR).await;
    let services = json!([{"service": "Suporte Técnico", "user_id": editor}]);
    admin.put(RULES, &rules("by_service", &[], &services)).await.expect_success();
    let message = "Serviço de interesse: Suporte Técnico\n\nOi, preciso de ajuda.";
    let wanted = server.send_contact(&new_contact_with(&json!({"message": message}))).await;
    let other = server
        .send_contact(&new_contact_with(&json!({"name": "Bia", "message": "Oi, preciso de ajuda."})))
        .await;
    events::run(&server.app).await.unwrap();
    assert_eq!(assignee(&admin, &id_of(&wanted)).await, json!(editor));
    assert_eq!(assignee(&admin, &id_of(&other)).await, Value::Null);
}

#[tokio::test]
async fn rules_refuse_people_who_do_not_work_with_contacts() {
    let server = start().await;
    server.create_account(WRITER, Role::Writer).await;
    let admin = server.admin().await;
    let writer = user_id(&server, WRITER).await;
    let services = json!([{"service": "Suporte Técnico", "user_id": writer}]);
    let (status, error) =
        refused(&admin, Method::PUT, RULES, &rules("round_robin", &[&writer], &services)).await;
    assert_eq!(status, 422);
    let fields: Vec<_> = error["fields"].as_object().unwrap().keys().collect();
    assert_eq!(fields, ["services", "turns"]);
    let (status, error) = refused(&admin, Method::PUT, RULES, &rules("round_robin", &[], &json!([]))).await;
    assert_eq!((status, &error["fields"]["turns"]), (422, &json!("Escolha quem recebe os contatos.")));
}

#[tokio::test]
async fn person_who_answers_first_becomes_the_assignee_unless_the_rule_is_off() {
    let server = start().await;
    let (admin, staff) = (server.admin().await, server.editor().await);
    admin.put(RULES, &json!({"answerer": false})).await.expect_success();
    let before = send(&server, "Ana").await;
    set_status(&staff, &before, "replied").await;
    assert_eq!(assignee(&staff, &before).await, Value::Null);
    admin.put(RULES, &json!({"answerer": true})).await.expect_success();
    let id = send(&server, "Bia").await;
    set_status(&staff, &id, "replied").await;
    assert_eq!(assignee(&staff, &id).await, json!(staff.user_id().await));
    set_status(&admin, &id, "read").await;
    set_status(&admin, &id, "replied").await;
    assert_eq!(assignee(&staff, &id).await, json!(staff.user_id().await));

    let id = send(&server, "Caio").await;
    staff.put(&path(&id), &json!({"status": "replied", "assigned_to": null})).await.expect_success();
    assert_eq!(assignee(&staff, &id).await, Value::Null, "the request says so");
}

#[tokio::test]
async fn undo_of_an_answer_removes_the_assignee_that_it_has_set() {
    let server = start().await;
    let staff = server.editor().await;
    let id = send(&server, "Ana").await;
    let change =
        async |change: Value| staff.post("/api/contacts/bulk", &change).await.expect_success().json();
    let former = change(json!({"ids": [id], "action": "status", "status": "replied"})).await[0].clone();
    assert_eq!(assignee(&staff, &id).await, json!(staff.user_id().await));
    let undo = json!({"ids": [id], "action": "status", "status": "new", "answered_at": former["answered_at"],
        "had_no_assignee": true});
    change(undo).await;
    assert_eq!(assignee(&staff, &id).await, Value::Null);
}

#[tokio::test]
async fn people_get_the_notices_that_they_choose() {
    let server = start().await;
    let (admin, staff) = (server.admin().await, server.editor().await);
    let mut chosen = staff.json(PREFERENCES).await;
    assert_eq!(chosen["new_contact"], json!({"timing": "at_once", "email": false, "push": true}));
    chosen["new_contact"]["email"] = json!(true);
    chosen["assigned"]["timing"] = json!("daily");
    staff.put(PREFERENCES, &chosen).await.expect_success();
    let id = send(&server, "Ana").await;
    events::run(&server.app).await.unwrap();
    let found = mails(&server, "contact_event").await;
    assert!(
        found.len() == 1 && found[0].0 == EDITOR && found[0].1.starts_with("Novo contato: Ana"),
        "{found:?}"
    );

    let me = staff.user_id().await;
    admin.put(&path(&id), &json!({"assigned_to": me})).await.expect_success();
    events::run(&server.app).await.unwrap();
    assert_eq!(mails(&server, "contact_event").await.len(), 1, "it is for the digest");
    server.advance(TimeDelta::days(1));
    digest::run(&server.app).await.unwrap();
    digest::run(&server.app).await.unwrap();
    let digests = mails(&server, "contact_digest").await;
    assert_eq!(digests, [(EDITOR.to_owned(), "Resumo do dia: 1 aviso".to_owned())]);
}

#[tokio::test]
async fn digest_leaves_out_what_is_outdated() {
    let server = start().await;
    let staff = server.editor().await;
    let mut chosen = staff.json(PREFERENCES).await;
    chosen["assigned"]["timing"] = json!("daily");
    staff.put(PREFERENCES, &chosen).await.expect_success();
    let me = staff.user_id().await;
    let assign = async |assignee: Value| {
        let id = send(&server, "Ana").await;
        let admin = server.admin().await;
        admin.put(&path(&id), &json!({"assigned_to": me})).await.expect_success();
        admin.put(&path(&id), &json!({"assigned_to": assignee})).await.expect_success();
        events::run(&server.app).await.unwrap();
    };
    assign(Value::Null).await;
    server.advance(TimeDelta::days(1));
    digest::run(&server.app).await.unwrap();
    assert_eq!(mails(&server, "contact_digest").await, [], "the contact is no longer assigned");

    assign(json!(me)).await;
    let staff = server.editor().await;
    let mut chosen = staff.json(PREFERENCES).await;
    chosen["assigned"]["timing"] = json!("never");
    staff.put(PREFERENCES, &chosen).await.expect_success();
    server.advance(TimeDelta::days(1));
    digest::run(&server.app).await.unwrap();
    assert_eq!(mails(&server, "contact_digest").await, [], "the person wants no notices of it");
}

#[tokio::test]
async fn digest_names_new_contacts_that_wait_and_promises_before_their_end() {
    let server = start().await;
    let staff = server.editor().await;
    let mut chosen = staff.json(PREFERENCES).await;
    for event in ["new_contact", "promise_ending"] {
        chosen[event] = json!({"timing": "daily", "email": true, "push": false});
    }
    staff.put(PREFERENCES, &chosen).await.expect_success();
    let (answered, _waiting) = (send(&server, "Ana").await, send(&server, "Bia").await);
    events::run(&server.app).await.unwrap();
    set_status(&staff, &answered, "replied").await;
    // Both the notice of the promise and its deadline come before the digest.
    server.advance(TimeDelta::hours(26));
    promise_ending::run(&server.app).await.unwrap();
    server.advance(TimeDelta::days(2));
    digest::run(&server.app).await.unwrap();
    let digests = mails(&server, "contact_digest").await;
    assert_eq!(digests, [(EDITOR.to_owned(), "Resumo do dia: 1 aviso".to_owned())], "only that of Bia");
}

#[tokio::test]
async fn own_assignments_are_not_notified() {
    let server = start().await;
    let staff = server.editor().await;
    let id = send(&server, "Ana").await;
    let me = staff.user_id().await;
    staff.put(&path(&id), &json!({"assigned_to": me})).await.expect_success();
    events::run(&server.app).await.unwrap();
    assert_eq!(mails(&server, "contact_event").await, []);
}

#[tokio::test]
async fn undo_of_an_assignment_notifies_nobody() {
    let server = start().await;
    let (admin, me) = (server.admin().await, server.editor().await.user_id().await);
    let id = send(&server, "Ana").await;
    let assign = async |to: &Value, is_undo: bool| {
        let change = json!({"ids": [id], "action": "assign", "assigned_to": to, "is_undo": is_undo});
        admin.post("/api/contacts/bulk", &change).await.expect_success();
        events::run(&server.app).await.unwrap();
        mails(&server, "contact_event").await.len()
    };
    assert_eq!(assign(&json!(me), false).await, 1);
    assert_eq!(assign(&Value::Null, false).await, 1);
    assert_eq!(assign(&json!(me), true).await, 1);
    assert_eq!(assignee(&admin, &id).await, json!(me));
}

#[tokio::test]
async fn many_events_that_fail_do_not_delay_later_ones() {
    let server = start().await;
    let (admin, staff) = (server.admin().await, server.editor().await);
    let (editor, other) = (staff.user_id().await, admin.user_id().await);
    let (failing, later) = (send(&server, "Ana").await, send(&server, "Bia").await);
    for (id, assignee) in [(&failing, &editor), (&later, &other)] {
        admin.put(&path(id), &json!({"assigned_to": assignee})).await.expect_success();
    }
    events::run(&server.app).await.unwrap();
    // Unchanged preferences are not stored.
    let mut chosen = staff.json(PREFERENCES).await;
    chosen["reply"]["email"] = json!(false);
    staff.put(PREFERENCES, &chosen).await.expect_success();
    server.execute_sql("UPDATE notification_preferences SET document = '5'").await;
    server.execute_sql("DELETE FROM outbox").await;
    for (id, assignee, count) in [(failing, editor, 120), (later, other, 1)] {
        let tx = server.app.db.begin().await.unwrap();
        let (id, assignee) = (id.parse().unwrap(), Some(assignee.parse().unwrap()));
        for _ in 0..count {
            let now = server.app.clock.now();
            store::create_events(&*tx, vec![id], ContactEvent::Assigned, (assignee, None), now)
                .await
                .unwrap();
        }
        tx.commit().await.unwrap();
        server.advance(TimeDelta::minutes(1));
    }
    events::run(&server.app).await.unwrap_err();
    let mails = mails(&server, "contact_event").await;
    assert!(mails.len() == 1 && mails[0].0 == ADMIN, "{mails:?}");
}

#[tokio::test]
async fn end_of_a_promise_is_noticed_once_per_deadline() {
    let server = start().await;
    let replica = server.replica().await;
    let staff = server.editor().await;
    let id = send(&server, "Ana").await;
    let run = async || {
        let (one, other) = tokio::join!(promise_ending::run(&server.app), promise_ending::run(&replica.app));
        one.and(other).unwrap();
        mails(&server, "contact_event").await.into_iter().map(|(to, _)| to).collect::<Vec<_>>()
    };
    assert_eq!(run().await, Vec::<String>::new());
    let me = staff.user_id().await;
    staff.put(&path(&id), &json!({"assigned_to": me})).await.expect_success();
    let due = staff.json(&path(&id)).await["promise"]["due_at"].as_str().unwrap().to_owned();
    let due: chrono::DateTime<chrono::Utc> = due.parse().unwrap();
    let ahead = due - server.app.clock.now() - TimeDelta::minutes(5);
    server.advance(ahead);
    assert_eq!(run().await, [EDITOR]);
    assert_eq!(run().await, [EDITOR]);
}

#[tokio::test]
async fn many_ending_promises_are_one_notice_for_each_person() {
    let server = start().await;
    for number in 0..4 {
        send(&server, &format!("Pessoa {number}")).await;
    }
    promise_ending::run(&server.app).await.unwrap();
    let due = server.admin().await.json("/api/dashboard").await["contacts"]["waiting"]["most_urgent"].clone();
    let due: chrono::DateTime<chrono::Utc> = due["promise"]["due_at"].as_str().unwrap().parse().unwrap();
    server.advance(due - server.app.clock.now() - TimeDelta::minutes(5));
    for _ in 0..2 {
        promise_ending::run(&server.app).await.unwrap();
    }
    let subject = "Prazo perto do fim: 4 contatos".to_owned();
    let found = mails(&server, "contact_event").await;
    let staff = server.admin().await.json("/api/contacts/assignees").await;
    assert_eq!(found.len(), staff.as_array().unwrap().len(), "{found:?}");
    assert!(found.iter().all(|(_, found)| *found == subject), "{found:?}");
}

#[tokio::test]
async fn notice_of_a_promise_is_planned_again_after_changes_of_its_deadline() {
    let server = start().await;
    let (admin, staff) = (server.admin().await, server.editor().await);
    let id = send(&server, "Ana").await;
    let me = staff.user_id().await;
    staff.put(&path(&id), &json!({"assigned_to": me})).await.expect_success();
    let count = async || {
        promise_ending::run(&server.app).await.unwrap();
        mails(&server, "contact_event")
            .await
            .iter()
            .filter(|(_, subject)| subject.starts_with("Prazo"))
            .count()
    };
    let planned = async || {
        let rows = server.query("SELECT id FROM contacts WHERE promise_notice_at IS NOT NULL").await;
        rows.len()
    };
    assert_eq!((count().await, planned().await), (0, 1));
    admin.put("/api/settings/contact", &json!({"promised_hours": "72"})).await.expect_success();
    promise::refresh::run(&server.app).await.unwrap();
    let due = staff.json(&path(&id)).await["promise"]["due_at"].as_str().unwrap().to_owned();
    assert_eq!(count().await, 0);
    // A contact that doesn't wait when its notice is due gets it if it waits again until the same time.
    set_status(&staff, &id, "replied").await;
    let due: chrono::DateTime<chrono::Utc> = due.parse().unwrap();
    server.advance(due - server.app.clock.now() - TimeDelta::minutes(5));
    assert_eq!((count().await, planned().await), (0, 0));
    set_status(&server.editor().await, &id, "read").await;
    assert_eq!((count().await, planned().await), (1, 0));
    server.advance(TimeDelta::hours(1));
    assert_eq!(count().await, 1);
}

#[tokio::test]
async fn notices_of_promises_are_found_without_reading_the_waiting_contacts() {
    let server = start().await;
    if !server.is_sqlite() {
        return;
    }
    for (index, condition) in [
        (
            "contacts_promise_notices",
            "NOT quarantined AND deleted_at IS NULL AND promise_notice_at <= '2026' ORDER BY promise_notice_at",
        ),
        (
            "contacts_promise_unplanned",
            "waits_until IS NOT NULL AND (promise_noticed_for IS NULL OR promise_noticed_for <> waits_until)",
        ),
    ] {
        let plan =
            server.query(&format!("EXPLAIN QUERY PLAN SELECT id FROM contacts WHERE {condition}")).await;
        let details: Vec<String> = plan.iter().map(|row| row.try_get("", "detail").unwrap()).collect();
        assert!(details.iter().all(|detail| detail.contains(index)), "{details:?}");
    }
}

#[tokio::test]
async fn merge_does_not_assign_to_people_without_access() {
    let server = start().await;
    let staff = server.admin().await;
    create_bruna(&server).await;
    let bruna = assignee_id(&staff, "Bruna").await;
    let (one, other) = (send(&server, "Ana").await, send(&server, "Ana").await);
    staff.put(&path(&other), &json!({"assigned_to": bruna})).await.expect_success();
    server
        .execute_sql(&format!(
            "UPDATE users SET role = 'user' WHERE full_name = 'Bruna' AND email <> '{ADMIN}'"
        ))
        .await;
    let merged = staff.post(&format!("{}/merge", path(&one)), &json!({"ids": [other]})).await;
    assert_eq!(merged.expect_success().json()["assigned_to"], Value::Null);
}
