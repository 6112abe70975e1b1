//! The one way for a feature to send mail: in the transaction of its cause.

use uuid::Uuid;

use super::{model::Message, store};
use crate::{
    app::App,
    platform::{db::Transaction, error::Result},
};

/// Queues a message; it is sent once the transaction is committed. Never fails on what the message says: an address
/// that no server would take is found out at delivery, and shown to administrators.
pub async fn queue(app: &App, tx: &Transaction, message: Message) -> Result<Uuid> {
    let ids = queue_all(app, tx, vec![message]).await?;
    Ok(ids[0])
}

/// Queues several messages with one statement.
pub async fn queue_all(app: &App, tx: &Transaction, messages: Vec<Message>) -> Result<Vec<Uuid>> {
    if messages.is_empty() {
        return Ok(Vec::new());
    }
    let ids = store::create(&**tx, &app.secret_key, messages, app.clock.now()).await?;
    tx.wakes(&app.mail_queued);
    Ok(ids)
}
