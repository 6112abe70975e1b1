//! Delivery of replies: whether the mail server has accepted them.

use super::store;
use crate::{
    app::App,
    foundation::mail::{self, model::MailState},
    platform::error::Result,
};

/// Updates replies after the state of their messages in the outbox has changed. Any process may call it.
pub async fn settle(app: &App) -> Result<()> {
    let db = app.db.reader();
    let unsent = store::list_unsent(db).await?;
    if unsent.is_empty() {
        return Ok(());
    }
    let ids: Vec<_> = unsent.iter().map(|reply| reply.outbox_id).collect();
    let messages = mail::store::find_all(db, &ids).await?;
    for reply in unsent {
        let message = messages.iter().find(|message| message.id == reply.outbox_id);
        // A missing message has failed: unsent messages are deleted only when they are old, or by an administrator.
        let state = message.map_or(MailState::Failed, |message| message.state);
        if state != reply.state {
            let tx = app.db.begin().await?;
            store::set_state(&*tx, reply.id, state).await?;
            tx.commit().await?;
        }
    }
    Ok(())
}
