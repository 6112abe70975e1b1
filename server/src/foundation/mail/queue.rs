//! Queues messages in the transaction of their cause.

use uuid::Uuid;

use super::{model::Message, store};
use crate::{
    app::App,
    platform::{db::Transaction, error::Result},
};

/// Queues a message, which is sent after the commit. Returns its id. Accepts an invalid address: the delivery then fails, and
/// administrators see the message in the outbox.
pub async fn queue(app: &App, tx: &Transaction, message: Message) -> Result<Uuid> {
    let ids = queue_all(app, tx, vec![message]).await?;
    Ok(ids[0])
}

/// Queues messages with one statement, and returns their ids in the same order.
pub async fn queue_all(app: &App, tx: &Transaction, messages: Vec<Message>) -> Result<Vec<Uuid>> {
    if messages.is_empty() {
        return Ok(Vec::new());
    }
    let ids = store::create(&**tx, &app.secret_key, messages, app.clock.now()).await?;
    tx.notify_after_commit(&app.mail_queued);
    Ok(ids)
}
