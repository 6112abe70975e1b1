//! What every handler may need, in one value that is cheap to clone.

pub mod config;
pub mod limits;

use std::sync::Arc;

use axum::extract::FromRef;
use chrono::TimeDelta;
use sea_orm::{ConnectionTrait, sea_query::Query};
use tokio::sync::Notify;
use uuid::Uuid;

use crate::{
    app::{
        config::{Config, media::MediaConfig},
        limits::Limits,
    },
    platform::{
        circuit_breaker::CircuitBreaker,
        client_ip::TrustedProxies,
        clock::{Clock, Timestamp},
        clock_watch::ClockWatch,
        counter::Counter,
        db::Database,
        error::{Error, Result},
        files::Files,
        key_check::{self, Proof},
        keyed_mutex::KeyedMutex,
        passwords::Passwords,
        pending_times::Unsaved,
        secret_key::SecretKey,
        ttl_cache::TtlCache,
    },
};

const READINESS_CHECKED: TimeDelta = TimeDelta::seconds(1);

#[derive(Clone)]
pub struct App {
    pub config: Arc<Config>,
    pub db: Database,
    pub clock: Clock,
    pub passwords: Passwords,
    pub limits: Arc<Limits>,
    /// How often each redirect was followed since the last write to the database.
    pub redirect_hits: Arc<Counter<Uuid>>,
    /// How often each missing page was requested from each referrer since the last write to the database.
    pub missing_pages: Arc<Counter<(String, Option<String>)>>,
    /// When sessions were last used, until the database has it.
    pub sessions_seen: Arc<Unsaved<Uuid>>,
    /// Contact requests being stored, by the client's key for the attempt.
    pub contact_attempts: Arc<KeyedMutex<String>>,
    /// Why the process can't serve, if it can't. Checked at most once a second, because anybody may ask.
    pub readiness: Arc<TtlCache<Option<String>>>,
    /// Whether the time of day may be believed, before anything is deleted by it.
    pub clock_watch: Arc<ClockWatch>,
    pub secret_key: SecretKey,
    /// What people uploaded.
    pub files: Files,
    /// Rung when mail was queued.
    pub mail_queued: Arc<Notify>,
    /// Mail waits while the mail server refuses all of it.
    pub mail_pause: Arc<CircuitBreaker<Timestamp>>,
    /// Rung when a message was sent, given up or queued again.
    pub mail_settled: Arc<Notify>,
}

impl App {
    /// Fails when the secret key is missing, or not that of the database.
    pub async fn new(config: Config, db: Database, clock: Clock) -> anyhow::Result<Self> {
        let limits = Arc::new(Limits::new(config.rate_limits));
        let earlier = async || proof_of_key(&db).await;
        let secret_key =
            key_check::key_for(&db, config.secret_key.clone(), &config.data_dir, earlier).await?;
        let files = match &config.media {
            MediaConfig::Folder(folder) => Files::in_folder(folder)?,
            MediaConfig::S3(s3) => Files::in_s3(&s3.options, s3.prefix.clone())?,
        };
        let clock_watch = Arc::new(ClockWatch::new(&clock));
        Ok(Self {
            config: Arc::new(config),
            db,
            clock,
            passwords: Passwords::start(),
            limits,
            redirect_hits: Arc::default(),
            missing_pages: Arc::default(),
            sessions_seen: Arc::default(),
            contact_attempts: Arc::default(),
            readiness: Arc::new(TtlCache::new(READINESS_CHECKED)),
            clock_watch,
            secret_key,
            files,
            mail_queued: Arc::default(),
            mail_pause: Arc::default(),
            mail_settled: Arc::default(),
        })
    }
}

impl App {
    /// Takes one hash from what strangers may ask for in all.
    pub fn take_hash(&self) -> Result<()> {
        self.limits.hashes.take((), self.clock.steady()).map_err(|_| Error::Unavailable)
    }
}

/// The first start of every version writes an audit event with the secret key.
/// The proof of where the audit log ends, if it has begun.
async fn proof_of_key(db: &Database) -> anyhow::Result<Option<Proof>> {
    let select = Query::select().columns(["sequence", "mac", "proof"]).from("audit_head").to_owned();
    let Some(row) = db.reader().query_one(&select).await? else { return Ok(None) };
    let (sequence, mac): (i64, String) = (row.try_get("", "sequence")?, row.try_get("", "mac")?);
    let message = serde_json::json!([sequence, mac]).to_string().into_bytes();
    let proof = Proof { purpose: "audit head", message, mac: row.try_get("", "proof")? };
    Ok(Some(proof).filter(|_| sequence > 0))
}

impl FromRef<App> for TrustedProxies {
    fn from_ref(app: &App) -> Self {
        app.config.trusted_proxies.clone()
    }
}
