//! Notes, assignees, timelines, bulk changes and saved filters.

use vitrine::foundation::identity::model::Role;

use super::*;
use crate::harness::SUPPORT;

#[tokio::test]
async fn timeline_has_all_contacts_of_one_person() {
    let server = start().await;
    let send = async |name: &str, email: &str, phone: &str| {
        server.advance(TimeDelta::minutes(1));
        id_of(
            &server
                .send_contact(&new_contact_with(&json!({"name": name, "email": email, "phone": phone})))
                .await,
        )
    };
    let first = send("Ana", "ana@exemplo.com.br", "(11) 98765-4321").await;
    let by_email = send("Ana Souza", "ANA@exemplo.com.br", "(21) 3333-4444").await;
    let by_phone = send("A. Souza", "outra@exemplo.com.br", "+55 11 98765-4321").await;
    send("Outra pessoa", "bia@exemplo.com.br", "(31) 3333-4444").await;
    let staff = server.editor().await;
    server.advance(TimeDelta::minutes(1));
    set_status(&staff, &by_email, "read").await;
    server.advance(TimeDelta::minutes(1));
    let notes = format!("{}/notes", path(&by_phone));
    staff.post(&notes, &json!({"text": " Prefere\r\nmanhãs. "})).await.expect_success();
    let entries = timeline(&staff, &first).await;
    assert_eq!(
        summaries(&entries)[..2],
        ["note: Prefere\nmanhãs.", "change: mudou o status de Novo para Lido"]
    );
    let contacts: Vec<&str> =
        entries[2..].iter().map(|entry| entry["contact_id"].as_str().unwrap()).collect();
    assert_eq!(contacts, [&*by_phone, &*by_email, &*first], "newest first, without contacts of other people");
    assert_eq!(entries[0]["contact_id"], by_phone);
    assert_eq!(timeline(&staff, &by_email).await.len(), 3, "the third contact has another e-mail and phone");

    staff.put(&path(&by_email), &json!({"email": "nova@exemplo.com.br"})).await.expect_success();
    let entries = summaries(&timeline(&staff, &first).await);
    assert_eq!(entries.len(), 3, "{entries:?}");
}

#[tokio::test]
async fn note_can_only_be_deleted_by_its_author_or_an_administrator() {
    let server = start().await;
    create_bruna(&server).await;
    let id = send(&server, "Ana").await;
    let (editor, bruna, admin) = (server.editor().await, server.sign_in(BRUNA).await, server.admin().await);
    let create_note = async |staff: &Client| {
        let notes = format!("{}/notes", path(&id));
        let note = staff.post(&notes, &json!({"text": "Nota"})).await.expect_success().json();
        format!("/api/contacts/notes/{}", id_of(&note))
    };
    let (own, of_bruna) = (create_note(&editor).await, create_note(&bruna).await);
    assert_eq!(refused(&editor, Method::DELETE, &of_bruna, &json!({})).await.0, 403);
    editor.delete(&own).await.expect_success();
    assert_eq!(refused(&editor, Method::DELETE, &own, &json!({})).await.0, 404);
    let may_delete = |entries: Vec<Value>| {
        entries.iter().find(|entry| entry["kind"] == "note").map(|note| note["may_delete"].clone())
    };
    assert_eq!(may_delete(timeline(&editor, &id).await), Some(json!(false)));
    assert_eq!(may_delete(timeline(&admin, &id).await), Some(json!(true)));
    admin.delete(&of_bruna).await.expect_success();
    assert_eq!(may_delete(timeline(&admin, &id).await), None);
    let (status, _) =
        refused(&editor, Method::POST, &format!("{}/notes", path(&id)), &json!({"text": " "})).await;
    assert_eq!(status, 422);
}

