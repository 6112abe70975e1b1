//! Merging contacts of one person, undoing it, and erasing merged contacts.

use super::*;

/// Sends a contact and records a call of the same person, who has a note. Returns the paths of both.
async fn two_contacts(server: &Server, staff: &Client) -> (Value, Value) {
    let sent = json!({"name": "Rita Lopes", "email": "rita@exemplo.com.br", "phone": "(11) 98765-0001", "message": "Oi pelo site."});
    let sent = server.send_contact(&new_contact_with(&sent)).await;
    server.advance(TimeDelta::minutes(20));
    let call = record(staff, &json!({"company": "Padaria"})).await;
    staff.post(&format!("{}/notes", contact_path(&call)), &json!({"text": "Ligou."})).await.expect_success();
    (staff.json(&contact_path(&sent)).await, staff.json(&contact_path(&call)).await)
}

async fn merge(staff: &Client, kept: &Value, other: &Value) -> Value {
    let path = format!("{}/merge", contact_path(kept));
    staff.post(&path, &json!({"ids": [other["id"]]})).await.expect(StatusCode::OK).json()
}

fn merge_path(contact: &Value) -> String {
    format!("{}/merge", contact_path(contact))
}

fn undo_path(contact: &Value) -> String {
    format!("{}/merge/undo", contact_path(contact))
}

#[tokio::test]
async fn merged_contact_keeps_its_text_and_gives_its_parts_and_deadline() {
    let server = Server::start_with(NO_LIMITS).await;
    let staff = server.editor().await;
    let (sent, call) = two_contacts(&server, &staff).await;
    staff.put(&contact_path(&call), &json!({"status": "replied"})).await.expect(StatusCode::OK);
    let kept = merge(&staff, &call, &sent).await;
    assert_eq!((&kept["email"], &kept["company"]), (&json!("rita@exemplo.com.br"), &json!("Padaria")));
    assert_eq!(kept["promise"]["due_at"], sent["promise"]["due_at"], "the earliest deadline");
    assert_eq!(kept["status"], sent["status"], "waits again");
    assert_eq!(list(&staff, "").await, ["Rita Lopes"]);
    assert!(list(&staff, "view=trash").await.is_empty());
    let merged = staff.json(&contact_path(&sent)).await;
    assert_eq!(merged["merged_into"], kept["id"]);
    let entries = timeline(&staff, &id_of(&kept)).await;
    let texts = triage::summaries(&entries);
    for text in ["contact: Oi pelo site.", "note: Ligou.", "change: juntou a este outros contatos da pessoa"]
    {
        assert!(texts.iter().any(|entry| entry == text), "{text} in {texts:?}");
    }
    let request = entries.iter().find(|entry| entry["contact_id"] == merged["id"]).unwrap();
    assert_eq!((&request["is_merged"], &request["is_deleted"]), (&json!(true), &json!(false)));
    // A merged contact doesn't change.
    let path = contact_path(&sent);
    staff.put(&path, &json!({"status": "read"})).await.expect_error(StatusCode::CONFLICT, "contact_merged");
    staff.delete(&path).await.expect_error(StatusCode::CONFLICT, "contact_merged");
    staff.post_empty(&format!("{path}/restore")).await.expect_error(StatusCode::CONFLICT, "contact_merged");
    let trash = json!({"ids": [merged["id"]], "action": "trash"});
    assert_eq!(staff.post("/api/contacts/bulk", &trash).await.json(), json!([]));
}

#[tokio::test]
async fn contact_that_waits_still_waits_after_a_merge_with_a_closed_one() {
    let server = Server::start_with(NO_LIMITS).await;
    let staff = server.editor().await;
    for is_own_closed in [true, false] {
        let (sent, call) = two_contacts(&server, &staff).await;
        let (own, other) = if is_own_closed { (call, sent) } else { (sent, call) };
        let closed = contact_path(if is_own_closed { &own } else { &other });
        staff.put(&format!("{closed}/stage"), &json!({"stage": "won"})).await.expect(StatusCode::OK);
        merge(&staff, &own, &other).await;
        let path = contact_path(&own);
        staff.put(&path, &json!({"status": "read"})).await.expect(StatusCode::OK);
        let change = json!({"value_cents": 100});
        let changed = staff.put(&format!("{path}/stage"), &change).await.expect(StatusCode::OK).json();
        assert_eq!(changed["stage"], "won");
        assert!(changed["promise"].is_object(), "{changed}");
        staff.delete(&path).await.expect_success();
    }
}

