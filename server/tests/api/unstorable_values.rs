//! Values that not every database can store, in all paths, parameters and fields of the contract, and in forms.

use reqwest::{Method, StatusCode};
use serde_json::{Map, Value, json};

use crate::harness::{NO_LIMITS, Server};

/// An ID that belongs to no record.
const ID: &str = "01941f29-7c00-7000-8000-000000000000";

/// An operation of the contract.
struct Operation {
    method: Method,
    /// The path, with names of parameters in braces.
    path: String,
    parameters: Vec<Value>,
    /// Schemas of the fields of the JSON body, by name.
    fields: Map<String, Value>,
}

impl Operation {
    /// Returns the path with this value of all its parameters.
    fn path_with(&self, value: &str) -> String {
        let parts = self.path.split('/').map(|part| if part.starts_with('{') { value } else { part });
        parts.collect::<Vec<_>>().join("/")
    }
}

/// Returns all operations of the contract.
fn operations() -> Vec<Operation> {
    let contract = serde_json::to_value(vitrine::router::contract::build()).unwrap();
    let fields = |operation: &Value| {
        let body = &operation["requestBody"]["content"]["application/json"]["schema"];
        let name = body["$ref"].as_str()?.rsplit('/').next()?;
        contract["components"]["schemas"][name]["properties"].as_object().cloned()
    };
    let mut operations = Vec::new();
    for (path, item) in contract["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            if operation["responses"].is_object() {
                operations.push(Operation {
                    method: method.to_uppercase().parse().unwrap(),
                    path: path.clone(),
                    parameters: operation["parameters"].as_array().cloned().unwrap_or_default(),
                    fields: fields(operation).unwrap_or_default(),
                });
            }
        }
    }
    operations
}

/// PostgreSQL doesn't accept NUL in texts.
#[tokio::test]
async fn nul_in_paths_queries_and_bodies_causes_no_server_error() {
    let server = Server::start_with(NO_LIMITS).await;
    let admin = server.admin().await;
    let mut checked = 0;
    for operation in operations() {
        let request = |url: &str| admin.request(operation.method.clone(), url);
        if operation.path.contains('{') {
            request(&operation.path_with("a%00")).await.expect(StatusCode::NOT_FOUND);
        }
        let url = operation.path_with(ID);
        for parameter in operation.parameters.iter().filter(|parameter| parameter["in"] == "query") {
            let query = format!("{}=%00", parameter["name"].as_str().unwrap());
            request(&format!("{url}?{query}")).await.expect(StatusCode::BAD_REQUEST);
        }
        for field in operation.fields.keys() {
            for value in [json!("a\0"), json!(["a\0"])] {
                let answer = request(&url).json(&json!({field: value})).await;
                assert!(
                    !answer.status().is_server_error(),
                    "{field} of {}: {}",
                    answer.request(),
                    answer.text()
                );
                checked += 1;
            }
        }
    }
    assert!(checked > 200, "{checked} fields");
}

/// SQLite compares times as texts, so the order of other times would be wrong. PostgreSQL can't store all of them.
#[tokio::test]
async fn time_out_of_range_is_refused_in_every_field_and_parameter() {
    let server = Server::start_with(NO_LIMITS).await;
    let admin = server.admin().await;
    let mut checked = Vec::new();
    for operation in operations() {
        let url = operation.path_with(ID);
        for (field, _) in operation.fields.iter().filter(|(_, schema)| schema["format"] == "date-time") {
            for time in ["+010000-01-01T00:00:00Z", "9999-12-31T23:00:00-03:00", "0000-12-31T00:00:00Z"] {
                let request = admin.request(operation.method.clone(), &url).json(&json!({field: time}));
                let refused = request.await.expect_error(StatusCode::UNPROCESSABLE_ENTITY, "invalid_fields");
                assert_eq!(refused["fields"], json!({field: "Use um ano de 1 a 9999."}), "{url} {time}");
            }
            checked.push(format!("{url} {field}"));
        }
        for parameter in
            operation.parameters.iter().filter(|parameter| parameter["schema"]["format"] == "date")
        {
            let name = parameter["name"].as_str().unwrap();
            for day in ["%2B10000-01-01", "0000-12-31"] {
                admin.get(&format!("{url}?{name}={day}")).await.expect(StatusCode::BAD_REQUEST);
            }
            checked.push(format!("{url} {name}"));
        }
    }
    assert!(checked.len() >= 12, "{checked:?}");
}

#[tokio::test]
async fn nul_in_addresses_and_forms_of_the_site_causes_no_server_error() {
    let server = Server::start_with(NO_LIMITS).await;
    for path in [
        "/newsletter/edicoes/%00",
        "/blog/%00",
        "/blog/categoria/a%00",
        "/blog/tag/%00",
        "/previa/%00",
        "/%00",
        "/og/%00.png",
    ] {
        let page = server.get(path).await.expect(StatusCode::NOT_FOUND);
        assert!(page.text().contains("<html"), "{path}");
    }
    server.get("/assets/a%00b.js").await.expect(StatusCode::NOT_FOUND);
    for path in [
        "/newsletter/cancelar?token=%00",
        "/contato?assunto=%00&servico=%00",
        "/contato/obrigado?pedido=%00",
        "/blog?busca=%00",
    ] {
        server.get(path).await.expect(StatusCode::OK);
    }
    let form =
        "name=Ana&email=ana%40exemplo.com.br&phone=1133334444&company=Sol&message=Oi&idempotency_key=a%00b";
    for _ in 0..2 {
        server.post_form("/contato", form).await.expect(StatusCode::SEE_OTHER);
    }
    let contacts = server.editor().await.get("/api/contacts").await;
    assert_eq!(contacts.headers()["x-total-count"], "1", "the key is used");
}
