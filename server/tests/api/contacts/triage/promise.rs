//! The promise of a reply within 24 hours: deadlines, the order of late contacts, and business hours.

use super::*;

/// Returns the names of all contacts, late ones first.
async fn late_first(staff: &Client) -> Vec<String> {
    let found = staff.json("/api/contacts?order=late_first").await;
    names(&found).into_iter().map(str::to_owned).collect()
}

#[tokio::test]
async fn holidays_do_not_count_as_working_time() {
    let server = start().await;
    let id = send(&server, "Ana").await;
    // Today is a holiday, which doesn't count; Saturday counts. So the 24 hours end with Saturday, and the deadline is the end
    // of Saturday's business hours.
    let staff = server.editor().await;
    let promise = staff.json(&path(&id)).await["promise"].clone();
    assert_eq!(
        promise,
        json!({
            "due_at": "2026-11-21T15:00:00Z", "due_text": "amanhã, 12h", "is_late": false, "minutes_left": 240,
        })
    );
}

#[tokio::test]
async fn contact_is_late_only_after_its_deadline() {
    let server = start().await;
    let id = send(&server, "Ana").await;
    server.advance(TimeDelta::hours(25));
    let staff = server.editor().await;
    assert_eq!(staff.json("/api/contacts").await[0]["promise"]["minutes_left"], 120, "Saturday at ten");
    server.advance(TimeDelta::hours(2));
    let staff = server.editor().await;
    assert_eq!(staff.json(&path(&id)).await["promise"]["is_late"], false, "the deadline itself is in time");
    server.advance(TimeDelta::microseconds(1));
    let promise = staff.json(&path(&id)).await["promise"].clone();
    assert_eq!((&promise["is_late"], &promise["minutes_left"]), (&json!(true), &json!(0)));
    assert_eq!(staff.json("/api/contacts/summary").await["late"], 1);
    assert_eq!(set_status(&staff, &id, "replied").await["promise"], Value::Null);
    assert_eq!(staff.json("/api/contacts/summary").await["late"], 0);
}

