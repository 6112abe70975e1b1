//! The API with which staff write, delete and restore editions.

use axum::{
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use sea_orm::ConnectionTrait;
use uuid::Uuid;

use super::{
    model::{Edition, EditionFields, EditionFilter, EditionInput, is_campaign},
    store,
};
use crate::{
    app::App,
    features::{blog::markdown, newsletter::interests},
    foundation::{
        audit::{self, Action},
        identity::extract::Writer,
        records::{self, ManagedRecord},
    },
    platform::{
        error::{Error, ErrorBody, Result},
        http::{IdempotencyKey, IfMatch, JsonBody, PathId, Query, Version, Versioned},
        paging::{Limit, ListLimit, Page, PageRequest, Paging, TimeCursor},
    },
};

const CONTENT_FIXED: Error = Error::Conflict {
    code: "edition_sent",
    message: "O conteúdo desta edição já foi enviado e não muda mais. Só o ritmo e o arquivo podem mudar.",
};

/// Lists editions, newest first.
#[utoipa::path(get, path = "/api/newsletter/editions", tag = "newsletter", operation_id = "list_editions",
    params(EditionFilter, Paging),
    responses(
        (status = 200, body = Vec<Edition>)))]
pub async fn list_editions(
    _: Writer,
    State(app): State<App>,
    Query(filter): Query<EditionFilter>,
    request: PageRequest,
) -> Result<Page<Edition>> {
    let items = store::list(app.db.reader(), &filter, request.after, request.rows()).await?;
    let total = store::count(app.db.reader(), &filter).await?;
    Ok(request.page(items, total, |last| TimeCursor { time: last.created_at, id: last.id }))
}

/// Lists up to 100 editions in the trash, most recently deleted first.
#[utoipa::path(get, path = "/api/newsletter/editions/trash", tag = "newsletter",
    operation_id = "list_deleted_editions",
    params(ListLimit),
    responses(
        (status = 200, body = Vec<Edition>)))]
pub async fn list_deleted_editions(_: Writer, State(app): State<App>, limit: Limit) -> Result<Page<Edition>> {
    records::list_deleted(&app, &limit).await
}

/// Returns an edition.
#[utoipa::path(get, path = "/api/newsletter/editions/{id}", tag = "newsletter", operation_id = "find_edition",
    params(PathId),
    responses(
        (status = 200, body = Edition)))]
pub async fn find_edition(
    _: Writer,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Versioned<Edition>> {
    records::find(&app, id).await
}

/// Creates a draft of an edition. The subject is required.
#[utoipa::path(post, path = "/api/newsletter/editions", tag = "newsletter", operation_id = "create_edition",
    params(
        ("Idempotency-Key" = Option<String>, Header,
            description = "Identifies the request. A repeated request with the same key returns the edition that the first one \
                created")),
    request_body = EditionInput,
    responses(
        (status = 201, body = Edition),
        (status = 404, description = "`not_found`: the edition that the first request created is deleted", body = ErrorBody),
        (status = 409, description = "`too_many_editions`: the maximum number of editions is reached", body = ErrorBody)))]
pub async fn create_edition(
    staff: Writer,
    State(app): State<App>,
    IdempotencyKey(key): IdempotencyKey,
    JsonBody(input): JsonBody<EditionInput>,
) -> Result<Response> {
    let fields = parse(&input, None)?;
    let tx = app.db.begin().await?;
    // Of two concurrent requests with the same key, the second finds the edition of the first.
    tx.lock("new edition").await?;
    let id = records::new_id(&app, &staff, key.as_deref());
    if let Some(earlier) = records::find_created::<Edition>(&*tx, id).await? {
        return Ok((StatusCode::CREATED, earlier).into_response());
    }
    require_offered(&*tx, &fields.interests, &[]).await?;
    let (version, edition) = create(&*tx, id, &input, fields, None, &app).await?;
    let event = edition.event(Action::EditionCreated).after(&edition);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Versioned(version, edition)).into_response())
}

/// Stores a draft. If the input has no slug, the slug from the subject gets a number when another edition has it.
pub(super) async fn create(
    connection: &impl ConnectionTrait,
    id: Uuid,
    input: &EditionInput,
    mut fields: EditionFields,
    new_post_id: Option<Uuid>,
    app: &App,
) -> Result<(Version, Edition)> {
    records::require_room::<Edition>(connection).await?;
    if input.slug.as_deref().unwrap_or_default().trim().is_empty() {
        fields.slug = store::free_slug(connection, &fields.slug).await?;
    }
    store::create(connection, id, &fields, new_post_id, app.clock.now()).await
}

