//! The HTTP client of the tests.

use std::{
    collections::BTreeMap,
    future::{Future, IntoFuture},
    iter,
    pin::Pin,
};

use reqwest::{ClientBuilder, Method, RequestBuilder, StatusCode, header, header::HeaderMap};
use serde_json::{Value, json};

use crate::harness::PASSWORD;

/// Sends requests to one server, as a visitor or with the session of a user. Follows no redirects.
#[derive(Clone)]
pub struct Client {
    http: reqwest::Client,
    origin: String,
    token: Option<String>,
}

/// Returns a builder that trusts no certificate authority and doesn't read the machine's list of them.
fn client_builder() -> ClientBuilder {
    // Another test may have installed the provider already.
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::builder().tls_certs_only([])
}

impl Client {
    /// Returns a client without a session. `origin` is the server's, as in `http://127.0.0.1:8080`.
    pub fn new(origin: String) -> Self {
        let http = client_builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
        Self { http, origin, token: None }
    }

    /// Returns a client of the same server that sends this session token.
    pub fn with_token(&self, token: impl Into<String>) -> Self {
        Self { token: Some(token.into()), ..self.clone() }
    }

    /// Returns the session token of a client that has one.
    pub fn bearer_token(&self) -> &str {
        self.token.as_deref().unwrap()
    }

    pub fn request(&self, method: Method, path: &str) -> Request {
        let name = format!("{method} {path}");
        let mut builder = self.http.request(method, format!("{}{path}", self.origin));
        if let Some(token) = &self.token {
            builder = builder.bearer_auth(token);
        }
        Request { builder, name, origin: self.origin.clone() }
    }

    pub fn get(&self, path: &str) -> Request {
        self.request(Method::GET, path)
    }

    pub fn post(&self, path: &str, body: &Value) -> Request {
        self.request(Method::POST, path).json(body)
    }

    /// Posts without a body.
    pub fn post_empty(&self, path: &str) -> Request {
        self.request(Method::POST, path)
    }

    /// Posts a URL-encoded form, as a browser without JavaScript does.
    pub fn post_form(&self, path: &str, fields: &str) -> Request {
        let form = self.request(Method::POST, path).body(fields.to_owned());
        form.header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
    }

    pub fn put(&self, path: &str, body: &Value) -> Request {
        self.request(Method::PUT, path).json(body)
    }

    pub fn delete(&self, path: &str) -> Request {
        self.request(Method::DELETE, path)
    }

    /// Deletes with a body, such as the password that confirms the deletion.
    pub fn delete_with(&self, path: &str, body: &Value) -> Request {
        self.delete(path).json(body)
    }

    /// Returns the status of a `GET` request.
    pub async fn status(&self, path: &str) -> StatusCode {
        self.get(path).await.status()
    }

    /// Sends the contact form and returns the stored contact.
    pub async fn send_contact(&self, body: &Value) -> Value {
        self.post("/api/contacts", body).await.expect(StatusCode::CREATED).json()
    }

    /// Reads JSON. Fails the test unless the status is 200.
    pub async fn json(&self, path: &str) -> Value {
        self.get(path).await.expect(StatusCode::OK).json()
    }

    /// Reads text, such as a page. Fails the test unless the status is 200.
    pub async fn text(&self, path: &str) -> String {
        self.get(path).await.expect(StatusCode::OK).text()
    }

    /// Reads the markup of a page, or of an error page.
    pub async fn markup(&self, path: &str) -> String {
        markup(&self.get(path).await.text())
    }

    /// Returns the ID of the signed-in user.
    pub async fn user_id(&self) -> String {
        self.json("/api/auth/me").await["id"].as_str().unwrap().to_owned()
    }

    /// Deletes the account of the signed-in user. Returns the certificate.
    pub async fn delete_account(&self) -> Value {
        let body = json!({"password": PASSWORD});
        self.delete_with("/api/auth/account", &body).await.expect(StatusCode::OK).json()
    }

    /// Exports the own data of the signed-in user. Returns the records by kind.
    pub async fn own_data(&self) -> BTreeMap<String, Vec<Value>> {
        let data = self.json("/api/auth/export").await;
        let kinds = data["kinds"].as_array().unwrap().iter();
        kinds
            .map(|kind| {
                (kind["kind"].as_str().unwrap().to_owned(), kind["records"].as_array().unwrap().clone())
            })
            .collect()
    }
}

/// Returns a page without its data in JSON.
pub fn markup(html: &str) -> String {
    let mut parts = html.split("<script type=\"application/json\"");
    let first = parts.next().unwrap();
    let rest = parts.map(|part| part.split_once("</script>").expect("the end of the data").1);
    iter::once(first).chain(rest).collect()
}

