//! Tests of the menu and the footer, and their helpers.

mod footer;
mod links;
mod previews;
mod trash;

use chrono::TimeDelta;
use futures_util::future::join_all;
use reqwest::{Method, StatusCode, header};
use serde_json::{Value, json};

use crate::harness::{Client, Server};

const ITEMS: &str = "/api/menu-items";
const SECTIONS: &str = "/api/footer-sections";

/// Returns the records that visitors see.
async fn list(server: &Server, path: &str) -> Vec<Value> {
    let Value::Array(records) = server.json(path).await else { panic!("not an array") };
    records
}

async fn send(staff: &Client, method: Method, path: &str, body: &Value) -> (StatusCode, Value) {
    staff.request(method, path).json(body).await.status_and_json()
}

async fn create(staff: &Client, path: &str, body: &Value) -> Value {
    let (status, record) = send(staff, Method::POST, path, body).await;
    assert_eq!(status, StatusCode::CREATED, "{record}");
    record
}

/// Returns the API path of a record in the list at `path`.
fn path_of(path: &str, record: &Value) -> String {
    format!("{path}/{}", record["id"].as_str().unwrap())
}

/// Returns the text of a field of each record.
fn texts<'a>(records: &'a [Value], field: &str) -> Vec<&'a str> {
    records.iter().map(|record| record[field].as_str().unwrap()).collect()
}

/// Returns the record whose field has a text.
fn find<'a>(records: &'a [Value], field: &str, text: &str) -> &'a Value {
    records.iter().find(|record| record[field] == text).unwrap()
}

/// Returns the markup of a page's header or footer.
async fn part(server: &Server, path: &str, element: &str) -> String {
    let html = server.get(path).await.text();
    let start = html.find(&format!("<{element} ")).unwrap();
    let end = html.find(&format!("</{element}>")).unwrap();
    html[start..end].to_owned()
}

/// Returns the menu items of the top level.
fn top_level(items: &[Value]) -> Vec<&Value> {
    items.iter().filter(|item| item["parent_id"].is_null()).collect()
}

#[tokio::test]
async fn new_site_has_the_demo_menu() {
    let server = Server::start().await;
    let items = list(&server, ITEMS).await;
    let labels: Vec<_> = top_level(&items).into_iter().map(|item| item["label"].as_str().unwrap()).collect();
    assert_eq!(labels, ["Início", "Sobre", "Serviços", "Blog", "Contato"]);
    assert_eq!(texts(&items, "url")[..4], ["/", "/sobre", "/servicos", "/servicos"]);
    let services = find(&items, "label", "Serviços");
    assert_eq!((&services["has_submenu"], &services["order"]), (&json!(true), &json!(3)));
    let submenu: Vec<_> = items.iter().filter(|item| item["parent_id"] == services["id"]).collect();
    assert_eq!((submenu.len(), &submenu[0]["label"]), (7, &json!("Todos os Serviços")));
    assert!(items.iter().all(|item| item["is_active"] == true && item["icon"].is_null()));
}

#[tokio::test]
async fn menu_item_changes_appear_on_every_page_at_once() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let shown = async || {
        let mut shown = Vec::new();
        for path in ["/", "/sobre", "/nada"] {
            shown.push(part(&server, path, "header").await.contains("Casos &lt;reais&gt;"));
        }
        shown
    };
    assert_eq!(shown().await, [false; 3]);
    let new = json!({"label": " Casos <reais> ", "url": "/blog/categoria/backup"});
    let item = create(&staff, ITEMS, &new).await;
    assert_eq!((&item["label"], &item["order"]), (&json!("Casos <reais>"), &json!(6)));
    assert_eq!((&item["is_active"], &item["has_submenu"]), (&json!(true), &json!(false)));
    assert_eq!(shown().await, [true; 3]);
    let path = path_of(ITEMS, &item);
    staff.put(&path, &json!({"is_active": false})).await.expect(StatusCode::OK);
    assert_eq!(shown().await, [false; 3]);
    assert_eq!(list(&server, ITEMS).await.len(), 12, "visitors get active items only");
    assert_eq!(staff.json(ITEMS).await.as_array().unwrap().len(), 13);
    staff.put(&path, &json!({"is_active": true, "icon": "📚"})).await.expect(StatusCode::OK);
    assert_eq!(shown().await, [true; 3]);
    assert!(part(&server, "/", "header").await.contains("📚 Casos"));
    staff.delete(&path).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(shown().await, [false; 3]);
}

