//! The settings of the mail servers.

use chrono::{DateTime, Utc};
use lettre::{Address, message::Mailbox};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::config::{
    mail::{MailConfig, SmtpServer},
    mailbox::{Encryption, ImapServer, MailboxConfig},
};

/// The stored settings of outgoing mail, without the password.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutgoingFields {
    pub host: String,
    pub port: u16,
    pub encryption: Encryption,
    pub user: String,
    pub from_name: String,
    pub from_email: String,
    pub dkim_selector: String,
}

/// The stored settings of incoming mail, without the password.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IncomingFields {
    pub host: String,
    pub port: u16,
    pub encryption: Encryption,
    pub user: String,
    pub folder: String,
    pub address: String,
    pub plus_addressing: bool,
    pub trusted_server: String,
    pub creates_contacts: bool,
}

/// A place to which a password may be sent. If it changes, the password must be entered again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Destination<'a> {
    host: &'a str,
    port: u16,
    encryption: Encryption,
    user: &'a str,
}

impl Destination<'_> {
    /// Returns whether there is no sign-in.
    pub fn is_anonymous(&self) -> bool {
        self.user.is_empty()
    }
}

impl OutgoingFields {
    pub fn destination(&self) -> Destination<'_> {
        Destination { host: &self.host, port: self.port, encryption: self.encryption, user: &self.user }
    }

    /// Returns the mail server and the sender. `None` if the sender is invalid.
    pub fn config(&self, password: Option<String>) -> Option<MailConfig> {
        let name = Some(self.from_name.clone()).filter(|name| !name.is_empty());
        let email: Address = self.from_email.parse().ok()?;
        let credentials = password.map(|password| (self.user.clone(), password));
        Some(MailConfig {
            server: SmtpServer {
                host: self.host.clone(),
                port: self.port,
                encryption: self.encryption,
                credentials,
                own_name: String::new(),
            },
            from: Mailbox::new(name, email),
        })
    }
}

impl IncomingFields {
    pub fn destination(&self) -> Destination<'_> {
        Destination { host: &self.host, port: self.port, encryption: self.encryption, user: &self.user }
    }

    /// Returns the mailbox. `sender` is its address if it has none of its own. `None` if there is neither.
    pub fn config(&self, password: String, sender: Option<&str>) -> Option<MailboxConfig> {
        let address = if self.address.is_empty() { sender?.to_owned() } else { self.address.clone() };
        Some(MailboxConfig {
            server: ImapServer {
                host: self.host.clone(),
                port: self.port,
                encryption: self.encryption,
                user: self.user.clone(),
                password,
                folder: self.folder.clone(),
            },
            address,
            has_tokens: self.plus_addressing,
            trusted_server: Some(self.trusted_server.clone()).filter(|name| !name.is_empty()),
            creates_contacts: self.creates_contacts,
        })
    }
}

/// Where settings come from. `none`: nothing is configured. `panel`: an administrator set them. `environment`: variables of the
/// server set them, and the panel only shows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MailSource {
    None,
    Panel,
    Environment,
}

/// The settings of outgoing mail. Empty while none are set.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OutgoingMail {
    pub source: MailSource,
    /// Name or IP address of the mail server.
    pub host: String,
    pub port: u16,
    pub encryption: Encryption,
    /// User for the sign-in; empty without one.
    pub user: String,
    /// Whether a password is stored. It is never returned.
    pub has_password: bool,
    /// Name of the sender; empty for the company's name.
    pub from_name: String,
    pub from_email: String,
    /// The DKIM selector to check; empty for those that are usual at the provider.
    pub dkim_selector: String,
    /// Why these settings can't be used, in Portuguese; null if they can.
    #[schema(required)]
    pub problem: Option<String>,
}

/// The settings of incoming mail. Empty while none are set.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct IncomingMail {
    pub source: MailSource,
    /// Name or IP address of the IMAP server.
    pub host: String,
    pub port: u16,
    pub encryption: Encryption,
    pub user: String,
    /// Whether a password is stored. It is never returned.
    pub has_password: bool,
    pub folder: String,
    /// The address of the mailbox; empty for that of the sender.
    pub address: String,
    /// Whether the server delivers `name+anything@domain` to `name@domain`.
    pub plus_addressing: bool,
    /// Name in `Authentication-Results` of the company's own mail server, whose results are trusted; empty for none.
    pub trusted_server: String,
    /// Whether mail of unknown senders becomes a contact.
    pub creates_contacts: bool,
    /// When the mailbox was last read without an error; null if it never was.
    #[schema(required)]
    pub checked_at: Option<DateTime<Utc>>,
    /// When the mailbox is tried again after the problem; null if it is tried within seconds, and without a problem.
    #[schema(required)]
    pub retry_at: Option<DateTime<Utc>>,
    /// Why the mailbox can't be read, in Portuguese; null without a problem.
    #[schema(required)]
    pub problem: Option<String>,
    /// About the latest mail that was left in the mailbox although it is to be filed, for a week, in Portuguese; null if there is none.
    #[schema(required)]
    pub left_mail: Option<String>,
}
