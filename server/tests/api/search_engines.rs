//! Pages and files as search engines read them: texts, links, structured data, sitemap.

use std::collections::{BTreeMap, BTreeSet};

use chrono::TimeDelta;
use reqwest::{StatusCode, header};
use serde_json::{Value, json};

use crate::harness::{ARTICLE, PAGES, Server, markup};

/// Returns the text between `start` and the next `end`; empty if there is none.
fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    text.split_once(start).and_then(|(_, rest)| rest.split_once(end)).map_or("", |(found, _)| found)
}

#[tokio::test]
async fn every_page_has_its_text_and_a_unique_title_and_description() {
    let server = Server::start().await;
    let origin = server.app.config.origin();
    let mut seen = BTreeSet::new();
    for (path, text) in PAGES {
        let html = server.text(path).await;
        let (head, body) = html.split_once("</head>").unwrap();
        let markup = markup(body);
        assert!(markup.contains(text), "{path} contains {text}");
        assert_eq!(markup.matches("<h1").count(), 1, "{path} has one h1");
        let title = between(head, "<title>", "</title>");
        let description = between(head, "name=\"description\" content=\"", "\"");
        let canonical = between(head, "rel=\"canonical\" href=\"", "\"");
        assert!((10..=70).contains(&title.chars().count()), "{path}: {title}");
        assert!((50..=170).contains(&description.chars().count()), "{path}: {description}");
        assert_eq!(canonical, format!("{origin}{path}"));
        for text in [title, description] {
            assert!(seen.insert(text.to_owned()), "{path} shares {text}");
        }
        assert!(!head.contains("noindex"), "{path}");
    }
    let auth = server.text("/auth").await;
    assert!(
        auth.contains(&format!("rel=\"canonical\" href=\"{origin}/auth\"")),
        "a page that isn't in the sitemap has a canonical address, too"
    );
}

#[tokio::test]
async fn about_and_services_pages_have_all_sections() {
    let server = Server::start().await;
    let about = server.text("/sobre").await;
    for text in ["Missão", "Visão", "Valores", "Equipe", "99%", "500+", "Frigorífico Pampa Sul"] {
        assert!(about.contains(text), "{text}");
    }
    let services = server.text("/servicos").await;
    for step in ["Análise", "Planejamento", "Implementação", "Suporte"] {
        assert!(services.contains(&format!(">{step}</h3>")), "{step}");
    }
}

#[tokio::test]
async fn every_internal_link_resolves() {
    let server = Server::start().await;
    let origin = server.app.config.origin();
    // Visited paths, each with its HTML.
    let mut visited: BTreeMap<String, String> = BTreeMap::new();
    // Links with a fragment: page, target and fragment.
    let mut fragments: BTreeSet<(String, String, String)> = BTreeSet::new();
    let mut queue = vec!["/".to_owned()];
    while let Some(path) = queue.pop() {
        if visited.contains_key(&path) {
            continue;
        }
        let answer = server.get(&path).await;
        if answer.status().is_redirection() {
            if path.starts_with("/w/") {
                assert!(answer.header(header::LOCATION).starts_with("https://wa.me/"), "{path}");
                visited.insert(path, String::new());
                continue;
            }
            let permanent = [StatusCode::PERMANENT_REDIRECT, StatusCode::MOVED_PERMANENTLY];
            assert!(permanent.contains(&answer.status()), "{path}");
            queue.push(answer.header(header::LOCATION).to_owned());
            visited.insert(path, String::new());
            continue;
        }
        assert_eq!(answer.status(), StatusCode::OK, "{path}");
        let is_html = answer.header(header::CONTENT_TYPE).starts_with("text/html");
        let text = if is_html { answer.text() } else { String::new() };
        let pictures = text.split(" property=\"og:image\" content=\"").skip(1);
        for link in text.split(" href=\"").skip(1).chain(pictures) {
            let link = link.split('"').next().unwrap();
            let link = link.replace("&amp;", "&");
            let link = link.strip_prefix(&origin).unwrap_or(&link);
            let (target, fragment) = link.split_once('#').unwrap_or((link, ""));
            let target = if target.is_empty() { &path } else { target };
            if !target.starts_with('/') {
                assert!(target.contains(':'), "{path}: {link} is neither a path nor an address");
                continue;
            }
            if !fragment.is_empty() {
                fragments.insert((path.clone(), target.to_owned(), fragment.to_owned()));
            }
            queue.push(target.to_owned());
        }
        visited.insert(path, text);
    }
    for (path, text) in &visited {
        let mut ids = BTreeSet::new();
        for id in text.split(" id=\"").skip(1).map(|rest| rest.split('"').next().unwrap()) {
            assert!(ids.insert(id), "{path} has two elements with the id {id}");
        }
    }
    for (path, target, fragment) in fragments {
        let page = &visited[&target];
        assert!(page.contains(&format!(" id=\"{fragment}\"")), "{path}: {target} has no #{fragment}");
    }
    for (path, _) in PAGES {
        assert!(visited.contains_key(path), "no link leads to {path}");
        let picture = if path == "/" { "/og/inicio.png?v=".to_owned() } else { format!("/og{path}.png?v=") };
        assert!(
            visited.keys().any(|path| path.starts_with(&picture)),
            "no page has the share picture of {path}"
        );
    }
}

