//! Redirects: answers, checks, and the trash.

mod importing;
mod missing;

use chrono::TimeDelta;
use reqwest::{Method, StatusCode, header};
use serde_json::{Value, json};
use vitrine::platform::addresses;

use crate::harness::{Client, Server};

/// Tries to create a redirect.
async fn attempt(staff: &Client, from_path: &str, to_url: &str) -> (StatusCode, Value) {
    let body = json!({"from_path": from_path, "to_url": to_url});
    staff.post("/api/redirects", &body).await.status_and_json()
}

async fn create(staff: &Client, from_path: &str, to_url: &str) -> Value {
    let (status, redirect) = attempt(staff, from_path, to_url).await;
    assert_eq!(status, StatusCode::CREATED, "{redirect}");
    redirect
}

fn path_of(redirect: &Value) -> String {
    format!("/api/redirects/{}", redirect["id"].as_str().unwrap())
}

/// Publishes a post at `/blog/{slug}` and returns its path in the API.
async fn publish(staff: &Client, slug: &str) -> String {
    let post = json!({"title": slug, "slug": slug, "content": "Texto", "is_published": true});
    let post = staff.post("/api/blog", &post).await.json();
    format!("/api/blog/{}", post["id"].as_str().unwrap())
}

/// Checks the status and target of a redirect.
async fn assert_redirects(server: &Server, from: &str, status: StatusCode, to: &str) {
    let answer = server.get(from).await;
    assert_eq!(answer.status(), status, "{from}");
    assert_eq!(answer.headers()[header::LOCATION], to, "{from}");
}

/// Returns number, outcome and reason of each line of an import.
fn lines(result: &Value) -> Vec<(u64, &str, &str)> {
    let lines = result["lines"].as_array().unwrap().iter();
    lines
        .map(|line| {
            let text = |name: &str| line[name].as_str().unwrap_or_default();
            (line["line"].as_u64().unwrap(), text("outcome"), text("reason"))
        })
        .collect()
}

#[tokio::test]
async fn redirect_answers_for_a_missing_page() {
    let server = Server::start().await;
    server.get("/empresa").await.expect(StatusCode::NOT_FOUND);
    let staff = server.editor().await;
    create(&staff, "/empresa/", "/sobre").await;
    create(&staff, "/promo%C3%A7%C3%A3o", "https://loja.exemplo.com.br/?origem=site").await;
    create(&staff, "/servicos/antigo", "/servicos#nuvem").await;
    let permanent = StatusCode::PERMANENT_REDIRECT;
    for (from, to) in [
        ("/empresa", "/sobre"),
        ("/empresa/", "/sobre"),
        ("/%65mpresa", "/sobre"),
        ("/EMPRESA/", "/sobre"),
        ("/empresa?utm_source=x&a=%20b", "/sobre?utm_source=x&a=%20b"),
        ("/promo%C3%A7%C3%A3o?a=1", "https://loja.exemplo.com.br/?origem=site"),
        ("/servicos/antigo?a=1", "/servicos?a=1#nuvem"),
    ] {
        assert_redirects(&server, from, permanent, to).await;
    }
    let head = server.request(Method::HEAD, "/empresa").await.expect(permanent);
    assert_eq!(head.headers()[header::CACHE_CONTROL], "public, max-age=3600");
    server.post_empty("/empresa").await.expect(StatusCode::METHOD_NOT_ALLOWED);
    for missing in ["/empresa/mais", "/%ff", "//empresa", "/api/empresa"] {
        assert_eq!(server.get(missing).await.status(), StatusCode::NOT_FOUND, "{missing}");
    }
}

