use reqwest::{Method, StatusCode, header};
use serde_json::json;
use vitrine::newsletter::store;

use crate::harness::{Server, json_of};

async fn stored(server: &Server) -> u64 {
    store::count(server.app.db.reader()).await.unwrap()
}

#[tokio::test]
async fn an_address_is_kept_once_and_nobody_learns_of_it() {
    let server = Server::start().await;
    for email in ["Ana@Exemplo.com.br", " ana@exemplo.com.br "] {
        let answer =
            server.post("/api/newsletter/subscriptions", &json!({"email": email})).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::CREATED);
        assert_eq!(json_of(answer).await, json!({"email": "ana@exemplo.com.br", "status": "pending"}));
    }
    assert_eq!(stored(&server).await, 1);
    let wrong = server.post("/api/newsletter/subscriptions", &json!({"email": "ana@"})).send().await.unwrap();
    assert_eq!(wrong.status(), StatusCode::UNPROCESSABLE_ENTITY);
    let program = json!({"email": "robo@exemplo.com.br", "website": "x"});
    let program = server.post("/api/newsletter/subscriptions", &program).send().await.unwrap();
    assert_eq!(program.status(), StatusCode::CREATED);
    assert_eq!(stored(&server).await, 1, "a program's is forgotten");
}

#[tokio::test]
async fn the_box_works_without_javascript() {
    let server = Server::start().await;
    let send = async |body: &'static str| {
        let request = server.request(Method::POST, "/newsletter").body(body);
        let form = (header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        request.header(form.0, form.1).send().await.unwrap()
    };
    let sent = send("email=ana%40exemplo.com.br&website=").await;
    assert_eq!(sent.status(), StatusCode::SEE_OTHER);
    assert_eq!(sent.headers()[header::LOCATION], "/newsletter/obrigado");
    assert_eq!(stored(&server).await, 1);
    let thanks = server.get("/newsletter/obrigado").send().await.unwrap().text().await.unwrap();
    assert!(thanks.contains("Inscrição recebida!"), "{thanks}");
    let refused = send("email=ana%40").await;
    assert_eq!(refused.status(), StatusCode::UNPROCESSABLE_ENTITY);
    let html = refused.text().await.unwrap();
    assert!(html.contains("value=\"ana@\"") && html.contains("Informe um e-mail válido"), "{html}");
}

#[tokio::test]
async fn one_network_cannot_fill_the_list() {
    let server = Server::start().await;
    for number in 0..10 {
        let email = json!({"email": format!("pessoa{number}@exemplo.com.br")});
        let answer = server.post("/api/newsletter/subscriptions", &email).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::CREATED);
    }
    let one_more = server.post("/api/newsletter/subscriptions", &json!({"email": "a@exemplo.com.br"}));
    assert_eq!(one_more.send().await.unwrap().status(), StatusCode::TOO_MANY_REQUESTS);
}
