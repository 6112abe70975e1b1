//! The unsubscribe link, as subscribers and mail programs use it.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::TimeDelta;
use reqwest::{Method, StatusCode, header};
use serde_json::{Value, json};
use uuid::Uuid;
use vitrine::{features::newsletter::store::lists, foundation::mail::worker::Worker};

use super::{ANA, Links, entry, statuses, subscribe_and_confirm, subscribe_for_links, token, use_link};
use crate::harness::{
    Request, Server, mailbox, markup,
    smtp::{Smtp, header as mail_header},
};

/// Returns the one-click request of RFC 8058, without cookies and `Origin`.
fn one_click(server: &Server, link: &str) -> Request {
    server.post_form(link, "List-Unsubscribe=One-Click")
}

#[tokio::test]
async fn one_click_unsubscribe_of_a_mail_program_ends_the_subscription() {
    let smtp = Smtp::start().await;
    let variables = [
        ("VITRINE_SMTP_URL", &*smtp.url()),
        ("VITRINE_MAIL_FROM", "Exemplo TI <site@empresa.com.br>"),
        ("VITRINE_PUBLIC_URL", "https://www.exemplo.com.br"),
    ];
    let server = Server::start_with_variables(&variables).await;
    let with_host = |request: Request| request.header(header::HOST, "www.exemplo.com.br");
    let input = json!({"email": "ana@empresa.com.br"});
    with_host(server.post("/api/newsletter/subscriptions", &input)).await.expect(StatusCode::CREATED);
    let queued = mailbox::of_kind(&server, "newsletter_confirmation").await.remove(0).body;
    let path = |url: &Value| {
        let path = url.as_str().unwrap().strip_prefix("https://www.exemplo.com.br");
        path.expect("a URL of the site").to_owned()
    };
    let (confirm, unsubscribe) = (path(&queued["action"]["url"]), path(&queued["unsubscribe_url"]));
    let worker = Worker::new(server.app.clone());
    assert_eq!(worker.deliver_due().await.unwrap(), 1);
    let mail = smtp.end().await.remove(0);
    let listed = format!("<https://www.exemplo.com.br{unsubscribe}>");
    assert_eq!(mail_header(&mail, "List-Unsubscribe").unwrap(), listed);
    assert_eq!(mail_header(&mail, "List-Unsubscribe-Post").unwrap(), "List-Unsubscribe=One-Click");

    with_host(server.post_empty(&confirm)).await.expect(StatusCode::SEE_OTHER);
    // The answer must not be a redirect.
    with_host(one_click(&server, &unsubscribe)).await.expect(StatusCode::OK);
    let count = async |status: &str| {
        let filter = serde_json::from_value(json!({"status": status})).unwrap();
        lists::list(server.app.db.reader(), &filter, None, 10).await.unwrap().1.count()
    };
    assert_eq!((count("confirmed").await, count("unsubscribed").await), (0, 1));
}

#[tokio::test]
async fn one_click_unsubscribe_accepts_multipart_form_data() {
    let server = Server::start().await;
    let Links { unsubscribe, .. } = subscribe_and_confirm(&server, ANA).await;
    let parts =
        "--x\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--x--\r\n";
    server
        .request(Method::POST, &unsubscribe)
        .body(parts)
        .header(header::CONTENT_TYPE, "multipart/form-data; boundary=x")
        .await
        .expect(StatusCode::OK);
    assert_eq!(statuses(&server).await, [entry(ANA, "unsubscribed")]);
}

/// Webmail may send the request from the browser of the reader.
#[tokio::test]
async fn one_click_unsubscribe_from_another_site_ends_the_subscription_and_other_forms_are_refused() {
    let server = Server::start().await;
    for (header, value) in [("origin", "https://webmail.example"), ("sec-fetch-site", "cross-site")] {
        let Links { unsubscribe, .. } = subscribe_and_confirm(&server, ANA).await;
        let foreign = |request: Request| request.header(header, value);
        let preferences = format!("/newsletter/preferencias?token={}", token(&unsubscribe));
        for form in [&*preferences, "/newsletter"] {
            foreign(server.post_form(form, "")).await.expect(StatusCode::FORBIDDEN);
        }
        foreign(one_click(&server, &unsubscribe)).await.expect(StatusCode::OK);
        assert_eq!(statuses(&server).await[0], entry(ANA, "unsubscribed"), "{header}");
        server.advance(TimeDelta::minutes(11));
    }
}