#[tokio::test]
async fn contacts_are_filtered_by_assignee() {
    let server = start().await;
    create_bruna(&server).await;
    let (mine, hers, _) =
        (send(&server, "Meu").await, send(&server, "Dela").await, send(&server, "De ninguém").await);
    let editor = server.editor().await;
    let (me, bruna) = (editor.user_id().await, assignee_id(&editor, "Bruna").await);
    let assign = async |id: &str, to: Value| {
        editor.put(&path(id), &json!({"assigned_to": to})).await.expect_success().json()["assigned_to"]
            .clone()
    };
    assert_eq!(assign(&mine, json!(me)).await, me);
    assert_eq!(assign(&hers, json!(bruna)).await, bruna);
    let found = async |assigned: &str| {
        let found = editor.json(&format!("/api/contacts?assigned={assigned}")).await;
        names(&found).join(",")
    };
    assert_eq!(found("me").await, "Meu");
    assert_eq!(found(&bruna).await, "Dela");
    assert_eq!(found("nobody").await, "De ninguém");
    editor.get("/api/contacts?assigned=ana").await.expect(StatusCode::BAD_REQUEST);
    set_status(&editor, &mine, "read").await;
    assert_eq!(found("me").await, "Meu", "another change keeps the assignee");
    assert_eq!(assign(&mine, Value::Null).await, Value::Null);
    assert_eq!(found("me").await, "");
    assert!(
        summaries(&timeline(&editor, &hers).await)
            .contains(&"change: passou o contato para Bruna".to_owned())
    );
    let visitor = server.sign_in(VISITOR).await.user_id().await;
    for not_staff in [visitor.as_str(), "01980000-0000-7000-8000-000000000000"] {
        let (status, body) =
            refused(&editor, Method::PUT, &path(&hers), &json!({"assigned_to": not_staff})).await;
        assert_eq!((status, body["fields"]["assigned_to"].is_string()), (422, true));
    }
}

#[tokio::test]
async fn contacts_of_an_assignee_without_access_can_be_reassigned() {
    let server = start().await;
    create_bruna(&server).await;
    let (mine, hers) = (send(&server, "Meu").await, send(&server, "Dela").await);
    let (editor, admin) = (server.editor().await, server.admin().await);
    let (me, bruna) = (editor.user_id().await, assignee_id(&editor, "Bruna").await);
    for (id, to) in [(&mine, &me), (&hers, &bruna)] {
        editor.put(&path(id), &json!({"assigned_to": to})).await.expect_success();
    }
    let has_access = async || {
        let all = editor.json("/api/contacts/assignees").await;
        let hers = all.as_array().unwrap().iter().find(|user| user["id"] == bruna.as_str());
        hers.map(|user| user["has_access"].clone())
    };
    assert_eq!(has_access().await, Some(json!(true)));
    let account = format!("/api/auth/users/{bruna}");
    let removals = [
        (Method::PUT, account.clone(), json!({"role": "writer"}), json!({"role": "support"})),
        (Method::POST, format!("{account}/disable"), json!({}), json!({})),
    ];
    for (method, removal, change, undo) in removals {
        admin.request(method.clone(), &removal).json(&change).await.expect_success();
        assert_eq!(has_access().await, Some(json!(false)), "{removal}");
        let found = editor.json(&format!("/api/contacts?assigned={bruna}")).await;
        assert_eq!(names(&found), ["Dela"], "{removal}");
        let again = json!({"assigned_to": bruna});
        assert_eq!(refused(&editor, Method::PUT, &path(&mine), &again).await.0, 422, "{removal}");
        admin.request(method, &removal.replace("disable", "enable")).json(&undo).await.expect_success();
        assert_eq!(has_access().await, Some(json!(true)), "{removal}");
    }
    admin.put(&account, &json!({"role": "user"})).await.expect_success();
    set_status(&editor, &hers, "read").await;
    editor.put(&path(&hers), &json!({"assigned_to": me})).await.expect_success();
    assert_eq!(has_access().await, None, "a user without access and without contacts is not listed");
}

