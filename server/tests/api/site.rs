use base64::Engine as _;
use reqwest::{Method, Response, StatusCode, header};
use sha2::Digest as _;
use vitrine::platform::addresses::{self, AddressKind};

use crate::harness::{ARTICLE, Options, Server};

async fn get(server: &Server, path: &str) -> Response {
    server.get(path).send().await.unwrap()
}

#[tokio::test]
async fn pages_are_whole_without_javascript() {
    let server = Server::start().await;
    for (path, words) in [
        ("/", "Solicite uma Consultoria Gratuita"),
        ("/contato", "Suporte Emergencial"),
        ("/contato/obrigado", "24 horas"),
        ("/auth", "Criar Conta"),
    ] {
        let answer = get(&server, path).await;
        assert_eq!(answer.status(), StatusCode::OK, "{path}");
        let html = answer.text().await.unwrap();
        let (head, body) = html.split_once("</head>").unwrap();
        assert!(head.contains("<title>") && head.contains("name=\"description\""), "{path}: {head}");
        let markup = body.split("<script type=\"application/json\"").next().unwrap();
        assert!(markup.contains(words), "{path} says {words}");
        assert_eq!(markup.matches("<h1").count(), 1, "{path} has one h1");
    }
}

#[tokio::test]
async fn pages_preload_the_script_of_their_component() {
    let server = Server::start().await;
    let pages = addresses::ALL
        .iter()
        .filter(|address| matches!(address.kind, AddressKind::Page | AddressKind::LinkPage))
        .filter(|address| address.is_fixed());
    for path in pages.map(|address| address.path).chain([ARTICLE, "/servicos/erps-gestao", "/nada"]) {
        let html = get(&server, path).await.text().await.unwrap();
        let mut preloads = html.split("<link rel=\"modulepreload\" href=\"/assets/").skip(1);
        assert!(preloads.any(|link| link.split('"').next().unwrap().contains("-page-")), "{path}");
    }
}

#[tokio::test]
async fn unknown_paths_are_pages_that_say_so() {
    let server = Server::start().await;
    for path in ["/nada", "/nada/mais", "/contato/nada", "/404"] {
        let answer = get(&server, path).await;
        assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{path}");
        assert!(answer.text().await.unwrap().contains("Oops! Page not found"), "{path}");
    }
    let post = server.request(Method::POST, "/nada").send().await.unwrap();
    assert_eq!(post.status(), StatusCode::METHOD_NOT_ALLOWED);
    for path in ["/api", "/api/", "/api/nada", "/api/nada/"] {
        let call = get(&server, path).await;
        assert_eq!(call.status(), StatusCode::NOT_FOUND, "{path}");
        assert_eq!(call.headers()[header::CONTENT_TYPE], "application/json", "{path}");
    }
}

/// What is fetched in advance must be free to fetch: nothing of accounts, of the panel or of the API.
#[tokio::test]
async fn the_next_page_is_made_ready_when_a_link_is_pointed_at() {
    let server = Server::start().await;
    let answer = get(&server, "/").await;
    let policy = answer.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap().to_owned();
    let html = answer.text().await.unwrap();
    let script = html.split("<script type=\"speculationrules\">").nth(1).expect("rules on the page");
    let text = script.split("</script>").next().unwrap();
    let hash = base64::engine::general_purpose::STANDARD.encode(sha2::Sha256::digest(text));
    assert!(policy.contains(&format!("'sha256-{hash}'")), "the policy lets them count: {policy}");
    let rules: serde_json::Value = serde_json::from_str(text).unwrap();
    let rule = &rules["prerender"][0];
    assert_eq!(rule["eagerness"], "moderate");
    let conditions = rule["where"]["and"].as_array().unwrap();
    assert_eq!(conditions[0]["href_matches"], "/*");
    let never: Vec<_> = conditions[1..].iter().map(|condition| &condition["not"]["href_matches"]).collect();
    for path in ["/admin*", "/api/*", "/auth*"] {
        assert!(never.iter().any(|found| **found == path), "{path} in {never:?}");
    }
    let panel = get(&server, "/admin").await.text().await.unwrap();
    assert!(!panel.contains("speculationrules"), "{panel}");
}

#[tokio::test]
async fn a_cached_page_travels_as_little_as_it_can() {
    let server = Server::start().await;
    let plain = get(&server, "/").await;
    let etag = plain.headers()[header::ETAG].clone();
    let size = plain.bytes().await.unwrap().len();
    for encoding in ["br", "gzip"] {
        let answer = server.get("/").header(header::ACCEPT_ENCODING, encoding).send().await.unwrap();
        assert_eq!(answer.headers()[header::CONTENT_ENCODING], encoding);
        assert_eq!(answer.headers()[header::VARY], "accept-encoding");
        assert!(answer.bytes().await.unwrap().len() < size / 2, "{encoding}");
    }
    let same = server.get("/").header(header::IF_NONE_MATCH, &etag).send().await.unwrap();
    assert_eq!(same.status(), StatusCode::NOT_MODIFIED);
    let head = server.request(Method::HEAD, "/").send().await.unwrap();
    assert_eq!(head.headers()[header::CONTENT_LENGTH], size.to_string().as_str());
    let tracked = server.get("/?utm_source=x").header(header::IF_NONE_MATCH, &etag).send().await.unwrap();
    assert_eq!(tracked.status(), StatusCode::NOT_MODIFIED, "one page whatever the query");
}