/// Parses the fields of an edition. Also refuses Markdown that is nested too deeply, and a new slug by whose links no contacts
/// would be counted.
fn parse(input: &EditionInput, current: Option<&EditionFields>) -> Result<EditionFields> {
    let fields = EditionFields::parse(input, current)?;
    let has_new_slug = current.is_none_or(|current| current.slug != fields.slug);
    if has_new_slug && !is_campaign(&fields.slug) {
        return Err(Error::field(
            "slug",
            "Tire o número, que parece ser de um telefone ou documento. Com ele, os contatos desta edição não seriam contados.",
        ));
    }
    if input.body.is_some() {
        markdown::render_mail(&fields.body).map_err(super::letter::about_body)?;
    }
    Ok(fields)
}

/// Refuses interests that the site doesn't offer, except those that the edition already has, `current`.
async fn require_offered(
    connection: &impl ConnectionTrait,
    slugs: &[String],
    current: &[String],
) -> Result<()> {
    let offered = interests::store::list(connection).await?;
    let is_offered = |slug: &String| offered.iter().any(|interest| interest.slug == *slug);
    if slugs.iter().all(|slug| is_offered(slug) || current.contains(slug)) {
        return Ok(());
    }
    Err(Error::field(
        "interests",
        "Um dos assuntos não é mais oferecido. Atualize a página e escolha de novo.",
    ))
}

/// Changes an edition. Missing fields keep their values. Once sending has begun, only `is_archived` and `pace` can change.
#[utoipa::path(put, path = "/api/newsletter/editions/{id}", tag = "newsletter", operation_id = "update_edition",
    params(PathId, IfMatch),
    request_body = EditionInput,
    responses(
        (status = 200, body = Edition),
        (status = 409, description = "`edition_sent`: the content can't change any more", body = ErrorBody)))]
pub async fn update_edition(
    staff: Writer,
    State(app): State<App>,
    PathId(id): PathId,
    condition: IfMatch,
    JsonBody(input): JsonBody<EditionInput>,
) -> Result<Versioned<Edition>> {
    let Versioned(_, seen) = records::find::<Edition>(&app, id).await?;
    // The Markdown is checked before the transaction, because a long text takes time and SQLite allows only one writer.
    parse(&input, Some(&seen.fields))?;
    let mut tx = app.db.begin().await?;
    tx.content_changed().await?;
    let (version, current) = records::find_for_update::<Edition>(&*tx, id).await?;
    condition.check(version)?;
    let fields = EditionFields::parse(&input, Some(&current.fields))?;
    if !current.state.is_open() && !fields.has_same_content(&current.fields) {
        return Err(CONTENT_FIXED);
    }
    require_offered(&*tx, &fields.interests, &current.fields.interests).await?;
    let (version, edition) = store::update(&*tx, id, version, &fields, app.clock.now()).await?;
    let event = edition.event(Action::EditionUpdated).changed(&current, &edition);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok(Versioned(version, edition))
}

/// Moves an edition to the trash, and thereby out of the public archive. It is purged with its results after 30 days.
#[utoipa::path(delete, path = "/api/newsletter/editions/{id}", tag = "newsletter",
    operation_id = "delete_edition",
    params(PathId),
    responses(
        (status = 204),
        (status = 409, description = "`edition_in_use`: it is scheduled or being sent", body = ErrorBody)))]
pub async fn delete_edition(staff: Writer, State(app): State<App>, PathId(id): PathId) -> Result<StatusCode> {
    records::delete::<Edition>(&app, &staff, id).await
}

/// Restores an edition from the trash. An edition outside the trash is returned unchanged.
#[utoipa::path(post, path = "/api/newsletter/editions/{id}/restore", tag = "newsletter",
    operation_id = "restore_edition",
    params(PathId),
    responses(
        (status = 200, body = Edition),
        (status = 409, description = "`too_many_editions`: the maximum number of editions is reached", body = ErrorBody)))]
pub async fn restore_edition(
    staff: Writer,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Versioned<Edition>> {
    records::restore(&app, &staff, id).await
}
