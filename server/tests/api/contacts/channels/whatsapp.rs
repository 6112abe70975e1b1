//! The company's WhatsApp link, and contacts recorded with its code.

use vitrine::{
    features::contacts::channel::whatsapp::{code::Click, pages},
    platform::crypto::secret_key::SecretKey,
};

use super::*;

const CHECK: &str = "/api/contacts/whatsapp-code";

/// Returns the prepared message of the link on a page.
async fn message(server: &Server, page: &str, query: &str) -> String {
    let markup = server.markup(page).await;
    let link = markup.split("href=\"").find(|part| part.starts_with("/w/")).expect("a link to WhatsApp");
    let link = link.split('"').next().unwrap();
    assert_ne!(link, "/w/0", "the page has a number");
    let answer = server.get(&format!("{link}{query}")).await.expect(StatusCode::FOUND);
    assert_eq!((answer.header("x-robots-tag"), answer.header("cache-control")), ("noindex", "no-store"));
    let url = answer.header("location").to_owned();
    assert!(url.starts_with("https://wa.me/55"), "{url}");
    let (_, text) = url.split_once("?text=").unwrap();
    percent_encoding::percent_decode_str(text).decode_utf8().unwrap().into_owned()
}

async fn add_campaign(staff: &Client, name: &str, utm_campaign: &str) {
    let campaign = json!({"name": name, "utm_campaign": utm_campaign});
    staff.post("/api/campaigns", &campaign).await.expect(StatusCode::CREATED);
}

#[tokio::test]
async fn contact_with_a_whatsapp_code_has_the_source_and_the_time_of_the_click() {
    let server = Server::start_with(NO_LIMITS).await;
    let staff = server.editor().await;
    add_campaign(&staff, "Natal", "Natal-2026").await;
    let text = message(&server, "/servicos", "?utm_campaign=NATAL-2026&x=%FF").await;
    let again = message(&server, "/servicos", "?utm_campaign=outra").await;
    assert_ne!(text, again, "an unknown campaign");
    assert!(list(&staff, "").await.is_empty(), "a click stores nothing");
    server.advance(TimeDelta::minutes(45));
    let found = staff.post(CHECK, &json!({"whatsapp_code": text})).await.expect(StatusCode::OK).json();
    assert_eq!((&found["source_page"], &found["utm_campaign"]), (&json!("/servicos"), &json!("natal-2026")));
    assert_eq!((&found["clicked_at"], &found["contact_id"]), (&json!("2026-11-20T12:00:00Z"), &Value::Null));
    let bare = found["whatsapp_code"].as_str().unwrap().to_lowercase().replace('-', "");
    let contact = record(&staff, &json!({"channel": "whatsapp", "whatsapp_code": bare})).await;
    let values = ["source_page", "utm_campaign", "created_at", "whatsapp_code"].map(|name| &contact[name]);
    let code = &found["whatsapp_code"];
    let page = json!("/servicos");
    assert_eq!(values, [&page, &json!("natal-2026"), &json!("2026-11-20T12:00:00Z"), code]);

    let repeated = staff.post(RECORDED, &recorded_with(&json!({"whatsapp_code": text}))).await;
    repeated.expect_error(StatusCode::CONFLICT, "whatsapp_code_used");
    let known = staff.post(CHECK, &json!({"whatsapp_code": text})).await.json();
    assert_eq!(known["contact_id"], contact["id"]);
    let other = json!({"channel": "whatsapp", "whatsapp_code": text, "is_other_person": true});
    let other = record(&staff, &other).await;
    assert_ne!(other["id"], contact["id"], "another visitor of the same minute has the same code");
    assert_eq!(other["source_page"], contact["source_page"]);
    for contact in [&other, &contact] {
        staff.delete(&contact_path(contact)).await.expect_success();
    }
    let unused = staff.post(CHECK, &json!({"whatsapp_code": text})).await.json();
    assert_eq!(unused["contact_id"], Value::Null, "both are in the trash");
}

#[tokio::test]
async fn forged_altered_and_old_codes_are_refused() {
    let server = Server::start_with(NO_LIMITS).await;
    let staff = server.editor().await;
    let now = server.app.clock.now();
    let refused = async |code: String| {
        let contact = recorded_with(&json!({"channel": "whatsapp", "whatsapp_code": code}));
        let answer = staff.post(RECORDED, &contact).await;
        let error = answer.expect_error(StatusCode::UNPROCESSABLE_ENTITY, "invalid_fields");
        assert!(error["fields"]["whatsapp_code"].is_string(), "{error}");
    };
    let key = &server.app.secret_key;
    let valid = Click::new(now, 3, 1).code(key).to_string();
    // The first characters have the minute, then the page, the campaign and the MAC.
    for index in [0, 6, 7, 10, 12, 15, 22] {
        let other = if valid.as_bytes()[index] == b'7' { "8" } else { "7" };
        let mut altered = valid.clone();
        altered.replace_range(index..=index, other);
        refused(altered).await;
    }
    let other_key = SecretKey::parse(&"ab".repeat(32)).unwrap();
    refused(Click::new(now, 3, 1).code(&other_key).to_string()).await;
    refused(Click::new(now - TimeDelta::days(91), 3, 1).code(key).to_string()).await;
    refused(Click::new(now + TimeDelta::hours(1), 3, 1).code(key).to_string()).await;
    refused("Oi, tudo bem?".to_owned()).await;
    assert!(list(&staff, "").await.is_empty());
    // Numbers that no page or campaign has are unknown, but the time is known.
    let contact =
        record(&staff, &json!({"whatsapp_code": Click::new(now, 16_000, 9).code(key).to_string()})).await;
    assert_eq!((&contact["source_page"], &contact["utm_campaign"]), (&Value::Null, &Value::Null));
}

