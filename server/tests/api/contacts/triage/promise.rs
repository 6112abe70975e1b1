//! The promise of a reply: deadlines, their change with the settings, the order of late contacts, and business hours.

use sea_orm::ConnectionTrait;

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
async fn changed_settings_move_deadlines_of_waiting_contacts_only_to_later_times() {
    let server = Server::start_with(NO_LIMITS).await;
    let visitor = server.sign_in(VISITOR).await;
    let sent = visitor.send_contact(&new_contact_with(&json!({}))).await;
    assert_eq!(sent["deadline"], "sábado, 21/11, às 12h");
    let (admin, id) = (server.admin().await, sent["id"].as_str().unwrap());
    let answered = send(&server, "Respondido").await;
    set_status(&admin, &answered, "replied").await;
    let trap = json!({"website": "http://spam.example", "email": "suspeito@exemplo.com.br"});
    let suspected = id_of(&server.send_contact(&new_contact_with(&trap)).await);
    // The hours are named only if the deadline results from them.
    for (change, relative, full, text) in [
        (json!({"business_hours": "Sábado, 8h às 9h"}), "amanhã, 12h", "sábado, 21/11, às 12h", "contato."),
        (json!({"promised_hours": "1"}), "amanhã, 12h", "sábado, 21/11, às 12h", "contato."),
        (
            json!({"business_hours": "Segunda a sábado, 8h às 18h", "promised_hours": "24",
                "closed_days": "21/11/2026: Mudança"}),
            "segunda, 18h",
            "segunda-feira, 23/11, às 18h",
            "contato em até 24 horas.",
        ),
        (
            json!({"service_hours": "Suporte Técnico: 48"}),
            "terça, 18h",
            "terça-feira, 24/11, às 18h",
            "contato em até 48 horas.",
        ),
        (
            json!({"service_hours": "", "closed_days": ""}),
            "terça, 18h",
            "terça-feira, 24/11, às 18h",
            "contato.",
        ),
    ] {
        admin.put("/api/settings/contact", &change).await.expect_success();
        assert_eq!(admin.json(&path(id)).await["promise"]["due_text"], relative, "{change}");
        let own = visitor.json("/api/contacts/mine").await[0]["deadline"].clone();
        assert_eq!(own, relative, "{change}");
        let thanks = server.markup(&format!("/contato/obrigado?pedido={id}")).await;
        let text = format!("Nossa equipe entrará em {text}");
        assert!(thanks.contains(full) && thanks.contains(&text), "{change}: {thanks}");
    }
    assert_eq!(set_status(&admin, &answered, "read").await["promise"]["due_text"], "amanhã, 12h");
    admin.put(&path(&suspected), &json!({"quarantined": false})).await.expect_success();
    assert_eq!(admin.json(&path(&suspected)).await["promise"]["due_text"], "terça, 18h");
    let receipts = mailbox::of_kind(&server, "contact_receipt").await;
    let text = "vai responder até terça-feira, 24/11, às 18h";
    assert!(receipts.iter().any(|mail| mail.body.to_string().contains(text)));
}

#[tokio::test]
async fn restored_settings_move_deadlines_too() {
    let server = start().await;
    let admin = server.admin().await;
    for hours in ["48", "24"] {
        admin.put("/api/settings/contact", &json!({"promised_hours": hours})).await.expect_success();
    }
    let id = send(&server, "Ana").await;
    admin.post_empty("/api/settings/contact/history/1/restore").await.expect_success();
    assert_eq!(admin.json(&path(&id)).await["promise"]["due_text"], "segunda, 18h");
}

/// Returns statements that store a contact like the one in the table `copies`, with a numbered id.
fn copy_contact(server: &Server, number: usize) -> String {
    // In SQLite, a trigger sets the number of the search.
    let changes = match server.is_sqlite() {
        true => format!("id = x'{number:032}', search_number = NULL"),
        false => format!("id = '00000000-0000-0000-0000-{number:012}'"),
    };
    format!("UPDATE copies SET {changes}; INSERT INTO contacts SELECT * FROM copies;")
}

