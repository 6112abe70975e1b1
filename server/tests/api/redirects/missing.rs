//! The list of missing pages.

use chrono::TimeDelta;
use reqwest::{Method, StatusCode, header};
use serde_json::{Value, json};

use super::create;
use crate::harness::Server;

/// Requests a missing page as a browser does.
async fn browse(server: &Server, path: &str, referrer: Option<&str>) {
    let mut request = server.request(Method::GET, path).header(header::ACCEPT, "text/html,*/*");
    if let Some(referrer) = referrer {
        request = request.header(header::REFERER, referrer);
    }
    request.await.expect(StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn missing_pages_are_listed_until_they_have_a_redirect() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let own = format!("{}/blog?q=ana", server.app.config.origin());
    browse(&server, "/antiga/?email=ana@exemplo.com.br", None).await;
    browse(&server, "/antiga", Some(&own)).await;
    browse(&server, "/promo%C3%A7%C3%A3o", Some("https://www.google.com/search?q=promo")).await;
    browse(&server, "/wp-login.php", None).await;
    browse(&server, "/admin/nada", None).await;
    browse(&server, "/cancelar/ana@exemplo.com.br", None).await;
    server.get("/robo").await.expect(StatusCode::NOT_FOUND);
    let list = async || {
        let pages = staff.json("/api/missing-pages").await;
        let fields = |page: &Value| json!([page["path"], page["hits"], page["referrer"]]);
        pages.as_array().unwrap().iter().map(fields).collect::<Vec<_>>()
    };
    assert_eq!(list().await, [json!(["/antiga", 2, "/blog"]), json!(["/promoção", 1, "www.google.com"])]);
    browse(&server, "/antiga", None).await;
    assert_eq!(
        list().await[0],
        json!(["/antiga", 3, "/blog"]),
        "requests without a referrer don't remove the known one"
    );
    assert_eq!(staff.json("/api/missing-pages?search=PROMOCAO").await[0]["path"], "/promoção");
    let first = staff.get("/api/missing-pages?limit=1").await;
    assert_eq!(staff.json(&first.next_page().unwrap()).await[0]["path"], "/promoção");
    browse(&server, "/ANTIGA", None).await;
    assert_eq!(list().await.len(), 3);
    create(&staff, "/antiga", "/sobre").await;
    assert_eq!(list().await, [json!(["/promoção", 1, "www.google.com"])]);
}

#[tokio::test]
async fn missing_page_is_not_listed_while_a_post_is_published_at_its_path() {
    let server = Server::start().await;
    let staff = server.editor().await;
    for path in ["/blog/novo", "/blog/outro"] {
        browse(&server, path, None).await;
    }
    let list = async || {
        let answer = staff.get("/api/missing-pages").await;
        let paths =
            answer.json().as_array().unwrap().iter().map(|page| page["path"].clone()).collect::<Vec<_>>();
        assert_eq!(answer.headers()["x-total-count"], *paths.len().to_string());
        paths
    };
    assert_eq!(list().await.len(), 2);
    let post = json!({"title": "Novo", "slug": "novo", "content": "Texto", "is_published": true});
    let post = staff.post("/api/blog", &post).await.expect(StatusCode::CREATED).json();
    assert_eq!(list().await, ["/blog/outro"]);
    staff.delete(&format!("/api/blog/{}", post["id"].as_str().unwrap())).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(list().await.len(), 2);
}

#[tokio::test]
async fn ignored_missing_page_is_not_listed_for_thirty_days() {
    let server = Server::start().await;
    let staff = server.editor().await;
    browse(&server, "/antiga", None).await;
    let pages = staff.get("/api/missing-pages").await;
    assert_eq!(pages.headers()["x-total-count"], "1");
    let path = format!("/api/missing-pages/{}", pages.json()[0]["id"].as_str().unwrap());
    for _ in 0..2 {
        staff.delete(&path).await.expect(StatusCode::NO_CONTENT);
    }
    let events = server.admin().await.json("/api/audit?group=missing_page").await;
    assert_eq!(events.as_array().unwrap().len(), 1, "a repetition changes nothing");
    browse(&server, "/antiga", None).await;
    assert_eq!(staff.json("/api/missing-pages").await, json!([]));
    let restored = staff.post_empty(&format!("{path}/restore")).await.json();
    assert_eq!((&restored["path"], &restored["hits"]), (&json!("/antiga"), &json!(2)));
    staff.delete(&path).await.expect(StatusCode::NO_CONTENT);
    server.advance(TimeDelta::days(31));
    server.run_maintenance().await;
    server.run_maintenance().await;
    let staff = server.editor().await;
    staff.post_empty(&format!("{path}/restore")).await.expect(StatusCode::NOT_FOUND);
    browse(&server, "/antiga", None).await;
    assert_eq!(staff.json("/api/missing-pages").await[0]["hits"], 1);
}

#[tokio::test]
async fn missing_pages_with_a_referrer_and_ignored_ones_are_not_evicted() {
    let server = Server::start().await;
    let staff = server.editor().await;
    browse(&server, "/ignorada", None).await;
    let ignored = staff.json("/api/missing-pages").await[0]["id"].as_str().unwrap().to_owned();
    staff.delete(&format!("/api/missing-pages/{ignored}")).await.expect(StatusCode::NO_CONTENT);
    browse(&server, "/antiga", Some("https://www.google.com/")).await;
    for number in 0..1_010 {
        browse(&server, &format!("/x{number}"), None).await;
    }
    let pages = staff.get("/api/missing-pages?limit=100").await;
    assert!(pages.headers()["x-total-count"].to_str().unwrap().parse::<u64>().unwrap() <= 500);
    browse(&server, "/antiga", None).await;
    assert_eq!(staff.json("/api/missing-pages?limit=1").await[0]["path"], "/antiga");
    staff.post_empty(&format!("/api/missing-pages/{ignored}/restore")).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn listed_missing_page_becomes_a_redirect_from_its_path() {
    let server = Server::start().await;
    let staff = server.editor().await;
    for (requested, listed) in [
        ("/folheto%20", "/folheto%20"),
        ("/folhet/*", "/folhet/%2A"),
        ("/%20", "/%20"),
        ("/um%20dois", "/um dois"),
    ] {
        browse(&server, requested, None).await;
        let pages = staff.json("/api/missing-pages").await;
        assert_eq!(pages.as_array().unwrap().len(), 1, "{pages}");
        assert_eq!(pages[0]["path"], listed);
        create(&staff, listed, "/sobre").await;
        assert_eq!(server.get(requested).await.status(), StatusCode::PERMANENT_REDIRECT, "{requested}");
        assert_eq!(staff.json("/api/missing-pages").await, json!([]), "{requested}");
    }
}

#[tokio::test]
async fn missing_page_with_an_accented_capital_is_removed_by_a_redirect_in_lower_case() {
    let server = Server::start().await;
    let staff = server.editor().await;
    browse(&server, "/%C3%81rea-antiga", None).await;
    assert_eq!(staff.json("/api/missing-pages").await[0]["path"], "/Área-antiga");
    create(&staff, "/área-antiga", "/sobre").await;
    assert_eq!(staff.json("/api/missing-pages").await, json!([]));
}
