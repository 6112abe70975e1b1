//! Reads the mailbox as long as one is configured. Several processes share a database: only the one with the lease reads.
//!
//! The file is long because all steps of a reader, which can fail at any of them, are in one place.

use std::{panic::AssertUnwindSafe, sync::Arc, thread, time::Duration};

use chrono::TimeDelta;
use futures_util::{FutureExt, future::BoxFuture};
use tokio::{sync::watch, task::spawn_blocking, time::timeout};
use uuid::Uuid;

use super::{
    mailbox::{Mailbox, MailboxError, Received},
    parse::InboundMail,
    receipt::{Receipt, hash_of},
    store::{self, LeftReason},
};
use crate::{
    app::{
        App,
        config::mailbox::{ImapServer, MailboxConfig},
        mail_servers::MailServers,
    },
    platform::{
        clock::Timestamp,
        error::{Error, Result},
        id,
    },
};

/// Duration of a lease. It must be longer than handling one mail takes.
const LEASE: TimeDelta = TimeDelta::minutes(3);
/// Time for which a process waits for new mail before it renews its lease.
const WAIT: Duration = Duration::from_secs(50);
/// Time until the next attempt after an error, or while another process has the lease.
const PAUSE: Duration = Duration::from_secs(15);
/// Maximum time between two attempts to connect.
const MAX_PAUSE: Duration = Duration::from_secs(5 * 60);
/// Minutes until the next sign-in after the server has refused one, two and more. Providers lock accounts with many refusals.
const SIGN_IN_WAITS: [u32; 4] = [1, 5, 15, 60];
/// Size of the stack of the thread that reads a mail, in bytes.
const PARSER_STACK: usize = 64 << 20;
/// Maximum difference between the dates of the mail server and of this program: clock and time zone.
const MAX_DATE_DIFFERENCE: TimeDelta = TimeDelta::days(1);
/// Maximum time from writing a mail to its arrival. Mail servers try to deliver for this time.
const MAX_TRANSIT: TimeDelta = TimeDelta::days(5);
/// Maximum age of mail that is read after a new numbering. Handled mail is remembered for longer.
const MAX_REREAD: TimeDelta = TimeDelta::days(30);
/// Number of failures after which a mail is skipped, so that it doesn't block later ones. If the mail server can't send it, its header is
/// read before.
const MAX_FAILURES: i32 = 5;
/// The error for administrators if the cause is in this program.
const INTERNAL: &str = "Um e-mail recebido não pôde ser guardado agora, e uma nova tentativa é feita em instantes. A causa está no registro do servidor.";
/// The error for administrators if a file doesn't fit.
const NO_SPACE: &str = "Não há espaço em disco para guardar os anexos de um e-mail recebido. Ele e os seguintes esperam na caixa de e-mail até haver espaço.";
/// Time without a success after which an error counts as a problem. A lost connection is restored before.
const MAX_UNREAD: TimeDelta = TimeDelta::minutes(2);

/// Handles a mail in one transaction, which also calls [`Receipt::confirm`].
pub type Receive = for<'a> fn(&'a App, InboundMail, Receipt) -> BoxFuture<'a, Result<()>>;

/// Reads the mailbox until the sender of `stopped` is dropped, and hands each new mail to `receive`. Mail from before the mailbox was
/// first opened is left out. If another mailbox is configured, closes this one and reads the other.
pub async fn run(app: App, mut stopped: watch::Receiver<()>, receive: Receive) {
    let lease = Uuid::from_bytes(id::random_bytes());
    let mut servers = app.mail_servers.subscribe();
    // A restart is an attempt to repair something, so the first one doesn't wait.
    let mut waits = false;
    while stopped.has_changed().is_ok() {
        let Some(config) = servers.borrow_and_update().incoming.clone() else {
            tokio::select! {
                _ = servers.changed() => continue,
                _ = stopped.changed() => return,
            }
        };
        let reader = Reader { app: &app, id: id_of(&config), config: config.clone(), lease, receive, waits };
        let read = AssertUnwindSafe(async {
            tokio::select! {
                read = reader.read() => read,
                () = replaced(&mut servers, &config) => Ok(()),
                _ = stopped.changed() => Ok(()),
            }
        });
        match read.catch_unwind().await {
            Ok(Ok(())) => {}
            Ok(Err(cause)) => reader.store_error(&cause).await,
            Err(_) => tracing::error!("reading the mailbox panicked; it is read again"),
        }
        reader.release().await;
        waits = true;
        tokio::select! {
            _ = timeout(PAUSE, stopped.changed()) => {}
            () = app.mailbox_retried.notified() => {}
            () = replaced(&mut servers, &config) => waits = false,
        }
    }
}

