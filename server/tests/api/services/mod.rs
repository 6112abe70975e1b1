//! Services, over HTTP. Here stands what their tests share.

mod ordering;
mod trash;

use chrono::TimeDelta;
use reqwest::{Method, StatusCode, header};
use serde_json::{Value, json};
use vitrine::operations::setup;

use crate::harness::{ADMIN, EDITOR, Server, VISITOR, json_of};

const DETAIL: &str = "/servicos/suporte-manutencao";

fn new_service() -> Value {
    json!({
        "category": "Redes e Infraestrutura",
        "title": "Rede de Fibra <até a mesa>",
        "description": "Fibra óptica em cada andar.",
        "features": ["Certificação ponto a ponto", " "],
    })
}

async fn list(server: &Server) -> Vec<Value> {
    let answer = server.get("/api/services").send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::OK);
    let Value::Array(services) = json_of(answer).await else { panic!("a bare array") };
    services
}

async fn html(server: &Server, path: &str) -> String {
    let text = server.get(path).send().await.unwrap().text().await.unwrap();
    text.split("<script type=\"application/json\"").next().unwrap().to_owned()
}

async fn create(server: &Server, body: &Value) -> (StatusCode, Value) {
    let token = server.token(EDITOR).await;
    let answer = server.post("/api/services", body).bearer_auth(token).send().await.unwrap();
    (answer.status(), json_of(answer).await)
}

#[tokio::test]
async fn a_new_site_offers_three_services_on_each_page() {
    let server = Server::start().await;
    let services = list(&server).await;
    let pages: Vec<&str> = services.iter().map(|service| service["page"].as_str().unwrap()).collect();
    let expected = ["support", "security", "cloud", "development", "erp", "database"];
    assert_eq!(pages, expected.iter().flat_map(|page| [*page; 3]).collect::<Vec<_>>());
    assert!(services.iter().all(|service| !service["features"].as_array().unwrap().is_empty()));
    // Words that must not break have an element of their own.
    let all = html(&server, "/servicos").await;
    let all: String =
        all.split('<').filter_map(|piece| piece.split_once('>')).map(|(_, text)| text).collect();
    for service in &services {
        assert!(all.contains(service["title"].as_str().unwrap()), "{}", service["title"]);
    }
}

