//! Security headers of every kind of response, and the rules of Mozilla's HTTP Observatory.

use reqwest::{Method, StatusCode, header};
use serde_json::json;

use crate::harness::{Answer, PASSWORD, Request, Server, VISITOR, new_contact};

const HOST: &str = "www.exemplo.com.br";

/// Headers of every response, with their values.
const COMMON: [(&str, &str); 7] = [
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "strict-origin-when-cross-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-embedder-policy", "credentialless"),
    ("strict-transport-security", "max-age=63072000"),
];

/// Starts a server behind TLS.
async fn start() -> Server {
    let variables = &[("VITRINE_PUBLIC_URL", "https://www.exemplo.com.br"), ("VITRINE_RATE_LIMITS", "off")];
    Server::start_with_variables(variables).await
}

/// Returns a request to the public host.
fn request(server: &Server, method: Method, path: &str) -> Request {
    server.request(method, path).header(header::HOST, HOST)
}

/// Returns the value of a header; empty if it is missing. Fails the test if the header is sent twice.
fn value<'a>(answer: &'a Answer, name: &str) -> &'a str {
    let mut values = answer.headers().get_all(name).iter();
    let first = values.next().map_or("", |value| value.to_str().unwrap());
    assert!(values.next().is_none(), "{name} twice");
    first
}

/// Sends a request, and checks the status and the headers that all responses share.
async fn send(request: Request, status: u16) -> Answer {
    let answer = request.await;
    let response = format!("{} as {status}", answer.request());
    assert_eq!(answer.status().as_u16(), status, "{response}");
    for (name, expected) in COMMON {
        assert_eq!(value(&answer, name), expected, "{name} of {response}");
    }
    let permissions = value(&answer, "permissions-policy");
    for feature in ["camera=()", "geolocation=()", "microphone=()", "payment=()", "usb=()"] {
        assert!(permissions.contains(feature), "{response}: {permissions}");
    }
    for name in ["access-control-allow-origin", "server", "x-powered-by"] {
        assert!(!answer.headers().contains_key(name), "{name} of {response}");
    }
    answer
}

/// Checks the Content Security Policy of a document.
fn assert_document(answer: &Answer) {
    let policy = value(answer, "content-security-policy");
    assert!(policy.starts_with("default-src 'none'; script-src 'sha256-"), "{}: {policy}", answer.request());
    assert!(policy.contains("require-trusted-types-for 'script'"), "{policy}");
}

/// Checks the Content Security Policy of a response that isn't a document: it can load nothing.
fn assert_loads_nothing(answer: &Answer) {
    let policy = value(answer, "content-security-policy");
    assert_eq!(policy, "default-src 'none'; base-uri 'none'; frame-ancestors 'none'", "{}", answer.request());
}

#[tokio::test]
async fn document_responses_carry_security_headers() {
    let server = start().await;
    let get = |path: &str| request(&server, Method::GET, path);
    // The second response for `/` comes from the cache.
    for path in ["/", "/", "/sobre", "/blog?busca=backup", "/auth", "/conta", "/admin", "/contato"] {
        assert_document(&send(get(path), 200).await);
    }
    let home = send(get("/"), 200).await;
    let policy = value(&home, "content-security-policy");
    assert!(policy.contains("'strict-dynamic'; style-src 'self';"), "{policy}");
    let html = home.text();
    assert!(!html.contains(" style=\""), "the policy blocks style attributes");
    assert!(html.contains("<link rel=\"canonical\" href=\"https://www.exemplo.com.br/\""), "{html}");
    assert_document(&send(request(&server, Method::HEAD, "/"), 200).await);
    assert_document(&send(get("/").header(header::ACCEPT_ENCODING, "br"), 200).await);
    assert_document(&send(get("/nada"), 404).await);
    let etag = value(&send(get("/"), 200).await, "etag").to_owned();
    assert_document(&send(get("/").header(header::IF_NONE_MATCH, etag), 304).await);
    let form = |body: &'static str| {
        let request = request(&server, Method::POST, "/contato").body(body);
        request.header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
    };
    assert_document(&send(form("name=Ana"), 422).await);
    let valid = "name=Ana&email=a%40exemplo.com.br&phone=1133334444&company=Sol&service=Outro&message=Ola";
    send(form(valid), 303).await;
    send(form(valid).header("origin", "https://outro.example"), 403).await;
    send(get("/servicos/banco-de-dados"), 308).await;
    send(request(&server, Method::PUT, "/"), 405).await;
}

#[tokio::test]
async fn alternative_host_redirects_to_the_public_url() {
    let server = start().await;
    let other = |method| server.request(method, "/blog?busca=a").header(header::HOST, "exemplo.com.br:443");
    let answer = send(other(Method::GET), 308).await;
    assert_eq!(value(&answer, "location"), "https://www.exemplo.com.br/blog?busca=a");
    send(other(Method::POST), 421).await;
    let with_port = server.get("/").header(header::HOST, "www.exemplo.com.br.:443");
    assert_document(&send(with_port, 200).await);
}

#[tokio::test]
async fn early_refusals_carry_security_headers() {
    let server = start().await;
    let other_host = server.get("/").header(header::HOST, "outro.example");
    assert_loads_nothing(&send(other_host, 421).await);
    let two_hosts = request(&server, Method::GET, "/").header(header::HOST, "outro.example");
    assert_loads_nothing(&send(two_hosts, 400).await);
}