#[tokio::test]
async fn redirect_changes_apply_at_the_next_request() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let redirect = create(&staff, "/um", "/sobre").await;
    assert_redirects(&server, "/um", StatusCode::PERMANENT_REDIRECT, "/sobre").await;
    let change = json!({"to_url": "/contato", "is_permanent": false});
    let changed = staff.put(&path_of(&redirect), &change).await.json();
    assert_eq!((&changed["from_path"], &changed["is_permanent"]), (&json!("/um"), &json!(false)));
    assert_redirects(&server, "/um", StatusCode::TEMPORARY_REDIRECT, "/contato").await;
    staff.delete(&path_of(&redirect)).await.expect(StatusCode::NO_CONTENT);
    server.get("/um").await.expect(StatusCode::NOT_FOUND);
    staff.get(&path_of(&redirect)).await.expect(StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn redirect_never_hides_an_existing_page() {
    let server = Server::start().await;
    let staff = server.editor().await;
    create(&staff, "/blog/novo", "/sobre").await;
    assert_redirects(&server, "/blog/novo", StatusCode::PERMANENT_REDIRECT, "/sobre").await;
    let reason = async || staff.json("/api/redirects").await[0]["inactive_because"].clone();
    assert_eq!(reason().await, Value::Null);
    let post = publish(&staff, "novo").await;
    server.get("/blog/novo").await.expect(StatusCode::OK);
    assert_eq!(reason().await, "Neste endereço já existe uma página do site.");
    // The former address of a post leads to the post. Once the post is deleted, the redirect answers there.
    staff.put(&post, &json!({"slug": "mais-novo"})).await.expect(StatusCode::OK);
    assert_redirects(&server, "/blog/novo", StatusCode::PERMANENT_REDIRECT, "/blog/mais-novo").await;
    assert_eq!(reason().await, "O site já leva este endereço à página /blog/mais-novo.");
    staff.delete(&post).await.expect(StatusCode::NO_CONTENT);
    assert_redirects(&server, "/blog/novo", StatusCode::PERMANENT_REDIRECT, "/sobre").await;
    assert_eq!(reason().await, Value::Null);
    server.get("/blog/mais-novo").await.expect(StatusCode::GONE);
}

#[tokio::test]
async fn redirect_from_a_site_page_is_refused() {
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
async fn redirect_from_an_address_that_leads_to_a_page_is_refused() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let post = publish(&staff, "novo").await;
    staff.put(&post, &json!({"slug": "mais-novo"})).await.expect_success();
    for (path, message) in [
        ("/blog/mais-novo/", "Neste endereço já existe uma página do site."),
        ("/blog/novo", "O site já leva este endereço à página /blog/mais-novo."),
        ("/servicos/banco-dados", "Neste endereço já existe uma página do site."),
        ("/", "Neste endereço já existe uma página do site."),
        ("/Sobre/index.html", "O site já leva este endereço à página /sobre."),
    ] {
        let (status, body) = attempt(&staff, path, "/contato").await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{path}");
        assert_eq!(body["fields"], json!({"from_path": message}), "{path}");
    }
}

#[tokio::test]
async fn redirect_loops_and_unsafe_targets_are_refused() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let post = publish(&staff, "b").await;
    create(&staff, "/a", "/blog/b?x=1").await;
    staff.delete(&post).await.expect(StatusCode::NO_CONTENT);
    let own_origin = format!("{}/c", server.app.config.origin());
    for (from, to) in [
        ("/blog/b", "/a"),
        ("/blog/b", "/%61/"),
        ("/c", "/x/../c#fim"),
        ("/c", &*own_origin),
        ("/c", "//mal.example"),
        ("/c", "/\\mal.example"),
        ("/c", "/%09/mal.example"),
        ("/c", "javascript:alert(1)"),
        ("/c", "http://exemplo.com.br/"),
    ] {
        let (status, body) = attempt(&staff, from, to).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{from} {to}");
        assert!(body["fields"]["to_url"].is_string(), "{from} {to}: {body}");
    }
}

#[tokio::test]
async fn redirect_chains_are_refused() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let post = publish(&staff, "b").await;
    let a = create(&staff, "/a", "/blog/b").await;
    let (_, body) = attempt(&staff, "/c", "/a").await;
    assert_eq!(
        body["fields"],
        json!({"to_url": "Este destino já é redirecionado para /blog/b. Use /blog/b."})
    );
    staff.delete(&post).await.expect(StatusCode::NO_CONTENT);
    let (_, body) = attempt(&staff, "/blog/b", "/sobre").await;
    let message = "O redirecionamento de /a leva a este endereço. Mude primeiro o destino dele.";
    assert_eq!(body["fields"], json!({"from_path": message}));
    let d = create(&staff, "/d", "/sobre").await;
    let change = json!({"to_url": "/a"});
    staff.put(&path_of(&d), &change).await.expect(StatusCode::UNPROCESSABLE_ENTITY);
    staff.put(&path_of(&a), &json!({"to_url": "/sobre"})).await.expect(StatusCode::OK);
    create(&staff, "/blog/b", "/sobre").await;
}

