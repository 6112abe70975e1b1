//! The history of a post. A version contains the texts of the post, but neither its slug nor its schedule.

use axum::extract::{Path, State, rejection::PathRejection};
use uuid::Uuid;

use super::{
    input::PostInput,
    save::{self, SaveKind},
};
use crate::{
    app::App,
    features::blog::{
        model::{Post, PostFields},
        store::{self, history_subject},
    },
    foundation::{
        history::{
            self,
            model::{HistoryEntry, HistoryPaging},
        },
        identity::extract::Writer,
        media,
    },
    platform::{
        error::{Error, Result},
        http::{IfMatch, PathId, Query, Versioned},
        paging::Page,
    },
};

/// Lists the versions of a post outside the trash, newest first.
#[utoipa::path(get, path = "/api/blog/{id}/history", tag = "blog", operation_id = "list_post_history",
    params(PathId, HistoryPaging),
    responses(
        (status = 200, body = Vec<HistoryEntry>)))]
pub async fn list_post_history(
    _: Writer,
    State(app): State<App>,
    PathId(id): PathId,
    Query(paging): Query<HistoryPaging>,
) -> Result<Page<HistoryEntry>> {
    let reader = app.db.reader();
    store::find(reader, id).await?.ok_or(Error::NotFound)?;
    let path = format!("/api/blog/{id}/history");
    history::store::list(reader, history_subject(&id.to_string()), &paging, &path).await
}

/// Restores the texts of a former version, which become a new version. Slug and schedule don't change. A picture that was
/// deleted from the media library is left out.
#[utoipa::path(post, path = "/api/blog/{id}/history/{version}/restore", tag = "blog",
    operation_id = "restore_post_version",
    params(
        PathId,
        ("version" = i32, Path),
        IfMatch),
    responses(
        (status = 200, body = Post)))]
pub async fn restore_post_version(
    staff: Writer,
    State(app): State<App>,
    path: Result<Path<(Uuid, i32)>, PathRejection>,
    condition: IfMatch,
) -> Result<Versioned<Post>> {
    let Path((id, version)) = path.map_err(|_| Error::NotFound)?;
    let found = history::store::find(app.db.reader(), history_subject(&id.to_string()), version).await?;
    let mut fields: PostFields =
        serde_json::from_value(found.ok_or(Error::NotFound)?).map_err(anyhow::Error::new)?;
    fields.featured_image = existing_picture(&app, fields.featured_image).await?;
    save::update(&app, &staff, id, &condition, PostInput::from(fields), SaveKind::Restore(version)).await
}

/// Returns the URL of a picture, or an empty text if the picture was deleted from the media library.
async fn existing_picture(app: &App, url: String) -> Result<String> {
    let is_own = url.starts_with('/');
    let is_deleted = is_own && media::store::find_by_url(app.db.reader(), &url).await?.is_none();
    Ok(if is_deleted { String::new() } else { url })
}