#[tokio::test]
async fn sitemap_lists_pages_with_their_last_change() {
    let server = Server::start().await;
    let origin = server.app.config.origin();
    let sitemap = async || {
        let answer = server.get("/sitemap.xml").await;
        assert_eq!(answer.headers()[header::CONTENT_TYPE], "application/xml; charset=utf-8");
        answer.text()
    };
    let before = sitemap().await;
    for (path, _) in PAGES {
        assert!(before.contains(&format!("<loc>{origin}{path}</loc>")), "{path}");
    }
    for private in ["/auth", "/admin", "/obrigado"] {
        assert!(!before.contains(private), "{private}");
    }
    for path in before.split("<loc>").skip(1).map(|rest| rest.split('<').next().unwrap()) {
        server.text(path.strip_prefix(&origin).unwrap()).await;
    }
    let changed_at = |sitemap: &str, path: &str| {
        let entry = between(sitemap, &format!("<loc>{origin}{path}</loc>"), "</url>").to_owned();
        between(&entry, "<lastmod>", "</lastmod>").to_owned()
    };
    assert_eq!(changed_at(&before, "/sobre"), "2026-11-20T12:00:00Z");
    server.advance(TimeDelta::hours(1));
    let staff = server.editor().await;
    let mut about = staff.json("/api/pages/about").await;
    about["closing"]["title"] = json!("Vamos conversar?");
    staff.put("/api/pages/about", &about).await.expect_success();
    let services = staff.json("/api/services").await;
    let erp = services.as_array().unwrap().iter().find(|service| service["page"] == "erp").unwrap();
    let path = format!("/api/services/{}", erp["id"].as_str().unwrap());
    staff.put(&path, &json!({"is_featured": false})).await.expect_success();
    let after = sitemap().await;
    // The home page shows clients from the page about the company.
    for path in ["/", "/sobre", "/servicos", "/servicos/erps-gestao"] {
        assert_eq!(changed_at(&after, path), "2026-11-20T13:00:00Z", "{path}");
    }
    for path in ["/contato", "/servicos/banco-dados"] {
        assert_eq!(changed_at(&after, path), changed_at(&before, path), "{path}");
    }
    server.advance(TimeDelta::hours(1));
    let staff = server.editor().await;
    staff.delete(&path).await.expect_success();
    let admin = server.admin().await;
    let hours = json!({"business_hours": "Segunda a sexta, 09:00–17:00"});
    admin.put("/api/settings/contact", &hours).await.expect_success();
    let latest = sitemap().await;
    for path in ["/servicos", "/servicos/erps-gestao", "/contato"] {
        assert_eq!(changed_at(&latest, path), "2026-11-20T14:00:00Z", "{path}");
    }
    assert_eq!(changed_at(&latest, "/servicos/banco-dados"), changed_at(&before, "/servicos/banco-dados"));
}

/// Returns the JSON-LD graph of a page.
async fn graph(server: &Server, path: &str) -> Vec<Value> {
    let html = server.text(path).await;
    let json = between(&html, "<script type=\"application/ld+json\">", "</script>");
    let data: Value = serde_json::from_str(json).unwrap_or_else(|error| panic!("{path}: {error}: {json}"));
    assert_eq!(data["@context"], "https://schema.org");
    data["@graph"].as_array().unwrap().clone()
}

