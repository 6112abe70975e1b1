//! Requests about personal data: the form, its limits and its link.

mod answers;
mod erasure;

use chrono::TimeDelta;
use reqwest::{Method, StatusCode, header};
use serde_json::{Value, json};

use crate::harness::{ADMIN, Answer, BEHIND_PROXY, Client, EDITOR, NO_LIMITS, Server, mailbox, path_of_url};

const ANA: &str = "ana@exemplo.com.br";
const FORM: &str = "/privacidade/pedido";

/// Posts the form as a browser does.
async fn send(client: &Client, fields: &str) -> Answer {
    client.post_form(FORM, fields).await
}

/// Sends a valid request of a kind, and returns its protocol.
async fn ask(server: &Server, kind: &str, email: &str) -> String {
    let fields = format!("kind={kind}&name=Ana+Souza&email={email}&message=Ol%C3%A1&website=");
    let sent = send(server, &fields).await.expect(StatusCode::SEE_OTHER);
    let location = sent.header("location").to_owned();
    location.strip_prefix("/privacidade/pedido/enviado?protocolo=").expect(&location).to_owned()
}

/// Returns the path of the newest link that was mailed to an address.
async fn newest_link(server: &Server, email: &str) -> String {
    let mails = mailbox::of_kind(server, "privacy_request_confirmation").await;
    let mail = mails.iter().rfind(|mail| mail.to == email).expect("a mail");
    path_of_url(&mail.body["action"]["url"])
}

/// Confirms a request as the page of its link does.
async fn confirm(server: &Server, link: &str) -> Answer {
    server.post_form(link, "").await
}

/// Sends a request and confirms it. Returns it as administrators see it.
async fn ask_and_confirm(server: &Server, kind: &str) -> Value {
    let protocol = ask(server, kind, ANA).await;
    confirm(server, &newest_link(server, ANA).await).await.expect(StatusCode::SEE_OTHER);
    let found = server.admin().await.json(&format!("/api/privacy-requests?search={protocol}")).await;
    found[0].clone()
}

fn path_of(request: &Value) -> String {
    format!("/api/privacy-requests/{}", request["id"].as_str().unwrap())
}

#[tokio::test]
async fn privacy_request_is_confirmed_once_by_its_link() {
    let server = Server::start().await;
    let protocol = ask(&server, "deletion", "Ana%40Exemplo.com.br").await;
    let page = server.text(&format!("/privacidade/pedido/enviado?protocolo={protocol}")).await;
    assert!(page.contains(&protocol) && page.contains("a•••@exemplo.com.br"), "{page}");
    let admin = server.admin().await;
    assert_eq!(admin.json("/api/privacy-requests").await, json!([]), "not confirmed yet");
    let waiting = admin.json("/api/privacy-requests?stage=unconfirmed").await;
    assert_eq!((&waiting[0]["protocol"], &waiting[0]["email"]), (&json!(protocol), &json!(ANA)));

    let link = newest_link(&server, ANA).await;
    for method in [Method::GET, Method::HEAD] {
        let shown = server.request(method, &link).await.expect(StatusCode::OK);
        assert_eq!(shown.headers()[header::CACHE_CONTROL], "no-store");
    }
    assert_eq!(admin.json("/api/privacy-requests").await, json!([]), "opening the link changes nothing");
    let done = confirm(&server, &link).await.expect(StatusCode::SEE_OTHER);
    assert_eq!(done.header("location"), "/privacidade/pedido/confirmado");
    assert!(server.text("/privacidade/pedido/confirmado").await.contains("Pedido confirmado"));
    let open = admin.json("/api/privacy-requests").await;
    let fields =
        ["kind", "state", "name", "message", "due_on", "days_left"].map(|name| open[0][name].clone());
    let expected =
        json!(["deletion", "open", "Ana Souza", "Olá", "2026-12-05", 15]).as_array().unwrap().clone();
    assert_eq!(fields.to_vec(), expected);

    let receipt = mailbox::of_kind(&server, "privacy_request_receipt").await.pop().unwrap();
    assert_eq!(receipt.to, ANA);
    let text = receipt.body.to_string();
    assert!(text.contains(&protocol) && text.contains("5 de dezembro de 2026"), "{text}");
    let notices = mailbox::of_kind(&server, "privacy_request_notice").await;
    assert_eq!(notices.iter().map(|mail| &*mail.to).collect::<Vec<_>>(), [ADMIN]);
    let used = confirm(&server, &link).await.expect(StatusCode::GONE);
    assert!(used.text().contains("não vale mais"));
    let event = &admin.json("/api/audit?group=privacy_request").await[0];
    assert_eq!(
        (&event["action"], &event["label"]),
        (&json!("privacy_request.confirmed"), &json!(protocol)),
        "the event has no personal data"
    );
}

