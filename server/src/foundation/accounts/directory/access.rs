//! Disabling and enabling users, and ending their sessions.

use axum::{Json, extract::State};

use super::{
    Done,
    admin::{begin_on, own_session, refuse_own},
    store,
};
use crate::{
    app::App,
    foundation::{
        accounts::recovery::links::{self, Purpose},
        audit::{self, Action, Event},
        identity::{
            extract::{Admin, StepUpRequired, SteppedUp},
            store::sessions,
        },
    },
    platform::{
        error::{ErrorBody, Result},
        http::PathId,
    },
};

/// Disables a user, who then can't sign in. All sessions of the user end, and all links that were mailed to the user stop
/// working.
#[utoipa::path(post, path = "/api/auth/users/{id}/disable", tag = "accounts", operation_id = "disable_user",
    params(("id" = uuid::Uuid, Path)),
    responses(
        (status = 200, body = Done),
        StepUpRequired,
        (status = 409, description = "`own_account`: the user is the caller", body = ErrorBody)))]
pub async fn disable_user(
    SteppedUp(admin): SteppedUp<Admin>,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Json<Done>> {
    refuse_own(&admin, id, "Você não pode desativar a própria conta. Peça a outro administrador.")?;
    set_disabled(&app, &admin, id, true).await?;
    Ok(Json(Done::new("Usuário desativado com sucesso!")))
}

/// Enables a disabled user. Does nothing if the user is enabled.
#[utoipa::path(post, path = "/api/auth/users/{id}/enable", tag = "accounts", operation_id = "enable_user",
    params(("id" = uuid::Uuid, Path)),
    responses(
        (status = 200, body = Done),
        StepUpRequired))]
pub async fn enable_user(
    SteppedUp(admin): SteppedUp<Admin>,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Json<Done>> {
    set_disabled(&app, &admin, id, false).await?;
    Ok(Json(Done::new("Usuário reativado com sucesso!")))
}

/// Disables or enables a user in one transaction. Does nothing if the user is in that state already.
async fn set_disabled(app: &App, admin: &Admin, id: uuid::Uuid, disabled: bool) -> Result<()> {
    let now = app.clock.now();
    let (tx, user) = begin_on(app, admin, id).await?;
    if user.disabled_at.is_some() == disabled {
        return Ok(());
    }
    store::set_disabled(&*tx, id, disabled.then_some(now), now).await?;
    // Also done when enabling, so that a session that started while the user was being disabled doesn't become valid.
    sessions::delete_all(&*tx, id, None).await?;
    if disabled {
        links::end_all(&tx, id, Purpose::ALL).await?;
    }
    let action = if disabled { Action::UserDisabled } else { Action::UserEnabled };
    audit::record(app, &tx, &admin.actor(), Event::new(action).on(id, &user.email)).await?;
    tx.commit().await
}

/// Ends all sessions of a user, except the session that sends the request.
#[utoipa::path(delete, path = "/api/auth/users/{id}/sessions", tag = "accounts", operation_id = "end_user_sessions",
    params(("id" = uuid::Uuid, Path)),
    responses(
        (status = 200, body = Done),
        StepUpRequired))]
pub async fn end_user_sessions(
    SteppedUp(admin): SteppedUp<Admin>,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Json<Done>> {
    let (tx, user) = begin_on(&app, &admin, id).await?;
    let ended = sessions::delete_all(&*tx, id, own_session(&admin, id)).await?;
    let event = Event::new(Action::UserSessionsEnded).on(id, &user.email);
    let event = event.after(&serde_json::json!({"sessions": ended}));
    audit::record(&app, &tx, &admin.actor(), event).await?;
    tx.commit().await?;
    Ok(Json(Done::new("Sessões encerradas com sucesso!")))
}
