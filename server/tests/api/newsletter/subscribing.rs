//! Subscribing to the newsletter and confirming it.

use chrono::TimeDelta;
use reqwest::{Method, StatusCode, header};
use serde_json::json;
use vitrine::{
    app::{App, config::Config},
    features::newsletter,
    foundation::{audit, mail::worker::Worker},
    platform::db::Database,
};

use super::{
    ANA, entry, links, statuses, subscribe, subscribe_and_confirm, subscribe_for_links, token, use_link,
};
use crate::harness::{ARTICLE, NO_ACCOUNTS, Server, mailbox, smtp::Smtp};

#[tokio::test]
async fn confirmation_link_confirms_a_subscription_once() {
    let server = Server::start().await;
    subscribe(&server, " Ana@Exemplo.com.br ").await;
    assert_eq!(statuses(&server).await, [entry(ANA, "pending")]);
    let link = links(&server, ANA).await.pop().unwrap().confirm;
    assert!(link.starts_with("/newsletter/confirmar?token="), "{link}");
    assert_eq!(token(&link).len(), 43, "256 bits");
    use_link(&server, "confirm", token(&link)).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(statuses(&server).await, [entry(ANA, "confirmed")]);
    let again = use_link(&server, "confirm", token(&link)).await;
    again.expect_error(StatusCode::FORBIDDEN, "link_invalid");
}

#[tokio::test]
async fn confirmation_link_changes_nothing_until_its_form_is_submitted() {
    let server = Server::start().await;
    let link = subscribe_for_links(&server, ANA).await.confirm;
    for method in [Method::GET, Method::HEAD, Method::GET] {
        let page = server.request(method, &link).await.expect(StatusCode::OK);
        assert_eq!(page.headers()[header::CACHE_CONTROL], "no-store");
        assert_eq!(page.headers()[header::REFERRER_POLICY], "strict-origin");
    }
    let html = server.get(&link).await.text();
    assert!(html.contains("method=\"post\""), "{html}");
    assert!(!html.contains(token(&link)), "the page does not contain the token");
    assert_eq!(statuses(&server).await, [entry(ANA, "pending")]);

    let sent = server.post_form(&link, "").await.expect(StatusCode::SEE_OTHER);
    assert_eq!(sent.headers()[header::LOCATION], "/newsletter/confirmada");
    assert_eq!(statuses(&server).await, [entry(ANA, "confirmed")]);
    let thanks = server.get("/newsletter/confirmada").await.text();
    assert!(thanks.contains("Inscrição confirmada!"), "{thanks}");

    let used = server.post_empty(&link).await.expect(StatusCode::GONE);
    assert!(used.text().contains("não vale mais"));
    let without_token = server.text("/newsletter/confirmar").await;
    assert!(without_token.contains("não vale mais"), "{without_token}");
}

#[tokio::test]
async fn link_that_was_mailed_while_the_clock_was_ahead_does_not_prevent_another_one() {
    let server = Server::start().await;
    server.app.clock.jump(TimeDelta::days(365));
    subscribe(&server, ANA).await;
    server.app.clock.jump(TimeDelta::days(-365));
    subscribe(&server, ANA).await;
    subscribe(&server, ANA).await;
    assert_eq!(
        links(&server, ANA).await.len(),
        2,
        "the second request gets a link; the third one is too early"
    );
}

