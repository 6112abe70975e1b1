//! Public pages: rendering, caching, compression, assets, and the panel's document.

use base64::Engine as _;
use reqwest::{Method, StatusCode, header};
use serde_json::json;
use sha2::Digest as _;
use vitrine::platform::addresses::{self, AddressKind};

use crate::harness::{ARTICLE, Options, Server, markup};

#[tokio::test]
async fn pages_are_complete_without_javascript() {
    let server = Server::start().await;
    for (path, text) in [
        ("/", "Solicite uma Consultoria Gratuita"),
        ("/contato", "Suporte Emergencial"),
        ("/contato/obrigado", "24 horas"),
        ("/auth", "Criar Conta"),
    ] {
        let html = server.get(path).await.expect(StatusCode::OK).text();
        let (head, body) = html.split_once("</head>").unwrap();
        assert!(head.contains("<title>") && head.contains("name=\"description\""), "{path}: {head}");
        let markup = markup(body);
        assert!(markup.contains(text), "{path} contains {text}");
        assert_eq!(markup.matches("<h1").count(), 1, "{path} has one h1");
    }
}

/// Scripts are added by an inline script, after the page has loaded.
#[tokio::test]
async fn pages_link_to_one_stylesheet_and_one_font_and_to_no_script() {
    let server = Server::start().await;
    let pages = addresses::ALL
        .iter()
        .filter(|address| matches!(address.kind, AddressKind::Page | AddressKind::LinkPage))
        .filter(|address| address.is_fixed());
    for path in pages.map(|address| address.path).chain([ARTICLE, "/servicos/erps-gestao", "/nada"]) {
        let html = server.get(path).await.text();
        let count = |text: &str| html.matches(text).count();
        assert_eq!(count("rel=\"stylesheet\""), 1, "{path}");
        assert_eq!(count("rel=\"preload\""), 1, "{path}");
        assert_eq!(
            count("rel=\"modulepreload\"") + count("<script src") + count("type=\"module\""),
            0,
            "{path}"
        );
    }
}

#[tokio::test]
async fn unknown_paths_render_a_not_found_page() {
    let server = Server::start().await;
    for path in ["/nada", "/nada/mais", "/contato/nada", "/404"] {
        let answer = server.get(path).await.expect(StatusCode::NOT_FOUND);
        assert!(answer.text().contains("Oops! Page not found"), "{path}");
    }
    server.post_empty("/nada").await.expect(StatusCode::METHOD_NOT_ALLOWED);
    for path in ["/api", "/api/", "/api/nada", "/api/nada/"] {
        let answer = server.get(path).await.expect(StatusCode::NOT_FOUND);
        assert_eq!(answer.headers()[header::CONTENT_TYPE], "application/json", "{path}");
    }
}

/// Prerendered links must have no side effects: accounts, panel and API are excluded, and links to WhatsApp, which redirect to another
/// company.
#[tokio::test]
async fn speculation_rules_prerender_hovered_links() {
    let server = Server::start().await;
    let answer = server.get("/").await;
    let policy = answer.header(header::CONTENT_SECURITY_POLICY).to_owned();
    let html = answer.text();
    let script = html.split("<script type=\"speculationrules\">").nth(1).expect("rules on the page");
    let text = script.split("</script>").next().unwrap();
    let hash = base64::engine::general_purpose::STANDARD.encode(sha2::Sha256::digest(text));
    assert!(policy.contains(&format!("'sha256-{hash}'")), "the policy allows the rules: {policy}");
    let rules: serde_json::Value = serde_json::from_str(text).unwrap();
    let rule = &rules["prerender"][0];
    assert_eq!(rule["eagerness"], "moderate");
    let conditions = rule["where"]["and"].as_array().unwrap();
    assert_eq!(conditions[0]["href_matches"], "/*");
    let excluded: Vec<_> =
        conditions[1..].iter().map(|condition| &condition["not"]["href_matches"]).collect();
    for path in ["/admin*", "/api/*", "/auth*", "/w/*"] {
        assert!(excluded.iter().any(|found| **found == path), "{path} in {excluded:?}");
    }
    let panel = server.get("/admin").await.text();
    assert!(!panel.contains("speculationrules"), "{panel}");
}