#[tokio::test]
async fn undone_merge_restores_both_contacts() {
    let server = Server::start_with(NO_LIMITS).await;
    let staff = server.editor().await;
    let (sent, call) = two_contacts(&server, &staff).await;
    merge(&staff, &sent, &call).await;
    let entries = timeline(&staff, &id_of(&sent)).await;
    let note = entries.iter().find(|entry| entry["kind"] == "note").unwrap();
    assert_eq!(note["contact_id"], sent["id"]);
    let restored = staff.post_empty(&undo_path(&sent)).await.expect(StatusCode::OK).json();
    for name in ["email", "phone", "company", "status", "answered_at", "assigned_to"] {
        assert_eq!(restored[name], sent[name], "{name}");
    }
    assert_eq!(restored["promise"]["due_at"], sent["promise"]["due_at"]);
    let other = staff.json(&contact_path(&call)).await;
    assert_eq!((&other["merged_into"], &other["deleted_at"]), (&Value::Null, &Value::Null));
    let entries = timeline(&staff, &id_of(&sent)).await;
    let note = entries.iter().find(|entry| entry["kind"] == "note").unwrap();
    assert_eq!(note["contact_id"], call["id"]);
    assert_eq!(list(&staff, "").await.len(), 2);
    staff.post_empty(&undo_path(&sent)).await.expect_error(StatusCode::CONFLICT, "contact_not_merged");
}

#[tokio::test]
async fn merge_is_not_undone_after_a_change() {
    let server = Server::start_with(NO_LIMITS).await;
    let staff = server.editor().await;
    let (sent, call) = two_contacts(&server, &staff).await;
    merge(&staff, &sent, &call).await;
    staff.put(&contact_path(&sent), &json!({"status": "archived"})).await.expect(StatusCode::OK);
    staff.post_empty(&undo_path(&sent)).await.expect_error(StatusCode::CONFLICT, "changed_since_merge");

    let (sent, call) = two_contacts(&server, &staff).await;
    merge(&staff, &sent, &call).await;
    let entries = timeline(&staff, &id_of(&sent)).await;
    let note =
        entries.iter().find(|entry| entry["kind"] == "note" && entry["contact_id"] == sent["id"]).unwrap();
    staff.delete(&format!("/api/contacts/notes/{}", note["id"].as_str().unwrap())).await.expect_success();
    staff.post_empty(&undo_path(&sent)).await.expect_error(StatusCode::CONFLICT, "parts_changed_since_merge");
    assert_eq!(staff.json(&contact_path(&call)).await["merged_into"], sent["id"], "nothing has moved");
}

#[tokio::test]
async fn contacts_of_others_and_missing_ones_are_not_merged() {
    let server = Server::start_with(NO_LIMITS).await;
    let staff = server.editor().await;
    let (sent, call) = two_contacts(&server, &staff).await;
    let other = json!({"email": "bia@exemplo.com.br", "phone": "(11) 98765-9999"});
    let other = server.send_contact(&new_contact_with(&other)).await;
    let try_merge = async |ids: Value| staff.post(&merge_path(&sent), &json!({"ids": ids})).await;
    try_merge(json!([other["id"]])).await.expect_error(StatusCode::CONFLICT, "other_person");
    try_merge(json!([Uuid::nil()])).await.expect_error(StatusCode::CONFLICT, "contact_not_mergeable");
    try_merge(json!([sent["id"]])).await.expect(StatusCode::UNPROCESSABLE_ENTITY);
    staff.delete(&contact_path(&call)).await.expect_success();
    try_merge(json!([call["id"]])).await.expect_error(StatusCode::CONFLICT, "contact_not_mergeable");
    staff.post_empty(&format!("{}/restore", contact_path(&call))).await.expect_success();
    let versions = json!({call["id"].as_str().unwrap(): 99});
    let outdated = staff.post(&merge_path(&sent), &json!({"ids": [call["id"]], "versions": versions})).await;
    outdated.expect_error(StatusCode::CONFLICT, "contact_changed");
    let stale = staff.post(&merge_path(&sent), &json!({"ids": [call["id"]]})).if_match("\"99\"").await;
    stale.expect(StatusCode::PRECONDITION_FAILED);
}

