//! Follows the redirects of an address step by step, as a visitor's browser would.

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{
    canonical,
    model::is_reserved,
    table::RedirectTable,
    target::{Target, own_address},
};
use crate::{
    app::App,
    foundation::identity::extract::Writer,
    platform::{
        error::{Error, ErrorBody, Result},
        http::Query,
    },
};

/// Maximum number of steps. Redirects that earlier releases stored may form chains and loops.
const MAX_STEPS: usize = 12;

/// The address to follow.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TraceQuery {
    /// Address on this site: a path, with or without origin and query.
    address: String,
}

/// One request of a browser that follows redirects.
#[derive(Debug, Serialize, ToSchema)]
pub struct TraceStep {
    /// Path and query on this site, or `https` URL of another site. Readable: only characters that would be lost or have another
    /// meaning are percent-encoded.
    pub address: String,
    pub outcome: TraceOutcome,
}

/// What a browser finds at an address. `permanent`, `temporary`: a redirect with status 308 or 307 to the address of the next
/// step. `page`: a page of the site. `missing`: status 404, or 410 for a deleted post. `external`: another site, which isn't
/// requested. `system`: a path that redirects don't apply to: the API, the panel, a file, or a page that a mailed link opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TraceOutcome {
    Permanent,
    Temporary,
    Page,
    Missing,
    External,
    System,
}

/// Returns the requests that a visitor's browser makes for an address, up to 12. If the last one is a redirect too, there are
/// more. Doesn't count hits.
#[utoipa::path(get, path = "/api/redirects/trace", tag = "redirects", operation_id = "trace_redirects",
    params(TraceQuery),
    responses(
        (status = 200, body = Vec<TraceStep>),
        (status = 422, description = "`invalid_fields`: the address isn't one of this site", body = ErrorBody)))]
pub async fn trace_redirects(
    _: Writer,
    State(app): State<App>,
    Query(query): Query<TraceQuery>,
) -> Result<Json<Vec<TraceStep>>> {
    let origin = app.config.origin();
    let target = Target::parse(&own_address(query.address.trim(), &origin));
    let target = target.filter(|target| target.own_path().is_some());
    let Some(mut target) = target else {
        return Err(Error::field("address", "Informe um endereço deste site, como /pagina-antiga."));
    };
    let table = RedirectTable::read(app.db.reader()).await?;
    let mut steps = Vec::new();
    while steps.len() < MAX_STEPS {
        let (outcome, next) = answer(&app, &table, &target).await?;
        steps.push(TraceStep { address: target.readable(), outcome });
        match next {
            Some(next) => target = next,
            None => break,
        }
    }
    Ok(Json(steps))
}

/// Returns what a visitor finds at `target`, and the next target if it is a redirect.
async fn answer(app: &App, table: &RedirectTable, target: &Target) -> Result<(TraceOutcome, Option<Target>)> {
    let Some(path) = target.own_path() else { return Ok((TraceOutcome::External, None)) };
    if is_reserved(&path) {
        return Ok((TraceOutcome::System, None));
    }
    if let Some(page) = canonical::find_page(app.db.reader(), &path).await? {
        if page == target.path() {
            return Ok((TraceOutcome::Page, None));
        }
        let next = Target::parse(&page).map(|page| page.location(target.query()));
        return Ok((TraceOutcome::Permanent, next.as_deref().and_then(Target::parse)));
    }
    let Some(entry) = table.find(&path) else { return Ok((TraceOutcome::Missing, None)) };
    let outcome = if entry.is_permanent { TraceOutcome::Permanent } else { TraceOutcome::Temporary };
    Ok((outcome, Target::parse(&entry.target.location(target.query()))))
}
