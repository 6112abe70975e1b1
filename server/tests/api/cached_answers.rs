//! Answers of the API to visitors from the cache: what they contain, when they change, and who gets them.

use chrono::TimeDelta;
use reqwest::{
    Method, StatusCode,
    header::{self, HeaderMap},
};
use serde_json::{Value, json};
use vitrine::{features::blog::schedule, platform::limits::rate_limit::network_of};

use crate::harness::{Answer, BEHIND_PROXY, Client, NO_LIMITS, Server, VISITOR};

const LISTS: [&str; 4] = ["/api/blog", "/api/services", "/api/menu-items", "/api/footer-sections"];

/// Creates a post with a title, and returns its path.
async fn create(staff: &Client, title: &str, is_published: bool) -> String {
    let slug = title.to_lowercase();
    let post = json!({"title": title, "slug": slug, "content": "Texto.", "is_published": is_published});
    let post = staff.post("/api/blog", &post).await.expect(StatusCode::CREATED).json();
    format!("/api/blog/{}", post["id"].as_str().unwrap())
}

/// Returns whether a visitor finds the post, which must be the same at its own address, in the list, and with HEAD.
async fn is_visible(server: &Server, path: &str, title: &str) -> bool {
    let found = server.get(path).await;
    let head = server.request(Method::HEAD, path).await;
    assert_eq!(head.status(), found.status(), "{path}");
    let is_listed = server.text("/api/blog").await.contains(title);
    let expected = if is_listed { StatusCode::OK } else { StatusCode::NOT_FOUND };
    assert_eq!(found.status(), expected, "{path}");
    if !is_listed {
        assert_eq!(found.header(header::CACHE_CONTROL), "no-store");
    }
    is_listed
}

/// Returns whether the response may be stored, which is true for answers of the cache only.
fn is_cached(answer: &Answer) -> bool {
    match answer.header(header::CACHE_CONTROL) {
        "no-cache" => answer.headers().contains_key(header::ETAG),
        "no-store" => false,
        other => panic!("{other}"),
    }
}

/// Changes the title of all posts without a new content revision, so that cached answers remain.
async fn change_titles(server: &Server, title: &str) {
    server.execute_sql(&format!("UPDATE posts SET title = '{title}'")).await;
}

fn without_volatile(headers: &HeaderMap) -> HeaderMap {
    let mut headers = headers.clone();
    headers.remove(header::DATE);
    headers.remove("x-request-id");
    headers
}

#[tokio::test]
async fn drafts_never_reach_visitors_through_the_cache() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let staff_sees = async |path: &str, title: &str| {
        for path in [path, "/api/blog"] {
            let answer = staff.get(path).await.expect(StatusCode::OK);
            assert!(answer.text().contains(title) && !is_cached(&answer), "{path}");
        }
    };
    let draft = create(&staff, "Quimera", false).await;
    staff_sees(&draft, "Quimera").await;
    assert!(!is_visible(&server, &draft, "Quimera").await);
    staff_sees(&draft, "Quimera").await;

    let draft = create(&staff, "Zeugma", false).await;
    assert!(!is_visible(&server, &draft, "Zeugma").await);
    staff_sees(&draft, "Zeugma").await;
    assert!(!is_visible(&server, &draft, "Zeugma").await);
}

#[tokio::test]
async fn withdrawn_posts_are_not_answered_from_the_cache() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let path = create(&staff, "Público", true).await;
    let put = async |change: Value| staff.put(&path, &change).await.expect(StatusCode::OK);
    // Each time, the second check gets cached answers.
    let check = async |expected: bool| {
        for _ in 0..2 {
            assert_eq!(is_visible(&server, &path, "Público").await, expected);
        }
    };
    check(true).await;
    let etag = server.get(&path).await.header(header::ETAG).to_owned();
    put(json!({"is_published": false})).await;
    check(false).await;
    let known = server.get(&path).header(header::IF_NONE_MATCH, &etag);
    known.await.expect(StatusCode::NOT_FOUND);
    put(json!({"is_published": true})).await;
    check(true).await;
    staff.delete(&path).await.expect(StatusCode::NO_CONTENT);
    check(false).await;
    staff.post_empty(&format!("{path}/restore")).await.expect(StatusCode::OK);
    check(true).await;
    let bulk = json!({"ids": [path.rsplit('/').next().unwrap()], "action": "unpublish"});
    staff.post("/api/blog/bulk", &bulk).await.expect_success();
    check(false).await;
}

