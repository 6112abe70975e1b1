//! The import of subscribers.

use chrono::TimeDelta;
use reqwest::StatusCode;
use serde_json::{Value, json};
use vitrine::features::newsletter::import::invitations;

use super::{ANA, entry, statuses, subscribe_and_confirm, token, use_link};
use crate::harness::{Server, mailbox};

const LIST: &str = "/api/newsletter/subscriptions";
const IMPORT: &str = "/api/newsletter/subscriptions/import";

async fn import(server: &Server, body: Value) -> Value {
    server.admin().await.post(IMPORT, &body).await.expect(StatusCode::OK).json()
}

/// Returns the numbers of confirmed, invited, existing, unsubscribed, refused and invalid lines of a result.
fn counts(result: &Value) -> [u64; 6] {
    ["confirmed", "invited", "existing", "unsubscribed", "refused", "invalid"]
        .map(|name| result[name].as_u64().unwrap())
}

/// Starts a server with a configured mail server. No test delivers the mail, so no mail server runs.
async fn server_with_mail() -> Server {
    let variables = [
        ("VITRINE_SMTP_URL", "smtp://127.0.0.1:9"),
        ("VITRINE_MAIL_FROM", "Exemplo TI <site@exemplo.com.br>"),
    ];
    Server::start_with_variables(&variables).await
}

#[tokio::test]
async fn import_is_previewed_and_stores_proof_of_consent() {
    let server = Server::start().await;
    let links = subscribe_and_confirm(&server, "saiu@exemplo.com.br").await;
    use_link(&server, "unsubscribe", token(&links.unsubscribe)).await.expect(StatusCode::NO_CONTENT);
    subscribe_and_confirm(&server, "bia@exemplo.com.br").await;
    server.advance(TimeDelta::seconds(1));
    let csv = "e-mail;data;origem\n\
               Ana@exemplo.com.br;01/03/2025;Feira de março\n\
               caio@exemplo.com.br;2025-03-02;\n\
               novo@exemplo.com.br\n\
               bia@exemplo.com.br;01/03/2025;Feira\n\
               saiu@exemplo.com.br;01/03/2025;Feira\n\
               errado@;01/03/2025;Feira";
    let preview = import(&server, json!({"csv": csv, "source": "Loja", "dry_run": true})).await;
    assert_eq!(counts(&preview), [2, 1, 1, 1, 0, 1]);
    let left_out = json!([
        {"line": 6, "email": "saiu@exemplo.com.br", "outcome": "unsubscribed", "reason": null},
        {"line": 7, "email": "errado@", "outcome": "invalid", "reason": "O e-mail não é válido."},
    ]);
    assert_eq!(preview["left_out"], left_out);
    assert_eq!(statuses(&server).await.len(), 2, "a preview stores nothing");

    let undeclared = server.admin().await.post(IMPORT, &json!({"csv": csv, "source": "Loja"})).await;
    let refused = undeclared.expect_error(StatusCode::UNPROCESSABLE_ENTITY, "invalid_fields");
    assert!(refused["fields"]["declares_consent"].is_string(), "{refused}");
    let declared = json!({"csv": csv, "source": "Loja", "declares_consent": true});
    let result = import(&server, declared.clone()).await;
    assert_eq!((counts(&result), &result["is_applied"]), ([2, 1, 1, 1, 0, 1], &json!(true)));
    let again = import(&server, declared).await;
    assert_eq!(counts(&again), [0, 0, 4, 1, 0, 1], "importing again changes nothing");

    let ana = server.editor().await.json(&format!("{LIST}?search={ANA}")).await[0].clone();
    let expected = json!(["confirmed", "import", "", "Feira de março", "2025-03-01T03:00:00Z"]);
    let fields = ["status", "origin", "consent_version", "consent_text", "consented_at"];
    assert_eq!(Value::from_iter(fields.map(|name| ana[name].clone())), expected);
    let caio = server.editor().await.json(&format!("{LIST}?search=caio")).await[0].clone();
    assert_eq!((&caio["status"], &caio["consent_text"]), (&json!("confirmed"), &json!("Loja")));
    let events = server.admin().await.json("/api/audit?search=newsletter").await;
    let event = events.as_array().unwrap().iter().rfind(|event| event["action"] == "subscription.imported");
    let event = event.expect("an audit event");
    let detail = server.admin().await.json(&format!("/api/audit/{}", event["sequence"])).await;
    assert!(detail.to_string().contains("consent") && !detail.to_string().contains(ANA), "{detail}");
}

