//! The stage of contacts: changes by hand and by replies, outcomes, and the board.

use super::*;

fn stage_path(id: &str) -> String {
    format!("{}/stage", path(id))
}

async fn set_stage(staff: &Client, id: &str, change: &Value) -> Value {
    staff.put(&stage_path(id), change).await.expect(StatusCode::OK).json()
}

async fn stage_of(staff: &Client, id: &str) -> String {
    staff.json(&path(id)).await["stage"].as_str().unwrap().to_owned()
}

async fn reply(staff: &Client, id: &str) {
    let reply = json!({"subject": "Olá", "text": "Podemos ajudar."});
    staff.post(&format!("{}/replies", path(id)), &reply).await.expect_success();
}

/// Returns number and value of each column of the board.
async fn columns(staff: &Client, query: &str) -> Vec<(u64, u64)> {
    let board = staff.json(&format!("/api/contacts/board?{query}")).await;
    let columns = board["columns"].as_array().unwrap().iter();
    columns.map(|found| (found["count"].as_u64().unwrap(), found["value_cents"].as_u64().unwrap())).collect()
}

#[tokio::test]
async fn first_reply_moves_a_new_contact_to_talking_and_never_back() {
    let server = start().await;
    let staff = server.editor().await;
    let [by_mail, by_hand, ahead] =
        [send(&server, "Ana").await, send(&server, "Bia").await, send(&server, "Caio").await];
    set_stage(&staff, &ahead, &json!({"stage": "proposal", "value_cents": 500_000})).await;
    for id in [&by_mail, &ahead] {
        reply(&staff, id).await;
    }
    assert_eq!(stage_of(&staff, &by_mail).await, "new", "the reply is not accepted yet");
    server.execute_sql("UPDATE outbox SET state = 'sent', sent_at = created_at").await;
    vitrine::features::contacts::replies::delivery::settle(&server.app).await.unwrap();
    set_status(&staff, &by_hand, "replied").await;
    assert_eq!(stage_of(&staff, &by_mail).await, "talking");
    assert_eq!(stage_of(&staff, &by_hand).await, "talking");
    assert_eq!(stage_of(&staff, &ahead).await, "proposal");
    set_status(&staff, &by_hand, "read").await;
    assert_eq!(stage_of(&staff, &by_hand).await, "talking", "events don't move a contact back");
    let moved = summaries(&timeline(&staff, &by_hand).await);
    assert!(
        moved.contains(
            &"change: mudou o status de Novo para Respondido, assumiu o contato e mudou a etapa de Novo para Em conversa"
                .to_owned()
        ),
        "{moved:?}"
    );
}

#[tokio::test]
async fn outcome_is_set_and_removed_with_its_fields() {
    let server = start().await;
    let staff = server.editor().await;
    let id = send(&server, "Ana").await;
    set_stage(&staff, &id, &json!({"stage": "proposal", "value_cents": 1_200_000})).await;
    let (status, error) =
        refused(&staff, Method::PUT, &stage_path(&id), &json!({"stage": "lost", "value_cents": -1})).await;
    assert_eq!(status, 422);
    assert_eq!(
        error["fields"].as_object().unwrap().keys().collect::<Vec<_>>(),
        ["lost_reason", "value_cents"]
    );
    server.advance(TimeDelta::minutes(10));
    let change = json!({"stage": "lost", "lost_reason": "other", "lost_text": "Fecharam a loja."});
    let lost = set_stage(&staff, &id, &change).await;
    assert_eq!(lost["closed_from"], "proposal");
    assert_eq!(lost["stage_changed_at"], "2026-11-20T12:10:00Z");
    let won = set_stage(&staff, &id, &json!({"stage": "won"})).await;
    assert_eq!((&won["closed_from"], &won["lost_reason"]), (&json!("proposal"), &Value::Null));
    assert_eq!((&won["lost_text"], &won["value_cents"]), (&json!(""), &json!(1_200_000)));
    let open = set_stage(&staff, &id, &json!({"stage": "talking"})).await;
    assert_eq!((&open["closed_from"], &open["value_cents"]), (&Value::Null, &json!(1_200_000)));
    let texts = summaries(&timeline(&staff, &id).await);
    assert_eq!(
        texts[..4],
        [
            "change: mudou a etapa de Ganho para Em conversa",
            "change: marcou como ganho: R$\u{a0}12.000,00",
            "change: marcou como perdido: Outro",
            "change: mudou a etapa de Novo para Proposta: R$\u{a0}12.000,00",
        ]
    );
    let log = server.admin().await.json("/api/audit?group=contact").await.to_string();
    assert!(!log.contains("Fecharam"), "the audit log omits the text of the reason");
}

#[tokio::test]
async fn closed_contact_does_not_wait_until_it_is_reopened() {
    let server = start().await;
    let staff = server.editor().await;
    let id = send(&server, "Ana").await;
    let promise = async || staff.json(&path(&id)).await["promise"].clone();
    let before = promise().await;
    assert!(before["due_at"].is_string());
    set_stage(&staff, &id, &json!({"stage": "lost", "lost_reason": "price"})).await;
    assert_eq!(promise().await, Value::Null);
    assert_eq!(staff.json("/api/contacts?view=waiting").await, json!([]));
    set_status(&staff, &id, "read").await;
    assert_eq!(promise().await, Value::Null);
    set_stage(&staff, &id, &json!({"stage": "new"})).await;
    assert_eq!(promise().await["due_at"], before["due_at"]);
}

