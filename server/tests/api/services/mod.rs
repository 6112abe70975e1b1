//! Tests of services, and their helpers.

mod ordering;
mod trash;

use chrono::TimeDelta;
use reqwest::{Method, StatusCode, header};
use serde_json::{Value, json};
use vitrine::operations::setup;

use crate::harness::{Client, Server};

/// The detail page that shows the services of [`new_service`]'s category.
const DETAIL: &str = "/servicos/suporte-manutencao";

/// Returns the input of a service.
fn new_service() -> Value {
    json!({
        "category": "Redes e Infraestrutura",
        "title": "Rede de Fibra <até a mesa>",
        "description": "Fibra óptica em cada andar.",
        "features": ["Certificação ponto a ponto", " "],
    })
}

/// Returns the services that visitors see.
async fn list(server: &Server) -> Vec<Value> {
    let Value::Array(services) = server.json("/api/services").await else { panic!("not an array") };
    services
}

/// Tries to create a service.
async fn create(server: &Server, body: &Value) -> (StatusCode, Value) {
    server.editor().await.post("/api/services", body).await.status_and_json()
}

#[tokio::test]
async fn repeated_idempotency_key_creates_one_record() {
    let server = Server::start_for_races().await;
    let (editor, admin) = (server.editor().await, server.admin().await);
    let section = json!({"title": "Um", "type": "text", "content": {"description": "Texto."}});
    for (path, new) in [
        ("/api/services", new_service()),
        ("/api/menu-items", json!({"label": "Um", "url": "/sobre"})),
        ("/api/footer-sections", section),
        ("/api/newsletter/editions", json!({"subject": "Um"})),
    ] {
        let attempt = |staff: &Client, key: &str| {
            staff.request(Method::POST, path).header("Idempotency-Key", key).json(&new).send()
        };
        // The same request is sent twice at once.
        let (first, second) = tokio::join!(attempt(&editor, "a"), attempt(&editor, "a"));
        assert_eq!((first.status(), second.status()), (StatusCode::CREATED, StatusCode::CREATED), "{path}");
        let created = first.json();
        assert_eq!(second.json(), created);
        // Another key and another user create other records.
        for (staff, key) in [(&editor, "b"), (&admin, "a")] {
            assert_ne!(attempt(staff, key).await.json()["id"], created["id"], "{path}");
        }
        // A deleted record isn't created again.
        let id = created["id"].as_str().unwrap();
        editor.delete(&format!("{path}/{id}")).await.expect(StatusCode::NO_CONTENT);
        assert_eq!(attempt(&editor, "a").await.status(), StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn new_site_has_three_services_on_each_page() {
    let server = Server::start().await;
    let services = list(&server).await;
    let pages: Vec<&str> = services.iter().map(|service| service["page"].as_str().unwrap()).collect();
    let expected = ["support", "security", "cloud", "development", "erp", "database"];
    assert_eq!(pages, expected.iter().flat_map(|page| [*page; 3]).collect::<Vec<_>>());
    assert!(services.iter().all(|service| !service["features"].as_array().unwrap().is_empty()));
    // The text without tags, because unbreakable words are separate elements.
    let all = server.markup("/servicos").await;
    let all: String =
        all.split('<').filter_map(|piece| piece.split_once('>')).map(|(_, text)| text).collect();
    for service in &services {
        assert!(all.contains(service["title"].as_str().unwrap()), "{}", service["title"]);
    }
}

#[tokio::test]
async fn service_changes_appear_on_its_pages_at_once() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let shown = async || {
        let title = "Rede de Fibra &lt;até a mesa&gt;";
        (server.markup("/servicos").await.contains(title), server.markup(DETAIL).await.contains(title))
    };
    assert_eq!(shown().await, (false, false));
    let (status, service) = create(&server, &new_service()).await;
    assert_eq!(status, StatusCode::CREATED);
    assert_eq!(shown().await, (true, true));
    assert!(!server.markup("/servicos/banco-dados").await.contains("Rede de Fibra"));
    let path = format!("/api/services/{}", service["id"].as_str().unwrap());
    staff.put(&path, &json!({"is_active": false})).await.expect(StatusCode::OK);
    assert_eq!(shown().await, (false, false));
    assert_eq!(list(&server).await.len(), 18, "visitors get active services only");
    assert_eq!(staff.json("/api/services").await.as_array().unwrap().len(), 19);
    staff.put(&path, &json!({"is_active": true})).await.expect(StatusCode::OK);
    assert_eq!(shown().await, (true, true));
    staff.delete(&path).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(shown().await, (false, false));
    staff.get(&path).await.expect(StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn new_service_gets_default_values() {
    let server = Server::start().await;
    let (_, service) = create(&server, &new_service()).await;
    assert_eq!(service["page"], "support", "the page of the category");
    assert_eq!(service["icon"], "⚙️");
    assert_eq!(service["features"], json!(["Certificação ponto a ponto"]));
    assert_eq!((&service["is_active"], &service["is_featured"]), (&json!(true), &json!(false)));
    assert_eq!(service["position"], 19, "after all others");
    let mut input = new_service();
    input["page"] = json!("database");
    input["icon"] = json!("🧵");
    let (_, service) = create(&server, &input).await;
    assert_eq!((&service["page"], &service["icon"]), (&json!("database"), &json!("🧵")));
}

#[tokio::test]
async fn invalid_service_fields_are_reported() {
    let server = Server::start().await;
    for incomplete in [json!({}), json!({"category": "Web e Hospedagem", "title": " ", "description": "x"})] {
        let (status, body) = create(&server, &incomplete).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(body["message"], "Preencha todos os campos obrigatórios.");
        assert!(body["fields"]["title"].is_string(), "{body}");
    }
    let mut wrong = new_service();
    wrong["category"] = json!("Jardinagem");
    wrong["title"] = json!("a".repeat(121));
    wrong["features"] = json!(["a".repeat(161)]);
    let (status, body) = create(&server, &wrong).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    let fields: Vec<&String> = body["fields"].as_object().unwrap().keys().collect();
    assert_eq!(fields, ["category", "features", "title"]);
    assert_eq!(list(&server).await.len(), 18);
}

#[tokio::test]
async fn service_update_keeps_missing_fields_and_is_refused_if_stale() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let before = list(&server).await.remove(0);
    let path = format!("/api/services/{}", before["id"].as_str().unwrap());
    let etag = staff.get(&path).await.headers()[header::ETAG].clone();
    server.advance(TimeDelta::minutes(1));
    let change = json!({"title": "Suporte de Perto", "category": "Web e Hospedagem"});
    let save = async || staff.put(&path, &change).if_match(etag.clone()).await;
    let after = save().await.expect(StatusCode::OK).json();
    assert_eq!((&after["title"], &after["category"]), (&change["title"], &change["category"]));
    for field in
        ["page", "description", "features", "icon", "is_active", "is_featured", "position", "created_at"]
    {
        assert_eq!(after[field], before[field], "{field}");
    }
    assert_ne!(after["updated_at"], before["updated_at"]);
    save().await.expect(StatusCode::PRECONDITION_FAILED);
    staff.put(&path, &json!({"title": ""})).await.expect(StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn services_are_listed_by_position() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let services = list(&server).await;
    let title = |service: &Value| service["title"].as_str().unwrap().to_owned();
    let (first, last) = (title(&services[0]), title(&services[2]));
    let are_in_order = async |first: &str, second: &str| {
        let html = server.markup(DETAIL).await;
        let heading = |title: &str| html.find(&format!(">{title}</h3>")).unwrap();
        heading(first) < heading(second)
    };
    assert!(are_in_order(&first, &last).await);
    let path = format!("/api/services/{}", services[2]["id"].as_str().unwrap());
    staff.put(&path, &json!({"position": 0})).await.expect_success();
    assert!(are_in_order(&last, &first).await);
    assert_eq!(title(&list(&server).await[0]), last);
}

#[tokio::test]
async fn deleted_demo_services_do_not_return() {
    let server = Server::start().await;
    let staff = server.editor().await;
    for service in list(&server).await {
        let path = format!("/api/services/{}", service["id"].as_str().unwrap());
        staff.delete(&path).await.expect_success();
    }
    setup::prepare(&server.app).await.unwrap();
    assert!(list(&server).await.is_empty());
    for path in ["/servicos", DETAIL] {
        server.get(path).await.expect(StatusCode::OK);
    }
}

#[tokio::test]
async fn at_most_one_hundred_services_can_be_created() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let add = async || staff.post("/api/services", &new_service()).await.status();
    for _ in 18..100 {
        assert_eq!(add().await, StatusCode::CREATED);
    }
    assert_eq!(add().await, StatusCode::CONFLICT);
    assert_eq!(list(&server).await.len(), 100);
}

#[tokio::test]
async fn service_slugs_built_from_categories_redirect_to_their_page() {
    let server = Server::start().await;
    for (slug, page) in [
        ("suporte-e-manuten-o", DETAIL),
        ("suporte-manuten-o", DETAIL),
        ("redes-e-infraestrutura", DETAIL),
        ("seguran-a-da-informa-o-e-lgpd", "/servicos/seguranca-monitoramento"),
        ("nuvem-e-virtualiza%C3%A7%C3%A3o", "/servicos/nuvem-virtualizacao"),
        ("desenvolvimento-e-ia", "/servicos/desenvolvimento-ia"),
        ("erps-e-gest-o", "/servicos/erps-gestao"),
        ("banco-de-dados", "/servicos/banco-dados"),
    ] {
        let answer = server.get(&format!("/servicos/{slug}")).await.expect(StatusCode::PERMANENT_REDIRECT);
        assert_eq!(answer.headers()[header::LOCATION], page, "{slug}");
    }
    for unknown in ["nada", "%ff", "suporte-manutencao/nada"] {
        let answer = server.get(&format!("/servicos/{unknown}")).await;
        assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{unknown}");
    }
}

#[tokio::test]
async fn service_quote_links_preselect_a_form_option() {
    let server = Server::start().await;
    let form = server.markup("/contato").await;
    for service in vitrine::features::services::model::ServicePage::ALL {
        let page = server.markup(service.path()).await;
        let links = page.split("href=\"/contato?servico=").skip(1);
        let mut seen = 0;
        for link in links {
            let query = link.split(['#', '"']).next().unwrap().replace("&amp;", "&");
            let chosen = server.markup(&format!("/contato?servico={query}")).await;
            assert_ne!(chosen.matches("selected=\"\"").count(), 0, "{query}");
            assert_ne!(chosen, form, "{query}");
            seen += 1;
        }
        assert!(seen >= 5, "{}: links in the hero, of three services and in the closing", service.path());
    }
}

#[tokio::test]
async fn service_page_lists_the_newest_related_articles() {
    let server = Server::start().await;
    let page = async || server.get("/servicos/nuvem-virtualizacao").await.text();
    assert!(page().await.contains("Cloud Computing · 8 min de leitura"));
    let staff = server.editor().await;
    let post = json!({"title": "Nuvem nova", "slug": "nuvem-nova", "excerpt": "", "content": "Texto.",
        "category": "Cloud Computing", "tags": [], "is_published": true});
    staff.post("/api/blog", &post).await.expect_success();
    assert!(page().await.contains("href=\"/blog/nuvem-nova\""));
}