#[tokio::test]
async fn deadlines_that_did_not_follow_the_settings_do_so_at_the_next_maintenance() {
    let server = start().await;
    send(&server, "Ana").await;
    let admin = server.admin().await;
    admin.put("/api/settings/contact", &json!({"promised_hours": "48"})).await.expect_success();
    // More than one transaction changes, in the state in which a crash after saving the settings leaves them.
    server.execute_sql("CREATE TABLE copies AS SELECT * FROM contacts").await;
    let copies: String = (1..=250).map(|number| copy_contact(&server, number)).collect();
    server.execute_sql(&copies).await;
    server.execute_sql("UPDATE contacts SET due_at = created_at, waits_until = created_at").await;
    server.execute_sql("UPDATE met_promises SET settings_hash = 'of the former settings'").await;
    server.run_maintenance().await;
    let found = admin.json("/api/contacts?limit=100").await;
    assert!(found.as_array().unwrap().iter().all(|contact| contact["promise"]["due_text"] == "segunda, 18h"));
    let moved =
        server.query("SELECT id FROM contacts WHERE due_at = waits_until AND due_at > created_at").await;
    assert_eq!(moved.len(), 251);
}

#[tokio::test]
async fn contact_that_is_being_stored_during_a_change_follows_it() {
    let server = Server::start_for_races().await;
    send(&server, "Ana").await;
    let admin = server.admin().await;
    server.execute_sql("CREATE TABLE copies AS SELECT * FROM contacts").await;
    let storing = server.app.db.begin().await.unwrap();
    storing.lock_shared(vitrine::features::contacts::promise::DEADLINES_LOCK).await.unwrap();
    storing.execute_unprepared(&copy_contact(&server, 1)).await.unwrap();
    let save = async {
        admin.put("/api/settings/contact", &json!({"promised_hours": "48"})).await.expect_success();
    };
    let commit = async {
        // PostgreSQL saves the settings meanwhile. SQLite has one transaction at a time.
        let saved = async || admin.json("/api/settings/contact").await["promised_hours"] == "48";
        while !server.is_sqlite() && !saved().await {}
        storing.commit().await.unwrap();
    };
    tokio::join!(save, commit);
    for contact in admin.json("/api/contacts").await.as_array().unwrap() {
        assert_eq!(contact["promise"]["due_text"], "segunda, 18h");
    }
}

#[tokio::test]
async fn deadline_of_a_new_contact_follows_its_service() {
    let server = start().await;
    let admin = server.admin().await;
    let change = json!({"service_hours": "Suporte Técnico: 4\nSoluções em Nuvem: 72\nAntigo: 2"});
    admin.put("/api/settings/contact", &change).await.expect_success();
    let page = server.text("/contato").await;
    assert!(page.contains("respondemos até amanhã; em alguns serviços, até terça-feira."), "{page}");
    assert!(page.contains("\"Suporte Técnico\":\"Enviando agora, respondemos até amanhã.\""), "{page}");
    for (service, hours, deadline) in [
        ("Suporte Técnico", "4 horas", "sábado, 21/11, às 4h"),
        ("Soluções em Nuvem", "72 horas", "terça-feira, 24/11, às 18h"),
        ("Antigo", "2 horas", "sábado, 21/11, às 2h"),
        ("Outro", "24 horas", "sábado, 21/11, às 12h"),
    ] {
        let fields = json!({"message": format!("Serviço de interesse: {service}\n\nOi"),
            "email": format!("{}@exemplo.com.br", vitrine::platform::text::slug(service))});
        let sent = server.send_contact(&new_contact_with(&fields)).await;
        assert_eq!(sent["deadline"], deadline);
        let text = format!("Nossa equipe entrará em contato em até {hours}.");
        assert_eq!(sent["sent_text"], json!(text));
        let thanks = server.get(&format!("/contato/obrigado?pedido={}", id_of(&sent))).await.text();
        assert!(thanks.contains(&text) && thanks.contains(deadline), "{thanks}");
        for kind in ["contact_receipt", "contact_notice"] {
            let mails = mailbox::of_kind(&server, kind).await;
            let text = format!("em até {hours}: até {deadline}");
            assert!(mails.iter().any(|mail| mail.body.to_string().contains(&text)), "{kind}: {text}");
        }
    }
    let services = admin.json("/api/contacts/promise").await["services"].clone();
    assert_eq!(services[0], "Suporte Técnico");
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
        "next_closed": ["20/11: Consciência Negra", "25/12: Natal", "01/01: Confraternização Universal",
            "26/03: Sexta-feira Santa", "21/04: Tiradentes", "01/05: Dia do Trabalho"],
    });
    assert_eq!(hours().await, expected);
    let change = json!({"business_hours": "Ligue quando quiser"});
    admin.put("/api/settings/contact", &change).await.expect_success();
    let found = hours().await;
    assert_eq!(found["lines"], json!(["Segunda a sexta, 08:00–18:00"]));
    assert_eq!((&found["is_fallback"], &found["ignored"]), (&json!(true), &json!(["Ligue quando quiser"])));
}

