use chrono::TimeDelta;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use vitrine::operations::setup;

use super::{ITEMS, SECTIONS, find, list, one, part, send};
use crate::harness::{Client, Server};

async fn in_trash(staff: &Client, path: &str) -> Vec<Value> {
    let Value::Array(records) = staff.json(&format!("{path}/trash")).await else { panic!("an array") };
    records.iter().map(|record| record["id"].clone()).collect()
}

#[tokio::test]
async fn deleted_menu_item_is_restored_to_its_position() {
    let server = Server::start().await;
    let staff = server.editor().await;
    for (path, field, text) in [(ITEMS, "label", "Sobre"), (SECTIONS, "title", "Serviços")] {
        let before = list(&server, path).await;
        let record = find(&before, field, text).clone();
        let own = one(path, &record);
        staff.delete(&own).await.expect(StatusCode::NO_CONTENT);
        for method in [Method::GET, Method::PUT, Method::DELETE] {
            staff.request(method, &own).json(&json!({})).await.expect(StatusCode::NOT_FOUND);
        }
        assert_eq!(in_trash(&staff, path).await, [record["id"].clone()]);
        let restore = format!("{own}/restore");
        for _ in 0..2 {
            // Restoring twice is the same as once.
            staff.post_empty(&restore).await.expect(StatusCode::OK);
        }
        assert_eq!(list(&server, path).await, before);
        assert!(in_trash(&staff, path).await.is_empty());
    }
    let log = server.admin().await.json("/api/audit?group=menu_item").await;
    let actions: Vec<_> = log.as_array().unwrap().iter().map(|event| event["action"].clone()).collect();
    assert_eq!(actions, ["menu_item.restored", "menu_item.deleted"]);
}

#[tokio::test]
async fn submenu_is_deleted_and_restored_with_its_parent() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let items = list(&server, ITEMS).await;
    let services = find(&items, "label", "Serviços");
    let erp = find(&items, "label", "ERPs e Gestão");
    staff.delete(&one(ITEMS, erp)).await;
    staff.delete(&one(ITEMS, services)).await;
    assert!(!part(&server, "/", "header").await.contains("/servicos/banco-dados"));
    let (status, body) =
        send(&staff, Method::POST, &format!("{}/restore", one(ITEMS, erp)), &json!({})).await;
    assert_eq!((status, &body["code"]), (StatusCode::CONFLICT, &json!("parent_in_trash")));
    for item in [services, erp] {
        staff.post_empty(&format!("{}/restore", one(ITEMS, item))).await.expect(StatusCode::OK);
    }
    assert_eq!(list(&server, ITEMS).await, items);
}

#[tokio::test]
async fn deleted_menu_items_are_purged_after_thirty_days() {
    let server = Server::start().await;
    let items = list(&server, ITEMS).await;
    let sections = list(&server, SECTIONS).await;
    let services = one(ITEMS, find(&items, "label", "Serviços"));
    {
        let staff = server.editor().await;
        staff.delete(&services).await;
        staff.delete(&one(SECTIONS, &sections[0])).await;
    }
    server.advance(TimeDelta::days(29));
    vitrine::operations::maintenance::run(&server.app).await.unwrap();
    assert_eq!(in_trash(&server.editor().await, ITEMS).await.len(), 1);
    server.advance(TimeDelta::days(2));
    vitrine::operations::maintenance::run(&server.app).await.unwrap();
    let staff = server.editor().await;
    assert!(in_trash(&staff, ITEMS).await.is_empty() && in_trash(&staff, SECTIONS).await.is_empty());
    staff.post_empty(&format!("{services}/restore")).await.expect(StatusCode::NOT_FOUND);
    let log = server.admin().await.json("/api/audit?group=menu_item&limit=1").await;
    assert_eq!((&log[0]["action"], &log[0]["after"]["menu_items"]), (&json!("menu_item.purged"), &json!(1)));
}

#[tokio::test]
async fn emptied_menu_stays_empty() {
    let server = Server::start().await;
    let staff = server.editor().await;
    for item in list(&server, ITEMS).await {
        staff.delete(&one(ITEMS, &item)).await;
    }
    server.advance(TimeDelta::days(31));
    vitrine::operations::maintenance::run(&server.app).await.unwrap();
    setup::prepare(&server.app).await.unwrap();
    assert!(list(&server, ITEMS).await.is_empty());
    server.get("/").await.expect(StatusCode::OK);
}
