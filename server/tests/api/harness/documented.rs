//! Checks every API response in a test against the contract: its status must be documented for the operation, its JSON body
//! must match the documented schema, and a successful response must have an `ETag` if and only if it is documented, unless that
//! says when it is sent.

use std::{
    net::IpAddr,
    sync::{Arc, LazyLock, Mutex},
};

use axum::{
    body::{Body, Bytes, to_bytes},
    http::{HeaderMap, Method, Request, Response, StatusCode, header},
};
use serde_json::Value;
use vitrine::platform::listener::{Host, Respond, body_timeout::TimedBody};

static CONTRACT: LazyLock<Contract> = LazyLock::new(Contract::load);

/// Responses that the contract doesn't document, collected while a test runs.
pub type Findings = Arc<Mutex<Vec<String>>>;

/// Passes requests to `inner` and checks its responses.
pub struct Documented<A> {
    pub inner: A,
    pub findings: Findings,
}

impl<A: Respond> Respond for Documented<A> {
    async fn respond(&self, request: Request<TimedBody>) -> Response<Body> {
        let operation = CONTRACT.operation(request.method(), request.uri().path());
        let name = format!("{} {}", request.method(), request.uri().path());
        let response = self.inner.respond(request).await;
        let Some(operation) = operation else { return response };
        // The same bytes without an encoding are checked.
        if response.headers().contains_key(header::CONTENT_ENCODING) {
            return response;
        }
        let (parts, body) = response.into_parts();
        let is_json = parts.headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
        let has_etag = parts.headers.contains_key(header::ETAG);
        // The body of an export is a stream of another type, which isn't checked.
        let (bytes, body) = if is_json {
            let bytes = to_bytes(body, usize::MAX).await.unwrap();
            (bytes.clone(), Body::from(bytes))
        } else {
            (Bytes::new(), body)
        };
        if let Err(finding) = operation.check(parts.status, has_etag, is_json, &bytes) {
            self.findings.lock().unwrap().push(format!("{name}: {finding}"));
        }
        Response::from_parts(parts, body)
    }

    fn host(&self, host: &str) -> Host {
        self.inner.host(host)
    }

    fn is_proxy(&self, peer: IpAddr) -> bool {
        self.inner.is_proxy(peer)
    }

    fn refusal_headers(&self) -> HeaderMap {
        self.inner.refusal_headers()
    }
}

/// Fails the test if it received a response that the contract doesn't document.
pub fn assert_none(findings: &Findings) {
    let findings = findings.lock().unwrap();
    assert!(
        findings.is_empty(),
        "responses that server/openapi.json doesn't document:\n{}",
        findings.join("\n")
    );
}

struct Contract {
    components: Value,
    operations: Vec<Operation>,
}

struct Operation {
    method: String,
    path: Vec<String>,
    responses: Value,
}

impl Contract {
    fn load() -> Self {
        let document = serde_json::to_value(vitrine::router::contract::build()).unwrap();
        let mut operations = Vec::new();
        for (path, item) in document["paths"].as_object().unwrap() {
            for (method, operation) in item.as_object().unwrap() {
                operations.push(Operation {
                    method: method.to_uppercase(),
                    path: path.split('/').map(str::to_owned).collect(),
                    responses: operation["responses"].clone(),
                });
            }
        }
        // Paths without parameters come first, because they take precedence over paths with parameters.
        operations
            .sort_by_key(|operation| operation.path.iter().filter(|part| part.starts_with('{')).count());
        Self { components: document["components"].clone(), operations }
    }

    fn operation(&self, method: &Method, path: &str) -> Option<&Operation> {
        let parts: Vec<&str> = path.split('/').collect();
        self.operations
            .iter()
            .find(|operation| operation.method == method.as_str() && operation.matches(&parts))
    }