#[tokio::test]
async fn opening_the_unsubscribe_link_shows_a_masked_address_and_changes_nothing() {
    let server = Server::start().await;
    let Links { unsubscribe, .. } = subscribe_and_confirm(&server, ANA).await;
    for _ in 0..2 {
        let page = server.get(&unsubscribe).await.expect(StatusCode::OK);
        assert_eq!(page.headers()[header::CACHE_CONTROL], "no-store");
        assert_eq!(page.headers()[header::REFERRER_POLICY], "strict-origin");
        let html = page.text();
        assert!(html.contains("a***@exemplo.com.br") && html.contains("method=\"post\""), "{html}");
        assert!(!html.contains(ANA) && !html.contains(token(&unsubscribe)), "{html}");
    }
    assert_eq!(statuses(&server).await, [entry(ANA, "confirmed")]);
    let ended = one_click(&server, &unsubscribe).await;
    assert!(ended.text().contains("Inscrição cancelada"));
    let later = server.get(&unsubscribe).await.text();
    assert!(later.contains("Inscrição cancelada") && !later.contains("method=\"post\""), "{later}");
    for forged in ["/newsletter/cancelar", "/newsletter/cancelar?token=palpite"] {
        let page = server.get(forged).await.text();
        assert!(page.contains("Este link não vale mais"), "{page}");
    }
    one_click(&server, "/newsletter/cancelar?token=x").await.expect(StatusCode::GONE);
}

/// The second request succeeds while all write connections are in use.
#[tokio::test]
async fn repeated_unsubscribe_writes_nothing() {
    let server = Server::start_for_races().await;
    let Links { unsubscribe, .. } = subscribe_and_confirm(&server, ANA).await;
    one_click(&server, &unsubscribe).await.expect(StatusCode::OK);
    let held = server.occupy_writers().await;
    one_click(&server, &unsubscribe).await.expect(StatusCode::OK);
    drop(held);
}

#[tokio::test]
async fn excessive_views_of_an_unsubscribe_link_get_a_generic_page() {
    let server = Server::start().await;
    let Links { unsubscribe, .. } = subscribe_and_confirm(&server, ANA).await;
    for _ in 0..20 {
        server.get(&unsubscribe).await.expect(StatusCode::OK);
    }
    let html = server.get(&unsubscribe).await.text();
    assert!(html.contains("method=\"post\"") && !html.contains("a***@"), "{html}");
}

#[tokio::test]
async fn unsubscribe_is_idempotent_and_resubscribing_is_possible() {
    let server = Server::start().await;
    let first = subscribe_and_confirm(&server, ANA).await;
    for _ in 0..2 {
        use_link(&server, "unsubscribe", token(&first.unsubscribe)).await.expect(StatusCode::NO_CONTENT);
    }
    server.advance(TimeDelta::seconds(1));
    let second = subscribe_for_links(&server, ANA).await;
    assert_eq!(statuses(&server).await, [entry(ANA, "pending"), entry(ANA, "unsubscribed")]);
    use_link(&server, "confirm", token(&first.confirm)).await.expect(StatusCode::FORBIDDEN);
    use_link(&server, "confirm", token(&second.confirm)).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(statuses(&server).await, [entry(ANA, "confirmed"), entry(ANA, "unsubscribed")]);
    // The link in an older mail ends the current subscription.
    use_link(&server, "unsubscribe", token(&first.unsubscribe)).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(statuses(&server).await, [entry(ANA, "unsubscribed"), entry(ANA, "unsubscribed")]);
}