#[tokio::test]
async fn asset_responses_carry_security_headers() {
    let server = start().await;
    let get = |path: &str| request(&server, Method::GET, path);
    let home = send(get("/"), 200).await.text();
    let asset =
        format!("/assets/{}", home.split("href=\"/assets/").nth(1).unwrap().split('"').next().unwrap());
    let fixed = ["/robots.txt", "/sitemap.xml", "/blog/feed.xml", "/manifest.webmanifest", "/icon-192.png"];
    for path in fixed.into_iter().chain([&*asset]) {
        let answer = send(get(path), 200).await;
        assert!(value(&answer, "content-security-policy").contains("frame-ancestors 'none'"), "{path}");
    }
    assert_loads_nothing(&send(get(&asset), 200).await);
    send(get("/healthz/live"), 200).await;
}

#[tokio::test]
async fn api_responses_load_nothing_and_only_public_content_may_be_stored() {
    let server = start().await;
    let get = |path: &str| request(&server, Method::GET, path);
    let post = |path: &str| request(&server, Method::POST, path);
    let login = json!({"email": VISITOR, "password": PASSWORD});
    let wrong = json!({"email": VISITOR, "password": "errada"});
    let long = json!({"email": VISITOR, "password": "a".repeat(9 * 1024)});
    let json = |text: &'static str| {
        post("/api/contacts").header(header::CONTENT_TYPE, "application/json").body(text)
    };
    for (request, status) in [
        (post("/api/auth/login").json(&login), 200),
        (post("/api/contacts").json(&new_contact()), 201),
        (post("/api/auth/logout"), 204),
        (json("{"), 400),
        (post("/api/auth/login").json(&wrong), 401),
        (get("/api/contacts"), 401),
        (post("/api/contacts").json(&new_contact()).header("sec-fetch-site", "cross-site"), 403),
        (get("/api/nada"), 404),
        (request(&server, Method::PATCH, "/api/contacts"), 405),
        (request(&server, Method::OPTIONS, "/api/services").header("origin", "https://outro.example"), 405),
        (post("/api/auth/login").json(&long), 413),
        (post("/api/contacts").body("a"), 415),
        (json("{}"), 422),
    ] {
        let answer = send(request, status).await;
        assert_loads_nothing(&answer);
        assert_eq!(value(&answer, "cache-control"), "no-store", "{} as {status}", answer.request());
    }
    // From the handler, then from the cache.
    for _ in 0..2 {
        let answer = send(get("/api/services"), 200).await;
        assert_loads_nothing(&answer);
        assert_eq!(value(&answer, "cache-control"), "no-cache");
    }
}

/// Checks the ten rules of HTTP Observatory, each with its bonus. `docs/security.md` explains why the original program isn't
/// used.
#[tokio::test]
async fn documents_earn_every_bonus_of_mozilla_observatory() {
    let server = start().await;
    let preflight = request(&server, Method::OPTIONS, "/").header("origin", "https://outro.example");
    let preflight = preflight.header("access-control-request-method", "GET").await;
    assert!(!preflight.headers().contains_key("access-control-allow-origin"), "no cross-origin access");
    for path in ["/", "/contato", "/auth", "/conta", "/admin/login"] {
        let answer = send(request(&server, Method::GET, path), 200).await;
        assert!(!answer.headers().contains_key(header::SET_COOKIE), "{path}: no cookies");
        let policy = value(&answer, "content-security-policy");
        assert_policy(policy);
        let pictures = if path.starts_with("/admin") { "'self' data: blob:" } else { "'self' data:" };
        assert!(policy.contains(&format!("; img-src {pictures};")), "{path}: {policy}");
        let html = answer.text().to_lowercase();
        assert!(
            !html.contains("http-equiv") && !html.contains("name=\"referrer\""),
            "{path}: policies are only in headers"
        );
        assert!(!html.contains("<script src"), "{path}: a hashed inline script adds the others");
    }
    // Only the public host is served.
    server.get("/").await.expect(StatusCode::MISDIRECTED_REQUEST);
}

/// Checks a Content Security Policy: 10 points for one without `unsafe…`, with `default-src 'none'` and `form-action`, and
/// 5 for `frame-ancestors`.
fn assert_policy(policy: &str) {
    let directives: Vec<(&str, Vec<&str>)> = policy
        .split(';')
        .map(|directive| {
            let mut parts = directive.split_whitespace();
            (parts.next().unwrap(), parts.collect())
        })
        .collect();
    let find = |name: &str| directives.iter().find(|(found, _)| *found == name).map(|(_, values)| &**values);
    let mut names: Vec<&str> = directives.iter().map(|(name, _)| *name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), directives.len(), "a repeated directive: {policy}");
    for name in ["default-src", "base-uri", "object-src", "frame-ancestors"] {
        assert_eq!(find(name), Some(&["'none'"][..]), "{name}: {policy}");
    }
    for name in ["style-src", "font-src", "connect-src", "manifest-src", "form-action"] {
        assert_eq!(find(name), Some(&["'self'"][..]), "{name}: {policy}");
    }
    let scripts = find("script-src").unwrap();
    assert!(
        scripts.iter().all(|from| from.starts_with("'sha256-") || *from == "'strict-dynamic'"),
        "{policy}"
    );
    for forbidden in ["unsafe", "http:", "https:", "*"] {
        assert!(!policy.contains(forbidden), "{forbidden}: {policy}");
    }
}
