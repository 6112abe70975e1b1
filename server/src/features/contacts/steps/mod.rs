//! The next step of a contact, and completed steps. A contact has at most one next step.

pub mod model;
pub mod reminders;
pub mod store;

use axum::{
    Json,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use self::{
    model::{NextStep, NextStepInput},
    store::DoneStep,
};
use super::{
    admin::{completed, find_editable_for_update, find_writable_for_update},
    model::Contact,
};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action},
        identity::{extract::Support, store::users},
    },
    platform::{
        db::Transaction,
        error::{Error, ErrorBody, Result},
        http::{IfMatch, JsonBody, PathId, Version, Versioned},
        id,
    },
};

const NO_STEP: Error = Error::Conflict {
    code: "no_next_step",
    message: "Este contato não tem mais um próximo passo. Alguém deve ter concluído ou retirado o passo.",
};
const OTHER_STEP: Error =
    Error::Conflict { code: "other_next_step", message: "O contato já tem outro próximo passo." };

/// A completed step of a contact.
#[derive(Serialize, ToSchema)]
pub struct CompletedStep {
    pub id: Uuid,
    pub contact_id: Uuid,
    pub text: String,
}

/// Plans the next step of a contact request, or changes it. When it is due, the assignee gets a reminder, or the person who planned it
/// if the contact has no assignee. Their notification preferences apply.
#[utoipa::path(put, path = "/api/contacts/{id}/next-step", tag = "contacts", operation_id = "plan_contact_step",
    params(PathId, IfMatch),
    request_body = NextStepInput,
    responses(
        (status = 200, body = Contact),
        (status = 409, description = "`contact_merged`: the contact was merged into another; `person_erased`: the \
            sender was erased", body = ErrorBody)))]
pub async fn plan_step(
    staff: Support,
    State(app): State<App>,
    PathId(id): PathId,
    condition: IfMatch,
    JsonBody(input): JsonBody<NextStepInput>,
) -> Result<Versioned<Contact>> {
    let step = input.parse(staff.0.user.id)?;
    let tx = app.db.begin().await?;
    let (version, contact) = find_writable_for_update(&tx, id).await?;
    condition.check(version)?;
    let planned_by = known_planner(&tx, step.planned_by).await?;
    let step = NextStep { planned_by, ..step };
    let changed = set_next(&app, &tx, version, &contact, Some(step)).await?;
    // Events about steps omit the text, because an erasure deletes it, but audit events are permanent.
    audit::record(&app, &tx, &staff.actor(), contact.event(Action::ContactStepPlanned)).await?;
    tx.commit().await?;
    Ok(Versioned(changed.0, completed(&app, changed.1).await?))
}

/// Removes the next step of a contact request without completing it.
#[utoipa::path(delete, path = "/api/contacts/{id}/next-step", tag = "contacts", operation_id = "remove_contact_step",
    params(PathId, IfMatch),
    responses(
        (status = 200, body = Contact),
        (status = 409, description = "`no_next_step`: the contact has no next step; `contact_merged`: it was merged into \
            another", body = ErrorBody)))]
pub async fn remove_step(
    staff: Support,
    State(app): State<App>,
    PathId(id): PathId,
    condition: IfMatch,
) -> Result<Versioned<Contact>> {
    let tx = app.db.begin().await?;
    let (version, contact) = find_editable_for_update(&tx, id).await?;
    condition.check(version)?;
    if contact.next_step.is_none() {
        return Err(NO_STEP);
    }
    let changed = set_next(&app, &tx, version, &contact, None).await?;
    audit::record(&app, &tx, &staff.actor(), contact.event(Action::ContactStepRemoved)).await?;
    tx.commit().await?;
    Ok(Versioned(changed.0, completed(&app, changed.1).await?))
}

/// Completes the next step of a contact request. The step moves to the timeline.
#[utoipa::path(post, path = "/api/contacts/{id}/next-step/done", tag = "contacts", operation_id = "complete_contact_step",
    params(PathId, IfMatch),
    responses(
        (status = 201, body = CompletedStep),
        (status = 409, description = "`no_next_step`: the contact has no next step; `contact_merged`: it was merged into \
            another", body = ErrorBody)))]
pub async fn complete_step(
    staff: Support,
    State(app): State<App>,
    PathId(id): PathId,
    condition: IfMatch,
) -> Result<Response> {
    let tx = app.db.begin().await?;
    let (version, contact) = find_editable_for_update(&tx, id).await?;
    condition.check(version)?;
    let step = contact.next_step.clone().ok_or(NO_STEP)?;
    let now = app.clock.now();
    let done = DoneStep {
        id: id::new_id(now),
        contact_id: id,
        has_time: step.time.is_some(),
        due_at: step.at,
        planned_by: step.planned_by,
        text: step.text,
        author_id: Some(staff.0.user.id),
        created_at: now,
    };
    let DoneStep { id, contact_id, text, .. } = store::create(&*tx, done).await?;
    set_next(&app, &tx, version, &contact, None).await?;
    audit::record(&app, &tx, &staff.actor(), contact.event(Action::ContactStepDone)).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(CompletedStep { id, contact_id, text })).into_response())
}

/// Makes a completed step the next step of its contact again.
#[utoipa::path(delete, path = "/api/contacts/steps/{id}", tag = "contacts", operation_id = "reopen_contact_step",
    params(PathId),
    responses(
        (status = 200, body = Contact),
        (status = 409, description = "`other_next_step`: the contact has another next step; `contact_merged`: it was \
            merged into another", body = ErrorBody)))]
pub async fn reopen_step(
    staff: Support,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Versioned<Contact>> {
    let tx = app.db.begin().await?;
    let contact_id = store::find(&*tx, id).await?.ok_or(Error::NotFound)?.contact_id;
    let (version, contact) = find_editable_for_update(&tx, contact_id).await?;
    // Read again, because another request may have reopened it before the contact was locked.
    let done = store::find(&*tx, id).await?.ok_or(Error::NotFound)?;
    if contact.next_step.is_some() {
        return Err(OTHER_STEP);
    }
    store::delete(&*tx, id).await?;
    let step = NextStep::of(Some(done.text), Some(done.due_at), done.has_time, done.planned_by);
    let changed = set_next(&app, &tx, version, &contact, step).await?;
    audit::record(&app, &tx, &staff.actor(), contact.event(Action::ContactStepReopened)).await?;
    tx.commit().await?;
    Ok(Versioned(changed.0, completed(&app, changed.1).await?))
}

/// Returns the person if it is an account of staff. Otherwise nobody is known to have planned the step.
async fn known_planner(tx: &Transaction, id: Option<Uuid>) -> Result<Option<Uuid>> {
    let Some(id) = id else { return Ok(None) };
    let user = users::find(&**tx, id).await?;
    Ok(user.filter(|user| user.role.is_staff()).map(|user| user.id))
}

/// Stores the next step of a locked contact, and withdraws the reminder of the former one.
async fn set_next(
    app: &App,
    tx: &Transaction,
    version: Version,
    contact: &Contact,
    step: Option<NextStep>,
) -> Result<(Version, Contact)> {
    let now = app.clock.now();
    reminders::withdraw(tx, contact.id, now).await?;
    store::set_next(&**tx, (contact.id, version), step, now).await
}
