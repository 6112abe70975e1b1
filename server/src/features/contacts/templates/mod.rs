//! Templates of replies, which all staff who work with contacts share. The panel replaces their placeholders, such as `{nome}`,
//! with data of the contact.

pub mod store;

use axum::{
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::limits::{MAX_REPLY_TEXT, MAX_TEMPLATE_NAME};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action},
        identity::extract::Support,
        records::{self, ManagedRecord},
    },
    platform::{
        clock::Timestamp,
        error::{Error, ErrorBody, Result},
        http::{IdempotencyKey, IfMatch, JsonBody, PathId, Query, Versioned},
        paging::{Limit, ListLimit, Page, PageRequest, Paging, TimeCursor},
        parse::Fields,
        text::fold,
    },
};

/// The placeholders that templates may have.
pub const PLACEHOLDERS: [&str; 4] = ["{nome}", "{empresa}", "{serviço}", "{responsável}"];

/// A template of a reply.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReplyTemplate {
    pub id: Uuid,
    /// The name under which staff choose the template.
    pub name: String,
    /// Plain text with the placeholders `{nome}`, `{empresa}`, `{serviço}` and `{responsável}`.
    pub text: String,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Time of the deletion; null outside the trash.
    #[schema(required)]
    pub deleted_at: Option<DateTime<Utc>>,
}

impl ReplyTemplate {
    fn fields(&self) -> TemplateFields {
        TemplateFields { name: self.name.clone(), text: self.text.clone() }
    }
}

impl ManagedRecord for ReplyTemplate {
    const DELETED: Action = Action::ReplyTemplateDeleted;
    const RESTORED: Action = Action::ReplyTemplateRestored;
    const IS_PUBLIC: bool = false;
    const MAX: u64 = 100;
    const TOO_MANY: Error = Error::Conflict {
        code: "too_many_templates",
        message: "O limite é de 100 modelos. Exclua um antes de adicionar outro.",
    };

    fn id(&self) -> Uuid {
        self.id
    }

    fn label(&self) -> &str {
        &self.name
    }

    fn deleted_at(&self) -> Option<Timestamp> {
        self.deleted_at
    }
}

/// A new template, or a change of one. A new template needs both fields. In a change, missing fields keep their values.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ReplyTemplateInput {
    pub name: Option<String>,
    pub text: Option<String>,
}

/// Filter of a list of templates.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TemplateFilter {
    /// Text to find anywhere in the name or the text. Case and accents don't matter.
    pub search: Option<String>,
}

/// Valid fields of a template.
#[derive(PartialEq, Eq)]
pub struct TemplateFields {
    pub name: String,
    pub text: String,
}

impl TemplateFields {
    /// Parses the fields of a new template or, with `current`, of a change.
    fn parse(input: &ReplyTemplateInput, current: Option<&ReplyTemplate>) -> Result<Self> {
        let mut fields = Fields::default();
        let value = |change: &Option<String>, current: Option<&String>| {
            change.as_ref().or(current).cloned().unwrap_or_default()
        };
        let name = value(&input.name, current.map(|current| &current.name));
        let text = value(&input.text, current.map(|current| &current.text));
        let name = fields.required_line("name", &name, MAX_TEMPLATE_NAME);
        let text = fields.required_text("text", &text, MAX_REPLY_TEXT);
        fields.finish(Self { name, text })
    }

    /// Returns the text of the column `search`.
    fn search_text(&self) -> String {
        fold(&format!("{} {}", self.name, self.text))
    }
}

/// Lists templates, newest first.
#[utoipa::path(get, path = "/api/reply-templates", tag = "contacts", operation_id = "list_reply_templates",
    params(TemplateFilter, Paging),
    responses((status = 200, body = Vec<ReplyTemplate>)))]
pub async fn list_templates(
    _: Support,
    State(app): State<App>,
    Query(filter): Query<TemplateFilter>,
    request: PageRequest,
) -> Result<Page<ReplyTemplate>> {
    let search = filter.search.as_deref();
    let items = store::list(app.db.reader(), search, request.after, request.rows()).await?;
    let total = store::count(app.db.reader(), search).await?;
    Ok(request.page(items, total, |template| TimeCursor { time: template.created_at, id: template.id }))
}

