//! Consent texts in the panel.

use axum::{
    Json,
    extract::{Path, State},
};

use super::{model::ConsentText, store};
use crate::{
    app::App,
    foundation::identity::extract::Support,
    platform::error::{Error, Result},
};

/// Returns a consent text. The field `consent_id` of a contact is the id of its consent text.
#[utoipa::path(get, path = "/api/consent-texts/{hash}", tag = "contacts", operation_id = "find_consent_text",
    params(("hash" = String, Path, description = "Id of the text: 64 hexadecimal digits")),
    responses((status = 200, body = ConsentText)))]
pub async fn find_consent_text(
    _: Support,
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<ConsentText>> {
    // Other ids are not looked up, because PostgreSQL does not accept NUL in texts.
    let is_hash = id.len() == 64 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
    let found = if is_hash { store::find(app.db.reader(), &id).await? } else { None };
    Ok(Json(found.ok_or(Error::NotFound)?))
}
