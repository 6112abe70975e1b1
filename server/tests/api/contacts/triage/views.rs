//! Views and filters of the list of contacts.

use super::*;

/// Returns the names that the list shows for a query, joined by spaces.
async fn shown(staff: &Client, query: &str) -> String {
    names(&staff.json(&format!("/api/contacts?{query}")).await).join(" ")
}

#[tokio::test]
async fn each_view_shows_and_counts_its_contacts() {
    let server = start().await;
    let staff = server.editor().await;
    let me = staff.user_id().await;
    let mut ids = Vec::new();
    for name in ["Ana", "Bia", "Caio", "Davi"] {
        ids.push(send(&server, name).await);
        server.advance(TimeDelta::minutes(1));
    }
    server.send_contact(&new_contact_with(&json!({"name": "Spam", "website": "x"}))).await;
    staff.put(&path(&ids[0]), &json!({"assigned_to": me, "status": "read"})).await.expect_success();
    set_status(&staff, &ids[1], "archived").await;
    set_status(&staff, &ids[2], "replied").await;
    server.advance(TimeDelta::days(7));
    let staff = server.editor().await;
    send(&server, "Eva").await;
    let late = send(&server, "Lixo").await;
    staff.delete(&path(&late)).await.expect_success();
    for (view, expected) in [
        ("all", "Eva Davi Caio Bia Ana"),
        ("waiting", "Eva Davi Ana"),
        ("late", "Davi Ana"),
        ("mine", "Caio Ana"),
        ("unassigned", "Eva Davi"),
        ("new", "Eva Davi"),
        ("spam", "Spam"),
        ("trash", "Lixo"),
    ] {
        assert_eq!(shown(&staff, &format!("view={view}")).await, expected, "{view}");
        let count = staff.json("/api/contacts/summary").await[view].as_u64().unwrap();
        assert_eq!(count, expected.split(' ').count() as u64, "{view}");
    }
    let by_deadline = shown(&staff, "view=waiting&order=late_first").await;
    assert_eq!(by_deadline, "Ana Davi Eva", "earliest deadline first");
    assert_eq!(shown(&staff, "view=unassigned&order=late_first").await, "Davi Eva");
}

#[tokio::test]
async fn waiting_contacts_are_paged_by_deadline() {
    let server = start().await;
    for name in ["Ana", "Bia", "Caio"] {
        send(&server, name).await;
        server.advance(TimeDelta::minutes(1));
    }
    let staff = server.editor().await;
    let first = staff.get("/api/contacts?view=waiting&order=late_first&limit=2").await.expect_success();
    let next = first.next_page().expect("a second page");
    assert_eq!(names(&first.json()), ["Ana", "Bia"]);
    assert_eq!(names(&staff.json(&next).await), ["Caio"]);
    let cursor = next.split("cursor=").nth(1).unwrap().split('&').next().unwrap();
    let (status, _) =
        refused(&staff, Method::GET, &format!("/api/contacts?cursor={cursor}"), &json!({})).await;
    assert_eq!(status, 400, "a cursor of another order");
}

#[tokio::test]
async fn contacts_are_filtered_by_service_period_and_source() {
    let server = start().await;
    let send = async |name: &str, service: &str, source: Value| {
        let mut input = json!({"name": name, "message": format!("Serviço de interesse: {service}\n\nOi.")});
        input.as_object_mut().unwrap().extend(source.as_object().unwrap().clone());
        server.advance(TimeDelta::seconds(1));
        server.send_contact(&new_contact_with(&input)).await
    };
    send("Ana", "Backup", json!({"source_page": "/"})).await;
    let referred = json!({"source_page": "/", "source_referrer": "google.com"});
    send("Bia", "Backup", referred.clone()).await;
    server.advance(TimeDelta::days(2));
    send("Caio", "Suporte", referred).await;
    send("Davi", "Suporte", json!({"source_page": "/", "utm_source": "Anuncios"})).await;
    let eva = send("Eva", "Outro", json!({})).await;
    let staff = server.editor().await;
    for (query, expected) in [
        ("service=Backup", "Bia Ana"),
        ("service=Suporte&source=google.com", "Caio"),
        ("source=direct", "Ana"),
        ("source=anuncios", "Davi"),
        ("source=unknown", "Eva"),
        ("to=2026-11-20", "Bia Ana"),
        ("from=2026-11-21&service=Suporte", "Davi Caio"),
        ("from=2026-11-21&to=2026-11-21", ""),
        ("view=waiting&order=late_first&source=google.com", "Bia Caio"),
        ("order=late_first&search=oi&service=Backup", "Ana Bia"),
    ] {
        assert_eq!(shown(&staff, query).await, expected, "{query}");
    }
    assert_eq!(refused(&staff, Method::GET, "/api/contacts?from=ontem", &json!({})).await.0, 400);
    let values = staff.json("/api/contacts/filter-values").await;
    assert_eq!(values["services"], json!(["Backup", "Suporte", "Outro"]));
    assert_eq!(values["sources"], json!(["google.com", "anuncios", "direct"]));

    let admin = server.admin().await;
    let export = admin.text("/api/contacts/export.csv?service=Suporte&source=anuncios").await;
    assert!(export.contains("Davi") && !export.contains("Caio"), "{export}");
    let email = json!({"email": eva["email"]});
    admin.post("/api/people/erase", &email).await.expect_success();
    let rows = server.query("SELECT DISTINCT source FROM contacts").await;
    let sources: Vec<String> = rows.iter().map(|row| row.try_get("", "source").unwrap()).collect();
    assert_eq!(sources, ["unknown"], "the source of an erased person is removed");
}

#[tokio::test]
async fn filters_by_two_values_count_among_the_newest_contacts_of_the_period() {
    let server = start().await;
    let (id, time) = match server.is_sqlite() {
        true => {
            ("randomblob(16)", "strftime('%Y-%m-%dT%H:%M:%f000+00:00', 1700000000 + 10 * n, 'unixepoch')")
        }
        false => ("gen_random_uuid()", "to_timestamp(1700000000 + 10 * n)"),
    };
    server
        .execute_sql(&format!(
            "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20001)
            INSERT INTO contacts (id, name, email, phone, company, message, status, quarantined, search, version, created_at,
                updated_at, due_at, service, source, channel, stage, stage_changed_at)
            SELECT {id}, 'Ana', 'ana@exemplo.com.br', '', '', 'Oi', CASE n % 2 WHEN 0 THEN 'read' ELSE 'replied' END, FALSE, 'ana',
                1, {time}, {time}, {time}, CASE n % 3 WHEN 0 THEN 'Backup' ELSE 'Outro' END, 'abc', 'form', 'new', {time}
            FROM numbers"
        ))
        .await;
    let staff = server.editor().await;
    for (filter, count, has_more) in [
        ("status=read", "10000", false),
        ("status=replied", "10000", true),
        ("stage=new&order=late_first", "10000", true),
        ("status=read&service=Backup", "3000", true),
        ("status=read&service=Backup&order=late_first", "3000", true),
        ("status=read&service=Backup&to=2023-11-15", "1726", false),
        ("status=read&service=Outro&view=mine", "0", false),
    ] {
        let answer = staff.get(&format!("/api/contacts?{filter}&limit=1")).await.expect_success();
        assert_eq!(answer.headers()["x-total-count"], count, "{filter}");
        assert_eq!(answer.headers().contains_key("x-total-more"), has_more, "{filter}");
    }
}
