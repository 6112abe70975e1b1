//! Where mail is handed over, and in whose name.

use std::fmt;

use lettre::{AsyncSmtpTransport, Tokio1Executor, message::Mailbox};
use url::Url;

#[derive(Clone)]
pub struct MailConfig {
    /// Holds a password: it is never printed.
    smtp_url: Url,
    pub from: Mailbox,
}

impl fmt::Debug for MailConfig {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("MailConfig").field("from", &self.from).finish_non_exhaustive()
    }
}

pub const SMTP_URL: &str =
    "smtps://user:password@host, smtp://user:password@host (STARTTLS) or smtp://host?tls=none";

impl MailConfig {
    /// `smtp:` means STARTTLS here, and a server that doesn't offer it gets nothing. Going without takes `?tls=none`.
    #[must_use]
    pub fn parse(url: &str, from: Mailbox) -> Option<Self> {
        let mut smtp_url = Url::parse(url).ok()?;
        smtp_url.host_str()?;
        let tls = smtp_url.query_pairs().find(|(name, _)| name == "tls").map(|(_, value)| value.into_owned());
        match (smtp_url.scheme(), tls.as_deref()) {
            ("smtps", None | Some("required")) => smtp_url.set_query(None),
            ("smtp", None | Some("required")) => smtp_url.set_query(Some("tls=required")),
            ("smtp", Some("none")) => smtp_url.set_query(None),
            _ => return None,
        }
        let config = Self { smtp_url, from };
        config.transport().map(|_| config)
    }

    /// A connection for each message: mail is rare here, and a connection cut off half-way is never used again.
    #[must_use]
    pub fn transport(&self) -> Option<AsyncSmtpTransport<Tokio1Executor>> {
        let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(self.smtp_url.as_str()).ok()?;
        let names_itself = self.smtp_url.path().len() > 1;
        let name = lettre::transport::smtp::extension::ClientId::Domain(self.domain().to_owned());
        Some(if names_itself { builder.build() } else { builder.hello_name(name).build() })
    }

    /// The part of our address that is ours, for message ids.
    #[must_use]
    pub fn domain(&self) -> &str {
        self.from.email.domain()
    }

    /// Would a password travel in the clear?
    #[must_use]
    pub fn exposes_password(&self) -> bool {
        let encrypted = self.smtp_url.scheme() == "smtps" || self.smtp_url.query().is_some();
        self.smtp_url.password().is_some() && !encrypted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(url: &str) -> Option<MailConfig> {
        MailConfig::parse(url, "Vitrine <contato@exemplo.com.br>".parse().expect("a mailbox"))
    }

    #[test]
    fn encryption_is_the_default() {
        for url in ["smtps://u:p@host", "smtp://u:p@host:587", "smtp://u:p@host?tls=required"] {
            assert!(!config(url).expect(url).exposes_password(), "{url}");
        }
        assert!(config("smtp://u:p@host:25?tls=none").expect("plain").exposes_password());
        assert!(!config("smtp://host?tls=none").expect("no password").exposes_password());
    }

    #[test]
    fn what_cannot_be_used_is_refused() {
        for url in [
            "",
            "host:25",
            "http://host",
            "smtp://",
            "smtp://host?tls=opportunistic",
            "smtps://host?tls=none",
        ] {
            assert!(config(url).is_none(), "{url}");
        }
    }

    #[test]
    fn the_password_is_never_printed() {
        let printed = format!("{:?}", config("smtps://user:secret@host").expect("valid"));
        assert!(printed.contains("contato@exemplo.com.br") && !printed.contains("secret"), "{printed}");
    }
}
