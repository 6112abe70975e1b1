//! Settings on public pages: company, contact data, social networks, SEO, logo and analytics.

use reqwest::{StatusCode, header};
use serde_json::{Value, json};

use super::{organization, save};
use crate::harness::{ARTICLE, PAGES, Server};

fn head(html: &str) -> &str {
    html.split_once("</head>").unwrap().0
}

#[tokio::test]
async fn company_name_changes_everywhere_at_once() {
    let server = Server::start().await;
    let admin = server.admin().await;
    save(&admin, "company", json!({"name": "Nova <TI> & Cia", "tagline": "Tudo novo"})).await;
    for path in PAGES.map(|(path, _)| path).into_iter().chain(["/auth", ARTICLE]) {
        let page = server.markup(path).await;
        assert!(!page.contains("Vitrine TI"), "{path}");
        assert!(head(&page).contains("Nova &lt;TI&gt; &amp; Cia"), "{path}: {}", head(&page));
        assert!(page.contains("Tudo novo"), "{path}");
    }
    let panel = server.markup("/admin").await;
    assert!(panel.contains("<title>Nova &lt;TI&gt; &amp; Cia - Painel Admin</title>"), "{panel}");
    let feed = server.get("/blog/feed.xml").await.text();
    assert!(feed.contains("<name>Nova &lt;TI&gt; &amp; Cia</name>"), "{feed}");
    assert_eq!(organization(&server).await["name"], "Nova <TI> & Cia");
}

#[tokio::test]
async fn company_facts_are_on_the_about_page_and_in_structured_data() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let change = json!({"full_name": "Nova TI Ltda.", "founded": "1999", "employees": "7-11", "location": "Recife, PE - Brasil",
        "mission": "Missão nova", "vision": "Visão nova", "values": "Valores novos", "description": "O que fazemos"});
    save(&admin, "company", change).await;
    let about = server.markup("/sobre").await;
    for text in ["1999", "7 a 11", "Recife, PE - Brasil", "Missão nova", "Visão nova", "Valores novos"] {
        assert!(about.contains(&format!(">{text}<")), "{text}");
    }
    let company = organization(&server).await;
    assert_eq!(company["legalName"], "Nova TI Ltda.");
    assert_eq!(company["foundingDate"], "1999");
    assert_eq!(company["description"], "O que fazemos");
    assert_eq!(company["numberOfEmployees"]["minValue"], 7);
    save(&admin, "company", json!({"founded": "", "employees": "", "location": ""})).await;
    assert!(!server.markup("/sobre").await.contains("Fundada em"), "an unknown year isn't shown");
    assert_eq!(organization(&server).await["foundingDate"], Value::Null);
}

#[tokio::test]
async fn contact_settings_are_in_header_footer_links_and_hours() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let change = json!({"phone": "(81) 3333-4444", "whatsapp": "81 99999-8888", "email": "oi@nova.example",
        "address": "Rua da Aurora, 10, Recife, PE - Brasil", "about_text": "Quem somos nós",
        "business_hours": "Segunda a quinta, 09:00–17:00\n\n Sob consulta "});
    save(&admin, "contact", change).await;
    for path in ["/", "/contato"] {
        let page = server.markup(path).await;
        for part in [
            "href=\"tel:+558133334444\"",
            "href=\"mailto:oi@nova.example\"",
            ">(81) 3333-4444<",
            "Quem somos nós",
            "Rua da Aurora, 10, Recife, PE - Brasil",
            "Segunda a quinta, 09:00–17:00",
            ">Sob consulta<",
        ] {
            assert!(page.contains(part), "{path}: {part}");
        }
    }
    let chat = "https://wa.me/5581999998888?text=Ol%C3%A1%21%20Vim%20pelo%20site%20da%20";
    assert!(server.markup("/contato").await.contains(chat));
    let map = "https://www.google.com/maps/search/?api=1&amp;query=Rua%20da%20Aurora";
    assert_eq!(server.markup("/contato").await.matches(map).count(), 2, "in the card and in the footer");
    let company = organization(&server).await;
    assert_eq!(company["telephone"], "+558133334444");
    assert_eq!(company["address"]["addressLocality"], "Recife");
    assert_eq!(company["openingHoursSpecification"].as_array().unwrap().len(), 1);
    assert!(server.markup("/privacidade").await.contains("oi@nova.example"));
    save(&admin, "contact", json!({"whatsapp": ""})).await;
    assert!(!server.markup("/contato").await.contains("wa.me"));
}

#[tokio::test]
async fn social_networks_with_an_address_are_in_the_footer() {
    let server = Server::start().await;
    let admin = server.admin().await;
    assert!(!server.markup("/").await.contains("LinkedIn"));
    save(&admin, "social", json!({"linkedin": "linkedin.com/company/nova", "twitter": "https://x.com/nova"}))
        .await;
    let page = server.markup("/").await;
    for url in ["https://linkedin.com/company/nova", "https://x.com/nova"] {
        assert!(page.contains(&format!("href=\"{url}\"")), "{url}");
    }
    assert!(!page.contains(">Facebook<"));
    let expected = json!(["https://linkedin.com/company/nova", "https://x.com/nova"]);
    assert_eq!(organization(&server).await["sameAs"], expected);
}

