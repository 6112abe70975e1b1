//! The configuration of the mailbox in which replies of customers arrive.

use std::{ffi::OsString, fmt};

use lettre::{Address, message::Mailbox};
use percent_encoding::percent_decode_str;
use serde::{Deserialize, Serialize};
use url::Url;
use utoipa::ToSchema;

use super::{mail::is_local, reader::Reader};

/// A mailbox, and how mail in it is treated.
#[derive(Clone, PartialEq, Eq)]
pub struct MailboxConfig {
    pub server: ImapServer,
    /// The address of the mailbox, to which replies go.
    pub address: String,
    /// Whether the mail server delivers `name+anything@domain` to `name@domain`. Replies then go to an address with a signed token.
    pub has_tokens: bool,
    /// Name in `Authentication-Results` of the company's own mail server, whose results are trusted. It must remove this name from
    /// mail of others.
    pub trusted_server: Option<String>,
    /// Whether mail of unknown senders becomes a contact.
    pub creates_contacts: bool,
}

/// How to reach a mailbox.
#[derive(Clone, PartialEq, Eq)]
pub struct ImapServer {
    pub host: String,
    pub port: u16,
    pub encryption: Encryption,
    pub user: String,
    /// Not in the `Debug` output.
    pub password: String,
    pub folder: String,
}

/// How a connection to a mail server is encrypted. `tls`: from the start. `starttls`: after the command STARTTLS. `none`: not at
/// all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Encryption {
    /// From the start, usually on port 465 (SMTP) or 993 (IMAP).
    Tls,
    /// After the command STARTTLS, usually on port 587 or 143. Nothing else is sent before.
    StartTls,
    /// Not at all: for a server on the same machine.
    None,
}

/// Describes valid URLs, for error messages.
const URL_FORMATS: &str = "imaps://user:password@host, imap://user:password@host (STARTTLS) or \
    imap://user:password@127.0.0.1?tls=none, each with an optional /FOLDER, without other parameters";

impl fmt::Debug for MailboxConfig {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { server, address, has_tokens, trusted_server, creates_contacts } = self;
        formatter
            .debug_struct("MailboxConfig")
            .field("server", server)
            .field("address", address)
            .field("has_tokens", has_tokens)
            .field("trusted_server", trusted_server)
            .field("creates_contacts", creates_contacts)
            .finish()
    }
}

impl fmt::Debug for ImapServer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { host, port, encryption, folder, .. } = self;
        let mut fields = formatter.debug_struct("ImapServer");
        fields
            .field("host", host)
            .field("port", port)
            .field("encryption", encryption)
            .field("folder", folder);
        fields.finish_non_exhaustive()
    }
}

impl ImapServer {
    /// Parses a URL. `imap:` requires STARTTLS, unless it has `?tls=none` and names this machine.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let url = Url::parse(text).ok()?;
        let host = url.host_str()?.trim_matches(['[', ']']).to_owned();
        // If the password contains `#`, `/` or `?` without encoding, a part of it is parsed as something else.
        let has_at = |text: &str| text.contains('@');
        if url.fragment().is_some()
            || has_at(url.path())
            || url.query().is_some_and(has_at)
            || url.port() == Some(0)
        {
            return None;
        }
        let (encryption, default_port) = match (url.scheme(), url.query()) {
            ("imaps", None) => (Encryption::Tls, 993),
            ("imap", None) => (Encryption::StartTls, 143),
            ("imap", Some("tls=none")) if is_local(&host) => (Encryption::None, 143),
            _ => return None,
        };
        let decoded = |text: &str| percent_decode_str(text).decode_utf8().ok().map(|text| text.into_owned());
        let folder = decoded(url.path().trim_start_matches('/'))?;
        let (user, password) = (decoded(url.username())?, decoded(url.password()?)?);
        let is_line = |text: &str| !text.is_empty() && !text.chars().any(char::is_control);
        let folder = if folder.is_empty() { "INBOX".to_owned() } else { folder };
        let port = url.port().unwrap_or(default_port);
        let is_valid = [&user, &password, &folder].into_iter().all(|text| is_line(text));
        is_valid.then_some(Self { host, port, encryption, user, password, folder })
    }
}

