//! The API for staff on redirects. A change is public at once.

use axum::{
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use sea_orm::ConnectionTrait;

use super::{
    canonical, missing,
    model::{ListedRedirect, Redirect, RedirectFields, RedirectFilter, RedirectInput, is_reserved},
    store,
    table::RedirectTable,
    target::{Target, readable_path},
};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action},
        identity::extract::Writer,
        records::{self, ManagedRecord},
    },
    platform::{
        db::{Transaction, stored},
        error::{Error, ErrorBody, Result},
        http::{IdempotencyKey, IfMatch, JsonBody, PathId, Query, Versioned},
        paging::{Limit, ListLimit, Page, PageRequest, Paging, TimeCursor},
        parse::Fields,
    },
};

const NOT_RESTORABLE: Error = Error::Conflict {
    code: "redirect_conflict",
    message: "Com os redirecionamentos atuais, este formaria um laço ou uma sequência. Crie outro com o destino final.",
};

/// Lists redirects, newest first.
#[utoipa::path(get, path = "/api/redirects", tag = "redirects", operation_id = "list_redirects",
    params(RedirectFilter, Paging),
    responses(
        (status = 200, body = Vec<ListedRedirect>)))]
pub async fn list_redirects(
    _: Writer,
    State(app): State<App>,
    Query(filter): Query<RedirectFilter>,
    request: PageRequest,
) -> Result<Page<ListedRedirect>> {
    let mut items = Vec::new();
    for mut redirect in store::list(app.db.reader(), &filter, request.after, request.rows()).await? {
        if let Some(count) = app.redirect_hits.get(&redirect.id) {
            redirect.hits += count.times;
            redirect.last_hit_at = redirect.last_hit_at.max(Some(count.last_at));
        }
        let inactive_because = page_refusal(app.db.reader(), &redirect.from_path).await?;
        items.push(ListedRedirect { redirect, inactive_because });
    }
    let total = store::count(app.db.reader(), &filter).await?;
    let cursor = |ListedRedirect { redirect, .. }: &ListedRedirect| TimeCursor {
        time: redirect.created_at,
        id: redirect.id,
    };
    Ok(request.page(items, total, cursor))
}

/// Lists up to 100 redirects in the trash, most recently deleted first.
#[utoipa::path(get, path = "/api/redirects/trash", tag = "redirects", operation_id = "list_deleted_redirects",
    params(ListLimit),
    responses(
        (status = 200, body = Vec<Redirect>)))]
pub async fn list_deleted_redirects(
    _: Writer,
    State(app): State<App>,
    limit: Limit,
) -> Result<Page<Redirect>> {
    records::list_deleted(&app, &limit).await
}

/// Returns a redirect.
#[utoipa::path(get, path = "/api/redirects/{id}", tag = "redirects", operation_id = "find_redirect",
    params(PathId),
    responses(
        (status = 200, body = Redirect)))]
pub async fn find_redirect(
    _: Writer,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Versioned<Redirect>> {
    records::find(&app, id).await
}

/// Creates a redirect, and removes its path from the list of missing pages. A redirect is refused with status 422 if there is
/// a page or another redirect at its path, if it would form a loop or a chain with other redirects, or if its target is a
/// path on this site without a page.
#[utoipa::path(post, path = "/api/redirects", tag = "redirects", operation_id = "create_redirect",
    params(
        ("Idempotency-Key" = Option<String>, Header,
            description = "Identifies the request. A repeated request with the same key returns the redirect that the first one \
                created")),
    request_body = RedirectInput,
    responses(
        (status = 201, body = Redirect),
        (status = 404, description = "`not_found`: the redirect that the first request created is deleted", body = ErrorBody),
        (status = 409, description = "`too_many_redirects`: the maximum number of redirects is reached", body = ErrorBody)))]
pub async fn create_redirect(
    staff: Writer,
    State(app): State<App>,
    IdempotencyKey(key): IdempotencyKey,
    JsonBody(input): JsonBody<RedirectInput>,
) -> Result<Response> {
    let fields = RedirectFields::parse(&input, None, &app.config.origin())?;
    let mut tx = app.db.begin().await?;
    // Locks the content revision before the redirects are read, so that the second of two concurrent requests is refused if
    // both redirects would form a loop.
    tx.content_changed().await?;
    let id = records::new_id(&app, &staff, key.as_deref());
    if let Some(earlier) = records::find_created::<Redirect>(&*tx, id).await? {
        return Ok((StatusCode::CREATED, earlier).into_response());
    }
    records::require_room::<Redirect>(&*tx).await?;
    check(&tx, &RedirectTable::read(&*tx).await?, &fields, None).await?;
    let (version, redirect) = store::create(&*tx, id, &fields, app.clock.now()).await?;
    missing::store::delete_redirected(&*tx).await?;
    let event = redirect.event(Action::RedirectCreated).after(&redirect);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Versioned(version, redirect)).into_response())
}

/// Changes a redirect. Missing fields keep their values. A request without a change keeps the version. A change is refused for the
/// same reasons as a new redirect.
#[utoipa::path(put, path = "/api/redirects/{id}", tag = "redirects", operation_id = "update_redirect",
    params(PathId, IfMatch),
    request_body = RedirectInput,
    responses(
        (status = 200, body = Redirect)))]