/// A request that is sent when it is awaited.
pub struct Request {
    builder: RequestBuilder,
    /// Method and path, for messages.
    name: String,
    origin: String,
}

impl Request {
    pub fn header(self, name: impl AsRef<str>, value: impl AsRef<[u8]>) -> Self {
        Self { builder: self.builder.header(name.as_ref(), value.as_ref()), ..self }
    }

    /// Sends `If-Match` with the entity tag of the version that the change is based on.
    pub fn if_match(self, etag: impl AsRef<[u8]>) -> Self {
        self.header(header::IF_MATCH, etag)
    }

    /// Sends a session token. Only for clients without one.
    pub fn bearer_auth(self, token: impl std::fmt::Display) -> Self {
        Self { builder: self.builder.bearer_auth(token), ..self }
    }

    /// Sends cookies as a browser on one of the server's pages does, with its `Origin`.
    pub fn cookies(self, cookies: &str) -> Self {
        let origin = self.origin.clone();
        self.header(header::COOKIE, cookies).header(header::ORIGIN, origin)
    }

    pub fn json(self, body: &Value) -> Self {
        Self { builder: self.builder.json(body), ..self }
    }

    pub fn body(self, body: impl Into<reqwest::Body>) -> Self {
        Self { builder: self.builder.body(body), ..self }
    }

    pub async fn send(self) -> Answer {
        let response = self.builder.send().await.unwrap_or_else(|error| panic!("{}: {error:?}", self.name));
        let (status, headers) = (response.status(), response.headers().clone());
        let body = response.bytes().await.unwrap_or_else(|error| panic!("{}: {error:?}", self.name));
        Answer { request: self.name, status, headers, body: body.to_vec() }
    }
}

impl IntoFuture for Request {
    type Output = Answer;
    type IntoFuture = Pin<Box<dyn Future<Output = Answer> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.send())
    }
}

/// A response with its whole body.
pub struct Answer {
    request: String,
    status: StatusCode,
    headers: HeaderMap,
    body: Vec<u8>,
}

impl Answer {
    /// Returns this response, or fails the test with the request and the body.
    #[track_caller]
    pub fn expect(self, status: StatusCode) -> Self {
        assert_eq!(self.status, status, "{}: {}", self.request, self.excerpt());
        self
    }

    /// Returns this response, or fails the test on an error status.
    #[track_caller]
    pub fn expect_success(self) -> Self {
        assert!(self.status.as_u16() < 400, "{}: {}: {}", self.request, self.status, self.excerpt());
        self
    }

    /// Returns the first 500 characters of the body, enough for an error of the API.
    fn excerpt(&self) -> String {
        self.text().chars().take(500).collect()
    }

    /// Returns the body of an API error. Fails the test on another status or code.
    #[track_caller]
    pub fn expect_error(self, status: StatusCode, code: &str) -> Value {
        let body = self.expect(status).json();
        assert_eq!(body["code"], code, "{body}");
        body
    }

    /// Returns method and path of the request.
    pub fn request(&self) -> &str {
        &self.request
    }

    pub fn status(&self) -> StatusCode {
        self.status
    }

    pub fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    /// Returns the value of a required header.
    #[track_caller]
    pub fn header(&self, name: impl AsRef<str>) -> &str {
        let name = name.as_ref();
        let value = self.headers.get(name);
        value.unwrap_or_else(|| panic!("{}: {name} is missing", self.request)).to_str().unwrap()
    }

    /// Returns a cookie that the response sets: `name=value`, and its attributes.
    pub fn cookie(&self, name: &str) -> Option<(String, String)> {
        let mut set = self.headers.get_all(header::SET_COOKIE).iter().map(|value| value.to_str().unwrap());
        let found = set.find(|cookie| cookie.starts_with(&format!("{name}=")))?;
        let (pair, attributes) = found.split_once("; ").unwrap();
        Some((pair.to_owned(), attributes.to_owned()))
    }

    /// Returns the path of the next page of a list, from the `Link` header.
    pub fn next_page(&self) -> Option<String> {
        let link = self.headers.get(header::LINK)?.to_str().unwrap();
        let (path, _) = link.strip_prefix('<').unwrap().split_once('>').unwrap();
        Some(path.to_owned())
    }

    pub fn bytes(&self) -> &[u8] {
        &self.body
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{}: {}: {error} in {}", self.request, self.status, self.text()))
    }

    /// Returns the status and the JSON body; null if there is none.
    pub fn status_and_json(&self) -> (StatusCode, Value) {
        (self.status, serde_json::from_slice(&self.body).unwrap_or_default())
    }
}
