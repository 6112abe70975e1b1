//! Lists, terms, search, feed and articles of the blog.

use chrono::TimeDelta;
use reqwest::{StatusCode, header};
use serde_json::{Value, json};

use super::{create, draft_with, update};
use crate::harness::{Server, markup};

#[tokio::test]
async fn new_site_has_six_articles() {
    let server = Server::start().await;
    let list = server.get("/api/blog").await.json();
    assert_eq!(list["posts"].as_array().unwrap().len(), 6);
    let html = server.markup("/blog").await;
    for text in
        ["Cloud Computing", "Todos", "Ler Artigo", "Inscrever-se", "12 de novembro de 2026", "min de leitura"]
    {
        assert!(html.contains(text), "{text}");
    }
    for post in list["posts"].as_array().unwrap() {
        let path = format!("/blog/{}", post["slug"].as_str().unwrap());
        assert!(html.contains(&format!("href=\"{path}\"")), "{path}");
        let article = server.markup(&path).await;
        assert_eq!(article.matches("<h1").count(), 1, "{path}");
        assert!(article.contains("<h2 id=\"secao-"), "{path}");
        assert!(article.contains("\"@type\":\"BlogPosting\""), "{path}");
        assert!(!article.contains(" style=\""), "{path}");
    }
}

#[tokio::test]
async fn demo_articles_take_four_to_eight_minutes_to_read() {
    let server = Server::start().await;
    let list = server.get("/api/blog").await.json();
    // Returns the reading times on a page, in order.
    let minutes = |html: &str| -> Vec<u32> {
        let before = html.split(" min de leitura").collect::<Vec<_>>();
        let numbers = before.iter().take(before.len() - 1).map(|text| {
            let digits = text.rsplit(|c: char| !c.is_ascii_digit()).next().unwrap();
            digits.parse().unwrap_or_else(|_| panic!("no number before “min de leitura”"))
        });
        numbers.collect()
    };
    let mut listed = minutes(&server.markup("/blog").await);
    assert_eq!(listed.len(), 6);
    let mut read = Vec::new();
    for post in list["posts"].as_array().unwrap() {
        let path = format!("/blog/{}", post["slug"].as_str().unwrap());
        // The reading time of the article comes before those of related articles.
        read.push(minutes(&server.markup(&path).await)[0]);
    }
    listed.sort_unstable();
    read.sort_unstable();
    assert_eq!(listed, read);
    assert_eq!((listed[0], listed[5]), (4, 8));
}