impl<F: Fn(&str) -> Option<OsString>> Reader<F> {
    /// Returns the mailbox for replies; `None` if its server or its address is missing or invalid.
    pub fn mailbox(&mut self) -> Option<MailboxConfig> {
        let server = self.secret("VITRINE_IMAP_URL", URL_FORMATS, ImapServer::parse);
        let has_tokens =
            self.choice("VITRINE_IMAP_TOKENS", &[("on", true), ("off", false)]).unwrap_or_default();
        let trusted_server = self.text("VITRINE_IMAP_TRUSTED_SERVER").map(|name| name.to_lowercase());
        let contacts = [("on", true), ("off", false)];
        let creates_contacts = self.choice("VITRINE_IMAP_NEW_CONTACTS", &contacts).unwrap_or_default();
        let expected = "an email address such as contato@exemplo.com.br";
        let own: Option<Address> = self.parsed("VITRINE_IMAP_ADDRESS", expected);
        let sender = self.text("VITRINE_MAIL_FROM").and_then(|from| from.parse::<Mailbox>().ok());
        let address = own.or_else(|| sender.map(|sender| sender.email)).map(|address| address.to_string());
        let is_unnamed =
            self.text("VITRINE_IMAP_ADDRESS").is_none() && self.text("VITRINE_MAIL_FROM").is_none();
        if server.is_some() && is_unnamed {
            self.problems.push("VITRINE_IMAP_URL needs VITRINE_IMAP_ADDRESS or VITRINE_MAIL_FROM".into());
        }
        Some(MailboxConfig {
            server: server?,
            address: address?,
            has_tokens,
            trusted_server,
            creates_contacts,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imap_connection_is_encrypted_unless_the_server_is_local() {
        let server = ImapServer::parse(
            "imaps://ana%40exemplo.com.br:s%2Fecreta@imap.exemplo.com.br/Site/Or%C3%A7amentos",
        );
        let server = server.expect("valid");
        assert_eq!(
            (&*server.host, server.port, server.encryption),
            ("imap.exemplo.com.br", 993, Encryption::Tls)
        );
        assert_eq!((&*server.user, &*server.password), ("ana@exemplo.com.br", "s/ecreta"));
        assert_eq!(server.folder, "Site/Orçamentos");
        for (url, encryption, port) in [
            ("imap://u:p@host", Encryption::StartTls, 143),
            ("imap://u:p@[::1]:1143/?tls=none", Encryption::None, 1143),
            ("imap://u:p@127.0.0.1?tls=none", Encryption::None, 143),
        ] {
            let server = ImapServer::parse(url).expect(url);
            assert_eq!(
                (server.encryption, server.port, &*server.folder),
                (encryption, port, "INBOX"),
                "{url}"
            );
        }
    }

    #[test]
    fn invalid_imap_urls_are_refused() {
        for url in [
            "",
            "imaps://host",
            "imaps://user@host",
            "imaps://:p@host",
            "imap://u:p@imap.exemplo.com.br?tls=none",
            "imaps://u:p@host?tls=none",
            "imaps://u:p@host?idle=off",
            "imaps://u:p@host:0",
            "imaps://u:p@ss#word@host",
            "imaps://u:p@host/In%0D%0Abox",
            "smtps://u:p@host",
        ] {
            assert!(ImapServer::parse(url).is_none(), "{url}");
        }
    }

    #[test]
    fn debug_output_of_the_mailbox_has_no_password() {
        let server = ImapServer::parse("imaps://user:segredo@host").expect("valid");
        assert!(!format!("{server:?}").contains("segredo"));
    }
}