#[tokio::test]
async fn dashboard_counts_promises_once_their_deadline_has_passed() {
    let server = start().await;
    let in_time = send(&server, "No prazo").await;
    let late = send(&server, "Atrasado").await;
    let archived = send(&server, "Arquivado").await;
    let lost = send(&server, "Perdido").await;
    let deleted = send(&server, "Lixo").await;
    send(&server, "Esperando").await;
    let promises =
        async || server.admin().await.json("/api/dashboard").await["contacts"]["waiting"]["promises"].clone();
    let staff = server.editor().await;
    set_status(&staff, &in_time, "replied").await;
    set_status(&staff, &archived, "archived").await;
    let loss = json!({"stage": "lost", "lost_reason": "price"});
    staff.put(&format!("{}/stage", path(&lost)), &loss).await.expect_success();
    staff.delete(&path(&deleted)).await.expect_success();
    assert_eq!(promises().await, json!({"due": 0, "met": 0}), "no deadline has passed");
    server.advance(TimeDelta::days(3));
    set_status(&server.editor().await, &late, "replied").await;
    assert_eq!(promises().await, json!({"due": 3, "met": 1}), "closed contacts without a reply do not count");
    let waiting = server.admin().await.json("/api/dashboard").await["contacts"]["waiting"].clone();
    assert_eq!((&waiting["count"], &waiting["late"]), (&json!(1), &json!(1)));
    assert_eq!(waiting["most_urgent"]["promise"]["is_late"], true);
    server.advance(TimeDelta::days(30));
    assert_eq!(promises().await, json!({"due": 0, "met": 0}), "only the last thirty days count");
}

#[tokio::test]
async fn only_waiting_contacts_of_earlier_releases_get_a_deadline_at_startup() {
    let server = start().await;
    let (waiting, answered) = (send(&server, "Antigo").await, send(&server, "Respondido").await);
    set_status(&server.editor().await, &answered, "replied").await;
    let remove =
        "UPDATE contacts SET due_at = NULL, waits_until = NULL, answered_at = NULL, first_due_at = NULL,
        first_answered_at = NULL, asked_at = NULL";
    server.execute_sql(remove).await;
    vitrine::operations::setup::prepare(&server.app).await.unwrap();
    let staff = server.editor().await;
    assert_eq!(staff.json(&path(&waiting)).await["promise"]["due_at"], "2026-11-21T15:00:00Z");
    assert_eq!(staff.json(&path(&answered)).await["promise"], Value::Null);
    server.advance(TimeDelta::days(3));
    let stats = server.admin().await.json("/api/dashboard").await["contacts"]["waiting"].clone();
    assert_eq!(stats["promises"], json!({"due": 1, "met": 0}), "the time of the other's reply isn't known");
}

#[tokio::test]
async fn site_shows_the_share_of_promises_met_only_while_it_is_large_enough() {
    let server = start().await;
    let mut ids = Vec::new();
    for number in 1..=20 {
        ids.push(send(&server, &format!("Pedido {number}")).await);
    }
    let (archived, suspected) = (send(&server, "Arquivado").await, send(&server, "Suspeito").await);
    let staff = server.editor().await;
    for id in &ids[1..] {
        set_status(&staff, id, "replied").await;
    }
    set_status(&staff, &archived, "archived").await;
    staff.put(&path(&suspected), &json!({"quarantined": true})).await.expect_success();
    let shown = async || server.text("/contato").await.contains("95% dos pedidos dos últimos 90 dias");
    let save = async |change: Value| {
        server.admin().await.put("/api/settings/contact", &change).await.expect_success();
    };
    save(json!({"met_promises": "on"})).await;
    server.run_maintenance().await;
    assert!(!shown().await, "no deadline has passed");
    server.advance(TimeDelta::days(2));
    assert!(!shown().await, "not counted yet");
    server.run_maintenance().await;
    assert!(shown().await);
    let overview = server.admin().await.json("/api/contacts/promise").await;
    assert_eq!((&overview["met"]["due"], &overview["met"]["met"]), (&json!(20), &json!(19)));
    assert_eq!((&overview["percent"], &overview["is_shown"]), (&json!(95), &json!(true)));
    save(json!({"met_promises_minimum": "96"})).await;
    assert!(!shown().await, "below the minimum");
    save(json!({"met_promises_minimum": "95"})).await;
    assert!(shown().await);
    // A later deadline after a change of the settings counts at once: now only 19 promises were due.
    save(json!({"promised_hours": "72"})).await;
    assert!(!shown().await, "too few");
    save(json!({"met_promises": "off"})).await;
    assert_eq!(server.admin().await.json("/api/contacts/promise").await["is_shown"], false);
}