#[tokio::test]
async fn cached_page_is_compressed_and_revalidated() {
    let server = Server::start().await;
    let plain = server.get("/").await;
    let etag = plain.headers()[header::ETAG].clone();
    let size = plain.bytes().len();
    for encoding in ["br", "gzip"] {
        let answer = server.get("/").header(header::ACCEPT_ENCODING, encoding).await;
        assert_eq!(answer.headers()[header::CONTENT_ENCODING], encoding);
        assert_eq!(answer.headers()[header::VARY], "accept-encoding");
        assert!(answer.bytes().len() < size / 2, "{encoding}");
    }
    server.get("/").header(header::IF_NONE_MATCH, &etag).await.expect(StatusCode::NOT_MODIFIED);
    let head = server.request(Method::HEAD, "/").await;
    assert_eq!(head.headers()[header::CONTENT_LENGTH], size.to_string().as_str());
    // Unknown parameters don't change the page.
    server.get("/?utm_source=x").header(header::IF_NONE_MATCH, &etag).await.expect(StatusCode::NOT_MODIFIED);
}

#[tokio::test]
async fn uncached_page_is_compressed() {
    use std::io::Read;
    let server = Server::start().await;
    let plain = server.get("/blog?busca=backup").await;
    assert!(!plain.headers().contains_key(header::CONTENT_ENCODING));
    let plain = plain.bytes();
    for encoding in ["br", "gzip"] {
        let answer = server.get("/blog?busca=backup").header(header::ACCEPT_ENCODING, encoding).await;
        assert_eq!(answer.headers()[header::CONTENT_ENCODING], encoding);
        assert_eq!(answer.headers()[header::VARY], "accept-encoding");
        assert_eq!(answer.headers()[header::CACHE_CONTROL], "no-store");
        let body = answer.bytes();
        assert!(body.len() < plain.len() / 3, "{encoding}: {} of {}", body.len(), plain.len());
        let mut unpacked = Vec::new();
        match encoding {
            "br" => brotli::Decompressor::new(body, 4096).read_to_end(&mut unpacked).unwrap(),
            _ => flate2::read::GzDecoder::new(body).read_to_end(&mut unpacked).unwrap(),
        };
        assert_eq!(unpacked, plain, "{encoding}");
    }
    let refused = server
        .post_form("/newsletter", "email=ana%40")
        .header(header::ACCEPT_ENCODING, "br")
        .await
        .expect(StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(refused.headers()[header::CONTENT_ENCODING], "br");
    let head = server.request(Method::HEAD, "/blog?busca=backup").header(header::ACCEPT_ENCODING, "br");
    let head = head.await.expect(StatusCode::OK);
    assert!(!head.headers().contains_key(header::CONTENT_ENCODING));
    let api = server.get("/api/nada").header(header::ACCEPT_ENCODING, "br").await;
    assert!(!api.headers().contains_key(header::CONTENT_ENCODING), "answers of the API aren't compressed");
}

#[tokio::test]
async fn contact_link_preselects_an_existing_service() {
    let server = Server::start().await;
    let count_selected = async |path: &str| server.text(path).await.matches("selected=\"\"").count();
    let chosen = server.get("/contato?servico=LGPD+Compliance").await.text();
    assert!(chosen.contains("selected=\"\">LGPD Compliance"), "{chosen}");
    assert_eq!(count_selected("/contato?servico=Nada").await, count_selected("/contato").await);
}

#[tokio::test]
async fn failing_renderer_falls_back_to_a_working_page() {
    for fault in ["throw", "loop", "memory"] {
        let server = Server::start_with(Options {
            variables: &[("VITRINE_RENDER_FAULT", fault)],
            no_accounts: true,
            ..Options::default()
        })
        .await;
        for _ in 0..2 {
            let answer = server.get("/").await;
            assert_eq!(answer.status(), StatusCode::OK, "{fault}");
            assert_eq!(answer.headers()[header::CACHE_CONTROL], "no-store", "{fault}: the page isn't cached");
            let html = answer.text();
            assert!(html.contains("<div id=\"root\"></div>"), "{fault}: the page has no markup");
            assert!(html.contains("\"page\":\"home\""), "{fault}: the page has the data for the browser");
            assert!(html.contains("/assets/entry-site-"), "{fault}: the page has the script");
        }
        assert_eq!(server.status("/nada").await, StatusCode::NOT_FOUND, "{fault}");
    }
}

#[tokio::test]
async fn security_txt_has_contact_and_future_expiry() {
    let server = Server::start().await;
    let text = server.get("/.well-known/security.txt").await.text();
    let email =
        server.admin().await.json("/api/settings/contact").await["email"].as_str().unwrap().to_owned();
    assert!(text.starts_with(&format!("Contact: mailto:{email}\nExpires: 2027-05-19T12:00:00Z\n")), "{text}");
}

#[tokio::test]
async fn default_favicon_is_an_ico_file_of_32_pixels() {
    let server = Server::start().await;
    let answer = server.get("/favicon.ico").await;
    assert_eq!(answer.headers()[header::CONTENT_TYPE], "image/x-icon");
    let bytes = answer.bytes();
    let icon = image::load_from_memory_with_format(bytes, image::ImageFormat::Ico).unwrap();
    assert_eq!((icon.width(), icon.height()), (32, 32));
}

#[tokio::test]
async fn assets_are_immutable_and_compressed() {
    let server = Server::start().await;
    let html = server.get("/").await.text();
    let script = html.split("u='").nth(1).unwrap().split('\'').next().unwrap();
    let answer = server.get(script).header(header::ACCEPT_ENCODING, "br").await.expect(StatusCode::OK);
    assert_eq!(answer.headers()[header::CONTENT_TYPE], "text/javascript; charset=utf-8");
    assert_eq!(answer.headers()[header::CONTENT_ENCODING], "br");
    assert_eq!(answer.headers()[header::CACHE_CONTROL], "public, max-age=31536000, immutable");
    for outside in
        ["/assets/nada.js", "/assets/..%2f..%2fserver/entry-server.js", "/assets/.vite/manifest.json"]
    {
        assert_eq!(server.status(outside).await, StatusCode::NOT_FOUND, "{outside}");
    }
}

#[tokio::test]
async fn panel_document_follows_settings_and_is_not_cached() {
    let server = Server::start().await;
    server.get("/admin").await.expect(StatusCode::OK);
    let change = json!({"name": "Padaria Estrela"});
    server.admin().await.put("/api/settings/company", &change).await.expect(StatusCode::OK);
    for path in ["/admin", "/admin/", "/admin/login", "/admin/contacts/123"] {
        let answer = server.get(path).await.expect(StatusCode::OK);
        assert_eq!(answer.headers()[header::CACHE_CONTROL], "no-store", "{path}");
        assert!(!answer.headers().contains_key(header::ETAG), "{path}");
        let policy = answer.header(header::CONTENT_SECURITY_POLICY);
        assert!(policy.contains("img-src 'self' data: blob:"), "{policy}");
        let html = answer.text();
        assert!(html.contains("<title>Padaria Estrela - Painel Admin</title>"), "{html}");
        assert!(html.contains("<meta name=\"brand\" content=\"Padaria Estrela\">"), "{html}");
        assert!(html.contains("/assets/entry-panel-"), "{html}");
        assert!(html.contains("<noscript><p class=\"p-6\">O painel precisa de JavaScript."), "{html}");
    }
}

/// The status doesn't reveal whether an account could see the page.
#[tokio::test]
async fn unknown_panel_path_is_not_found() {
    let server = Server::start().await;
    let unknown = "/admin/nao-existe";
    let html = server.get(unknown).await.expect(StatusCode::NOT_FOUND).text();
    assert!(html.contains("Oops! Page not found") && !html.contains("/assets/entry-panel-"), "{html}");
    for name in ["sid", "__Host-sid"] {
        let is_panel = server
            .get(unknown)
            .header(header::COOKIE, format!("{name}=x"))
            .await
            .expect(StatusCode::NOT_FOUND)
            .text()
            .contains("/assets/entry-panel-");
        assert_eq!(
            is_panel,
            name == "__Host-sid",
            "only the name of the session cookie counts, which has a prefix on the local machine"
        );
    }
}

/// The test changes content without expiring cached pages, so an unchanged response comes from the cache.
#[tokio::test]
async fn unknown_paths_and_parameters_share_the_cached_pages() {
    let server = Server::start().await;
    let cached = ["/", "/blog", "/contato", "/nada", "/servicos", "/sitemap.xml", "/blog/feed.xml"];
    for path in cached {
        server.get(path).await;
    }
    server.execute_sql("UPDATE posts SET title = 'Por trás'").await;
    server.execute_sql("DELETE FROM services").await;
    server.execute_sql("DELETE FROM menu_items").await;
    for path in cached {
        let known = server.get(path).await.text();
        for unknown in [format!("{path}?x=1"), format!("{path}?servico=Nada"), format!("{path}?pagina=1")] {
            assert_eq!(server.get(&unknown).await.text(), known, "{unknown}");
        }
    }
    let missing = server.get("/nada").await.text();
    for unknown in ["/outro", "/outro/nada?x=1", "/blog/tag/nada", "/servicos/nada"] {
        assert_eq!(server.get(unknown).await.text(), missing, "{unknown}");
    }
}

#[tokio::test]
async fn change_password_url_redirects_to_the_account() {
    let server = Server::start().await;
    let answer = server.get("/.well-known/change-password").await;
    assert_eq!(answer.headers()[header::LOCATION], "/conta#senha");
}
