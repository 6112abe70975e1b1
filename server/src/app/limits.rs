//! Rate limits, per network, account or email address, on actions that use many resources or affect other people.

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
        error::{Error, Result},
        limits::{
            backoff::Backoff,
            rate_limit::{RateLimit, network_of},
        },
        listener::client_ip::ClientIp,
    },
};

/// Declares [`RateLimits`]: each limit with its documentation, type and value.
macro_rules! rate_limits {
    ($enabled:ident; $($(#[$doc:meta])* $name:ident: $kind:ty = $value:expr;)*) => {
        /// All rate limits of the process. A `RateLimit` allows a burst, then one more per interval.
        pub struct RateLimits {
            $($(#[$doc])* pub $name: $kind,)*
        }

        impl RateLimits {
            /// Creates the limits. If they are disabled (`VITRINE_RATE_LIMITS=off`), only those of the audit log apply.
            #[must_use]
            pub fn new($enabled: bool) -> Self {
                Self { $($name: $value,)* }
            }
        }
    };
}

const fn seconds(seconds: i64) -> TimeDelta {
    TimeDelta::seconds(seconds)
}

const fn minutes(minutes: i64) -> TimeDelta {
    TimeDelta::minutes(minutes)
}

const fn milliseconds(milliseconds: i64) -> TimeDelta {
    TimeDelta::milliseconds(milliseconds)
}

rate_limits! { enabled;
    // Public pages and forms.

    /// Requests for public content that the cache doesn't answer, per network.
    reads: RateLimit<IpAddr> = RateLimit::per_network(300, milliseconds(100), enabled);
    /// Requests whose responses aren't cached, per network: searches of the blog (pages and API), newsletter links, preview links.
    searches: RateLimit<IpAddr> = RateLimit::per_network(20, seconds(3), enabled);
    /// Renders of pages that are not cached, of all visitors together.
    renders: RateLimit<()> = RateLimit::new(100, milliseconds(100), enabled);
    /// Requests for files that S3 does not have, per network. Counted before the request to S3, and given back if S3 has the
    /// file. A page of the media library needs less than the burst.
    missing_files: RateLimit<IpAddr> = RateLimit::per_network(100, seconds(3), enabled);
    /// Public forms, valid or not, per network. Counted before the body is read.
    forms: RateLimit<IpAddr> = RateLimit::per_network(60, seconds(1), enabled);
    /// Pages for one visitor, which are not cached, per network: forms refused without JavaScript, refused searches, checked
    /// certificates, and thanks pages with a protocol or a deadline.
    individual_pages: RateLimit<IpAddr> = RateLimit::per_network(20, seconds(3), enabled);
    /// Beacons of pages, per network. A page sends one or two, and many people may share a network.
    visits: RateLimit<IpAddr> = RateLimit::per_network(300, milliseconds(200), enabled);
    /// Contacts sent, per network.
    contacts: RateLimit<IpAddr> = RateLimit::per_network(10, minutes(2), enabled);
    /// Contacts created from mail of unknown senders, all together: 30 at once, then 30 per hour.
    contacts_by_mail: RateLimit<()> = RateLimit::new(30, minutes(2), enabled);
    /// Wrong codes of the WhatsApp link, per account. Each attempt is counted before it is checked, and given back if the code is right.
    whatsapp_codes: RateLimit<Uuid> = RateLimit::new(10, minutes(1), enabled);
    /// Megabytes of files that visitors send with contacts, per network: 50 at once, then about 50 per day.
    received_megabytes: RateLimit<IpAddr> = RateLimit::per_network(50, minutes(29), enabled);
    /// Receipts for contacts, per recipient's email address.
    receipts: RateLimit<String> = RateLimit::new(3, minutes(20), enabled);
    /// Newsletter subscriptions, per network.
    subscriptions: RateLimit<IpAddr> = RateLimit::per_network(10, minutes(2), enabled);
    /// Mail to confirm a newsletter subscription, per hash of the recipient.
    confirmations: RateLimit<String> = RateLimit::new(3, TimeDelta::days(1), enabled);
    /// Invalid newsletter links, per network.
    newsletter_links: RateLimit<IpAddr> = RateLimit::per_network(10, minutes(1), enabled);
    /// Requests about personal data, per network.
    privacy_requests: RateLimit<IpAddr> = RateLimit::per_network(5, minutes(5), enabled);
    /// Mail to confirm a request about personal data, per hash of the recipient.
    privacy_confirmations: RateLimit<String> = RateLimit::new(3, TimeDelta::hours(8), enabled);
    /// Invalid links of requests about personal data, per network.
    privacy_links: RateLimit<IpAddr> = RateLimit::per_network(10, minutes(1), enabled);

    /// Choices about trackers, per network.
    consents: RateLimit<IpAddr> = RateLimit::per_network(20, seconds(30), enabled);
    /// Choices about trackers, of all visitors together. Each is stored as a row.
    all_consents: RateLimit<()> = RateLimit::new(300, seconds(1), enabled);
    /// Requests with reports of mail providers, valid or not, per network. Counted before the body is read.
    reports: RateLimit<IpAddr> = RateLimit::per_network(600, milliseconds(100), enabled);

    // Sign-in.

    /// Sign-ins with a password, right or wrong, per network. Counted before the body is read.
    sign_ins: RateLimit<IpAddr> = RateLimit::per_network(100, seconds(1), enabled);
    /// Failed sign-ins and invalid account links, per network. Each attempt is counted before it is checked, and given back if it
    /// succeeds.
    failed_logins: RateLimit<IpAddr> = RateLimit::per_network(10, minutes(1), enabled);
    /// Failed attempts with the password of an account, per account. Confirmations in a session count separately.
    account_failures: Backoff<String> = Backoff::new(10, seconds(30), minutes(15), enabled);
    /// Wrong codes of a second factor, per account. Each known device of the account, identified by the hash of its token, has a
    /// limit of its own.
    failed_codes: RateLimit<(Uuid, Option<String>)> = RateLimit::new(5, minutes(5), enabled);
    /// Refused passkeys on a known device, per hash of the device's token. On other devices, they count as failed sign-ins.
    failed_passkeys: RateLimit<String> = RateLimit::new(10, minutes(1), enabled);
    /// Passkey challenges before a sign-in, per network. Each is stored as a row.
    passkey_challenges: RateLimit<IpAddr> = RateLimit::per_network(30, seconds(10), enabled);
    /// Sign-ins and passkey challenges from known devices whose network is over its limit, per account of the device.
    known_devices: RateLimit<Uuid> = RateLimit::new(20, seconds(5), enabled);
    /// Passwords hashed for clients without a known device, all together.
    hashes: RateLimit<()> = RateLimit::new(200, milliseconds(100), enabled);

    // Accounts.

    /// Registrations, per network.
    registrations: RateLimit<IpAddr> = RateLimit::per_network(10, minutes(10), enabled);
    /// Estimates of the strength of new passwords, per network.
    password_assessments: RateLimit<IpAddr> = RateLimit::per_network(30, seconds(10), enabled);
    /// Requests for password reset links, per network.
    password_resets: RateLimit<IpAddr> = RateLimit::per_network(10, minutes(5), enabled);
    /// Password reset links, per hash of the recipient.
    reset_mails: RateLimit<String> = RateLimit::new(10, minutes(5), enabled);
    /// Password reset links, per hash of the recipient and network (IPv4 address or IPv6 /48).
    reset_mails_by_network: RateLimit<(String, IpAddr)> = RateLimit::new(3, minutes(15), enabled);
    /// Links that verify an email address, per hash of the recipient.
    verification_mails: RateLimit<String> = RateLimit::new(10, minutes(5), enabled);
    /// Links that verify an email address, per account.
    verification_mails_by_account: RateLimit<Uuid> = RateLimit::new(3, minutes(20), enabled);
    /// Links that verify an email address, per network.
    verification_mails_by_network: RateLimit<IpAddr> = RateLimit::per_network(3, minutes(20), enabled);
    /// Requests that write, per visitor's account.
    visitor_writes: RateLimit<Uuid> = RateLimit::new(60, seconds(5), enabled);
    /// Requests of visitors' accounts that write, per network.
    visitor_writes_by_network: RateLimit<IpAddr> = RateLimit::per_network(180, seconds(2), enabled);
    /// Tests of mail servers and checks of domains, per account.
    mail_trials: RateLimit<Uuid> = RateLimit::new(20, seconds(20), enabled);
    /// Exports of own data, per account.
    exports: RateLimit<Uuid> = RateLimit::new(5, minutes(10), enabled);

    // Events in the audit log. Always limited.

    /// Denials, per user and route.
    denials_by_route: RateLimit<(Uuid, String)> = RateLimit::new(1, minutes(1), true);
    /// Denials, per user.
    denials_by_user: RateLimit<Uuid> = RateLimit::new(20, minutes(1), true);
    /// Failed sign-ins, per account. `None` counts those with unknown email addresses together.
    failure_events: RateLimit<Option<Uuid>> = RateLimit::new(60, minutes(1), true);
    /// Number of failed sign-ins that were not recorded, since the latest recorded one.
    unrecorded_failures: AtomicU64 = AtomicU64::new(0);
    /// Sign-ins refused by a limit, per network and per email address.
    throttled: RateLimit<String> = RateLimit::new(1, minutes(1), true);
}

/// An extractor that counts a request against a limit per network before the body is read. Over the limit, the handler doesn't
/// run.
pub struct Limited<L>(PhantomData<L>);

/// The limit of a [`Limited`].
pub trait NetworkLimit {
    /// Returns the limit.
    fn of(limits: &RateLimits) -> &RateLimit<IpAddr>;

    /// Decides about a request over the limit. By default, returns `refusal`. Another implementation may accept the request.
    fn over(_: &App, _: &HeaderMap, refusal: Error) -> impl Future<Output = Result<()>> + Send {
        ready(Err(refusal))
    }
}

/// The limit of requests for public content.
pub type PublicRead = Limited<Reads>;

/// The limit of public forms.
pub type FormLimit = Limited<Forms>;

/// The limit of reports of mail providers.
pub type ReportLimit = Limited<Reports>;

pub struct Reads;

impl NetworkLimit for Reads {
    fn of(limits: &RateLimits) -> &RateLimit<IpAddr> {
        &limits.reads
    }
}

pub struct Forms;

impl NetworkLimit for Forms {
    fn of(limits: &RateLimits) -> &RateLimit<IpAddr> {
        &limits.forms
    }
}

pub struct Reports;

impl NetworkLimit for Reports {
    fn of(limits: &RateLimits) -> &RateLimit<IpAddr> {
        &limits.reports
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
