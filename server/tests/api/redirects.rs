use chrono::TimeDelta;
use reqwest::{Method, Response, StatusCode, header};
use serde_json::{Value, json};
use vitrine::platform::addresses;

use crate::harness::{Server, Staff, VISITOR, json_of};

async fn attempt(staff: &Staff<'_>, from_path: &str, to_url: &str) -> (StatusCode, Value) {
    let body = json!({"from_path": from_path, "to_url": to_url});
    let answer = staff.request(Method::POST, "/api/redirects").json(&body).send().await.unwrap();
    (answer.status(), json_of(answer).await)
}

async fn create(staff: &Staff<'_>, from_path: &str, to_url: &str) -> Value {
    let (status, redirect) = attempt(staff, from_path, to_url).await;
    assert_eq!(status, StatusCode::CREATED, "{redirect}");
    redirect
}

fn path_of(redirect: &Value) -> String {
    format!("/api/redirects/{}", redirect["id"].as_str().unwrap())
}

async fn get(server: &Server, path: &str) -> Response {
    server.get(path).send().await.unwrap()
}

async fn assert_leads(server: &Server, from: &str, status: StatusCode, to: &str) {
    let answer = get(server, from).await;
    assert_eq!(answer.status(), status, "{from}");
    assert_eq!(answer.headers()[header::LOCATION], to, "{from}");
}

#[tokio::test]
async fn a_missing_page_leads_to_where_it_went() {
    let server = Server::start().await;
    assert_eq!(get(&server, "/empresa").await.status(), StatusCode::NOT_FOUND);
    let staff = server.editor().await;
    create(&staff, "/empresa/", "/sobre").await;
    create(&staff, "/promo%C3%A7%C3%A3o", "https://loja.exemplo.com.br/?origem=site").await;
    create(&staff, "/servicos/antigo", "/servicos#nuvem").await;
    let permanent = StatusCode::PERMANENT_REDIRECT;
    for (from, to) in [
        ("/empresa", "/sobre"),
        ("/empresa/", "/sobre"),
        ("/%65mpresa", "/sobre"),
        ("/empresa?utm_source=x&a=%20b", "/sobre?utm_source=x&a=%20b"),
        ("/promo%C3%A7%C3%A3o?a=1", "https://loja.exemplo.com.br/?origem=site"),
        ("/servicos/antigo?a=1", "/servicos?a=1#nuvem"),
    ] {
        assert_leads(&server, from, permanent, to).await;
    }
    let head = server.request(Method::HEAD, "/empresa").send().await.unwrap();
    assert_eq!(head.status(), permanent);
    assert_eq!(head.headers()[header::CACHE_CONTROL], "public, max-age=3600");
    let post = server.request(Method::POST, "/empresa").send().await.unwrap();
    assert_eq!(post.status(), StatusCode::METHOD_NOT_ALLOWED);
    for missing in ["/Empresa", "/empresa/mais", "/%ff", "//empresa", "/api/empresa"] {
        assert_eq!(get(&server, missing).await.status(), StatusCode::NOT_FOUND, "{missing}");
    }
}

#[tokio::test]
async fn changes_count_at_the_next_request() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let redirect = create(&staff, "/um", "/sobre").await;
    assert_leads(&server, "/um", StatusCode::PERMANENT_REDIRECT, "/sobre").await;
    let change = json!({"to_url": "/contato", "is_permanent": false});
    let changed = json_of(staff.put(&path_of(&redirect), &change).send().await.unwrap()).await;
    assert_eq!((&changed["from_path"], &changed["is_permanent"]), (&json!("/um"), &json!(false)));
    assert_leads(&server, "/um", StatusCode::TEMPORARY_REDIRECT, "/contato").await;
    let answer = staff.request(Method::DELETE, &path_of(&redirect)).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::NO_CONTENT);
    assert_eq!(get(&server, "/um").await.status(), StatusCode::NOT_FOUND);
    assert_eq!(staff.get(&path_of(&redirect)).await.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_page_is_never_hidden() {
    let server = Server::start().await;
    let staff = server.editor().await;
    create(&staff, "/blog/novo", "/sobre").await;
    assert_leads(&server, "/blog/novo", StatusCode::PERMANENT_REDIRECT, "/sobre").await;
    let post = json!({"title": "Novo", "slug": "novo", "content": "Texto", "is_published": true});
    let answer = staff.request(Method::POST, "/api/blog").json(&post).send().await.unwrap();
    let id = json_of(answer).await["id"].as_str().unwrap().to_owned();
    assert_eq!(get(&server, "/blog/novo").await.status(), StatusCode::OK);
    // A former address of a post leads to the post; that of a deleted one to where staff say.
    staff.put(&format!("/api/blog/{id}"), &json!({"slug": "mais-novo"})).send().await.unwrap();
    assert_leads(&server, "/blog/novo", StatusCode::PERMANENT_REDIRECT, "/blog/mais-novo").await;
    staff.request(Method::DELETE, &format!("/api/blog/{id}")).send().await.unwrap();
    assert_leads(&server, "/blog/novo", StatusCode::PERMANENT_REDIRECT, "/sobre").await;
    assert_eq!(get(&server, "/blog/mais-novo").await.status(), StatusCode::GONE);
}

#[tokio::test]
async fn every_page_of_the_site_is_refused_as_a_start() {
    let server = Server::start().await;
    let staff = server.editor().await;
    for address in addresses::ALL {
        let path = address.path;
        if address.is_fixed() || path.starts_with("/admin") || path.starts_with("/assets") {
            let (status, body) = attempt(&staff, &path.replace(['{', '}', '*'], ""), "/sobre/nada").await;
            assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{path}");
            assert!(body["fields"]["from_path"].is_string(), "{path}: {body}");
        }
    }
}

#[tokio::test]
async fn loops_and_unsafe_targets_are_refused() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let a = create(&staff, "/a", "/b").await;
    create(&staff, "/b", "/c?x=1").await;
    let refused = async |from: &str, to: &str| {
        let (status, body) = attempt(&staff, from, to).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{from} {to}");
        assert!(body["fields"]["to_url"].is_string(), "{from} {to}: {body}");
    };
    let own_origin = format!("{}/c", server.app.config.origin());
    for (from, to) in [
        ("/c", "/a"),
        ("/c", "/%61/"),
        ("/c", "/x/../a#fim"),
        ("/c", &*own_origin),
        ("/c", "//mal.example"),
        ("/c", "/\\mal.example"),
        ("/c", "/%09/mal.example"),
        ("/c", "javascript:alert(1)"),
        ("/c", "http://exemplo.com.br/"),
    ] {
        refused(from, to).await;
    }
    let change = staff.put(&path_of(&a), &json!({"from_path": "/c"})).send().await.unwrap();
    assert_eq!(change.status(), StatusCode::UNPROCESSABLE_ENTITY, "/c → /b → /c");
    let change = staff.put(&path_of(&a), &json!({"from_path": "/z"})).send().await.unwrap();
    assert_eq!(change.status(), StatusCode::OK);
    create(&staff, "/c", "/a").await;
    for step in 0..=10 {
        let (status, _) = attempt(&staff, &format!("/p{}", step + 1), &format!("/p{step}")).await;
        assert_eq!(status.is_success(), step < 10, "{step}: chains have an end");
    }
}

