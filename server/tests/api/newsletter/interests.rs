//! Interests: those that staff offer, the choice of subscribers, and segments.

use reqwest::{StatusCode, header};
use serde_json::{Value, json};
use uuid::Uuid;
use vitrine::features::newsletter::{editions::sending as editions, interests::segments::Segment, store};

use super::{ANA, links, subscribe_and_confirm, token, use_link};
use crate::harness::{Server, mailbox, path_of_url};

const LIST: &str = "/api/newsletter/subscriptions";
const INTERESTS: &str = "/api/newsletter/interests";
const CLOUD: &str = "cloud-computing";
const SECURITY: &str = "seguranca";

/// Starts a server that offers two interests.
async fn server_with_interests() -> Server {
    let server = Server::start().await;
    offer_interests(&server).await;
    server
}

async fn offer_interests(server: &Server) {
    let offer = json!({"slugs": [CLOUD, SECURITY]});
    server.editor().await.put(INTERESTS, &offer).await.expect(StatusCode::OK);
}

/// Creates a confirmed subscription with interests. Returns the path of its preferences page.
async fn subscribe_with(server: &Server, email: &str, interests: &[&str]) -> String {
    let input = json!({"email": email, "interests": interests});
    server.post(LIST, &input).await.expect(StatusCode::CREATED);
    let link = links(server, email).await.pop().expect("a mail").confirm;
    use_link(server, "confirm", token(&link)).await.expect(StatusCode::NO_CONTENT);
    let mails = mailbox::of_kind(server, "newsletter_confirmation").await;
    let mail = mails.into_iter().rfind(|mail| mail.to == email).expect("a mail");
    path_of_url(&mail.body["preferences_url"])
}

async fn interests_of(server: &Server, email: &str) -> Value {
    server.editor().await.json(&format!("{LIST}?search={email}")).await[0]["interests"].clone()
}

#[tokio::test]
async fn staff_can_offer_blog_categories_and_tags_as_interests() {
    let server = Server::start().await;
    let editor = server.editor().await;
    let before = editor.json(INTERESTS).await;
    assert_eq!(before["offered"], json!([]));
    let has = |slug: &str| before["available"].as_array().unwrap().iter().any(|term| term["slug"] == slug);
    assert!(has(CLOUD) && has(SECURITY), "{before}");
    assert!(
        !server.text("/newsletter").await.contains("assunto-"),
        "the form has no interests before staff offer them"
    );
    let offer = json!({"slugs": [SECURITY, CLOUD, SECURITY]});
    let saved = editor.put(INTERESTS, &offer).await.expect(StatusCode::OK).json();
    let slugs: Vec<_> =
        saved["offered"].as_array().unwrap().iter().map(|term| term["slug"].clone()).collect();
    assert_eq!(slugs, [SECURITY, CLOUD], "in the chosen order, once");
    assert!(server.text("/newsletter").await.contains("name=\"assunto-seguranca\""));
    let unknown = editor.put(INTERESTS, &json!({"slugs": ["inexistente"]})).await;
    unknown.expect_error(StatusCode::UNPROCESSABLE_ENTITY, "invalid_fields");
}

#[tokio::test]
async fn subscriber_chooses_interests_with_the_form_and_on_the_preferences_page() {
    let server = server_with_interests().await;
    let page = subscribe_with(&server, ANA, &[CLOUD, "inexistente"]).await;
    assert_eq!(interests_of(&server, ANA).await, json!([CLOUD]));
    let html = server.text(&page).await;
    assert!(html.contains("a***@exemplo.com.br") && !html.contains(ANA), "{html}");
    assert!(!html.contains(token(&page)), "the page doesn't show the token");

    let saved = server.post_form(&page, "assunto-seguranca=1&assunto-inexistente=1").await;
    assert_eq!(saved.headers()[header::CACHE_CONTROL], "no-store");
    assert!(saved.expect(StatusCode::OK).text().contains("Escolha salva."));
    assert_eq!(interests_of(&server, ANA).await, json!([SECURITY]));
    let filtered = server.editor().await.json(&format!("{LIST}?interest={CLOUD}")).await;
    assert_eq!(filtered, json!([]));
    server.post_form(&page, "").await.expect(StatusCode::OK);
    assert_eq!(interests_of(&server, ANA).await, json!([]));
    let to_cancel = server.post_form(&page, "cancelar=1").await;
    assert_eq!(to_cancel.headers()[header::LOCATION], page.replace("preferencias", "cancelar"));
    to_cancel.expect(StatusCode::SEE_OTHER);

    let plain = "email=bia%40exemplo.com.br&website=&assunto-cloud-computing=1";
    server.post_form("/newsletter", plain).await.expect(StatusCode::SEE_OTHER);
    assert_eq!(interests_of(&server, "bia@exemplo.com.br").await, json!([CLOUD]));
}

