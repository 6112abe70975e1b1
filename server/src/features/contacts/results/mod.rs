//! Results of contacts: how many of a period's contacts became customers, and how soon they were answered.

mod groups;
mod store;

use std::collections::HashMap;

use axum::{Json, extract::State};
use chrono::{Days, NaiveDate, TimeDelta};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use self::groups::Groups;
use super::stages::model::LostReason;
use crate::{
    app::App,
    foundation::identity::{extract::Support, store::users},
    platform::{
        error::{Error, Result},
        http::Query,
        text::date,
    },
};

const DEFAULT_DAYS: u16 = 30;
/// The possible periods, in days.
pub const PERIODS: [u16; 3] = [DEFAULT_DAYS, 90, 365];
/// Maximum number of rows in a table of results.
const MAX_GROUPS: usize = 50;
/// Length of the span whose contacts are in memory at the same time.
const READ_AT_ONCE: TimeDelta = TimeDelta::days(30);

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ResultsPeriod {
    /// Number of days including today: 30 (default), 90 or 365.
    period: Option<u16>,
}

/// Results of the contacts that were received in a period. Quarantined and deleted contacts don't count.
#[derive(Debug, Serialize, ToSchema)]
pub struct Results {
    /// The first day of the period, in the time zone of São Paulo.
    pub since: NaiveDate,
    /// Results of all contacts of the period.
    pub all: ResultFigures,
    /// Numbers of lost contacts by reason, most frequent first.
    pub lost_reasons: Vec<LostReasonCount>,
    /// Contacts that were won in the period, whenever they were received.
    pub won: WonFigures,
    /// Results by channel.
    pub by_channel: Vec<ResultGroup>,
    /// Results by source of the visit: a value of `utm_source`, the host name of a site, `direct`, or `unknown`. Up to 50 rows.
    pub by_source: Vec<ResultGroup>,
    /// Results by `utm_campaign` of the visit; an empty name for contacts without one. Up to 50 rows.
    pub by_campaign: Vec<ResultGroup>,
    /// Results by service of interest. Up to 50 rows.
    pub by_service: Vec<ResultGroup>,
    /// Results by assignee; an empty name for contacts without one. Up to 50 rows.
    pub by_person: Vec<ResultGroup>,
}

/// Results of some contacts. A contact counts in each stage that it has reached; a lost one in those before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct ResultFigures {
    pub received: u64,
    /// Contacts that have reached the stage `talking`.
    pub talking: u64,
    /// Contacts that have reached the stage `proposal`.
    pub proposal: u64,
    pub won: u64,
    pub lost: u64,
    /// Sum of the values of the won contacts in cents.
    pub value_cents: u64,
    /// Number of contacts with a reply.
    pub answered: u64,
    /// Median time from the request to the first reply, in minutes; null without replies.
    #[schema(required)]
    pub median_minutes: Option<u64>,
}

/// Results of the contacts of one channel, source, campaign, service or assignee.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ResultGroup {
    pub name: String,
    #[serde(flatten)]
    pub figures: ResultFigures,
}

/// Number of contacts that were lost for a reason.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct LostReasonCount {
    pub reason: LostReason,
    pub count: u64,
}

/// Contacts that were won in a period.
#[derive(Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct WonFigures {
    pub count: u64,
    /// Sum of their values in cents.
    pub value_cents: u64,
}

/// Returns the results of the contacts that were received in a period, until now.
#[utoipa::path(get, path = "/api/contacts/results", tag = "contacts", operation_id = "find_contact_results",
    params(ResultsPeriod),
    responses((status = 200, body = Results)))]
pub async fn find_results(
    _: Support,
    State(app): State<App>,
    Query(ResultsPeriod { period }): Query<ResultsPeriod>,
) -> Result<Json<Results>> {
    let days = period.unwrap_or(DEFAULT_DAYS);
    if !PERIODS.contains(&days) {
        return Err(Error::BadRequest("O período é de 30, 90 ou 365 dias."));
    }
    let (db, now) = (app.db.reader(), app.clock.now());
    let today = date::day_of(now);
    let since = today.checked_sub_days(Days::new(u64::from(days) - 1)).unwrap_or(today);
    let start = date::start_of(since).unwrap_or_default();
    let mut groups = Groups::default();
    let mut read_until = start;
    while read_until < now {
        let span = read_until..read_until + READ_AT_ONCE;
        read_until = span.end;
        for row in store::list_received(db, span).await? {
            groups.add(row);
        }
    }
    let names = users::names(db, groups.people()).await?;
    let won = store::won_since(db, start).await?;
    Ok(Json(groups.results(since, won, &names)))
}

/// Returns the name of an assignee; empty without one.
fn name_of(id: Option<Uuid>, names: &HashMap<Uuid, String>) -> String {
    id.map(|id| names.get(&id).cloned().unwrap_or_else(|| "Conta excluída".to_owned())).unwrap_or_default()
}