    /// Checks types, fixed values, required fields and minimums of `value` against `schema`. Ignores lengths, patterns,
    /// formats and maximums, and fails the test on an unknown keyword. `at` names the value in errors.
    fn validate(&self, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
        let wrong = |what: String| Err(format!("{at}: {what}"));
        for (keyword, rule) in schema.as_object().expect("a schema is an object") {
            match keyword.as_str() {
                "$ref" => {
                    let name =
                        rule.as_str().and_then(|name| name.strip_prefix("#/components/schemas/")).unwrap();
                    self.validate(&self.components["schemas"][name], value, at)?;
                }
                "type" if !is_type(rule, value) => return wrong(format!("{value} is not of type {rule}")),
                "enum" if !rule.as_array().unwrap().contains(value) => {
                    return wrong(format!("{value} is not in {rule}"));
                }
                "const" if rule != value => return wrong(format!("{value} is not {rule}")),
                "allOf" => {
                    for part in rule.as_array().unwrap() {
                        self.validate(part, value, at)?;
                    }
                }
                "oneOf" | "anyOf" => {
                    let results: Vec<_> =
                        rule.as_array().unwrap().iter().map(|part| self.validate(part, value, at)).collect();
                    if results.iter().all(Result::is_err) {
                        return wrong(format!("none of {keyword}: {results:?}"));
                    }
                }
                "required" => {
                    let missing = rule.as_array().unwrap().iter().find(|name| {
                        value.as_object().is_some_and(|fields| !fields.contains_key(name.as_str().unwrap()))
                    });
                    if let Some(name) = missing {
                        return wrong(format!("{name} is missing"));
                    }
                }
                "properties" => {
                    for (name, field) in value.as_object().into_iter().flatten() {
                        if let Some(schema) = rule.get(name) {
                            self.validate(schema, field, &format!("{at}/{name}"))?;
                        }
                    }
                }
                "additionalProperties" if rule.is_object() => {
                    for (name, field) in value.as_object().into_iter().flatten() {
                        if schema.pointer(&format!("/properties/{name}")).is_none() {
                            self.validate(rule, field, &format!("{at}/{name}"))?;
                        }
                    }
                }
                "items" => {
                    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.validate(rule, item, &format!("{at}/{index}"))?;
                    }
                }
                "minimum" if value.as_f64() < rule.as_f64() && value.is_number() => {
                    return wrong(format!("{value} is below {rule}"));
                }
                "type"
                | "enum"
                | "const"
                | "minimum"
                | "additionalProperties"
                | "description"
                | "format"
                | "example"
                | "examples"
                | "default"
                | "title"
                | "propertyNames"
                | "maximum"
                | "maxLength"
                | "minLength"
                | "pattern"
                | "minItems"
                | "maxItems"
                | "deprecated" => {}
                other => panic!("{at}: the check doesn't know the keyword {other}"),
            }
        }
        Ok(())
    }
}

fn is_type(rule: &Value, value: &Value) -> bool {
    let is = |name: &str| match name {
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        other => panic!("unknown type {other}"),
    };
    match rule {
        Value::Array(names) => names.iter().any(|name| is(name.as_str().unwrap())),
        name => is(name.as_str().unwrap()),
    }
}

impl Operation {
    fn matches(&self, parts: &[&str]) -> bool {
        self.path.len() == parts.len()
            && self.path.iter().zip(parts).all(|(own, part)| own.starts_with('{') || own == part)
    }

    fn check(&self, status: StatusCode, has_etag: bool, is_json: bool, body: &[u8]) -> Result<(), String> {
        let is_success = status.is_success();
        let status = status.as_str();
        let response = self.responses.get(status).ok_or_else(|| format!("status {status}"))?;
        let response = match response["$ref"].as_str() {
            Some(reference) => &CONTRACT.components["responses"][reference.rsplit('/').next().unwrap()],
            None => response,
        };
        let etag = response.pointer("/headers/ETag");
        let is_optional = etag.is_some_and(|etag| etag["description"].as_str().unwrap().contains("Only if"));
        if is_success && !is_optional && etag.is_some() != has_etag {
            let problem =
                if has_etag { "the ETag is not documented" } else { "the documented ETag is missing" };
            return Err(format!("status {status}: {problem}"));
        }
        let Some(schema) = response.pointer("/content/application~1json/schema") else {
            return if is_json { Err(format!("status {status} has a JSON body")) } else { Ok(()) };
        };
        let body = serde_json::from_slice(body).map_err(|error| format!("status {status}: {error}"))?;
        CONTRACT.validate(schema, &body, &format!("status {status}"))
    }
}
