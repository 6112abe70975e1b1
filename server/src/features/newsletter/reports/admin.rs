//! The API with which administrators read and replace the address of reports.

use axum::{Json, extract::State};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{store, token};
use crate::{
    app::App,
    features::newsletter::model::Reporter,
    foundation::{
        audit::{self, Action, Event},
        identity::extract::{Admin, StepUpRequired, SteppedUp},
    },
    platform::{error::Result, id},
};

/// The address to which a mail provider posts its reports.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReportAddress {
    /// The complete URL. It is a secret: anyone who knows it can end subscriptions.
    pub url: String,
    /// Link of Amazon SNS that an administrator must open once, so that Amazon SES posts to the address; null if there is
    /// none.
    #[schema(required)]
    pub confirmation_url: Option<String>,
    /// Provider of the last report; null until the first one.
    #[schema(required)]
    pub last_reporter: Option<Reporter>,
    /// Time of the last report; null until the first one.
    #[schema(required)]
    pub last_report_at: Option<DateTime<Utc>>,
}

/// Returns the address of reports.
#[utoipa::path(get, path = "/api/newsletter/report-address", tag = "newsletter",
    operation_id = "find_report_address",
    responses((status = 200, body = ReportAddress)))]
pub async fn find_report_address(_: Admin, State(app): State<App>) -> Result<Json<ReportAddress>> {
    let row = store::find_address(app.db.reader()).await?;
    Ok(Json(report_address(&app, row)))
}

/// Replaces the address of reports. The former address becomes invalid at once.
#[utoipa::path(post, path = "/api/newsletter/report-address/replace", tag = "newsletter",
    operation_id = "replace_report_address",
    responses(
        (status = 200, body = ReportAddress),
        StepUpRequired))]
pub async fn replace_report_address(
    SteppedUp(admin): SteppedUp<Admin>,
    State(app): State<App>,
) -> Result<Json<ReportAddress>> {
    let tx = app.db.begin().await?;
    store::replace_address(&*tx, Uuid::from_bytes(id::random_bytes())).await?;
    let row = store::find_address(&*tx).await?;
    audit::record(&app, &tx, &admin.actor(), Event::new(Action::SubscriptionReportAddressReplaced)).await?;
    tx.commit().await?;
    Ok(Json(report_address(&app, row)))
}

fn report_address(app: &App, row: Option<store::address::Model>) -> ReportAddress {
    let address_id = row.as_ref().map_or(Uuid::nil(), |row| row.address_id);
    let url =
        format!("{}/api/newsletter/reports/{}", app.config.origin(), token(&app.secret_key, address_id));
    let (confirmation_url, last) = match row {
        Some(row) => (row.confirmation_url, row.last_reporter.zip(row.last_report_at)),
        None => (None, None),
    };
    ReportAddress {
        url,
        confirmation_url,
        last_reporter: last.map(|(by, _)| by),
        last_report_at: last.map(|(_, time)| time),
    }
}
