//! Forms that a browser posts without JavaScript.

use reqwest::{Method, StatusCode, header};
use serde_json::Value;
use vitrine::platform::addresses;

use crate::harness::{Answer, NO_LIMITS, Server};

const VALID: [(&str, &str); 6] = [
    ("name", "Ana"),
    ("email", "ana@exemplo.com.br"),
    ("phone", "1133334444"),
    ("company", "Sol"),
    ("service", "Outro"),
    ("message", "Olá"),
];

async fn post(server: &Server, path: &str, fields: &[(&str, &str)]) -> Answer {
    let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
    server.post_form(path, &body).await
}

/// Sends a valid contact form with fields replaced or added. The server uses the last field of a name.
async fn send(server: &Server, changes: &[(&str, &str)]) -> Answer {
    post(server, "/contato", &[&VALID, changes].concat()).await
}

/// Returns the contacts of a view.
async fn contacts_in(server: &Server, view: &str) -> Vec<Value> {
    let list = server.editor().await.json(&format!("/api/contacts?view={view}")).await;
    list.as_array().unwrap().clone()
}

/// Returns the idempotency key in a refused form.
fn key_in(answer: &Answer) -> String {
    let html = answer.text();
    let input = html.split("name=\"idempotency_key\" value=\"").nth(1).expect("a key in the form");
    input.split('"').next().unwrap().to_owned()
}

#[tokio::test]
async fn contact_form_inputs_have_the_limits_of_the_contract() {
    let server = Server::start().await;
    let html = server.get("/contato").await.text();
    let contract: Value = server.get("/api/openapi.json").await.json();
    for field in ["name", "company", "email", "phone"] {
        let input = html.split('<').find(|tag| tag.contains(&format!("name=\"{field}\""))).unwrap();
        let limit = &contract["components"]["schemas"]["ContactInput"]["properties"][field]["maxLength"];
        assert!(input.contains(&format!("maxLength=\"{limit}\"")), "{limit}: {input}");
    }
}

