//! The order of services.

use std::collections::HashSet;

use futures_util::future::join_all;
use reqwest::{StatusCode, header};
use serde_json::{Value, json};

use super::{DETAIL, list, new_service};
use crate::harness::{Client, Server};

/// Category with six demo services on several pages.
const CATEGORY: &str = "Sistemas e Automação";

fn ids(services: &[Value]) -> Vec<String> {
    services.iter().map(|service| service["id"].as_str().unwrap().to_owned()).collect()
}

/// Returns the services of a category, by position.
async fn services_of(server: &Server, name: &str) -> Vec<Value> {
    let mut own = list(server).await;
    own.retain(|service| service["category"] == name);
    own.sort_by_key(|service| service["position"].as_i64());
    own
}

async fn put_order(staff: &Client, body: &Value) -> (StatusCode, Value) {
    staff.put("/api/services/order", body).await.status_and_json()
}

#[tokio::test]
async fn service_order_applies_only_to_its_category() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let name = "Suporte e Manutenção";
    let before = ids(&list(&server).await);
    let own = services_of(&server, name).await;
    let mut new = ids(&own);
    new.reverse();
    assert!(new.len() >= 2, "the demo has two services of the category on one page");
    let (status, answer) = put_order(&staff, &json!({"category": name, "ids": new, "seen": ids(&own)})).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(ids(answer.as_array().unwrap()), new);
    assert_eq!(ids(&services_of(&server, name).await), new);
    let page = server.markup(DETAIL).await;
    let heading = |service: &Value| page.find(&format!(">{}</h3>", service["title"].as_str().unwrap()));
    assert!(heading(&own[1]).unwrap() < heading(&own[0]).unwrap());
    let others = |ids: Vec<String>| ids.into_iter().filter(|id| !new.contains(id)).collect::<Vec<_>>();
    assert_eq!(others(ids(&list(&server).await)), others(before));
    let log = server.admin().await.json("/api/audit?group=service").await;
    assert_eq!((&log[0]["action"], &log[0]["label"]), (&json!("service.reordered"), &json!(name)));
    assert_eq!(log[0]["after"]["order"][0], own[own.len() - 1]["title"]);
}

#[tokio::test]
async fn stale_service_order_is_refused() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let seen = ids(&services_of(&server, CATEGORY).await);
    let (mut first, mut second) = (seen.clone(), seen.clone());
    first.swap(0, 1);
    second.reverse();
    let order = async |ids: &[String]| {
        put_order(&staff, &json!({"category": CATEGORY, "ids": ids, "seen": seen})).await
    };
    assert_eq!(order(&first).await.0, StatusCode::OK);
    let (status, body) = order(&second).await;
    assert_eq!((status, &body["code"]), (StatusCode::PRECONDITION_FAILED, &json!("precondition_failed")));
    assert_eq!(ids(&services_of(&server, CATEGORY).await), first);
}

#[tokio::test]
async fn one_of_many_concurrent_service_orders_succeeds() {
    let server = Server::start_for_races().await;
    let staff = server.editor().await;
    let seen = ids(&services_of(&server, CATEGORY).await);
    let order = async |turn: usize| {
        let mut new = seen.clone();
        // Never the order in `seen`: after a request that changes nothing, another one could succeed.
        new.rotate_left(1 + turn % (seen.len() - 1));
        put_order(&staff, &json!({"category": CATEGORY, "ids": new, "seen": seen})).await
    };
    let answers = join_all((0..8).map(order)).await;
    let succeeded: Vec<_> = answers.iter().filter(|(status, _)| *status == StatusCode::OK).collect();
    assert_eq!(succeeded.len(), 1, "{answers:?}");
    assert!(
        answers.iter().all(|(status, _)| [StatusCode::OK, StatusCode::PRECONDITION_FAILED].contains(status))
    );
    assert_eq!(ids(&services_of(&server, CATEGORY).await), ids(succeeded[0].1.as_array().unwrap()));
}

#[tokio::test]
async fn concurrently_added_services_get_distinct_positions() {
    let server = Server::start_for_races().await;
    let staff = server.editor().await;
    let seen = ids(&services_of(&server, CATEGORY).await);
    let reorder = async |_: usize| {
        let mut new = ids(&services_of(&server, CATEGORY).await);
        new.rotate_left(1);
        put_order(&staff, &json!({"category": CATEGORY, "ids": new})).await.0
    };
    let add = async |_: usize| {
        let mut body = new_service();
        body["category"] = json!(CATEGORY);
        staff.post("/api/services", &body).await.status()
    };
    let (reordered, added) = futures_util::join!(join_all((0..6).map(reorder)), join_all((0..6).map(add)));
    assert!(added.iter().all(|status| *status == StatusCode::CREATED), "{added:?}");
    // An order without a service that was added meanwhile is refused.
    let expected = [StatusCode::OK, StatusCode::UNPROCESSABLE_ENTITY];
    assert!(reordered.iter().all(|status| expected.contains(status)), "{reordered:?}");
    assert_eq!(services_of(&server, CATEGORY).await.len(), seen.len() + 6);
    let all = list(&server).await;
    let positions: HashSet<_> = all.iter().map(|service| service["position"].as_i64().unwrap()).collect();
    assert_eq!(positions.len(), all.len());
}

#[tokio::test]
async fn service_order_must_name_every_service_once() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let own = ids(&services_of(&server, CATEGORY).await);
    let foreign = ids(&services_of(&server, "Cloud e Backup").await);
    let without = own[1..].to_vec();
    let repeated = [&own[..], &own[..1]].concat();
    let with_foreign = [&own[..], &foreign[..1]].concat();
    for wrong in [&without, &repeated, &with_foreign, &Vec::new()] {
        let (status, body) = put_order(&staff, &json!({"category": CATEGORY, "ids": wrong})).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{wrong:?}");
        assert!(body["fields"]["ids"].is_string(), "{body}");
    }
    assert_eq!(put_order(&staff, &json!({})).await.0, StatusCode::BAD_REQUEST);
    for (wrong, field) in [
        (json!({"category": "Jardinagem", "ids": []}), "category"),
        (json!({"category": CATEGORY, "ids": ["x"]}), "ids.0"),
    ] {
        let (status, body) = put_order(&staff, &wrong).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{wrong}");
        assert!(body["fields"][field].is_string(), "{body}");
    }
    assert_eq!(ids(&services_of(&server, CATEGORY).await), own);
}

#[tokio::test]
async fn reordering_does_not_conflict_with_editing() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let own = services_of(&server, CATEGORY).await;
    let path = format!("/api/services/{}", own[0]["id"].as_str().unwrap());
    let etag = staff.get(&path).await.headers()[header::ETAG].clone();
    let mut new = ids(&own);
    new.reverse();
    assert_eq!(put_order(&staff, &json!({"category": CATEGORY, "ids": new})).await.0, StatusCode::OK);
    staff.put(&path, &json!({"title": "Outro título"})).if_match(etag).await.expect(StatusCode::OK);
    assert_eq!(ids(&services_of(&server, CATEGORY).await), new, "editing keeps the new order");
}