#[tokio::test]
async fn article_has_author_and_date_in_structured_data() {
    let server = Server::start().await;
    let url = format!("{}{ARTICLE}", server.app.config.origin());
    let before = graph(&server, ARTICLE).await.swap_remove(0);
    assert_eq!(before["@type"], "BlogPosting");
    assert_eq!(before["headline"], "Backup que funciona: a regra 3-2-1-1-0 na prática");
    // A post without an author names the company as its author.
    let company = format!("{}/#empresa", server.app.config.origin());
    assert_eq!(before["author"], json!({"@type": "Organization", "@id": company, "name": "Vitrine TI"}));
    assert_eq!((&before["url"], &before["mainEntityOfPage"]), (&json!(url), &json!(url)));
    assert_eq!(before["datePublished"], "2026-10-02T12:00:00Z");
    assert_eq!(before["dateModified"], "2026-10-02T12:00:00Z");
    let publisher = (&before["publisher"]["@type"], &before["publisher"]["name"]);
    assert_eq!(publisher, (&json!("Organization"), &json!("Vitrine TI")));
    assert_eq!(before["articleSection"], "Backup");

    server.advance(TimeDelta::hours(1));
    let staff = server.editor().await;
    let posts = staff.json("/api/blog").await;
    let slug = ARTICLE.trim_start_matches("/blog/");
    let post = posts["posts"].as_array().unwrap().iter().find(|post| post["slug"] == slug).unwrap();
    let path = format!("/api/blog/{}", post["id"].as_str().unwrap());
    let change = json!({"title": "Outro título", "author": "Ana Lúcia"});
    staff.put(&path, &change).await.expect_success();
    let after = graph(&server, ARTICLE).await.swap_remove(0);
    assert_eq!((&after["headline"], &after["author"]["name"]), (&change["title"], &change["author"]));
    assert_eq!(after["datePublished"], before["datePublished"], "a change keeps the publication date");
    assert_eq!(after["dateModified"], "2026-11-20T13:00:00Z");
}

#[tokio::test]
async fn structured_data_describes_company_and_services() {
    let server = Server::start().await;
    let origin = server.app.config.origin();
    let home = graph(&server, "/").await;
    assert_eq!(home[0]["@type"], json!(["Organization", "LocalBusiness"]));
    assert_eq!(home[0]["telephone"], "+551140000000");
    assert_eq!(home[0]["address"]["addressLocality"], "São Paulo");
    assert_eq!(home[0]["openingHoursSpecification"][0]["dayOfWeek"].as_array().unwrap().len(), 5);
    assert_eq!(home[1]["@type"], "WebSite");
    let detail = graph(&server, "/servicos/banco-dados").await;
    assert_eq!((&detail[0]["@type"], &detail[0]["name"]), (&json!("Service"), &json!("Banco de Dados")));
    assert_eq!(detail[0]["hasOfferCatalog"]["itemListElement"].as_array().unwrap().len(), 3);
    let steps = detail[1]["itemListElement"].as_array().unwrap();
    let items: Vec<&str> = steps.iter().map(|step| step["item"].as_str().unwrap()).collect();
    let expected = ["/", "/servicos", "/servicos/banco-dados"].map(|path| format!("{origin}{path}"));
    assert_eq!(items, expected);
    assert!(!server.text("/auth").await.contains("ld+json"));
}

#[tokio::test]
async fn faq_structured_data_matches_the_page() {
    let server = Server::start().await;
    let services = PAGES.into_iter().filter(|(path, _)| path.starts_with("/servicos"));
    let mut seen = BTreeSet::new();
    for (path, _) in services {
        let html = server.text(path).await;
        // Words that must not break at a hyphen are separate elements.
        let unwrapped = html.replace("<span class=\"unbroken\">", "").replace("</span>", "");
        let data = between(&html, "<script type=\"application/ld+json\">", "</script>");
        let data: Value = serde_json::from_str(data).unwrap();
        let graph = data["@graph"].as_array().unwrap();
        let faq = graph.iter().find(|node| node["@type"] == "FAQPage").unwrap();
        let questions = faq["mainEntity"].as_array().unwrap();
        assert_eq!(html.matches("<details class=\"group border-line").count(), questions.len(), "{path}");
        assert!((3..=6).contains(&questions.len()), "{path}");
        for question in questions {
            for text in [&question["name"], &question["acceptedAnswer"]["text"]] {
                let text = text.as_str().unwrap();
                assert!(unwrapped.contains(&format!(">{text}</")), "{path}: {text}");
                assert!(seen.insert(text.to_owned()), "{path} repeats {text}");
            }
        }
    }
    assert!(!server.text("/sobre").await.contains("FAQPage"));
}

#[tokio::test]
async fn hostile_text_cannot_end_the_structured_data() {
    let server = Server::start().await;
    let hostile = "</script><script>alert(1)</script>";
    let service = json!({"category": "Cloud e Backup", "title": hostile, "description": hostile});
    let staff = server.editor().await;
    staff.post("/api/services", &service).await.expect_success();
    let html = server.text("/servicos/nuvem-virtualizacao").await;
    assert!(!html.contains("<script>alert"), "{html}");
    let data = between(&html, "<script type=\"application/ld+json\">", "</script>");
    let data: Value = serde_json::from_str(data).unwrap();
    assert_eq!(data["@graph"][0]["hasOfferCatalog"]["itemListElement"][3]["itemOffered"]["name"], hostile);
}

