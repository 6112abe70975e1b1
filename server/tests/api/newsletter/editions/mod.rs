//! Tests of the editions of the newsletter, and their helpers.

mod archive;
mod new_posts;
mod refusals;
mod sending;
mod writing;

use chrono::TimeDelta;
use reqwest::StatusCode;
use serde_json::{Value, json};
use vitrine::{
    features::newsletter::{
        editions::{
            model::{EditionFilter, EditionState},
            sending as editions,
            store::count,
        },
        model::{ConsentProof, ImportedSubscription},
        store,
    },
    foundation::mail::worker::Worker,
};

use crate::harness::{Answer, Client, Server, scripted_smtp::ScriptedSmtp, with_fields};

const EDITIONS: &str = "/api/newsletter/editions";
const FROM: (&str, &str) = ("VITRINE_MAIL_FROM", "Exemplo TI <site@exemplo.com.br>");

/// Starts a server that sends mail to the scripted server.
async fn server_with(smtp: &ScriptedSmtp) -> Server {
    let variables = [("VITRINE_SMTP_URL", &*smtp.url), FROM, ("VITRINE_RATE_LIMITS", "off")];
    Server::start_with_variables(&variables).await
}

/// Starts a server with a confirmed subscription, and a mail server that accepts all mail. Also returns an editor.
async fn start_with_subscription() -> (ScriptedSmtp, Server, Client) {
    let smtp = ScriptedSmtp::start(|_, _, _| None).await;
    let server = server_with(&smtp).await;
    confirm(&server, ["ana@exemplo.com.br".to_owned()]).await;
    let editor = server.editor().await;
    (smtp, server, editor)
}

/// Creates confirmed subscriptions of these addresses.
async fn confirm(server: &Server, emails: impl IntoIterator<Item = String>) {
    let now = server.app.clock.now();
    let proof = ConsentProof { text: "Evento".into(), consented_at: now };
    let subscription =
        |email| ImportedSubscription { email, proof: Some(proof.clone()), interests: Vec::new() };
    let all: Vec<_> = emails.into_iter().map(subscription).collect();
    let tx = server.app.db.begin().await.unwrap();
    store::import(&*tx, &all, now).await.unwrap();
    tx.commit().await.unwrap();
}

fn address(number: usize) -> String {
    format!("pessoa{number:03}@exemplo.com.br")
}

/// Creates an edition and returns its path.
async fn create(editor: &Client, changes: &Value) -> String {
    let input = json!({"subject": "Novidades de maio", "body": "Olá! Veja [o blog](/blog)."});
    let edition =
        editor.post(EDITIONS, &with_fields(input, changes)).await.expect(StatusCode::CREATED).json();
    format!("{EDITIONS}/{}", edition["id"].as_str().unwrap())
}

/// Creates an edition and starts sending it. Returns its path.
async fn send(editor: &Client, changes: &Value) -> String {
    let path = create(editor, changes).await;
    editor.post(&format!("{path}/send"), &json!({})).await.expect(StatusCode::OK);
    path
}

/// Returns a mail worker that skips mail of ended subscriptions and canceled editions.
fn worker(server: &Server) -> Worker {
    Worker::new(server.app.clone()).checking(editions::is_wanted)
}

/// Queues and delivers mail until no edition is being sent, and moves the clock for retries.
async fn finish(server: &Server) {
    let worker = worker(server);
    let sending = EditionFilter { state: Some(EditionState::Sending), search: None };
    for _ in 0..2_000 {
        editions::run(&server.app).await.unwrap();
        if worker.deliver_due().await.unwrap() > 0 {
            continue;
        }
        if count(server.app.db.reader(), &sending).await.unwrap() == 0 {
            return;
        }
        server.advance(TimeDelta::minutes(10));
    }
    panic!("the edition is still being sent");
}

/// Returns the counts with these names in the results of an edition.
async fn results<const N: usize>(editor: &Client, path: &str, names: [&str; N]) -> [i64; N] {
    let results = editor.json(&format!("{path}/results")).await;
    names.map(|name| results[name].as_i64().unwrap())
}

/// Checks that a request was refused because of one field.
#[track_caller]
fn refused_field(answer: Answer, field: &str) {
    let body = answer.expect_error(StatusCode::UNPROCESSABLE_ENTITY, "invalid_fields");
    let fields: Vec<_> = body["fields"].as_object().unwrap().keys().collect();
    assert_eq!(fields, [field]);
}
