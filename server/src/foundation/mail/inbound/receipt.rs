//! The position of a mail, with which handling it is confirmed.

use std::sync::Arc;

use chrono::TimeDelta;
use uuid::Uuid;

use super::{
    parse::InboundMail,
    store::{self, LeftReason},
};
use crate::{
    app::{App, config::mailbox::MailboxConfig},
    platform::{
        db::Transaction,
        error::{Error, Result},
        id,
    },
};

/// Time for which handled mail is remembered.
pub const HANDLED_RETENTION: TimeDelta = TimeDelta::days(90);

/// The position of a mail in its mailbox.
pub struct Receipt {
    /// How mail in this mailbox is treated. The settings may have changed since it was opened.
    pub config: Arc<MailboxConfig>,
    pub(super) mailbox: String,
    pub(super) lease: Uuid,
    pub(super) uid_validity: u32,
    pub(super) uid: u32,
    pub(super) message_hash: String,
}

impl Receipt {
    /// Returns whether the mail was handled before. Other processes may handle it at the same time.
    pub async fn is_known(&self, app: &App) -> Result<bool> {
        store::is_handled(app.db.reader(), &self.message_hash).await
    }

    /// Records that the mail is handled, and nothing else.
    pub async fn skip(&self, app: &App) -> Result<()> {
        let tx = app.db.begin().await?;
        self.confirm(app, &tx).await?;
        tx.commit().await
    }

    /// Records that the mail is handled, and for administrators why it is left in the mailbox.
    pub async fn leave(&self, app: &App, reason: LeftReason) -> Result<()> {
        let tx = app.db.begin().await?;
        self.confirm(app, &tx).await?;
        store::set_left(&*tx, &self.mailbox, self.lease, reason, app.clock.now()).await?;
        tx.commit().await
    }

    /// Leaves a mail with an old date in the mailbox. Administrators are told if it may be new.
    pub(super) async fn leave_old(&self, app: &App) -> Result<()> {
        if self.is_known(app).await? { self.skip(app).await } else { self.leave(app, LeftReason::Old).await }
    }

    /// Records that the mail is handled. Returns false if it was handled before. Fails if another process reads the mailbox now.
    pub async fn confirm(&self, app: &App, tx: &Transaction) -> Result<bool> {
        let position = (self.uid_validity, self.uid);
        if !store::set_position(&**tx, &self.mailbox, self.lease, position).await? {
            return Err(Error::Unavailable);
        }
        store::record_handled(&**tx, &self.message_hash, app.clock.now()).await
    }
}

/// Returns a hash that is the same for all copies of a mail. A stranger who doesn't know the mail can't send another one with it.
pub(super) fn hash_of(mail: &InboundMail) -> String {
    let written_at = mail.written_at.map_or(0, |time| time.timestamp());
    let parts = [&mail.message_id, &mail.from_email, &mail.subject].map(String::as_str).join("\0");
    id::sha256_hex(format!("{parts}\0{written_at}").as_bytes())
}
