use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use super::{ITEMS, SECTIONS, create, find, list, one, part, send};
use crate::harness::{Client, Server};

async fn options(staff: &Client, search: &str) -> Vec<Value> {
    let query = url::form_urlencoded::byte_serialize(search.as_bytes()).collect::<String>();
    let Value::Array(options) = staff.json(&format!("/api/link-targets?search={query}")).await else {
        panic!("an array")
    };
    options
}

async fn new_post(staff: &Client) -> Value {
    let post =
        json!({"title": "Cópia Ótima", "slug": "copia-otima", "content": "Texto.", "is_published": true});
    create(staff, "/api/blog", &post).await
}

#[tokio::test]
async fn menu_link_follows_a_renamed_post() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let post = new_post(&staff).await;
    let target = json!({"kind": "post", "id": post["id"]});
    let item = create(&staff, ITEMS, &json!({"label": "Leia", "target": target})).await;
    assert_eq!((&item["url"], &item["is_public"]), (&json!("/blog/copia-otima"), &json!(true)));
    let section = json!({"title": "Leituras", "type": "links", "content": {"links": [{"label": "Leia", "target": target}]}});
    create(&staff, SECTIONS, &section).await;
    let leads_to = async |url: &str| {
        let link = format!("href=\"{url}\"");
        (
            part(&server, "/", "header").await.contains(&link),
            part(&server, "/", "footer").await.contains(&link),
        )
    };
    assert_eq!(leads_to("/blog/copia-otima").await, (true, true));
    let path = one("/api/blog", &post);
    send(&staff, Method::PUT, &path, &json!({"slug": "outra-copia"})).await;
    assert_eq!(leads_to("/blog/copia-otima").await, (false, false));
    assert_eq!(leads_to("/blog/outra-copia").await, (true, true));
    // A link to a draft isn't shown.
    send(&staff, Method::PUT, &path, &json!({"is_published": false})).await;
    assert_eq!(leads_to("/blog/outra-copia").await, (false, false));
    assert_eq!(staff.json(&one(ITEMS, &item)).await["is_public"], false);
    assert!(list(&server, ITEMS).await.iter().all(|shown| shown["id"] != item["id"]));
    assert_eq!(find(&list(&server, SECTIONS).await, "title", "Leituras")["content"]["links"], json!([]));
    send(&staff, Method::PUT, &path, &json!({"is_published": true})).await;
    assert_eq!(leads_to("/blog/outra-copia").await, (true, true));
    send(&staff, Method::DELETE, &path, &json!({})).await;
    assert_eq!(leads_to("/blog/outra-copia").await, (false, false));
    // Other fields can be changed while the target is missing.
    let (status, renamed) =
        send(&staff, Method::PUT, &one(ITEMS, &item), &json!({"label": "Li", "target": target})).await;
    assert_eq!((status, &renamed["is_public"]), (StatusCode::OK, &json!(false)));
    let (_, typed) = send(&staff, Method::PUT, &one(ITEMS, &item), &json!({"url": "/blog"})).await;
    assert_eq!((&typed["target"], &typed["url"]), (&Value::Null, &json!("/blog")));
}

#[tokio::test]
async fn menu_link_follows_a_service_to_another_page() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let service = list(&server, "/api/services").await.remove(0);
    let target = json!({"kind": "service", "id": service["id"]});
    let item = create(&staff, ITEMS, &json!({"label": "Serviço", "target": target})).await;
    assert_eq!(item["url"], "/servicos/suporte-manutencao");
    let path = one("/api/services", &service);
    send(&staff, Method::PUT, &path, &json!({"page": "erp"})).await;
    assert_eq!(staff.json(&one(ITEMS, &item)).await["url"], "/servicos/erps-gestao");
    send(&staff, Method::PUT, &path, &json!({"is_active": false})).await;
    assert_eq!(staff.json(&one(ITEMS, &item)).await["is_public"], false);
}

#[tokio::test]
async fn link_options_are_searchable_without_accents_and_resolve() {
    let server = Server::start().await;
    let staff = server.editor().await;
    new_post(&staff).await;
    let all = options(&staff, "").await;
    for kind in ["page", "service_page", "service_section", "service", "post"] {
        assert!(all.iter().any(|option| option["target"]["kind"] == kind), "{kind}");
    }
    for option in &all {
        let item = create(&staff, ITEMS, &json!({"label": "x", "target": option["target"]})).await;
        assert_eq!(item["url"], option["url"]);
        send(&staff, Method::DELETE, &one(ITEMS, &item), &json!({})).await;
        let path = option["url"].as_str().unwrap();
        server.get(path.split('#').next().unwrap()).await.expect(StatusCode::OK);
        if let Some((page, section)) = path.split_once('#') {
            let html = server.get(page).await.text();
            assert!(html.contains(&format!("id=\"{section}\"")), "{path}");
        }
    }
    let found = options(&staff, "COPIA otima").await;
    assert_eq!((found.len(), &found[0]["label"]), (1, &json!("Cópia Ótima")));
    let found = options(&staff, "formulario").await;
    assert_eq!(found[0]["url"], "/contato#orcamento");
}
