//! The API with which staff see how their business hours were parsed.

use axum::{Json, extract::State};
use serde::Serialize;
use utoipa::ToSchema;

use super::Calendar;
use crate::{app::App, foundation::identity::extract::Support, platform::error::Result};

/// Business hours, parsed from the contact settings.
#[derive(Serialize, ToSchema)]
pub struct ParsedBusinessHours {
    /// Days and times in Portuguese: 'Segunda a sexta, 08:00–18:00'.
    pub lines: Vec<String>,
    /// Whether no line could be parsed, so that Monday to Friday, 8:00 to 18:00, is used.
    pub is_fallback: bool,
    /// Lines of the settings that could not be parsed.
    pub ignored: Vec<String>,
}

/// Returns the business hours from which the deadlines of promised replies are calculated. National holidays of Brazil
/// aren't working days either.
#[utoipa::path(get, path = "/api/contacts/business-hours", tag = "contacts", operation_id = "find_business_hours",
    responses((status = 200, body = ParsedBusinessHours)))]
pub async fn find_business_hours(_: Support, State(app): State<App>) -> Result<Json<ParsedBusinessHours>> {
    let calendar = Calendar::read(app.db.reader()).await?;
    let hours = calendar.hours();
    let (lines, ignored) = (hours.lines(), hours.ignored.clone());
    Ok(Json(ParsedBusinessHours { lines, is_fallback: hours.is_fallback, ignored }))
}
