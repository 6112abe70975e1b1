//! Limits of attempts with a password. Attempts are counted by network and by email, and separately on a known device, so that
//! strangers can't lock the owner out. An attempt is counted when it starts, so that concurrent attempts can't exceed the
//! limit. It remains counted only if it fails.

use std::{net::IpAddr, sync::atomic::Ordering};

use uuid::Uuid;

use crate::{
    app::App,
    foundation::{
        audit::{self, Event},
        identity::{actor::Actor, session::devices::KnownDevice, store::users},
    },
    platform::{
        error::{Error, Result},
        id,
        limits::rate_limit::network_of,
        parse::is_email,
    },
};

/// One attempt with a password.
pub struct Attempt {
    /// The network against which the attempt counts; `None` on a known device and in a session.
    network: Option<IpAddr>,
    /// The key by which failures are counted: an email, an email and a known device, or a signed-in user.
    key: String,
}

impl Attempt {
    /// Starts an attempt to sign in. The result doesn't reveal whether a user has the email.
    pub fn sign_in(app: &App, ip: IpAddr, email: &str, device: Option<&KnownDevice>) -> Result<Self> {
        let key = id::sha256_hex(email.trim().to_lowercase().as_bytes());
        let attempt = match device {
            Some(device) => Self { network: None, key: format!("{key} {}", device.token_hash) },
            None => Self { network: Some(network_of(ip)), key },
        };
        attempt.begin(app)
    }

    /// Starts an attempt to confirm the password in a session. Such attempts are limited, because another person may be using
    /// the session.
    pub fn confirmation(app: &App, user_id: Uuid) -> Result<Self> {
        Self { network: None, key: format!("{user_id} confirms") }.begin(app)
    }

    fn begin(self, app: &App) -> Result<Self> {
        let now = app.clock.steady();
        if let Some(network) = self.network {
            app.limits.failed_logins.take(network, now)?;
        }
        app.limits
            .account_failures
            .begin(self.key.clone(), now)
            .inspect_err(|_| self.give_back_network(app))?;
        Ok(self)
    }

    /// Returns whether the password is correct. `hash` is `None` if the email is unknown. If the password can't be checked,
    /// the attempt is not counted.
    pub async fn verify(&self, app: &App, password: &str, hash: Option<&str>) -> Result<bool> {
        let checked = match self.network {
            None => app.passwords.for_known_user().verify(password, hash).await,
            Some(_) => match app.take_hash() {
                Ok(()) => app.passwords.verify(password, hash).await,
                Err(busy) => Err(busy),
            },
        };
        if checked.is_err() {
            app.limits.account_failures.give_back(&self.key);
            self.give_back_network(app);
        }
        checked
    }

    /// Removes the attempt from the limits, and earlier failures with the same key.
    pub fn succeed(self, app: &App) {
        app.limits.account_failures.reset(&self.key);
        self.give_back_network(app);
    }

    /// Removes the attempt from the limit of the network.
    fn give_back_network(&self, app: &App) {
        if let Some(network) = &self.network {
            app.limits.failed_logins.give_back(network);
        }
    }
}

/// Adds the user, or the typed email of no user, to the event. Does not record typed text that isn't an email, because users
/// may type their password into the wrong field.
pub fn with_typed_email(event: Event, typed: &str, user: Option<&users::Model>) -> Event {
    let email = typed.trim().to_lowercase();
    match user {
        Some(user) => event.on(user.id, &email),
        None if is_email(&email) => event.about(&email),
        None => event.about("algo que não é um e-mail"),
    }
}

/// Records a refusal by a rate limit, at most once a minute for each network and each email, so that a flood of requests does
/// not fill the disk. Does nothing for other errors.
pub async fn record_refusal(app: &App, ip: IpAddr, refusal: &Error, event: Event) -> Result<()> {
    if !matches!(refusal, Error::RateLimited { .. }) {
        return Ok(());
    }
    let now = app.clock.steady();
    let is_first = |key: String| app.limits.throttled.take(key, now).is_ok();
    let email = event.label.clone().filter(|label| is_email(label));
    if is_first(network_of(ip).to_string()) && email.is_none_or(is_first) {
        record_failure(app, ip, None, event).await?;
    }
    Ok(())
}

/// Records a failed sign-in. The number of events is limited for each user and, if `user_id` is `None`, for all attempts
/// without a user together, so that requests from many networks don't fill the disk. The next recorded event contains the
/// number of skipped ones.
pub async fn record_failure(app: &App, ip: IpAddr, user_id: Option<Uuid>, event: Event) -> Result<()> {
    if app.limits.failure_events.take(user_id, app.clock.steady()).is_err() {
        app.limits.unrecorded_failures.fetch_add(1, Ordering::Relaxed);
        return Ok(());
    }
    let unrecorded = app.limits.unrecorded_failures.swap(0, Ordering::Relaxed);
    let event = match unrecorded {
        0 => event,
        _ => event.after(&serde_json::json!({"unrecorded": unrecorded})),
    };
    let tx = app.db.begin().await?;
    audit::record(app, &tx, &Actor::visitor(ip), event).await?;
    tx.commit().await
}
