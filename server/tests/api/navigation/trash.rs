//! Deleted menu items and footer sections: restoring and purging.

use chrono::TimeDelta;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use vitrine::operations::setup;

use super::{ITEMS, SECTIONS, find, list, part, path_of, send};
use crate::harness::{Client, Server};

/// Returns the IDs of the records in the trash.
async fn trash_of(staff: &Client, path: &str) -> Vec<Value> {
    let Value::Array(records) = staff.json(&format!("{path}/trash")).await else { panic!("not an array") };
    records.iter().map(|record| record["id"].clone()).collect()
}

#[tokio::test]
async fn deleted_menu_items_and_footer_sections_are_restored_to_their_position() {
    let server = Server::start().await;
    let staff = server.editor().await;
    for (path, field, text) in [(ITEMS, "label", "Sobre"), (SECTIONS, "title", "Serviços")] {
        let before = list(&server, path).await;
        let record = find(&before, field, text).clone();
        let record_path = path_of(path, &record);
        staff.delete(&record_path).await.expect(StatusCode::NO_CONTENT);
        for method in [Method::GET, Method::PUT, Method::DELETE] {
            staff.request(method, &record_path).json(&json!({})).await.expect(StatusCode::NOT_FOUND);
        }
        assert_eq!(trash_of(&staff, path).await, [record["id"].clone()]);
        let restore = format!("{record_path}/restore");
        for _ in 0..2 {
            // Restoring again changes nothing.
            staff.post_empty(&restore).await.expect(StatusCode::OK);
        }
        assert_eq!(list(&server, path).await, before);
        assert!(trash_of(&staff, path).await.is_empty());
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
    staff.delete(&path_of(ITEMS, erp)).await.expect(StatusCode::NO_CONTENT);
    staff.delete(&path_of(ITEMS, services)).await.expect(StatusCode::NO_CONTENT);
    assert!(!part(&server, "/", "header").await.contains("/servicos/banco-dados"));
    let (status, body) =
        send(&staff, Method::POST, &format!("{}/restore", path_of(ITEMS, erp)), &json!({})).await;
    assert_eq!((status, &body["code"]), (StatusCode::CONFLICT, &json!("parent_in_trash")));
    for item in [services, erp] {
        staff.post_empty(&format!("{}/restore", path_of(ITEMS, item))).await.expect(StatusCode::OK);
    }
    assert_eq!(list(&server, ITEMS).await, items);
}

#[tokio::test]
async fn deleted_menu_items_and_footer_sections_are_purged_after_thirty_days() {
    let server = Server::start().await;
    let items = list(&server, ITEMS).await;
    let sections = list(&server, SECTIONS).await;
    let services = path_of(ITEMS, find(&items, "label", "Serviços"));
    let staff = server.editor().await;
    staff.delete(&services).await.expect(StatusCode::NO_CONTENT);
    staff.delete(&path_of(SECTIONS, &sections[0])).await.expect(StatusCode::NO_CONTENT);
    server.advance(TimeDelta::days(29));
    server.run_maintenance().await;
    assert_eq!(trash_of(&server.editor().await, ITEMS).await.len(), 1);
    server.advance(TimeDelta::days(2));
    server.run_maintenance().await;
    let staff = server.editor().await;
    assert!(trash_of(&staff, ITEMS).await.is_empty() && trash_of(&staff, SECTIONS).await.is_empty());
    staff.post_empty(&format!("{services}/restore")).await.expect(StatusCode::NOT_FOUND);
    let log = server.admin().await.json("/api/audit?group=menu_item&limit=1").await;
    assert_eq!((&log[0]["action"], &log[0]["after"]["menu_items"]), (&json!("menu_item.purged"), &json!(1)));
}

#[tokio::test]
async fn emptied_menu_stays_empty() {
    let server = Server::start().await;
    let staff = server.editor().await;
    for item in list(&server, ITEMS).await {
        // An item is missing if its parent was deleted with its submenu.
        let status = staff.delete(&path_of(ITEMS, &item)).await.status();
        assert!([StatusCode::NO_CONTENT, StatusCode::NOT_FOUND].contains(&status), "{status}");
    }
    server.advance(TimeDelta::days(31));
    server.run_maintenance().await;
    setup::prepare(&server.app).await.unwrap();
    assert!(list(&server, ITEMS).await.is_empty());
    server.get("/").await.expect(StatusCode::OK);
}