/// Waits until another mailbox than `config`, or none, is configured.
async fn replaced(servers: &mut watch::Receiver<MailServers>, config: &Arc<MailboxConfig>) {
    // The sender exists as long as the program.
    let _ = servers.wait_for(|servers| servers.incoming.as_ref() != Some(config)).await;
}

/// Returns the id of a mailbox in the database. It doesn't depend on how the server is reached: port, encryption and spelling of the host.
#[must_use]
pub fn id_of(config: &MailboxConfig) -> String {
    let ImapServer { host, user, folder, .. } = &config.server;
    let host = host.trim_end_matches('.').to_lowercase();
    // Only the name of this folder ignores the case (RFC 3501, section 5.1).
    let folder = if folder.eq_ignore_ascii_case("INBOX") { "INBOX" } else { folder };
    id::sha256_hex(format!("{host}\0{user}\0{folder}").as_bytes())
}

/// Reads new mail once, as [`run`] does again and again. Returns false if another process reads the mailbox, or none is configured.
pub async fn read_once(app: &App, receive: Receive) -> anyhow::Result<bool> {
    let Some(config) = app.mailbox() else { return Ok(false) };
    let lease = Uuid::from_bytes(id::random_bytes());
    let reader = Reader { app, id: id_of(&config), config, lease, receive, waits: false };
    let read = async {
        let Some((mut mailbox, mut position)) = reader.open().await? else { return Ok(false) };
        let is_read = reader.read_new(&mut mailbox, &mut position).await?;
        mailbox.close().await;
        Ok::<bool, ReadError>(is_read)
    };
    let read = read.await;
    if let Err(cause) = &read {
        reader.store_error(cause).await;
    }
    reader.release().await;
    Ok(read?)
}

/// Returns why the mailbox has not been read for some minutes. `None` if there is no problem, or no mailbox.
pub async fn problem(app: &App) -> Result<Option<String>> {
    let Some(config) = app.mailbox() else { return Ok(None) };
    let state = store::find(app.db.reader(), &id_of(&config)).await?;
    let is_old = |time: Timestamp| time < app.clock.now() - MAX_UNREAD;
    Ok(state.filter(|state| state.checked_at.is_none_or(is_old)).and_then(|state| state.last_error))
}

/// Where reading starts.
struct Position {
    /// Number of the last mail that was handled.
    last: u32,
    /// Only mail from after this time is read.
    since: Option<Timestamp>,
}

/// Reads a mail in a thread with a large stack, because a hostile mail may take long, and may be deeply nested.
fn parse(received: Received) -> Result<InboundMail> {
    let parser = thread::Builder::new().stack_size(PARSER_STACK).spawn(move || InboundMail::read(&received));
    let parsed = parser.map_err(anyhow::Error::new)?.join();
    Ok(parsed.map_err(|_| anyhow::anyhow!("parsing a mail panicked"))?)
}

/// Why reading ended.
#[derive(Debug, thiserror::Error)]
enum ReadError {
    /// The mailbox could not be opened.
    #[error("{0}")]
    Unopened(MailboxError, Box<store::MailboxState>),
    #[error(transparent)]
    Mailbox(#[from] MailboxError),
    #[error(transparent)]
    Product(#[from] Error),
}

struct Reader<'a> {
    app: &'a App,
    id: String,
    config: Arc<MailboxConfig>,
    lease: Uuid,
    receive: Receive,
    /// Whether the time of the next try is respected.
    waits: bool,
}

impl Reader<'_> {
    /// Reads new mail until an error, or until another process has the lease.
    async fn read(&self) -> std::result::Result<(), ReadError> {
        let Some((mut mailbox, mut position)) = self.open().await? else { return Ok(()) };
        while self.read_new(&mut mailbox, &mut position).await? {
            mailbox.wait(WAIT).await?;
        }
        Ok(())
    }

    /// Leases and opens the mailbox. `None` if another process has the lease, or it is too early for another try.
    async fn open(&self) -> std::result::Result<Option<(Mailbox, Position)>, ReadError> {
        if self.waits && self.is_too_early().await? {
            return Ok(None);
        }
        let Some(state) = self.lease().await? else { return Ok(None) };
        let mailbox = match Mailbox::open(&self.config.server).await {
            Ok(mailbox) => mailbox,
            Err(cause) => return Err(ReadError::Unopened(cause, Box::new(state))),
        };
        let (tx, now, uid_validity) =
            (self.app.db.begin().await?, self.app.clock.now(), mailbox.uid_validity);
        store::set_opened(&*tx, &state, self.lease).await?;
        let position = match state.uid_validity {
            Some(known) if known == i64::from(uid_validity) => {
                Position { last: u32::try_from(state.last_uid).unwrap_or(0), since: state.read_since }
            }
            // After a new numbering, recent mail is read again, and handled mail is recognized.
            Some(_) => Position { last: 0, since: Some(reread_since(state.checked_at, now)) },
            None => Position { last: mailbox.next_uid.saturating_sub(1), since: None },
        };
        if state.uid_validity != Some(i64::from(uid_validity)) {
            let new = (uid_validity, position.last);
            if !store::set_position(&*tx, &self.id, self.lease, new).await? {
                return Err(Error::Unavailable.into());
            }
            match position.since {
                Some(since) => store::set_renumbered(&*tx, &self.id, self.lease, since).await?,
                // Mail from before counts as read.
                None => store::set_read(&*tx, &self.id, self.lease, now).await?,
            }
        }
        tx.commit().await?;
        Ok(Some((mailbox, position)))
    }