#[tokio::test]
async fn redirect_loop_of_an_earlier_release_can_be_repaired() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let one = create(&staff, "/um", "/sobre").await;
    create(&staff, "/dois", "/contato").await;
    server.execute_sql("UPDATE redirects SET to_url = '/dois' WHERE from_path = '/um'").await;
    server.execute_sql("UPDATE redirects SET to_url = '/um' WHERE from_path = '/dois'").await;
    let import = json!({"csv": "/dois,/um,temporario"});
    let (_, result) = staff.post("/api/redirects/import", &import).await.status_and_json();
    assert_eq!(lines(&result), [(1, "updated", "")], "only the type changes");
    staff.put(&path_of(&one), &json!({"to_url": "/sobre"})).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn redirect_to_a_missing_page_is_refused() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let draft = json!({"title": "Rascunho", "slug": "rascunho", "content": "Texto"});
    staff.post("/api/blog", &draft).await.expect(StatusCode::CREATED);
    for target in ["/nao-existe", "/nao-existe?a=1#b", "/Nada", "/servicos/nada", "/blog/rascunho"] {
        let (status, body) = attempt(&staff, "/q7", target).await;
        let path = target.split('?').next().unwrap();
        let message = format!("Não há página em {path}. Confira o endereço ou publique a página antes.");
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{target}");
        assert_eq!(body["fields"], json!({"to_url": message}));
    }
    let (_, body) = attempt(&staff, "/sobre", "/nada").await;
    let both = &body["fields"];
    assert!(both["from_path"].is_string() && both["to_url"].is_string(), "an error for each field: {body}");
    for target in ["/", "/Sobre/", "/blog?busca=a", "/media/a.png", "/sitemap.xml"] {
        create(&staff, &format!("/de-{}", target.replace(['/', '?'], "")), target).await;
    }
    // A page that is deleted later doesn't prevent other changes of the redirect.
    let post = publish(&staff, "novo").await;
    let redirect = create(&staff, "/antiga", "/blog/novo").await;
    staff.delete(&post).await.expect(StatusCode::NO_CONTENT);
    let change = json!({"to_url": "/blog/novo", "is_permanent": false});
    staff.put(&path_of(&redirect), &change).await.expect(StatusCode::OK);
    let change = json!({"to_url": "/blog/outro"});
    staff.put(&path_of(&redirect), &change).await.expect(StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn deleted_redirect_can_be_restored_until_it_is_purged() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let redirect = create(&staff, "/um", "/sobre").await;
    staff.delete(&path_of(&redirect)).await.expect(StatusCode::NO_CONTENT);
    server.get("/um").await.expect(StatusCode::NOT_FOUND);
    staff.delete(&path_of(&redirect)).await.expect(StatusCode::NOT_FOUND);
    assert_eq!(staff.json("/api/redirects/trash").await[0]["id"], redirect["id"]);
    let restore = async |redirect: &Value| {
        staff.post_empty(&format!("{}/restore", path_of(redirect))).await.status_and_json()
    };
    assert_eq!(restore(&redirect).await.0, StatusCode::OK);
    assert_redirects(&server, "/um", StatusCode::PERMANENT_REDIRECT, "/sobre").await;

    staff.delete(&path_of(&redirect)).await.expect(StatusCode::NO_CONTENT);
    let second = create(&staff, "/um", "/contato").await;
    let (status, body) = restore(&redirect).await;
    assert_eq!((status, &body["code"]), (StatusCode::CONFLICT, &json!("from_path_taken")));
    staff.delete(&path_of(&second)).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(restore(&redirect).await.0, StatusCode::OK);

    let post = publish(&staff, "fim").await;
    let chained = create(&staff, "/tres", "/blog/fim").await;
    staff.delete(&path_of(&chained)).await.expect(StatusCode::NO_CONTENT);
    staff.delete(&post).await.expect(StatusCode::NO_CONTENT);
    create(&staff, "/blog/fim", "/contato").await;
    assert_eq!(restore(&chained).await.1["code"], "redirect_conflict");

    server.advance(TimeDelta::days(31));
    server.run_maintenance().await;
    server.run_maintenance().await;
    assert_eq!(server.editor().await.json("/api/redirects/trash").await, json!([]));
}

