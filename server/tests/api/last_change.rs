//! The name of the user who last changed a record, shown when two people edit it.

use chrono::TimeDelta;
use image::ImageFormat;
use reqwest::StatusCode;
use serde_json::json;

use crate::{
    contacts::triage::{BRUNA, create_bruna, id_of, start},
    harness::{Server, start_of_test},
    media::{picture, upload},
};

#[tokio::test]
async fn last_change_of_a_record_names_the_user() {
    let server = start().await;
    create_bruna(&server).await;
    let (admin, bruna) = (server.admin().await, server.sign_in(BRUNA).await);
    let service = json!({"title": "Um", "category": "Cloud e Backup", "description": "Texto."});
    let section = json!({"title": "Um", "type": "text", "content": {"description": "Texto."}});
    let image = upload(&bruna, "um.png", &picture(9, 9, ImageFormat::Png)).await;
    let mut records = vec![("media", "/api/media", id_of(&image), json!({"alt": "Um"}))];
    for (kind, path, new, change) in [
        ("service", "/api/services", service, json!({"title": "Dois"})),
        ("menu_item", "/api/menu-items", json!({"label": "Um", "url": "/sobre"}), json!({"label": "Dois"})),
        ("footer_section", "/api/footer-sections", section, json!({"title": "Dois"})),
    ] {
        records.push((kind, path, id_of(&bruna.post(path, &new).await.expect_success().json()), change));
    }
    let last_change_path = |kind: &str, id: &str| format!("/api/last-change?kind={kind}&id={id}");
    for (kind, path, id, change) in &records {
        assert_eq!(admin.json(&last_change_path(kind, id)).await["saved_by"], "Bruna", "{kind}");
        server.advance(TimeDelta::minutes(1));
        admin.put(&format!("{path}/{id}"), change).await.expect_success();
        let at = admin.json(&format!("{path}/{id}")).await["updated_at"].clone();
        let expected = json!({"saved_by": "Pessoa de Teste", "saved_at": at});
        assert_eq!(bruna.json(&last_change_path(kind, id)).await, expected, "{kind}");
    }
}

#[tokio::test]
async fn last_change_of_a_user_names_the_administrator_to_administrators_only() {
    let server = start().await;
    create_bruna(&server).await;
    let (admin, bruna) = (server.admin().await, server.sign_in(BRUNA).await);
    let id = bruna.user_id().await;
    server.advance(TimeDelta::minutes(1));
    admin.put(&format!("/api/auth/users/{id}"), &json!({"full_name": "Bruna Dias"})).await.expect_success();
    let path = format!("/api/last-change?kind=user&id={id}");
    let saved_at = start_of_test() + TimeDelta::minutes(1);
    assert_eq!(admin.json(&path).await, json!({"saved_by": "Pessoa de Teste", "saved_at": saved_at}));
    bruna.get(&path).await.expect(StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn last_change_by_a_deleted_user_has_no_name() {
    let server = start().await;
    create_bruna(&server).await;
    let (admin, bruna) = (server.admin().await, server.sign_in(BRUNA).await);
    let id = id_of(&admin.json("/api/services").await[0]);
    let path = format!("/api/last-change?kind=service&id={id}");
    // Demo content has no author.
    admin.get(&path).await.expect(StatusCode::NOT_FOUND);
    bruna.put(&format!("/api/services/{id}"), &json!({"title": "Dois"})).await.expect_success();
    let account = format!("/api/auth/users/{}", bruna.user_id().await);
    admin.delete(&account).await.expect_success();
    let expected = json!({"saved_by": null, "saved_at": start_of_test()});
    assert_eq!(admin.json(&path).await, expected);
}

#[tokio::test]
async fn last_change_of_a_record_with_a_history_is_refused() {
    let server = Server::start().await;
    let path = format!("/api/last-change?kind=post&id={}", uuid::Uuid::nil());
    server.editor().await.get(&path).await.expect(StatusCode::BAD_REQUEST);
}
