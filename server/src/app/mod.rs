//! [`App`], the state that all handlers share.

pub mod config;
pub mod demo_addresses;
pub mod limits;
pub mod mail_servers;

use std::{ops::Deref, sync::Arc};

use axum::extract::FromRef;
use chrono::TimeDelta;
use tokio::sync::Notify;
use uuid::Uuid;

use crate::{
    app::{
        config::{Config, mail::MailConfig, mailbox::MailboxConfig, media::MediaConfig},
        limits::RateLimits,
        mail_servers::{LiveMailServers, MailServers},
    },
    platform::{
        cache::{Caches, counter::Counter, pending_times::PendingTimes, ttl_cache::TtlCache},
        clock::{Clock, Timestamp},
        clock_watch::ClockWatch,
        crypto::{
            key_check::{self, Proof},
            passwords::Passwords,
            secret_key::SecretKey,
        },
        db::Database,
        error::{Error, Result},
        files::Files,
        http::request_buffer::RequestBuffer,
        limits::circuit_breaker::CircuitBreaker,
        listener::client_ip::TrustedProxies,
    },
};

/// Time for which the result of a readiness check is reused.
const READINESS_LIFETIME: TimeDelta = TimeDelta::seconds(1);

/// Folder of the private files.
const PRIVATE: &str = "private";

/// A handle to the state of the program. It is cloned for each request and each route, so a clone copies only a pointer.
#[derive(Clone)]
pub struct App(Arc<AppState>);

/// The state of the program. Clones share it.
#[derive(Clone)]
pub struct AppState {
    pub config: Arc<Config>,
    pub db: Database,
    pub clock: Clock,
    pub passwords: Passwords,
    pub limits: Arc<RateLimits>,
    /// Number of times that each redirect was followed, until the database has it.
    pub redirect_hits: Arc<Counter<Uuid>>,
    /// Number of requests for each missing page, by path and referrer, until the database has it.
    pub missing_pages: Arc<Counter<(String, Option<String>)>>,
    /// Beacons of visitors' pages that wait to be stored.
    pub visits: Arc<RequestBuffer>,
    /// Times of the latest use of sessions, until the database has them.
    pub sessions_seen: Arc<PendingTimes<Uuid>>,
    /// Why the process is not ready; `None` if it is. Cached, because any client can request it.
    pub readiness: Arc<TtlCache<Option<String>>>,
    pub caches: Caches,
    /// Decides whether the clock is trusted, which deletions by date require.
    pub clock_watch: Arc<ClockWatch>,
    pub secret_key: SecretKey,
    /// Uploaded files.
    pub files: Files,
    /// Files that only staff may read, such as attachments of customers' mail. No public address leads to them.
    pub private_files: Files,
    /// The mail servers in use.
    pub mail_servers: Arc<LiveMailServers>,
    /// Notified after a message was queued.
    pub mail_queued: Arc<Notify>,
    /// Notified if the mailbox is to be opened at once, although this failed before.
    pub mailbox_retried: Arc<Notify>,
    /// Stops all mail while it is open, because the mail server fails.
    pub mail_pause: Arc<CircuitBreaker<Timestamp>>,
    /// Stops mail in bulk while it is open, because the mail server refuses it.
    pub bulk_mail_pause: Arc<CircuitBreaker<Timestamp>>,
    /// Notified after a push message was queued.
    pub push_queued: Arc<Notify>,
    /// Notified after an event of a contact was stored whose notices are not queued yet.
    pub contact_events: Arc<Notify>,
    /// Notified after a message was sent, failed or was queued again.
    pub mail_settled: Arc<Notify>,
}

impl App {
    /// Creates the state, and the secret key of a new database. `find_proof` returns a proof of the key of a database of an
    /// earlier version, which has no check value; `None` if the database is new.
    ///
    /// # Errors
    /// Fails if the secret key is missing or does not belong to the database, or the store of uploaded files can't be opened.
    pub async fn new(
        config: Config,
        db: Database,
        clock: Clock,
        find_proof: impl AsyncFnOnce(&Database) -> anyhow::Result<Option<Proof>>,
    ) -> anyhow::Result<Self> {
        let limits = Arc::new(RateLimits::new(config.rate_limits));
        let secret_key =
            key_check::key_for(&db, config.secret_key.clone(), &config.data_dir, find_proof).await?;
        let (files, private_files) = match &config.media {
            MediaConfig::Folder(folder) => {
                (Files::in_folder(folder)?, Files::in_folder(&config.data_dir.join(PRIVATE))?)
            }
            MediaConfig::S3(s3) => (
                Files::in_s3(&s3.options, s3.prefix.clone())?,
                Files::in_s3(&s3.options, s3.prefix.clone().join(PRIVATE))?,
            ),
        };
        let mail_servers = Arc::new(LiveMailServers::new(MailServers::new(&config, None, None)));
        let clock_watch = Arc::new(ClockWatch::new(&clock));
        Ok(Self::from(AppState {
            config: Arc::new(config),
            db,
            clock,
            passwords: Passwords::start(),
            limits,
            redirect_hits: Arc::default(),
            missing_pages: Arc::default(),
            visits: Arc::default(),
            sessions_seen: Arc::default(),
            readiness: Arc::new(TtlCache::new(READINESS_LIFETIME)),
            caches: Caches::default(),
            clock_watch,
            secret_key,
            files,
            private_files,
            mail_servers,
            mail_queued: Arc::default(),
            mailbox_retried: Arc::default(),
            mail_pause: Arc::default(),
            bulk_mail_pause: Arc::default(),
            push_queued: Arc::default(),
            contact_events: Arc::default(),
            mail_settled: Arc::default(),
        }))
    }

    /// Returns the mail server and the sender; `None` if none is configured.
    #[must_use]
    pub fn mail(&self) -> Option<Arc<MailConfig>> {
        self.mail_servers.current().outgoing
    }

    /// Returns the mailbox in which replies of customers arrive; `None` if there is none.
    #[must_use]
    pub fn mailbox(&self) -> Option<Arc<MailboxConfig>> {
        self.mail_servers.current().incoming
    }

    /// Counts a password hash against the limit of clients without a known device. Over the limit, fails with
    /// [`Error::Unavailable`].
    pub fn take_hash(&self) -> Result<()> {
        self.limits.hashes.take((), self.clock.steady()).map_err(|_| Error::Unavailable)
    }
}

impl Deref for App {
    type Target = AppState;

    fn deref(&self) -> &AppState {
        &self.0
    }
}

impl From<AppState> for App {
    fn from(state: AppState) -> Self {
        Self(Arc::new(state))
    }
}

impl FromRef<App> for TrustedProxies {
    fn from_ref(app: &App) -> Self {
        app.config.trusted_proxies.clone()
    }
}