#[tokio::test]
async fn merge_of_a_merged_contact_is_undone_step_by_step() {
    let server = Server::start_with(NO_LIMITS).await;
    let staff = server.editor().await;
    let (sent, call) = two_contacts(&server, &staff).await;
    let third = record(&staff, &json!({"name": "Rita"})).await;
    merge(&staff, &call, &third).await;
    merge(&staff, &sent, &call).await;
    assert_eq!(staff.json(&contact_path(&third)).await["merged_into"], sent["id"]);
    let before = staff.json(&contact_path(&sent)).await;
    assert_eq!(
        timeline(&staff, &id_of(&before)).await.iter().filter(|entry| entry["is_merged"] == true).count(),
        2
    );
    staff.post_empty(&undo_path(&sent)).await.expect(StatusCode::OK);
    assert_eq!(staff.json(&contact_path(&third)).await["merged_into"], call["id"]);
    assert_eq!(list(&staff, "").await.len(), 2);
}

#[tokio::test]
async fn erasure_by_staff_includes_merged_contacts() {
    let server = Server::start_with(NO_LIMITS).await;
    let staff = server.editor().await;
    let (sent, call) = two_contacts(&server, &staff).await;
    merge(&staff, &call, &sent).await;
    let admin = server.admin().await;
    let export = admin.get("/api/people/view?email=rita@exemplo.com.br").await.expect(StatusCode::OK).json();
    let kinds = export["kinds"].as_array().unwrap();
    let count = |kind: &str| kinds.iter().find(|found| found["kind"] == kind).unwrap()["count"].clone();
    assert_eq!((count("contacts"), count("notes")), (json!(2), json!(1)));
    admin.post("/api/people/erase", &json!({"email": "rita@exemplo.com.br"})).await.expect(StatusCode::OK);
    for contact in [&sent, &call] {
        let erased = admin.json(&contact_path(contact)).await;
        assert_eq!((&erased["email"], &erased["phone"]), (&json!(""), &json!("")));
        assert!(!erased.to_string().contains("Rita"), "{erased}");
    }
    let merges = server.query("SELECT id FROM contact_merges").await;
    assert!(merges.is_empty());
    admin.post_empty(&undo_path(&call)).await.expect_error(StatusCode::CONFLICT, "contact_not_merged");
}

#[tokio::test]
async fn owner_of_an_account_gets_no_data_of_a_merged_contact() {
    let server = Server::start_with(NO_LIMITS).await;
    let staff = server.editor().await;
    let (sent, _) = two_contacts(&server, &staff).await;
    // A visitor enters the phone of another person.
    let visitor = server.sign_in(VISITOR).await;
    let own = json!({"email": VISITOR, "phone": "(11) 98765-0001", "message": "Sou eu."});
    let own = visitor.send_contact(&new_contact_with(&own)).await;
    // The account would show the replies to the other person.
    let into_own = json!({"ids": [sent["id"]]});
    staff.post(&merge_path(&own), &into_own).await.expect_error(StatusCode::CONFLICT, "contact_of_account");
    merge(&staff, &sent, &own).await;
    let data = visitor.own_data().await;
    assert!(!format!("{data:?}").contains("rita@"), "{data:?}");
    let listed = visitor.json("/api/contacts/mine").await;
    assert_eq!(listed.as_array().unwrap().len(), 1, "the own contact is still listed");
    visitor.delete_account().await;
    let kept = staff.json(&contact_path(&sent)).await;
    assert_eq!(kept["email"], "rita@exemplo.com.br");
}

#[tokio::test]
async fn merged_contact_is_purged_with_the_one_that_remains() {
    let server = Server::start_with(NO_LIMITS).await;
    let staff = server.editor().await;
    let (sent, call) = two_contacts(&server, &staff).await;
    merge(&staff, &sent, &call).await;
    server.advance(TimeDelta::days(40));
    server.run_maintenance().await;
    let staff = server.editor().await;
    staff.get(&contact_path(&call)).await.expect(StatusCode::OK);
    staff.delete(&contact_path(&sent)).await.expect_success();
    server.advance(TimeDelta::days(31));
    server.run_maintenance().await;
    let staff = server.editor().await;
    for contact in [&sent, &call] {
        staff.get(&contact_path(contact)).await.expect(StatusCode::NOT_FOUND);
    }
}

