//! Hands each mail in the company's mailbox to the feature that it is about: reports about returned mail to the newsletter and the
//! contacts, all other mail to the contacts.

use futures_util::future::BoxFuture;

use crate::{
    app::App,
    features::{contacts, newsletter},
    foundation::mail::{
        inbound::{
            parse::{InboundMail, Nature},
            receipt::Receipt,
        },
        message_id,
    },
    platform::error::Result,
};

/// Handles a mail. A repeated call has no further effect.
#[must_use]
pub fn receive(app: &App, mail: InboundMail, receipt: Receipt) -> BoxFuture<'_, Result<()>> {
    Box::pin(async move {
        // Notices to the company arrive in its own mailbox.
        let verified = |id: &String| message_id::verified(&app.secret_key, id);
        if verified(&mail.message_id).is_some() || receipt.is_known(app).await? {
            return receipt.skip(app).await;
        }
        match mail.nature {
            // Mail that a person or a program wrote, with a text about other returned mail, is filed like all mail.
            _ if mail.returned_id.as_ref().and_then(verified).is_some() => {
                receive_report(app, &mail, &receipt).await
            }
            Nature::Report => receive_report(app, &mail, &receipt).await,
            Nature::Person | Nature::AutomaticReply | Nature::Bulk => {
                contacts::messages::receive(app, mail, &receipt).await
            }
        }
    })
}

/// Applies a report about returned mail. Reports about mail that we didn't send change nothing.
async fn receive_report(app: &App, mail: &InboundMail, receipt: &Receipt) -> Result<()> {
    let returned = newsletter::reports::receive_mailed(app, &mail.report).await?;
    let tx = app.db.begin().await?;
    if receipt.confirm(app, &tx).await? {
        for message in returned {
            let recipient = message.recipient.as_deref();
            let report = (message.outbox_id, recipient, &*message.detail);
            contacts::replies::delivery::set_returned(app, &tx, report).await?;
        }
    }
    tx.commit().await
}