/// Lists up to 100 templates in the trash, most recently deleted first.
#[utoipa::path(get, path = "/api/reply-templates/trash", tag = "contacts", operation_id = "list_deleted_reply_templates",
    params(ListLimit),
    responses((status = 200, body = Vec<ReplyTemplate>)))]
pub async fn list_deleted_templates(
    _: Support,
    State(app): State<App>,
    limit: Limit,
) -> Result<Page<ReplyTemplate>> {
    records::list_deleted(&app, &limit).await
}

/// Returns a template.
#[utoipa::path(get, path = "/api/reply-templates/{id}", tag = "contacts", operation_id = "find_reply_template",
    params(PathId),
    responses((status = 200, body = ReplyTemplate)))]
pub async fn find_template(
    _: Support,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Versioned<ReplyTemplate>> {
    records::find(&app, id).await
}

/// Creates a template.
#[utoipa::path(post, path = "/api/reply-templates", tag = "contacts", operation_id = "create_reply_template",
    params(
        ("Idempotency-Key" = Option<String>, Header,
            description = "Identifies the request. A repeated request with the same key returns the template that the first one \
                created")),
    request_body = ReplyTemplateInput,
    responses(
        (status = 201, body = ReplyTemplate),
        (status = 404, description = "`not_found`: the template that the first request created is deleted", body = ErrorBody),
        (status = 409, description = "`too_many_templates`: the maximum number of templates is reached", body = ErrorBody)))]
pub async fn create_template(
    staff: Support,
    State(app): State<App>,
    IdempotencyKey(key): IdempotencyKey,
    JsonBody(input): JsonBody<ReplyTemplateInput>,
) -> Result<Response> {
    let fields = TemplateFields::parse(&input, None)?;
    let tx = app.db.begin().await?;
    let id = records::new_id(&app, &staff, key.as_deref());
    if let Some(earlier) = records::find_created::<ReplyTemplate>(&*tx, id).await? {
        return Ok((StatusCode::CREATED, earlier).into_response());
    }
    records::require_room::<ReplyTemplate>(&*tx).await?;
    let (version, template) = store::create(&*tx, id, &fields, app.clock.now()).await?;
    let event = template.event(Action::ReplyTemplateCreated).after(&template);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Versioned(version, template)).into_response())
}

/// Changes a template. Missing fields keep their values. A request without a change keeps the version.
#[utoipa::path(put, path = "/api/reply-templates/{id}", tag = "contacts", operation_id = "update_reply_template",
    params(PathId, IfMatch),
    request_body = ReplyTemplateInput,
    responses(
        (status = 200, body = ReplyTemplate)))]
pub async fn update_template(
    staff: Support,
    State(app): State<App>,
    PathId(id): PathId,
    condition: IfMatch,
    JsonBody(input): JsonBody<ReplyTemplateInput>,
) -> Result<Versioned<ReplyTemplate>> {
    let tx = app.db.begin().await?;
    let (version, current) = records::find_for_update::<ReplyTemplate>(&*tx, id).await?;
    condition.check(version)?;
    let fields = TemplateFields::parse(&input, Some(&current))?;
    if fields == current.fields() {
        return Ok(Versioned(version, current));
    }
    let (version, template) = store::update(&*tx, id, version, &fields, app.clock.now()).await?;
    let event = template.event(Action::ReplyTemplateUpdated).changed(&current, &template);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok(Versioned(version, template))
}

/// Moves a template to the trash. It is purged after 30 days.
#[utoipa::path(delete, path = "/api/reply-templates/{id}", tag = "contacts", operation_id = "delete_reply_template",
    params(PathId),
    responses((status = 204)))]
pub async fn delete_template(
    staff: Support,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<StatusCode> {
    records::delete::<ReplyTemplate>(&app, &staff, id).await
}

/// Restores a template from the trash. A template outside the trash is returned unchanged.
#[utoipa::path(post, path = "/api/reply-templates/{id}/restore", tag = "contacts",
    operation_id = "restore_reply_template",
    params(PathId),
    responses(
        (status = 200, body = ReplyTemplate),
        (status = 409, description = "`too_many_templates`: the maximum number of templates is reached", body = ErrorBody)))]
pub async fn restore_template(
    staff: Support,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Versioned<ReplyTemplate>> {
    records::restore(&app, &staff, id).await
}
