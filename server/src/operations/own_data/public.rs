//! Endpoints for a user's own data: the export, and the deletion of the account.

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
};
use serde_json::json;

use super::{
    erasure,
    model::{AccountDeletion, ExportedKind, OwnData},
    person, registry,
};
use crate::{
    app::App,
    foundation::{
        accounts::profile::check_password,
        audit::{self, Action, Event},
        identity::{
            actor::{Actor, Source},
            extract::SignedIn,
            session,
        },
        personal_data::certificate::Certificate,
    },
    platform::{
        db::Connection,
        error::{Error, ErrorBody, Result},
        http::JsonBody,
    },
};

/// Maximum number of records of each kind in an export.
const MAX_RECORDS: usize = 5000;
/// The `Content-Disposition` of an export.
const DISPOSITION: &str = "attachment; filename=\"meus-dados.json\"";

/// Exports all data of the caller as a JSON file, except internal records of staff, such as their notes.
#[utoipa::path(get, path = "/api/auth/export", tag = "accounts", operation_id = "export_own_data",
    responses((status = 200, body = OwnData)))]
pub async fn export_own_data(State(app): State<App>, caller: SignedIn) -> Result<Response> {
    app.limits.exports.take(caller.user.id, app.clock.steady())?;
    let user = &caller.user;
    let person = person::of_account(Connection::Reader(app.db.reader()), user).await?;
    let mut kinds = Vec::new();
    for kind in registry::kinds().filter(|kind| !kind.is_internal) {
        let records = registry::list(&app, &person, kind, MAX_RECORDS).await?.records;
        kinds.push(ExportedKind {
            kind: kind.key.to_owned(),
            label: kind.label.to_owned(),
            records: records.into_iter().map(|record| record.data).collect(),
        });
    }
    let data = OwnData { exported_at: app.clock.now(), kinds };
    let tx = caller.begin(&app).await?;
    let event = Event::new(Action::AccountDataExported).on(user.id, &user.email);
    audit::record(&app, &tx, &caller.actor(), event).await?;
    tx.commit().await?;
    let text = serde_json::to_string_pretty(&data).map_err(anyhow::Error::new)?;
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CONTENT_DISPOSITION, DISPOSITION)];
    Ok((headers, text).into_response())
}

/// Deletes the caller's account and erases the caller's data. Contacts and privacy requests remain without personal data.
/// Returns a signed certificate of the erasure, which isn't stored.
#[utoipa::path(delete, path = "/api/auth/account", tag = "accounts", operation_id = "delete_account",
    request_body = AccountDeletion,
    responses(
        (status = 200, body = Certificate),
        (status = 409, description = "`staff_account`: the account belongs to staff, so an administrator must delete it", body = ErrorBody),
        (status = 422, description = "`invalid_fields`: wrong password", body = ErrorBody)))]
pub async fn delete_account(
    State(app): State<App>,
    caller: SignedIn,
    headers: HeaderMap,
    JsonBody(input): JsonBody<AccountDeletion>,
) -> Result<Response> {
    let user = &caller.user;
    if user.role.is_staff() {
        return Err(Error::Conflict {
            code: "staff_account",
            message: "Contas da equipe são excluídas por outro administrador, no painel.",
        });
    }
    check_password(&app, &caller, "password", &input.password).await?;
    let cookie = session::expired_cookie(&app, &headers)?;
    let tx = caller.begin(&app).await?;
    let person = person::of_account(Connection::Transaction(&tx), user).await?;
    let certificate = erasure::erase(&app, tx, &person, &user.email, |certificate| {
        let event = Event::new(Action::AccountDeleted).after(&json!({"certificate": certificate.id}));
        if person.was_staff {
            // The audit log names former staff.
            return (caller.actor(), event.on(user.id, &user.email));
        }
        let event = Event { subject_id: Some(user.id.to_string()), ..event };
        (Actor { user: None, ip: None, source: Source::Web }, event)
    })
    .await?;
    tracing::info!(user = %user.id, "account deleted by its owner");
    Ok(([(header::SET_COOKIE, cookie)], Json(certificate)).into_response())
}
