//! The business hours that new deadlines are calculated by, and deadlines that earlier versions did not store.

use axum::{Json, extract::State};
use serde::Serialize;
use utoipa::ToSchema;

use super::{promise::Calendar, store::promises};
use crate::{
    app::App,
    foundation::{identity::extract::Staff, settings},
    platform::{db::Transaction, error::Result},
};

/// The company's business hours, as the clock of promises understands them.
#[derive(Serialize, ToSchema)]
pub struct UnderstoodHours {
    /// Days and times: 'Segunda a sexta, 08:00–18:00'.
    pub lines: Vec<String>,
    /// Nothing was understood: these are Monday to Friday, 8:00 to 18:00.
    pub is_fallback: bool,
    /// Lines of the settings that don't say days and times.
    pub ignored: Vec<String>,
}

/// The working time that answers are promised in, besides Brazil's national holidays.
#[utoipa::path(get, path = "/api/contacts/business-hours", tag = "contacts", operation_id = "find_business_hours",
    responses((status = 200, body = UnderstoodHours)))]
pub async fn find_business_hours(_: Staff, State(app): State<App>) -> Result<Json<UnderstoodHours>> {
    let calendar = calendar(&app).await?;
    let hours = calendar.hours();
    let (lines, ignored) = (hours.lines(), hours.ignored.clone());
    Ok(Json(UnderstoodHours { lines, is_fallback: hours.is_fallback, ignored }))
}

pub async fn calendar(app: &App) -> Result<Calendar> {
    Ok(Calendar::new(&settings::store::contact(app.db.reader()).await?.business_hours))
}

/// Stores the deadlines of contacts from before deadlines were stored.
pub async fn fill(tx: &Transaction) -> Result<()> {
    let company = settings::store::contact(&**tx).await?;
    promises::fill_missing(&**tx, &Calendar::new(&company.business_hours)).await
}

/// Stores what the senders of unanswered contacts were told, where an earlier version stored the midnight after it.
pub async fn replace_midnights(tx: &Transaction) -> Result<()> {
    let company = settings::store::contact(&**tx).await?;
    promises::replace_midnights(&**tx, &Calendar::new(&company.business_hours)).await
}
