//! Requests about personal data: the form and its link, the administrators' list, replies and deadlines.

mod erasure;

use chrono::TimeDelta;
use reqwest::{Method, StatusCode, header};
use serde_json::{Value, json};
use vitrine::features::privacy_requests::replies::delivery;

use crate::{
    harness::{
        ADMIN, Answer, BEHIND_PROXY, Client, EDITOR, NO_LIMITS, Server, VISITOR, mailbox, path_of_url,
    },
    personal_data::{unzip, viewed},
};

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
    assert!(page.contains(&protocol), "{page}");
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
async fn invalid_privacy_form_keeps_its_input_and_robots_are_ignored() {
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
    send(&server, &format!("{valid}&website=x")).await.expect(StatusCode::SEE_OTHER);
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
async fn replies_are_mailed_once_and_an_answer_closes_the_privacy_request() {
    let server = Server::start().await;
    let request = ask_and_confirm(&server, "access").await;
    let (admin, path) = (server.admin().await, path_of(&request));
    let record = json!({"data_officer_contact": "dpo@empresa.example"});
    admin.put("/api/settings/company", &record).await.expect(StatusCode::OK);
    let reply = |text: &str, is_answer: bool| json!({"text": text, "is_answer": is_answer});
    let replies = format!("{path}/replies");
    let first =
        admin.post(&replies, &reply("Olá, Ana.\n\nEstamos reunindo.", false)).header("Idempotency-Key", "a");
    first.await.expect(StatusCode::CREATED);
    let repeated =
        admin.post(&replies, &reply("Olá, Ana.\n\nEstamos reunindo.", false)).header("Idempotency-Key", "a");
    repeated.await.expect(StatusCode::CREATED);
    assert_eq!(admin.json(&path).await["state"], "in_progress");
    let mails = mailbox::of_kind(&server, "privacy_request_reply").await;
    assert_eq!((mails.len(), &*mails[0].to), (1, ANA));
    let outbox = admin.json("/api/outbox").await;
    let is_reply = |message: &&Value| message["kind"] == "privacy_request_reply";
    let stored = outbox.as_array().unwrap().iter().find(is_reply).unwrap();
    assert_eq!(stored["reply_to"], "dpo@empresa.example");
    assert!(stored["subject"].as_str().unwrap().contains(request["protocol"].as_str().unwrap()));

    admin.post(&replies, &reply("Seguem os seus dados.", true)).await.expect(StatusCode::CREATED);
    let done = admin.json(&path).await;
    assert_eq!((&done["state"], &done["days_left"]), (&json!("done"), &Value::Null));
    assert!(done["closed_at"].is_string());
    let listed = admin.json(&replies).await;
    let deliveries: Vec<&Value> = listed.as_array().unwrap().iter().map(|reply| &reply["delivery"]).collect();
    assert_eq!(deliveries, ["queued", "queued"]);
    let actions = admin.json("/api/audit?group=privacy_request").await;
    assert_eq!(actions.as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn delivery_of_a_reply_is_the_state_of_its_message() {
    let server = Server::start().await;
    let request = ask_and_confirm(&server, "access").await;
    let (admin, replies) = (server.admin().await, format!("{}/replies", path_of(&request)));
    // Sends one reply, because the key is always the same. Each answer has the current delivery.
    let delivery_of_reply = async || {
        let input = json!({"text": "Estamos reunindo.", "is_answer": false});
        let reply = admin.post(&replies, &input).header("Idempotency-Key", "a").await;
        reply.expect(StatusCode::CREATED).json()["delivery"].clone()
    };
    assert_eq!(delivery_of_reply().await, "queued");
    for (change, expected) in [
        ("UPDATE outbox SET state = 'failed'", "failed"),
        ("UPDATE outbox SET state = 'queued'", "queued"),
        ("DELETE FROM outbox", "failed"),
        ("UPDATE privacy_request_replies SET state = 'sent'", "sent"),
    ] {
        server.execute_sql(change).await;
        delivery::settle(&server.app).await.unwrap();
        assert_eq!(delivery_of_reply().await, expected, "{change}");
        assert_eq!(admin.json(&replies).await[0]["delivery"], expected, "{change}");
    }
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

#[tokio::test]
async fn refused_privacy_request_needs_a_reason() {
    let server = Server::start().await;
    let request = ask_and_confirm(&server, "opposition").await;
    let (admin, path) = (server.admin().await, path_of(&request));
    let refused =
        admin.put(&path, &json!({"state": "refused"})).await.expect(StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(refused.json()["fields"], json!({"reason": "Preencha este campo."}));
    let change =
        json!({"state": "refused", "reason": "A lei obriga a guardar.", "note": "Visto com o jurídico."});
    let closed = admin.put(&path, &change).await.expect(StatusCode::OK).json();
    assert_eq!((&closed["reason"], &closed["note"]), (&change["reason"], &change["note"]));
    let reopened = admin.put(&path, &json!({"state": "in_progress"})).await.expect(StatusCode::OK).json();
    assert_eq!((&reopened["reason"], &reopened["closed_at"]), (&json!(""), &Value::Null));
    let back = admin.put(&path, &json!({"state": "unconfirmed"})).await;
    back.expect(StatusCode::UNPROCESSABLE_ENTITY);
    let stale = admin.put(&path, &json!({"note": "x"})).if_match("\"1\"").await;
    stale.expect(StatusCode::PRECONDITION_FAILED);
}

#[tokio::test]
async fn digest_of_due_privacy_requests_is_mailed_at_most_once_a_day() {
    let server = Server::start().await;
    let request = ask_and_confirm(&server, "correction").await;
    let path = path_of(&request);
    let digests = async || mailbox::of_kind(&server, "privacy_requests").await.len();
    let summary = async || {
        let counts = server.admin().await.json("/api/privacy-requests/summary").await;
        ["open", "due_soon", "overdue"].map(|name| counts[name].as_u64().unwrap())
    };
    server.advance(TimeDelta::days(11));
    server.run_maintenance().await;
    assert_eq!((summary().await, digests().await), ([1, 0, 0], 0));
    server.advance(TimeDelta::days(1));
    server.run_maintenance().await;
    server.run_maintenance().await;
    assert_eq!((summary().await, digests().await), ([1, 1, 0], 1));
    server.advance(TimeDelta::days(3));
    server.run_maintenance().await;
    let digest = mailbox::of_kind(&server, "privacy_requests").await.remove(0);
    assert!(digest.body.to_string().contains("vence hoje"), "{}", digest.body);
    server.advance(TimeDelta::days(1));
    server.run_maintenance().await;
    assert_eq!(
        (summary().await, digests().await),
        ([1, 0, 1], 1),
        "the digest of the day replaces the former one"
    );
    assert_eq!(server.admin().await.json(&path).await["days_left"], -1);
    mailbox::mark_sent(&server).await;
    server.run_maintenance().await;
    assert_eq!(digests().await, 1, "a sent digest is not followed by another one on the same day");
    server.admin().await.put(&path, &json!({"state": "done"})).await.expect(StatusCode::OK);
    server.advance(TimeDelta::days(1));
    server.run_maintenance().await;
    assert_eq!((summary().await, digests().await), ([0, 0, 0], 1));
}

#[tokio::test]
async fn digest_of_privacy_requests_counts_those_that_it_does_not_name() {
    let server = Server::start_with(NO_LIMITS).await;
    for number in 0..52 {
        ask(&server, "access", &format!("pessoa{number}@exemplo.com.br")).await;
    }
    server.execute_sql("UPDATE privacy_requests SET state = 'open'").await;
    server.advance(TimeDelta::days(18));
    server.run_maintenance().await;
    let outbox = server.admin().await.json("/api/outbox").await;
    let is_digest = |message: &&Value| message["kind"] == "privacy_requests";
    let digest = outbox.as_array().unwrap().iter().find(is_digest).expect("a digest");
    assert_eq!(digest["subject"], "52 pedidos de privacidade a responder, 52 em atraso");
    let digest = mailbox::of_kind(&server, "privacy_requests").await.remove(0);
    let text = digest.body.to_string();
    assert_eq!(text.matches("venceu em").count(), 50);
    assert!(text.contains("Outros 2 pedidos"), "{text}");
}

#[tokio::test]
async fn answered_privacy_requests_are_deleted_after_five_years() {
    let server = Server::start().await;
    let request = ask_and_confirm(&server, "access").await;
    let path = path_of(&request);
    let reply = json!({"text": "Pronto.", "is_answer": true});
    server.admin().await.post(&format!("{path}/replies"), &reply).await.expect(StatusCode::CREATED);
    server.execute_sql("UPDATE privacy_requests SET closed_at = '2021-11-22 12:00:00+00:00'").await;
    server.run_maintenance().await;
    assert_eq!(server.admin().await.status(&path).await, StatusCode::OK);
    server.execute_sql("UPDATE privacy_requests SET closed_at = '2021-11-20 12:00:00+00:00'").await;
    server.run_maintenance().await;
    assert_eq!(server.admin().await.status(&path).await, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn own_data_has_confirmed_privacy_requests_without_the_note_of_staff() {
    let server = Server::start_with(NO_LIMITS).await;
    server.execute_sql("UPDATE users SET email_verified = true").await;
    let visitor = server.sign_in(VISITOR).await;
    let own = async || visitor.own_data().await["privacy_requests"].clone();
    let protocol = ask(&server, "access", VISITOR).await;
    assert!(own().await.is_empty(), "anyone can send a request with this address");
    confirm(&server, &newest_link(&server, VISITOR).await).await.expect(StatusCode::SEE_OTHER);
    let admin = server.admin().await;
    let request = admin.json("/api/privacy-requests").await[0].clone();
    admin.put(&path_of(&request), &json!({"note": "Ligar antes."})).await.expect(StatusCode::OK);
    let data = own().await;
    assert_eq!((data.len(), &data[0]["protocol"], &data[0]["note"]), (1, &json!(protocol), &Value::Null));
}

#[tokio::test]
async fn view_and_exports_of_a_person_have_the_replies_to_privacy_requests() {
    let server = Server::start_with(NO_LIMITS).await;
    let admin = server.admin().await;
    let confirmed = ask_and_confirm(&server, "access").await;
    ask(&server, "correction", ANA).await;
    let unconfirmed = admin.json("/api/privacy-requests?stage=unconfirmed").await[0].clone();
    for (request, text) in [(&confirmed, "Seguem os seus dados."), (&unconfirmed, "Qual dado mudou?")] {
        let path = format!("{}/replies", path_of(request));
        admin.post(&path, &json!({"text": text})).await.expect(StatusCode::CREATED);
        server.advance(TimeDelta::seconds(1));
    }
    let records = viewed(&server, ANA, "privacy_replies").await;
    let texts: Vec<_> =
        records.as_array().unwrap().iter().map(|record| record["data"]["text"].clone()).collect();
    assert_eq!(texts, ["Qual dado mudou?", "Seguem os seus dados."]);
    assert_eq!(records[1]["data"]["protocol"], confirmed["protocol"]);
    let export = admin.get(&format!("/api/people/export?email={ANA}")).await.expect(StatusCode::OK);
    let file = &unzip(export.bytes())["privacy_replies.json"];
    assert!(file.contains("Seguem os seus dados.") && file.contains("Qual dado mudou?"), "{file}");
}
