//! The mail servers that administrators configure in the panel. Those in the environment take precedence.

pub mod admin;
pub mod domain;
pub mod input;
mod model;
pub mod providers;
pub mod store;
mod trial;

use self::{
    model::{IncomingFields, OutgoingFields},
    store::{Direction, Stored},
};
use crate::{
    app::{
        App,
        config::{mail::MailConfig, mailbox::MailboxConfig},
        mail_servers::MailServers,
    },
    platform::error::Result,
};

pub use input::{IncomingInput, OutgoingInput};
pub use model::{IncomingMail, MailSource, OutgoingMail};

/// Reads the settings, and makes the program use their mail servers. Connections that are open continue with the former ones, from
/// beginning to end.
pub async fn load(app: &App) -> Result<()> {
    let _reading = app.mail_servers.reading.lock().await;
    let rows = store::find_all(app.db.reader()).await.inspect_err(|_| app.mail_servers.set_stale())?;
    let outgoing = rows.outgoing.as_ref().and_then(|row| outgoing(app, row));
    let sender = app.config.mail.as_ref().or(outgoing.as_ref()).map(|mail| mail.from.email.to_string());
    let incoming = rows.incoming.as_ref().and_then(|row| incoming(app, row, sender.as_deref()));
    let new = MailServers::new(&app.config, outgoing, incoming);
    let former = app.mail_servers.replace(new.clone());
    if former.outgoing != new.outgoing {
        // A pause was the fault of the former server.
        app.mail_pause.succeed();
        app.bulk_mail_pause.succeed();
        app.mail_queued.notify_one();
    }
    Ok(())
}

/// Reads the settings again if this failed before.
pub async fn load_if_stale(app: &App) -> Result<()> {
    if app.mail_servers.is_stale() { load(app).await } else { Ok(()) }
}

/// Returns the mail server of stored settings. `None` if they are turned off, or their password can't be decrypted.
fn outgoing(app: &App, row: &Stored<OutgoingFields>) -> Option<MailConfig> {
    let fields = row.fields.as_ref()?;
    fields.config(row.password(app, Direction::Outgoing).ok()?)
}

/// Returns the mailbox of stored settings. `sender` is its address if it has none of its own.
fn incoming(app: &App, row: &Stored<IncomingFields>, sender: Option<&str>) -> Option<MailboxConfig> {
    let fields = row.fields.as_ref()?;
    fields.config(row.password(app, Direction::Incoming).ok()??, sender)
}