#[tokio::test]
async fn bulk_actions_change_and_audit_each_contact() {
    let server = start().await;
    let mut ids = Vec::new();
    for name in ["Um", "Dois", "Três"] {
        ids.push(send(&server, name).await);
    }
    let staff = server.editor().await;
    set_status(&staff, &ids[0], "archived").await;
    // Names one contact twice, and a missing one.
    let bulk = async |mut change: Value| {
        change["ids"] = json!([ids[0], ids[1], ids[2], ids[2], "01980000-0000-7000-8000-000000000000"]);
        staff.post("/api/contacts/bulk", &change).await.expect_success().json()
    };
    let view =
        async |view: &str| staff.json(&format!("/api/contacts?view={view}")).await.as_array().unwrap().len();
    let former = bulk(json!({"action": "status", "status": "archived"})).await;
    let former = former.as_array().unwrap().iter().map(|contact| (id_of(contact), contact["status"].clone()));
    let mut expected = [(ids[1].clone(), json!("new")), (ids[2].clone(), json!("new"))];
    expected.sort_by_key(|(id, _)| id.clone());
    assert_eq!(former.collect::<Vec<_>>(), expected);
    assert_eq!(staff.json("/api/contacts?status=archived").await.as_array().unwrap().len(), 3);
    let me = staff.user_id().await;
    assert_eq!(bulk(json!({"action": "assign", "assigned_to": me})).await.as_array().unwrap().len(), 3);
    assert_eq!(staff.json("/api/contacts?assigned=me").await.as_array().unwrap().len(), 3);
    assert_eq!(bulk(json!({"action": "assign", "assigned_to": null})).await[0]["assigned_to"], me);
    bulk(json!({"action": "quarantine"})).await;
    assert_eq!((view("all").await, view("spam").await), (0, 3));
    bulk(json!({"action": "release"})).await;
    assert_eq!((view("all").await, view("spam").await), (3, 0));
    bulk(json!({"action": "trash"})).await;
    assert_eq!((view("all").await, view("trash").await), (0, 3));
    assert_eq!(bulk(json!({"action": "trash"})).await, json!([]), "trashing again changes nothing");
    bulk(json!({"action": "restore"})).await;
    assert_eq!(view("all").await, 3);
    let log =
        server.admin().await.json(&format!("/api/audit?subject_kind=contact&subject_id={}", ids[1])).await;
    let actions: Vec<&str> =
        log.as_array().unwrap().iter().map(|event| event["action"].as_str().unwrap()).collect();
    let updated = "contact.updated";
    assert_eq!(actions, ["contact.restored", "contact.deleted", updated, updated, updated, updated, updated]);
}

#[tokio::test]
async fn undone_status_change_restores_the_time_of_the_reply() {
    let server = start().await;
    let staff = server.editor().await;
    let id = send(&server, "Ana").await;
    let change = async |status: &str, answered_at: Option<&Value>| {
        let mut body = json!({"ids": [id], "action": "status", "status": status});
        body.as_object_mut()
            .unwrap()
            .extend(answered_at.map(|time| ("answered_at".to_owned(), time.clone())));
        staff.post("/api/contacts/bulk", &body).await.expect_success().json()[0]["answered_at"].clone()
    };
    change("replied", None).await;
    server.advance(TimeDelta::minutes(5));
    let answered_at = change("read", None).await;
    assert!(answered_at.is_string());
    change("replied", Some(&answered_at)).await;
    assert_eq!(change("new", None).await, answered_at);
    change("replied", Some(&json!("2030-01-01T12:00:00Z"))).await;
    assert!(
        change("archived", Some(&answered_at)).await.as_str() < Some("2030"),
        "a reply isn't in the future"
    );
    assert_eq!(staff.json(&path(&id)).await["answered_at"], answered_at);
}

#[tokio::test]
async fn undone_status_change_of_an_archived_contact_removes_the_time_of_the_reply() {
    let server = start().await;
    let staff = server.editor().await;
    let id = send(&server, "Ana").await;
    set_status(&staff, &id, "archived").await;
    let change = async |body: Value| staff.post("/api/contacts/bulk", &body).await.expect_success().json();
    let former = change(json!({"ids": [id], "action": "status", "status": "replied"})).await;
    let mut undo = json!({"ids": [id], "action": "status"});
    for field in ["status", "answered_at"] {
        undo[field] = former[0][field].clone();
    }
    change(undo).await;
    let contact = staff.json(&path(&id)).await;
    assert_eq!((&contact["status"], &contact["answered_at"]), (&json!("archived"), &Value::Null));
}

