//! API types of the dashboard.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{
    features::{
        blog::model::LatestPost,
        contacts::stats::{ServiceCount, StatusCount, WaitingContacts},
        visits::report::VisitWeek,
    },
    foundation::{audit::model::AuditEvent, identity::actor::Source},
    platform::error::{Error, Result},
};

const DEFAULT_DAYS: u16 = 30;
/// The possible periods, in days.
pub const PERIODS: [u16; 2] = [DEFAULT_DAYS, 90];

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DashboardPeriod {
    /// Number of days including today: 30 (default) or 90.
    days: Option<u16>,
}

impl DashboardPeriod {
    /// Returns the number of days, or [`Error::BadRequest`] if it is not one of [`PERIODS`].
    pub fn days(&self) -> Result<u16> {
        let days = self.days.unwrap_or(DEFAULT_DAYS);
        if PERIODS.contains(&days) {
            Ok(days)
        } else {
            Err(Error::BadRequest("O período é de 30 ou de 90 dias."))
        }
    }
}

/// The stats of the dashboard.
#[derive(Serialize, ToSchema)]
pub struct Dashboard {
    /// Time at which the stats were computed.
    pub counted_at: DateTime<Utc>,
    /// Null for staff who don't edit content.
    #[schema(required)]
    pub services: Option<ServiceStats>,
    /// Null for staff who don't edit content.
    #[schema(required)]
    pub posts: Option<PostStats>,
    /// Null for staff who don't work with contacts.
    #[schema(required)]
    pub contacts: Option<ContactStats>,
    pub visits: VisitWeek,
    /// The last change of the site's content or, for administrators, of settings; null if there was none, and for staff who
    /// don't edit content.
    #[schema(required)]
    pub last_change: Option<LastChange>,
    /// For administrators only; null for others.
    #[schema(required)]
    pub mail: Option<MailStats>,
    /// For administrators only; null for others.
    #[schema(required)]
    pub setup: Option<SetupSteps>,
    /// For administrators only; null for others.
    #[schema(required)]
    pub operation: Option<OperationNotices>,
}

#[derive(Serialize, ToSchema)]
pub struct ServiceStats {
    pub total: u64,
    /// Number of services that the site shows.
    pub active: u64,
}

#[derive(Serialize, ToSchema)]
pub struct PostStats {
    pub total: u64,
    pub published: u64,
    /// Number of drafts that will be published automatically.
    pub scheduled: u64,
    /// The five newest posts, including drafts, newest first.
    pub latest: Vec<LatestPost>,
}

/// Counts of contacts, without suspected spam and the trash.
#[derive(Serialize, ToSchema)]
pub struct ContactStats {
    pub total: u64,
    /// Whether there are more contacts than `total`, because those of a status were not all counted.
    pub has_more: bool,
    pub waiting: WaitingContacts,
    /// Number of contacts by status, including statuses without contacts.
    pub by_status: Vec<StatusCount>,
    /// Number of new contacts on each day of the period, oldest first.
    pub by_day: Vec<DayCount>,
    /// The most requested services in the period, at most six.
    pub by_service: Vec<ServiceCount>,
}

#[derive(Serialize, ToSchema)]
pub struct DayCount {
    /// A day in the time zone of São Paulo.
    pub day: NaiveDate,
    pub count: u64,
}

/// The last change of the site's content or, for administrators, of settings.
#[derive(Serialize, ToSchema)]
pub struct LastChange {
    pub created_at: DateTime<Utc>,
    /// The action in Portuguese, to show between the actor and the label: `criou o post`.
    pub summary: String,
    /// The name of the changed record; null if it has none.
    #[schema(required)]
    pub label: Option<String>,
    /// The author of the change; null unless the caller is an administrator.
    #[schema(required)]
    pub actor: Option<LastActor>,
}

/// Who made a change, and in which way.
#[derive(Serialize, ToSchema)]
pub struct LastActor {
    /// The email address of the user; null for other actors.
    #[schema(required)]
    pub user_email: Option<String>,
    pub source: Source,
}

impl LastChange {
    /// Returns the change that an event records. Omits the actor unless `shows_actor` is true.
    #[must_use]
    pub fn new(event: AuditEvent, shows_actor: bool) -> Self {
        let AuditEvent { created_at, summary, label, user_email, source, .. } = event;
        Self { created_at, summary, label, actor: shows_actor.then_some(LastActor { user_email, source }) }
    }
}

/// Counts of mail that was not sent. Counting stops at 10,000.
#[derive(Serialize, ToSchema)]
pub struct MailStats {
    /// Number of messages that wait for their first or next attempt.
    pub queued: u64,
    /// Number of messages that failed permanently.
    pub failed: u64,
    /// Number of queued messages that are withheld until the company has an address.
    pub withheld: u64,
    /// Why the mail server refuses all mail, or why mail has been waiting for more than 15 minutes, in Portuguese; null if
    /// there is no problem.
    #[schema(required)]
    pub problem: Option<String>,
    /// Why the mailbox for replies of customers has not been read for some minutes, in Portuguese; null if there is no problem.
    #[schema(required)]
    pub receiving_problem: Option<String>,
}

/// Problems that an operator should fix.
#[derive(Serialize, ToSchema)]
pub struct OperationNotices {
    /// The IP address of a proxy that is not in `VITRINE_TRUSTED_PROXIES`; null if there is none. All visitors behind such
    /// a proxy share one rate limit.
    #[schema(required)]
    pub untrusted_proxy: Option<String>,
    /// Whether `VITRINE_PUBLIC_URL` is not set although requests come through a proxy.
    pub public_url_missing: bool,
}

/// The setup steps of a new site. Each is true when it is done.
#[derive(Serialize, ToSchema)]
pub struct SetupSteps {
    /// Whether the company's name is set.
    pub name: bool,
    pub logo: bool,
    pub phone: bool,
    /// Whether the company's email is set.
    pub email: bool,
    /// Whether a mail server is configured.
    pub mail: bool,
    /// Whether a tracker or Google Search Console is configured.
    pub analytics: bool,
}
