//! What staff do with redirects. Each change counts at the next request.

use axum::{
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use sea_orm::ConnectionTrait;
use uuid::Uuid;

use super::{
    model::{Details, MAX_REDIRECTS, Redirect, RedirectFilter, RedirectInput},
    store,
    target::Target,
};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action, Event},
        identity::extract::Staff,
    },
    platform::{
        error::{Error, ErrorBody, Result},
        http::{IfMatch, JsonBody, PathId, Query, Versioned},
        paging::{Cursor, Page, Paging, Window},
    },
};

/// Redirects one after the other, the new one included. Browsers give up at twenty.
const MAX_CHAIN: usize = 10;

/// Lists redirects, the newest first.
#[utoipa::path(get, path = "/api/redirects", tag = "redirects", operation_id = "list_redirects",
    params(RedirectFilter, Paging),
    responses(
        (status = 200, body = Vec<Redirect>, headers(
            ("Link" = String, description = "The next page, as RFC 8288 says"),
            ("X-Total-Count" = u64, description = "How many match in all")))))]
pub async fn list_redirects(
    _: Staff,
    State(app): State<App>,
    Query(filter): Query<RedirectFilter>,
    window: Window,
) -> Result<Page<Redirect>> {
    let items = store::list(app.db.reader(), &filter, window.after, window.rows()).await?;
    let total = store::count(app.db.reader(), &filter).await?;
    Ok(window.page(items, total, |last| Cursor { created_at: last.created_at, id: last.id }))
}

/// One redirect.
#[utoipa::path(get, path = "/api/redirects/{id}", tag = "redirects", operation_id = "find_redirect",
    params(PathId),
    responses(
        (status = 200, body = Redirect, headers(("ETag" = String, description = "For If-Match")))))]
pub async fn find_redirect(
    _: Staff,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Versioned<Redirect>> {
    let (version, redirect) = store::find(app.db.reader(), id).await?.ok_or(Error::NotFound)?;
    Ok(Versioned(version, redirect))
}

/// Leads an address that is no page to another one.
#[utoipa::path(post, path = "/api/redirects", tag = "redirects", operation_id = "create_redirect",
    request_body = RedirectInput,
    responses(
        (status = 201, body = Redirect, headers(("ETag" = String, description = "For If-Match"))),
        (status = 409, description = "Another redirect has this path, or there are too many", body = ErrorBody)))]
pub async fn create_redirect(
    staff: Staff,
    State(app): State<App>,
    JsonBody(input): JsonBody<RedirectInput>,
) -> Result<Response> {
    let details = Details::parse(&input, None, &app.config.origin())?;
    let mut tx = app.db.begin().await?;
    // First, for its lock: of two redirects made at once, the second sees whether it closes a loop.
    tx.content_changed().await?;
    if store::count(&*tx, &RedirectFilter::default()).await? >= MAX_REDIRECTS {
        return Err(Error::Conflict {
            code: "too_many_redirects",
            message: "O limite é de 5.000 redirecionamentos. Exclua um antes de adicionar outro.",
        });
    }
    refuse_loop(&*tx, &details, None).await?;
    let (version, redirect) = store::create(&*tx, &details, app.clock.now()).await?;
    let event = about(Action::RedirectCreated, &redirect).after(&redirect);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Versioned(version, redirect)).into_response())
}

/// Changes a redirect. Fields left out keep their value.
#[utoipa::path(put, path = "/api/redirects/{id}", tag = "redirects", operation_id = "update_redirect",
    params(PathId, IfMatch),
    request_body = RedirectInput,
    responses(
        (status = 200, body = Redirect, headers(("ETag" = String, description = "For If-Match"))),
        (status = 409, description = "Another redirect has this path", body = ErrorBody)))]
pub async fn update_redirect(
    staff: Staff,
    State(app): State<App>,
    PathId(id): PathId,
    condition: IfMatch,
    JsonBody(input): JsonBody<RedirectInput>,
) -> Result<Versioned<Redirect>> {
    let mut tx = app.db.begin().await?;
    tx.content_changed().await?;
    let (version, current) = store::find_for_update(&*tx, id).await?.ok_or(Error::NotFound)?;
    condition.check(version)?;
    let details = Details::parse(&input, Some(&current), &app.config.origin())?;
    refuse_loop(&*tx, &details, Some(id)).await?;
    let (version, redirect) = store::update(&*tx, id, version, &details, app.clock.now()).await?;
    let event = about(Action::RedirectUpdated, &redirect).changed(&current, &redirect);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok(Versioned(version, redirect))
}

/// Deletes a redirect for good.
#[utoipa::path(delete, path = "/api/redirects/{id}", tag = "redirects", operation_id = "delete_redirect",
    params(PathId),
    responses((status = 204)))]
pub async fn delete_redirect(staff: Staff, State(app): State<App>, PathId(id): PathId) -> Result<Response> {
    let mut tx = app.db.begin().await?;
    tx.content_changed().await?;
    let (_, redirect) = store::find_for_update(&*tx, id).await?.ok_or(Error::NotFound)?;
    store::delete(&*tx, id).await?;
    let event = about(Action::RedirectDeleted, &redirect).before(&redirect);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

fn about(action: Action, redirect: &Redirect) -> Event {
    Event::new(action).on(redirect.id, &redirect.from_path)
}

/// Follows the target from redirect to redirect, as if `replaced` were not there.
async fn refuse_loop(
    connection: &impl ConnectionTrait,
    details: &Details,
    replaced: Option<Uuid>,
) -> Result<()> {
    let target = |url: &str| Target::parse(url).and_then(|target| target.own_path());
    let mut path = target(&details.to_url);
    for _ in 0..=MAX_CHAIN {
        let Some(at) = path else { return Ok(()) };
        if at == details.from_path {
            return Err(Error::field(
                "to_url",
                "Este destino levaria de volta ao próprio endereço de origem.",
            ));
        }
        let next = store::find_by_path(connection, &at).await?;
        path = next.filter(|next| Some(next.id) != replaced).and_then(|next| target(&next.to_url));
    }
    Err(Error::field(
        "to_url",
        "São redirecionamentos demais em sequência. Use o endereço final como destino.",
    ))
}
