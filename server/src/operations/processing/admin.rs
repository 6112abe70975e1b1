//! Endpoints of the record of processing operations: reading, changing what the company adds, history and exports.

use axum::{
    extract::{Path, State, rejection::PathRejection},
    response::Response,
};
use chrono::{DateTime, Utc};
use sea_orm::ConnectionTrait;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::{
    activities::{self, ProcessingActivity},
    context::ProcessingContext,
    document::ProcessingAdditions,
    export, store,
};
use crate::{
    app::App,
    features::{consent, visits},
    foundation::{
        audit::{self, Action, Event},
        history::{
            self,
            model::{Change, HistoryEntry, HistoryPaging, Subject},
        },
        identity::{
            extract::Admin,
            store::{policy, push_subscriptions},
        },
        personal_data::retention::Periods,
        settings,
    },
    platform::{
        error::{Error, ErrorBody, Result},
        http::{IfMatch, JsonBody, Query, Version, Versioned},
        paging::Page,
    },
};

const SUBJECT: Subject<'static> = Subject { kind: "processing_record", id: "additions", is_lasting: None };
const LABEL: &str = "Registro das operações de tratamento";

/// The record of processing operations.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProcessingRecord {
    pub controller: Controller,
    /// The activities that apply in the current configuration or have stored records, then those that the company added.
    pub activities: Vec<ProcessingActivity>,
    /// The notes and activities that the company added, as `PUT` accepts them.
    pub additions: ProcessingAdditions,
    /// Time of the last change of the additions; null if there was none.
    #[schema(required)]
    pub updated_at: Option<DateTime<Utc>>,
}

/// The company that decides about the processing. Each text may be empty.
#[derive(Debug, Serialize, ToSchema)]
pub struct Controller {
    pub name: String,
    pub cnpj: String,
    pub address: String,
    pub email: String,
    pub data_officer: String,
    pub data_officer_contact: String,
}

async fn read(app: &App, connection: &impl ConnectionTrait) -> Result<(Version, ProcessingRecord)> {
    let (version, additions, updated_at) = store::find(connection).await?;
    let settings = settings::store::all(connection).await?;
    let periods = Periods::read(connection).await?;
    let context = ProcessingContext {
        settings: &settings,
        config: &app.config,
        mail: app.mail(),
        periods: &periods,
        requires_second_factor: policy::find(connection).await?.require_second_factor,
        has_push: push_subscriptions::has_any(connection).await?,
        has_visits: visits::store::first_at(connection).await?.is_some(),
        has_consents: consent::store::has_any(connection).await?,
    };
    let activities = activities::list(&context, &additions);
    let (company, address) = (&settings.company, settings.address().to_owned());
    let name = if company.full_name.is_empty() { &company.name } else { &company.full_name };
    let controller = Controller {
        name: name.clone(),
        cnpj: company.cnpj.clone(),
        address,
        email: settings.contact.mailbox().unwrap_or_default().to_owned(),
        data_officer: company.data_officer.clone(),
        data_officer_contact: company.data_officer_contact.clone(),
    };
    Ok((version, ProcessingRecord { controller, activities, additions, updated_at }))
}

/// Returns the record of processing operations (LGPD, article 37).
#[utoipa::path(get, path = "/api/processing-record", tag = "privacy", operation_id = "find_processing_record",
    responses((status = 200, body = ProcessingRecord)))]
pub async fn find_record(_: Admin, State(app): State<App>) -> Result<Versioned<ProcessingRecord>> {
    let (version, record) = read(&app, app.db.reader()).await?;
    Ok(Versioned(version, record))
}

/// Replaces the notes and activities that the company adds to the record.
#[utoipa::path(put, path = "/api/processing-record", tag = "privacy", operation_id = "update_processing_record",
    params(IfMatch),
    request_body = ProcessingAdditions,
    responses((status = 200, body = ProcessingRecord)))]
