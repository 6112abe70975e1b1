//! Keeping somebody out, for a while or from where they are signed in.

use axum::{Json, extract::State};

use super::{
    Done,
    admin::{begin_on, own_session, refuse_own},
};
use crate::{
    app::App,
    foundation::{
        accounts::{
            recovery::links::{Purpose, end_all},
            store::directory as store,
        },
        audit::{self, Event},
        identity::{
            extract::{Admin, SteppedUp},
            store::sessions,
        },
    },
    platform::{
        error::{ErrorBody, Result},
        http::PathId,
    },
};

/// Disables an account: it is signed out everywhere and can't sign in again.
#[utoipa::path(post, path = "/api/auth/users/{id}/disable", tag = "accounts", operation_id = "disable_user",
    params(("id" = uuid::Uuid, Path)),
    responses(
        (status = 200, body = Done),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, description = "It is the caller's own", body = ErrorBody)))]
pub async fn disable_user(
    SteppedUp(admin): SteppedUp<Admin>,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Json<Done>> {
    refuse_own(&admin, id, "Você não pode desativar a própria conta. Peça a outro administrador.")?;
    set_disabled(&app, &admin, id, true).await?;
    Ok(Json(Done::new("Usuário desativado com sucesso!")))
}

/// Lets a disabled account sign in again.
#[utoipa::path(post, path = "/api/auth/users/{id}/enable", tag = "accounts", operation_id = "enable_user",
    params(("id" = uuid::Uuid, Path)),
    responses(
        (status = 200, body = Done),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody)))]
pub async fn enable_user(
    SteppedUp(admin): SteppedUp<Admin>,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Json<Done>> {
    set_disabled(&app, &admin, id, false).await?;
    Ok(Json(Done::new("Usuário reativado com sucesso!")))
}

async fn set_disabled(app: &App, admin: &Admin, id: uuid::Uuid, disabled: bool) -> Result<()> {
    let now = app.clock.now();
    let (tx, user) = begin_on(app, admin, id).await?;
    if user.disabled_at.is_some() == disabled {
        return Ok(());
    }
    store::set_disabled(&*tx, id, disabled.then_some(now), now).await?;
    // In either case: a session that began while the account was being disabled must not come back to life.
    sessions::delete_all(&*tx, id, None).await?;
    if disabled {
        end_all(&tx, id, Purpose::ALL).await?;
    }
    let action = if disabled { "user.disabled" } else { "user.enabled" };
    audit::record(app, &tx, &admin.actor(), Event::new(action).on("user", id, &user.email)).await?;
    tx.commit().await
}

/// Signs an account out everywhere; of one's own account the session that asks stays.
#[utoipa::path(delete, path = "/api/auth/users/{id}/sessions", tag = "accounts", operation_id = "end_user_sessions",
    params(("id" = uuid::Uuid, Path)),
    responses(
        (status = 200, body = Done),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody)))]
pub async fn end_user_sessions(
    SteppedUp(admin): SteppedUp<Admin>,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Json<Done>> {
    let (tx, user) = begin_on(&app, &admin, id).await?;
    let ended = sessions::delete_all(&*tx, id, own_session(&admin, id)).await?;
    let event = Event::new("user.sessions_ended").on("user", id, &user.email);
    let event = event.after(&serde_json::json!({"sessions": ended}));
    audit::record(&app, &tx, &admin.actor(), event).await?;
    tx.commit().await?;
    Ok(Json(Done::new("Sessões encerradas com sucesso!")))
}
