//! Where a person is signed in, and ending that.

use axum::{Json, extract::State, http::StatusCode};
use serde_json::json;

use crate::{
    app::App,
    foundation::{
        accounts::{extract::SignedIn, model::OwnSession, store::sessions},
        audit::{self, Action, Event},
    },
    platform::{
        error::{Error, ErrorBody, Result},
        http::PathId,
        paging::{Limit, ListLimit},
    },
};

/// The caller's sessions: the one that asks, then the one used last.
#[utoipa::path(get, path = "/api/auth/sessions", tag = "accounts", operation_id = "list_own_sessions",
    params(ListLimit),
    responses((status = 200, body = Vec<OwnSession>), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody)))]
pub async fn list_own_sessions(
    State(app): State<App>,
    SignedIn { user, session, .. }: SignedIn,
    limit: Limit,
) -> Result<Json<Vec<OwnSession>>> {
    let rows = sessions::list(app.db.reader(), &user, app.clock.now()).await?;
    let mut sessions: Vec<_> = rows.iter().map(|row| OwnSession::new(row, session.id)).collect();
    sessions.sort_by_key(|session| !session.is_current);
    Ok(Json(limit.cut(sessions)))
}

/// Ends one of the caller's sessions.
#[utoipa::path(delete, path = "/api/auth/sessions/{id}", tag = "accounts", operation_id = "end_own_session",
    params(("id" = uuid::Uuid, Path, description = "The session")),
    responses((status = 204), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn end_own_session(
    State(app): State<App>,
    caller: SignedIn,
    PathId(id): PathId,
) -> Result<StatusCode> {
    let tx = caller.begin(&app).await?;
    let ended = sessions::delete_own(&*tx, caller.user.id, id).await?.ok_or(Error::NotFound)?;
    let device = OwnSession::new(&ended, caller.session.id).device;
    let event = Event::new(Action::AccountSessionEnded).on(id, &device);
    audit::record(&app, &tx, &caller.actor(), event).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ends all of the caller's sessions but the one that asks.
#[utoipa::path(delete, path = "/api/auth/sessions", tag = "accounts", operation_id = "end_other_sessions",
    responses((status = 204), (status = 401, body = ErrorBody)))]
pub async fn end_other_sessions(State(app): State<App>, caller: SignedIn) -> Result<StatusCode> {
    let tx = caller.begin(&app).await?;
    let ended = sessions::delete_all(&*tx, caller.user.id, Some(caller.session.id)).await?;
    let event = Event::new(Action::AccountSessionsEnded).after(&json!({"sessions": ended}));
    audit::record(&app, &tx, &caller.actor(), event).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