#[tokio::test]
async fn confirmation_link_expires_and_is_replaced_by_a_newer_one() {
    let server = Server::start().await;
    let first = subscribe_for_links(&server, ANA).await;
    subscribe(&server, ANA).await;
    server.advance(TimeDelta::minutes(10) - TimeDelta::seconds(1));
    subscribe(&server, ANA).await;
    assert_eq!(links(&server, ANA).await.len(), 1, "at most one mail in ten minutes");
    server.advance(TimeDelta::seconds(1));
    let second = subscribe_for_links(&server, ANA).await;
    assert_eq!(links(&server, ANA).await.len(), 2);
    assert_eq!(statuses(&server).await.len(), 1, "still one subscription");
    let confirm = async |link: &str| use_link(&server, "confirm", token(link)).await.status();
    assert_eq!(confirm(&first.confirm).await, StatusCode::FORBIDDEN);
    assert_eq!(confirm("?token=um-palpite").await, StatusCode::FORBIDDEN);
    assert_eq!(
        confirm(&second.unsubscribe).await,
        StatusCode::FORBIDDEN,
        "the token of the unsubscribe link"
    );
    server.advance(TimeDelta::hours(48));
    assert_eq!(confirm(&second.confirm).await, StatusCode::FORBIDDEN);
    let third = subscribe_for_links(&server, ANA).await;
    server.advance(TimeDelta::hours(48) - TimeDelta::seconds(1));
    assert_eq!(confirm(&third.confirm).await, StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn confirmation_mails_of_one_address_are_limited_and_the_newest_link_is_valid() {
    let server = Server::start().await;
    for _ in 0..5 {
        subscribe(&server, ANA).await;
        server.advance(TimeDelta::minutes(10));
    }
    let sent = links(&server, ANA).await;
    assert_eq!(sent.len(), 3, "after three mails, the limit is one per day");
    subscribe(&server, "bia@exemplo.com.br").await;
    assert_eq!(links(&server, "bia@exemplo.com.br").await.len(), 1, "another address has its own limit");
    // Unsubscribing doesn't reset the limit.
    use_link(&server, "unsubscribe", token(&sent[2].unsubscribe)).await.expect(StatusCode::NO_CONTENT);
    subscribe(&server, ANA).await;
    assert_eq!(links(&server, ANA).await.len(), 3);
    server.advance(TimeDelta::days(1));
    let fourth = subscribe_for_links(&server, ANA).await;
    assert_eq!(links(&server, ANA).await.len(), 4);
    server.advance(TimeDelta::minutes(10));
    subscribe(&server, ANA).await;
    assert_eq!(links(&server, ANA).await.len(), 4);
    use_link(&server, "confirm", token(&fourth.confirm)).await.expect(StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn concurrent_confirmations_succeed_once() {
    let server = Server::start_for_races().await;
    let link = subscribe_for_links(&server, ANA).await.confirm;
    let uses = (0..4).map(|_| use_link(&server, "confirm", token(&link)));
    let answers = futures_util::future::join_all(uses).await;
    let succeeded = answers.iter().filter(|answer| answer.status() == StatusCode::NO_CONTENT).count();
    assert_eq!(succeeded, 1);
}

#[tokio::test]
async fn concurrent_subscriptions_of_one_address_create_one() {
    let server = Server::start_for_races().await;
    futures_util::future::join_all((0..6).map(|_| subscribe(&server, ANA))).await;
    assert_eq!(statuses(&server).await, [entry(ANA, "pending")]);
    assert_eq!(links(&server, ANA).await.len(), 1);
}

#[tokio::test]
async fn subscription_answers_known_and_unknown_addresses_alike() {
    let server = Server::start().await;
    subscribe_and_confirm(&server, ANA).await;
    server.advance(TimeDelta::hours(1));
    subscribe_for_links(&server, "bia@exemplo.com.br").await;
    for email in [ANA, "bia@exemplo.com.br", "caio@exemplo.com.br"] {
        let answer = server.post("/api/newsletter/subscriptions", &json!({"email": email})).await;
        assert_eq!(answer.status(), StatusCode::CREATED);
        assert_eq!(answer.json(), json!({"email": email, "status": "pending"}));
    }
    assert_eq!(links(&server, ANA).await.len(), 1, "a subscriber receives no mail");
    assert!(statuses(&server).await.contains(&entry(ANA, "confirmed")), "the subscription is unchanged");
}

#[tokio::test]
async fn invalid_subscriptions_are_refused_and_robots_are_ignored() {
    let server = Server::start().await;
    server
        .post("/api/newsletter/subscriptions", &json!({"email": "ana@"}))
        .await
        .expect(StatusCode::UNPROCESSABLE_ENTITY);
    let from_robot = json!({"email": "robo@exemplo.com.br", "website": "x"});
    server.post("/api/newsletter/subscriptions", &from_robot).await.expect(StatusCode::CREATED);
    assert!(statuses(&server).await.is_empty());
    assert!(mailbox::of_kind(&server, "newsletter_confirmation").await.is_empty());
}

#[tokio::test]
async fn newsletter_form_subscribes_and_shows_errors_without_javascript() {
    let server = Server::start().await;
    let send = async |body: &str| server.post_form("/newsletter", body).await;
    let sent = send("email=ana%40exemplo.com.br&website=").await.expect(StatusCode::SEE_OTHER);
    assert_eq!(sent.headers()[header::LOCATION], "/newsletter/obrigado");
    assert_eq!(links(&server, ANA).await.len(), 1);
    let thanks = server.get("/newsletter/obrigado").await.text();
    assert!(thanks.contains("será confirmada mais tarde"), "{thanks}");
    assert!(!thanks.contains("enviamos um link"), "there is no mail server: {thanks}");
    let html = send("email=ana%40").await.expect(StatusCode::UNPROCESSABLE_ENTITY).text();
    assert!(html.contains("value=\"ana@\"") && html.contains("Informe um e-mail válido"), "{html}");
}

#[tokio::test]
async fn newsletter_requests_are_limited_by_network() {
    let server = Server::start().await;
    for number in 0..10 {
        subscribe(&server, &format!("pessoa{number}@exemplo.com.br")).await;
    }
    server
        .post("/api/newsletter/subscriptions", &json!({"email": "a@exemplo.com.br"}))
        .await
        .expect(StatusCode::TOO_MANY_REQUESTS);
    for _ in 0..10 {
        use_link(&server, "confirm", "palpite").await.expect(StatusCode::FORBIDDEN);
    }
    for action in ["confirm", "unsubscribe"] {
        use_link(&server, action, "palpite").await.expect(StatusCode::TOO_MANY_REQUESTS);
    }
    let form =
        server.post_empty("/newsletter/confirmar?token=palpite").await.expect(StatusCode::TOO_MANY_REQUESTS);
    let html = form.text();
    assert!(
        html.contains("Muitas tentativas") && html.contains("<form"),
        "the page shows the form again: {html}"
    );
}

#[tokio::test]
async fn newsletter_link_secrets_are_stored_hashed() {
    let server = Server::start_with(NO_ACCOUNTS).await;
    let links = subscribe_for_links(&server, ANA).await;
    let rows = server.query("SELECT token_hash FROM newsletter_subscriptions").await;
    let hash: String = rows[0].try_get("", "token_hash").unwrap();
    assert_eq!(hash, vitrine::platform::id::sha256_hex(token(&links.confirm).as_bytes()));
}

#[tokio::test]
async fn newsletter_form_promises_no_mail_on_a_site_without_a_mail_server() {
    let server = Server::start().await;
    let texts = server.editor().await.json("/api/pages/newsletter").await;
    let text = |name: &str| texts[name].as_str().unwrap().to_owned();
    for path in ["/newsletter", "/blog", ARTICLE] {
        let page = server.text(path).await;
        assert!(page.contains(&text("waiting_text")), "{path}");
        assert!(!page.contains(&text("done_text")), "{path}");
    }
}

#[tokio::test]
async fn queued_subscriptions_get_a_valid_link_once_mail_is_configured() {
    let server = Server::start().await;
    let interests = json!({"slugs": ["seguranca"]});
    server.admin().await.put("/api/newsletter/interests", &interests).await.expect_success();
    subscribe(&server, ANA).await;
    server.advance(TimeDelta::days(5));
    let tx = server.app.db.begin().await.unwrap();
    assert_eq!(newsletter::public::renew_expired_links(&server.app, &tx).await.unwrap(), 0, "no mail server");
    drop(tx);
    let smtp = Smtp::start().await;
    let mut config = (*server.app.config).clone();
    config.mail = Config::read(|name| match name {
        "VITRINE_SMTP_URL" => Some(smtp.url()),
        "VITRINE_MAIL_FROM" => Some("site@exemplo.com.br".to_owned()),
        _ => None,
    })
    .unwrap()
    .mail;
    let db = Database::open(&config.database_url).await.unwrap();
    let app = App::new(config, db, server.app.clock.clone(), audit::proof_of_key).await.unwrap();
    // The worker may run before maintenance. It discards the message with the expired link.
    Worker::new(app.clone()).deliver_due().await.unwrap();
    vitrine::operations::maintenance::run(&app).await.unwrap();
    let mails = mailbox::of_kind(&server, "newsletter_confirmation").await;
    assert_eq!(mails.len(), 1, "only the message with the new link is queued");
    assert!(mails[0].body["preferences_url"].is_string(), "the subscriber can still choose interests");
    let url = mails[0].body["action"]["url"].as_str().unwrap();
    use_link(&server, "confirm", token(url)).await.expect(StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn invalid_hidden_field_does_not_refuse_a_subscription() {
    let server = Server::start().await;
    let subscription = json!({"email": ANA, "website": null});
    server.post("/api/newsletter/subscriptions", &subscription).await.expect(StatusCode::CREATED);
    assert_eq!(statuses(&server).await, [entry(ANA, "pending")]);
}
