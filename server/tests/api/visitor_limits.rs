//! Costs of requests without a session: limits apply before the work, and shared responses are created once.

use reqwest::{Method, StatusCode, header};
use serde_json::json;
use vitrine::platform::limits::rate_limit::network_of;

use crate::harness::{ADMIN, BEHIND_PROXY, PASSWORD, Server, VISITOR, new_contact};

#[tokio::test]
async fn shared_responses_are_served_without_database() {
    let server = Server::start().await;
    let paths = [
        "/admin",
        "/admin/contacts",
        "/auth/convite",
        "/favicon.ico",
        "/og/inicio.png",
        "/og/blog/backup-que-funciona-a-regra-3-2-1-1-0.png",
        "/api/openapi.json",
    ];
    for path in paths {
        assert_eq!(server.status(path).await, StatusCode::OK, "{path}");
    }
    server.app.db.clone().close().await;
    for path in paths {
        assert_eq!(server.status(path).await, StatusCode::OK, "{path}");
    }
    for path in ["/admin", "/api/openapi.json"] {
        let answer = server.get(path).header(header::ACCEPT_ENCODING, "gzip, br").await;
        assert_eq!(answer.headers()[header::CONTENT_ENCODING], "br", "{path}");
    }
}

#[tokio::test]
async fn api_searches_of_visitors_are_limited() {
    let server = Server::start().await;
    let path = "/api/blog?search=nuvem";
    for _ in 0..20 {
        assert_eq!(server.status(path).await, StatusCode::OK);
    }
    let refused = server.get(path).await.expect(StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(refused.headers()[header::RETRY_AFTER], "3");
    assert_eq!(
        server.status("/blog?busca=nuvem").await,
        StatusCode::TOO_MANY_REQUESTS,
        "pages and API share one budget"
    );
    assert_eq!(server.status("/api/blog?search=").await, StatusCode::OK, "a blank search isn't counted");
    server.editor().await.json(path).await;
}

#[tokio::test]
async fn reads_of_public_content_are_limited() {
    let server = Server::start().await;
    let (limits, now) = (&server.app.limits, server.app.clock.now());
    let network = network_of(server.address.ip());
    while limits.reads.take(network, now).is_ok() {}
    let lists =
        ["/api/blog", "/api/services", "/api/menu-items", "/api/footer-sections", "/api/accent-colors"];
    let post = format!("/api/blog/{}", uuid::Uuid::nil());
    for path in lists.into_iter().chain([&*post]) {
        assert_eq!(server.status(path).await, StatusCode::TOO_MANY_REQUESTS, "{path}");
    }
    assert_eq!(server.status("/").await, StatusCode::OK);
    server.advance(chrono::TimeDelta::seconds(1));
    for path in lists {
        assert_eq!(server.status(path).await, StatusCode::OK, "{path}");
    }
}

#[tokio::test]
async fn post_list_has_a_lower_maximum_for_visitors_than_for_staff() {
    let server = Server::start().await;
    let staff = server.editor().await;
    for number in 0..20 {
        let post = json!({"title": "Novo", "slug": format!("novo-{number}"), "content": "Texto", "is_published": true});
        staff.post("/api/blog", &post).await.expect(StatusCode::CREATED);
    }
    let first = server.get("/api/blog?limit=100").await;
    let posts = first.json()["posts"].as_array().unwrap().clone();
    assert_eq!(posts.len(), 25);
    assert_eq!(posts[0]["content"], "Texto");
    let rest = server.json(&first.next_page().unwrap()).await;
    assert_eq!(rest["posts"].as_array().unwrap().len(), 1);
    let all = staff.json("/api/blog?limit=100").await;
    assert_eq!(all["posts"].as_array().unwrap().len(), 26);
}

#[tokio::test]
async fn page_searches_of_all_networks_share_one_render_limit() {
    let server = Server::start_with(BEHIND_PROXY).await;
    let (limits, now) = (&server.app.limits, server.app.clock.now());
    while limits.renders.take((), now).is_ok() {}
    let search = |ip: &'static str| server.get("/blog?busca=nuvem").header("x-forwarded-for", ip).send();
    search("9.9.9.9").await.expect(StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(server.status("/blog").await, StatusCode::OK);
    server.advance(chrono::TimeDelta::milliseconds(100));
    search("9.9.9.8").await.expect(StatusCode::OK);
}

#[tokio::test]
async fn repeated_search_refusals_skip_rendering() {
    let server = Server::start().await;
    let search = || server.get("/blog?busca=nuvem").header(header::ACCEPT_ENCODING, "br").send();
    // Twenty searches are allowed, and twenty refusals are rendered.
    for _ in 0..40 {
        search().await;
    }
    let last = search().await.expect(StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(last.headers()[header::RETRY_AFTER], "3");
    assert!(!last.headers().contains_key(header::CONTENT_ENCODING));
    assert!(last.text().contains("Muitas tentativas em pouco tempo") && !last.text().contains("<form"));
}

#[tokio::test]
async fn password_hashes_for_visitors_have_a_global_limit() {
    let server = Server::start().await;
    let login = |email: &str| server.post("/api/auth/login", &json!({"email": email, "password": PASSWORD}));
    let first = login(ADMIN).cookies("a=b").header("x-session-transport", "cookie");
    let (device, _) = first.await.cookie("__Host-device").unwrap();
    while server.app.take_hash().is_ok() {}
    for _ in 0..12 {
        // A postponed sign-in doesn't count as failed.
        login(VISITOR).await.expect(StatusCode::SERVICE_UNAVAILABLE);
    }
    let new = json!({"email": "nova@exemplo.com.br", "password": PASSWORD, "full_name": "Nova"});
    server.post("/api/auth/register", &new).await.expect(StatusCode::SERVICE_UNAVAILABLE);
    login(ADMIN).cookies(&device).header("x-session-transport", "cookie").await.expect(StatusCode::OK);
}

#[tokio::test]
async fn concurrent_link_guesses_do_not_exceed_the_limit() {
    for path in [
        "/api/newsletter/subscriptions/confirm",
        "/api/auth/email-verification/confirm",
        "/api/auth/invitations/lookup",
        "/api/auth/invitations/accept",
        "/api/auth/setup/lookup",
    ] {
        let server = Server::start_for_races().await;
        let guess = |number: usize| {
            let body =
                json!({"token": format!("palpite{number}"), "full_name": "Ana Lima", "password": PASSWORD});
            server.post(path, &body).send()
        };
        let answers = futures_util::future::join_all((0..40).map(guess)).await;
        let checked = answers.into_iter().filter(|answer| answer.status() == StatusCode::FORBIDDEN);
        assert_eq!(checked.count(), 10, "{path}");
    }
}

#[tokio::test]
async fn forms_over_the_limit_are_refused_before_their_body_is_read() {
    let server = Server::start().await;
    let (limits, now) = (&server.app.limits, server.app.clock.now());
    for limit in [&limits.forms, &limits.sign_ins, &limits.passkey_challenges] {
        while limit.take(network_of(server.address.ip()), now).is_ok() {}
    }
    for path in [
        "/api/contacts",
        "/api/auth/register",
        "/api/auth/login",
        "/api/auth/login/passkey/challenge",
        "/api/auth/password-reset",
        "/api/auth/password-reset/confirm",
        "/api/auth/email-verification/confirm",
        "/api/auth/invitations/lookup",
        "/api/auth/invitations/accept",
        "/api/auth/setup/lookup",
        "/api/auth/setup",
        "/api/newsletter/subscriptions",
    ] {
        let status = server
            .request(Method::POST, path)
            .header("content-type", "application/json")
            .body("{")
            .await
            .status();
        assert_eq!(status, StatusCode::TOO_MANY_REQUESTS, "{path}");
    }
    for path in ["/contato", "/newsletter", "/auth"] {
        let refused =
            server.request(Method::POST, path).body("{").await.expect(StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(refused.headers()[header::RETRY_AFTER], "1", "{path}");
        assert!(refused.text().contains("Muitas tentativas em pouco tempo"), "{path}");
    }
}

#[tokio::test]
async fn public_form_bodies_over_the_limit_are_refused() {
    let server = Server::start().await;
    let escaped = "\\ud83d\\ude00".repeat(6000);
    for (path, body, status) in [
        // The body is within its limit, but the message isn't.
        (
            "/api/contacts",
            new_contact().to_string().replace("Preciso", &escaped),
            StatusCode::UNPROCESSABLE_ENTITY,
        ),
        ("/api/contacts", "x".repeat(81_000), StatusCode::PAYLOAD_TOO_LARGE),
        ("/api/auth/register", "x".repeat(9_000), StatusCode::PAYLOAD_TOO_LARGE),
        ("/api/newsletter/subscriptions", "x".repeat(9_000), StatusCode::PAYLOAD_TOO_LARGE),
    ] {
        let request =
            server.request(Method::POST, path).header("content-type", "application/json").body(body);
        assert_eq!(request.await.status(), status, "{path}");
    }
}
