//! The import of subscribers.

use chrono::TimeDelta;
use reqwest::StatusCode;
use serde_json::{Value, json};
use vitrine::features::newsletter::import::invitations;

use super::{
    ANA, entry, reports::report, statuses, subscribe_and_confirm, subscribe_for_links, token, use_link,
};
use crate::harness::{Server, mailbox, new_contact_with, with_fields};

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
async fn imported_subscriptions_are_listed_in_the_order_of_the_file() {
    let server = Server::start().await;
    // One more than are stored at once.
    let emails: Vec<String> = (0..501).map(|number| format!("pessoa{number}@exemplo.com.br")).collect();
    let csv: Vec<String> = emails.iter().map(|email| format!("{email};01/03/2025;Feira")).collect();
    import(&server, json!({"csv": csv.join("\n"), "declares_consent": true})).await;
    let export = server.admin().await.text(&format!("{LIST}/export")).await;
    let listed: Vec<_> = export.lines().skip(1).filter_map(|row| row.split(';').next()).collect();
    assert_eq!(listed, emails);
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

/// Returns the outcome of an import of [`ANA`] with proof of consent: how the address is left out, or null.
async fn outcome_of_import(server: &Server) -> Value {
    let body = json!({"csv": format!("{ANA};01/03/2025;Feira"), "declares_consent": true, "dry_run": true});
    let preview = import(server, body.clone()).await;
    let result = import(server, with_fields(body, &json!({"dry_run": false}))).await;
    assert_eq!(preview["left_out"], result["left_out"]);
    result["left_out"][0]["outcome"].clone()
}

async fn unsubscribe(server: &Server) {
    let links = subscribe_and_confirm(server, ANA).await;
    use_link(server, "unsubscribe", token(&links.unsubscribe)).await.expect(StatusCode::NO_CONTENT);
}

/// Deletes all subscriptions as staff, oldest first.
async fn delete_all(server: &Server) {
    let editor = server.editor().await;
    for subscription in editor.json(LIST).await.as_array().unwrap().iter().rev() {
        let path = format!("{LIST}/{}", subscription["id"].as_str().unwrap());
        editor.delete(&path).await.expect(StatusCode::NO_CONTENT);
    }
    assert_eq!(statuses(server).await, []);
}

#[tokio::test]
async fn deleted_subscription_that_had_ended_is_not_imported_again() {
    let server = Server::start().await;
    unsubscribe(&server).await;
    delete_all(&server).await;
    assert_eq!(outcome_of_import(&server).await, "unsubscribed");
    let stored = server.query("SELECT address_hash FROM newsletter_suppressions").await;
    let hash: String = stored[0].try_get("", "address_hash").unwrap();
    assert!(hash.len() == 64 && stored.len() == 1, "the list has a hash: {hash}");

    let server = Server::start().await;
    subscribe_and_confirm(&server, ANA).await;
    report(&server, &json!({"RecordType": "Bounce", "Type": "HardBounce", "ID": 1, "Email": ANA})).await;
    delete_all(&server).await;
    assert_eq!(outcome_of_import(&server).await, "refused");
}

#[tokio::test]
async fn deleted_subscription_that_had_not_ended_is_imported_again() {
    let server = Server::start().await;
    subscribe_and_confirm(&server, ANA).await;
    delete_all(&server).await;
    assert_eq!(outcome_of_import(&server).await, Value::Null);
    assert_eq!(statuses(&server).await, [entry(ANA, "confirmed")]);
}

#[tokio::test]
async fn link_of_a_deleted_subscription_prevents_its_import() {
    let server = Server::start().await;
    let links = subscribe_and_confirm(&server, ANA).await;
    delete_all(&server).await;
    for _ in 0..2 {
        use_link(&server, "unsubscribe", token(&links.unsubscribe)).await.expect(StatusCode::NO_CONTENT);
    }
    assert_eq!(outcome_of_import(&server).await, "unsubscribed");
}

#[tokio::test]
async fn address_of_an_erased_person_is_not_imported() {
    let erase = json!({"email": ANA});
    let server = Server::start().await;
    subscribe_and_confirm(&server, ANA).await;
    server.admin().await.post("/api/people/erase", &erase).await.expect(StatusCode::OK);
    assert_eq!(outcome_of_import(&server).await, "unsubscribed");

    let server = Server::start().await;
    server.send_contact(&new_contact_with(&erase)).await;
    server.admin().await.post("/api/people/erase", &erase).await.expect(StatusCode::OK);
    assert_eq!(outcome_of_import(&server).await, "unsubscribed", "without a subscription, too");
}

#[tokio::test]
async fn expired_subscription_that_had_ended_is_not_imported_again() {
    let server = Server::start().await;
    unsubscribe(&server).await;
    server.advance(TimeDelta::days(6 * 365));
    server.run_maintenance().await;
    server.advance(TimeDelta::hours(2));
    server.run_maintenance().await;
    assert_eq!(statuses(&server).await, []);
    assert_eq!(outcome_of_import(&server).await, "unsubscribed");
}

#[tokio::test]
async fn address_that_declined_the_confirmation_is_not_imported() {
    let server = Server::start().await;
    let links = subscribe_for_links(&server, ANA).await;
    use_link(&server, "unsubscribe", token(&links.unsubscribe)).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(statuses(&server).await, []);
    assert_eq!(outcome_of_import(&server).await, "unsubscribed");
}

#[tokio::test]
async fn suppression_ends_when_the_owner_subscribes_again_and_confirms() {
    let server = Server::start().await;
    unsubscribe(&server).await;
    delete_all(&server).await;
    server.advance(TimeDelta::minutes(11));
    let links = subscribe_for_links(&server, ANA).await;
    let count = async || server.query("SELECT 1 AS one FROM newsletter_suppressions").await.len();
    assert_eq!(count().await, 1, "anyone can request a subscription");
    use_link(&server, "confirm", token(&links.confirm)).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(count().await, 0);
    // An earlier subscription says nothing about the current one.
    use_link(&server, "unsubscribe", token(&links.unsubscribe)).await.expect(StatusCode::NO_CONTENT);
    server.advance(TimeDelta::minutes(11));
    subscribe_and_confirm(&server, ANA).await;
    delete_all(&server).await;
    assert_eq!(outcome_of_import(&server).await, Value::Null);
}
