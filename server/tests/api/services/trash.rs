use chrono::TimeDelta;
use reqwest::{Method, StatusCode, header};
use serde_json::{Value, json};

use super::{DETAIL, create, html, list, new_service};
use crate::harness::{Server, Staff, json_of};

const TRASH: &str = "/api/services/trash";

async fn ask(staff: &Staff<'_>, method: Method, path: &str) -> StatusCode {
    staff.request(method, path).json(&json!({})).send().await.unwrap().status()
}

async fn in_trash(staff: &Staff<'_>) -> Vec<String> {
    let services = staff.json(TRASH).await;
    services.as_array().unwrap().iter().map(|service| service["title"].as_str().unwrap().to_owned()).collect()
}

async fn titles(server: &Server) -> Vec<Value> {
    list(server).await.into_iter().map(|service| service["title"].clone()).collect()
}

#[tokio::test]
async fn what_is_deleted_leaves_the_site_and_comes_back_to_its_place() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let before = titles(&server).await;
    let service = list(&server).await.remove(1);
    let title = service["title"].as_str().unwrap();
    let path = format!("/api/services/{}", service["id"].as_str().unwrap());
    assert_eq!(ask(&staff, Method::DELETE, &path).await, StatusCode::NO_CONTENT);
    for (method, path) in [(Method::GET, &path), (Method::PUT, &path), (Method::DELETE, &path)] {
        assert_eq!(ask(&staff, method.clone(), path).await, StatusCode::NOT_FOUND, "{method}");
    }
    assert_eq!(in_trash(&staff).await, [title]);
    assert_eq!(titles(&server).await.len(), 17);
    assert!(!html(&server, DETAIL).await.contains(title));
    // What is sorted meanwhile doesn't take its place from it.
    let own = list(&server).await;
    let own: Vec<_> = own
        .iter()
        .filter(|other| other["category"] == service["category"])
        .map(|other| &other["id"])
        .collect();
    let order = json!({"category": service["category"], "ids": own});
    assert_eq!(staff.put("/api/services/order", &order).send().await.unwrap().status(), StatusCode::OK);
    let restore = format!("{path}/restore");
    for _ in 0..2 {
        assert_eq!(ask(&staff, Method::POST, &restore).await, StatusCode::OK, "undoing twice undoes once");
    }
    assert_eq!(titles(&server).await, before);
    assert!(in_trash(&staff).await.is_empty());
    assert!(html(&server, DETAIL).await.contains(title));
    let log = server.admin().await.json("/api/audit?group=service").await;
    let actions: Vec<_> =
        log.as_array().unwrap().iter().map(|event| event["action"].as_str().unwrap()).collect();
    assert_eq!(actions, ["service.restored", "service.reordered", "service.deleted"]);
}

#[tokio::test]
async fn a_change_made_before_the_deletion_is_stale_after_it_is_undone() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let path = format!("/api/services/{}", list(&server).await[0]["id"].as_str().unwrap());
    let etag = staff.get(&path).await.headers()[header::ETAG].clone();
    ask(&staff, Method::DELETE, &path).await;
    ask(&staff, Method::POST, &format!("{path}/restore")).await;
    let change = staff.put(&path, &json!({"title": "Outro"})).header(header::IF_MATCH, etag);
    assert_eq!(change.send().await.unwrap().status(), StatusCode::PRECONDITION_FAILED);
}

#[tokio::test]
async fn the_trash_is_emptied_after_thirty_days() {
    let server = Server::start().await;
    let services = list(&server).await;
    let path = |index: usize| format!("/api/services/{}", services[index]["id"].as_str().unwrap());
    ask(&server.editor().await, Method::DELETE, &path(0)).await;
    server.advance(TimeDelta::days(20));
    ask(&server.editor().await, Method::DELETE, &path(1)).await;
    let title = |index: usize| services[index]["title"].as_str().unwrap();
    vitrine::operations::maintenance::run(&server.app).await.unwrap();
    assert_eq!(in_trash(&server.editor().await).await, [title(1), title(0)], "the newest first");
    server.advance(TimeDelta::days(11));
    vitrine::operations::maintenance::run(&server.app).await.unwrap();
    let staff = server.editor().await;
    assert_eq!(in_trash(&staff).await, [title(1)]);
    assert_eq!(ask(&staff, Method::POST, &format!("{}/restore", path(0))).await, StatusCode::NOT_FOUND);
    let log = server.admin().await.json("/api/audit?search=lixeira").await;
    assert_eq!((&log[0]["action"], &log[0]["after"]["services"]), (&json!("service.purged"), &json!(1)));
}

#[tokio::test]
async fn the_trash_makes_room_and_gives_nothing_back_to_a_full_list() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let path = format!("/api/services/{}", list(&server).await[0]["id"].as_str().unwrap());
    ask(&staff, Method::DELETE, &path).await;
    for _ in 17..100 {
        let request = staff.request(Method::POST, "/api/services").json(&new_service());
        assert_eq!(request.send().await.unwrap().status(), StatusCode::CREATED);
    }
    let full = staff.request(Method::POST, &format!("{path}/restore")).send().await.unwrap();
    assert_eq!(full.status(), StatusCode::CONFLICT);
    assert_eq!(json_of(full).await["code"], "too_many_services");
    let (status, _) = create(&server, &new_service()).await;
    assert_eq!(status, StatusCode::CONFLICT);
    assert_eq!(in_trash(&staff).await.len(), 1);
}