#[tokio::test]
async fn submenu_is_shown_only_if_enabled_and_is_deleted_with_its_item() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let about = find(&list(&server, ITEMS).await, "label", "Sobre").clone();
    let new = json!({"label": "Nossa história", "url": "/sobre#historia", "parent_id": about["id"]});
    let child = create(&staff, ITEMS, &new).await;
    assert_eq!((&child["parent_id"], &child["order"]), (&about["id"], &json!(1)));
    let shown = async || part(&server, "/", "header").await.contains("/sobre#historia");
    assert!(!shown().await, "no submenu yet");
    staff.put(&path_of(ITEMS, &about), &json!({"has_submenu": true})).await.expect(StatusCode::OK);
    assert!(shown().await);
    // Menus have two levels.
    let deeper = json!({"label": "x", "url": "/", "parent_id": child["id"]});
    let (status, body) = send(&staff, Method::POST, ITEMS, &deeper).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(body["fields"]["parent_id"].is_string());
    let (_, child) = send(&staff, Method::PUT, &path_of(ITEMS, &child), &json!({"has_submenu": true})).await;
    assert_eq!(child["has_submenu"], false);
    staff.delete(&path_of(ITEMS, &about)).await.expect(StatusCode::NO_CONTENT);
    assert!(!shown().await, "the submenu is deleted, too");
    assert_eq!(staff.json(ITEMS).await.as_array().unwrap().len(), 11);
}

#[tokio::test]
async fn invalid_menu_item_fields_are_reported() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let invalid_fields = async |body: Value| {
        let (status, body) = send(&staff, Method::POST, ITEMS, &body).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{body}");
        body["fields"].as_object().unwrap().keys().cloned().collect::<Vec<_>>()
    };
    assert_eq!(invalid_fields(json!({})).await, ["label", "url"]);
    assert_eq!(
        invalid_fields(json!({"label": "a".repeat(61), "url": "/", "icon": "x".repeat(17)})).await,
        ["icon", "label"]
    );
    for invalid in
        ["javascript:alert(1)", "//mal.example", "http://exemplo.com.br", "data:text/html,x", "sobre"]
    {
        assert_eq!(invalid_fields(json!({"label": "x", "url": invalid})).await, ["url"], "{invalid}");
    }
    let deleted = json!({"kind": "post", "id": "01980000-0000-7000-8000-000000000000"});
    assert_eq!(invalid_fields(json!({"label": "x", "target": deleted})).await, ["url"]);
    let orphan = json!({"label": "x", "url": "/", "parent_id": "01980000-0000-7000-8000-000000000000"});
    assert_eq!(invalid_fields(orphan).await, ["parent_id"]);
    assert_eq!(list(&server, ITEMS).await.len(), 12);
}

#[tokio::test]
async fn menu_item_update_keeps_missing_fields_and_is_refused_if_stale() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let before = find(&list(&server, ITEMS).await, "label", "Serviços").clone();
    let path = path_of(ITEMS, &before);
    let etag = staff.get(&path).await.headers()[header::ETAG].clone();
    server.advance(TimeDelta::minutes(1));
    let save = async || staff.put(&path, &json!({"label": "O que fazemos"})).if_match(etag.clone()).await;
    let after = save().await.expect(StatusCode::OK).json();
    assert_eq!(after["label"], "O que fazemos");
    for field in ["parent_id", "url", "target", "icon", "order", "is_active", "has_submenu"] {
        assert_eq!(after[field], before[field], "{field}");
    }
    assert_ne!(after["updated_at"], before["updated_at"]);
    save().await.expect(StatusCode::PRECONDITION_FAILED);
    staff.put(&path, &json!({"label": " "})).await.expect(StatusCode::UNPROCESSABLE_ENTITY);
    let log = server.admin().await.json("/api/audit?group=menu_item").await;
    assert_eq!((&log[0]["action"], &log[0]["label"]), (&json!("menu_item.updated"), &json!("O que fazemos")));
    assert_eq!(
        (&log[0]["before"]["label"], &log[0]["after"]["label"]),
        (&json!("Serviços"), &after["label"])
    );
}