#[tokio::test]
async fn trace_follows_an_address_as_a_visitor_would() {
    let server = Server::start().await;
    let staff = server.editor().await;
    create(&staff, "/empresa", "/Sobre/").await;
    create(&staff, "/loja", "https://loja.exemplo.com.br/").await;
    create(&staff, "/olá mundo", "https://wa.me/1?text=olá mundo").await;
    let post = publish(&staff, "fim").await;
    create(&staff, "/nada", "/blog/fim").await;
    staff.delete(&post).await.expect(StatusCode::NO_CONTENT);
    let own = format!("{}/empresa?a=1", server.app.config.origin());
    for (address, expected) in [
        ("/sobre", vec![["/sobre", "page"]]),
        (&*own, vec![["/empresa?a=1", "permanent"], ["/Sobre/?a=1", "permanent"], ["/sobre?a=1", "page"]]),
        ("/loja", vec![["/loja", "permanent"], ["https://loja.exemplo.com.br/", "external"]]),
        ("/nada/", vec![["/nada/", "permanent"], ["/blog/fim", "missing"]]),
        ("/olá mundo", vec![["/olá mundo", "permanent"], ["https://wa.me/1?text=olá mundo", "external"]]),
        ("/api/x", vec![["/api/x", "system"]]),
        ("/cont%61to", vec![["/contato", "permanent"], ["/contato", "page"]]),
    ] {
        let query = url::form_urlencoded::byte_serialize(address.as_bytes()).collect::<String>();
        let steps = staff.json(&format!("/api/redirects/trace?address={query}")).await;
        let expected: Vec<Value> = expected
            .iter()
            .map(|[address, outcome]| json!({"address": address, "outcome": outcome}))
            .collect();
        assert_eq!(steps, json!(expected), "{address}");
    }
    let external = "/api/redirects/trace?address=https://exemplo.com.br/";
    staff.get(external).await.expect(StatusCode::UNPROCESSABLE_ENTITY);
    let hits = staff.json("/api/redirects?search=empresa").await[0]["hits"].clone();
    assert_eq!(hits, 0, "a trace counts no hit");
}

#[tokio::test]
async fn redirect_list_is_paged_searched_and_counts_hits() {
    let server = Server::start().await;
    let staff = server.editor().await;
    for number in 1..=3 {
        server.advance(TimeDelta::minutes(1));
        create(&staff, &format!("/Página-{number}"), "/sobre").await;
    }
    let answer = staff.get("/api/redirects?limit=2&search=pagina").await;
    assert_eq!(answer.headers()["x-total-count"], "3");
    let next = answer.next_page().unwrap();
    let first = answer.json();
    assert_eq!(first[0]["from_path"], "/Página-3");
    let second = staff.json(&next).await;
    assert_eq!(second.as_array().unwrap().len(), 1);
    assert_eq!((&second[0]["from_path"], &second[0]["hits"]), (&json!("/Página-1"), &json!(0)));
    assert_eq!(staff.json("/api/redirects?search=100%25").await, json!([]));

    let etag = staff.get(&path_of(&second[0])).await.headers()[header::ETAG].clone();
    for _ in 0..2 {
        assert_redirects(&server, "/P%C3%A1gina-1", StatusCode::PERMANENT_REDIRECT, "/sobre").await;
    }
    let after = staff.json("/api/redirects?search=pagina-1").await;
    assert_eq!((&after[0]["hits"], &after[0]["last_hit_at"]), (&json!(2), &json!("2026-11-20T12:03:00Z")));
    let after = staff.get(&path_of(&second[0])).await;
    assert_eq!(after.headers()[header::ETAG], etag, "hits don't change the version");
}