#[tokio::test]
async fn imported_addresses_without_proof_are_asked_to_confirm_in_small_batches() {
    let server = server_with_mail().await;
    let csv: String = (0..30).map(|number| format!("p{number:02}@exemplo.com.br\n")).collect();
    let result = import(&server, json!({"csv": csv})).await;
    assert_eq!((counts(&result), &result["sends_mail"]), ([0, 30, 0, 0, 0, 0], &json!(true)));
    assert_eq!(invitations::queue_next(&server.app).await.unwrap(), 20);
    assert_eq!(invitations::queue_next(&server.app).await.unwrap(), 0, "the first batch still waits");
    let mail = mailbox::of_kind(&server, "newsletter_invitation").await.remove(0);
    let text = mail.body.to_string();
    assert!(text.contains("você aceita receber a nossa newsletter"), "the mail has the consent text: {text}");
    let token_of = |url: &Value| token(url.as_str().unwrap()).to_owned();

    server.advance(TimeDelta::days(7) - TimeDelta::seconds(1));
    let confirm = token_of(&mail.body["action"]["url"]);
    use_link(&server, "confirm", &confirm).await.expect(StatusCode::NO_CONTENT);
    let confirmed = server.editor().await.json(&format!("{LIST}?status=confirmed")).await;
    assert_eq!((&confirmed[0]["email"], &confirmed[0]["consent_version"]), (&json!(mail.to), &json!("1.0")));

    let declined = mailbox::of_kind(&server, "newsletter_invitation").await.remove(1);
    let unsubscribe = token_of(&declined.body["unsubscribe_url"]);
    use_link(&server, "unsubscribe", &unsubscribe).await.expect(StatusCode::NO_CONTENT);
    let again = import(&server, json!({"csv": csv, "dry_run": true})).await;
    assert_eq!(counts(&again), [0, 0, 29, 1, 0, 0], "an address that declined is not invited again");
}

#[tokio::test]
async fn invitations_that_expire_unsent_are_replaced() {
    let server = server_with_mail().await;
    import(&server, json!({"csv": ANA})).await;
    assert_eq!(invitations::queue_next(&server.app).await.unwrap(), 1);
    server.advance(TimeDelta::days(7));
    assert_eq!(invitations::queue_next(&server.app).await.unwrap(), 0);
    assert_eq!(invitations::requeue_expired(&server.app).await.unwrap(), 1);
    assert_eq!(invitations::queue_next(&server.app).await.unwrap(), 1);
    assert_eq!(statuses(&server).await, [entry(ANA, "pending")]);
}

#[tokio::test]
async fn invited_subscription_is_stored_as_long_as_its_link_is_valid() {
    let server = server_with_mail().await;
    let period = |days: u32| json!({"days": days});
    let set =
        async |days| server.admin().await.put("/api/retention/pending_subscriptions", &period(days)).await;
    set(7).await.expect(StatusCode::UNPROCESSABLE_ENTITY);
    set(8).await.expect(StatusCode::OK);
    import(&server, json!({"csv": "ana@exemplo.com.br"})).await;
    server.advance(TimeDelta::days(3));
    invitations::queue_next(&server.app).await.unwrap();
    let invitation = mailbox::of_kind(&server, "newsletter_invitation").await.remove(0);
    assert!(!invitation.body.to_string().contains("30 dias"), "the period is a setting");
    server.advance(TimeDelta::days(6));
    server.run_maintenance().await;
    server.advance(TimeDelta::hours(2));
    server.run_maintenance().await;
    let url = invitation.body["action"]["url"].as_str().unwrap();
    use_link(&server, "confirm", token(url)).await.expect(StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn import_requires_a_stepped_up_administrator_and_a_list() {
    let server = Server::start().await;
    server.editor().await.post(IMPORT, &json!({"csv": ANA})).await.expect(StatusCode::FORBIDDEN);
    let admin = server.admin().await;
    for csv in ["", "E-mail\n", "PK\u{3}\u{4}\0"] {
        let answer = admin.post(IMPORT, &json!({"csv": csv, "dry_run": true})).await;
        assert!(
            answer.expect_error(StatusCode::UNPROCESSABLE_ENTITY, "invalid_fields")["fields"]["csv"]
                .is_string()
        );
    }
    server.advance(TimeDelta::minutes(10));
    admin.post(IMPORT, &json!({"csv": ANA})).await.expect_error(StatusCode::FORBIDDEN, "step_up_required");
}
