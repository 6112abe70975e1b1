//! Who is writing a reply to a contact. The panel reports it while the reply is written, so that two colleagues don't answer at the
//! same time.

pub mod store;

use axum::{extract::State, http::StatusCode};
use chrono::TimeDelta;
use uuid::Uuid;

use super::store as contacts;
use crate::{
    app::App,
    foundation::identity::{extract::Support, store::users},
    platform::{
        error::{Error, Result},
        http::PathId,
    },
};

/// Time for which a report counts. The panel repeats it every 15 seconds.
pub const SHOWN_FOR: TimeDelta = TimeDelta::seconds(40);

/// Reports that the caller is writing a reply to a contact. The report counts for 40 seconds, or until the caller sends a reply.
#[utoipa::path(put, path = "/api/contacts/{id}/presence", tag = "contacts", operation_id = "report_contact_writing",
    params(PathId),
    responses((status = 204)))]
pub async fn report_writing(
    Support(staff): Support,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<StatusCode> {
    let tx = app.db.begin().await?;
    contacts::find(&*tx, id).await?.ok_or(Error::NotFound)?;
    store::report(&*tx, id, staff.user.id, app.clock.now()).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Returns the names of the other staff who are writing a reply to a contact.
pub(super) async fn list_writing(
    app: &App,
    Support(staff): &Support,
    contact_id: Uuid,
) -> Result<Vec<String>> {
    let db = app.db.reader();
    let mut writing = store::list(db, contact_id, app.clock.now() - SHOWN_FOR).await?;
    writing.retain(|user_id| *user_id != staff.user.id);
    if writing.is_empty() {
        return Ok(Vec::new());
    }
    let mut names: Vec<String> = users::names(db, writing).await?.into_values().collect();
    names.sort();
    Ok(names)
}
