//! Trackers: the pages and policies that allow them, and the ledger of visitors' choices.

use chrono::TimeDelta;
use reqwest::{StatusCode, header};
use serde_json::{Value, json};

use crate::harness::{ARTICLE, Answer, BEHIND_PROXY, Client, PAGES, Server};

const LEDGER: &str = "/api/consents";

async fn configure(server: &Server, change: Value) {
    server.admin().await.put("/api/settings/analytics", &change).await.expect(StatusCode::OK);
}

fn policy(answer: &Answer) -> &str {
    answer.header(header::CONTENT_SECURITY_POLICY)
}

/// Returns the data of a page's notice; `None` if the page has none.
fn notice(html: &str) -> Option<Value> {
    let (_, json) = html.split_once("<script type=\"application/json\" id=\"consent\">")?;
    Some(serde_json::from_str(json.split_once("</script>")?.0).unwrap())
}

/// Returns a choice about the current notice.
async fn choice(server: &Server, id: u32, categories: &[&str]) -> Value {
    let notice = notice(&server.get("/").await.text()).expect("a notice");
    let trackers: Vec<&Value> =
        notice["trackers"].as_array().unwrap().iter().map(|tracker| &tracker["name"]).collect();
    json!({"id": format!("00000000-0000-4000-8000-{id:012}"), "version": notice["version"],
        "trackers": trackers, "categories": categories})
}

async fn summary(admin: &Client) -> [Value; 3] {
    let counts = admin.json(&format!("{LEDGER}/summary")).await;
    ["accepted", "partial", "refused"].map(|name| counts[name].clone())
}

/// Removes the footer's link to the page with the preferences.
fn without_consent_link(html: &str) -> String {
    let Some((before, after)) = html.split_once("<li><a href=\"/#preferencias-de-cookies\"") else {
        return html.to_owned();
    };
    format!("{before}{}", after.split_once("</li>").unwrap().1)
}

#[tokio::test]
async fn pages_without_trackers_link_to_the_consent_preferences() {
    let server = Server::start().await;
    let link = "href=\"/#preferencias-de-cookies\"";
    let paths = ["/privacidade/pedido", "/privacidade/certificado", "/auth", "/nada"];
    for path in paths {
        assert!(!server.get(path).await.text().contains(link), "{path}: the site has no trackers");
    }
    configure(&server, json!({"hotjar": "7654321"})).await;
    for path in paths {
        let html = server.get(path).await.text();
        assert!(html.contains(link) && html.contains(">Preferências de cookies</a>"), "{path}: {html}");
        assert_eq!(notice(&html), None, "{path}");
    }
    let home = server.text("/").await;
    assert!(!home.contains(link) && home.contains("data-consent-link"), "{home}");
}