#[tokio::test]
async fn robots_txt_manifest_and_icons_are_served() {
    let server = Server::start().await;
    let origin = server.app.config.origin();
    let robots = server.get("/robots.txt").await;
    assert_eq!(robots.headers()[header::CONTENT_TYPE], "text/plain; charset=utf-8");
    let robots = robots.text();
    assert!(
        robots.contains("Disallow: /admin") && robots.contains(&format!("Sitemap: {origin}/sitemap.xml"))
    );
    let home = server.text("/").await;
    assert!(home.contains("<link rel=\"manifest\" href=\"/manifest.webmanifest\">"));
    let manifest = server.get("/manifest.webmanifest").await;
    assert_eq!(manifest.headers()[header::CONTENT_TYPE], "application/manifest+json");
    let manifest: Value = serde_json::from_str(&manifest.text()).unwrap();
    assert_eq!(manifest["name"], "Vitrine TI");
    let icons = manifest["icons"].as_array().unwrap().iter().map(|icon| icon["src"].as_str().unwrap());
    for path in icons.chain(["/apple-touch-icon.png", "/icon-32.png"]) {
        let icon = server.get(path).await;
        assert_eq!(icon.headers()[header::CONTENT_TYPE], "image/png", "{path}");
        assert!(icon.bytes().starts_with(b"\x89PNG"), "{path}");
    }
}

#[tokio::test]
async fn tag_with_fewer_than_three_posts_is_not_in_the_sitemap() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let listed = async || server.text("/sitemap.xml").await.contains("/blog/tag/rara<");
    for number in 1..=3 {
        assert!(!listed().await, "{} posts", number - 1);
        let post = json!({"title": format!("Raro {number}"), "slug": format!("raro-{number}"),
            "content": "Texto", "tags": ["rara"], "is_published": true});
        staff.post("/api/blog", &post).await.expect(StatusCode::CREATED);
        let page = server.text("/blog/tag/rara").await;
        assert_eq!(page.contains("name=\"robots\" content=\"noindex\""), number < 3, "{number} posts");
    }
    assert!(listed().await);
}

#[tokio::test]
async fn service_page_without_services_is_not_linked() {
    const EMPTIED: &str = "/servicos/banco-dados";
    let server = Server::start().await;
    let staff = server.editor().await;
    assert!(server.text("/").await.contains(&format!("href=\"{EMPTIED}\"")));
    for service in staff.json("/api/services").await.as_array().unwrap() {
        if service["page"] == "database" {
            let path = format!("/api/services/{}", service["id"].as_str().unwrap());
            staff.put(&path, &json!({"is_active": false})).await.expect_success();
        }
    }
    for path in ["/", "/servicos", "/servicos/erps-gestao", "/nada"] {
        let page = server.get(path).await.text();
        let markup = markup(&page);
        assert!(!markup.contains(EMPTIED), "{path}");
        assert!(markup.contains("/servicos/nuvem-virtualizacao"), "{path}");
    }
    assert!(server.text(EMPTIED).await.contains("name=\"robots\" content=\"noindex\""));
    assert!(!server.text("/sitemap.xml").await.contains(EMPTIED));
}

#[tokio::test]
async fn structured_data_has_the_business_hours() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let spec = |days: &[&str], opens: &str, closes: &str| json!({"@type": "OpeningHoursSpecification", "dayOfWeek": days, "opens": opens, "closes": closes});
    for (hours, expected) in [
        (
            "Dias úteis, 8 às 12 e 13h30 às 18\nSáb. 9h-12h",
            vec![
                spec(&["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"], "08:00", "12:00"),
                spec(&["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"], "13:30", "18:00"),
                spec(&["Saturday"], "09:00", "12:00"),
            ],
        ),
        ("Sábado a segunda, 24 horas", vec![spec(&["Monday", "Saturday", "Sunday"], "00:00", "23:59")]),
        ("Domingo, 09:00–12:00 (fechado)", vec![]),
        ("Ligue quando quiser", vec![]),
    ] {
        let change = json!({"business_hours": hours});
        admin.put("/api/settings/contact", &change).await.expect_success();
        let page = server.text("/contato").await;
        let graph: Value =
            serde_json::from_str(between(&page, "application/ld+json\">", "</script>")).unwrap();
        let found = graph["@graph"][0]["openingHoursSpecification"].as_array().cloned().unwrap_or_default();
        assert_eq!(found, expected, "{hours}");
    }
}
