//! The outbox for administrators: listing, retrying and deleting messages.

use axum::{Json, extract::State, http::StatusCode};
use chrono::TimeDelta;
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::{
    model::{ActionLink, Body, MailState, OutboxFilter, OutboxMessage, OutboxSummary},
    retry::retry_all,
    store, withheld,
};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action, Event},
        identity::extract::{Admin, StepUpRequired, SteppedUp},
    },
    platform::{
        clock::Timestamp,
        error::{Error, ErrorBody, Result},
        http::{PathId, Query},
        paging::{Page, PageRequest, Paging, TimeCursor},
    },
};

const LINK_ENDED: Error = Error::Conflict { code: "link_ended", message: "O link venceu. Peça outro." };
const DEADLINE_PASSED: Error = Error::Conflict {
    code: "deadline_passed",
    message: "O prazo informado neste e-mail já passou. Ele não pode mais ser enviado.",
};

/// Age from which a queued message with a failed attempt is reported as a problem.
const MIN_STUCK_AGE: TimeDelta = TimeDelta::minutes(15);

/// Lists messages, newest first.
#[utoipa::path(get, path = "/api/outbox", tag = "mail", operation_id = "list_outbox",
    params(OutboxFilter, Paging),
    responses((status = 200, body = Vec<OutboxMessage>)))]
pub async fn list_outbox(
    _: Admin,
    State(app): State<App>,
    Query(filter): Query<OutboxFilter>,
    request: PageRequest,
) -> Result<Page<OutboxMessage>> {
    let mut items = store::list(app.db.reader(), &filter, request.after, request.rows()).await?;
    if app.mail_servers.current().refused_sender.is_some() {
        items.iter_mut().for_each(|message| message.is_withheld |= message.state == MailState::Queued);
    }
    let total = store::count(app.db.reader(), &filter).await?;
    Ok(request.page(items, total, |last| TimeCursor { time: last.created_at, id: last.id }))
}

/// Counts the messages in each state, and returns whether mail can be sent.
#[utoipa::path(get, path = "/api/outbox/summary", tag = "mail", operation_id = "summarize_outbox",
    responses((status = 200, body = OutboxSummary)))]
pub async fn summarize_outbox(_: Admin, State(app): State<App>) -> Result<Json<OutboxSummary>> {
    let mut more_than_counted = Vec::new();
    let mut count = async |state| {
        let total = store::count(app.db.reader(), &OutboxFilter { state: Some(state) }).await?;
        more_than_counted.extend(total.has_more().then_some(state));
        Ok::<_, Error>(total.count())
    };
    Ok(Json(OutboxSummary {
        configured: app.mail().is_some(),
        queued: count(MailState::Queued).await?,
        sent: count(MailState::Sent).await?,
        failed: count(MailState::Failed).await?,
        more_than_counted,
        withheld: withheld::count_withheld(&app).await?,
        refused_sender: app.mail_servers.current().refused_sender,
        problem: problem(&app).await?,
    }))
}

/// Returns the reason, in Portuguese, for which sending is paused or mail has waited for 15 minutes. `None` without a problem.
pub async fn problem(app: &App) -> Result<Option<String>> {
    match app.mail_pause.reason().or_else(|| app.bulk_mail_pause.reason()) {
        None if app.mail().is_some() => {
            let now = app.clock.now();
            store::find_stuck_reason(app.db.reader(), now - MIN_STUCK_AGE, now).await
        }
        reason => Ok(reason),
    }
}

/// Retries a message immediately. If the attempt fails, more attempts follow for three days, or until the link in the message
/// expires or the deadline in its text passes.
#[utoipa::path(post, path = "/api/outbox/{id}/retry", tag = "mail", operation_id = "retry_message",
    params(PathId),
    responses(
        (status = 200, body = OutboxMessage),
        (status = 409, description = "`message_sent`: the message was sent or is being sent; `link_ended`: its link has expired; \
            `deadline_passed`: the deadline in its text has passed", body = ErrorBody)))]
