//! The records of the settings: fields, versions, permissions and audit.

use reqwest::{StatusCode, header};
use serde_json::{Value, json};

use super::{RECORDS, etag, long, names, path, put, refused, save};
use crate::harness::Server;

#[tokio::test]
async fn omitted_settings_keep_their_value() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let before = admin.json(&path("company")).await;
    assert_eq!((&before["name"], &before["founded"]), (&json!("Vitrine TI"), &json!("2014")));
    let change = json!({"name": "  Nova   TI ", "mission": "Um\r\ndois\n"});
    let after = save(&admin, "company", change).await;
    assert_eq!((&after["name"], &after["mission"]), (&json!("Nova TI"), &json!("Um\ndois")));
    for field in ["tagline", "founded", "employees", "location", "vision", "values", "logo"] {
        assert_eq!(after[field], before[field], "{field}");
    }
    assert_eq!(admin.json(&path("company")).await, after);
    // Texts that were never edited are derived from the name.
    assert_eq!(after["copyright"], "© {year} Nova TI. Todos os direitos reservados.");
    let seo = admin.json(&path("seo")).await;
    assert_eq!(seo["page_title"], "Nova TI - Soluções Completas em TI");
    save(&admin, "seo", json!({"page_title": "Título escrito"})).await;
    save(&admin, "company", json!({"name": "Outra TI"})).await;
    let seo = admin.json(&path("seo")).await;
    assert_eq!(seo["page_title"], "Título escrito");
    assert_eq!(seo["site_title"], "Outra TI - Soluções Completas em TI");
}

#[tokio::test]
async fn stale_settings_update_is_refused() {
    let server = Server::start().await;
    let admin = server.admin().await;
    for name in RECORDS {
        let (field, value) = match name {
            "company" => ("tagline", "Outro slogan"),
            "contact" => ("address", "Rua das Flores, 10, Campinas, SP - Brasil"),
            "social" => ("linkedin", "https://linkedin.com/company/x"),
            "seo" => ("keywords", "um, dois"),
            _ => ("hotjar", "1234567"),
        };
        let seen = etag(&admin, name).await;
        let request = admin.put(&path(name), &json!({ field: value })).if_match(&seen);
        let first = request.await.expect(StatusCode::OK);
        assert_ne!(first.headers()[header::ETAG], *seen, "{name}");
        assert_eq!(first.headers()[header::ETAG], *etag(&admin, name).await);
        let second = admin.put(&path(name), &json!({ field: "" })).if_match(&seen);
        assert_eq!(second.await.status(), StatusCode::PRECONDITION_FAILED, "{name}");
        assert_eq!(admin.json(&path(name)).await[field], value);
    }
}

#[tokio::test]
async fn one_of_many_concurrent_settings_updates_succeeds() {
    let server = Server::start_for_races().await;
    let admin = server.admin().await;
    let seen = etag(&admin, "company").await;
    let updates = (0..8).map(|number| {
        let change = json!({"tagline": format!("Slogan {number}")});
        admin.put(&path("company"), &change).if_match(&seen).send()
    });
    let answers = futures_util::future::join_all(updates).await;
    let succeeded = answers.into_iter().filter(|answer| answer.status() == StatusCode::OK);
    assert_eq!(succeeded.count(), 1);
    assert_eq!(etag(&admin, "company").await, "\"1\"");
}

#[tokio::test]
async fn unchanged_settings_create_no_version() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let before = admin.json(&path("contact")).await;
    assert_eq!(save(&admin, "contact", before.clone()).await, before);
    assert_eq!(etag(&admin, "contact").await, "\"0\"");
    let history = admin.json(&format!("{}/history", path("contact"))).await;
    assert_eq!(history, json!([]));
}

