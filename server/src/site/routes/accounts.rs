//! Handlers of the pages on which visitors sign in and see their account.

use axum::{
    body::Body,
    extract::State,
    http::{Response, request::Parts},
    response::Redirect,
};

use crate::{
    app::{App, limits::FormLimit},
    features::pages::{
        accounts::{self, RecoveryStep, TypedAccount},
        store::Texts,
    },
    platform::{
        addresses,
        error::{Error, Result},
        http::FormBody,
        listener::client_ip::ClientIp,
    },
    site::{
        Site,
        document::{Document, View},
        pages::{self, Page},
    },
};

pub async fn auth(State(site): State<Site>, request: Parts) -> Response<Body> {
    site.show(Page::Auth, &request).await
}

/// Answers a form that was sent before the page's script had started. Only the script can start a session, so the response is
/// the page with the same values, without the password.
pub async fn send_auth(
    _: FormLimit,
    State(site): State<Site>,
    ClientIp(ip): ClientIp,
    FormBody(form): FormBody<TypedAccount>,
) -> Result<Response<Body>> {
    let message = "A página ainda não tinha terminado de carregar. Digite a senha mais uma vez.";
    let error = Error::field("password", message);
    site.refuse(error, ip, typed_auth(&site.app, form.shortened(message))).await
}

/// Returns the sign-in page with the values of a form.
async fn typed_auth(app: &App, typed: TypedAccount) -> Result<Document> {
    let texts = Texts::saved(app);
    let built = accounts::auth(app, &texts, Some(typed)).await?;
    pages::document(app, &texts, &Page::Auth, built.map(View::Auth)).await
}

/// Redirects password managers to the form that changes a password.
pub async fn change_password() -> Redirect {
    Redirect::temporary(&format!("{}#senha", addresses::ACCOUNT.path))
}

pub async fn forgot_password(State(site): State<Site>, request: Parts) -> Response<Body> {
    site.show(Page::Recovery(RecoveryStep::Forgot), &request).await
}

pub async fn reset_password(State(site): State<Site>, request: Parts) -> Response<Body> {
    site.show(Page::Recovery(RecoveryStep::Reset), &request).await
}

pub async fn confirm_email(State(site): State<Site>, request: Parts) -> Response<Body> {
    site.show(Page::Recovery(RecoveryStep::Confirm), &request).await
}

/// Refuses a form of the recovery pages, which only the page's script can send. Browsers send it if the script can't be loaded.
pub async fn send_recovery() -> Error {
    Error::BadRequest("A página não tinha terminado de carregar, ou o JavaScript está desligado.")
}

pub async fn account(State(site): State<Site>, request: Parts) -> Response<Body> {
    site.show(Page::Account, &request).await
}
