//! Extractors for the caller of a handler. The type of a handler's parameter decides who may call it: [`SignedIn`],
//! [`Staff`], or the role with the fewest rights that suffice: [`Support`], [`Writer`], [`Editor`], [`Admin`]. Each can be in
//! [`SteppedUp`].

use std::net::IpAddr;

use axum::{
    extract::{FromRef, FromRequestParts},
    http::{StatusCode, request::Parts},
    response::{IntoResponse, Response},
};
use chrono::TimeDelta;
use utoipa::IntoResponses;
use uuid::Uuid;

use super::{
    actor::Actor,
    model::{Role, User},
    policy, session,
    store::{sessions, users},
};
use crate::{
    app::App,
    platform::{
        db::Transaction,
        error::{Error, ErrorBody, Refusal, Result},
        limits::rate_limit::network_of,
        listener::client_ip::ClientIp,
    },
};

const STEP_UP_REQUIRED: Refusal = Refusal {
    status: StatusCode::FORBIDDEN,
    code: "step_up_required",
    message: "Confirme a sua identidade para continuar.",
};

/// Maximum time since the caller entered a password or a second factor, for [`SteppedUp`].
const STEP_UP_LIFETIME: TimeDelta = TimeDelta::minutes(10);

/// Maximum clock difference between processes. An authentication that is further in the future was recorded before the clock
/// was set back, and counts as expired.
const MAX_CLOCK_SKEW: TimeDelta = TimeDelta::seconds(5);

/// Why an extractor refuses a request.
pub enum Rejection {
    /// The role of the caller does not allow the request. A layer of the router records the denial.
    Denied(Denial),
    Refused(Error),
}

impl From<Error> for Rejection {
    fn from(error: Error) -> Self {
        Self::Refused(error)
    }
}

impl IntoResponse for Rejection {
    fn into_response(self) -> Response {
        match self {
            Self::Refused(error) => error.into_response(),
            Self::Denied(denial) => {
                let mut response = Error::Forbidden.into_response();
                response.extensions_mut().insert(denial);
                response
            }
        }
    }
}

/// A request that the role of its caller does not allow. Stored in the extensions of the response.
#[derive(Clone)]
pub struct Denial {
    pub user: Uuid,
    pub role: Role,
    pub actor: Actor,
}

/// A caller with a session, of any role.
pub struct SignedIn {
    pub user: User,
    pub session: sessions::Model,
    pub ip: IpAddr,
}

impl SignedIn {
    /// Returns the caller as an actor for the audit log.
    #[must_use]
    pub fn actor(&self) -> Actor {
        Actor::user(self.user.id, &self.user.email, self.ip)
    }

    /// Begins a transaction that holds a lock on the caller's row.
    ///
    /// # Errors
    /// Returns [`Error::Unauthenticated`] if the session ended after the request arrived.
    pub async fn begin(&self, app: &App) -> Result<Transaction> {
        let tx = app.db.begin().await?;
        users::find_for_update(&*tx, self.user.id).await?;
        if sessions::exists(&*tx, self.session.id).await? { Ok(tx) } else { Err(Error::Unauthenticated) }
    }

    fn has_stepped_up(&self, app: &App) -> bool {
        let age = app.clock.now() - self.session.authenticated_at;
        (-MAX_CLOCK_SKEW..STEP_UP_LIFETIME).contains(&age)
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
            take_write(&app, user.id, user.role, ip)?;
        }
        Ok(Self { user, session, ip })
    }
}

/// Counts a write against the limit of the user and, because any visitor can register several accounts, of the network. Staff
/// have no limit.
pub fn take_write(app: &App, user_id: Uuid, role: Role, ip: IpAddr) -> Result<()> {
    if role.is_staff() {
        return Ok(());
    }
    let now = app.clock.steady();
    app.limits.visitor_writes.take(user_id, now)?;
    app.limits.visitor_writes_by_network.take(network_of(ip), now)
}

