//! Footer sections: types, fields, versions and order.

use reqwest::{Method, StatusCode, header};
use serde_json::{Value, json};

use super::{SECTIONS, create, find, list, part, path_of, send, texts};
use crate::harness::Server;

#[tokio::test]
async fn new_site_has_the_four_demo_footer_sections() {
    let server = Server::start().await;
    let sections = list(&server, SECTIONS).await;
    assert_eq!(texts(&sections, "title"), ["Empresa", "Serviços", "Soluções", "Contato"]);
    assert_eq!(texts(&sections, "type"), ["text", "links", "links", "contact"]);
    assert_eq!(sections[0]["content"], json!({"description": ""}));
    assert_eq!(sections[1]["content"]["links"][0]["label"], "Suporte e Manutenção");
    let contact = json!({"phone": "(11) 4000-0000", "email": "contato@vitrine.example",
        "address": "São Paulo, SP - Brasil"});
    assert_eq!(sections[3]["content"], contact);
}

#[tokio::test]
async fn each_footer_section_type_is_rendered() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let footer = async || part(&server, "/sobre", "footer").await;
    let text =
        json!({"title": "Quem somos", "type": "text", "content": {"description": "Gente <que> resolve."}});
    let text = create(&staff, SECTIONS, &text).await;
    assert_eq!(text["order"], 5);
    assert!(footer().await.contains("Gente &lt;que&gt; resolve."));
    let links = json!([{"label": "Fale conosco", "url": "oi@exemplo.com.br"}, {"label": "Ligue", "url": "tel:+5511400"}]);
    let change = json!({"type": "links", "content": {"links": links}});
    let (status, section) = send(&staff, Method::PUT, &path_of(SECTIONS, &text), &change).await;
    assert_eq!(status, StatusCode::OK, "{section}");
    assert_eq!(section["content"]["links"][0]["url"], "mailto:oi@exemplo.com.br");
    let shown = footer().await;
    assert!(shown.contains("href=\"mailto:oi@exemplo.com.br\"") && shown.contains("href=\"tel:+5511400\""));
    assert!(!shown.contains("Gente &lt;que&gt;"));
    let social = json!({"title": "Siga", "type": "social"});
    create(&staff, SECTIONS, &social).await;
    assert!(!footer().await.contains("Siga"), "a section without content is left out");
    let profile = json!({"linkedin": "linkedin.com/company/x"});
    server.admin().await.put("/api/settings/social", &profile).await.expect_success();
    assert!(footer().await.contains("aria-label=\"Siga\""));
    // Contact data can only be changed in the settings.
    let contact = find(&list(&server, SECTIONS).await, "title", "Contato").clone();
    let other = json!({"content": {"phone": "(21) 1111-1111"}});
    let (_, unchanged) = send(&staff, Method::PUT, &path_of(SECTIONS, &contact), &other).await;
    assert_eq!(unchanged["content"]["phone"], "(11) 4000-0000");
    staff.put(&path_of(SECTIONS, &contact), &json!({"is_active": false})).await.expect(StatusCode::OK);
    assert!(!footer().await.contains(">Contato</h2>"));
    assert_eq!(list(&server, SECTIONS).await.len(), 5, "visitors get active sections only");
}

#[tokio::test]
async fn invalid_footer_section_fields_are_reported() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let invalid_fields = async |body: Value| {
        let (status, body) = send(&staff, Method::POST, SECTIONS, &body).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{body}");
        body["fields"].as_object().unwrap().keys().cloned().collect::<Vec<_>>()
    };
    assert_eq!(invalid_fields(json!({})).await, ["title", "type"]);
    let links = |links: Value| json!({"title": "x", "type": "links", "content": {"links": links}});
    let wrong = links(json!([{"label": "", "url": "/"}, {"label": "x", "url": "javascript:alert(1)"}]));
    assert_eq!(invalid_fields(wrong).await, ["content.links.0.label", "content.links.1.url"]);
    let repeated = links(json!([{"label": "a", "url": "/sobre"}, {"label": "b", "url": "/sobre"}]));
    assert_eq!(invalid_fields(repeated).await, ["content.links.1.url"]);
    let many: Vec<Value> = (0..21).map(|index| json!({"label": "x", "url": format!("/{index}")})).collect();
    assert_eq!(invalid_fields(links(many.into())).await, ["content.links"]);
    let long = json!({"title": "x", "type": "text", "content": {"description": "a".repeat(601)}});
    assert_eq!(invalid_fields(long).await, ["content.description"]);
    assert_eq!(invalid_fields(json!({"title": "x", "type": "mapa"})).await, ["type"]);
    assert_eq!(list(&server, SECTIONS).await.len(), 4);
}

#[tokio::test]
async fn stale_footer_section_update_is_refused() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let section = find(&list(&server, SECTIONS).await, "title", "Soluções").clone();
    let path = path_of(SECTIONS, &section);
    let etag = staff.get(&path).await.headers()[header::ETAG].clone();
    let save =
        async |title: &str| staff.put(&path, &json!({"title": title})).if_match(etag.clone()).await.status();
    assert_eq!(save("Uma").await, StatusCode::OK);
    assert_eq!(save("Outra").await, StatusCode::PRECONDITION_FAILED);
    let saved = staff.json(&path).await;
    assert_eq!((&saved["title"], &saved["content"]), (&json!("Uma"), &section["content"]));
}

#[tokio::test]
async fn footer_sections_are_reordered() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let seen: Vec<Value> =
        list(&server, SECTIONS).await.iter().map(|section| section["id"].clone()).collect();
    let mut new = seen.clone();
    new.rotate_left(1);
    let order = format!("{SECTIONS}/order");
    let body = json!({"ids": new, "seen": seen});
    assert_eq!(send(&staff, Method::PUT, &order, &body).await.0, StatusCode::OK);
    assert_eq!(
        texts(&list(&server, SECTIONS).await, "title"),
        ["Serviços", "Soluções", "Contato", "Empresa"]
    );
    let footer = part(&server, "/", "footer").await;
    assert!(footer.find(">Serviços</h2>").unwrap() < footer.find(">Empresa</h2>").unwrap());
    assert_eq!(send(&staff, Method::PUT, &order, &body).await.0, StatusCode::PRECONDITION_FAILED);
    let wrong = json!({"ids": [seen[0], seen[0]]});
    assert_eq!(send(&staff, Method::PUT, &order, &wrong).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    let log = server.admin().await.json("/api/audit?group=footer_section").await;
    assert_eq!(log[0]["action"], "footer_section.reordered");
}

#[tokio::test]
async fn footer_has_at_most_twelve_sections() {
    let server = Server::start().await;
    let staff = server.editor().await;
    for _ in 4..12 {
        create(&staff, SECTIONS, &json!({"title": "Mais", "type": "text"})).await;
    }
    let (status, body) =
        send(&staff, Method::POST, SECTIONS, &json!({"title": "Mais", "type": "text"})).await;
    assert_eq!((status, &body["code"]), (StatusCode::CONFLICT, &json!("too_many_footer_sections")));
}
