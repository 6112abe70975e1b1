//! Sessions. An API client gets a bearer token. A browser gets a cookie that scripts can't read and a token that other sites
//! can't send, and its requests need both.

pub mod cookies;
pub mod devices;
pub mod user_agent;

use std::net::IpAddr;

use axum::{
    Json,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use chrono::TimeDelta;
use sea_orm::ConnectionTrait;
use subtle::ConstantTimeEq;
use uuid::Uuid;

use crate::{
    app::App,
    foundation::identity::{
        model::{NewSession, Role, User},
        store::{push_subscriptions, sessions, users},
    },
    platform::{clock::Timestamp, db::Transaction, error::Result, id},
};

const COOKIE: &str = "sid";
/// Maximum number of sessions of a user. A new one ends the least recently used.
const MAX_SESSIONS: u64 = 10;
/// Minimum time between two writes of a session's `last_seen_at`, so that not every request causes a write.
const TOUCH_INTERVAL: TimeDelta = TimeDelta::minutes(1);

fn max_lifetime(role: Role) -> TimeDelta {
    if role.is_staff() { TimeDelta::hours(12) } else { TimeDelta::days(30) }
}

/// Returns the maximum time between two uses of a session.
fn max_idle_time(role: Role) -> TimeDelta {
    if role.is_staff() { TimeDelta::hours(1) } else { TimeDelta::days(7) }
}

/// Returns whether a session was used recently enough to be valid.
#[must_use]
pub fn is_recent(role: Role, last_seen_at: Timestamp, now: Timestamp) -> bool {
    last_seen_at > idle_since(role, now)
}

/// Returns the limit of the last use: a session that was last used at or before this time has expired.
#[must_use]
pub fn idle_since(role: Role, now: Timestamp) -> Timestamp {
    now - max_idle_time(role)
}

/// How the client stores the session, and what the list of sessions shows about the client.
pub struct Transport {
    cookie: bool,
    user_agent: String,
    ip: String,
}

impl Transport {
    /// Reads the transport and the user agent from the headers of a request.
    #[must_use]
    pub fn of(headers: &HeaderMap) -> Self {
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or("");
        let user_agent = text(header::USER_AGENT.as_str()).chars().take(300).collect();
        Self { cookie: text("x-session-transport") == "cookie", user_agent, ip: String::new() }
    }

    /// Sets the IP address.
    #[must_use]
    pub fn with_ip(self, ip: IpAddr) -> Self {
        Self { ip: ip.to_string(), ..self }
    }
}

/// A new session, and the cookies to set for a browser: the session cookie and the device cookie.
pub struct Started {
    pub id: Uuid,
    pub session: NewSession,
    pub cookies: Vec<HeaderValue>,
}

impl Started {
    /// Returns the response with the session and its cookies.
    #[must_use]
    pub fn with_status(self, status: StatusCode) -> Response {
        let mut response = (status, Json(self.session)).into_response();
        for cookie in self.cookies {
            response.headers_mut().append(header::SET_COOKIE, cookie);
        }
        response
    }
}

/// Starts a session of `user`. If the request belongs to a session, ends that one. The browser still gets notifications if both
/// sessions are of the same user.
pub async fn start(
    app: &App,
    tx: &Transaction,
    user: User,
    transport: Transport,
    headers: &HeaderMap,
) -> Result<Started> {
    let now = app.clock.now();
    let id = id::new_id(now);
    if let Some((former, owner)) = find_valid(app, &**tx, headers).await? {
        if owner.id == user.id {
            push_subscriptions::move_to_session(&**tx, former.id, id).await?;
        }
        end(tx, &former).await?;
    }
    let token = id::new_token();
    let cookie = transport.cookie.then(id::new_token);
    let expires_at = now + max_lifetime(user.role);
    sessions::delete_oldest(&**tx, user.id, MAX_SESSIONS - 1).await?;
    let row = sessions::Model {
        id,
        user_id: user.id,
        token_hash: token.hash,
        cookie_hash: cookie.as_ref().map(|cookie| cookie.hash.clone()),
        user_agent: transport.user_agent,
        created_at: now,
        last_seen_at: now,
        expires_at,
        ip: transport.ip,
        authenticated_at: now,
        second_factor_at: None,
    };
    sessions::create(&**tx, row).await?;
    users::record_login(&**tx, user.id, now).await?;
    let mut cookies = Vec::new();
    if let Some(cookie) = cookie {
        cookies.push(cookies::header(app, headers, COOKIE, &cookie.secret, expires_at - now)?);
        cookies.extend(devices::remember(app, tx, user.id, headers).await?);
    }
    Ok(Started { id, session: NewSession { token: token.secret, user, expires_at }, cookies })
}

/// Returns the session that sent the request, if it is valid, and its user.
pub async fn current(app: &App, headers: &HeaderMap) -> Result<Option<(sessions::Model, User)>> {
    let Some((session, user)) = find_valid(app, app.db.reader(), headers).await? else { return Ok(None) };
    let now = app.clock.now();
    if now - session.last_seen_at >= TOUCH_INTERVAL {
        touch(app, session.id, now);
    }
    Ok(Some((session, user)))
}

/// Stores the last use of a session in the background, so that a locked database or a full disk does not delay requests.
/// Until then, the last use is in memory.
fn touch(app: &App, session_id: Uuid, now: Timestamp) {
    app.sessions_seen.set(session_id, now);
    let app = app.clone();
    tokio::spawn(async move {
        let stored = async {
            let tx = app.db.begin().await?;
            sessions::touch(&*tx, session_id, now).await?;
            tx.commit().await
        };
        match stored.await {
            Ok(()) => app.sessions_seen.forget_stored(&session_id, now),
            Err(cause) => {
                tracing::warn!(%cause, "storing the last use of a session failed; a later use retries it")
            }
        }
    });
}

async fn find_valid(
    app: &App,
    connection: &impl ConnectionTrait,
    headers: &HeaderMap,
) -> Result<Option<(sessions::Model, User)>> {
    let Some(token) = bearer(headers) else { return Ok(None) };
    let hash = id::sha256_hex(token.as_bytes());
    let now = app.clock.now();
    let mut found = find_seen(app, connection, &hash).await?;
    if found.as_ref().is_some_and(|(session, user)| !is_recent(user.role, session.last_seen_at, now)) {
        // The row is read again: after the first read, another request may have stored the last use and removed it from memory.
        found = find_seen(app, connection, &hash).await?;
    }
    Ok(found.filter(|(session, user)| {
        now < session.expires_at
            && is_recent(user.role, session.last_seen_at, now)
            && is_cookie_valid(app, headers, session)
    }))
}

/// Finds a session, expired or not, with the last use that is stored or in memory, whichever is later.
async fn find_seen(
    app: &App,
    connection: &impl ConnectionTrait,
    token_hash: &str,
) -> Result<Option<(sessions::Model, User)>> {
    let mut found = sessions::find(connection, token_hash).await?;
    if let Some((session, _)) = &mut found {
        session.last_seen_at = app.sessions_seen.latest(&session.id, session.last_seen_at);
    }
    Ok(found)
}

/// Ends a session.
pub async fn end(tx: &Transaction, session: &sessions::Model) -> Result<()> {
    sessions::delete(&**tx, session.id).await
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("Bearer").then(|| token.trim_start())
}

/// Returns whether the request has the session's cookie. Always true for a session without a cookie.
fn is_cookie_valid(app: &App, headers: &HeaderMap, session: &sessions::Model) -> bool {
    let Some(expected) = &session.cookie_hash else { return true };
    let Some(secret) = cookies::find(app, headers, COOKIE) else { return false };
    id::sha256_hex(secret.as_bytes()).as_bytes().ct_eq(expected.as_bytes()).into()
}

/// Returns whether the request has a session cookie, valid or not.
#[must_use]
pub fn has_cookie(app: &App, headers: &HeaderMap) -> bool {
    cookies::find(app, headers, COOKIE).is_some()
}

/// Returns the value of a `Set-Cookie` header that deletes the session cookie.
pub fn expired_cookie(app: &App, headers: &HeaderMap) -> Result<HeaderValue> {
    cookies::header(app, headers, COOKIE, "", TimeDelta::zero())
}
