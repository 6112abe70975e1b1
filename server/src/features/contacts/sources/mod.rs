//! Figures of contacts by source: how many arrived, how many were answered, and how fast.

pub mod store;

use axum::{Json, extract::State};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{
    app::App,
    foundation::identity::extract::Support,
    platform::{
        error::{Error, Result},
        http::Query,
        parse::time,
    },
};

/// By what the contacts are grouped. `channel`: how they arrived. `source`: the referring site or `utm_source` of the visit. `campaign`:
/// the `utm_campaign` of the visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SourceGrouping {
    Channel,
    Source,
    Campaign,
}

/// Period and grouping of the figures.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SourceQuery {
    #[param(inline)]
    pub by: SourceGrouping,
    /// The first day on which contacts were received, in the time zone of São Paulo.
    #[serde(default, deserialize_with = "time")]
    #[param(value_type = String, format = Date)]
    pub from: Option<NaiveDate>,
    /// The last day on which contacts were received, in the time zone of São Paulo.
    #[serde(default, deserialize_with = "time")]
    #[param(value_type = String, format = Date)]
    pub to: Option<NaiveDate>,
}

/// Figures of the contacts of one source.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SourceFigures {
    /// A channel, a source as in the filter of the list, or a campaign; empty for contacts without campaign.
    pub name: String,
    pub contacts: u64,
    /// Number of contacts with a first reply.
    pub answered: u64,
    /// Median time from the contact to its first reply, in minutes; null without replies.
    #[schema(required)]
    pub median_minutes: Option<u64>,
}

/// Returns the figures of the contacts in the inbox by source, the most frequent ones first. A period has at most 366 days.
#[utoipa::path(get, path = "/api/contacts/sources", tag = "contacts", operation_id = "summarize_contact_sources",
    params(SourceQuery),
    responses((status = 200, body = Vec<SourceFigures>)))]
pub async fn summarize_contact_sources(
    _: Support,
    State(app): State<App>,
    Query(query): Query<SourceQuery>,
) -> Result<Json<Vec<SourceFigures>>> {
    let (Some(from), Some(to)) = (query.from, query.to) else {
        return Err(Error::BadRequest("Informe o período: from e to."));
    };
    if (to - from).num_days() > MAX_DAYS {
        return Err(Error::BadRequest("O período pode ter no máximo 366 dias."));
    }
    Ok(Json(store::figures(app.db.reader(), query.by, from, to).await?))
}

/// Maximum number of days of a period.
const MAX_DAYS: i64 = 366;
