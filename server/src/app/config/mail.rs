//! The configuration of the mail server and the sender.

use std::{ffi::OsString, fmt, net::IpAddr, time::Duration};

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

use super::{mailbox::Encryption, reader::Reader};

/// The mail server and the sender.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailConfig {
    pub server: SmtpServer,
    /// The sender of all messages.
    pub from: Mailbox,
}

/// How to reach a mail server.
#[derive(Clone, PartialEq, Eq)]
pub struct SmtpServer {
    /// Name or IP address, without brackets.
    pub host: String,
    pub port: u16,
    pub encryption: Encryption,
    /// User and password; `None` if the server requires none. Not in the `Debug` output.
    pub credentials: Option<(String, String)>,
    /// Name of this client for `EHLO`; empty for the domain of the sender.
    pub own_name: String,
}

impl fmt::Debug for SmtpServer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { host, port, encryption, .. } = self;
        let mut fields = formatter.debug_struct("SmtpServer");
        fields.field("host", host).field("port", port).field("encryption", encryption);
        fields.finish_non_exhaustive()
    }
}

/// Describes valid URLs, for error messages.
const URL_FORMATS: &str = "smtps://user:password@host, smtp://user:password@host (STARTTLS) or smtp://host?tls=none, \
    without other parameters";

/// Parses the URL of a mail server. `smtp:` requires STARTTLS, unless it has `?tls=none`.
fn parse_url(text: &str) -> Option<SmtpServer> {
    let mut url = Url::parse(text).ok()?;
    let host = url.host_str()?.trim_matches(['[', ']']).to_owned();
    if url.port() == Some(0) || url.query_pairs().any(|(name, _)| name != "tls") {
        return None;
    }
    // If the password contains `#`, `/` or `?` without encoding, the user name or a part of the password is parsed as the host.
    let has_at = |text: &str| text.contains('@');
    if url.fragment().is_some() || has_at(url.path()) || url.query().is_some_and(has_at) {
        return None;
    }
    let tls = url.query_pairs().find(|(name, _)| name == "tls").map(|(_, value)| value.into_owned());
    let (encryption, default_port) = match (url.scheme(), tls.as_deref()) {
        ("smtps", None | Some("required")) => (Encryption::Tls, SUBMISSIONS_PORT),
        ("smtp", None | Some("required")) => (Encryption::StartTls, SUBMISSION_PORT),
        ("smtp", Some("none")) => (Encryption::None, SMTP_PORT),
        _ => return None,
    };
    url.set_query(None);
    // lettre may refuse a URL that is valid otherwise.
    AsyncSmtpTransport::<Tokio1Executor>::from_url(url.as_str()).ok()?;
    let decoded = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
    let credentials = url.password().map(|password| (decoded(url.username()), decoded(password)));
    Some(SmtpServer {
        host,
        port: url.port().unwrap_or(default_port),
        encryption,
        credentials,
        // As in lettre, the path of the URL.
        own_name: url.path().trim_matches('/').to_owned(),
    })
}

impl SmtpServer {
    /// Returns whether the server runs on this machine.
    #[must_use]
    pub fn is_local(&self) -> bool {
        is_local(&self.host)
    }
}

/// Returns whether a host is this machine.
#[must_use]
pub fn is_local(host: &str) -> bool {
    host == "localhost" || host.parse().is_ok_and(|ip: IpAddr| ip.is_loopback())
}

impl MailConfig {
    /// Returns the name of the server.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.server.host
    }

    /// Opens a connection and signs in if there is a password.
    pub async fn connect(&self, timeout: Duration) -> Result<AsyncSmtpConnection, smtp::Error> {
        let SmtpServer { host, port, encryption, credentials, own_name } = &self.server;
        let name = if own_name.is_empty() { self.domain() } else { own_name };
        let hello = ClientId::Domain(name.to_owned());
        let tls = || TlsParameters::new(host.clone());
        let implicit_tls = if *encryption == Encryption::Tls { Some(tls()?) } else { None };
        let mut connection =
            AsyncSmtpConnection::connect_tokio1((&**host, *port), Some(timeout), &hello, implicit_tls, None)
                .await?;
        if *encryption == Encryption::StartTls {
            connection.starttls(tls()?, &hello).await?;
        }
        if let Some((user, password)) = credentials {
            let credentials = Credentials::new(user.clone(), password.clone());
            connection.auth(DEFAULT_MECHANISMS, &credentials).await?;
        }
        Ok(connection)
    }

    /// Returns whether the connection is encrypted.
    #[must_use]
    pub fn is_encrypted(&self) -> bool {
        self.server.encryption != Encryption::None
    }

    /// Returns the domain of the sender, for message ids and as the default name of this client.
    #[must_use]
    pub fn domain(&self) -> &str {
        self.from.email.domain()
    }

    /// Returns whether the password is sent without encryption.
    #[must_use]
    pub fn exposes_password(&self) -> bool {
        self.server.credentials.is_some() && !self.is_encrypted()
    }
}

impl<F: Fn(&str) -> Option<OsString>> Reader<F> {
    /// Returns the mail server and the sender; `None` if either is missing or invalid.
    pub fn mail(&mut self) -> Option<MailConfig> {
        if self.text("VITRINE_SMTP_URL").is_some() && self.text("VITRINE_MAIL_FROM").is_none() {
            self.problems.push("VITRINE_SMTP_URL needs VITRINE_MAIL_FROM".into());
        }
        let expected = "an address such as Exemplo TI <contato@exemplo.com.br>";
        let from: Option<Mailbox> = self.parsed("VITRINE_MAIL_FROM", expected);
        let server = self.secret("VITRINE_SMTP_URL", URL_FORMATS, parse_url);
        Some(MailConfig { server: server?, from: from? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(url: &str) -> Option<MailConfig> {
        let from = "Vitrine <contato@exemplo.com.br>".parse().expect("a mailbox");
        parse_url(url).map(|server| MailConfig { server, from })
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
    fn parts_of_smtp_urls_are_decoded() {
        let server =
            config("smtps://ana%40exemplo.com.br:s%2Fecreta@smtp.exemplo.com.br/site").expect("valid").server;
        assert_eq!(
            (&*server.host, server.port, server.encryption),
            ("smtp.exemplo.com.br", 465, Encryption::Tls)
        );
        assert_eq!(server.credentials, Some(("ana@exemplo.com.br".to_owned(), "s/ecreta".to_owned())));
        assert_eq!(server.own_name, "site");
        let local = config("smtp://[::1]?tls=none").expect("valid").server;
        assert!(local.is_local() && (&*local.host, local.port, local.credentials) == ("::1", 25, None));
    }

    #[test]
    fn debug_output_of_the_mail_config_has_no_password() {
        let printed = format!("{:?}", config("smtps://user:secret@host").expect("valid"));
        assert!(printed.contains("contato@exemplo.com.br") && !printed.contains("secret"), "{printed}");
    }
}
