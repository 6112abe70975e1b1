//! Pages without scripts and styles, for answers that don't render a page.

use axum::{
    body::Body,
    extract::{Request, State},
    http::{Response, StatusCode},
    middleware::Next,
};
use bytes::Bytes;

use super::{refusal::with_retry_after, respond::uncached_response};
use crate::{
    platform::error::{Error, ErrorMessage},
    site::{Site, html_document::ClientRendered},
};

/// What follows the message about a posted form. The browser's back button returns to the filled form.
const BACK_TO_FORM: &str =
    "O que você digitou não se perdeu: use o botão Voltar do navegador para corrigir ou enviar de novo.";

/// Replaces an error as JSON with a page for browsers, which shows its message.
pub async fn show_errors_as_pages(State(site): State<Site>, request: Request, next: Next) -> Response<Body> {
    let is_form = !request.method().is_safe();
    let response = next.run(request).await;
    let Some(ErrorMessage(message)) = response.extensions().get().copied() else { return response };
    let text = if is_form { format!("{message} {BACK_TO_FORM}") } else { message.to_owned() };
    let page = static_page("Não foi possível concluir", &text);
    with_retry_after(uncached_response(response.status(), page, &site.headers), &response)
}

/// Logs the cause and returns a page with status 503.
pub(super) fn unavailable(cause: Error) -> ClientRendered {
    tracing::error!(%cause, "the data of a page could not be read");
    ClientRendered { status: StatusCode::SERVICE_UNAVAILABLE, html: unavailable_page() }
}

/// Returns the page that replaces one whose data can't be read.
pub(super) fn unavailable_page() -> Bytes {
    static_page(
        "Site indisponível",
        "O servidor não conseguiu montar a página. Tente novamente em instantes.",
    )
}

/// Returns a page with a heading and a text, which are HTML.
fn static_page(heading: &str, text: &str) -> Bytes {
    let html = format!(
        "<!doctype html><html lang=\"pt-BR\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"light dark\"><title>{heading}</title></head>\
         <body><h1>{heading}</h1><p>{text}</p><p><a href=\"/\">Voltar ao início</a></p></body></html>"
    );
    html.into()
}
