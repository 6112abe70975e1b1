//! The API with which staff check a code before they record a contact.

use axum::{Json, extract::State};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{CheckedCode, check, public::prepared_text};
use crate::{
    app::App,
    features::contacts::{source::ContactSource, store},
    foundation::identity::extract::Support,
    platform::{error::Result, http::JsonBody},
};

/// A code, or a WhatsApp message that contains it.
#[derive(Deserialize, ToSchema)]
pub struct WhatsappCodeInput {
    #[serde(default)]
    pub whatsapp_code: String,
}

/// What a valid code contains.
#[derive(Serialize, ToSchema)]
pub struct WhatsappCode {
    /// The code in four groups of five characters.
    pub whatsapp_code: String,
    /// Minute in which the person opened the link.
    pub clicked_at: DateTime<Utc>,
    #[serde(flatten)]
    pub source: ContactSource,
    /// The text that precedes the code in messages from the link.
    pub prepared_text: String,
    /// Id of the contact that was recorded with the code; null if there is none.
    #[schema(required)]
    pub contact_id: Option<Uuid>,
}

/// Returns what the code in a WhatsApp message contains: when, and on which page, the person opened the company's link. Refuses a code
/// that is wrong or older than 90 days.
#[utoipa::path(post, path = "/api/contacts/whatsapp-code", tag = "contacts", operation_id = "check_whatsapp_code",
    request_body = WhatsappCodeInput,
    responses((status = 200, body = WhatsappCode)))]
pub async fn check_whatsapp_code(
    Support(staff): Support,
    State(app): State<App>,
    JsonBody(input): JsonBody<WhatsappCodeInput>,
) -> Result<Json<WhatsappCode>> {
    let db = app.db.reader();
    let CheckedCode { code, clicked_at, source } =
        check(&app, db, staff.user.id, &input.whatsapp_code).await?;
    let whatsapp_code = code.to_string();
    let contact_id = match store::find_by_code(db, &whatsapp_code).await? {
        Some(contact) => Some(store::merged::remaining(db, contact).await?.id),
        None => None,
    };
    let prepared_text = prepared_text(&app).await?;
    Ok(Json(WhatsappCode { whatsapp_code, clicked_at, source, prepared_text, contact_id }))
}
