//! Writing editions: fields, versions, trash, preview and test mails.

use reqwest::StatusCode;
use serde_json::{Value, json};

use super::{
    EDITIONS, confirm, create, finish, refused_field, send, server_with, start_with_subscription, worker,
};
use crate::{
    harness::{
        ADMIN, EDITOR, Server,
        scripted_smtp::{Accepted, ScriptedSmtp},
        with_fields,
    },
    newsletter::token,
};

#[tokio::test]
async fn edition_needs_a_subject_and_a_unique_slug() {
    let server = Server::start().await;
    let editor = server.editor().await;
    refused_field(editor.post(EDITIONS, &json!({})).await, "subject");
    create(&editor, &json!({})).await;
    let second = create(&editor, &json!({})).await;
    assert_eq!(editor.json(&second).await["slug"], "novidades-de-maio-2");
    refused_field(editor.put(&second, &json!({"slug": "novidades-de-maio"})).await, "slug");
}

#[tokio::test]
async fn slug_of_an_edition_is_counted_as_a_campaign() {
    let server = Server::start().await;
    let editor = server.editor().await;
    let phone = json!({"slug": "ligue-4002-8922"});
    refused_field(editor.post(EDITIONS, &with_fields(json!({"subject": "Ligue"}), &phone)).await, "slug");
    let first = create(&editor, &json!({"subject": "Lote 2026-123"})).await;
    let second = create(&editor, &json!({"subject": "Lote 2026-123"})).await;
    let slugs = [&editor.json(&first).await["slug"], &editor.json(&second).await["slug"]].map(Value::clone);
    assert_eq!(slugs, ["lote-2026-123", "lote-2026-123-n2"]);
    server
        .execute_sql("UPDATE newsletter_editions SET slug = 'ligue-4002-8922' WHERE slug = 'lote-2026-123'")
        .await;
    editor.put(&first, &with_fields(phone, &json!({"pace": 10}))).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn stale_edition_update_is_refused_and_deleted_edition_is_restored() {
    let server = Server::start().await;
    let editor = server.editor().await;
    let path = create(&editor, &json!({})).await;
    let put = || editor.put(&path, &json!({"preheader": "Resumo"})).if_match("\"1\"");
    put().await.expect(StatusCode::OK);
    put().await.expect(StatusCode::PRECONDITION_FAILED);
    editor.delete(&path).await.expect(StatusCode::NO_CONTENT);
    editor.get(&path).await.expect(StatusCode::NOT_FOUND);
    assert_eq!(editor.json(&format!("{EDITIONS}/trash")).await[0]["preheader"], "Resumo");
    editor.post_empty(&format!("{path}/restore")).await.expect(StatusCode::OK);
    let found = editor.json(&format!("{EDITIONS}?search=novidades")).await;
    assert_eq!(found.as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn edition_without_content_recipients_or_mail_server_is_not_sent() {
    let without_mail = Server::start().await;
    let editor = without_mail.editor().await;
    let path = create(&editor, &json!({})).await;
    let send = |path: &str| format!("{path}/send");
    editor.post(&send(&path), &json!({})).await.expect_error(StatusCode::CONFLICT, "no_mail_server");
    let smtp = ScriptedSmtp::start(|_, _, _| None).await;
    let server = server_with(&smtp).await;
    let editor = server.editor().await;
    let path = create(&editor, &json!({})).await;
    editor.post(&send(&path), &json!({})).await.expect_error(StatusCode::CONFLICT, "no_recipients");
    confirm(&server, ["ana@exemplo.com.br".to_owned()]).await;
    let empty = create(&editor, &json!({"body": ""})).await;
    editor.post(&send(&empty), &json!({})).await.expect_error(StatusCode::CONFLICT, "edition_empty");
}

#[tokio::test]
async fn edition_is_sent_only_in_the_version_that_was_seen() {
    let (_smtp, _server, editor) = start_with_subscription().await;
    let path = create(&editor, &json!({})).await;
    let send_version = |etag: &str| editor.post(&format!("{path}/send"), &json!({})).if_match(etag);
    send_version("\"2\"").await.expect(StatusCode::PRECONDITION_FAILED);
    send_version("\"1\"").await.expect(StatusCode::OK);
}

#[tokio::test]
async fn edition_that_is_being_sent_accepts_only_changes_of_archive_and_pace() {
    let (_smtp, _server, editor) = start_with_subscription().await;
    let path = send(&editor, &json!({})).await;
    let again = editor.post(&format!("{path}/send"), &json!({})).await;
    again.expect_error(StatusCode::CONFLICT, "edition_not_open");
    editor.put(&path, &json!({"body": "x"})).await.expect_error(StatusCode::CONFLICT, "edition_sent");
    editor.put(&path, &json!({"is_archived": false, "pace": 100})).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn edition_preview_has_absolute_links_and_the_chosen_posts() {
    let server = Server::start().await;
    let editor = server.editor().await;
    let post = editor.json("/api/blog?limit=1").await["posts"][0].clone();
    let input = json!({
        "subject": "Maio <1>",
        "preheader": "Resumo",
        "body": "# Olá\n\n[Contato](/contato) <script>alert(1)</script>\n\n![Rack](/media/a.png)\n\n![Foto de fora](https://fora.example/b.png) e [rel](contato)",
        "post_ids": [post["id"]],
        "slug": "maio",
    });
    let preview = editor.post(&format!("{EDITIONS}/preview"), &input).await.expect(StatusCode::OK).json();
    let (html, text) = (preview["html"].as_str().unwrap(), preview["text"].as_str().unwrap());
    let campaign = "utm_source=newsletter&amp;utm_medium=email&amp;utm_campaign=maio";
    let origin = server.app.config.origin();
    for part in [
        format!("href=\"{origin}/contato?{campaign}\""),
        format!("src=\"{origin}/media/a.png\" alt=\"Rack\""),
        format!(">Foto de fora e <a class=\"accent\" href=\"{origin}/contato?{campaign}\""),
        format!("{origin}/blog/{}?{campaign}", post["slug"].as_str().unwrap()),
        "Maio &lt;1&gt;".to_owned(),
        "prefers-color-scheme: dark".to_owned(),
        "Você recebe este e-mail porque".to_owned(),
        format!("href=\"{origin}/newsletter/cancelar\""),
    ] {
        assert!(html.contains(&part), "{part} is missing in {html}");
    }
    assert!(!html.contains("alert(1)") && !html.contains("{{"), "{html}");
    assert!(text.contains(post["title"].as_str().unwrap()) && text.contains("[Rack]"), "{text}");
    assert!(text.contains(&format!("Cancelar a inscrição: {origin}/newsletter/cancelar")), "{text}");
    let deep = json!({"subject": "x", "body": "> ".repeat(10_000)});
    refused_field(editor.post(&format!("{EDITIONS}/preview"), &deep).await, "body");
}

#[tokio::test]
async fn test_mail_goes_to_the_verified_address_of_the_caller() {
    let (smtp, server, editor) = start_with_subscription().await;
    let path = create(&editor, &json!({})).await;
    server.execute_sql(&format!("UPDATE users SET email_verified = false WHERE email = '{EDITOR}'")).await;
    let test = format!("{path}/test");
    editor.post_empty(&test).await.expect_error(StatusCode::CONFLICT, "email_not_verified");
    server.execute_sql(&format!("UPDATE users SET email_verified = true WHERE email = '{ADMIN}'")).await;
    server.admin().await.post_empty(&test).await.expect(StatusCode::NO_CONTENT);
    while worker(&server).deliver_due().await.unwrap() > 0 {}
    let [mail] = &smtp.accepted()[..] else { panic!("one mail") };
    assert_eq!((&*mail.to, &*mail.header("Subject").unwrap()), (ADMIN, "[Teste] Novidades de maio"));
    assert_eq!(editor.json(&path).await["state"], "draft");
}

#[tokio::test]
async fn placeholders_in_the_text_of_an_edition_are_not_replaced() {
    let smtp = ScriptedSmtp::start(|_, _, _| None).await;
    let server = server_with(&smtp).await;
    confirm(&server, ["ana@exemplo.com.br", "bia@exemplo.com.br"].map(str::to_owned)).await;
    let editor = server.editor().await;
    let body = "Sair: {{unsubscribe_url}} &#1;unsubscribe_url&#1;\n\n\
        <a href=\"https://outro.example/?a={{unsubscribe_url}}&#1;unsubscribe_url&#1;\" title=\"{{preferences_url}}\">a</a>";
    send(
        &editor,
        &json!({"subject": "{{unsubscribe_url}}", "preheader": "{{unsubscribe_url}}", "body": body}),
    )
    .await;
    finish(&server).await;
    let [one, other] = &smtp.accepted()[..] else { panic!("two mails") };
    for (mail, of_another) in [(one, other), (other, one)] {
        let text = mail.decoded_text();
        let secret = |mail: &Accepted| {
            let links = mail.header("List-Unsubscribe").unwrap();
            token(links.split('>').next().unwrap()).to_owned()
        };
        // The links of the layout: one in each part.
        assert_eq!(text.matches(&secret(mail)).count(), 2, "{text}");
        assert!(text.contains("Sair: {{unsubscribe_url}} unsubscribe_url"), "{text}");
        assert!(!text.contains(&secret(of_another)), "{text}");
    }
}
