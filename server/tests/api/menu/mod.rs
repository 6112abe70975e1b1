//! The menu and the footer, over HTTP. Here stand the menu's entries and what the tests share.

mod footer;
mod links;
mod previews;
mod trash;

use chrono::TimeDelta;
use futures_util::future::join_all;
use reqwest::{Method, StatusCode, header};
use serde_json::{Value, json};

use crate::harness::{Server, Staff, json_of};

const ITEMS: &str = "/api/menu-items";
const SECTIONS: &str = "/api/footer-sections";

async fn list(server: &Server, path: &str) -> Vec<Value> {
    let answer = server.get(path).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::OK);
    let Value::Array(records) = json_of(answer).await else { panic!("a bare array") };
    records
}

async fn send(staff: &Staff<'_>, method: Method, path: &str, body: &Value) -> (StatusCode, Value) {
    let answer = staff.request(method, path).json(body).send().await.unwrap();
    let status = answer.status();
    let text = answer.text().await.unwrap();
    (status, serde_json::from_str(&text).unwrap_or(Value::Null))
}

async fn create(staff: &Staff<'_>, path: &str, body: &Value) -> Value {
    let (status, record) = send(staff, Method::POST, path, body).await;
    assert_eq!(status, StatusCode::CREATED, "{record}");
    record
}

fn one(path: &str, record: &Value) -> String {
    format!("{path}/{}", record["id"].as_str().unwrap())
}

fn texts<'a>(records: &'a [Value], field: &str) -> Vec<&'a str> {
    records.iter().map(|record| record[field].as_str().unwrap()).collect()
}

fn find<'a>(records: &'a [Value], field: &str, text: &str) -> &'a Value {
    records.iter().find(|record| record[field] == text).unwrap()
}

/// The markup of a page's header or footer.
async fn part(server: &Server, path: &str, element: &str) -> String {
    let html = server.get(path).send().await.unwrap().text().await.unwrap();
    let start = html.find(&format!("<{element} ")).unwrap();
    let end = html.find(&format!("</{element}>")).unwrap();
    html[start..end].to_owned()
}

/// Those of the menu itself.
fn tops(items: &[Value]) -> Vec<&Value> {
    items.iter().filter(|item| item["parent_id"].is_null()).collect()
}

#[tokio::test]
async fn a_new_site_has_the_menu_of_the_demo_company() {
    let server = Server::start().await;
    let items = list(&server, ITEMS).await;
    let labels: Vec<_> = tops(&items).into_iter().map(|item| item["label"].as_str().unwrap()).collect();
    assert_eq!(labels, ["Início", "Sobre", "Serviços", "Blog", "Contato"]);
    assert_eq!(texts(&items, "url")[..4], ["/", "/sobre", "/servicos", "/servicos"]);
    let services = find(&items, "label", "Serviços");
    assert_eq!((&services["has_submenu"], &services["order"]), (&json!(true), &json!(3)));
    let below: Vec<_> = items.iter().filter(|item| item["parent_id"] == services["id"]).collect();
    assert_eq!((below.len(), &below[0]["label"]), (7, &json!("Todos os Serviços")));
    assert!(items.iter().all(|item| item["is_active"] == true && item["icon"].is_null()));
}

#[tokio::test]
async fn an_item_is_in_the_header_of_every_page_at_once_and_gone_at_once() {
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
    let path = one(ITEMS, &item);
    let (status, _) = send(&staff, Method::PUT, &path, &json!({"is_active": false})).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(shown().await, [false; 3]);
    assert_eq!(list(&server, ITEMS).await.len(), 12, "anonymous callers get what visitors see");
    assert_eq!(staff.json(ITEMS).await.as_array().unwrap().len(), 13);
    send(&staff, Method::PUT, &path, &json!({"is_active": true, "icon": "📚"})).await;
    assert_eq!(shown().await, [true; 3]);
    assert!(part(&server, "/", "header").await.contains("📚 Casos"));
    assert_eq!(send(&staff, Method::DELETE, &path, &json!({})).await.0, StatusCode::NO_CONTENT);
    assert_eq!(shown().await, [false; 3]);
}

#[tokio::test]
async fn a_submenu_is_a_switch_and_what_is_in_it() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let about = find(&list(&server, ITEMS).await, "label", "Sobre").clone();
    let new = json!({"label": "Nossa história", "url": "/sobre#historia", "parent_id": about["id"]});
    let child = create(&staff, ITEMS, &new).await;
    assert_eq!((&child["parent_id"], &child["order"]), (&about["id"], &json!(1)));
    let shown = async || part(&server, "/", "header").await.contains("/sobre#historia");
    assert!(!shown().await, "no submenu yet");
    send(&staff, Method::PUT, &one(ITEMS, &about), &json!({"has_submenu": true})).await;
    assert!(shown().await);
    // Menus have two levels.
    let deeper = json!({"label": "x", "url": "/", "parent_id": child["id"]});
    let (status, body) = send(&staff, Method::POST, ITEMS, &deeper).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(body["fields"]["parent_id"].is_string());
    let (_, child) = send(&staff, Method::PUT, &one(ITEMS, &child), &json!({"has_submenu": true})).await;
    assert_eq!(child["has_submenu"], false);
    send(&staff, Method::DELETE, &one(ITEMS, &about), &json!({})).await;
    assert!(!shown().await, "what is below goes with it");
    assert_eq!(staff.json(ITEMS).await.as_array().unwrap().len(), 11);
}