#[tokio::test]
async fn only_pages_with_trackers_have_their_policy_and_notice() {
    let server = Server::start().await;
    let tracked: Vec<&str> =
        PAGES.map(|(path, _)| path).into_iter().chain([ARTICLE, "/newsletter"]).collect();
    let untracked = [
        "/auth",
        "/auth/esqueci-senha",
        "/conta",
        "/contato/obrigado",
        "/admin",
        "/nada",
        "/blog?busca=backup",
        "/newsletter/confirmar?token=x",
        "/newsletter/cancelar?token=x",
    ];
    let mut before = Vec::new();
    for path in tracked.iter().chain(&untracked) {
        let answer = server.get(path).await;
        before.push((*path, policy(&answer).to_owned(), answer.text()));
    }
    let strict = before[0].1.clone();
    let with_hosts = strict
        .replacen("data:", "data: https://*.google-analytics.com https://*.googletagmanager.com", 1)
        .replacen("connect-src 'self'", "connect-src 'self' https://*.google-analytics.com https://*.analytics.google.com https://*.googletagmanager.com", 1);
    // The policy of a page with the tracker also has the hash of the notice's script, before `'strict-dynamic'`.
    let (before_hash, after_hash) = with_hosts.split_once(" 'strict-dynamic'").unwrap();
    let (start, end) = (format!("{before_hash} 'sha256-"), format!("' 'strict-dynamic'{after_hash}"));
    configure(&server, json!({"google_analytics": "G-AB12CD34EF"})).await;
    for path in &tracked {
        let answer = server.get(path).await;
        assert!(policy(&answer).starts_with(&start), "{path}: {}", policy(&answer));
        assert!(policy(&answer).ends_with(&end), "{path}: {}", policy(&answer));
        let notice = notice(&answer.text()).unwrap_or_else(|| panic!("{path} has no notice"));
        assert_eq!(
            notice["trackers"],
            json!([{"name": "google_analytics", "category": "statistics", "id": "G-AB12CD34EF"}])
        );
    }
    for (path, policy_before, html) in before.iter().filter(|(path, ..)| untracked.contains(path)) {
        let answer = server.get(path).await;
        assert_eq!(policy(&answer), policy_before, "{path}");
        assert_eq!(without_consent_link(&answer.text()), *html, "{path}");
    }
    let refused =
        server.post_form("/newsletter", "email=ana%40").await.expect(StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(policy(&refused), strict, "the page of a refused form has what was typed");
    assert!(notice(&refused.text()).is_none() && refused.text().contains("/#preferencias-de-cookies"));
    configure(&server, json!({"google_analytics": ""})).await;
    for (path, policy_before, html) in &before {
        let answer = server.get(path).await;
        assert_eq!(policy(&answer), policy_before, "{path}");
        assert_eq!(answer.text(), *html, "{path} is the same without trackers");
    }
}

#[tokio::test]
async fn policy_allows_only_the_hosts_of_configured_trackers() {
    let server = Server::start().await;
    let directive = async |name: &str| {
        let answer = server.get("/").await;
        let found = policy(&answer).split("; ").find(|directive| directive.starts_with(name)).unwrap();
        found.to_owned()
    };
    configure(&server, json!({"facebook_pixel": "1234567890123456"})).await;
    assert_eq!(directive("img-src").await, "img-src 'self' data: https://www.facebook.com");
    assert_eq!(directive("connect-src").await, "connect-src 'self' https://www.facebook.com");
    assert_eq!(directive("style-src").await, "style-src 'self'");
    configure(&server, json!({"facebook_pixel": "", "hotjar": "7654321"})).await;
    assert_eq!(directive("img-src").await, "img-src 'self' data: https://*.hotjar.com");
    let connections = "connect-src 'self' https://*.hotjar.com https://*.hotjar.io wss://*.hotjar.com";
    assert_eq!(directive("connect-src").await, connections);
    assert_eq!(directive("style-src").await, "style-src 'self' https://*.hotjar.com 'unsafe-inline'");
    assert_eq!(directive("font-src").await, "font-src 'self' https://*.hotjar.com");
    assert_eq!(directive("require-trusted-types-for").await, "require-trusted-types-for 'script'");
}

#[tokio::test]
async fn ledger_stores_each_choice_once_without_personal_data() {
    let server = Server::start().await;
    let ids = json!({"hotjar": "7654321", "facebook_pixel": "1234567890123456"});
    configure(&server, ids).await;
    let admin = server.admin().await;
    let first = choice(&server, 1, &["statistics", "marketing"]).await;
    for (id, categories) in [(2, &["marketing"][..]), (3, &[])] {
        server.post(LEDGER, &choice(&server, id, categories).await).await.expect(StatusCode::NO_CONTENT);
    }
    server.advance(TimeDelta::minutes(1));
    for _ in 0..2 {
        server.post(LEDGER, &first).await.expect(StatusCode::NO_CONTENT);
    }
    assert_eq!(summary(&admin).await, [1, 1, 1]);
    let rows = server.query("SELECT * FROM consents").await;
    let columns = ["id", "version", "trackers", "categories", "outcome", "created_at"];
    assert!(rows.iter().all(|row| row.column_names() == columns), "no other fact is stored");
    let csv = admin.get(&format!("{LEDGER}/export.csv")).await.text();
    let lines: Vec<&str> = csv.lines().filter(|line| line.contains("-4000-8000-")).collect();
    assert!(lines[0].starts_with("00000000-0000-4000-8000-000000000001;20/11/2026"), "{csv}");
    assert!(lines[0].contains(";Hotjar, Pixel da Meta (Facebook);Estatísticas, Marketing;"), "{csv}");
    assert!(lines[1].contains(";Nenhuma;") && lines[2].contains(";Marketing;"), "{csv}");
    assert!(lines[0].ends_with("Podemos usar cookies de outras empresas?"), "the text that was shown: {csv}");
    let events = admin.json("/api/audit?search=consentimentos").await;
    assert_eq!(events[0]["action"], "consent.exported");
    server.advance(TimeDelta::days(31));
    let admin = server.admin().await;
    assert_eq!(summary(&admin).await, [0, 0, 0], "only choices of the last 30 days are counted");
    server.advance(TimeDelta::days(335));
    server.run_maintenance().await;
    let admin = server.admin().await;
    let csv = admin.get(&format!("{LEDGER}/export.csv")).await.text();
    assert!(!csv.contains("-4000-8000-"), "choices are deleted after a year: {csv}");
}

#[tokio::test]
async fn choice_about_an_unknown_text_is_refused() {
    let server = Server::start().await;
    configure(&server, json!({"hotjar": "7654321"})).await;
    let known = choice(&server, 1, &["statistics"]).await;
    let unknown = choice(&server, 2, &[]).await;
    server.post(LEDGER, &known).await.expect(StatusCode::NO_CONTENT);
    let editor = server.editor().await;
    let mut texts = editor.json("/api/pages/consent").await;
    texts["text"] = json!("Outro texto.");
    editor.put("/api/pages/consent", &texts).await.expect(StatusCode::OK);
    let current = choice(&server, 3, &[]).await;
    assert_ne!(current["version"], known["version"], "visitors are asked again");
    server.post(LEDGER, &unknown).await.expect(StatusCode::NO_CONTENT);
    server.post(LEDGER, &current).await.expect(StatusCode::NO_CONTENT);
    for (field, wrong) in
        [("version", json!("0123456789abcdef")), ("version", json!("<b>")), ("trackers", json!([]))]
    {
        let mut wrong_choice = current.clone();
        wrong_choice[field] = wrong;
        let errors = server.post(LEDGER, &wrong_choice).await.expect(StatusCode::UNPROCESSABLE_ENTITY).json();
        assert!(errors["fields"].get(field).is_some(), "{errors}");
    }
    configure(&server, json!({"hotjar": ""})).await;
    assert!(notice(&server.get("/").await.text()).is_none());
}

#[tokio::test]
async fn choices_of_one_network_are_limited() {
    let server = Server::start().await;
    configure(&server, json!({"hotjar": "7654321"})).await;
    let choice = choice(&server, 1, &[]).await;
    for _ in 0..20 {
        server.post(LEDGER, &choice).await.expect(StatusCode::NO_CONTENT);
    }
    server.post(LEDGER, &choice).await.expect(StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn choices_of_all_networks_share_one_limit() {
    let server = Server::start_with(BEHIND_PROXY).await;
    configure(&server, json!({"hotjar": "7654321"})).await;
    let choice = choice(&server, 1, &[]).await;
    let choose = async |ip: &str| server.post(LEDGER, &choice).header("x-forwarded-for", ip).await.status();
    let (limit, now) = (&server.app.limits.all_consents, server.app.clock.steady());
    assert_eq!(std::iter::from_fn(|| limit.take((), now).ok()).count(), 300);
    assert_eq!(choose("9.9.9.9").await, StatusCode::TOO_MANY_REQUESTS);
    server.advance(TimeDelta::seconds(1));
    assert_eq!(choose("9.9.9.8").await, StatusCode::NO_CONTENT);
    assert_eq!(choose("9.9.9.7").await, StatusCode::TOO_MANY_REQUESTS, "one choice a second");
}

#[tokio::test]
async fn preview_of_the_notice_shows_its_draft() {
    let server = Server::start().await;
    let editor = server.editor().await;
    let mut document = editor.json("/api/pages/consent").await;
    document["title"] = json!("Título do rascunho");
    document["choices"]["marketing"]["text"] = json!("Texto do rascunho");
    let preview = async |appearance: &str| {
        let draft = json!({"document": document, "appearance": appearance});
        let preview = editor.post("/api/pages/consent/preview", &draft).await.expect(StatusCode::OK).json();
        preview["html"].as_str().unwrap().to_owned()
    };
    let (question, choices) = (preview("notice").await, preview("choices").await);
    assert!(question.contains("Título do rascunho") && !question.contains("<script"), "{question}");
    assert!(
        choices.contains("Texto do rascunho") && choices.contains("Pixel da Meta (Facebook), da Meta"),
        "{choices}"
    );
}