/// Defines an extractor for callers whose role meets a condition.
macro_rules! extract_callers {
    ($(#[$doc:meta])* $name:ident, $is_allowed:expr) => {
        $(#[$doc])*
        pub struct $name(pub SignedIn);

        impl $name {
            #[must_use]
            pub fn actor(&self) -> Actor {
                self.0.actor()
            }
        }

        impl<S: Send + Sync> FromRequestParts<S> for $name
        where
            App: FromRef<S>,
        {
            type Rejection = Rejection;

            async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Rejection> {
                Ok(Self(require_role(parts, state, $is_allowed).await?))
            }
        }

        impl Caller for $name {
            fn signed_in(&self) -> &SignedIn {
                &self.0
            }
        }
    };
}

extract_callers!(
    /// A member of staff, with any role.
    Staff,
    Role::is_staff
);

extract_callers!(
    /// A member of staff who works with contacts.
    Support,
    |role| role.has_rights_of(Role::Support)
);

extract_callers!(
    /// A member of staff who edits content.
    Writer,
    |role| role.has_rights_of(Role::Writer)
);

extract_callers!(
    /// An editor or an administrator.
    Editor,
    |role| role.has_rights_of(Role::Editor)
);

extract_callers!(
    /// An administrator.
    Admin,
    |role| role.has_rights_of(Role::Admin)
);

/// Returns the caller if the role is allowed and the caller meets the staff policy.
async fn require_role<S: Send + Sync>(
    parts: &mut Parts,
    state: &S,
    is_allowed: impl Fn(Role) -> bool,
) -> Result<SignedIn, Rejection>
where
    App: FromRef<S>,
{
    let caller = SignedIn::from_request_parts(parts, state).await?;
    let User { id, role, .. } = caller.user;
    if !is_allowed(role) {
        return Err(Rejection::Denied(Denial { user: id, role, actor: caller.actor() }));
    }
    match policy::unmet(&App::from_ref(state), &caller.user, &caller.session).await? {
        None => Ok(caller),
        Some(refusal) => Err(Error::Refused(refusal).into()),
    }
}

/// A caller, such as `SteppedUp<Admin>`, who entered a password or a second factor within the last ten minutes.
pub struct SteppedUp<C>(pub C);

/// Describes the error of [`SteppedUp`] in the API contract.
#[derive(IntoResponses)]
#[response(
    status = 403,
    description = "`step_up_required`: call `POST /api/auth/step-up` and repeat the request. Other codes: see the shared response \
        `Forbidden`"
)]
pub struct StepUpRequired(pub ErrorBody);

/// An extractor that holds a [`SignedIn`].
pub trait Caller {
    fn signed_in(&self) -> &SignedIn;
}

impl Caller for SignedIn {
    fn signed_in(&self) -> &SignedIn {
        self
    }
}

impl<S, C> FromRequestParts<S> for SteppedUp<C>
where
    S: Send + Sync,
    App: FromRef<S>,
    C: Caller + FromRequestParts<S>,
    C::Rejection: Into<Rejection>,
{
    type Rejection = Rejection;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Rejection> {
        let caller = C::from_request_parts(parts, state).await.map_err(Into::into)?;
        if caller.signed_in().has_stepped_up(&App::from_ref(state)) {
            Ok(Self(caller))
        } else {
            Err(Error::Refused(STEP_UP_REQUIRED).into())
        }
    }
}

/// Any caller; the user is `None` without a valid session.
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

/// Whether the caller may see drafts: true for staff who edit content and meet the staff policy.
pub struct SeesDrafts(pub bool);

impl<S: Send + Sync> FromRequestParts<S> for SeesDrafts
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let app = App::from_ref(state);
        let current = session::current(&app, &parts.headers).await?;
        let Some((session, user)) = current.filter(|(_, user)| user.role.has_rights_of(Role::Writer)) else {
            return Ok(Self(false));
        };
        Ok(Self(policy::unmet(&app, &user, &session).await?.is_none()))
    }
}