#[tokio::test]
async fn what_comes_from_no_cache_is_compressed_as_well() {
    use std::io::Read;
    let server = Server::start().await;
    let plain = get(&server, "/blog?busca=backup").await;
    assert!(!plain.headers().contains_key(header::CONTENT_ENCODING));
    let plain = plain.bytes().await.unwrap();
    for encoding in ["br", "gzip"] {
        let answer =
            server.get("/blog?busca=backup").header(header::ACCEPT_ENCODING, encoding).send().await.unwrap();
        assert_eq!(answer.headers()[header::CONTENT_ENCODING], encoding);
        assert_eq!(answer.headers()[header::VARY], "accept-encoding");
        assert_eq!(answer.headers()[header::CACHE_CONTROL], "no-store");
        let body = answer.bytes().await.unwrap();
        assert!(body.len() < plain.len() / 3, "{encoding}: {} of {}", body.len(), plain.len());
        let mut unpacked = Vec::new();
        match encoding {
            "br" => brotli::Decompressor::new(&*body, 4096).read_to_end(&mut unpacked).unwrap(),
            _ => flate2::read::GzDecoder::new(&*body).read_to_end(&mut unpacked).unwrap(),
        };
        assert_eq!(unpacked, plain, "{encoding}");
    }
    let refused = server.request(Method::POST, "/newsletter").header(header::ACCEPT_ENCODING, "br");
    let refused = refused.header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
    let refused = refused.body("email=ana%40").send().await.unwrap();
    assert_eq!(refused.status(), StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(refused.headers()[header::CONTENT_ENCODING], "br");
    let head = server.request(Method::HEAD, "/blog?busca=backup").header(header::ACCEPT_ENCODING, "br");
    let head = head.send().await.unwrap();
    assert_eq!((head.status(), head.headers().get(header::CONTENT_ENCODING)), (StatusCode::OK, None));
    let call = server.get("/api/nada").header(header::ACCEPT_ENCODING, "br").send().await.unwrap();
    assert!(!call.headers().contains_key(header::CONTENT_ENCODING), "only documents");
}

#[tokio::test]
async fn a_link_can_preselect_a_service_that_exists() {
    let server = Server::start().await;
    let selected =
        async |path: &str| get(&server, path).await.text().await.unwrap().matches("selected=\"\"").count();
    let chosen = get(&server, "/contato?servico=LGPD+Compliance").await.text().await.unwrap();
    assert!(chosen.contains("selected=\"\">LGPD Compliance"), "{chosen}");
    assert_eq!(selected("/contato?servico=Nada").await, selected("/contato").await);
}

#[tokio::test]
async fn a_failing_renderer_still_gives_a_working_page() {
    for fault in ["throw", "loop", "memory"] {
        let server = Server::start_with(Options {
            variables: &[("VITRINE_RENDER_FAULT", fault)],
            no_accounts: true,
            ..Options::default()
        })
        .await;
        for _ in 0..2 {
            let answer = get(&server, "/").await;
            assert_eq!(answer.status(), StatusCode::OK, "{fault}");
            assert_eq!(answer.headers()[header::CACHE_CONTROL], "no-store", "{fault}: never cached");
            let html = answer.text().await.unwrap();
            assert!(html.contains("<div id=\"root\"></div>"), "{fault}: no markup");
            assert!(html.contains("\"page\":\"home\""), "{fault}: but the data, for the browser to render");
            assert!(html.contains("/assets/entry-site-"), "{fault}: and the code");
        }
        let missing = get(&server, "/nada").await;
        assert_eq!(missing.status(), StatusCode::NOT_FOUND, "{fault}");
    }
}

#[tokio::test]
async fn every_answer_carries_its_security_headers() {
    let variables = &[("VITRINE_PUBLIC_URL", "https://www.exemplo.com.br")];
    let server = Server::start_with(Options { variables, no_accounts: true, ..Options::default() }).await;
    let page = get_as(&server, "/").await;
    let html_policy = page.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap().to_owned();
    let html = page.text().await.unwrap();
    assert!(html_policy.starts_with("default-src 'none'; script-src 'sha256-"), "{html_policy}");
    assert!(html_policy.contains("'strict-dynamic'; style-src 'self';"), "{html_policy}");
    assert!(html_policy.contains("require-trusted-types-for 'script'"), "{html_policy}");
    assert!(!html.contains(" style=\""), "style attributes would be blocked");
    assert!(html.contains("<link rel=\"canonical\" href=\"https://www.exemplo.com.br/\""), "{html}");
    let asset = html.split("href=\"/assets/").nth(1).unwrap().split('"').next().unwrap();
    for path in
        ["/", "/nada", "/admin/login", "/auth", "/api/nada", "/healthz/live", &format!("/assets/{asset}")]
    {
        let answer = get_as(&server, path).await;
        let header =
            |name: &str| answer.headers().get(name).map_or("", |value| value.to_str().unwrap()).to_owned();
        assert_eq!(header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(header("x-frame-options"), "DENY", "{path}");
        assert_eq!(header("strict-transport-security"), "max-age=63072000", "{path}");
        assert_eq!(header("cross-origin-opener-policy"), "same-origin", "{path}");
        assert!(header("content-security-policy").contains("frame-ancestors 'none'"), "{path}");
    }
    let elsewhere = get(&server, "/").await;
    assert_eq!(elsewhere.status(), StatusCode::MISDIRECTED_REQUEST);
}

#[tokio::test]
async fn security_txt_names_the_company_and_a_date_to_come() {
    let server = Server::start().await;
    let text = get(&server, "/.well-known/security.txt").await.text().await.unwrap();
    let email =
        server.admin().await.json("/api/settings/contact").await["email"].as_str().unwrap().to_owned();
    assert!(text.starts_with(&format!("Contact: mailto:{email}\nExpires: 2027-05-19T12:00:00Z\n")), "{text}");
}

async fn get_as(server: &Server, path: &str) -> Response {
    server.get(path).header(header::HOST, "www.exemplo.com.br").send().await.unwrap()
}

#[tokio::test]
async fn assets_never_change_and_travel_compressed() {
    let server = Server::start().await;
    let html = get(&server, "/").await.text().await.unwrap();
    let script = html.split("u='").nth(1).unwrap().split('\'').next().unwrap();
    let answer = server.get(script).header(header::ACCEPT_ENCODING, "br").send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::OK);
    assert_eq!(answer.headers()[header::CONTENT_TYPE], "text/javascript; charset=utf-8");
    assert_eq!(answer.headers()[header::CONTENT_ENCODING], "br");
    assert_eq!(answer.headers()[header::CACHE_CONTROL], "public, max-age=31536000, immutable");
    for outside in
        ["/assets/nada.js", "/assets/..%2f..%2fserver/entry-server.js", "/assets/.vite/manifest.json"]
    {
        assert_eq!(get(&server, outside).await.status(), StatusCode::NOT_FOUND, "{outside}");
    }
}

#[tokio::test]
async fn the_panel_is_one_document_that_no_one_keeps() {
    let server = Server::start().await;
    for path in ["/admin", "/admin/", "/admin/login", "/admin/contacts/123"] {
        let answer = get(&server, path).await;
        assert_eq!(answer.headers()[header::CACHE_CONTROL], "no-store", "{path}");
        let html = answer.text().await.unwrap();
        assert!(html.contains("<meta name=\"brand\" content=\"Vitrine TI\">"), "{html}");
        assert!(html.contains("/assets/entry-panel-"), "{html}");
    }
}

/// The status tells nobody whether an account would see more.
#[tokio::test]
async fn unknown_panel_address_is_not_found_for_everyone() {
    let server = Server::start().await;
    let unknown = "/admin/nao-existe";
    let public = get(&server, unknown).await;
    assert_eq!(public.status(), StatusCode::NOT_FOUND);
    let html = public.text().await.unwrap();
    assert!(html.contains("Oops! Page not found") && !html.contains("/assets/entry-panel-"), "{html}");
    for name in ["sid", "__Host-sid"] {
        let staff = server.get(unknown).header(header::COOKIE, format!("{name}=x")).send().await.unwrap();
        assert_eq!(staff.status(), StatusCode::NOT_FOUND);
        let is_panel = staff.text().await.unwrap().contains("/assets/entry-panel-");
        assert_eq!(is_panel, name == "__Host-sid", "on the local machine the cookie has its prefix");
    }
}

/// Behind the back of the cache the content changes: an answer that is still the old one took no room of its own.
#[tokio::test]
async fn made_up_addresses_take_no_room_in_the_cache() {
    use sea_orm::ConnectionTrait;
    let server = Server::start().await;
    let cached = ["/", "/blog", "/contato", "/nada", "/servicos", "/sitemap.xml", "/blog/feed.xml"];
    for path in cached {
        get(&server, path).await;
    }
    let tx = server.app.db.begin().await.unwrap();
    tx.execute_unprepared("UPDATE posts SET title = 'Por trás'").await.unwrap();
    tx.execute_unprepared("DELETE FROM services").await.unwrap();
    tx.execute_unprepared("DELETE FROM menu_items").await.unwrap();
    tx.commit().await.unwrap();
    for path in cached {
        let known = get(&server, path).await.text().await.unwrap();
        for made_up in [format!("{path}?x=1"), format!("{path}?servico=Nada"), format!("{path}?pagina=1")] {
            assert_eq!(get(&server, &made_up).await.text().await.unwrap(), known, "{made_up}");
        }
    }
    let missing = get(&server, "/nada").await.text().await.unwrap();
    for made_up in ["/outro", "/outro/nada?x=1", "/blog/tag/nada", "/servicos/nada"] {
        assert_eq!(get(&server, made_up).await.text().await.unwrap(), missing, "{made_up}");
    }
}