    async fn is_too_early(&self) -> Result<bool> {
        let state = store::find(self.app.db.reader(), &self.id).await?;
        Ok(state.and_then(|state| state.retry_at).is_some_and(|time| time > self.app.clock.now()))
    }

    /// Reads the mail after a position, and moves the position. Returns false if another process has the lease.
    async fn read_new(
        &self,
        mailbox: &mut Mailbox,
        position: &mut Position,
    ) -> std::result::Result<bool, ReadError> {
        for uid in mailbox.list_after(position.last, position.since).await? {
            let Some(state) = self.lease().await? else { return Ok(false) };
            let uid_validity = mailbox.uid_validity;
            let read = match state.failures {
                ..MAX_FAILURES => mailbox.read(uid).await,
                // Until now the mail server could not send the mail.
                MAX_FAILURES => mailbox.read_header(uid).await,
                _ => {
                    self.skip(uid_validity, uid).await?;
                    position.last = uid;
                    continue;
                }
            };
            match read {
                Ok(Some(received)) => self.handle((uid_validity, uid), position.since, received).await?,
                Ok(None) => self.set_position(uid_validity, uid).await?,
                Err(cause) => {
                    self.count_failure().await?;
                    return Err(cause.into());
                }
            }
            position.last = uid;
        }
        self.store_success().await?;
        // The renumbered mail is read: later mail has arrived since.
        position.since = None;
        Ok(self.lease().await?.is_some())
    }

    /// Handles a mail. Leaves it in the mailbox if it was written long before `since`. Skips it after [`MAX_FAILURES`] attempts.
    async fn handle(
        &self,
        (uid_validity, uid): (u32, u32),
        since: Option<Timestamp>,
        received: Received,
    ) -> Result<()> {
        // An attempt counts before it ends, so that a mail that ends the process is skipped, too.
        let failures = self.count_failure().await?;
        let parsed = spawn_blocking(move || parse(received)).await;
        let handled = async {
            let mail = parsed.map_err(anyhow::Error::new)??;
            let message_hash = hash_of(&mail);
            let (config, mailbox, lease) = (self.config.clone(), self.id.clone(), self.lease);
            let receipt = Receipt { config, mailbox, lease, uid_validity, uid, message_hash };
            // After mail was copied to another server, the server may say that old mail has just arrived.
            let oldest = since.map(|since| since - MAX_TRANSIT);
            if oldest.is_some_and(|oldest| mail.written_at.is_some_and(|written_at| written_at < oldest)) {
                return receipt.leave_old(self.app).await;
            }
            (self.receive)(self.app, mail, receipt).await
        };
        let Err(cause) = handled.await else { return Ok(()) };
        if matches!(cause, Error::Unavailable | Error::StorageFull) {
            let tx = self.app.db.begin().await?;
            store::uncount_failure(&*tx, &self.id, self.lease).await?;
            tx.commit().await?;
            return Err(cause);
        }
        if failures < MAX_FAILURES {
            return Err(cause);
        }
        tracing::error!(%cause, uid, "a mail in the mailbox can't be handled");
        self.skip(uid_validity, uid).await
    }

    /// Counts a failure with the next mail. Returns the number of failures.
    async fn count_failure(&self) -> Result<i32> {
        let tx = self.app.db.begin().await?;
        let failures = store::count_failure(&*tx, &self.id, self.lease).await?;
        tx.commit().await?;
        Ok(failures)
    }

    /// Skips a mail that can't be read or handled, and records that for administrators.
    async fn skip(&self, uid_validity: u32, uid: u32) -> Result<()> {
        tracing::error!(uid, "a mail in the mailbox is skipped");
        let (tx, now) = (self.app.db.begin().await?, self.app.clock.now());
        if !store::set_position(&*tx, &self.id, self.lease, (uid_validity, uid)).await? {
            return Err(Error::Unavailable);
        }
        store::set_left(&*tx, &self.id, self.lease, LeftReason::Unreadable, now).await?;
        tx.commit().await
    }

