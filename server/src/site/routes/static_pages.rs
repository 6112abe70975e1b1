//! Pages with only a message, for answers that don't render a page.

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
    let page = site.html_document.message("Não foi possível concluir", &text);
    with_retry_after(uncached_response(response.status(), page, &site.headers), &response)
}

impl Site {
    /// Logs the cause and returns a page with status 503.
    pub(super) fn unavailable(&self, cause: Error) -> ClientRendered {
        tracing::error!(%cause, "the data of a page could not be read");
        ClientRendered { status: StatusCode::SERVICE_UNAVAILABLE, html: self.unavailable_page() }
    }

    /// Returns the page that replaces one whose data can't be read.
    pub(super) fn unavailable_page(&self) -> Bytes {
        self.html_document.message(
            "Site indisponível",
            "O servidor não conseguiu montar a página. Tente novamente em instantes.",
        )
    }
}