#[tokio::test]
async fn scheduled_posts_appear_and_disappear_in_time_in_every_process() {
    let server = Server::start_for_races().await;
    let other = server.replica().await;
    let path = create(&server.editor().await, "Agendado", false).await;
    let now = server.app.clock.now();
    let times = json!({"publish_at": now + TimeDelta::hours(1), "unpublish_at": now + TimeDelta::hours(2)});
    server.editor().await.put(&path, &times).await.expect(StatusCode::OK);
    for expected in [false, true, false] {
        schedule::run(&server.app).await.unwrap();
        other.app.db.poll_revision().await.unwrap();
        for process in [&server, &other, &server, &other] {
            assert_eq!(is_visible(process, &path, "Agendado").await, expected);
            let time = |answer: &Answer| answer.json()["unpublish_at"].clone();
            assert!(!expected || time(&process.get(&path).await).is_null(), "only staff see the end");
        }
        server.advance(TimeDelta::hours(1));
    }
}

#[tokio::test]
async fn requests_with_a_session_neither_read_nor_fill_the_cache() {
    let server = Server::start().await;
    let path = format!(
        "/api/blog/{}",
        server.json("/api/blog?search=backup").await["posts"][0]["id"].as_str().unwrap()
    );
    let visitor = server.sign_in(VISITOR).await;
    let title_of = |answer: &Answer| {
        let body = answer.json();
        let post = if body["posts"].is_array() { &body["posts"][0] } else { &body };
        post["title"].as_str().unwrap().to_owned()
    };
    for path in [&*path, "/api/blog"] {
        let with_session = || {
            [
                visitor.get(path),
                server.get(path).header(header::AUTHORIZATION, "Bearer x"),
                server.get(path).header(header::AUTHORIZATION, "Basic x"),
                server.get(path).header(header::COOKIE, "a=b; __Host-sid=x"),
            ]
        };
        change_titles(&server, "Antes").await;
        for request in with_session() {
            assert_eq!(title_of(&request.await), "Antes", "{path}");
        }
        change_titles(&server, "Guardado").await;
        for _ in 0..2 {
            let answer = server.get(path).header(header::COOKIE, "consent=a").await;
            assert_eq!((title_of(&answer), is_cached(&answer)), ("Guardado".to_owned(), true), "{path}");
        }
        change_titles(&server, "Depois").await;
        for request in with_session() {
            let answer = request.await;
            assert_eq!((title_of(&answer), is_cached(&answer)), ("Depois".to_owned(), false), "{path}");
        }
        assert_eq!(title_of(&server.get(path).await), "Guardado", "{path}");
    }
}

#[tokio::test]
async fn cached_answers_need_no_database_and_equal_those_of_the_handler() {
    let server = Server::start().await;
    let post = server.json("/api/blog?limit=1").await["posts"][0]["id"].as_str().unwrap().to_owned();
    let post = format!("/api/blog/{post}");
    let paths =
        LISTS.into_iter().chain([&*post, "/api/blog?limit=2&sort=created_at", "/api/blog?category=backup"]);
    let mut answers = Vec::new();
    for path in paths {
        let full = server.get(path).header(header::AUTHORIZATION, "Bearer x").await.expect(StatusCode::OK);
        let answer = server.get(path).await.expect(StatusCode::OK);
        assert_eq!(answer.json(), full.json(), "{path}");
        for name in ["x-total-count", "link", "content-type"] {
            assert_eq!(answer.headers().get(name), full.headers().get(name), "{path}");
        }
        answers.push((path, answer));
    }
    // Neither a closed database nor a rate limit keeps cached answers from visitors.
    let now = server.app.clock.now();
    while server.app.limits.reads.take(network_of(server.address.ip()), now).is_ok() {}
    server.app.db.clone().close().await;
    for (path, first) in answers {
        let answer = server.get(path).await.expect(StatusCode::OK);
        assert_eq!(answer.bytes(), first.bytes(), "{path}");
        assert_eq!(without_volatile(answer.headers()), without_volatile(first.headers()), "{path}");
        assert_eq!(answer.header(header::VARY), "accept-encoding, authorization, cookie");
        assert!(is_cached(&answer), "{path}");

        let head = server.request(Method::HEAD, path).await.expect(StatusCode::OK);
        assert_eq!(without_volatile(head.headers()), without_volatile(answer.headers()), "{path}");
        for encoding in ["br", "gzip"] {
            let answer = server.get(path).header(header::ACCEPT_ENCODING, encoding).await;
            assert_eq!(answer.header(header::CONTENT_ENCODING), encoding, "{path}");
        }
        let known = server.get(path).header(header::IF_NONE_MATCH, answer.header(header::ETAG));
        let known = known.await.expect(StatusCode::NOT_MODIFIED);
        assert!(known.bytes().is_empty() && is_cached(&known), "{path}");
    }
}