#[tokio::test]
async fn blog_lists_are_paged_filtered_and_searchable() {
    let server = Server::start().await;
    let staff = server.editor().await;
    for number in 1..=3 {
        server.advance(TimeDelta::minutes(1));
        let post = json!({"title": format!("Novo {number}"), "slug": format!("novo-{number}"),
            "content": "Manutenção às sextas", "category": "Rede", "is_published": true});
        create(&staff, &post).await;
    }
    let first = server.markup("/blog").await;
    assert!(first.find("Novo 3").unwrap() < first.find("Novo 2").unwrap(), "newest first");
    assert!(first.contains("href=\"/blog?pagina=2\"") && first.contains("Carregar Mais Artigos"));
    assert!(
        first.contains("href=\"/blog/categoria/rede\""),
        "a category besides the six fixed ones has a link, too"
    );
    let second = server.text("/blog?pagina=2").await;
    assert!(second.contains("/blog?pagina=2\"") && !second.contains("Carregar Mais Artigos</a>"));
    assert!(second.contains("monitoramento-saber-antes-do-cliente") && !second.contains("/blog/novo-1"));
    for (path, expected) in [
        ("/blog?pagina=1", StatusCode::OK),
        ("/blog?pagina=3", StatusCode::TEMPORARY_REDIRECT),
        ("/blog/categoria/monitoramento", StatusCode::OK),
        ("/blog/categoria/nada", StatusCode::NOT_FOUND),
        ("/blog/categoria/%ff", StatusCode::NOT_FOUND),
        ("/blog/tag/nada", StatusCode::NOT_FOUND),
        ("/blog/nada", StatusCode::NOT_FOUND),
    ] {
        assert_eq!(server.status(path).await, expected, "{path}");
    }
    let found = server.get("/blog?busca=MANUTENCAO%20as").await;
    assert_eq!(found.headers()[header::CACHE_CONTROL], "no-store", "a search isn't cached");
    let found = found.text();
    assert!(found.contains("/blog/novo-1") && found.contains("3 artigos encontrados"), "{found}");
    assert!(found.contains("name=\"robots\" content=\"noindex\""));
    let none = server.markup("/blog?busca=%3Cscript%3E%25").await;
    assert!(none.contains("Nenhum artigo encontrado") && none.contains("&lt;script&gt;%"));
    let listed = staff.json("/api/blog?category=rede&search=sextas").await;
    assert_eq!(listed["posts"].as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn post_list_of_the_api_is_paged() {
    let server = Server::start().await;
    let mut slugs = Vec::new();
    let mut next = Some("/api/blog?limit=4".to_owned());
    while let Some(path) = next {
        let answer = server.get(&path).await;
        assert_eq!(answer.headers()["x-total-count"], "6");
        next = answer.next_page();
        let page = answer.json();
        slugs.extend(page["posts"].as_array().unwrap().iter().map(|post| post["slug"].to_string()));
    }
    assert_eq!(slugs.len(), 6);
    slugs.sort_unstable();
    slugs.dedup();
    assert_eq!(slugs.len(), 6, "no post is on two pages");
}

#[tokio::test]
async fn feed_has_the_published_posts_as_atom() {
    let server = Server::start().await;
    let answer = server.get("/blog/feed.xml").await;
    assert_eq!(answer.headers()[header::CONTENT_TYPE], "application/atom+xml; charset=utf-8");
    let feed = answer.text();
    assert_eq!(feed.matches("<entry>").count(), 6);
    assert!(feed.contains("<updated>2026-11-12T12:00:00Z</updated>"), "{feed}");
    assert!(server.text("/").await.contains("type=\"application/atom+xml\""), "pages link to the feed");
}

#[tokio::test]
async fn excessive_blog_searches_are_refused() {
    let server = Server::start().await;
    for number in 0..20 {
        assert_eq!(server.status(&format!("/blog?busca={number}")).await, StatusCode::OK);
    }
    let refused =
        server.get("/blog?busca=%22%3E%3Cb%3Enuvem%20%26%20rede").await.expect(StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(refused.headers()[header::RETRY_AFTER], "3");
    assert_eq!(refused.headers()[header::CACHE_CONTROL], "no-store");
    let html = refused.text();
    assert!(html.contains("Muitas buscas em pouco tempo."), "{html}");
    assert!(
        html.contains(" value=\"&quot;&gt;&lt;b&gt;nuvem &amp; rede\""),
        "the search terms stay in the field: {html}"
    );
    assert!(html.contains("\"query\":\"\\\">\\u003cb>nuvem & rede\""), "and in the data: {html}");
    assert!(!html.contains("<b>nuvem") && html.contains("name=\"robots\" content=\"noindex\""));
    for unlimited in ["/blog", "/blog?pagina=1", "/blog?busca=", "/blog/categoria/seguranca?busca=x"] {
        assert_eq!(server.status(unlimited).await, StatusCode::OK, "{unlimited}");
    }
    server.advance(TimeDelta::seconds(3));
    assert_eq!(server.status("/blog?busca=nuvem").await, StatusCode::OK);
    assert_eq!(server.status("/blog?busca=nuvem").await, StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn blog_list_shows_all_pages_up_to_the_requested_one() {
    let server = Server::start().await;
    let staff = server.editor().await;
    for number in 1..=7 {
        server.advance(TimeDelta::minutes(1));
        let post = json!({"title": format!("Novo {number}"), "slug": format!("novo-{number}"),
            "content": "Texto", "is_published": true});
        create(&staff, &post).await;
    }
    for (path, posts, older) in [
        ("/blog?ate=2", 12, Some("/blog?pagina=3")),
        ("/blog?ate=3", 13, None),
        ("/blog?ate=99", 13, None),
        ("/blog?ate=1", 6, Some("/blog?pagina=2")),
        ("/blog?ate=x", 6, Some("/blog?pagina=2")),
    ] {
        let page = server.text(path).await;
        let markup = markup(&page);
        assert_eq!(markup.matches("Ler Artigo<").count(), posts, "{path}");
        assert_eq!(older.is_some(), markup.contains("rel=\"next\""), "{path}");
        assert!(older.is_none_or(|older| markup.contains(&format!("href=\"{older}\""))), "{path}");
        assert!(
            page.contains(&format!("rel=\"canonical\" href=\"{}/blog\"", server.app.config.origin())),
            "{path}"
        );
    }
}

#[tokio::test]
async fn search_without_results_offers_the_newest_posts() {
    let server = Server::start().await;
    let empty = server.markup("/blog?busca=nada+disso").await;
    assert!(empty.contains("Artigos recentes") && empty.matches("Ler Artigo<").count() == 3, "{empty}");
    let found = server.markup("/blog?busca=backup").await;
    assert!(!found.contains("Artigos recentes"), "{found}");
}

#[tokio::test]
async fn post_list_is_sorted_across_pages() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let mut posts = Vec::new();
    for slug in ["a", "b", "c"] {
        posts.push(create(&staff, &draft_with(&json!({"slug": slug, "title": "Ordenado"}))).await);
        server.advance(TimeDelta::minutes(1));
    }
    update(&staff, &posts[0], &json!({"excerpt": "Mudado por último"})).await;
    for (sort, expected) in [
        ("", ["c", "b", "a"]),
        ("&sort=-created_at", ["c", "b", "a"]),
        ("&sort=created_at", ["a", "b", "c"]),
        ("&sort=-updated_at", ["a", "c", "b"]),
        ("&sort=updated_at", ["b", "c", "a"]),
    ] {
        let mut found = Vec::new();
        let mut next = Some(format!("/api/blog?search=ordenado&limit=2{sort}"));
        while let Some(path) = next {
            let answer = staff.get(&path).await;
            next = answer.next_page();
            let list = answer.json();
            let slugs = list["posts"].as_array().unwrap().iter().map(|post| post["slug"].clone());
            found.extend(slugs);
        }
        assert_eq!(found, expected, "{sort}");
    }
}

#[tokio::test]
async fn term_list_counts_the_posts_of_each_term() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let before = staff.json("/api/blog/terms").await;
    let count = |terms: &Value, kind: &str, name: &str| {
        let found = terms[kind].as_array().unwrap().iter().find(|term| term["name"] == name);
        found.map(|term| term["count"].as_i64().unwrap())
    };
    assert_eq!(before["categories"][0]["name"], "Cloud Computing", "the six fixed categories come first");
    assert_eq!(count(&before, "tags", "Etiqueta Secreta"), None);
    create(&staff, &draft_with(&json!({"category": "Notícias"}))).await;
    let after = staff.json("/api/blog/terms").await;
    assert_eq!(count(&after, "tags", "Etiqueta Secreta"), Some(1));
    assert_eq!(count(&after, "categories", "Notícias"), Some(1));
    assert_eq!(after["categories"].as_array().unwrap().len(), 7);
}

#[tokio::test]
async fn related_posts_share_a_category_by_its_slug() {
    let server = Server::start().await;
    let staff = server.editor().await;
    for (slug, category) in [
        ("sem-categoria", ""),
        ("mesma-categoria", "rede local"),
        ("outra-um", "Um"),
        ("outra-dois", "Dois"),
        ("alvo-sem-categoria", ""),
        ("alvo", "Rede Local"),
    ] {
        server.advance(TimeDelta::minutes(1));
        let changes = json!({"slug": slug, "category": category, "tags": [], "is_published": true});
        create(&staff, &draft_with(&changes)).await;
    }
    let shared = server.markup("/blog/alvo").await;
    assert!(shared.contains("href=\"/blog/mesma-categoria\""));
    let without_category = server.markup("/blog/alvo-sem-categoria").await;
    assert!(
        !without_category.contains("href=\"/blog/sem-categoria\""),
        "no category is not a shared category"
    );
}