#[tokio::test]
async fn redirect_from_a_taken_path_is_refused() {
    let server = Server::start().await;
    let staff = server.editor().await;
    create(&staff, "/um", "/sobre").await;
    let taken = json!({"from_path": "Este endereço já é redirecionado para /sobre."});
    let (status, body) = attempt(&staff, "/um/", "/contato").await;
    assert_eq!((status, &body["fields"]), (StatusCode::UNPROCESSABLE_ENTITY, &taken));
    let other = create(&staff, "/dois", "/sobre").await;
    let change = json!({"from_path": "/um"});
    assert_eq!(staff.put(&path_of(&other), &change).await.json()["fields"], taken);
}

#[tokio::test]
async fn stale_redirect_update_is_refused() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let redirect = create(&staff, "/um", "/sobre").await;
    let etag = staff.get(&path_of(&redirect)).await.headers()[header::ETAG].clone();
    let save = async || {
        staff.put(&path_of(&redirect), &json!({"to_url": "/contato"})).if_match(etag.clone()).await.status()
    };
    assert_eq!(save().await, StatusCode::OK);
    assert_eq!(save().await, StatusCode::PRECONDITION_FAILED);
}

#[tokio::test]
async fn redirects_are_answered_from_cache_without_queries() {
    let server = Server::start().await;
    create(&server.editor().await, "/um", "/sobre").await;
    assert_redirects(&server, "/um", StatusCode::PERMANENT_REDIRECT, "/sobre").await;
    server.execute_sql("DROP TABLE redirects").await;
    assert_redirects(&server, "/um", StatusCode::PERMANENT_REDIRECT, "/sobre").await;
    server.get("/nada").await.expect(StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn sent_path_of_a_redirect_can_be_sent_again() {
    let server = Server::start().await;
    let staff = server.editor().await;
    for path in
        ["/folheto%20", "/a%3Fid=1", "/h%23x", "/folhet/%2A", "/desconto-10%25a0-x", "/p%2525", "/a%E2%80%8B"]
    {
        let redirect = create(&staff, path, "/sobre").await;
        assert_eq!(redirect["from_path"], path);
        assert_redirects(&server, path, StatusCode::PERMANENT_REDIRECT, "/sobre").await;
        let change = json!({"from_path": path, "to_url": "/contato"});
        let changed = staff.put(&path_of(&redirect), &change).await.expect(StatusCode::OK).json();
        assert_eq!(changed["from_path"], path);
        let steps = staff.json(&format!("/api/redirects/trace?address={}", path.replace('%', "%25"))).await;
        assert_eq!(steps[0], json!({"address": path, "outcome": "permanent"}));
    }
}

#[tokio::test]
async fn redirect_saved_without_a_change_keeps_its_version() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let redirect = create(&staff, "/um", "/sobre").await;
    let etag = staff.get(&path_of(&redirect)).await.headers()[header::ETAG].clone();
    let same = json!({"from_path": "/um/", "to_url": "/sobre", "is_permanent": true});
    let saved = staff.put(&path_of(&redirect), &same).if_match(etag.clone()).await.expect(StatusCode::OK);
    assert_eq!((&saved.headers()[header::ETAG], saved.json()), (&etag, redirect.clone()));
    let events = server.admin().await.json("/api/audit?group=redirect").await;
    assert_eq!(events.as_array().unwrap().len(), 1);
    let change = json!({"to_url": "/contato"});
    staff.put(&path_of(&redirect), &change).if_match(etag).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn repeated_idempotency_key_creates_one_redirect() {
    let server = Server::start_for_races().await;
    let staff = server.editor().await;
    let attempt = |path: &str| {
        let new = json!({"from_path": path, "to_url": "/sobre"});
        staff.request(Method::POST, "/api/redirects").header("Idempotency-Key", "a").json(&new).send()
    };
    let (first, second) = tokio::join!(attempt("/um"), attempt("/um"));
    assert_eq!((first.status(), second.status()), (StatusCode::CREATED, StatusCode::CREATED));
    let created = first.json();
    assert_eq!(second.json(), created);
    staff.delete(&path_of(&created)).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(
        attempt("/um").await.status(),
        StatusCode::NOT_FOUND,
        "a deleted redirect isn't created again"
    );
}
