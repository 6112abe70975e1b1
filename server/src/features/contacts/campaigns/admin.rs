//! The API for staff on campaigns.

use axum::{
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};

use super::{
    model::{Campaign, CampaignFields, CampaignInput},
    store,
};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action},
        identity::extract::Support,
        records,
    },
    platform::{
        error::{Error, ErrorBody, Result},
        http::{IdempotencyKey, IfMatch, JsonBody, PathId, Versioned},
        paging::{Page, PageRequest, Paging, TimeCursor},
    },
};

/// Lists campaigns, newest first.
#[utoipa::path(get, path = "/api/campaigns", tag = "contacts", operation_id = "list_campaigns",
    params(Paging),
    responses((status = 200, body = Vec<Campaign>)))]
pub async fn list_campaigns(
    _: Support,
    State(app): State<App>,
    request: PageRequest,
) -> Result<Page<Campaign>> {
    let items = store::list(app.db.reader(), request.after, request.rows()).await?;
    let total = store::count(app.db.reader()).await?;
    Ok(request.page(items, total, |last| TimeCursor { time: last.created_at, id: last.id }))
}

/// Returns a campaign.
#[utoipa::path(get, path = "/api/campaigns/{id}", tag = "contacts", operation_id = "find_campaign",
    params(PathId),
    responses((status = 200, body = Campaign)))]
pub async fn find_campaign(
    _: Support,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Versioned<Campaign>> {
    let (version, campaign) = store::find(app.db.reader(), id).await?.ok_or(Error::NotFound)?;
    Ok(Versioned(version, campaign))
}

/// Creates a campaign. It can be changed, but not deleted, because codes of the WhatsApp link may name it.
#[utoipa::path(post, path = "/api/campaigns", tag = "contacts", operation_id = "create_campaign",
    params(
        ("Idempotency-Key" = Option<String>, Header,
            description = "Identifies the request. A repeated request with the same key returns the campaign that the first one \
                created")),
    request_body = CampaignInput,
    responses(
        (status = 201, body = Campaign),
        (status = 409, description = "`utm_campaign_taken`: another campaign has this value; `too_many_campaigns`: there are no \
            numbers left", body = ErrorBody)))]
pub async fn create_campaign(
    staff: Support,
    State(app): State<App>,
    IdempotencyKey(key): IdempotencyKey,
    JsonBody(input): JsonBody<CampaignInput>,
) -> Result<Response> {
    let fields = CampaignFields::parse(input, None)?;
    let tx = app.db.begin().await?;
    // So that concurrent requests get different numbers.
    tx.lock("numbers of campaigns").await?;
    let id = records::new_id(&app, &staff, key.map(|key| format!("campaign:{key}")).as_deref());
    if let Some((version, earlier)) = store::find(&*tx, id).await? {
        return Ok((StatusCode::CREATED, Versioned(version, earlier)).into_response());
    }
    let (version, campaign) = store::create(&*tx, id, fields, app.clock.now()).await?;
    let event = campaign.event(Action::CampaignCreated).after(&campaign);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Versioned(version, campaign)).into_response())
}

/// Changes a campaign. Missing fields keep their values. A request without a change keeps the version.
#[utoipa::path(put, path = "/api/campaigns/{id}", tag = "contacts", operation_id = "update_campaign",
    params(PathId, IfMatch),
    request_body = CampaignInput,
    responses(
        (status = 200, body = Campaign),
        (status = 409, description = "`utm_campaign_taken`: another campaign has this value", body = ErrorBody)))]
pub async fn update_campaign(
    staff: Support,
    State(app): State<App>,
    PathId(id): PathId,
    condition: IfMatch,
    JsonBody(input): JsonBody<CampaignInput>,
) -> Result<Versioned<Campaign>> {
    let tx = app.db.begin().await?;
    let (version, current) = store::find_for_update(&*tx, id).await?.ok_or(Error::NotFound)?;
    condition.check(version)?;
    let fields = CampaignFields::parse(input, Some(&current))?;
    if fields.name == current.name && fields.utm_campaign == current.utm_campaign {
        return Ok(Versioned(version, current));
    }
    let (version, campaign) = store::update(&*tx, id, version, fields, app.clock.now()).await?;
    let event = campaign.event(Action::CampaignUpdated).changed(&current, &campaign);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok(Versioned(version, campaign))
}