#[tokio::test]
async fn concurrent_choices_of_the_same_interests_succeed() {
    let server = Server::start_for_races().await;
    offer_interests(&server).await;
    let page = subscribe_with(&server, ANA, &[]).await;
    let choose = async |_: usize| {
        let form = "assunto-seguranca=1&assunto-cloud-computing=1";
        server.post_form(&page, form).await.expect(StatusCode::OK);
    };
    futures_util::future::join_all((0..6).map(choose)).await;
    assert_eq!(interests_of(&server, ANA).await, json!([CLOUD, SECURITY]));
}

#[tokio::test]
async fn forged_and_ended_preference_links_reveal_and_change_nothing() {
    let server = server_with_interests().await;
    let page = subscribe_with(&server, ANA, &[CLOUD]).await;
    for forged in ["/newsletter/preferencias", "/newsletter/preferencias?token=palpite"] {
        assert!(server.text(forged).await.contains("Este link não vale mais"));
    }
    let forged = "/newsletter/preferencias?token=palpite";
    server.post_form(forged, "assunto-seguranca=1").await.expect(StatusCode::GONE);
    use_link(&server, "unsubscribe", token(&page)).await.expect(StatusCode::NO_CONTENT);
    assert!(server.text(&page).await.contains("Este link não vale mais"));
    server.post_form(&page, "assunto-seguranca=1").await.expect(StatusCode::GONE);
    assert_eq!(interests_of(&server, ANA).await, json!([CLOUD]));
}

#[tokio::test]
async fn segment_has_subscribers_with_one_of_its_interests_or_without_any() {
    let server = server_with_interests().await;
    subscribe_with(&server, ANA, &[CLOUD]).await;
    subscribe_with(&server, "bia@exemplo.com.br", &[SECURITY]).await;
    subscribe_and_confirm(&server, "caio@exemplo.com.br").await;
    server.post(LIST, &json!({"email": "pendente@exemplo.com.br"})).await.expect(StatusCode::CREATED);
    let db = server.app.db.reader();
    let segment =
        |slugs: &[&str]| Segment { interests: slugs.iter().map(|slug| (*slug).to_owned()).collect() };
    let emails = async |tags: &[&str]| {
        let mut found: Vec<(Uuid, String)> = Vec::new();
        loop {
            let after = found.last().map(|(id, _)| *id);
            let now = server.app.clock.now();
            let next = store::lists::list_recipients(db, &segment(tags), after, now, now, 1).await.unwrap();
            if next.is_empty() {
                break;
            }
            found.extend(next);
        }
        assert_eq!(store::lists::count_recipients(db, &segment(tags)).await.unwrap(), found.len() as u64);
        let mut emails: Vec<_> =
            found.iter().map(|(_, email)| email.split('@').next().unwrap().to_owned()).collect();
        emails.sort();
        emails
    };
    assert_eq!(emails(&[]).await, ["ana", "bia", "caio"]);
    assert_eq!(emails(&[CLOUD]).await, ["ana", "caio"]);
    assert_eq!(emails(&[CLOUD, SECURITY]).await, ["ana", "bia", "caio"]);
}

#[tokio::test]
async fn interest_that_is_no_longer_offered_does_not_count_as_a_choice() {
    let server = server_with_interests().await;
    let page = subscribe_with(&server, ANA, &[SECURITY]).await;
    subscribe_with(&server, "bia@exemplo.com.br", &[SECURITY, CLOUD]).await;
    let count = async |slug: &str| {
        let segment = Segment { interests: vec![slug.to_owned()] };
        store::lists::count_recipients(server.app.db.reader(), &segment).await.unwrap()
    };
    assert_eq!(count(CLOUD).await, 1);
    let editor = server.editor().await;
    editor.put(INTERESTS, &json!({"slugs": [CLOUD]})).await.expect(StatusCode::OK);
    assert!(!server.text(&page).await.contains("checked"), "the page shows no choice");
    assert_eq!(count(CLOUD).await, 2);
    offer_interests(&server).await;
    assert_eq!(count(CLOUD).await, 1, "the choice counts again when the interest is offered again");
}