#[tokio::test]
async fn undo_of_a_bulk_change_skips_contacts_that_changed_since() {
    let server = start().await;
    let (ana, bia) = (server.editor().await, server.admin().await);
    let ids = [send(&server, "Ana").await, send(&server, "Bruno").await];
    let change = json!({"ids": ids, "action": "status", "status": "read"});
    let former = ana.post("/api/contacts/bulk", &change).await.expect_success().json();
    set_status(&bia, &ids[0], "archived").await;
    let versions: serde_json::Map<_, _> = former
        .as_array()
        .unwrap()
        .iter()
        .map(|contact| (id_of(contact), contact["version"].clone()))
        .collect();
    let undo = json!({"ids": ids, "versions": versions, "action": "status", "status": "new"});
    let undone = ana.post("/api/contacts/bulk", &undo).await.expect_success().json();
    assert_eq!((undone.as_array().unwrap().len(), &undone[0]["id"]), (1, &json!(ids[1])));
    assert_eq!(ana.json(&path(&ids[0])).await["status"], "archived");
    assert_eq!(ana.json(&path(&ids[1])).await["status"], "new");
}

#[tokio::test]
async fn bulk_change_skips_contacts_in_the_trash() {
    let server = start().await;
    let ids = [send(&server, "Ana").await, send(&server, "Bruno").await];
    let staff = server.editor().await;
    staff.delete(&path(&ids[0])).await.expect_success();
    let change = json!({"ids": ids, "action": "status", "status": "archived"});
    let changed = staff.post("/api/contacts/bulk", &change).await.expect_success().json();
    assert_eq!((changed.as_array().unwrap().len(), &changed[0]["id"]), (1, &json!(ids[1])));
    assert_eq!(staff.json(&path(&ids[0])).await["status"], "new");
}

#[tokio::test]
async fn undo_skips_contacts_of_people_who_no_longer_work_with_contacts() {
    let server = start().await;
    let ids = [send(&server, "Ana").await, send(&server, "Bruno").await];
    server.create_account(SUPPORT, Role::Support).await;
    let former = [server.sign_in(SUPPORT).await.user_id().await, server.editor().await.user_id().await];
    server.execute_sql(&format!("UPDATE users SET role = 'user' WHERE email = '{SUPPORT}'")).await;
    let undo =
        |(id, assignee)| json!({"ids": [id], "action": "assign", "assigned_to": assignee, "is_undo": true});
    let changes: Vec<Value> = ids.iter().zip(&former).map(undo).collect();
    let staff = server.editor().await;
    let undone =
        staff.post("/api/contacts/bulk/undo", &json!({"changes": changes})).await.expect_success().json();
    assert_eq!((undone.as_array().unwrap().len(), &undone[0]["id"]), (1, &json!(ids[1])));
}

#[tokio::test]
async fn undo_gives_each_contact_its_own_former_values_or_none() {
    let server = start().await;
    let ids = [send(&server, "Ana").await, send(&server, "Bruno").await];
    let staff = server.editor().await;
    set_status(&staff, &ids[0], "read").await;
    let archive = json!({"ids": ids, "action": "status", "status": "archived"});
    let former = staff.post("/api/contacts/bulk", &archive).await.expect_success().json();
    let undo_of =
        |former: &Value| json!({"ids": [former["id"]], "action": "status", "status": former["status"]});
    let mut undo: Vec<Value> = former.as_array().unwrap().iter().map(undo_of).collect();

    undo.push(json!({"ids": [ids[0]], "action": "assign", "assigned_to": ids[0]}));
    staff
        .post("/api/contacts/bulk/undo", &json!({"changes": undo}))
        .await
        .expect(StatusCode::UNPROCESSABLE_ENTITY);
    let statuses = async || {
        let (ana, bruno) = (staff.json(&path(&ids[0])).await, staff.json(&path(&ids[1])).await);
        (ana["status"].clone(), bruno["status"].clone())
    };
    assert_eq!(statuses().await, (json!("archived"), json!("archived")));

    undo[2] = json!({"ids": ids, "action": "trash"});
    let undone =
        staff.post("/api/contacts/bulk/undo", &json!({"changes": undo})).await.expect_success().json();
    assert_eq!(undone.as_array().unwrap().len(), 2, "each contact gets its first change");
    assert_eq!(statuses().await, (json!("read"), json!("new")));
}

#[tokio::test]
async fn status_change_of_a_contact_dated_in_the_future_limits_the_time_of_the_reply_to_now() {
    let server = start().await;
    server.app.clock.jump(TimeDelta::days(1));
    let id = send(&server, "Ana").await;
    server.app.clock.jump(TimeDelta::days(-1));
    let staff = server.editor().await;
    let now = server.app.clock.now();
    let body = json!({"ids": [id], "action": "status", "status": "replied", "answered_at": now});
    staff.post("/api/contacts/bulk", &body).await.expect_success();
    assert_eq!(staff.json(&path(&id)).await["answered_at"], json!(now));
}

