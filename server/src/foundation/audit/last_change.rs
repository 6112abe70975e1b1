//! Who changed a record last. Editors don't read the log, but whoever is about to save over a colleague's change is told
//! whose it is.

use axum::{Json, extract::State};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::latest;
use crate::{
    app::App,
    foundation::identity::{extract::Staff, store::users},
    platform::{
        error::{Error, ErrorBody, Result},
        http::Query,
    },
};

/// Records that several people edit, and that keep no versions of their own.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EditedKind {
    FooterSection,
    Media,
    MenuItem,
    Redirect,
    Service,
}

impl EditedKind {
    /// As the log has it.
    fn subject(self) -> &'static str {
        match self {
            Self::FooterSection => "footer_section",
            Self::Media => "media",
            Self::MenuItem => "menu_item",
            Self::Redirect => "redirect",
            Self::Service => "service",
        }
    }
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct EditedRecord {
    pub kind: EditedKind,
    pub id: Uuid,
}

#[derive(Serialize, ToSchema)]
pub struct LastSaver {
    /// Nobody if it was the program, or somebody without an account by now.
    #[schema(required)]
    pub saved_by: Option<String>,
    pub saved_at: DateTime<Utc>,
}

/// Who changed a record last, and when.
#[utoipa::path(get, path = "/api/last-change", tag = "audit", operation_id = "find_last_change",
    params(EditedRecord),
    responses(
        (status = 200, body = LastSaver),
        (status = 404, description = "Nobody has changed it", body = ErrorBody)))]
pub async fn find_last_change(
    _: Staff,
    State(app): State<App>,
    Query(EditedRecord { kind, id }): Query<EditedRecord>,
) -> Result<Json<LastSaver>> {
    let reader = app.db.reader();
    let event = latest::about(reader, kind.subject(), &[id], 1).await?.pop().ok_or(Error::NotFound)?;
    let names = users::names(reader, event.user_id).await?;
    let saved_by = event.user_id.and_then(|id| names.get(&id).cloned());
    Ok(Json(LastSaver { saved_by, saved_at: event.created_at }))
}
