//! Former versions of the settings: their list, and how they are restored.

use chrono::TimeDelta;
use reqwest::{StatusCode, header};
use serde_json::{Value, json};

use super::{etag, path, save};
use crate::harness::{Answer, Client, PASSWORD, Server};

async fn history(staff: &Client, name: &str) -> Vec<Value> {
    let found = staff.json(&format!("{}/history", path(name))).await;
    found.as_array().unwrap().clone()
}

async fn restore(staff: &Client, name: &str, version: i32, etag: &str) -> Answer {
    let path = format!("{}/history/{version}/restore", path(name));
    staff.post_empty(&path).if_match(etag).await
}

#[tokio::test]
async fn settings_history_includes_the_initial_version() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let first = admin.json(&path("contact")).await;
    save(&admin, "contact", json!({"phone": "(11) 5555-0001"})).await;
    server.advance(TimeDelta::minutes(5));
    let last = save(&admin, "contact", json!({"phone": "(11) 5555-0002"})).await;
    let entries = history(&admin, "contact").await;
    let versions: Vec<_> = entries.iter().map(|entry| entry["version"].as_i64().unwrap()).collect();
    assert_eq!(versions, [2, 1, 0]);
    assert_eq!((&entries[0]["document"], &entries[2]["document"]), (&last, &first));
    assert_eq!(entries[0]["saved_by"], "Pessoa de Teste");
    assert_eq!(entries[0]["saved_at"], "2026-11-20T12:05:00Z");
    assert_eq!((&entries[2]["saved_by"], &entries[2]["saved_at"]), (&Value::Null, &Value::Null));
    assert!(history(&admin, "company").await.is_empty(), "each record has its own history");
}

#[tokio::test]
async fn restored_settings_version_becomes_a_new_version() {
    let server = Server::start().await;
    let admin = server.admin().await;
    save(&admin, "company", json!({"tagline": "Um"})).await;
    save(&admin, "company", json!({"tagline": "Dois", "founded": "1999"})).await;
    restore(&admin, "company", 1, "\"1\"").await.expect(StatusCode::PRECONDITION_FAILED);
    let answer = restore(&admin, "company", 1, &etag(&admin, "company").await).await.expect(StatusCode::OK);
    assert_eq!(answer.headers()[header::ETAG], "\"3\"");
    let restored = answer.json();
    assert_eq!((&restored["tagline"], &restored["founded"]), (&json!("Um"), &json!("2014")));
    assert!(server.markup("/").await.contains(">Um</p>"));
    let entries = history(&admin, "company").await;
    assert_eq!((&entries[0]["version"], &entries[0]["restored_from"]), (&json!(3), &json!(1)));
    assert_eq!(entries[1]["document"]["tagline"], "Dois", "the history has the replaced version, too");
    let event = &admin.json("/api/audit?group=settings").await[0];
    assert_eq!(event["action"], "settings.restored");
    assert_eq!(event["after"], json!({"tagline": "Um", "founded": "2014"}));
    restore(&admin, "company", 77, "*").await.expect(StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn restored_version_with_the_former_company_name_is_in_the_history() {
    let server = Server::start().await;
    let admin = server.admin().await;
    save(&admin, "seo", json!({"keywords": "redes"})).await;
    // The new name appears in default titles of the record, but not in the recorded version.
    save(&admin, "company", json!({"name": "Outra Empresa"})).await;
    let restored = restore(&admin, "seo", 1, "*").await.expect(StatusCode::OK).json();
    let newest = &history(&admin, "seo").await[0];
    assert_eq!((&newest["version"], &newest["restored_from"]), (&json!(2), &json!(1)));
    assert_eq!(newest["document"], restored);
}

#[tokio::test]
async fn restored_settings_include_their_picture() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let png = crate::media::picture(30, 10, image::ImageFormat::Png);
    let logo = crate::media::upload(&admin, "logo.png", &png).await["url"].clone();
    save(&admin, "company", json!({"logo": logo, "tagline": "Com logo"})).await;
    save(&admin, "company", json!({"logo": "", "tagline": "Sem logo"})).await;
    let restored = restore(&admin, "company", 1, "*").await.json();
    assert_eq!((&restored["logo"], &restored["tagline"]), (&logo, &json!("Com logo")));
}

#[tokio::test]
async fn restored_settings_omit_a_purged_picture() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let png = crate::media::picture(30, 10, image::ImageFormat::Png);
    let logo = crate::media::upload(&admin, "logo.png", &png).await;
    save(&admin, "company", json!({"logo": logo["url"], "tagline": "Com logo"})).await;
    save(&admin, "company", json!({"logo": "", "tagline": "Sem logo"})).await;
    let path = format!("/api/media/{}", logo["id"].as_str().unwrap());
    admin.delete(&path).await.expect(StatusCode::NO_CONTENT);
    server.advance(TimeDelta::days(31));
    server.run_maintenance().await;
    let admin = server.admin().await;
    let restored = restore(&admin, "company", 1, "*").await.expect(StatusCode::OK).json();
    assert_eq!((&restored["logo"], &restored["tagline"]), (&json!(""), &json!("Com logo")));
}

#[tokio::test]
async fn settings_history_has_the_last_hundred_versions_in_pages() {
    let server = Server::start().await;
    let admin = server.admin().await;
    for number in 0..103 {
        save(&admin, "company", json!({"tagline": format!("Slogan {number}")})).await;
    }
    let path = format!("{}/history", path("company"));
    let answer = admin.get(&format!("{path}?limit=60")).await;
    assert_eq!(answer.headers()["x-total-count"], "100", "older versions are deleted");
    assert_eq!(answer.json().as_array().unwrap().len(), 60);
    let rest = admin.json(&answer.next_page().unwrap()).await;
    let rest = rest.as_array().unwrap();
    assert_eq!((rest.len(), &rest[0]["version"], &rest[39]["version"]), (40, &json!(43), &json!(4)));
    for wrong in ["?limit=0", "?limit=101", "?cursor=x"] {
        assert_eq!(admin.get(&format!("{path}{wrong}")).await.status(), StatusCode::BAD_REQUEST, "{wrong}");
    }
}

#[tokio::test]
async fn settings_version_remains_after_its_authors_account_is_deleted() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let author = json!({"email": "outra@exemplo.com.br", "password": PASSWORD,
        "full_name": "Outra Pessoa", "role": "admin", "email_verified": true});
    let created = admin.post("/api/auth/users", &author).await;
    save(&server.sign_in("outra@exemplo.com.br").await, "company", json!({"tagline": "Dela"})).await;
    assert_eq!(history(&admin, "company").await[0]["saved_by"], "Outra Pessoa");
    admin.delete(created.header(header::LOCATION)).await.expect_success();
    let entry = &history(&admin, "company").await[0];
    assert_eq!((&entry["saved_by"], &entry["document"]["tagline"]), (&Value::Null, &json!("Dela")));
}