#[tokio::test]
async fn late_contacts_are_listed_first_across_pages() {
    let server = start().await;
    for number in 1..=5 {
        send(&server, &format!("Atrasado {number}")).await;
        server.advance(TimeDelta::minutes(1));
    }
    let answered = send(&server, "Respondido").await;
    set_status(&server.editor().await, &answered, "replied").await;
    server.advance(TimeDelta::days(4));
    send(&server, "Novo 1").await;
    server.advance(TimeDelta::minutes(1));
    send(&server, "Novo 2").await;
    let mut staff = server.editor().await;
    let all = late_first(&staff).await;
    assert_eq!(all[5..], ["Novo 2", "Novo 1", "Respondido"]);
    let mut late = all[..5].to_vec();
    late.sort();
    assert_eq!(late, ["Atrasado 1", "Atrasado 2", "Atrasado 3", "Atrasado 4", "Atrasado 5"]);
    assert_eq!(
        names(&staff.json("/api/contacts?limit=2").await),
        ["Novo 2", "Novo 1"],
        "the default order is newest first"
    );

    let (mut seen, mut next) = (Vec::new(), Some("/api/contacts?order=late_first&limit=2".to_owned()));
    while let Some(path) = next {
        let answer = staff.get(&path).await;
        assert_eq!(answer.headers()["x-total-count"], "8");
        next = answer.next_page();
        let page = answer.json();
        seen.extend(names(&page).into_iter().map(str::to_owned));
        // Contacts that become late between two pages don't move.
        if seen.len() == 6 {
            server.advance(TimeDelta::days(2));
            staff = server.editor().await;
        }
    }
    assert_eq!(seen, all);
    staff.get("/api/contacts?order=late_first&cursor=x").await.expect(StatusCode::BAD_REQUEST);
    // A cursor of the default order is invalid in this one.
    let next = staff.get("/api/contacts?limit=1").await.next_page().unwrap() + "&order=late_first";
    staff.get(&next).await.expect(StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn announced_deadline_survives_a_change_of_business_hours() {
    let server = Server::start().await;
    let visitor = server.sign_in(VISITOR).await;
    let deadline = "sábado, 21/11, às 12h";
    let sent = visitor.send_contact(&new_contact_with(&json!({}))).await;
    assert_eq!(sent["deadline"], deadline);
    let (admin, id) = (server.admin().await, sent["id"].as_str().unwrap());
    for hours in ["Segunda a sexta, 8h às 18h", "Segunda a sábado, 8h às 22h", "Sábado, 8h às 9h"] {
        let change = json!({"business_hours": hours});
        admin.put("/api/settings/contact", &change).await.expect_success();
        let promise = admin.json(&path(id)).await["promise"].clone();
        assert_eq!(
            (&promise["due_at"], &promise["due_text"]),
            (&json!("2026-11-21T15:00:00Z"), &json!("amanhã, 12h")),
            "{hours}"
        );
        let own = visitor.json("/api/contacts/mine").await[0]["deadline"].clone();
        assert_eq!(own, "amanhã, 12h", "{hours}");
        let thanks = server.get(&format!("/contato/obrigado?pedido={id}")).await.text();
        assert!(thanks.contains(deadline), "{hours}");
    }
    // A contact that waits again has the same deadline. The deadline of a new contact follows the new hours.
    set_status(&admin, id, "replied").await;
    assert_eq!(set_status(&admin, id, "read").await["promise"]["due_text"], "amanhã, 12h");
    let next = server.send_contact(&new_contact_with(&json!({}))).await;
    assert_eq!(next["deadline"], "sábado, 21/11, às 9h");
}

#[tokio::test]
async fn midnight_deadline_of_an_earlier_release_is_migrated() {
    let server = start().await;
    let id = send(&server, "Antigo").await;
    let midnight = "'2026-11-22 03:00:00+00:00'";
    let earlier_deadline = format!("UPDATE contacts SET due_at = {midnight}, waits_until = {midnight}");
    server.execute_sql(&earlier_deadline).await;
    server.execute_sql("DELETE FROM seeds WHERE name = 'contact_deadlines'").await;
    vitrine::operations::setup::prepare(&server.app).await.unwrap();
    let promise = server.editor().await.json(&path(&id)).await["promise"].clone();
    assert_eq!(promise["due_at"], "2026-11-21T15:00:00Z");
}

#[tokio::test]
async fn unparsable_business_hours_are_reported() {
    let server = start().await;
    let admin = server.admin().await;
    let hours = async || admin.json("/api/contacts/business-hours").await;
    let expected = json!({
        "lines": ["Segunda a sexta, 08:00–18:00", "Sábado, 08:00–12:00"], "is_fallback": false, "ignored": [],
    });
    assert_eq!(hours().await, expected);
    let change = json!({"business_hours": "Ligue quando quiser"});
    admin.put("/api/settings/contact", &change).await.expect_success();
    let expected = json!({
        "lines": ["Segunda a sexta, 08:00–18:00"], "is_fallback": true, "ignored": ["Ligue quando quiser"],
    });
    assert_eq!(hours().await, expected);
}

#[tokio::test]
async fn dashboard_counts_promises_once_their_deadline_has_passed() {
    let server = start().await;
    let in_time = send(&server, "No prazo").await;
    let late = send(&server, "Atrasado").await;
    let archived = send(&server, "Arquivado").await;
    let deleted = send(&server, "Lixo").await;
    send(&server, "Esperando").await;
    let promises =
        async || server.admin().await.json("/api/dashboard").await["contacts"]["waiting"]["promises"].clone();
    let staff = server.editor().await;
    set_status(&staff, &in_time, "replied").await;
    set_status(&staff, &archived, "archived").await;
    staff.delete(&path(&deleted)).await.expect_success();
    assert_eq!(promises().await, json!({"due": 0, "met": 0}), "no deadline has passed");
    server.advance(TimeDelta::days(3));
    set_status(&server.editor().await, &late, "replied").await;
    assert_eq!(promises().await, json!({"due": 3, "met": 1}), "the archived contact does not count");
    let waiting = server.admin().await.json("/api/dashboard").await["contacts"]["waiting"].clone();
    assert_eq!((&waiting["count"], &waiting["late"]), (&json!(1), &json!(1)));
    assert_eq!(waiting["oldest"]["promise"]["is_late"], true);
    server.advance(TimeDelta::days(30));
    assert_eq!(promises().await, json!({"due": 0, "met": 0}), "only the last thirty days count");
}

#[tokio::test]
async fn only_waiting_contacts_of_earlier_releases_get_a_deadline_at_startup() {
    let server = start().await;
    let (waiting, answered) = (send(&server, "Antigo").await, send(&server, "Respondido").await);
    set_status(&server.editor().await, &answered, "replied").await;
    let remove = "UPDATE contacts SET due_at = NULL, waits_until = NULL, answered_at = NULL";
    server.execute_sql(remove).await;
    vitrine::operations::setup::prepare(&server.app).await.unwrap();
    let staff = server.editor().await;
    assert_eq!(staff.json(&path(&waiting)).await["promise"]["due_at"], "2026-11-21T15:00:00Z");
    assert_eq!(staff.json(&path(&answered)).await["promise"], Value::Null);
    server.advance(TimeDelta::days(3));
    let stats = server.admin().await.json("/api/dashboard").await["contacts"]["waiting"].clone();
    assert_eq!(stats["promises"], json!({"due": 1, "met": 0}), "the time of the other's reply isn't known");
}