#[tokio::test]
async fn confirmation_of_a_closed_privacy_request_mails_nothing() {
    let server = Server::start().await;
    ask(&server, "access", ANA).await;
    let admin = server.admin().await;
    let unconfirmed = admin.json("/api/privacy-requests?stage=unconfirmed").await;
    let path = path_of(&unconfirmed[0]);
    admin.put(&path, &json!({"state": "done"})).await.expect(StatusCode::OK);
    confirm(&server, &newest_link(&server, ANA).await).await.expect(StatusCode::SEE_OTHER);
    for kind in ["privacy_request_receipt", "privacy_request_notice"] {
        assert!(mailbox::of_kind(&server, kind).await.is_empty(), "{kind}");
    }
    let confirmed = admin.json(&path).await;
    assert_eq!(confirmed["state"], "done");
    assert!(confirmed["confirmed_at"].is_string(), "{confirmed}");
}

#[tokio::test]
async fn privacy_request_link_expires_and_unconfirmed_requests_are_deleted() {
    let server = Server::start().await;
    ask(&server, "access", ANA).await;
    let link = newest_link(&server, ANA).await;
    server.advance(TimeDelta::hours(48));
    confirm(&server, &link).await.expect(StatusCode::GONE);
    confirm(&server, "/privacidade/pedido/confirmar?token=palpite").await.expect(StatusCode::GONE);
    server.run_maintenance().await;
    let waiting =
        async || server.admin().await.json("/api/privacy-requests/summary").await["unconfirmed"].clone();
    assert_eq!(waiting().await, 1);
    server.advance(TimeDelta::days(28) + TimeDelta::seconds(1));
    server.run_maintenance().await;
    assert_eq!(waiting().await, 0);
}

#[tokio::test]
async fn privacy_form_answers_alike_for_known_and_unknown_addresses() {
    let server = Server::start().await;
    ask_and_confirm(&server, "access").await;
    for email in [ANA, "bia@exemplo.com.br", EDITOR] {
        let protocol = ask(&server, "access", email).await;
        let halves: Vec<usize> = protocol.split('-').map(str::len).collect();
        assert_eq!(halves, [4, 4], "{protocol}");
    }
    let sent = server.text("/privacidade/pedido/enviado").await;
    let forged = server.text("/privacidade/pedido/enviado?protocolo=%3Cb%3Ex").await;
    assert!(!sent.contains("Ana") && !forged.contains("<b>x"));
}

#[tokio::test]
async fn invalid_privacy_form_keeps_its_input_and_a_filled_hidden_field_is_refused() {
    let server = Server::start().await;
    let refused = send(&server, "kind=tudo&name=+&email=ana%40&message=Um+texto+longo")
        .await
        .expect(StatusCode::UNPROCESSABLE_ENTITY)
        .text();
    for part in ["value=\"ana@\"", "Um texto longo", "Escolha o que você quer pedir.", "Preencha este campo."]
    {
        assert!(refused.contains(part), "{part}: {refused}");
    }
    let invisible = "kind=access&name=%E2%80%AE%E2%80%8B&email=ana%40exemplo.com.br";
    let page = send(&server, invisible).await.expect(StatusCode::UNPROCESSABLE_ENTITY).text();
    assert!(page.contains("Preencha este campo."), "{page}");
    let valid = "kind=portability&name=Ana&email=ana%40exemplo.com.br";
    let page = send(&server, &format!("{valid}%00")).await.expect(StatusCode::UNPROCESSABLE_ENTITY).text();
    let inputs = page.split("<input").skip(1).map(|input| input.split('>').next().unwrap());
    let checked: Vec<&str> = inputs.filter(|input| input.contains(" checked")).collect();
    assert!(matches!(checked[..], [input] if input.contains("value=\"portability\"")), "{checked:?}");
    let filled = send(&server, &format!("{valid}&website=x")).await;
    let page = filled.expect(StatusCode::UNPROCESSABLE_ENTITY).text();
    assert!(page.contains("campo oculto") && page.contains("value=\"ana@exemplo.com.br\""), "{page}");
    let counts = server.admin().await.json("/api/privacy-requests/summary").await;
    assert_eq!(counts, json!({"open": 0, "due_soon": 0, "overdue": 0, "unconfirmed": 0, "closed": 0}));
}