#[tokio::test]
async fn invalid_settings_fields_are_reported() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let company = json!({"name": " ", "founded": "dois mil", "tagline": long(121), "values": long(601)});
    let fields = refused(&admin, "company", company).await;
    assert_eq!(names(&fields), ["founded", "name", "tagline", "values"]);
    assert_eq!(fields["name"], "Preencha este campo.");
    assert_eq!(fields["founded"], "Informe o ano com quatro dígitos, de 1800 a 2100, como 2014.");
    assert_eq!(fields["tagline"], "Use no máximo 120 caracteres.");
    let contact = json!({"phone": "12", "whatsapp": "abc", "email": "x", "address": ""});
    let fields = refused(&admin, "contact", contact).await;
    assert_eq!(names(&fields), ["email", "phone", "whatsapp"]);
    let fields = refused(&admin, "social", json!({"facebook": "javascript:alert(1)", "twitter": "x"})).await;
    assert_eq!(names(&fields), ["facebook", "twitter"]);
    assert!(fields["facebook"].as_str().unwrap().contains("https://"));
    let fields = refused(&admin, "seo", json!({"page_title": long(121), "favicon": "https://x/y.png"})).await;
    assert_eq!(names(&fields), ["favicon", "page_title"]);
    let analytics = json!({"google_analytics": "GTM-AB12CD3", "search_console": "<b>",
        "search_console_file": "a.html", "facebook_pixel": "1", "hotjar": "x"});
    let fields = refused(&admin, "analytics", analytics).await;
    let expected = ["facebook_pixel", "google_analytics", "hotjar", "search_console", "search_console_file"];
    assert_eq!(names(&fields), expected);
    assert!(fields["google_analytics"].as_str().unwrap().contains("Tag Manager"));
    for wrong in [json!({"constructor": "x"}), json!({"name": 1}), json!({"name": null})] {
        refused(&admin, "company", wrong).await;
    }
    for not_an_object in [json!([]), json!("x"), json!(null)] {
        put(&admin, "company", &not_an_object).await.expect(StatusCode::BAD_REQUEST);
    }
    for name in RECORDS {
        assert_eq!(etag(&admin, name).await, "\"0\"", "{name}");
    }
}

#[tokio::test]
async fn hostile_settings_text_is_refused_alike_on_both_databases() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let text = "a\u{0}b";
    assert_eq!(names(&refused(&admin, "company", json!({"tagline": text})).await), ["tagline"]);
    assert_eq!(names(&refused(&admin, "contact", json!({"about_text": text})).await), ["about_text"]);
    let saved = save(&admin, "contact", json!({"about_text": "Um\u{b}dois\u{1b}[31m"})).await;
    assert_eq!(saved["about_text"], "Um\ndois[31m");
}

#[tokio::test]
async fn settings_survive_a_restart() {
    let server = Server::start().await;
    let admin = server.admin().await;
    save(&admin, "contact", json!({"phone": "(19) 3232-4545"})).await;
    let restarted = server.replica().await;
    let contact = restarted.admin().await.json(&path("contact")).await;
    assert_eq!(contact["phone"], "(19) 3232-4545");
    assert!(restarted.markup("/contato").await.contains("(19) 3232-4545"));
}

#[tokio::test]
async fn settings_are_refused_to_editors() {
    let server = Server::start().await;
    let editor = server.editor().await;
    for name in RECORDS {
        assert_eq!(editor.status(&path(name)).await, StatusCode::FORBIDDEN, "{name}");
        assert_eq!(put(&editor, name, &json!({})).await.status(), StatusCode::FORBIDDEN, "{name}");
        editor.get(&format!("{}/history", path(name))).await.expect(StatusCode::FORBIDDEN);
    }
    let admin = server.admin().await;
    admin.get("/api/settings/nada").await.expect(StatusCode::NOT_FOUND);
    admin.post_empty("/api/settings/company/history/x/restore").await.expect(StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn settings_change_is_audited_with_both_values() {
    let server = Server::start().await;
    let admin = server.admin().await;
    save(&admin, "contact", json!({"address": "Campinas, SP - Brasil"})).await;
    let event = &admin.json("/api/audit?group=settings").await[0];
    assert_eq!((&event["action"], &event["label"]), (&json!("settings.updated"), &json!("Contato")));
    assert_eq!(event["before"], json!({"address": "São Paulo, SP - Brasil"}));
    assert_eq!(event["after"], json!({"address": "Campinas, SP - Brasil"}));
}

#[tokio::test]
async fn settings_pictures_must_be_in_the_media_library() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let png = crate::media::picture(300, 100, image::ImageFormat::Png);
    let url = |media: &Value| media["url"].as_str().unwrap().to_owned();
    let logo = url(&crate::media::upload(&admin, "logo.png", &png).await);
    let drawing = br#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>"#;
    let drawing = url(&crate::media::upload(&admin, "a.svg", drawing).await);
    for (name, change) in [
        ("company", json!({"logo": "/media/company/nada.png"})),
        ("company", json!({"logo": "https://exemplo.com/a.png"})),
        ("seo", json!({"og_image": format!("{logo}?x=1")})),
        ("seo", json!({"favicon": "/media/../api/x.png"})),
        // Link previews don't support these formats.
        ("seo", json!({"og_image": drawing})),
    ] {
        refused(&admin, name, change).await;
    }
    assert_eq!(save(&admin, "company", json!({"logo": logo})).await["logo"], logo);
    save(&admin, "seo", json!({"og_image": logo, "favicon": logo})).await;
    assert_eq!(save(&admin, "company", json!({"logo": ""})).await["logo"], "");
}