#[tokio::test]
async fn edition_accepts_only_offered_interests_and_those_it_has() {
    let server = server_with_interests().await;
    let editor = server.editor().await;
    let input = |interests: &[&str]| json!({"subject": "Maio", "interests": interests});
    let editions = "/api/newsletter/editions";
    let refused = editor.post(editions, &input(&["nada"])).await;
    let body = refused.expect_error(StatusCode::UNPROCESSABLE_ENTITY, "invalid_fields");
    assert!(body["fields"]["interests"].as_str().unwrap().contains("não é mais oferecido"), "{body}");
    let created = editor.post(editions, &input(&[SECURITY])).await.expect(StatusCode::CREATED).json();
    let path = format!("{editions}/{}", created["id"].as_str().unwrap());
    editor.put(INTERESTS, &json!({"slugs": [CLOUD]})).await.expect(StatusCode::OK);
    editor.put(&path, &input(&[SECURITY, CLOUD])).await.expect(StatusCode::OK);
    editor.put(&path, &input(&[CLOUD])).await.expect(StatusCode::OK);
    editor.put(&path, &input(&[SECURITY])).await.expect(StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn edition_is_counted_for_and_sent_to_its_segment() {
    let mail = [("VITRINE_SMTP_URL", "smtp://127.0.0.1:9"), ("VITRINE_MAIL_FROM", "site@exemplo.com.br")];
    let server = Server::start_with_variables(&mail).await;
    offer_interests(&server).await;
    let editor = server.editor().await;
    let edition = async |interests: Value| {
        let input = json!({"subject": "Maio", "body": "Olá!", "interests": interests});
        let created = editor.post("/api/newsletter/editions", &input).await.expect(StatusCode::CREATED);
        format!("/api/newsletter/editions/{}", created.json()["id"].as_str().unwrap())
    };
    let count = async |edition: &str| editor.json(&format!("{edition}/recipients")).await["count"].clone();
    let (all, cloud) = (edition(json!([])).await, edition(json!([CLOUD])).await);
    assert_eq!(count(&cloud).await, 0);
    subscribe_with(&server, ANA, &[CLOUD]).await;
    subscribe_with(&server, "bia@exemplo.com.br", &[SECURITY]).await;
    subscribe_and_confirm(&server, "caio@exemplo.com.br").await;
    server.post(LIST, &json!({"email": "pendente@exemplo.com.br"})).await.expect(StatusCode::CREATED);
    assert_eq!((count(&all).await, count(&cloud).await), (json!(3), json!(2)));
    editor.post(&format!("{cloud}/send"), &json!({})).await.expect(StatusCode::OK);
    editions::run(&server.app).await.unwrap();
    let mails = mailbox::of_kind(&server, editions::EDITION).await;
    let mut recipients: Vec<_> = mails.iter().map(|mail| &*mail.to).collect();
    recipients.sort_unstable();
    assert_eq!(recipients, [ANA, "caio@exemplo.com.br"]);
    let unknown = format!("/api/newsletter/editions/{}/recipients", Uuid::nil());
    assert_eq!(editor.status(&unknown).await, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn import_adds_offered_interests() {
    let server = server_with_interests().await;
    let import = json!({"csv": format!("{ANA};01/03/2025;Feira;Segurança|Outro"), "declares_consent": true});
    server.admin().await.post(&format!("{LIST}/import"), &import).await.expect(StatusCode::OK);
    assert_eq!(interests_of(&server, ANA).await, json!([SECURITY]));
}

#[tokio::test]
async fn interests_that_changed_since_they_were_read_are_not_replaced() {
    let server = server_with_interests().await;
    let editor = server.editor().await;
    let replace =
        async |slugs: Value, seen: Value| editor.put(INTERESTS, &json!({"slugs": slugs, "seen": seen})).await;
    replace(json!([CLOUD]), json!([CLOUD, SECURITY])).await.expect(StatusCode::OK);
    for seen in [json!([CLOUD, SECURITY]), json!([]), json!([SECURITY])] {
        let refused = replace(json!([SECURITY]), seen).await;
        refused.expect_error(StatusCode::PRECONDITION_FAILED, "precondition_failed");
    }
    assert_eq!(editor.json(INTERESTS).await["offered"][0]["slug"], CLOUD);
    replace(json!([]), json!([CLOUD])).await.expect(StatusCode::OK);
    replace(json!([SECURITY]), json!([])).await.expect(StatusCode::OK);
}
