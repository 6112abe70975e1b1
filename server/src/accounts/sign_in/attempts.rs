//! What guessing passwords costs. Strangers are counted by network and by account. A browser that this account has
//! signed in from before is counted on its own, so that no stranger can shut its owner out.

use std::net::IpAddr;

use crate::{
    accounts::session::devices::KnownDevice,
    app::App,
    kit::{error::Result, id, rate_limit::network_of},
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
    pub fn confirmation(app: &App, user: uuid::Uuid) -> Result<Self> {
        Self { network: None, key: format!("{user} confirms") }.begin(app)
    }

    fn begin(self, app: &App) -> Result<Self> {
        let now = app.clock.now();
        if let Some(network) = &self.network {
            app.limits.failed_logins.check(network, now)?;
        }
        app.limits.account_failures.begin(self.key.clone(), now)?;
        Ok(self)
    }

    pub fn failed(self, app: &App) {
        if let Some(network) = self.network {
            app.limits.failed_logins.count(network, app.clock.now());
        }
    }

    pub fn succeeded(self, app: &App) {
        app.limits.account_failures.succeeded(&self.key);
    }
}