#[tokio::test]
async fn menu_and_submenus_are_ordered_separately() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let items = list(&server, ITEMS).await;
    let order = format!("{ITEMS}/order");
    let seen: Vec<Value> = top_level(&items).into_iter().map(|item| item["id"].clone()).collect();
    let mut new = seen.clone();
    new.reverse();
    let body = json!({"ids": new, "seen": seen});
    assert_eq!(send(&staff, Method::PUT, &order, &body).await.0, StatusCode::OK);
    let header = part(&server, "/", "header").await;
    assert!(header.find(">Contato</a>").unwrap() < header.find(">Sobre</a>").unwrap());
    let (status, stale) = send(&staff, Method::PUT, &order, &body).await;
    assert_eq!((status, &stale["code"]), (StatusCode::PRECONDITION_FAILED, &json!("precondition_failed")));
    let services = find(&items, "label", "Serviços");
    let submenu: Vec<Value> = items
        .iter()
        .filter(|item| item["parent_id"] == services["id"])
        .map(|item| item["id"].clone())
        .collect();
    let mut rotated = submenu.clone();
    rotated.rotate_left(1);
    let body = json!({"parent_id": services["id"], "ids": rotated});
    assert_eq!(send(&staff, Method::PUT, &order, &body).await.0, StatusCode::OK);
    let after = list(&server, ITEMS).await;
    assert_eq!(top_level(&after).into_iter().map(|item| item["id"].clone()).collect::<Vec<_>>(), new);
    let last = after.iter().rfind(|item| item["parent_id"] == services["id"]).unwrap();
    assert_eq!(last["label"], "Todos os Serviços");
    for wrong in [
        json!({"ids": seen[1..]}),
        json!({"ids": submenu}),
        json!({"parent_id": services["id"], "ids": seen}),
    ] {
        assert_eq!(
            send(&staff, Method::PUT, &order, &wrong).await.0,
            StatusCode::UNPROCESSABLE_ENTITY,
            "{wrong}"
        );
    }
}

#[tokio::test]
async fn one_of_many_concurrent_menu_orders_succeeds() {
    let server = Server::start_for_races().await;
    let staff = server.editor().await;
    let seen: Vec<Value> =
        top_level(&list(&server, ITEMS).await).into_iter().map(|item| item["id"].clone()).collect();
    let path = format!("{ITEMS}/order");
    let order = async |turn: usize| {
        let mut new = seen.clone();
        // Never the current order.
        new.rotate_left(1 + turn % (seen.len() - 1));
        send(&staff, Method::PUT, &path, &json!({"ids": new, "seen": seen})).await.0
    };
    let statuses = join_all((0..6).map(order)).await;
    let succeeded = statuses.iter().filter(|status| **status == StatusCode::OK).count();
    assert_eq!(succeeded, 1, "{statuses:?}");
}

#[tokio::test]
async fn menu_has_at_most_sixty_items() {
    let server = Server::start().await;
    let staff = server.editor().await;
    for _ in 12..60 {
        create(&staff, ITEMS, &json!({"label": "Mais", "url": "/"})).await;
    }
    let (status, body) = send(&staff, Method::POST, ITEMS, &json!({"label": "Mais", "url": "/"})).await;
    assert_eq!((status, &body["code"]), (StatusCode::CONFLICT, &json!("too_many_menu_items")));
}