#[tokio::test]
async fn wrong_codes_are_limited_per_account() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let valid = Click::new(server.app.clock.now(), 0, 0).code(&server.app.secret_key).to_string();
    let check = async |staff: &Client, code: &str| staff.post(CHECK, &json!({"whatsapp_code": code})).await;
    for _ in 0..30 {
        check(&staff, &valid).await.expect(StatusCode::OK);
    }
    for _ in 0..10 {
        check(&staff, "00000-00000-00000-00000").await.expect(StatusCode::UNPROCESSABLE_ENTITY);
    }
    check(&staff, &valid).await.expect(StatusCode::TOO_MANY_REQUESTS);
    check(&server.admin().await, &valid).await.expect(StatusCode::OK);
    server.advance(TimeDelta::minutes(1));
    check(&staff, &valid).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn whatsapp_link_is_hidden_from_robots_and_missing_without_a_number() {
    let server = Server::start().await;
    assert!(server.text("/robots.txt").await.contains("\nDisallow: /w/\n"));
    for missing in ["/w/x", "/w/-1", "/w/16384", "/w/1/2"] {
        assert_eq!(server.status(missing).await, StatusCode::NOT_FOUND, "{missing}");
    }
    assert_eq!(server.status("/w/0").await, StatusCode::FOUND);
    let contact = server.markup("/contato").await;
    assert!(contact.contains("href=\"https://wa.me/"), "'Chat Online' leads to WhatsApp directly");
    assert!(!server.markup("/pagina-que-nao-existe").await.contains("href=\"https://wa.me/"));
    let rows = server.query("SELECT path FROM page_numbers").await;
    let paths: Vec<String> = rows.iter().map(|row| row.try_get("", "path").unwrap()).collect();
    assert!(!paths.iter().any(|path| path.contains("pagina")), "{paths:?}");
    let admin = server.admin().await;
    admin.put("/api/settings/contact", &json!({"whatsapp": ""})).await.expect_success();
    assert_eq!(server.status("/w/0").await, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn campaign_is_changed_but_not_repeated() {
    let server = Server::start_with(NO_LIMITS).await;
    let staff = server.editor().await;
    add_campaign(&staff, "Natal", "natal").await;
    let repeated = json!({"name": "Outra", "utm_campaign": "NATAL"});
    let refused = staff.post("/api/campaigns", &repeated).await;
    refused.expect_error(StatusCode::CONFLICT, "utm_campaign_taken");
    let personal = json!({"name": "Cliente", "utm_campaign": "ana@exemplo.com.br"});
    staff.post("/api/campaigns", &personal).await.expect(StatusCode::UNPROCESSABLE_ENTITY);
    let campaign = staff.json("/api/campaigns").await[0].clone();
    let path = format!("/api/campaigns/{}", campaign["id"].as_str().unwrap());
    let changed = staff.put(&path, &json!({"name": "Natal e Ano Novo"})).await.expect(StatusCode::OK).json();
    assert_eq!((&changed["name"], &changed["utm_campaign"]), (&json!("Natal e Ano Novo"), &json!("natal")));
    assert_eq!(staff.json("/api/campaigns").await.as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn code_is_recorded_once_by_concurrent_requests() {
    let server = Server::start_for_races().await;
    let staff = server.editor().await;
    let code = message(&server, "/servicos", "").await;
    let send = async |_| staff.post(RECORDED, &recorded_with(&json!({"whatsapp_code": code}))).await.status();
    let statuses = futures_util::future::join_all((0..5).map(send)).await;
    assert_eq!(statuses.iter().filter(|status| **status == StatusCode::CREATED).count(), 1, "{statuses:?}");
    assert_eq!(statuses.iter().filter(|status| **status == StatusCode::CONFLICT).count(), 4, "{statuses:?}");
}

#[tokio::test]
async fn concurrent_campaigns_and_pages_get_different_numbers() {
    let server = Server::start_for_races().await;
    let staff = server.editor().await;
    let create = async |number: usize| {
        let campaign = json!({"name": format!("Campanha {number}"), "utm_campaign": format!("c{number}")});
        staff.post("/api/campaigns", &campaign).await.expect(StatusCode::CREATED);
    };
    futures_util::future::join_all((0..8).map(create)).await;
    let paths: Vec<String> = (0..8).map(|number| format!("/pagina-{number}")).collect();
    let number_of = async |path: &String| pages::number_of(&server.app, path).await;
    let numbers = futures_util::future::join_all(paths.iter().map(number_of)).await;
    let distinct: std::collections::BTreeSet<u16> = numbers.iter().copied().collect();
    assert!(distinct.len() == 8 && !distinct.contains(&0), "{numbers:?}");
}
