//! Security headers of every kind of response, and the rules of Mozilla's HTTP Observatory.

use reqwest::{Method, StatusCode, header};
use serde_json::json;

use crate::harness::{Answer, Options, PASSWORD, Request, Server, VISITOR, lead};

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
    Server::start_with(Options { variables, ..Options::default() }).await
}

fn request(server: &Server, method: Method, path: &str) -> Request {
    server.request(method, path).header(header::HOST, HOST)
}

fn text<'a>(answer: &'a Answer, name: &str) -> &'a str {
    let mut values = answer.headers().get_all(name).iter();
    let value = values.next().map_or("", |value| value.to_str().unwrap());
    assert!(values.next().is_none(), "{name} twice");
    value
}

/// Sends a request and checks the headers that all responses share.
async fn checked(request: Request, status: u16) -> Answer {
    let answer = request.await;
    let what = format!("{} as {status}", answer.request());
    assert_eq!(answer.status().as_u16(), status, "{what}");
    for (name, value) in COMMON {
        assert_eq!(text(&answer, name), value, "{name} of {what}");
    }
    let permissions = text(&answer, "permissions-policy");
    for feature in ["camera=()", "geolocation=()", "microphone=()", "payment=()", "usb=()"] {
        assert!(permissions.contains(feature), "{what}: {permissions}");
    }
    for name in ["access-control-allow-origin", "server", "x-powered-by"] {
        assert!(!answer.headers().contains_key(name), "{name} of {what}");
    }
    answer
}

fn assert_document(answer: &Answer) {
    let policy = text(answer, "content-security-policy");
    assert!(policy.starts_with("default-src 'none'; script-src 'sha256-"), "{}: {policy}", answer.request());
    assert!(policy.contains("require-trusted-types-for 'script'"), "{policy}");
}

fn assert_other(answer: &Answer) {
    let policy = text(answer, "content-security-policy");
    assert_eq!(policy, "default-src 'none'; base-uri 'none'; frame-ancestors 'none'", "{}", answer.request());
}

#[tokio::test]
async fn document_responses_carry_security_headers() {
    let server = start().await;
    let get = |path: &str| request(&server, Method::GET, path);
    for path in ["/", "/", "/sobre", "/blog?busca=backup", "/auth", "/conta", "/admin", "/contato"] {
        assert_document(&checked(get(path), 200).await);
    }
    let home = checked(get("/"), 200).await;
    let policy = text(&home, "content-security-policy");
    assert!(policy.contains("'strict-dynamic'; style-src 'self';"), "{policy}");
    let html = home.text();
    assert!(!html.contains(" style=\""), "style attributes would be blocked");
    assert!(html.contains("<link rel=\"canonical\" href=\"https://www.exemplo.com.br/\""), "{html}");
    assert_document(&checked(request(&server, Method::HEAD, "/"), 200).await);
    assert_document(&checked(get("/").header(header::ACCEPT_ENCODING, "br"), 200).await);
    assert_document(&checked(get("/nada"), 404).await);
    let etag = text(&checked(get("/"), 200).await, "etag").to_owned();
    assert_document(&checked(get("/").header(header::IF_NONE_MATCH, etag), 304).await);
    let form = |body: &'static str| {
        let request = request(&server, Method::POST, "/contato").body(body);
        request.header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
    };
    assert_document(&checked(form("name=Ana"), 422).await);
    let sent = "name=Ana&email=a%40exemplo.com.br&phone=1133334444&company=Sol&service=Outro&message=Ola";
    checked(form(sent), 303).await;
    checked(form(sent).header("origin", "https://outro.example"), 403).await;
    checked(get("/servicos/banco-de-dados"), 308).await;
    checked(request(&server, Method::PUT, "/"), 405).await;
}

