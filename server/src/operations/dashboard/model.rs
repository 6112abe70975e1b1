//! The figures of the dashboard.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{
    features::{
        blog::model::LatestPost,
        contacts::stats::{ServiceCount, StatusCount, WaitingContacts},
    },
    foundation::{audit::model::AuditEvent, identity::actor::Source},
    platform::error::{Error, Result},
};

const DEFAULT_DAYS: u16 = 30;
/// Days that the figures can go back.
pub const PERIODS: [u16; 2] = [DEFAULT_DAYS, 90];

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DashboardPeriod {
    /// How many days to look back, today included: 30 (the default) or 90.
    days: Option<u16>,
}

impl DashboardPeriod {
    pub fn days(&self) -> Result<u16> {
        let days = self.days.unwrap_or(DEFAULT_DAYS);
        if PERIODS.contains(&days) {
            Ok(days)
        } else {
            Err(Error::BadRequest("O período é de 30 ou de 90 dias."))
        }
    }
}

/// How the company and its site are doing.
#[derive(Serialize, ToSchema)]
pub struct Dashboard {
    /// When this was counted.
    pub counted_at: DateTime<Utc>,
    pub services: ServiceFigures,
    pub posts: PostFigures,
    pub contacts: ContactFigures,
    /// Nothing while nobody has changed anything.
    #[schema(required)]
    pub last_change: Option<LastChange>,
    /// For administrators only.
    #[schema(required)]
    pub mail: Option<MailFigures>,
    /// For administrators only.
    #[schema(required)]
    pub setup: Option<SetupSteps>,
    /// For administrators only.
    #[schema(required)]
    pub operation: Option<OperationNotices>,
}

#[derive(Serialize, ToSchema)]
pub struct ServiceFigures {
    pub total: u64,
    /// Those that visitors see.
    pub active: u64,
}

#[derive(Serialize, ToSchema)]
pub struct PostFigures {
    pub total: u64,
    pub published: u64,
    /// Unpublished posts that have a date on which they are published.
    pub scheduled: u64,
    /// The five made last, the newest first.
    pub latest: Vec<LatestPost>,
}

/// Without those that look like spam and those in the trash.
#[derive(Serialize, ToSchema)]
pub struct ContactFigures {
    pub total: u64,
    pub waiting: WaitingContacts,
    /// All of them, every status named.
    pub by_status: Vec<StatusCount>,
    /// How many came in on each day of the period, the oldest day first.
    pub by_day: Vec<DayCount>,
    /// The services most asked about in the period, at most six.
    pub by_service: Vec<ServiceCount>,
}

#[derive(Serialize, ToSchema)]
pub struct DayCount {
    /// In São Paulo.
    pub day: NaiveDate,
    pub count: u64,
}

/// The last time somebody changed the site: for editors, what they may change; for administrators, settings too.
#[derive(Serialize, ToSchema)]
pub struct LastChange {
    pub created_at: DateTime<Utc>,
    /// In Portuguese, to be read between the person and the label: 'criou o post'.
    pub summary: String,
    /// What the record was called.
    #[schema(required)]
    pub label: Option<String>,
    /// Who it was, for those who may read the audit log.
    #[schema(required)]
    pub actor: Option<LastActor>,
}

#[derive(Serialize, ToSchema)]
pub struct LastActor {
    #[schema(required)]
    pub user_email: Option<String>,
    pub source: Source,
}

impl LastChange {
    #[must_use]
    pub fn new(event: AuditEvent, names_actor: bool) -> Self {
        let AuditEvent { created_at, summary, label, user_email, source, .. } = event;
        Self { created_at, summary, label, actor: names_actor.then_some(LastActor { user_email, source }) }
    }
}

/// Mail that hasn't left.
#[derive(Serialize, ToSchema)]
pub struct MailFigures {
    /// To be sent, for the first time or again.
    pub queued: u64,
    /// Given up.
    pub failed: u64,
    /// In Portuguese: why the mail server refuses everything, or why mail has waited for 15 minutes.
    #[schema(required)]
    pub problem: Option<String>,
}

/// What an operator should put right.
#[derive(Serialize, ToSchema)]
pub struct OperationNotices {
    /// The address of a proxy that isn't in `VITRINE_TRUSTED_PROXIES`: all visitors behind it share one limit.
    #[schema(required)]
    pub untrusted_proxy: Option<String>,
    /// `VITRINE_PUBLIC_URL` isn't set though visitors come through a proxy.
    pub public_url_missing: bool,
}

/// What a new company has to see to, and has when true.
#[derive(Serialize, ToSchema)]
pub struct SetupSteps {
    /// The company has another name than the example's.
    pub name: bool,
    pub logo: bool,
    pub phone: bool,
    /// The address for contacts and for questions about personal data.
    pub email: bool,
    /// A mail server is configured.
    pub mail: bool,
    pub analytics: bool,
}