pub async fn retry_message(
    admin: Admin,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Json<OutboxMessage>> {
    let now = app.clock.now();
    let tx = app.db.begin().await?;
    store::find(&*tx, id).await?.ok_or(Error::NotFound)?;
    let body = store::find_body(&*tx, &app.secret_key, id).await?.unwrap_or_default();
    refuse_ended(&body, now)?;
    let retried = store::retry(&*tx, id, now, body.ends_at).await?;
    let retried = retried.ok_or(Error::Conflict {
        code: "message_sent",
        message: "Este e-mail já foi enviado ou está sendo enviado agora.",
    })?;
    tx.notify_after_commit(&app.mail_queued);
    tx.notify_after_commit(&app.mail_settled);
    audit::record(&app, &tx, &admin.actor(), about(Action::MailRetried, &retried)).await?;
    tx.commit().await?;
    Ok(Json(retried))
}

/// The number of retried messages.
#[derive(Serialize, ToSchema)]
pub struct RetriedMessages {
    pub messages: u64,
}

/// Retries all failed and all queued messages immediately: up to 1000 of each, newest first. Leaves out messages whose link has
/// expired or whose deadline has passed, and messages that are being sent.
#[utoipa::path(post, path = "/api/outbox/retry", tag = "mail", operation_id = "retry_all_messages",
    responses((status = 200, body = RetriedMessages)))]
pub async fn retry_all_messages(admin: Admin, State(app): State<App>) -> Result<Json<RetriedMessages>> {
    Ok(Json(RetriedMessages { messages: retry_all(&app, &admin.actor()).await? }))
}

/// Returns an error if the link in a message has expired, or if the deadline in its text has passed.
fn refuse_ended(body: &Body, now: Timestamp) -> Result<()> {
    match body.ends_at {
        Some(end) if end <= now => Err(if body.action.is_some() { LINK_ENDED } else { DEADLINE_PASSED }),
        _ => Ok(()),
    }
}

/// Deletes a failed message.
#[utoipa::path(delete, path = "/api/outbox/{id}", tag = "mail", operation_id = "delete_message",
    params(PathId),
    responses(
        (status = 204),
        (status = 409, description = "`message_not_failed`: the message has not failed", body = ErrorBody)))]
pub async fn delete_message(admin: Admin, State(app): State<App>, PathId(id): PathId) -> Result<StatusCode> {
    let tx = app.db.begin().await?;
    let message = store::find(&*tx, id).await?.ok_or(Error::NotFound)?;
    if !store::delete_failed(&*tx, id).await? {
        return Err(Error::Conflict {
            code: "message_not_failed",
            message: "Só um e-mail que não pôde ser enviado pode ser excluído.",
        });
    }
    audit::record(&app, &tx, &admin.actor(), about(Action::MailDeleted, &message)).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Returns the link in a message that was not sent, so that it can be delivered by other means.
#[utoipa::path(post, path = "/api/outbox/{id}/link", tag = "mail", operation_id = "reveal_link",
    params(PathId),
    responses(
        (status = 200, body = ActionLink),
        StepUpRequired,
        (status = 404, description = "`not_found`: the message does not exist, has no link or was sent, or its content can't be decrypted", body = ErrorBody),
        (status = 409, description = "`link_ended`: the link has expired", body = ErrorBody)))]
pub async fn reveal_link(
    SteppedUp(admin): SteppedUp<Admin>,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Json<ActionLink>> {
    let tx = app.db.begin().await?;
    let message = store::find(&*tx, id).await?.ok_or(Error::NotFound)?;
    let body = store::find_body(&*tx, &app.secret_key, id).await?.ok_or(Error::NotFound)?;
    refuse_ended(&body, app.clock.now())?;
    let link = body.action.ok_or(Error::NotFound)?;
    audit::record(&app, &tx, &admin.actor(), about(Action::MailLinkRevealed, &message)).await?;
    tx.commit().await?;
    Ok(Json(link))
}

/// Returns an event about a message.
fn about(action: Action, message: &OutboxMessage) -> Event {
    // Without the subject line, because it may name a person other than the recipient.
    Event::new(action).on(message.id, &message.to_email).after(&json!({"kind": message.kind}))
}