#[tokio::test]
async fn the_list_pages_searches_and_counts_hits() {
    let server = Server::start().await;
    let staff = server.editor().await;
    for number in 1..=3 {
        server.advance(TimeDelta::minutes(1));
        create(&staff, &format!("/Página-{number}"), "/sobre").await;
    }
    let answer = staff.get("/api/redirects?limit=2&search=pagina").await;
    assert_eq!(answer.headers()["x-total-count"], "3");
    let link = answer.headers()[header::LINK].to_str().unwrap().to_owned();
    let next = link.trim_start_matches('<').split('>').next().unwrap();
    let first = json_of(answer).await;
    assert_eq!(first[0]["from_path"], "/Página-3");
    let second = staff.json(next).await;
    assert_eq!(second.as_array().unwrap().len(), 1);
    assert_eq!((&second[0]["from_path"], &second[0]["hits"]), (&json!("/Página-1"), &json!(0)));
    assert_eq!(staff.json("/api/redirects?search=100%25").await, json!([]));

    let etag = staff.get(&path_of(&second[0])).await.headers()[header::ETAG].clone();
    for _ in 0..2 {
        get(&server, "/P%C3%A1gina-1").await;
    }
    vitrine::operations::maintenance::run(&server.app).await.unwrap();
    vitrine::operations::maintenance::run(&server.app).await.unwrap();
    let after = staff.get(&path_of(&second[0])).await;
    assert_eq!(after.headers()[header::ETAG], etag, "counting changes nothing else");
    let after = json_of(after).await;
    assert_eq!((&after["hits"], &after["last_hit_at"]), (&json!(2), &json!("2026-11-20T12:03:00Z")));
}

#[tokio::test]
async fn only_staff_see_and_write_and_of_two_the_second_is_told() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let redirect = create(&staff, "/um", "/sobre").await;
    let visitor = server.token(VISITOR).await;
    for (method, path) in [
        (Method::GET, "/api/redirects".to_owned()),
        (Method::POST, "/api/redirects".to_owned()),
        (Method::GET, path_of(&redirect)),
        (Method::PUT, path_of(&redirect)),
        (Method::DELETE, path_of(&redirect)),
    ] {
        let request = || server.request(method.clone(), &path).json(&json!({"to_url": "/contato"}));
        assert_eq!(request().send().await.unwrap().status(), StatusCode::UNAUTHORIZED, "{method} {path}");
        let answer = request().bearer_auth(&visitor).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::FORBIDDEN, "{method} {path}");
    }
    let (status, body) = attempt(&staff, "/um/", "/contato").await;
    assert_eq!((status, &body["code"]), (StatusCode::CONFLICT, &json!("from_path_taken")));
    let etag = staff.get(&path_of(&redirect)).await.headers()[header::ETAG].clone();
    let save = async || {
        let request = staff.put(&path_of(&redirect), &json!({"to_url": "/contato"}));
        request.header(header::IF_MATCH, etag.clone()).send().await.unwrap().status()
    };
    assert_eq!(save().await, StatusCode::OK);
    assert_eq!(save().await, StatusCode::PRECONDITION_FAILED);
}

#[tokio::test]
async fn robots_cost_no_query_each() {
    use sea_orm::ConnectionTrait;
    let server = Server::start().await;
    create(&server.editor().await, "/um", "/sobre").await;
    assert_leads(&server, "/um", StatusCode::PERMANENT_REDIRECT, "/sobre").await;
    let tx = server.app.db.begin().await.unwrap();
    tx.execute_unprepared("DROP TABLE redirects").await.unwrap();
    tx.commit().await.unwrap();
    assert_leads(&server, "/um", StatusCode::PERMANENT_REDIRECT, "/sobre").await;
    assert_eq!(get(&server, "/nada").await.status(), StatusCode::NOT_FOUND);
}