pub async fn update_redirect(
    staff: Writer,
    State(app): State<App>,
    PathId(id): PathId,
    condition: IfMatch,
    JsonBody(input): JsonBody<RedirectInput>,
) -> Result<Versioned<Redirect>> {
    let mut tx = app.db.begin().await?;
    tx.content_changed().await?;
    let (version, current) = records::find_for_update::<Redirect>(&*tx, id).await?;
    condition.check(version)?;
    let fields = RedirectFields::parse(&input, Some(&current), &app.config.origin())?;
    if fields == current.fields() {
        return Ok(Versioned(version, current));
    }
    let mut others = RedirectTable::read(&*tx).await?;
    others.remove(&current.from_path);
    check(&tx, &others, &fields, Some(&current)).await?;
    let (version, redirect) = store::update(&*tx, id, version, &fields, app.clock.now()).await?;
    missing::store::delete_redirected(&*tx).await?;
    let event = redirect.event(Action::RedirectUpdated).changed(&current, &redirect);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok(Versioned(version, redirect))
}

/// Moves a redirect to the trash. It is purged after 30 days. Visitors who request its path get an answer with status 404.
#[utoipa::path(delete, path = "/api/redirects/{id}", tag = "redirects", operation_id = "delete_redirect",
    params(PathId),
    responses((status = 204)))]
pub async fn delete_redirect(
    staff: Writer,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<StatusCode> {
    records::delete::<Redirect>(&app, &staff, id).await
}

/// Restores a redirect from the trash. A redirect outside the trash is returned unchanged.
#[utoipa::path(post, path = "/api/redirects/{id}/restore", tag = "redirects", operation_id = "restore_redirect",
    params(PathId),
    responses(
        (status = 200, body = Redirect),
        (status = 409, description = "`too_many_redirects`: the maximum number of redirects is reached; `from_path_taken`: another \
            redirect has this path; `redirect_conflict`: the redirect would form a loop or a chain", body = ErrorBody)))]
pub async fn restore_redirect(
    staff: Writer,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Versioned<Redirect>> {
    let mut tx = app.db.begin().await?;
    tx.content_changed().await?;
    let (version, redirect) = stored::find_for_update::<Redirect>(&*tx, id).await?.ok_or(Error::NotFound)?;
    if redirect.deleted_at.is_none() {
        return Ok(Versioned(version, redirect));
    }
    records::require_room::<Redirect>(&*tx).await?;
    let table = RedirectTable::read(&*tx).await?;
    if table.get(&redirect.from_path).is_some() {
        return Err(store::PATH_TAKEN);
    }
    if table.chain_refusal(&redirect.fields()).is_some() {
        return Err(NOT_RESTORABLE);
    }
    let (version, redirect) = stored::set_deleted::<Redirect>(&*tx, id, false, app.clock.now()).await?;
    missing::store::delete_redirected(&*tx).await?;
    audit::record(&app, &tx, &staff.actor(), redirect.event(Action::RedirectRestored)).await?;
    tx.commit().await?;
    Ok(Versioned(version, redirect))
}

/// Checks the addresses that differ from those of `current`; both addresses of a new redirect. `others` are the other redirects.
/// Fails with an error for each address that can't be used.
async fn check(
    tx: &Transaction,
    others: &RedirectTable,
    fields: &RedirectFields,
    current: Option<&Redirect>,
) -> Result<()> {
    let mut errors = Fields::default();
    let is_new_path = current.is_none_or(|current| current.from_path != fields.from_path);
    let is_new_target = current.is_none_or(|current| current.to_url != fields.to_url);
    if is_new_path {
        let page = page_refusal(&**tx, &fields.from_path).await?;
        if let Some(reason) = page.or_else(|| others.path_refusal(fields)) {
            errors.refuse("from_path", &reason);
        }
    }
    // A new path can be the stored target.
    if (is_new_path || is_new_target)
        && let Some(reason) = others.target_refusal(fields)
    {
        errors.refuse("to_url", &reason);
    }
    if is_new_target && let Some(reason) = target_refusal(&**tx, &fields.to_url).await? {
        errors.refuse("to_url", &reason);
    }
    errors.finish(())
}

/// Returns why visitors would never follow a redirect from `path`, in Portuguese: there is a page. `None` if they would
/// follow it.
pub(super) async fn page_refusal(db: &impl ConnectionTrait, path: &str) -> Result<Option<String>> {
    let page = canonical::find_page(db, path).await?;
    Ok(page.map(|page| {
        if page == path || path.is_empty() {
            "Neste endereço já existe uma página do site.".to_owned()
        } else {
            format!("O site já leva este endereço à página {page}.")
        }
    }))
}

/// Returns why a target can't be used, in Portuguese: it is a path on this site without a page. `None` if it can. Reserved
/// paths, such as those of files, the panel and the API, aren't checked.
pub(super) async fn target_refusal(db: &impl ConnectionTrait, to_url: &str) -> Result<Option<String>> {
    let Some(path) = Target::parse(to_url).and_then(|target| target.own_path()) else { return Ok(None) };
    if is_reserved(&path) || canonical::find_page(db, &path).await?.is_some() {
        return Ok(None);
    }
    let path = readable_path(&path);
    Ok(Some(format!("Não há página em {path}. Confira o endereço ou publique a página antes.")))
}