#[tokio::test]
async fn privacy_requests_of_one_network_are_limited() {
    let server = Server::start_with(BEHIND_PROXY).await;
    let from = async |network: u8, message: u8| {
        let fields = format!("kind=access&name=Ana&email=ana{message}%40exemplo.com.br");
        let form = server.post_form(FORM, &fields);
        form.header("x-forwarded-for", format!("203.0.{network}.7")).await.status()
    };
    for message in 0..5 {
        assert_eq!(from(1, message).await, StatusCode::SEE_OTHER);
    }
    assert_eq!(from(1, 5).await, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(from(1, 0).await, StatusCode::SEE_OTHER, "a repeated form is no new request");
    assert_eq!(from(2, 6).await, StatusCode::SEE_OTHER, "another network has its own limit");
    for _ in 0..10 {
        confirm(&server, "/privacidade/pedido/confirmar?token=palpite").await.expect(StatusCode::GONE);
    }
    let over = confirm(&server, "/privacidade/pedido/confirmar?token=palpite").await;
    assert_eq!(over.status(), StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn fourth_privacy_request_of_an_address_is_refused_and_keeps_its_input() {
    let server = Server::start().await;
    let form = |message: &str| format!("kind=access&name=Ana&email={ANA}&message={message}");
    for message in ["um", "dois", "tres"] {
        send(&server, &form(message)).await.expect(StatusCode::SEE_OTHER);
    }
    let refused = send(&server, &form("quatro")).await.expect(StatusCode::UNPROCESSABLE_ENTITY).text();
    assert!(refused.contains("Já enviamos vários links de confirmação a este endereço."), "{refused}");
    assert!(
        refused.contains("quatro</textarea>") && refused.contains(&format!("value=\"{ANA}\"")),
        "{refused}"
    );
    send(&server, &form("tres")).await.expect(StatusCode::SEE_OTHER);
    let other = "kind=access&name=Bia&email=bia%40exemplo.com.br";
    send(&server, other).await.expect(StatusCode::SEE_OTHER);
    let counts = server.admin().await.json("/api/privacy-requests/summary").await;
    assert_eq!(counts["unconfirmed"], 4, "the refused request isn't stored");
    assert_eq!(mailbox::of_kind(&server, "privacy_request_confirmation").await.len(), 4);
    server.advance(TimeDelta::hours(8));
    send(&server, &form("quatro")).await.expect(StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn privacy_form_makes_a_new_request_if_an_equal_one_is_dated_in_the_future() {
    let server = Server::start_with(NO_LIMITS).await;
    server.app.clock.jump(TimeDelta::days(365));
    let first = ask(&server, "access", ANA).await;
    server.app.clock.jump(TimeDelta::days(-365));
    let second = ask(&server, "access", ANA).await;
    assert_ne!(second, first);
    assert_eq!(ask(&server, "access", ANA).await, second);
}

#[tokio::test]
async fn privacy_form_that_two_processes_receive_makes_one_request() {
    let server = Server::start_with(NO_LIMITS).await;
    let replica = server.replica().await;
    let (first, second) = tokio::join!(ask(&server, "access", ANA), ask(&replica, "access", ANA));
    assert_eq!(first, second);
    assert_eq!(ask(&server, "access", ANA).await, first);
    assert_ne!(ask(&server, "deletion", ANA).await, first, "another kind is another request");
    let mails = mailbox::of_kind(&server, "privacy_request_confirmation").await;
    assert_eq!(mails.len(), 2);
    confirm(&server, &newest_link(&server, ANA).await).await.expect(StatusCode::SEE_OTHER);
    server.advance(TimeDelta::minutes(10));
    assert_ne!(ask(&server, "access", ANA).await, first, "a later form is a new request");
    let counts = server.admin().await.json("/api/privacy-requests/summary").await;
    assert_eq!((&counts["open"], &counts["unconfirmed"]), (&json!(1), &json!(2)));
}
