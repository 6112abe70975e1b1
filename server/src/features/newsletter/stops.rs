//! Stops of subscriptions: temporary delivery failures pause a subscription; a permanent failure or a complaint refuses it.
//! Staff can resume a paused one. Each change is recorded in the audit log.

use axum::{Json, extract::State};
use uuid::Uuid;

use super::{
    model::{Reporter, Stop, StopReason, Subscription, SubscriptionStatus},
    notices, reports, store,
};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action},
        identity::{actor::Actor, extract::Editor},
        mail,
    },
    platform::{
        db::Transaction,
        error::{Error, ErrorBody, Result},
        http::PathId,
    },
};

const NOT_PAUSED: Error =
    Error::Conflict { code: "not_paused", message: "Esta inscrição não está pausada. Atualize a lista." };

/// Pauses a confirmed subscription and returns it. Returns `None` and changes nothing if it is not confirmed.
pub async fn pause(app: &App, tx: &Transaction, id: Uuid, stop: &Stop) -> Result<Option<Subscription>> {
    let paused = store::status::pause(&**tx, id, stop, app.clock.now()).await?;
    record(app, tx, Action::SubscriptionPaused, paused).await
}

/// Ends a subscription that is pending, confirmed or paused, and returns it. Returns `None` if it has already ended.
pub async fn refuse(app: &App, tx: &Transaction, id: Uuid, stop: &Stop) -> Result<Option<Subscription>> {
    let refused = store::status::refuse(&**tx, id, stop, app.clock.now()).await?;
    record(app, tx, Action::SubscriptionRefused, refused).await
}

/// Refuses the subscriptions whose confirmation or invitation mail was refused permanently, as [`refuse`] does after the
/// mail of an edition. Deletes the messages, whose links no longer work.
pub async fn refuse_undeliverable(app: &App) -> Result<()> {
    let kinds = [notices::CONFIRMATION, notices::INVITATION];
    let refused = mail::store::kinds::list_refused(app.db.reader(), &kinds).await?;
    if refused.is_empty() {
        return Ok(());
    }
    let tx = app.db.begin().await?;
    for message in &refused {
        let Some((open, _)) = store::find_open(&*tx, &message.to_email).await? else { continue };
        // A request from after the refusal has its own mail.
        if open.status == SubscriptionStatus::Pending && open.created_at <= message.created_at {
            let detail = message.last_error.clone().unwrap_or_default();
            let stop = Stop { reason: StopReason::Bounce, by: Reporter::MailServer, detail };
            refuse(app, &tx, open.id, &stop).await?;
        }
    }
    mail::store::delete_all(&*tx, refused.iter().map(|message| message.id).collect()).await?;
    tx.commit().await
}

/// Records a stop with its reason in the audit log. The detail is omitted, because it can contain the address.
async fn record(
    app: &App,
    tx: &Transaction,
    action: Action,
    stopped: Option<Subscription>,
) -> Result<Option<Subscription>> {
    if let Some(stopped) = &stopped {
        let stop = stopped.stop.as_ref();
        let changes =
            serde_json::json!({"reason": stop.map(|stop| stop.reason), "by": stop.map(|stop| stop.by)});
        audit::record(app, tx, &Actor::system(), stopped.event(action).after(&changes)).await?;
    }
    Ok(stopped)
}

/// Resumes a paused subscription, which then receives the newsletter again.
#[utoipa::path(post, path = "/api/newsletter/subscriptions/{id}/resume", tag = "newsletter",
    operation_id = "resume_subscription",
    params(PathId),
    responses(
        (status = 200, body = Subscription),
        (status = 409, description = "`not_paused`: it isn't paused; or `subscribed_again`: the address has a newer \
            subscription", body = ErrorBody)))]
pub async fn resume_subscription(
    staff: Editor,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Json<Subscription>> {
    let tx = app.db.begin().await?;
    store::find(&*tx, id).await?.ok_or(Error::NotFound)?;
    let resumed = store::status::resume(&*tx, id, app.clock.now()).await?.ok_or(NOT_PAUSED)?;
    reports::store::reset_failures(&*tx, id).await?;
    let event = resumed.event(Action::SubscriptionResumed);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok(Json(resumed))
}
