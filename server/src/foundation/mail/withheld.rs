//! Messages that are withheld until the company has an address.

use super::{
    model::{MailState, OutboxFilter},
    store,
};
use crate::{
    app::App,
    foundation::{identity::store::users, settings},
    platform::error::Result,
};

/// Counts the withheld messages: all queued ones if the sender is an address of the demo company or for examples, otherwise notices to
/// the demo company.
pub async fn count_withheld(app: &App) -> Result<u64> {
    let db = app.db.reader();
    match app.mail_servers.current().refused_sender {
        Some(_) => {
            let queued = OutboxFilter { state: Some(MailState::Queued) };
            Ok(store::count(db, &queued).await?.count())
        }
        None => store::withheld::count(db).await,
    }
}

/// Redirects withheld notices to the company's mailbox, or to an administrator if it has none. Does nothing while there is neither.
pub async fn redirect_withheld(app: &App) -> Result<()> {
    let db = app.db.reader();
    if store::withheld::count(db).await? == 0 {
        return Ok(());
    }
    let mailbox = settings::store::contact(db).await?.mailbox().map(str::to_owned);
    let to = match mailbox {
        Some(mailbox) => Some(mailbox),
        None => users::list_admin_emails(db).await?.into_iter().next(),
    };
    let Some(to) = to else { return Ok(()) };
    let tx = app.db.begin().await?;
    let redirected = store::withheld::redirect(&*tx, &to).await?;
    tx.notify_after_commit(&app.mail_queued);
    tx.commit().await?;
    tracing::info!(redirected, "withheld notices go to the company's address");
    Ok(())
}