#[tokio::test]
async fn stage_of_a_changed_contact_is_not_changed() {
    let server = start().await;
    let staff = server.editor().await;
    let id = send(&server, "Ana").await;
    let seen = staff.get(&path(&id)).await.header("etag").to_owned();
    set_stage(&staff, &id, &json!({"stage": "proposal"})).await;
    let late = staff.put(&stage_path(&id), &json!({"stage": "won"})).if_match(&seen).await;
    assert_eq!(late.status(), StatusCode::PRECONDITION_FAILED);
    let bulk = json!({"action": "stage", "stage": "won", "ids": [id], "versions": {&id: 1}});
    assert_eq!(staff.post("/api/contacts/bulk", &bulk).await.expect_success().json(), json!([]));
    assert_eq!(stage_of(&staff, &id).await, "proposal");
}

#[tokio::test]
async fn bulk_change_of_the_stage_is_undone_exactly() {
    let server = start().await;
    let staff = server.editor().await;
    let id = send(&server, "Ana").await;
    let won = set_stage(&staff, &id, &json!({"stage": "won", "value_cents": 100})).await;
    server.advance(TimeDelta::hours(5));
    let staff = server.editor().await;
    let change =
        json!({"action": "stage", "stage": "lost", "lost_reason": "price", "value_cents": null, "ids": [id]});
    let former = staff.post("/api/contacts/bulk", &change).await.expect_success().json()[0].clone();
    assert_eq!((&former["stage"], &former["value_cents"]), (&json!("won"), &json!(100)));
    let undo = json!({
        "action": "stage", "ids": [id], "versions": {&id: former["version"]},
        "stage": former["stage"], "value_cents": former["value_cents"], "lost_text": former["lost_text"],
        "stage_changed_at": former["stage_changed_at"], "closed_from": former["closed_from"],
    });
    staff.post("/api/contacts/bulk", &undo).await.expect_success();
    let restored = staff.json(&path(&id)).await;
    for field in ["stage", "value_cents", "lost_reason", "lost_text", "stage_changed_at", "closed_from"] {
        assert_eq!(restored[field], won[field], "{field}");
    }
}

#[tokio::test]
async fn undo_of_a_status_restores_the_stage() {
    let server = start().await;
    let staff = server.editor().await;
    let id = send(&server, "Ana").await;
    let change = json!({"action": "status", "status": "replied", "ids": [id]});
    let former = staff.post("/api/contacts/bulk", &change).await.expect_success().json()[0].clone();
    assert_eq!(stage_of(&staff, &id).await, "talking");
    let undo = json!({
        "action": "status", "status": "new", "answered_at": null, "ids": [id],
        "stage": former["stage"], "stage_changed_at": former["stage_changed_at"],
    });
    staff.post("/api/contacts/bulk", &undo).await.expect_success();
    assert_eq!(stage_of(&staff, &id).await, "new");
}

#[tokio::test]
async fn board_shows_the_inbox_by_stage() {
    let server = start().await;
    let staff = server.editor().await;
    let mut ids = Vec::new();
    for name in ["Ana", "Bia", "Caio", "Davi", "Eva"] {
        ids.push(send(&server, name).await);
        server.advance(TimeDelta::minutes(1));
    }
    server.send_contact(&new_contact_with(&json!({"name": "Spam", "website": "x"}))).await;
    set_stage(&staff, &ids[0], &json!({"stage": "won", "value_cents": 300})).await;
    set_stage(&staff, &ids[1], &json!({"stage": "won", "value_cents": 400})).await;
    set_status(&staff, &ids[2], "archived").await;
    staff.delete(&path(&ids[3])).await.expect_success();
    assert_eq!(columns(&staff, "").await, [(1, 0), (0, 0), (0, 0), (2, 700), (0, 0)]);
    assert_eq!(columns(&staff, "view=trash").await[0], (1, 0), "deleted contacts never appear");
    assert_eq!(columns(&staff, "search=bia").await, [(0, 0), (0, 0), (0, 0), (1, 400), (0, 0)]);
    assert_eq!(columns(&staff, "search=bi").await, [(0, 0), (0, 0), (0, 0), (1, 400), (0, 0)]);
    assert_eq!(columns(&staff, "stage=new").await[3], (0, 0));
    assert_eq!(columns(&staff, "status=archived").await[0], (1, 0));

    let first = staff.get("/api/contacts/board/won?limit=1").await.expect_success();
    let next = first.next_page().expect("a second page");
    assert_eq!(names(&first.json()), ["Bia"], "the last changed first");
    assert_eq!(first.json()[0]["version"], 2);
    assert_eq!(names(&staff.json(&next).await), ["Ana"]);
    assert_eq!(names(&staff.json("/api/contacts/board/new").await), ["Eva"]);

    server.advance(TimeDelta::days(91));
    let staff = server.editor().await;
    assert_eq!(columns(&staff, "").await[3], (0, 0));
    assert_eq!(columns(&staff, "all_closed=true").await[3], (2, 700));
    assert_eq!(columns(&staff, "").await[0], (1, 0), "open contacts stay");
}