#[tokio::test]
async fn failed_handler_is_answered_503_and_not_with_a_former_answer() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let path = create(&staff, "Público", true).await;
    for path in [&*path, "/api/blog"] {
        server.get(path).await.expect(StatusCode::OK);
    }
    staff.put(&path, &json!({"is_published": false})).await.expect(StatusCode::OK);
    server.app.db.clone().close().await;
    for path in [&*path, "/api/blog"] {
        let refused = server.get(path).await;
        assert!(refused.headers().contains_key(header::RETRY_AFTER), "{path}");
        refused.expect_error(StatusCode::SERVICE_UNAVAILABLE, "unavailable");
    }
}

#[tokio::test]
async fn refusal_of_one_client_is_not_the_answer_to_another() {
    let server = Server::start_with(BEHIND_PROXY).await;
    let now = server.app.clock.now();
    while server.app.limits.reads.take(network_of("9.9.9.9".parse().unwrap()), now).is_ok() {}
    let from = |ip: &'static str| server.get("/api/blog").header("x-forwarded-for", ip).send();
    from("9.9.9.9").await.expect(StatusCode::TOO_MANY_REQUESTS);
    from("9.9.9.8").await.expect(StatusCode::OK);
    from("9.9.9.9").await.expect(StatusCode::OK);
}

#[tokio::test]
async fn changed_total_or_link_changes_the_entity_tag() {
    let server = Server::start().await;
    let path = "/api/blog?sort=created_at&limit=1";
    let before = server.get(path).await;
    create(&server.editor().await, "Outro", true).await;
    let after = server.get(path).header(header::IF_NONE_MATCH, before.header(header::ETAG)).await;
    let after = after.expect(StatusCode::OK);
    assert_eq!(after.bytes(), before.bytes());
    assert_eq!((before.header("x-total-count"), after.header("x-total-count")), ("6", "7"));
}

#[tokio::test]
async fn other_queries_are_answered_by_the_handler_as_before() {
    let server = Server::start_with(NO_LIMITS).await;
    for path in LISTS {
        for (query, status) in [
            ("a=b", StatusCode::OK),
            ("limit=0", StatusCode::BAD_REQUEST),
            ("limit=101", StatusCode::BAD_REQUEST),
            ("limit=x", StatusCode::BAD_REQUEST),
            ("limit=1&limit=1", StatusCode::BAD_REQUEST),
            ("limit=1&a=%00", StatusCode::BAD_REQUEST),
            (&format!("a={}", "a".repeat(501)), StatusCode::BAD_REQUEST),
        ] {
            let path = format!("{path}?{query}");
            let answers =
                [server.get(&path).await, server.get(&path).header(header::AUTHORIZATION, "Bearer x").await];
            let [answer, with_session] = answers.map(|answer| answer.expect(status));
            assert!(!is_cached(&answer), "{path}");
            let text_of = |answer: &Answer| {
                let mut body = answer.json();
                body.as_object_mut().map(|body| body.remove("request_id"));
                body
            };
            assert_eq!(text_of(&answer), text_of(&with_session), "{path}");
        }
    }
    for query in ["search=nuvem", "category=nada", "tag=nada", "sort=x", "is_scheduled=true", "cursor=x"] {
        assert!(!is_cached(&server.get(&format!("/api/blog?{query}")).await), "{query}");
    }
}