#[tokio::test]
async fn seo_settings_are_in_the_head() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let change = json!({"page_title": "Aba & título", "site_title": "Compartilhado", "site_description": "Descrição nova",
        "keywords": "um,dois"});
    save(&admin, "seo", change).await;
    let home = server.markup("/").await;
    for part in [
        "<title>Aba &amp; título</title>",
        "name=\"description\" content=\"Descrição nova\"",
        "property=\"og:title\" content=\"Compartilhado\"",
        "name=\"keywords\" content=\"um, dois\"",
    ] {
        assert!(head(&home).contains(part), "{part}");
    }
    let about = server.markup("/sobre").await;
    assert!(
        head(&about).contains("<title>Sobre a empresa - Vitrine TI</title>"),
        "the page has its own title"
    );
    save(&admin, "seo", json!({"page_title": "", "site_description": "", "keywords": ""})).await;
    let home = server.markup("/").await;
    assert!(head(&home).contains("<title>Vitrine TI</title>") && !home.contains("name=\"keywords\""));
    assert!(
        head(&home).contains("name=\"description\" content=\"Suporte técnico"),
        "the description of the company is the default"
    );
}

#[tokio::test]
async fn brand_pictures_are_in_header_head_and_share_tags() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let png = crate::media::picture(300, 100, image::ImageFormat::Png);
    let mut urls = Vec::new();
    for name in ["logo.png", "card.png", "icon.png"] {
        urls.push(crate::media::upload(&admin, name, &png).await["url"].as_str().unwrap().to_owned());
    }
    let [logo, card, icon] = &urls[..] else { unreachable!() };
    let home = server.markup("/").await;
    assert!(home.contains("/icon-32.png") && home.contains("/og/inicio.png"));
    save(&admin, "company", json!({"logo": logo})).await;
    save(&admin, "seo", json!({"og_image": card, "favicon": icon})).await;
    let (home, origin) = (server.markup("/").await, server.app.config.origin());
    assert!(home.contains(&format!("<img src=\"{logo}\" alt=\"Vitrine TI\" width=\"300\" height=\"100\"")));
    assert!(head(&home).contains(&format!("rel=\"icon\" href=\"{icon}\"")), "{}", head(&home));
    assert!(!home.contains("/icon-32.png") && !home.contains("/apple-touch-icon.png"));
    assert!(head(&home).contains(&format!("property=\"og:image\" content=\"{origin}{card}\"")));
    assert_eq!(organization(&server).await["logo"], format!("{origin}{logo}"));
    assert!(server.markup("/admin").await.contains(&format!("rel=\"icon\" href=\"{icon}\"")));
    let answer = server.get("/favicon.ico").await.expect(StatusCode::TEMPORARY_REDIRECT);
    assert_eq!(answer.headers()[header::LOCATION], *icon);
    let manifest = server.get("/manifest.webmanifest").await.text();
    assert!(manifest.contains(&**icon), "{manifest}");
}

#[tokio::test]
async fn dark_logo_replaces_the_logo_by_color_scheme() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let png = crate::media::picture(300, 100, image::ImageFormat::Png);
    let mut urls = Vec::new();
    for name in ["logo.png", "escura.png"] {
        urls.push(crate::media::upload(&admin, name, &png).await["url"].as_str().unwrap().to_owned());
    }
    save(&admin, "company", json!({"logo_dark": urls[1]})).await;
    assert!(!server.markup("/").await.contains(&urls[1]), "a dark logo alone isn't shown");
    save(&admin, "company", json!({"logo": urls[0]})).await;
    let home = server.markup("/").await;
    let source = format!("<source media=\"(prefers-color-scheme: dark)\" srcSet=\"{}\"", urls[1]);
    assert!(home.contains(&source) && home.contains(&format!("<img src=\"{}\"", urls[0])), "{home}");
}

#[tokio::test]
async fn search_console_is_verified_by_tag_on_the_home_page_and_by_file() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let file = "/google1234567890abcdef.html";
    server.get(file).await.expect(StatusCode::NOT_FOUND);
    let before = server.get("/sobre").await;
    let policy = before.headers()[header::CONTENT_SECURITY_POLICY].clone();
    let tag = "<meta name=\"google-site-verification\" content=\"abcdefghijklmnopqrst_-123\" />";
    let saved =
        save(&admin, "analytics", json!({"search_console": tag, "search_console_file": &file[1..]})).await;
    assert_eq!(saved["search_console"], "abcdefghijklmnopqrst_-123");
    let home = server.get("/").await;
    assert_eq!(home.headers()[header::CONTENT_SECURITY_POLICY], policy, "verification needs no other policy");
    let tag = "<meta name=\"google-site-verification\" content=\"abcdefghijklmnopqrst_-123\">";
    assert!(head(&home.text()).contains(tag));
    assert_eq!(server.get("/sobre").await.text(), before.text(), "other pages don't change");
    for _ in 0..2 {
        let answer = server.get(file).await.expect(StatusCode::OK);
        assert_eq!(answer.headers()[header::CONTENT_TYPE], "text/html; charset=utf-8");
        assert_eq!(answer.text(), "google-site-verification: google1234567890abcdef.html");
    }
    for other in
        ["/google1234567890abcdee.html", "/google1234567890ABCDEF.html", "/blog/google1234567890abcdef.html"]
    {
        server.get(other).await.expect(StatusCode::NOT_FOUND);
    }
    save(&admin, "analytics", json!({"search_console_file": ""})).await;
    server.get(file).await.expect(StatusCode::NOT_FOUND);
}
