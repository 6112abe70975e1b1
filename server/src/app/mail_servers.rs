//! The mail servers in use. They come from the environment or from the panel, and can change while the program runs.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use tokio::sync::{Mutex, watch};

use super::{
    config::{Config, mail::MailConfig, mailbox::MailboxConfig},
    demo_addresses,
};

/// The mail servers at one moment. Code that opens a connection uses one value of this type from its beginning to its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MailServers {
    /// The server and the sender of our mail; `None` if none is configured.
    pub outgoing: Option<Arc<MailConfig>>,
    /// The mailbox in which replies of customers arrive; `None` if there is none.
    pub incoming: Option<Arc<MailboxConfig>>,
    /// The configured sender, if it is an address of the demo company or for examples. There is no outgoing server then, and mail is
    /// withheld.
    pub refused_sender: Option<String>,
}

impl MailServers {
    /// Returns the servers in use if these are configured in the panel. Those in the environment replace them. None with `VITRINE_MAIL=off`.
    #[must_use]
    pub fn new(config: &Config, outgoing: Option<MailConfig>, incoming: Option<MailboxConfig>) -> Self {
        if !config.uses_mail {
            return Self::default();
        }
        let outgoing = config.mail.clone().or(outgoing);
        let incoming = config.mailbox.clone().or(incoming).map(Arc::new);
        let sender = outgoing.as_ref().map(|mail| mail.from.email.to_string());
        match sender.filter(|sender| demo_addresses::is_refused(config, sender)) {
            Some(sender) => Self { outgoing: None, incoming, refused_sender: Some(sender) },
            None => Self { outgoing: outgoing.map(Arc::new), incoming, refused_sender: None },
        }
    }
}

/// The current mail servers. Tasks can wait for a change.
pub struct LiveMailServers {
    current: watch::Sender<MailServers>,
    is_stale: AtomicBool,
    /// Held while the settings are read, so that an older reading can't replace a newer one.
    pub reading: Mutex<()>,
}

impl LiveMailServers {
    #[must_use]
    pub fn new(servers: MailServers) -> Self {
        Self {
            current: watch::Sender::new(servers),
            is_stale: AtomicBool::new(false),
            reading: Mutex::default(),
        }
    }

    #[must_use]
    pub fn current(&self) -> MailServers {
        self.current.borrow().clone()
    }

    #[must_use]
    pub fn subscribe(&self) -> watch::Receiver<MailServers> {
        self.current.subscribe()
    }

    /// Sets the servers. Returns those from before. Wakes up waiting tasks only if something changes.
    pub fn replace(&self, new: MailServers) -> MailServers {
        let mut old = new.clone();
        self.current.send_if_modified(|current| {
            old = std::mem::replace(current, new);
            old != *current
        });
        self.is_stale.store(false, Ordering::Release);
        old
    }

    /// Marks the servers as different from the settings, because reading these failed.
    pub fn set_stale(&self) {
        self.is_stale.store(true, Ordering::Release);
    }

    #[must_use]
    pub fn is_stale(&self) -> bool {
        self.is_stale.load(Ordering::Acquire)
    }
}