#[tokio::test]
async fn alternative_host_redirects_to_the_public_url() {
    let server = start().await;
    let other = |method| server.request(method, "/blog?busca=a").header(header::HOST, "exemplo.com.br:443");
    let answer = checked(other(Method::GET), 308).await;
    assert_eq!(text(&answer, "location"), "https://www.exemplo.com.br/blog?busca=a");
    checked(other(Method::POST), 421).await;
    let with_port = server.get("/").header(header::HOST, "www.exemplo.com.br.:443");
    assert_document(&checked(with_port, 200).await);
}

#[tokio::test]
async fn early_refusals_carry_security_headers() {
    let server = start().await;
    let stranger = server.get("/").header(header::HOST, "outro.example");
    assert_other(&checked(stranger, 421).await);
    assert_other(
        &checked(request(&server, Method::GET, "/").header(header::HOST, "outro.example"), 400).await,
    );
}

#[tokio::test]
async fn asset_responses_carry_security_headers() {
    let server = start().await;
    let get = |path: &str| request(&server, Method::GET, path);
    let home = checked(get("/"), 200).await.text();
    let asset =
        format!("/assets/{}", home.split("href=\"/assets/").nth(1).unwrap().split('"').next().unwrap());
    let named = ["/robots.txt", "/sitemap.xml", "/blog/feed.xml", "/manifest.webmanifest", "/icon-192.png"];
    for path in named.into_iter().chain([&*asset]) {
        let answer = checked(get(path), 200).await;
        assert!(text(&answer, "content-security-policy").contains("frame-ancestors 'none'"), "{path}");
    }
    assert_other(&checked(get(&asset), 200).await);
    checked(get("/healthz/live"), 200).await;
}

#[tokio::test]
async fn api_responses_load_nothing_and_are_not_cached() {
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
        (get("/api/services"), 200),
        (post("/api/auth/login").json(&login), 200),
        (post("/api/contacts").json(&lead()), 201),
        (post("/api/auth/logout"), 204),
        (json("{"), 400),
        (post("/api/auth/login").json(&wrong), 401),
        (get("/api/contacts"), 401),
        (post("/api/contacts").json(&lead()).header("sec-fetch-site", "cross-site"), 403),
        (get("/api/nada"), 404),
        (request(&server, Method::PATCH, "/api/contacts"), 405),
        (request(&server, Method::OPTIONS, "/api/services").header("origin", "https://outro.example"), 405),
        (post("/api/auth/login").json(&long), 413),
        (post("/api/contacts").body("a"), 415),
        (json("{}"), 422),
    ] {
        let answer = checked(request, status).await;
        assert_other(&answer);
        assert_eq!(text(&answer, "cache-control"), "no-store", "{} as {status}", answer.request());
    }
}

/// The ten tests of HTTP Observatory, each with its bonus. `docs/security.md` explains why the original program isn't used.
#[tokio::test]
async fn mozilla_observatory_rules_give_every_bonus() {
    let server = start().await;
    let preflight = request(&server, Method::OPTIONS, "/").header("origin", "https://outro.example");
    let preflight = preflight.header("access-control-request-method", "GET").await;
    assert!(!preflight.headers().contains_key("access-control-allow-origin"), "no cross-origin access");
    for path in ["/", "/contato", "/auth", "/conta", "/admin/login"] {
        let answer = checked(request(&server, Method::GET, path), 200).await;
        assert!(!answer.headers().contains_key(header::SET_COOKIE), "{path}: no cookies");
        let policy = text(&answer, "content-security-policy");
        assert_policy(policy);
        let pictures = if path.starts_with("/admin") { "'self' data: blob:" } else { "'self' data:" };
        assert!(policy.contains(&format!("; img-src {pictures};")), "{path}: {policy}");
        let html = answer.text().to_lowercase();
        assert!(
            !html.contains("http-equiv") && !html.contains("name=\"referrer\""),
            "{path}: policies are in headers only"
        );
        assert!(!html.contains("<script src"), "{path}: scripts are added by a hashed one");
    }
    // Only the public host is served.
    server.get("/").await.expect(StatusCode::MISDIRECTED_REQUEST);
}

/// Without `unsafe`, with `default-src 'none'` and `form-action`: 10 points. With `frame-ancestors`: 5 points.
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
