//! What every handler may need, in one value that is cheap to clone.

use std::{
    net::IpAddr,
    sync::{Arc, atomic::AtomicU64},
};

use axum::{
    extract::{FromRef, FromRequestParts},
    http::request::Parts,
};
use chrono::TimeDelta;
use sea_orm::{ConnectionTrait, sea_query::Query};
use tokio::sync::Notify;
use uuid::Uuid;

use crate::{
    config::{Config, media::MediaConfig},
    kit::{
        backoff::Backoff,
        client_ip::{ClientIp, TrustedProxies},
        clock::Clock,
        clock_watch::ClockWatch,
        db::Database,
        error::{Error, Result},
        files::Files,
        key_check::{self, Proof},
        passwords::Passwords,
        pause::Pause,
        rate_limit::{RateLimit, network_of},
        recent::Recent,
        secret_key::SecretKey,
        tally::Tally,
        turns::Turns,
        unsaved::Unsaved,
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
    /// How often each redirect was followed, until the chores write it down.
    pub redirect_hits: Arc<Tally<Uuid>>,
    /// When sessions were last used, until the database has it.
    pub sessions_seen: Arc<Unsaved<Uuid>>,
    /// Contact requests being stored, by the client's key for the attempt.
    pub contact_attempts: Arc<Turns<String>>,
    /// Why the process can't serve, if it can't. Anybody may ask, so it is worked out once a second at most.
    pub unready: Arc<Recent<Option<String>>>,
    /// Whether the time of day may be believed, before anything is deleted by it.
    pub clock_watch: Arc<ClockWatch>,
    pub secret_key: SecretKey,
    /// What people uploaded.
    pub files: Files,
    /// Rung when mail was queued.
    pub mail_queued: Arc<Notify>,
    /// Mail waits while the mail server refuses all of it.
    pub mail_pause: Arc<Pause>,
    /// Rung when a message was sent, given up or queued again.
    pub mail_settled: Arc<Notify>,
}

/// How often one network may do what costs us or others something.
pub struct Limits {
    /// Public forms sent, whatever becomes of them: counted before they are read.
    pub form_tries: RateLimit<IpAddr>,
    /// Contact requests sent.
    pub contacts: RateLimit<IpAddr>,
    /// Sign-ins that failed, those under way included, and links that were no good.
    pub failed_logins: RateLimit<IpAddr>,
    /// Codes that were wrong: of each account and, by its token's hash, each of its known devices.
    pub failed_codes: RateLimit<(Uuid, Option<String>)>,
    /// Passkeys that were refused on a known device, by its token's hash. Elsewhere they count as failed sign-ins.
    pub failed_passkeys: RateLimit<String>,
    /// Tries at the password of one account that didn't succeed.
    pub account_failures: Backoff<String>,
    /// Passkeys asked for by whoever isn't signed in yet: each question is a row.
    pub passkey_challenges: RateLimit<IpAddr>,
    /// Links to a new password asked for.
    pub password_resets: RateLimit<IpAddr>,
    /// Links mailed to one address because somebody asked for them.
    pub link_mails: RateLimit<String>,
    /// Links to a new password mailed to one address.
    pub reset_mails: RateLimit<String>,
    /// The same, because one network asked for them.
    pub reset_mails_by_network: RateLimit<(String, IpAddr)>,
    /// Links to a new e-mail address that one account asked for.
    pub mails_by_account: RateLimit<Uuid>,
    /// The same, of one network.
    pub mails_by_network: RateLimit<IpAddr>,
    /// New passwords that one network had judged.
    pub judged_passwords: RateLimit<IpAddr>,
    /// Sign-ins with a password, right or wrong.
    pub sign_ins: RateLimit<IpAddr>,
    /// Calls of one visitor that write something.
    pub visitor_writes: RateLimit<Uuid>,
    /// The same, of all visitors of one network.
    pub visitor_writes_by_network: RateLimit<IpAddr>,
    /// Exports of their own data that one person asked for.
    pub exports: RateLimit<Uuid>,
    /// Receipts mailed to one address, whoever asks for them.
    pub receipts: RateLimit<String>,
    /// Accounts created.
    pub registrations: RateLimit<IpAddr>,
    /// Searches of the blog, and links that end a newsletter: each is a page of its own to render.
    pub searches: RateLimit<IpAddr>,
    /// Renders of searches and other uncached pages, for all visitors together.
    pub renders: RateLimit<()>,
    /// Passwords hashed for clients without a known device, all together.
    pub hashes: RateLimit<()>,
    /// Calls that read public content.
    pub reads: RateLimit<IpAddr>,
    /// Files asked for that S3 doesn't have.
    pub missing_files: RateLimit<IpAddr>,
    /// Forms refused without JavaScript: each is a page of its own to render, too.
    pub refused_forms: RateLimit<IpAddr>,
    /// Refusals written to the audit log, of each person and route.
    pub denials: RateLimit<(Uuid, String)>,
    /// The same, of each person.
    pub denials_of_person: RateLimit<Uuid>,
    /// Failed sign-ins written to the audit log: of each account, and of those that name none.
    pub failure_events: RateLimit<Option<Uuid>>,
    /// Failed sign-ins that were not written since the latest that was.
    pub unrecorded_failures: AtomicU64,
    /// Sign-ins refused for being too many, as the audit log keeps them: of each network and each account.
    pub throttled: RateLimit<String>,
    /// Newsletters asked for.
    pub subscriptions: RateLimit<IpAddr>,
    /// Links of the newsletter that were no good.
    pub newsletter_links: RateLimit<IpAddr>,
}

impl Limits {
    #[must_use]
    pub fn new(enabled: bool) -> Self {
        let limit = |burst, interval| RateLimit::per_network(burst, interval, enabled);
        Self {
            form_tries: limit(60, TimeDelta::seconds(1)),
            contacts: limit(10, TimeDelta::minutes(2)),
            denials: RateLimit::new(1, TimeDelta::minutes(1), true),
            denials_of_person: RateLimit::new(20, TimeDelta::minutes(1), true),
            failure_events: RateLimit::new(60, TimeDelta::minutes(1), true),
            unrecorded_failures: AtomicU64::new(0),
            failed_codes: RateLimit::new(5, TimeDelta::minutes(5), enabled),
            failed_passkeys: RateLimit::new(10, TimeDelta::minutes(1), enabled),
            failed_logins: limit(10, TimeDelta::minutes(1)),
            account_failures: Backoff::new(10, TimeDelta::seconds(30), TimeDelta::minutes(15), enabled),
            passkey_challenges: limit(30, TimeDelta::seconds(10)),
            password_resets: limit(10, TimeDelta::minutes(5)),
            link_mails: RateLimit::new(10, TimeDelta::minutes(5), enabled),
            reset_mails: RateLimit::new(10, TimeDelta::minutes(5), enabled),
            reset_mails_by_network: RateLimit::new(3, TimeDelta::minutes(15), enabled),
            mails_by_account: RateLimit::new(3, TimeDelta::minutes(20), enabled),
            mails_by_network: limit(3, TimeDelta::minutes(20)),
            judged_passwords: limit(30, TimeDelta::seconds(10)),
            sign_ins: limit(100, TimeDelta::seconds(1)),
            visitor_writes: RateLimit::new(60, TimeDelta::seconds(5), enabled),
            visitor_writes_by_network: limit(180, TimeDelta::seconds(2)),
            exports: RateLimit::new(5, TimeDelta::minutes(10), enabled),
            receipts: RateLimit::new(3, TimeDelta::minutes(20), enabled),
            registrations: limit(10, TimeDelta::minutes(10)),
            throttled: RateLimit::new(1, TimeDelta::minutes(1), true),
            searches: limit(20, TimeDelta::seconds(3)),
            renders: RateLimit::new(100, TimeDelta::milliseconds(100), enabled),
            hashes: RateLimit::new(200, TimeDelta::milliseconds(100), enabled),
            reads: limit(300, TimeDelta::milliseconds(100)),
            missing_files: limit(20, TimeDelta::seconds(3)),
            refused_forms: limit(20, TimeDelta::seconds(3)),
            subscriptions: limit(10, TimeDelta::minutes(2)),
            newsletter_links: limit(10, TimeDelta::minutes(1)),
        }
    }
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
            sessions_seen: Arc::default(),
            contact_attempts: Arc::default(),
            unready: Arc::new(Recent::new(READINESS_CHECKED)),
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

/// Taken first by calls that read public content: each network may make so many.
pub struct PublicRead;

/// Taken by public forms before their body is read.
pub struct FormTry;

impl<S: Send + Sync> FromRequestParts<S> for FormTry
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let app = App::from_ref(state);
        let ClientIp(ip) = ClientIp::from_request_parts(parts, &app).await?;
        app.limits.form_tries.take(network_of(ip), app.clock.steady())?;
        Ok(Self)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for PublicRead
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let app = App::from_ref(state);
        let ClientIp(ip) = ClientIp::from_request_parts(parts, &app).await?;
        app.limits.reads.take(network_of(ip), app.clock.steady())?;
        Ok(Self)
    }
}