#[tokio::test]
async fn merge_takes_the_earliest_step_and_the_furthest_stage_and_its_undo_gives_them_back() {
    let server = Server::start_with(NO_LIMITS).await;
    let staff = server.editor().await;
    let (sent, call) = two_contacts(&server, &staff).await;
    let lost = record(&staff, &json!({"name": "Rita"})).await;
    let change = async |contact: &Value, part: &str, body: Value| {
        staff.put(&format!("{}/{part}", contact_path(contact)), &body).await.expect(StatusCode::OK);
    };
    change(&sent, "next-step", json!({"text": "Visitar", "date": "2026-12-10"})).await;
    change(&call, "next-step", json!({"text": "Ligar", "date": "2026-11-30", "time": "14:30"})).await;
    change(&call, "stage", json!({"stage": "proposal", "value_cents": 500})).await;
    change(&lost, "stage", json!({"stage": "lost", "lost_reason": "price", "value_cents": 900})).await;
    let read = async |contact: &Value| staff.json(&contact_path(contact)).await;
    let before = [read(&sent).await, read(&call).await, read(&lost).await];
    let ids = json!({"ids": [call["id"], lost["id"]]});
    let merged = staff.post(&merge_path(&sent), &ids).await.expect(StatusCode::OK).json();
    assert_eq!(merged["next_step"], before[1]["next_step"]);
    assert_eq!((&merged["stage"], &merged["value_cents"]), (&json!("proposal"), &json!(500)));
    assert_eq!(merged["stage_changed_at"], before[1]["stage_changed_at"]);
    let document = server.query("SELECT document FROM contact_merges").await;
    let document: String = document[0].try_get("", "document").unwrap();
    assert!(!document.contains("Visitar") && !document.contains("Ligar"), "{document}");
    staff.post_empty(&undo_path(&sent)).await.expect(StatusCode::OK);
    for (contact, before) in [&sent, &call, &lost].into_iter().zip(&before) {
        let restored = read(contact).await;
        for name in ["next_step", "stage", "stage_changed_at", "value_cents", "lost_reason"] {
            assert_eq!(restored[name], before[name], "{name} of {}", before["name"]);
        }
    }
}

#[tokio::test]
async fn merge_keeps_the_own_stage_and_value_and_the_own_earlier_step() {
    let server = Server::start_with(NO_LIMITS).await;
    let staff = server.editor().await;
    let (sent, call) = two_contacts(&server, &staff).await;
    for (contact, date, stage, value) in
        [(&sent, "2026-11-25", "talking", 100), (&call, "2026-11-30", "won", 500)]
    {
        let step = json!({"text": "Ligar", "date": date});
        staff.put(&format!("{}/next-step", contact_path(contact)), &step).await.expect(StatusCode::OK);
        let stage = json!({"stage": stage, "value_cents": value});
        staff.put(&format!("{}/stage", contact_path(contact)), &stage).await.expect(StatusCode::OK);
    }
    let merged = merge(&staff, &sent, &call).await;
    assert_eq!(merged["next_step"]["date"], "2026-11-25");
    assert_eq!((&merged["stage"], &merged["value_cents"]), (&json!("talking"), &json!(100)));
}

#[tokio::test]
async fn no_request_changes_a_merged_contact() {
    let server = Server::start_with(NO_LIMITS).await;
    let staff = server.editor().await;
    let (sent, call) = two_contacts(&server, &staff).await;
    let step = json!({"text": "Ligar", "date": "2026-11-30"});
    let path = contact_path(&call);
    staff.put(&format!("{path}/next-step"), &step).await.expect(StatusCode::OK);
    merge(&staff, &sent, &call).await;
    let before = staff.json(&path).await;
    let colleague = json!({"user_id": staff.user_id().await});
    let reply = json!({"subject": "Re", "text": "Olá"});
    for (method, part, body) in [
        (Method::PUT, "stage", json!({"stage": "won"})),
        (Method::PUT, "next-step", step),
        (Method::DELETE, "next-step", json!({})),
        (Method::POST, "next-step/done", json!({})),
        (Method::POST, "forward", colleague),
        (Method::POST, "notes", json!({"text": "Oi"})),
        (Method::POST, "replies", reply),
    ] {
        let answer = staff.request(method, &format!("{path}/{part}")).json(&body).await;
        answer.expect_error(StatusCode::CONFLICT, "contact_merged");
    }
    assert_eq!(staff.json(&path).await, before);
    let entries = timeline(&staff, &id_of(&sent)).await;
    let versions: Vec<&Value> =
        entries.iter().filter(|entry| entry["kind"] == "contact").map(|entry| &entry["version"]).collect();
    assert_eq!(versions, [&json!(3), &json!(2)], "for a merge that refuses changed contacts");
}
