//! The configuration of the mail server and the sender.

use std::{fmt, time::Duration};

use lettre::{
    AsyncSmtpTransport, Tokio1Executor,
    message::Mailbox,
    transport::smtp::{
        self, SMTP_PORT, SUBMISSION_PORT, SUBMISSIONS_PORT,
        authentication::{Credentials, DEFAULT_MECHANISMS},
        client::{AsyncSmtpConnection, TlsParameters},
        extension::ClientId,
    },
};
use percent_encoding::percent_decode_str;
use url::Url;

/// The mail server and the sender.
#[derive(Clone)]
pub struct MailConfig {
    /// Contains a password, so it is not in the `Debug` output.
    smtp_url: Url,
    /// The sender of all messages.
    pub from: Mailbox,
}

impl fmt::Debug for MailConfig {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("MailConfig").field("from", &self.from).finish_non_exhaustive()
    }
}

/// Describes valid URLs, for error messages.
pub const URL_FORMATS: &str = "smtps://user:password@host, smtp://user:password@host (STARTTLS) or smtp://host?tls=none, \
    without other parameters";

/// Parses the URL of a mail server. `smtp:` requires STARTTLS, unless it has `?tls=none`.
pub(super) fn parse_url(text: &str) -> Option<Url> {
    let mut url = Url::parse(text).ok()?;
    url.host_str()?;
    if url.port() == Some(0) || url.query_pairs().any(|(name, _)| name != "tls") {
        return None;
    }
    // If the password contains `#`, `/` or `?` without encoding, the user name or a part of the password is parsed as the host.
    let has_at = |text: &str| text.contains('@');
    if url.fragment().is_some() || has_at(url.path()) || url.query().is_some_and(has_at) {
        return None;
    }
    let tls = url.query_pairs().find(|(name, _)| name == "tls").map(|(_, value)| value.into_owned());
    match (url.scheme(), tls.as_deref()) {
        ("smtps", None | Some("required")) => url.set_query(None),
        ("smtp", None | Some("required")) => url.set_query(Some("tls=required")),
        ("smtp", Some("none")) => url.set_query(None),
        _ => return None,
    }
    // lettre may refuse a URL that is valid otherwise.
    let is_supported = AsyncSmtpTransport::<Tokio1Executor>::from_url(url.as_str()).is_ok();
    is_supported.then_some(url)
}

impl MailConfig {
    /// Creates the configuration from a URL that [`parse_url`] returned.
    pub(super) fn new(smtp_url: Url, from: Mailbox) -> Self {
        Self { smtp_url, from }
    }

    /// Returns the name of the server.
    #[must_use]
    pub fn host(&self) -> &str {
        self.smtp_url.host_str().unwrap_or_default()
    }

    /// Opens a connection and signs in if the URL has a password.
    pub async fn connect(&self, timeout: Duration) -> Result<AsyncSmtpConnection, smtp::Error> {
        let hello = self.client_id();
        let tls = if self.is_encrypted() { Some(TlsParameters::new(self.host().to_owned())?) } else { None };
        let (implicit_tls, starttls) = if self.is_implicit_tls() { (tls, None) } else { (None, tls) };
        let address = (self.host().trim_matches(['[', ']']), self.port());
        let mut connection =
            AsyncSmtpConnection::connect_tokio1(address, Some(timeout), &hello, implicit_tls, None).await?;
        if let Some(tls) = starttls {
            connection.starttls(tls, &hello).await?;
        }
        if let Some(password) = self.smtp_url.password() {
            let decoded = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
            let credentials = Credentials::new(decoded(self.smtp_url.username()), decoded(password));
            connection.auth(DEFAULT_MECHANISMS, &credentials).await?;
        }
        Ok(connection)
    }

    /// Returns the name of this client for `EHLO`: as in lettre, the path of the URL, or the domain of the sender.
    fn client_id(&self) -> ClientId {
        let own_name = self.smtp_url.path().trim_matches('/');
        ClientId::Domain(if own_name.is_empty() { self.domain() } else { own_name }.to_owned())
    }

    fn port(&self) -> u16 {
        let default = match (self.is_implicit_tls(), self.is_encrypted()) {
            (true, _) => SUBMISSIONS_PORT,
            (false, true) => SUBMISSION_PORT,
            (false, false) => SMTP_PORT,
        };
        self.smtp_url.port().unwrap_or(default)
    }

    /// Returns whether the connection starts with TLS, not with STARTTLS.
    fn is_implicit_tls(&self) -> bool {
        self.smtp_url.scheme() == "smtps"
    }

    /// Returns whether the connection is encrypted. After parsing, the URL has a query only for STARTTLS.
    #[must_use]
    pub fn is_encrypted(&self) -> bool {
        self.is_implicit_tls() || self.smtp_url.query().is_some()
    }

    /// Returns the domain of the sender, for message ids and as the default name of this client.
    #[must_use]
    pub fn domain(&self) -> &str {
        self.from.email.domain()
    }

    /// Returns whether the password is sent without encryption.
    #[must_use]
    pub fn exposes_password(&self) -> bool {
        self.smtp_url.password().is_some() && !self.is_encrypted()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(url: &str) -> Option<MailConfig> {
        let from = "Vitrine <contato@exemplo.com.br>".parse().expect("a mailbox");
        parse_url(url).map(|url| MailConfig::new(url, from))
    }

    #[test]
    fn smtp_connection_is_encrypted_by_default() {
        for url in ["smtps://u:p@host", "smtp://u:p@host:587", "smtp://u:p@host?tls=required"] {
            assert!(!config(url).expect(url).exposes_password(), "{url}");
        }
        assert!(config("smtp://u:p@host:25?tls=none").expect("plain").exposes_password());
        assert!(!config("smtp://host?tls=none").expect("no password").exposes_password());
    }

    #[test]
    fn invalid_smtp_urls_are_refused() {
        for url in [
            "",
            "host:25",
            "http://host",
            "smtp://",
            "smtp://host?tls=opportunistic",
            "smtp://host:0",
            "smtp://host?tls=none&timeout=5",
            "smtp://host?starttls=required",
            "smtps://host?tls=none",
            "smtp://user:p@ss#word@host",
            "smtp://user:p@localhost:25/x@host?tls=none",
            "smtps://user:p@ss?word@host",
        ] {
            assert!(config(url).is_none(), "{url}");
        }
    }

    #[test]
    fn debug_output_of_the_mail_config_has_no_password() {
        let printed = format!("{:?}", config("smtps://user:secret@host").expect("valid"));
        assert!(printed.contains("contato@exemplo.com.br") && !printed.contains("secret"), "{printed}");
    }
}
