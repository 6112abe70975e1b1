//! Rate limits of sign-ins.

use std::net::IpAddr;

use axum::http::HeaderMap;
use uuid::Uuid;

use crate::{
    app::{
        App,
        limits::{Limited, NetworkLimit, RateLimits},
    },
    foundation::identity::{extract::take_write, model::Role, session::devices},
    platform::{
        error::{Error, Result},
        limits::rate_limit::RateLimit,
    },
};

/// Counts a sign-in of a visitor's account against the limits of writes. On a known device (`is_known`), the limit of the
/// network does not apply.
pub fn take_sign_in(app: &App, user_id: Uuid, role: Role, ip: IpAddr, is_known: bool) -> Result<()> {
    if is_known && !role.is_staff() {
        app.limits.visitor_writes.take(user_id, app.clock.steady())
    } else {
        take_write(app, user_id, role, ip)
    }
}

/// The limit of sign-ins with a password, per network.
pub type SignInLimit = Limited<SignIns>;

/// The limit of passkey challenges for sign-ins, per network.
pub type PasskeyLimit = Limited<PasskeyChallenges>;

pub struct SignIns;

impl NetworkLimit for SignIns {
    fn of(limits: &RateLimits) -> &RateLimit<IpAddr> {
        &limits.sign_ins
    }

    async fn over(app: &App, headers: &HeaderMap, refusal: Error) -> Result<()> {
        devices::take_own_budget(app, headers, refusal).await
    }
}

pub struct PasskeyChallenges;

impl NetworkLimit for PasskeyChallenges {
    fn of(limits: &RateLimits) -> &RateLimit<IpAddr> {
        &limits.passkey_challenges
    }

    async fn over(app: &App, headers: &HeaderMap, refusal: Error) -> Result<()> {
        devices::take_own_budget(app, headers, refusal).await
    }
}
