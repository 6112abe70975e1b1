//! Links of the menu and the footer to records: they follow changed addresses.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use super::{ITEMS, SECTIONS, create, find, list, part, path_of, send};
use crate::harness::{Client, Server};

/// Searches the link targets.
async fn link_targets(staff: &Client, search: &str) -> Vec<Value> {
    let query = url::form_urlencoded::byte_serialize(search.as_bytes()).collect::<String>();
    let Value::Array(options) = staff.json(&format!("/api/link-targets?search={query}")).await else {
        panic!("not an array")
    };
    options
}

async fn create_post(staff: &Client) -> Value {
    let post =
        json!({"title": "Cópia Ótima", "slug": "copia-otima", "content": "Texto.", "is_published": true});
    create(staff, "/api/blog", &post).await
}

#[tokio::test]
async fn links_of_menu_and_footer_follow_a_post_and_are_hidden_while_it_is_not_public() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let post = create_post(&staff).await;
    let target = json!({"kind": "post", "id": post["id"]});
    let item = create(&staff, ITEMS, &json!({"label": "Leia", "target": target})).await;
    assert_eq!((&item["url"], &item["is_public"]), (&json!("/blog/copia-otima"), &json!(true)));
    let section = json!({"title": "Leituras", "type": "links", "content": {"links": [{"label": "Leia", "target": target}]}});
    create(&staff, SECTIONS, &section).await;
    // Returns whether the header and the footer link to a URL.
    let are_linked = async |url: &str| {
        let link = format!("href=\"{url}\"");
        (
            part(&server, "/", "header").await.contains(&link),
            part(&server, "/", "footer").await.contains(&link),
        )
    };
    assert_eq!(are_linked("/blog/copia-otima").await, (true, true));
    let path = path_of("/api/blog", &post);
    staff.put(&path, &json!({"slug": "outra-copia"})).await.expect(StatusCode::OK);
    assert_eq!(are_linked("/blog/copia-otima").await, (false, false));
    assert_eq!(are_linked("/blog/outra-copia").await, (true, true));
    // A link to a draft isn't shown.
    staff.put(&path, &json!({"is_published": false})).await.expect(StatusCode::OK);
    assert_eq!(are_linked("/blog/outra-copia").await, (false, false));
    assert_eq!(staff.json(&path_of(ITEMS, &item)).await["is_public"], false);
    assert!(list(&server, ITEMS).await.iter().all(|shown| shown["id"] != item["id"]));
    assert_eq!(find(&list(&server, SECTIONS).await, "title", "Leituras")["content"]["links"], json!([]));
    staff.put(&path, &json!({"is_published": true})).await.expect(StatusCode::OK);
    assert_eq!(are_linked("/blog/outra-copia").await, (true, true));
    staff.delete(&path).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(are_linked("/blog/outra-copia").await, (false, false));
    // Other fields can be changed while the target is missing.
    let (status, renamed) =
        send(&staff, Method::PUT, &path_of(ITEMS, &item), &json!({"label": "Li", "target": target})).await;
    assert_eq!((status, &renamed["is_public"]), (StatusCode::OK, &json!(false)));
    let (_, typed) = send(&staff, Method::PUT, &path_of(ITEMS, &item), &json!({"url": "/blog"})).await;
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
    let path = path_of("/api/services", &service);
    staff.put(&path, &json!({"page": "erp"})).await.expect(StatusCode::OK);
    assert_eq!(staff.json(&path_of(ITEMS, &item)).await["url"], "/servicos/erps-gestao");
    staff.put(&path, &json!({"is_active": false})).await.expect(StatusCode::OK);
    assert_eq!(staff.json(&path_of(ITEMS, &item)).await["is_public"], false);
}

#[tokio::test]
async fn link_targets_are_found_without_accents_and_lead_to_pages() {
    let server = Server::start().await;
    let staff = server.editor().await;
    create_post(&staff).await;
    let all = link_targets(&staff, "").await;
    for kind in ["page", "service_page", "service_section", "service", "post"] {
        assert!(all.iter().any(|option| option["target"]["kind"] == kind), "{kind}");
    }
    for option in &all {
        let item = create(&staff, ITEMS, &json!({"label": "x", "target": option["target"]})).await;
        assert_eq!(item["url"], option["url"]);
        staff.delete(&path_of(ITEMS, &item)).await.expect(StatusCode::NO_CONTENT);
        let path = option["url"].as_str().unwrap();
        server.get(path.split('#').next().unwrap()).await.expect(StatusCode::OK);
        if let Some((page, section)) = path.split_once('#') {
            let html = server.get(page).await.text();
            assert!(html.contains(&format!("id=\"{section}\"")), "{path}");
        }
    }
    let found = link_targets(&staff, "COPIA otima").await;
    assert_eq!((found.len(), &found[0]["label"]), (1, &json!("Cópia Ótima")));
    let found = link_targets(&staff, "formulario").await;
    assert_eq!(found[0]["url"], "/contato#orcamento");
}

#[tokio::test]
async fn link_targets_of_pages_without_services_are_not_public() {
    let server = Server::start().await;
    let staff = server.editor().await;
    for service in list(&server, "/api/services").await {
        if service["page"] == "erp" {
            staff.delete(&path_of("/api/services", &service)).await.expect(StatusCode::NO_CONTENT);
        }
    }
    for option in link_targets(&staff, "").await {
        let target = &option["target"];
        let is_empty = ["service_page", "service_section"].iter().any(|kind| target["kind"] == *kind)
            && target["id"] == "erp";
        assert_eq!(option["is_public"], !is_empty, "{target}");
        let item = create(&staff, ITEMS, &json!({"label": "x", "target": target})).await;
        assert_eq!(item["is_public"], option["is_public"], "{target}");
        staff.delete(&path_of(ITEMS, &item)).await.expect(StatusCode::NO_CONTENT);
    }
}
