//! Queues messages in the transaction of their cause.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::store;
use crate::{
    app::App,
    foundation::identity::store::push_subscriptions,
    platform::{db::Transaction, error::Result},
};

/// Purpose of the key that seals the queued messages.
pub(super) const PURPOSE: &str = "push message";
/// Time after which a message that could not be delivered expires.
pub(super) const MAX_AGE: TimeDelta = TimeDelta::hours(12);

/// A notification.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notification {
    pub title: String,
    pub body: String,
    /// Path of the screen that a click opens.
    pub path: String,
    /// A later notification with the same tag replaces this one.
    pub tag: String,
}

/// A notification for all devices of a user.
pub struct UserNotification {
    pub user_id: Uuid,
    /// The contact that it is about, with which it is deleted.
    pub contact_id: Option<Uuid>,
    pub notification: Notification,
}

/// Queues notifications for the devices of their users, if there are any.
pub async fn queue_all(app: &App, tx: &Transaction, notifications: Vec<UserNotification>) -> Result<()> {
    if notifications.is_empty() {
        return Ok(());
    }
    let now = app.clock.now();
    let users = notifications.iter().map(|queued| queued.user_id).collect();
    let devices = push_subscriptions::list_of_users(&**tx, users).await?;
    for UserNotification { user_id, contact_id, notification } in notifications {
        let payload = serde_json::to_vec(&notification).map_err(anyhow::Error::new)?;
        for subscription in devices.iter().filter(|device| device.user_id == user_id) {
            let sealed = app.secret_key.seal(PURPOSE, &payload);
            store::create_message(&**tx, subscription.id, contact_id, sealed, (now, now + MAX_AGE)).await?;
            tx.notify_after_commit(&app.push_queued);
        }
    }
    Ok(())
}
