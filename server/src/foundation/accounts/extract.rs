//! Who may call a handler is said by what it takes: [`SignedIn`], [`Staff`] or [`Admin`]. Whoever isn't allowed is
//! refused here, and the audit log hears of it.

use std::net::IpAddr;

use axum::{
    extract::{FromRef, FromRequestParts, MatchedPath},
    http::{HeaderMap, request::Parts},
};
use serde_json::json;
use uuid::Uuid;

use super::{
    model::{Role, User},
    session::{self, devices},
    store::{directory, sessions},
};
use crate::{
    app::{
        App,
        limits::{Limited, Limits, NetworkLimit},
    },
    foundation::{
        audit::{self, Actor, Event},
        settings,
    },
    platform::{
        client_ip::ClientIp,
        db::Transaction,
        error::{Error, Result},
        rate_limit::{RateLimit, network_of},
    },
};

/// Anybody with a session.
pub struct SignedIn {
    pub user: User,
    pub session: sessions::Model,
    pub ip: IpAddr,
}

impl SignedIn {
    /// As the audit log names them.
    #[must_use]
    pub fn actor(&self) -> Actor {
        Actor::user(self.user.id, &self.user.email, self.ip)
    }

    /// Begins a transaction with the account locked. Fails if the session ended while the request was under way.
    pub async fn begin(&self, app: &App) -> Result<Transaction> {
        let tx = app.db.begin().await?;
        directory::find_for_update(&*tx, self.user.id).await?;
        if sessions::exists(&*tx, self.session.id).await? { Ok(tx) } else { Err(Error::Unauthenticated) }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for SignedIn
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let app = App::from_ref(state);
        let ClientIp(ip) = ClientIp::from_request_parts(parts, &app).await?;
        let (session, user) = session::current(&app, &parts.headers).await?.ok_or(Error::Unauthenticated)?;
        if !parts.method.is_safe() {
            spend_write(&app, user.id, user.role, ip)?;
        }
        Ok(Self { user, session, ip })
    }
}

/// Counts a call that writes something. Anybody can make accounts of visitors, so each has a limit, and each network.
fn spend_write(app: &App, user: Uuid, role: Role, ip: IpAddr) -> Result<()> {
    if role.is_staff() {
        return Ok(());
    }
    let now = app.clock.steady();
    app.limits.visitor_writes.take(user, now)?;
    app.limits.visitor_writes_by_network.take(network_of(ip), now)
}

/// Counts a sign-in as a write. On a known device the limit of its network does not apply.
pub fn spend_sign_in(app: &App, user: Uuid, role: Role, ip: IpAddr, is_known: bool) -> Result<()> {
    match is_known && !role.is_staff() {
        true => app.limits.visitor_writes.take(user, app.clock.steady()),
        false => spend_write(app, user, role, ip),
    }
}

/// The limit of sign-ins with a password.
pub type SignInLimit = Limited<SignIns>;

/// The limit of passkeys asked for by clients that are not signed in.
pub type PasskeyLimit = Limited<PasskeyChallenges>;

pub struct SignIns;

impl NetworkLimit for SignIns {
    fn of(limits: &Limits) -> &RateLimit<IpAddr> {
        &limits.sign_ins
    }

    async fn over(app: &App, headers: &HeaderMap, refusal: Error) -> Result<()> {
        devices::take_own_budget(app, headers, refusal).await
    }
}

pub struct PasskeyChallenges;

impl NetworkLimit for PasskeyChallenges {
    fn of(limits: &Limits) -> &RateLimit<IpAddr> {
        &limits.passkey_challenges
    }

    async fn over(app: &App, headers: &HeaderMap, refusal: Error) -> Result<()> {
        devices::take_own_budget(app, headers, refusal).await
    }
}

/// Administrators and editors.
pub struct Staff(pub SignedIn);

impl Staff {
    #[must_use]
    pub fn actor(&self) -> Actor {
        self.0.actor()
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Staff
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        Ok(Self(allowed(parts, state, Role::is_staff).await?))
    }
}

/// Administrators.
pub struct Admin(pub SignedIn);

impl Admin {
    #[must_use]
    pub fn actor(&self) -> Actor {
        self.0.actor()
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Admin
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        Ok(Self(allowed(parts, state, |role| role == Role::Admin).await?))
    }
}

/// Whoever it is, signed in or not.
pub struct Visitor(pub Option<User>);

impl<S: Send + Sync> FromRequestParts<S> for Visitor
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        Ok(Self(session::current(&App::from_ref(state), &parts.headers).await?.map(|(_, user)| user)))
    }
}

/// May whoever asks see what isn't public? Staff whom nothing holds up, and nobody else.
pub struct SeesDrafts(pub bool);

impl<S: Send + Sync> FromRequestParts<S> for SeesDrafts
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let app = App::from_ref(state);
        let found = session::current(&app, &parts.headers).await?;
        let Some((session, user)) = found.filter(|(_, user)| user.role.is_staff()) else {
            return Ok(Self(false));
        };
        match hold_up(&app, &user, &session).await {
            Ok(()) => Ok(Self(true)),
            Err(Error::PasswordChangeRequired | Error::SecondFactorEnrollmentRequired) => Ok(Self(false)),
            Err(cause) => Err(cause),
        }
    }
}

async fn allowed<S: Send + Sync>(parts: &mut Parts, state: &S, may: impl Fn(Role) -> bool) -> Result<SignedIn>
where
    App: FromRef<S>,
{
    let signed_in = SignedIn::from_request_parts(parts, state).await?;
    if may(signed_in.user.role) {
        hold_up(&App::from_ref(state), &signed_in.user, &signed_in.session).await?;
        return Ok(signed_in);
    }
    if let Err(cause) = record_denial(&App::from_ref(state), parts, &signed_in).await {
        tracing::error!(%cause, "a denied action is missing from the audit log");
    }
    Err(Error::Forbidden)
}

/// What staff have to do before anything else: choose a long password, also those who became staff later, and set up a
/// second factor where the company's settings ask for one.
async fn hold_up(app: &App, user: &User, session: &sessions::Model) -> Result<()> {
    if user.must_change_password {
        return Err(Error::PasswordChangeRequired);
    }
    if session.second_factor_at.is_some() {
        return Ok(());
    }
    let security = settings::store::security(app.db.reader()).await?;
    if security.require_second_factor { Err(Error::SecondFactorEnrollmentRequired) } else { Ok(()) }
}

/// Longest refused path that is recorded.
const MAX_PATH: usize = 150;

/// Once a minute for a person and a route, whatever id is in the address, and not for more than a few routes in a row: a
/// flood must not fill the disk.
async fn record_denial(app: &App, parts: &Parts, signed_in: &SignedIn) -> Result<()> {
    let route = parts.extensions.get::<MatchedPath>().map_or("", MatchedPath::as_str);
    let key = (signed_in.user.id, format!("{} {route}", parts.method));
    let now = app.clock.steady();
    if app.limits.denials.take(key, now).is_err()
        || app.limits.denials_of_person.take(signed_in.user.id, now).is_err()
    {
        return Ok(());
    }
    let method = parts.method.as_str();
    let path: String = parts.uri.path().chars().take(MAX_PATH).collect();
    let asked = json!({"role": signed_in.user.role});
    let event =
        Event::new("account.access_denied").on("route", route, &format!("{method} {path}")).after(&asked);
    let tx = app.db.begin().await?;
    audit::record(app, &tx, &signed_in.actor(), event).await?;
    tx.commit().await
}
