//! Deleted services: restoring and purging.

use chrono::TimeDelta;
use reqwest::{Method, StatusCode, header};
use serde_json::{Value, json};

use super::{DETAIL, create, list, new_service};
use crate::harness::{Client, Server};

const TRASH: &str = "/api/services/trash";

/// Returns the titles of deleted services, most recently deleted first.
async fn trash_titles(staff: &Client) -> Vec<String> {
    let services = staff.json(TRASH).await;
    services.as_array().unwrap().iter().map(|service| service["title"].as_str().unwrap().to_owned()).collect()
}

async fn titles(server: &Server) -> Vec<Value> {
    list(server).await.into_iter().map(|service| service["title"].clone()).collect()
}

#[tokio::test]
async fn deleted_service_is_restored_to_its_position() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let before = titles(&server).await;
    let service = list(&server).await.remove(1);
    let title = service["title"].as_str().unwrap();
    let path = format!("/api/services/{}", service["id"].as_str().unwrap());
    staff.delete(&path).await.expect(StatusCode::NO_CONTENT);
    for (method, path) in [(Method::GET, &path), (Method::PUT, &path), (Method::DELETE, &path)] {
        let answer = staff.request(method.clone(), path).json(&json!({})).await;
        assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{method}");
    }
    assert_eq!(trash_titles(&staff).await, [title]);
    assert_eq!(titles(&server).await.len(), 17);
    assert!(!server.markup(DETAIL).await.contains(title));
    // Reordering the others doesn't change the position of a deleted service.
    let others = list(&server).await;
    let others: Vec<_> = others
        .iter()
        .filter(|other| other["category"] == service["category"])
        .map(|other| &other["id"])
        .collect();
    let order = json!({"category": service["category"], "ids": others});
    staff.put("/api/services/order", &order).await.expect(StatusCode::OK);
    let restore = format!("{path}/restore");
    for _ in 0..2 {
        // Restoring again changes nothing.
        staff.post_empty(&restore).await.expect(StatusCode::OK);
    }
    assert_eq!(titles(&server).await, before);
    assert!(trash_titles(&staff).await.is_empty());
    assert!(server.markup(DETAIL).await.contains(title));
    let log = server.admin().await.json("/api/audit?group=service").await;
    let actions: Vec<_> =
        log.as_array().unwrap().iter().map(|event| event["action"].as_str().unwrap()).collect();
    assert_eq!(actions, ["service.restored", "service.reordered", "service.deleted"]);
}

#[tokio::test]
async fn service_update_from_before_a_deletion_is_refused_after_restoring() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let path = format!("/api/services/{}", list(&server).await[0]["id"].as_str().unwrap());
    let etag = staff.get(&path).await.headers()[header::ETAG].clone();
    staff.delete(&path).await.expect(StatusCode::NO_CONTENT);
    staff.post_empty(&format!("{path}/restore")).await.expect(StatusCode::OK);
    staff.put(&path, &json!({"title": "Outro"})).if_match(etag).await.expect(StatusCode::PRECONDITION_FAILED);
}

#[tokio::test]
async fn deleted_services_are_purged_after_thirty_days() {
    let server = Server::start().await;
    let services = list(&server).await;
    let path = |index: usize| format!("/api/services/{}", services[index]["id"].as_str().unwrap());
    server.editor().await.delete(&path(0)).await.expect(StatusCode::NO_CONTENT);
    server.advance(TimeDelta::days(20));
    server.editor().await.delete(&path(1)).await.expect(StatusCode::NO_CONTENT);
    let title = |index: usize| services[index]["title"].as_str().unwrap();
    server.run_maintenance().await;
    assert_eq!(trash_titles(&server.editor().await).await, [title(1), title(0)]);
    server.advance(TimeDelta::days(11));
    server.run_maintenance().await;
    let staff = server.editor().await;
    assert_eq!(trash_titles(&staff).await, [title(1)]);
    staff.post_empty(&format!("{}/restore", path(0))).await.expect(StatusCode::NOT_FOUND);
    let log = server.admin().await.json("/api/audit?search=lixeira").await;
    assert_eq!((&log[0]["action"], &log[0]["after"]["services"]), (&json!("service.purged"), &json!(1)));
}

#[tokio::test]
async fn restore_into_a_full_service_list_is_refused() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let path = format!("/api/services/{}", list(&server).await[0]["id"].as_str().unwrap());
    staff.delete(&path).await.expect(StatusCode::NO_CONTENT);
    for _ in 17..100 {
        staff.post("/api/services", &new_service()).await.expect(StatusCode::CREATED);
    }
    let restored = staff.post_empty(&format!("{path}/restore")).await;
    restored.expect_error(StatusCode::CONFLICT, "too_many_services");
    let (status, _) = create(&server, &new_service()).await;
    assert_eq!(status, StatusCode::CONFLICT);
    assert_eq!(trash_titles(&staff).await.len(), 1);
}