#[tokio::test]
async fn a_service_is_on_its_pages_at_once_and_gone_at_once() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let shown = async || {
        let title = "Rede de Fibra &lt;até a mesa&gt;";
        (html(&server, "/servicos").await.contains(title), html(&server, DETAIL).await.contains(title))
    };
    assert_eq!(shown().await, (false, false));
    let (status, service) = create(&server, &new_service()).await;
    assert_eq!(status, StatusCode::CREATED);
    assert_eq!(shown().await, (true, true));
    assert!(!html(&server, "/servicos/banco-dados").await.contains("Rede de Fibra"));
    let path = format!("/api/services/{}", service["id"].as_str().unwrap());
    let hidden = staff.put(&path, &json!({"is_active": false})).send().await.unwrap();
    assert_eq!(hidden.status(), StatusCode::OK);
    assert_eq!(shown().await, (false, false));
    assert_eq!(list(&server).await.len(), 18, "anonymous callers get active services only");
    assert_eq!(staff.json("/api/services").await.as_array().unwrap().len(), 19);
    staff.put(&path, &json!({"is_active": true})).send().await.unwrap();
    assert_eq!(shown().await, (true, true));
    let gone = staff.request(Method::DELETE, &path).send().await.unwrap();
    assert_eq!(gone.status(), StatusCode::NO_CONTENT);
    assert_eq!(shown().await, (false, false));
    assert_eq!(staff.get(&path).await.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_new_service_gets_what_it_does_not_say() {
    let server = Server::start().await;
    let (_, service) = create(&server, &new_service()).await;
    assert_eq!(service["page"], "support", "from its category");
    assert_eq!(service["icon"], "⚙️");
    assert_eq!(service["features"], json!(["Certificação ponto a ponto"]));
    assert_eq!((&service["is_active"], &service["is_featured"]), (&json!(true), &json!(false)));
    assert_eq!(service["position"], 19, "the end");
    let mut placed = new_service();
    placed["page"] = json!("database");
    placed["icon"] = json!("🧵");
    let (_, placed) = create(&server, &placed).await;
    assert_eq!((&placed["page"], &placed["icon"]), (&json!("database"), &json!("🧵")));
}

#[tokio::test]
async fn missing_and_wrong_fields_are_named() {
    let server = Server::start().await;
    for missing in [json!({}), json!({"category": "Web e Hospedagem", "title": " ", "description": "x"})] {
        let (status, body) = create(&server, &missing).await;
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
async fn a_change_keeps_what_it_leaves_out_and_refuses_stale_ones() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let before = list(&server).await.remove(0);
    let path = format!("/api/services/{}", before["id"].as_str().unwrap());
    let etag = staff.get(&path).await.headers()[header::ETAG].clone();
    server.advance(TimeDelta::minutes(1));
    let change = json!({"title": "Suporte de Perto", "category": "Web e Hospedagem"});
    let save =
        async || staff.put(&path, &change).header(header::IF_MATCH, etag.clone()).send().await.unwrap();
    let saved = save().await;
    assert_eq!(saved.status(), StatusCode::OK);
    let after = json_of(saved).await;
    assert_eq!((&after["title"], &after["category"]), (&change["title"], &change["category"]));
    for kept in
        ["page", "description", "features", "icon", "is_active", "is_featured", "position", "created_at"]
    {
        assert_eq!(after[kept], before[kept], "{kept}");
    }
    assert_ne!(after["updated_at"], before["updated_at"]);
    assert_eq!(save().await.status(), StatusCode::PRECONDITION_FAILED);
    let emptied = staff.put(&path, &json!({"title": ""})).send().await.unwrap();
    assert_eq!(emptied.status(), StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn the_order_of_a_page_is_the_order_of_its_positions() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let services = list(&server).await;
    let title = |service: &Value| service["title"].as_str().unwrap().to_owned();
    let (first, last) = (title(&services[0]), title(&services[2]));
    let come_in_order = async |one: &str, other: &str| {
        let html = html(&server, DETAIL).await;
        let heading = |title: &str| html.find(&format!(">{title}</h3>")).unwrap();
        heading(one) < heading(other)
    };
    assert!(come_in_order(&first, &last).await);
    let path = format!("/api/services/{}", services[2]["id"].as_str().unwrap());
    staff.put(&path, &json!({"position": 0})).send().await.unwrap().error_for_status().unwrap();
    assert!(come_in_order(&last, &first).await);
    assert_eq!(title(&list(&server).await[0]), last);
}

#[tokio::test]
async fn only_staff_change_services() {
    let server = Server::start().await;
    let id = list(&server).await[0]["id"].as_str().unwrap().to_owned();
    let one = format!("/api/services/{id}");
    let calls =
        [(Method::POST, "/api/services"), (Method::GET, &one), (Method::PUT, &one), (Method::DELETE, &one)];
    let status = async |method: &Method, path: &str, token: Option<&str>| {
        let request = server.request(method.clone(), path).json(&json!({"title": "Outro"}));
        let request = if let Some(token) = token { request.bearer_auth(token) } else { request };
        request.send().await.unwrap().status()
    };
    let visitor = server.token(VISITOR).await;
    for (method, path) in &calls {
        assert_eq!(status(method, path, None).await, StatusCode::UNAUTHORIZED, "{method} {path}");
        assert_eq!(status(method, path, Some(&visitor)).await, StatusCode::FORBIDDEN, "{method} {path}");
    }
    for staff in [EDITOR, ADMIN] {
        let token = server.token(staff).await;
        assert_eq!(status(&Method::PUT, &one, Some(&token)).await, StatusCode::OK);
    }
}

#[tokio::test]
async fn deleted_demo_services_stay_away() {
    let server = Server::start().await;
    let staff = server.editor().await;
    for service in list(&server).await {
        let path = format!("/api/services/{}", service["id"].as_str().unwrap());
        staff.request(Method::DELETE, &path).send().await.unwrap().error_for_status().unwrap();
    }
    setup::prepare(&server.app).await.unwrap();
    assert!(list(&server).await.is_empty());
    for path in ["/servicos", DETAIL] {
        let answer = server.get(path).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK, "{path}");
    }
}

#[tokio::test]
async fn there_can_be_a_hundred() {
    let server = Server::start().await;
    let token = server.token(EDITOR).await;
    let add = async || {
        let request = server.post("/api/services", &new_service()).bearer_auth(&token);
        request.send().await.unwrap().status()
    };
    for _ in 18..100 {
        assert_eq!(add().await, StatusCode::CREATED);
    }
    assert_eq!(add().await, StatusCode::CONFLICT);
    assert_eq!(list(&server).await.len(), 100);
}

#[tokio::test]
async fn addresses_built_from_category_names_lead_to_their_page() {
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
        let answer = server.get(&format!("/servicos/{slug}")).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::PERMANENT_REDIRECT, "{slug}");
        assert_eq!(answer.headers()[header::LOCATION], page, "{slug}");
    }
    for nothing in ["nada", "%ff", "suporte-manutencao/nada"] {
        let answer = server.get(&format!("/servicos/{nothing}")).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{nothing}");
    }
}

#[tokio::test]
async fn every_service_asks_for_a_quote_with_a_choice_the_form_has() {
    let server = Server::start().await;
    let form = html(&server, "/contato").await;
    for service in vitrine::features::services::model::ServicePage::ALL {
        let page = html(&server, service.path()).await;
        let links = page.split("href=\"/contato?servico=").skip(1);
        let mut seen = 0;
        for link in links {
            let query = link.split(['#', '"']).next().unwrap().replace("&amp;", "&");
            let chosen = html(&server, &format!("/contato?servico={query}")).await;
            assert_ne!(chosen.matches("selected=\"\"").count(), 0, "{query}");
            assert_ne!(chosen, form, "{query}");
            seen += 1;
        }
        assert!(seen >= 5, "{}: the hero, three services and the last call", service.path());
    }
}

#[tokio::test]
async fn a_page_names_the_newest_articles_of_its_subject() {
    let server = Server::start().await;
    let page =
        async || server.get("/servicos/nuvem-virtualizacao").send().await.unwrap().text().await.unwrap();
    assert!(page().await.contains("Cloud Computing · 8 min de leitura"));
    let staff = server.editor().await;
    let post = json!({"title": "Nuvem nova", "slug": "nuvem-nova", "excerpt": "", "content": "Texto.",
        "category": "Cloud Computing", "tags": [], "is_published": true});
    staff.request(Method::POST, "/api/blog").json(&post).send().await.unwrap().error_for_status().unwrap();
    assert!(page().await.contains("href=\"/blog/nuvem-nova\""));
}
