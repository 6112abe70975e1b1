//! The API with which members of staff choose what they are notified of.

use axum::extract::State;

use super::{
    model::{NotificationPreferences, NotificationPreferencesChange},
    store,
};
use crate::{
    app::App,
    foundation::identity::extract::Support,
    platform::{
        error::Result,
        http::{IfMatch, JsonBody, Versioned},
    },
};

/// Returns what the caller is notified of.
#[utoipa::path(get, path = "/api/contacts/notifications", tag = "contacts", operation_id = "find_notification_preferences",
    responses((status = 200, body = NotificationPreferences)))]
pub async fn find_notification_preferences(
    staff: Support,
    State(app): State<App>,
) -> Result<Versioned<NotificationPreferences>> {
    let (version, preferences) = store::find_preferences(app.db.reader(), staff.0.user.id).await?;
    Ok(Versioned(version, preferences))
}

/// Changes what the caller is notified of. Omitted fields keep their value. A `daily` or `at_once` event without a channel is not notified.
#[utoipa::path(put, path = "/api/contacts/notifications", tag = "contacts", operation_id = "update_notification_preferences",
    params(IfMatch),
    request_body = NotificationPreferencesChange,
    responses((status = 200, body = NotificationPreferences)))]
pub async fn update_notification_preferences(
    staff: Support,
    State(app): State<App>,
    condition: IfMatch,
    JsonBody(change): JsonBody<NotificationPreferencesChange>,
) -> Result<Versioned<NotificationPreferences>> {
    let user_id = staff.0.user.id;
    let tx = app.db.begin().await?;
    let (version, current) = store::find_preferences(&*tx, user_id).await?;
    condition.check(version)?;
    let chosen = change.applied_to(current);
    if chosen == current {
        return Ok(Versioned(version, current));
    }
    let version = version.next();
    store::save_preferences(&*tx, user_id, version, &chosen).await?;
    tx.commit().await?;
    Ok(Versioned(version, chosen))
}
