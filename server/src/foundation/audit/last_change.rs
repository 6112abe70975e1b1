//! The last change of a record. The panel shows it to a user who is about to overwrite the change of another user. It has its
//! own endpoint because only administrators can read the audit log.

use axum::{Json, extract::State};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::latest;
use crate::{
    app::App,
    foundation::identity::{extract::Writer, model::Role, store::users},
    platform::{
        error::{Error, ErrorBody, Result},
        http::Query,
    },
};

/// A kind of record that several users edit and that has no history.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EditedKind {
    Edition,
    FooterSection,
    Media,
    MenuItem,
    Redirect,
    ReplyTemplate,
    Service,
    /// For administrators only.
    User,
}

impl EditedKind {
    /// Returns the kind of subject in the audit log.
    fn subject(self) -> &'static str {
        match self {
            Self::Edition => "edition",
            Self::FooterSection => "footer_section",
            Self::Media => "media",
            Self::MenuItem => "menu_item",
            Self::Redirect => "redirect",
            Self::ReplyTemplate => "reply_template",
            Self::Service => "service",
            Self::User => "user",
        }
    }
}

/// The query parameters that name a record.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct EditedRecord {
    /// The kind of the record.
    pub kind: EditedKind,
    /// The id of the record.
    pub id: Uuid,
}

/// The last change of a record.
#[derive(Serialize, ToSchema)]
pub struct LastRecordChange {
    /// Name of the author; null if the server made the change, or if the user was deleted.
    #[schema(required)]
    pub saved_by: Option<String>,
    pub saved_at: DateTime<Utc>,
}

/// Returns the author and the time of the last change of a record. Only administrators can request the last change of a user.
#[utoipa::path(get, path = "/api/last-change", tag = "audit", operation_id = "find_last_change",
    params(EditedRecord),
    responses(
        (status = 200, body = LastRecordChange),
        (status = 404, description = "`not_found`: no change of the record is in the audit log", body = ErrorBody)))]
pub async fn find_last_change(
    staff: Writer,
    State(app): State<App>,
    Query(EditedRecord { kind, id }): Query<EditedRecord>,
) -> Result<Json<LastRecordChange>> {
    let reader = app.db.reader();
    let event = match kind {
        EditedKind::User if !staff.0.user.role.has_rights_of(Role::Admin) => return Err(Error::Forbidden),
        EditedKind::User => latest::find_user_change(reader, id).await?,
        _ => latest::list_about(reader, kind.subject(), &[id], 1).await?.pop(),
    };
    let event = event.ok_or(Error::NotFound)?;
    let names = users::names(reader, event.user_id).await?;
    let saved_by = event.user_id.and_then(|id| names.get(&id).cloned());
    Ok(Json(LastRecordChange { saved_by, saved_at: event.created_at }))
}