#[tokio::test]
async fn missing_and_wrong_fields_are_named() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let refused = async |body: Value| {
        let (status, body) = send(&staff, Method::POST, ITEMS, &body).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{body}");
        body["fields"].as_object().unwrap().keys().cloned().collect::<Vec<_>>()
    };
    assert_eq!(refused(json!({})).await, ["label", "url"]);
    assert_eq!(
        refused(json!({"label": "a".repeat(61), "url": "/", "icon": "x".repeat(17)})).await,
        ["icon", "label"]
    );
    for bad in ["javascript:alert(1)", "//mal.example", "http://exemplo.com.br", "data:text/html,x", "sobre"]
    {
        assert_eq!(refused(json!({"label": "x", "url": bad})).await, ["url"], "{bad}");
    }
    let gone = json!({"kind": "post", "id": "01980000-0000-7000-8000-000000000000"});
    assert_eq!(refused(json!({"label": "x", "target": gone})).await, ["url"]);
    let elsewhere = json!({"label": "x", "url": "/", "parent_id": "01980000-0000-7000-8000-000000000000"});
    assert_eq!(refused(elsewhere).await, ["parent_id"]);
    assert_eq!(list(&server, ITEMS).await.len(), 12);
}

#[tokio::test]
async fn a_change_keeps_what_it_leaves_out_and_refuses_stale_ones() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let before = find(&list(&server, ITEMS).await, "label", "Serviços").clone();
    let path = one(ITEMS, &before);
    let etag = staff.get(&path).await.headers()[header::ETAG].clone();
    server.advance(TimeDelta::minutes(1));
    let save = async || {
        let change = staff.put(&path, &json!({"label": "O que fazemos"}));
        change.header(header::IF_MATCH, etag.clone()).send().await.unwrap()
    };
    let saved = save().await;
    assert_eq!(saved.status(), StatusCode::OK);
    let after = json_of(saved).await;
    assert_eq!(after["label"], "O que fazemos");
    for kept in ["parent_id", "url", "target", "icon", "order", "is_active", "has_submenu"] {
        assert_eq!(after[kept], before[kept], "{kept}");
    }
    assert_ne!(after["updated_at"], before["updated_at"]);
    assert_eq!(save().await.status(), StatusCode::PRECONDITION_FAILED);
    let emptied = staff.put(&path, &json!({"label": " "})).send().await.unwrap();
    assert_eq!(emptied.status(), StatusCode::UNPROCESSABLE_ENTITY);
    let log = server.admin().await.json("/api/audit?group=menu_item").await;
    assert_eq!((&log[0]["action"], &log[0]["label"]), (&json!("menu_item.updated"), &json!("O que fazemos")));
    assert_eq!(
        (&log[0]["before"]["label"], &log[0]["after"]["label"]),
        (&json!("Serviços"), &after["label"])
    );
}

#[tokio::test]
async fn the_menu_and_each_submenu_have_an_order_of_their_own() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let items = list(&server, ITEMS).await;
    let order = format!("{ITEMS}/order");
    let seen: Vec<Value> = tops(&items).into_iter().map(|item| item["id"].clone()).collect();
    let mut new = seen.clone();
    new.reverse();
    let body = json!({"ids": new, "seen": seen});
    assert_eq!(send(&staff, Method::PUT, &order, &body).await.0, StatusCode::OK);
    let header = part(&server, "/", "header").await;
    assert!(header.find(">Contato</a>").unwrap() < header.find(">Sobre</a>").unwrap());
    let (status, stale) = send(&staff, Method::PUT, &order, &body).await;
    assert_eq!((status, &stale["code"]), (StatusCode::PRECONDITION_FAILED, &json!("precondition_failed")));
    let services = find(&items, "label", "Serviços");
    let below: Vec<Value> = items
        .iter()
        .filter(|item| item["parent_id"] == services["id"])
        .map(|item| item["id"].clone())
        .collect();
    let mut turned = below.clone();
    turned.rotate_left(1);
    let body = json!({"parent_id": services["id"], "ids": turned});
    assert_eq!(send(&staff, Method::PUT, &order, &body).await.0, StatusCode::OK);
    let after = list(&server, ITEMS).await;
    assert_eq!(tops(&after).into_iter().map(|item| item["id"].clone()).collect::<Vec<_>>(), new);
    let last = after.iter().rfind(|item| item["parent_id"] == services["id"]).unwrap();
    assert_eq!(last["label"], "Todos os Serviços");
    for wrong in
        [json!({"ids": seen[1..]}), json!({"ids": below}), json!({"parent_id": services["id"], "ids": seen})]
    {
        assert_eq!(
            send(&staff, Method::PUT, &order, &wrong).await.0,
            StatusCode::UNPROCESSABLE_ENTITY,
            "{wrong}"
        );
    }
}

#[tokio::test]
async fn of_many_orders_at_once_one_wins() {
    let server = Server::start_for_races().await;
    let staff = server.editor().await;
    let seen: Vec<Value> =
        tops(&list(&server, ITEMS).await).into_iter().map(|item| item["id"].clone()).collect();
    let path = format!("{ITEMS}/order");
    let order = async |turn: usize| {
        let mut new = seen.clone();
        new.rotate_left(1 + turn % (seen.len() - 1));
        send(&staff, Method::PUT, &path, &json!({"ids": new, "seen": seen})).await.0
    };
    let answers = join_all((0..6).map(order)).await;
    let won = answers.iter().filter(|status| **status == StatusCode::OK).count();
    assert_eq!(won, 1, "{answers:?}");
}

#[tokio::test]
async fn there_can_be_sixty_items() {
    let server = Server::start().await;
    let staff = server.editor().await;
    for _ in 12..60 {
        create(&staff, ITEMS, &json!({"label": "Mais", "url": "/"})).await;
    }
    let (status, body) = send(&staff, Method::POST, ITEMS, &json!({"label": "Mais", "url": "/"})).await;
    assert_eq!((status, &body["code"]), (StatusCode::CONFLICT, &json!("too_many_menu_items")));
}
