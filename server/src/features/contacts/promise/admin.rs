//! The API with which staff see what the settings of the promise result in.

use axum::{Json, extract::State};
use serde::Serialize;
use utoipa::ToSchema;

use super::Calendar;
use crate::{
    app::App,
    features::contacts::form::pages::service_options,
    foundation::{
        identity::extract::Support,
        settings::{
            self,
            met_promises::{self, MIN_DUE, MetPromises},
        },
    },
    platform::error::Result,
};

/// Maximum number of listed closed days.
const MAX_CLOSED: usize = 6;

/// Business hours, parsed from the contact settings.
#[derive(Serialize, ToSchema)]
pub struct ParsedBusinessHours {
    /// Days and times in Portuguese: 'Segunda a sexta, 08:00–18:00'.
    pub lines: Vec<String>,
    /// Whether no line could be parsed, so that Monday to Friday, 8:00 to 18:00, is used.
    pub is_fallback: bool,
    /// Lines of the settings that could not be parsed.
    pub ignored: Vec<String>,
    /// The next closed days of the settings and national holidays, up to 6: '24/12 a 04/01: Recesso'.
    pub next_closed: Vec<String>,
}

/// Services that may have their own promise, and the share of promises met.
#[derive(Serialize, ToSchema)]
pub struct PromiseOverview {
    /// The services that the contact form offers.
    pub services: Vec<String>,
    pub met: MetPromises,
    /// The share in percent, rounded down; null if no promise was due.
    #[schema(required)]
    pub percent: Option<u64>,
    /// Whether the site shows the share.
    pub is_shown: bool,
    /// Minimum number of promises with which the site shows the share.
    pub min_due: u64,
}

/// Returns the business hours from which the deadlines of promised replies are calculated, and the next closed days. National
/// holidays of Brazil aren't working days either.
#[utoipa::path(get, path = "/api/contacts/business-hours", tag = "contacts", operation_id = "find_business_hours",
    responses((status = 200, body = ParsedBusinessHours)))]
pub async fn find_business_hours(_: Support, State(app): State<App>) -> Result<Json<ParsedBusinessHours>> {
    let calendar = Calendar::read(app.db.reader()).await?;
    let hours = calendar.hours();
    Ok(Json(ParsedBusinessHours {
        lines: hours.lines(),
        is_fallback: hours.is_fallback,
        ignored: hours.ignored.clone(),
        next_closed: calendar.next_closed(MAX_CLOSED, app.clock.now()),
    }))
}

/// Returns the services that may have their own promise, and the share of promises met in the last 90 days. The share is
/// counted once a day and after changes of the promised hours, the business hours or the closed days.
#[utoipa::path(get, path = "/api/contacts/promise", tag = "contacts", operation_id = "find_promise_overview",
    responses((status = 200, body = PromiseOverview)))]
pub async fn find_promise_overview(_: Support, State(app): State<App>) -> Result<Json<PromiseOverview>> {
    let db = app.db.reader();
    let services = service_options(db, app.clock.now()).await?;
    let (contact, met) = (settings::store::contact(db).await?, met_promises::store::find(db).await?);
    Ok(Json(PromiseOverview {
        services,
        percent: met.percent(),
        is_shown: met.shown_percent(&contact).is_some(),
        met,
        min_due: MIN_DUE,
    }))
}