pub async fn update_record(
    admin: Admin,
    State(app): State<App>,
    condition: IfMatch,
    JsonBody(additions): JsonBody<ProcessingAdditions>,
) -> Result<Versioned<ProcessingRecord>> {
    save(&app, &admin, &condition, additions.parse()?, None).await
}

/// Lists the versions of the company's additions, newest first.
#[utoipa::path(get, path = "/api/processing-record/history", tag = "privacy",
    operation_id = "list_processing_history",
    params(HistoryPaging),
    responses((status = 200, body = Vec<HistoryEntry>)))]
pub async fn list_history(
    _: Admin,
    State(app): State<App>,
    Query(paging): Query<HistoryPaging>,
) -> Result<Page<HistoryEntry>> {
    history::store::list(app.db.reader(), SUBJECT, &paging, "/api/processing-record/history").await
}

/// Restores a former version of the company's additions as a new version.
#[utoipa::path(post, path = "/api/processing-record/history/{version}/restore", tag = "privacy",
    operation_id = "restore_processing_record",
    params(("version" = i32, Path), IfMatch),
    responses(
        (status = 200, body = ProcessingRecord),
        (status = 422, description = "`invalid_fields`: the former version is no longer valid", body = ErrorBody)))]
pub async fn restore_record(
    admin: Admin,
    State(app): State<App>,
    version: Result<Path<i32>, PathRejection>,
    condition: IfMatch,
) -> Result<Versioned<ProcessingRecord>> {
    let Path(version) = version.map_err(|_| Error::NotFound)?;
    let former = history::store::find(app.db.reader(), SUBJECT, version).await?.ok_or(Error::NotFound)?;
    let former: ProcessingAdditions = serde_json::from_value(former).map_err(anyhow::Error::new)?;
    save(&app, &admin, &condition, former.parse()?, Some(version)).await
}

async fn save(
    app: &App,
    admin: &Admin,
    condition: &IfMatch,
    additions: ProcessingAdditions,
    restored_from: Option<i32>,
) -> Result<Versioned<ProcessingRecord>> {
    let mut tx = app.db.begin().await?;
    // Locks the content revision before the record is read, so that of two concurrent changes, the second reads the result of
    // the first.
    tx.content_changed().await?;
    let (old, current, _) = store::find(&*tx).await?;
    condition.check(old)?;
    if additions != current {
        let now = app.clock.now();
        let version = store::update(&*tx, old, &additions, now).await?;
        let [before, after] = [&current, &additions].map(serde_json::to_value);
        let (before, after): (Value, Value) =
            (before.map_err(anyhow::Error::new)?, after.map_err(anyhow::Error::new)?);
        let change =
            Change { before: (old, &before), after: (version, &after), restored_from, by: admin.0.user.id };
        history::store::record(&*tx, SUBJECT, change, now).await?;
        let event = Event::new(Action::ProcessingRecordUpdated).on(SUBJECT.id, LABEL);
        audit::record(app, &tx, &admin.actor(), event.changed(&before, &after)).await?;
    }
    let (version, record) = read(app, &*tx).await?;
    tx.commit().await?;
    Ok(Versioned(version, record))
}

/// Exports the record as CSV, with a row for each activity.
#[utoipa::path(get, path = "/api/processing-record/export.csv", tag = "privacy",
    operation_id = "export_processing_record",
    responses((status = 200, body = String, content_type = "text/csv")))]
pub async fn export_csv(_: Admin, State(app): State<App>) -> Result<Response> {
    let (_, record) = read(&app, app.db.reader()).await?;
    Ok(export::csv(record))
}

/// Exports the record as an HTML page to print or to store.
#[utoipa::path(get, path = "/api/processing-record/export.html", tag = "privacy",
    operation_id = "print_processing_record",
    responses((status = 200, body = String, content_type = "text/html")))]
pub async fn export_html(_: Admin, State(app): State<App>) -> Result<Response> {
    let (_, record) = read(&app, app.db.reader()).await?;
    Ok(export::html(&record, app.clock.now()))
}
