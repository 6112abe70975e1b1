//! What guessing passwords costs. Strangers are counted by network and by account. A browser that this account has
//! signed in from before is counted on its own, so that no stranger can shut its owner out. A try counts from its
//! beginning, so that many at once get no further, and no longer once it turns out to be no failure.

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
        parse::is_email,
        rate_limit::network_of,
    },
};

/// One try at a password.
pub struct Attempt {
    /// `None` on a known device.
    network: Option<IpAddr>,
    key: String,
}

impl Attempt {
    /// Signing in. The same for e-mails with and without an account.
    pub fn sign_in(app: &App, ip: IpAddr, email: &str, device: Option<&KnownDevice>) -> Result<Self> {
        let key = id::sha256_hex(email.trim().to_lowercase().as_bytes());
        let attempt = match device {
            Some(device) => Self { network: None, key: format!("{key} {}", device.token_hash) },
            None => Self { network: Some(network_of(ip)), key },
        };
        attempt.begin(app)
    }

    /// Giving the password again in a session, which may be in the wrong hands.
    pub fn confirmation(app: &App, user: Uuid) -> Result<Self> {
        Self { network: None, key: format!("{user} confirms") }.begin(app)
    }

    fn begin(self, app: &App) -> Result<Self> {
        let now = app.clock.steady();
        if let Some(network) = self.network {
            app.limits.failed_logins.take(network, now)?;
        }
        app.limits.account_failures.begin(self.key.clone(), now).inspect_err(|_| self.give_back(app))?;
        Ok(self)
    }

    /// Is it the right password? One that can't be checked now was no failure: the try is struck off.
    pub async fn verify(&self, app: &App, password: &str, hash: Option<&str>) -> Result<bool> {
        let checked = match self.network {
            None => app.passwords.for_known().verify(password, hash).await,
            Some(_) => match app.take_hash() {
                Ok(()) => app.passwords.verify(password, hash).await,
                Err(busy) => Err(busy),
            },
        };
        if checked.is_err() {
            app.limits.account_failures.strike_off(&self.key);
            self.give_back(app);
        }
        checked
    }

    pub fn succeeded(self, app: &App) {
        app.limits.account_failures.succeeded(&self.key);
        self.give_back(app);
    }

    fn give_back(&self, app: &App) {
        if let Some(network) = &self.network {
            app.limits.failed_logins.give_back(network);
        }
    }
}

/// Whose account it is about, as far as anybody knows. What was typed is kept only if it is an address: people type
/// passwords into the wrong field.
pub fn about(event: Event, typed: &str, user: Option<&users::Model>) -> Event {
    let email = typed.trim().to_lowercase();
    match user {
        Some(user) => event.on("account", user.id, &email),
        None if is_email(&email) => event.about(&email),
        None => event.about("algo que não é um e-mail"),
    }
}

/// Keeps that somebody was told to wait before they try again: once a minute for a network, and for an account. A
/// flood must not fill the disk.
pub async fn record_refusal(app: &App, ip: IpAddr, refusal: &Error, event: Event) -> Result<()> {
    let now = app.clock.steady();
    let is_first = |key: String| app.limits.throttled.take(key, now).is_ok();
    let email = event.label.clone().filter(|label| is_email(label));
    let is_new = || is_first(network_of(ip).to_string()) && email.is_none_or(is_first);
    if !matches!(refusal, Error::RateLimited { .. }) || !is_new() {
        return Ok(());
    }
    record_failure(app, ip, None, event).await
}

/// Records that a sign-in failed. A limited number of rows is written for each account, and for sign-ins that name no
/// account: many networks together must not fill the disk. The next row says how many were left out.
pub async fn record_failure(app: &App, ip: IpAddr, user: Option<Uuid>, event: Event) -> Result<()> {
    if app.limits.failure_events.take(user, app.clock.steady()).is_err() {
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
