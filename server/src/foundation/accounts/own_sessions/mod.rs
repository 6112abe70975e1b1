//! The sessions of the caller: listing and ending them.

use axum::{extract::State, http::StatusCode};
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    app::App,
    foundation::{
        audit::{self, Action, Event},
        identity::{extract::SignedIn, session::user_agent, store::sessions},
    },
    platform::{
        error::{Error, Result},
        http::PathId,
        paging::{Limit, ListLimit, Page},
    },
};

/// A session, as shown to its user.
#[derive(Serialize, ToSchema)]
pub struct OwnSession {
    pub id: Uuid,
    /// Browser and operating system in Portuguese, such as `Chrome no Windows`.
    pub device: String,
    /// IP address of the request that started the session; empty if unknown.
    pub ip: String,
    pub created_at: DateTime<Utc>,
    /// Time of the last request, accurate to the minute.
    pub last_seen_at: DateTime<Utc>,
    /// Whether this session sent the request.
    pub is_current: bool,
}

impl OwnSession {
    #[must_use]
    pub fn new(row: &sessions::Model, current: Uuid) -> Self {
        Self {
            id: row.id,
            device: user_agent::describe(&row.user_agent),
            ip: row.ip.clone(),
            created_at: row.created_at,
            last_seen_at: row.last_seen_at,
            is_current: row.id == current,
        }
    }
}

/// Lists the sessions of the caller: the current one, then the others, most recently used first.
#[utoipa::path(get, path = "/api/auth/sessions", tag = "accounts", operation_id = "list_own_sessions",
    params(ListLimit),
    responses((status = 200, body = Vec<OwnSession>)))]
pub async fn list_own_sessions(
    State(app): State<App>,
    SignedIn { user, session, .. }: SignedIn,
    limit: Limit,
) -> Result<Page<OwnSession>> {
    let rows = sessions::list(app.db.reader(), &user, app.clock.now()).await?;
    let mut sessions: Vec<_> = rows.iter().map(|row| OwnSession::new(row, session.id)).collect();
    sessions.sort_by_key(|session| !session.is_current);
    Ok(limit.page(sessions))
}

/// Ends a session of the caller.
#[utoipa::path(delete, path = "/api/auth/sessions/{id}", tag = "accounts", operation_id = "end_own_session",
    params(("id" = uuid::Uuid, Path, description = "The session")),
    responses((status = 204)))]
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

/// Ends all sessions of the caller except the current one.
#[utoipa::path(delete, path = "/api/auth/sessions", tag = "accounts", operation_id = "end_other_sessions",
    responses((status = 204)))]
pub async fn end_other_sessions(State(app): State<App>, caller: SignedIn) -> Result<StatusCode> {
    let tx = caller.begin(&app).await?;
    let ended = sessions::delete_all(&*tx, caller.user.id, Some(caller.session.id)).await?;
    let event = Event::new(Action::AccountSessionsEnded).after(&json!({"sessions": ended}));
    audit::record(&app, &tx, &caller.actor(), event).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