    async fn lease(&self) -> Result<Option<store::MailboxState>> {
        let tx = self.app.db.begin().await?;
        let state = store::lease(&*tx, &self.id, self.lease, self.app.clock.now(), LEASE).await?;
        tx.commit().await?;
        Ok(state)
    }

    async fn set_position(&self, uid_validity: u32, uid: u32) -> Result<()> {
        let tx = self.app.db.begin().await?;
        if !store::set_position(&*tx, &self.id, self.lease, (uid_validity, uid)).await? {
            return Err(Error::Unavailable);
        }
        tx.commit().await
    }

    async fn store_success(&self) -> Result<()> {
        let tx = self.app.db.begin().await?;
        store::set_read(&*tx, &self.id, self.lease, self.app.clock.now()).await?;
        tx.commit().await
    }

    /// Logs an error, and stores it for administrators, without an internal cause.
    async fn store_error(&self, cause: &ReadError) {
        tracing::warn!(%cause, "reading the mailbox failed; it is tried again");
        let stored = async {
            let tx = self.app.db.begin().await?;
            match cause {
                ReadError::Unopened(cause, state) => {
                    let is_refused = matches!(cause, MailboxError::SignIn(_));
                    let retry_at = self.app.clock.now() + wait(state, is_refused);
                    let shown = (&*cause.to_string(), is_refused);
                    store::set_unopened(&*tx, (state, self.lease), shown, retry_at).await?;
                }
                ReadError::Mailbox(cause) => {
                    store::set_error(&*tx, &self.id, self.lease, &cause.to_string()).await?;
                }
                ReadError::Product(Error::StorageFull) => {
                    store::set_error(&*tx, &self.id, self.lease, NO_SPACE).await?;
                }
                ReadError::Product(_) => store::set_error(&*tx, &self.id, self.lease, INTERNAL).await?,
            }
            tx.commit().await
        };
        if let Err(cause) = stored.await {
            tracing::warn!(%cause, "storing the error of the mailbox failed");
        }
    }

    async fn release(&self) {
        let released = async {
            let tx = self.app.db.begin().await?;
            store::release(&*tx, &self.id, self.lease).await?;
            tx.commit().await
        };
        if let Err(cause) = released.await {
            tracing::warn!(%cause, "the lease on the mailbox could not be ended; it expires");
        }
    }
}

/// Returns the time until the next try after another failure to open a mailbox. `former` has the failures so far.
fn wait(former: &store::MailboxState, is_refused: bool) -> Duration {
    if is_refused {
        let former = usize::try_from(former.refused_sign_ins).unwrap_or(0);
        return Duration::from_secs(60) * SIGN_IN_WAITS[former.min(SIGN_IN_WAITS.len() - 1)];
    }
    let doublings = u32::try_from(former.failed_connections).unwrap_or(0).min(8);
    (PAUSE * 2_u32.pow(doublings)).min(MAX_PAUSE)
}

/// Returns from which time mail is read after a new numbering: since all mail was last read, which may be long ago.
fn reread_since(checked_at: Option<Timestamp>, now: Timestamp) -> Timestamp {
    (checked_at.unwrap_or(now) - MAX_DATE_DIFFERENCE).max(now - MAX_REREAD)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(refused_sign_ins: i32, failed_connections: i32) -> store::MailboxState {
        store::MailboxState {
            id: String::new(),
            uid_validity: None,
            last_uid: 0,
            failures: 0,
            lease: None,
            locked_until: None,
            checked_at: None,
            last_error: None,
            left_at: None,
            left_reason: None,
            refused_sign_ins,
            failed_connections,
            retry_at: None,
            read_since: None,
        }
    }

    #[test]
    fn refused_sign_ins_are_repeated_more_rarely_than_failed_connections() {
        let minutes = [0, 1, 2, 3, 4, 1000].map(|former| wait(&state(former, 9), true).as_secs() / 60);
        assert_eq!(minutes, [1, 5, 15, 60, 60, 60]);
        let seconds = [0, 1, 2, 3, 4, 5, 1000].map(|former| wait(&state(9, former), false).as_secs());
        assert_eq!(seconds, [15, 30, 60, 120, 240, 300, 300]);
    }

    #[test]
    fn mail_is_read_again_since_the_last_reading_but_at_most_of_30_days() {
        let now: Timestamp = "2026-11-20T12:00:00Z".parse().expect("a time");
        let days = |checked: i64| now - reread_since(Some(now - TimeDelta::days(checked)), now);
        assert_eq!([0, 8, 40].map(days), [1, 9, 30].map(TimeDelta::days));
        assert_eq!(now - reread_since(None, now), TimeDelta::days(1));
    }
}
