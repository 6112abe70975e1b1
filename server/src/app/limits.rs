//! How often one network, account or address may do what costs the server or other people something.

use std::{
    future::{Future, ready},
    marker::PhantomData,
    net::IpAddr,
    sync::atomic::AtomicU64,
};

use axum::{
    extract::{FromRef, FromRequestParts},
    http::{HeaderMap, request::Parts},
};
use chrono::TimeDelta;
use uuid::Uuid;

use crate::{
    app::App,
    platform::{
        backoff::Backoff,
        client_ip::ClientIp,
        error::{Error, Result},
        rate_limit::{RateLimit, network_of},
    },
};

/// How often one network may do what costs us or others something.
pub struct Limits {
    /// Public forms sent, valid or not. Counted before the body is read.
    pub forms: RateLimit<IpAddr>,
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
    /// Sign-ins with a password, right or wrong. Counted before the body is read.
    pub sign_ins: RateLimit<IpAddr>,
    /// Sign-ins and passkeys asked for on known devices of one account while their network is over its limit.
    pub known_devices: RateLimit<Uuid>,
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
    /// Files asked for that S3 doesn't have. Files being read from S3 count until they are found: the burst is above what
    /// a page of the media library loads at once.
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
    /// Confirmations of the newsletter mailed to one address, by its hash.
    pub confirmations: RateLimit<String>,
    /// Links of the newsletter that were no good.
    pub newsletter_links: RateLimit<IpAddr>,
}

impl Limits {
    #[must_use]
    pub fn new(enabled: bool) -> Self {
        let limit = |burst, interval| RateLimit::per_network(burst, interval, enabled);
        Self {
            forms: limit(60, TimeDelta::seconds(1)),
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
            known_devices: RateLimit::new(20, TimeDelta::seconds(5), enabled),
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
            missing_files: limit(100, TimeDelta::seconds(3)),
            refused_forms: limit(20, TimeDelta::seconds(3)),
            subscriptions: limit(10, TimeDelta::minutes(2)),
            confirmations: RateLimit::new(3, TimeDelta::days(1), enabled),
            newsletter_links: limit(10, TimeDelta::minutes(1)),
        }
    }
}

/// A limit of the caller's network that a handler takes before it reads the body. Over the limit, the handler doesn't run.
pub struct Limited<L>(PhantomData<L>);

/// Names the limit that [`Limited`] takes.
pub trait NetworkLimit {
    fn of(limits: &Limits) -> &RateLimit<IpAddr>;

    /// Called over the limit. Returns `refusal`, unless the request has a budget of its own.
    fn over(_: &App, _: &HeaderMap, refusal: Error) -> impl Future<Output = Result<()>> + Send {
        ready(Err(refusal))
    }
}

/// The limit of calls that read public content.
pub type PublicRead = Limited<Reads>;

/// The limit of public forms.
pub type FormLimit = Limited<Forms>;

pub struct Reads;

impl NetworkLimit for Reads {
    fn of(limits: &Limits) -> &RateLimit<IpAddr> {
        &limits.reads
    }
}

pub struct Forms;

impl NetworkLimit for Forms {
    fn of(limits: &Limits) -> &RateLimit<IpAddr> {
        &limits.forms
    }
}

impl<L: NetworkLimit, S: Send + Sync> FromRequestParts<S> for Limited<L>
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let app = App::from_ref(state);
        let ClientIp(ip) = ClientIp::from_request_parts(parts, &app).await?;
        if let Err(refusal) = L::of(&app.limits).take(network_of(ip), app.clock.steady()) {
            L::over(&app, &parts.headers, refusal).await?;
        }
        Ok(Self(PhantomData))
    }
}