#[tokio::test]
async fn invalid_bulk_action_is_refused() {
    let server = start().await;
    let id = send(&server, "Um").await;
    let staff = server.editor().await;
    let status = async |body: Value| refused(&staff, Method::POST, "/api/contacts/bulk", &body).await.0;
    assert_eq!(status(json!({"ids": [], "action": "trash"})).await, 422);
    let many: Vec<String> = (0..101).map(|number| format!("01980000-0000-7000-8000-{number:012}")).collect();
    assert_eq!(status(json!({"ids": many, "action": "trash"})).await, 422);
    assert_eq!(status(json!({"ids": [id], "action": "burn"})).await, 400);
    assert_eq!(status(json!({"ids": [id], "action": "assign"})).await, 400);
    assert_eq!(status(json!({"ids": [id], "action": "status", "status": "lost"})).await, 400);
    let visitor = server.sign_in(VISITOR).await.user_id().await;
    assert_eq!(status(json!({"ids": [id], "action": "assign", "assigned_to": visitor})).await, 422);
    assert_eq!(staff.json(&path(&id)).await["assigned_to"], Value::Null);
}

#[tokio::test]
async fn saved_filters_belong_to_one_user() {
    let server = start().await;
    let (editor, admin) = (server.editor().await, server.admin().await);
    let filters = "/api/contacts/filters";
    let save = async |name: &str| {
        editor
            .post(filters, &json!({"name": name, "query": "status=new&assigned=me"}))
            .await
            .expect_success()
            .json()
    };
    let saved = save("  Meus   novos ").await;
    assert_eq!((&saved["name"], &saved["query"]), (&json!("Meus novos"), &json!("status=new&assigned=me")));
    assert_eq!(editor.json(filters).await, json!([saved]));
    assert_eq!(admin.json(filters).await, json!([]));
    let (status, body) =
        refused(&editor, Method::POST, filters, &json!({"name": "Meus novos", "query": "x"})).await;
    assert_eq!((status, body["fields"]["name"].is_string()), (422, true));
    let path = format!("{filters}/{}", id_of(&saved));
    assert_eq!(
        refused(&admin, Method::DELETE, &path, &json!({})).await.0,
        404,
        "others can't delete the filter"
    );
    editor.delete(&path).await.expect_success();
    assert_eq!(editor.json(filters).await, json!([]));
    for number in 0..20 {
        save(&format!("Filtro {number}")).await;
    }
    let full = refused(&editor, Method::POST, filters, &json!({"name": "Mais um", "query": "x"})).await;
    assert_eq!((full.0, &full.1["code"]), (409, &json!("too_many_filters")));
}

#[tokio::test]
async fn repeated_idempotency_key_creates_one_note() {
    let server = Server::start_for_races().await;
    let (editor, admin) = (server.editor().await, server.admin().await);
    let (ana, bia) = (send(&server, "Ana").await, send(&server, "Bia").await);
    let attempt = |staff: &Client, contact: &str, text: &str| {
        let note = json!({"text": text});
        staff.post(&format!("{}/notes", path(contact)), &note).header("Idempotency-Key", "a").send()
    };
    // The same request is sent twice at once.
    let (first, second) = tokio::join!(attempt(&editor, &ana, "Ligou."), attempt(&editor, &ana, "Ligou."));
    let created = first.expect(StatusCode::CREATED).json();
    assert_eq!(second.expect(StatusCode::CREATED).json(), created);
    // Another user and another contact have their own keys.
    for (staff, contact) in [(&admin, &ana), (&editor, &bia)] {
        let other = attempt(staff, contact, "Ligou.").await.expect(StatusCode::CREATED).json();
        assert_ne!(other["id"], created["id"]);
    }
    let changed = attempt(&editor, &ana, "Outra coisa.").await;
    changed.expect_error(StatusCode::UNPROCESSABLE_ENTITY, "idempotency_key_reused");
    let entries = timeline(&editor, &ana).await;
    let notes = entries.iter().filter(|entry| entry["kind"] == "note");
    assert_eq!(notes.count(), 3, "the timeline has both contacts, because they have the same phone number");
}