#[tokio::test]
async fn contact_form_shows_errors_and_sends_without_javascript() {
    let server = Server::start().await;
    let refused = send(&server, &[("name", "Ana <b>"), ("email", "ana"), ("phone", "")])
        .await
        .expect(StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(refused.headers()[header::CACHE_CONTROL], "no-store");
    let html = refused.text();
    assert!(html.contains("value=\"Ana &lt;b&gt;\"") && html.contains("Olá"), "the values are shown again");
    assert!(html.contains("Informe um e-mail válido"), "the error is shown");
    let sent = send(&server, &[]).await.expect(StatusCode::SEE_OTHER);
    let thanks = sent.header(header::LOCATION).to_owned();
    let page = server.get(&thanks).await;
    assert_eq!(page.headers()[header::CACHE_CONTROL], "no-store");
    assert!(
        page.text().contains("Contando só os dias de atendimento, respondemos até sábado, 21/11, às 12h."),
        "{thanks}"
    );
    for unknown in ["/contato/obrigado", "/contato/obrigado?pedido=01980000-0000-7000-8000-000000000000"] {
        assert!(server.text(unknown).await.contains("respondemos até amanhã."), "{unknown}");
    }
    let contacts = contacts_in(&server, "all").await;
    assert_eq!(contacts[0]["message"], "Serviço de interesse: Outro\n\nOlá");
    assert_eq!(contacts.len(), 1);
}

#[tokio::test]
async fn corrected_form_sent_twice_creates_one_contact() {
    let server = Server::start_with(NO_LIMITS).await;
    let key = key_in(&send(&server, &[("email", "ana")]).await);
    let second_key = key_in(&send(&server, &[("email", "ana@"), ("idempotency_key", &key)]).await);
    assert_eq!(second_key, key, "a refused form keeps its key");
    for _ in 0..2 {
        send(&server, &[("idempotency_key", &key)]).await.expect(StatusCode::SEE_OTHER);
    }
    assert_eq!(contacts_in(&server, "all").await.len(), 1);

    let other = [("message", "Mais uma coisa"), ("idempotency_key", &*key)];
    let refused = send(&server, &other).await.expect(StatusCode::UNPROCESSABLE_ENTITY);
    let new_key = key_in(&refused);
    assert_ne!(new_key, key, "another message gets a new key");
    send(&server, &[("message", "Mais uma coisa"), ("idempotency_key", &new_key)])
        .await
        .expect(StatusCode::SEE_OTHER);
    assert_eq!(contacts_in(&server, "all").await.len(), 2);
}

#[tokio::test]
async fn form_without_key_sent_twice_creates_one_contact() {
    let server = Server::start_with(NO_LIMITS).await;
    let first = send(&server, &[]).await.expect(StatusCode::SEE_OTHER);
    let second = send(&server, &[]).await.expect(StatusCode::SEE_OTHER);
    assert_eq!(first.header(header::LOCATION), second.header(header::LOCATION));
    send(&server, &[("message", "Mais uma coisa")]).await.expect(StatusCode::SEE_OTHER);
    assert_eq!(contacts_in(&server, "all").await.len(), 2, "another message is another contact");
}

#[tokio::test]
async fn contact_form_accepts_only_offered_services() {
    let server = Server::start_with(NO_LIMITS).await;
    for service in ["Nada", "Outro\n\nServiço de interesse: Nada", "Suporte"] {
        let refused = send(&server, &[("service", service), ("email", "ana")]).await;
        assert_eq!(refused.status(), StatusCode::UNPROCESSABLE_ENTITY, "{service}");
        let html = refused.text();
        assert!(html.contains("Escolha um dos serviços da lista.") && html.contains("Informe um e-mail"));
        let refused = send(&server, &[("service", service)]).await;
        assert_eq!(refused.status(), StatusCode::UNPROCESSABLE_ENTITY, "{service}");
    }
    assert!(contacts_in(&server, "all").await.is_empty());
    send(&server, &[("service", "")]).await.expect(StatusCode::SEE_OTHER);
    let message = contacts_in(&server, "all").await[0]["message"].clone();
    assert_eq!(message, "Serviço de interesse: Não informado\n\nOlá");
    assert_eq!(
        contacts_in(&server, "all").await[0]["phone"],
        "(11) 3333-4444",
        "as the form's script formats it"
    );
}

#[tokio::test]
async fn filled_honeypot_field_quarantines_the_contact() {
    let server = Server::start().await;
    // The answer is the same as without the field.
    send(&server, &[("website", "http://spam.example")]).await.expect(StatusCode::SEE_OTHER);
    assert_eq!((contacts_in(&server, "all").await.len(), contacts_in(&server, "spam").await.len()), (0, 1));
}

#[tokio::test]
async fn throttled_contact_form_keeps_its_text_and_shows_other_channels() {
    let server = Server::start().await;
    for number in 0..10 {
        send(&server, &[("message", &number.to_string())]).await.expect(StatusCode::SEE_OTHER);
    }
    let refused = send(&server, &[("message", "O que escrevi")]).await.expect(StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(refused.headers()[header::RETRY_AFTER], "120");
    let html = refused.text();
    let (_, form) = html.split_once("<form").unwrap();
    let (form, _) = form.split_once("</form>").unwrap();
    for part in ["O que escrevi", "Erro ao enviar mensagem", "https://wa.me/"] {
        assert!(form.contains(part), "{part}: {form}");
    }
}

#[tokio::test]
async fn rendering_of_refused_forms_is_limited() {
    let server = Server::start().await;
    let invalid = [("email", "ana")];
    for _ in 0..10 {
        for path in ["/contato", "/newsletter"] {
            post(&server, path, &invalid).await.expect(StatusCode::UNPROCESSABLE_ENTITY);
        }
    }
    for path in ["/contato", "/newsletter"] {
        let refused = post(&server, path, &invalid).await.expect(StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(refused.headers()[header::RETRY_AFTER], "3", "{path}");
        assert_eq!(refused.headers()[header::CACHE_CONTROL], "no-store", "{path}");
        let html = refused.text();
        assert!(html.contains("botão Voltar") && !html.contains("<script"), "{path}: {html}");
        assert!(html.contains("<link rel=\"stylesheet\" href=\"/assets/entry-site"), "{path}: {html}");
    }
    // Valid forms are accepted.
    send(&server, &[]).await.expect(StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn form_body_size_and_type_are_checked() {
    let server = Server::start().await;
    let long = "a".repeat(257 * 1024);
    for path in ["/contato", "/newsletter"] {
        post(&server, path, &[("email", &long)]).await.expect(StatusCode::PAYLOAD_TOO_LARGE);
        let text = server
            .request(Method::POST, path)
            .body("{}")
            .await
            .expect(StatusCode::UNSUPPORTED_MEDIA_TYPE)
            .text();
        assert!(text.contains("application/x-www-form-urlencoded"), "{text}");
    }
}

/// Returns the public addresses with a form.
async fn form_addresses(server: &Server) -> Vec<&'static str> {
    let mut forms = Vec::new();
    for address in addresses::ALL.iter().filter(|address| address.is_fixed()) {
        if server.post_empty(address.path).await.status() != StatusCode::METHOD_NOT_ALLOWED {
            forms.push(address.path);
        }
    }
    forms
}

/// Fails the test if a browser would show the response as text.
fn expect_page(answer: &Answer, path: &str) {
    if !answer.status().is_redirection() {
        assert_eq!(
            answer.header(header::CONTENT_TYPE),
            "text/html; charset=utf-8",
            "{path}: {}",
            answer.text()
        );
    }
}

#[tokio::test]
async fn browsers_get_pages_for_all_errors_of_public_forms() {
    let server = Server::start().await;
    let forms = form_addresses(&server).await;
    for path in
        ["/contato", "/newsletter/preferencias", "/privacidade/certificado", "/auth", "/auth/esqueci-senha"]
    {
        assert!(forms.contains(&path), "{path} in {forms:?}");
    }
    for path in forms {
        let unreadable = server.request(Method::POST, path).body("{}").await;
        expect_page(&unreadable, path);
        let from_another_site = server.post_empty(path).header(header::ORIGIN, "https://outro.example").await;
        expect_page(&from_another_site, path);
        // More requests than each limit allows at once.
        for _ in 0..61 {
            expect_page(&server.get(&format!("{path}?token=palpite")).await, path);
            expect_page(&post(&server, &format!("{path}?token=palpite"), &[("email", "ana")]).await, path);
        }
    }
}

#[tokio::test]
async fn unknown_address_answers_a_posted_form_with_a_page() {
    let server = Server::start().await;
    let refused = post(&server, "/nada", &[]).await.expect(StatusCode::METHOD_NOT_ALLOWED);
    expect_page(&refused, "/nada");
}

#[tokio::test]
async fn sign_in_form_without_javascript_keeps_its_input() {
    let server = Server::start().await;
    let send = async |form: &[(&str, &str)]| {
        let answer = post(&server, "/auth", form).await.expect(StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(answer.headers()["cache-control"], "no-store");
        answer.text()
    };
    let page = send(&[("email", "ana@exemplo.com.br"), ("password", "segredo secreto")]).await;
    assert!(page.contains("value=\"ana@exemplo.com.br\""), "{page}");
    assert!(page.contains("Digite a senha mais uma vez"), "{page}");
    assert!(!page.contains("segredo secreto"), "the password is not in the page");
    let form = [("full_name", "Ana Souza"), ("email", "ana@exemplo.com.br"), ("password", "segredo secreto")];
    assert!(send(&form).await.contains("value=\"Ana Souza\""));
    let plain = server.get("/auth").await.text();
    assert!(!plain.contains("ana@exemplo.com.br"), "the input is not in the cached page");
}

#[tokio::test]
async fn plain_form_shows_the_same_messages_as_the_script() {
    let server = Server::start_with(NO_LIMITS).await;
    let admin = server.admin().await;
    let mut page = admin.json("/api/pages/contact").await;
    page["form"]["errors"]["email_invalid"] = "Confira o seu e-mail.".into();
    admin.put("/api/pages/contact", &page).await.expect_success();
    let blank = [("name", " "), ("company", ""), ("email", ""), ("phone", ""), ("message", "")];
    let html = send(&server, &blank).await.text();
    for message in [
        "Informe o seu nome.",
        "Informe o nome da empresa.",
        "Informe o seu e-mail.",
        "Informe um telefone com DDD.",
        "Escreva a sua mensagem.",
    ] {
        assert!(html.contains(&format!(">{message}<")), "{message}");
    }
    let html = send(&server, &[("email", "ana"), ("phone", "12")]).await.text();
    for message in ["Confira o seu e-mail.", "Informe um telefone válido, com DDD."] {
        assert!(html.contains(&format!(">{message}<")), "{message}");
    }
}