#[tokio::test]
async fn pending_subscription_is_deleted_by_its_unsubscribe_link() {
    let server = Server::start().await;
    let links = subscribe_for_links(&server, ANA).await;
    one_click(&server, &links.unsubscribe).await.expect(StatusCode::OK);
    assert!(statuses(&server).await.is_empty(), "a pending subscription is deleted");
    use_link(&server, "confirm", token(&links.confirm)).await.expect(StatusCode::FORBIDDEN);
    use_link(&server, "unsubscribe", token(&links.unsubscribe)).await.expect(StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn link_of_a_deleted_subscription_ends_a_newer_one_of_the_address() {
    let server = Server::start().await;
    let first = subscribe_for_links(&server, ANA).await;
    one_click(&server, &first.unsubscribe).await.expect(StatusCode::OK);
    server.advance(TimeDelta::minutes(11));
    subscribe_and_confirm(&server, ANA).await;
    assert!(server.text(&first.unsubscribe).await.contains("a***@exemplo.com.br"));
    one_click(&server, &first.unsubscribe).await.expect(StatusCode::OK);
    assert_eq!(statuses(&server).await, [entry(ANA, "unsubscribed")]);
}

/// Links of earlier releases have no address, so nobody knows whether the address has a newer subscription.
#[tokio::test]
async fn link_of_an_earlier_release_is_invalid_once_its_subscription_was_deleted() {
    let server = Server::start().await;
    subscribe_and_confirm(&server, ANA).await;
    let editor = server.editor().await;
    let id = editor.json("/api/newsletter/subscriptions").await[0]["id"].as_str().unwrap().to_owned();
    let link = |id: &str| {
        let id = Uuid::parse_str(id).unwrap();
        let mac = server.app.secret_key.mac("newsletter unsubscribe", id.as_bytes());
        let token = URL_SAFE_NO_PAD.encode([&id.as_bytes()[..], &mac].concat());
        format!("/newsletter/cancelar?token={token}")
    };
    let earlier = link(&id);
    one_click(&server, &earlier).await.expect(StatusCode::OK);
    assert_eq!(statuses(&server).await, [entry(ANA, "unsubscribed")]);
    editor.delete(&format!("/api/newsletter/subscriptions/{id}")).await.expect(StatusCode::NO_CONTENT);
    server.advance(TimeDelta::minutes(11));
    subscribe_and_confirm(&server, ANA).await;
    let page = server.text(&earlier).await;
    assert!(page.contains("Este link não vale mais") && page.contains("mais recente"), "{page}");
    for _ in 0..11 {
        // These requests don't count as forged ones, so none is refused because of the limit.
        let page = one_click(&server, &earlier).await.expect(StatusCode::GONE).text();
        assert!(!markup(&page).contains("Inscrição cancelada"), "{page}");
    }
    use_link(&server, "unsubscribe", token(&earlier)).await.expect(StatusCode::FORBIDDEN);
    assert_eq!(statuses(&server).await, [entry(ANA, "confirmed")]);
}

#[tokio::test]
async fn invalid_links_of_a_network_do_not_block_valid_ones() {
    let server = Server::start().await;
    let ana = subscribe_and_confirm(&server, ANA).await;
    let bia = subscribe_for_links(&server, "bia@exemplo.com.br").await;
    for _ in 0..10 {
        use_link(&server, "unsubscribe", "palpite").await.expect(StatusCode::FORBIDDEN);
    }
    for action in ["unsubscribe", "confirm"] {
        use_link(&server, action, "palpite").await.expect(StatusCode::TOO_MANY_REQUESTS);
    }
    use_link(&server, "confirm", token(&bia.confirm)).await.expect(StatusCode::NO_CONTENT);
    let preferences = format!("/newsletter/preferencias?token={}", token(&bia.unsubscribe));
    server.post_form(&preferences, "").await.expect(StatusCode::OK);
    assert!(server.text(&ana.unsubscribe).await.contains("a***@exemplo.com.br"));
    one_click(&server, &ana.unsubscribe).await.expect(StatusCode::OK);
    use_link(&server, "unsubscribe", token(&bia.unsubscribe)).await.expect(StatusCode::NO_CONTENT);
    assert!(statuses(&server).await.iter().all(|(_, status)| status == "unsubscribed"));
}
