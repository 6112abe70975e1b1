//! A connection to a mailbox by IMAP. It reads new mail without changing anything in the mailbox, and waits for more.

use std::{fmt, io, sync::Arc, time::Duration};

use async_imap::{
    Client, Session,
    error::Error as ImapError,
    types::{Fetch, UnsolicitedResponse},
};
use base64::{Engine, engine::general_purpose::STANDARD_NO_PAD};
use futures_util::TryStreamExt;
use rustls::pki_types::ServerName;
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpStream,
    time::timeout,
};
use tokio_rustls::TlsConnector;

use crate::{
    app::config::mailbox::{Encryption, ImapServer},
    foundation::mail::certificate::{self, CertificateProblem},
    platform::{clock::Timestamp, tls},
};

/// Maximum time of a command.
const TIMEOUT: Duration = Duration::from_secs(60);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(15);
/// Time between checks for new mail, for servers that don't announce it.
const POLL: Duration = Duration::from_secs(15);
/// Maximum size of a mail in bytes. Only the header of a larger one is read.
const MAX_MAIL_BYTES: u32 = 25 << 20;
/// Maximum number of bytes of the header of a mail that is too large. The rest is left out.
const MAX_HEADER_BYTES: u32 = 64 << 10;

/// Why a mailbox can't be read.
#[derive(Debug, thiserror::Error)]
pub enum MailboxError {
    #[error("O servidor não foi encontrado: confira o nome.")]
    UnknownHost,
    #[error("Não houve resposta do servidor nessa porta.")]
    NoAnswer,
    #[error("O servidor recusou a conexão nessa porta.")]
    Refused,
    #[error(
        "A conexão segura falhou: provavelmente a porta não usa esta segurança. Confira a porta e a segurança que o provedor indica."
    )]
    Tls,
    #[error("{0}")]
    Certificate(CertificateProblem),
    #[error("O servidor não aceita STARTTLS nessa porta.")]
    NoStartTls,
    #[error("O servidor não aceitou o usuário e a senha: {0}")]
    SignIn(String),
    #[error("A pasta não existe ou não pode ser lida: {0}")]
    Folder(String),
    #[error("A conexão com o servidor caiu.")]
    Lost,
    #[error("O servidor deu uma resposta inesperada: {0}")]
    Unexpected(String),
}

impl From<ImapError> for MailboxError {
    fn from(cause: ImapError) -> Self {
        match cause {
            ImapError::Io(_) | ImapError::ConnectionLost => Self::Lost,
            ImapError::No(text) | ImapError::Bad(text) => Self::Unexpected(answer_in(&text)),
            other => Self::Unexpected(other.to_string()),
        }
    }
}

type Result<T> = std::result::Result<T, MailboxError>;

/// A stream that may be encrypted.
trait Stream: AsyncRead + AsyncWrite + Unpin + Send + fmt::Debug {}
impl<T: AsyncRead + AsyncWrite + Unpin + Send + fmt::Debug> Stream for T {}

/// A mail as the server stores it.
pub struct Received {
    pub bytes: Vec<u8>,
    /// Whether these are all bytes of the mail. Otherwise it is too large, and these are the first ones of its header.
    pub is_complete: bool,
}

/// An open mailbox.
pub struct Mailbox {
    /// `None` only while it waits.
    session: Option<Session<Box<dyn Stream>>>,
    announces_mail: bool,
    /// Changes if the server has renumbered all mail.
    pub uid_validity: u32,
    /// The number that the next mail will have, at the time when the mailbox was opened.
    pub next_uid: u32,
    /// The number of messages at that time.
    pub messages: u32,
}

impl Mailbox {
    /// Connects, signs in and opens the folder for reading.
    pub async fn open(config: &ImapServer) -> Result<Self> {
        let client = within(CONNECT_TIMEOUT, connect(config)).await?;
        let signed_in = async { Ok(client.login(&config.user, &config.password).await) };
        let mut session = match within(TIMEOUT, signed_in).await? {
            Ok(session) => session,
            Err((ImapError::No(text) | ImapError::Bad(text), _)) => {
                return Err(MailboxError::SignIn(answer_in(&text)));
            }
            Err((cause, _)) => return Err(cause.into()),
        };
        let opened = async {
            let capabilities = session.capabilities().await?;
            let folder = session.examine(encoded(&config.folder)).await;
            let folder = folder.map_err(|cause| match cause {
                ImapError::No(text) | ImapError::Bad(text) => MailboxError::Folder(answer_in(&text)),
                cause => cause.into(),
            })?;
            Ok((capabilities.has_str("IDLE"), folder))
        };
        let (announces_mail, folder) = within(TIMEOUT, opened).await?;
        let missing = || MailboxError::Unexpected("a pasta não tem números (UID)".into());
        Ok(Self {
            uid_validity: folder.uid_validity.ok_or_else(missing)?,
            next_uid: folder.uid_next.ok_or_else(missing)?,
            messages: folder.exists,
            session: Some(session),
            announces_mail,
        })
    }

    /// Lists the numbers of all mail after `uid`, oldest first. With `since`, only of mail that arrived on its day or later.
    pub async fn list_after(&mut self, uid: u32, since: Option<Timestamp>) -> Result<Vec<u32>> {
        let session = self.session()?;
        let since = since.map(|time| format!(" SINCE {}", time.format("%d-%b-%Y"))).unwrap_or_default();
        let query = format!("UID {}:*{since}", u64::from(uid) + 1);
        let found = within(TIMEOUT, async { Ok(session.uid_search(query).await?) }).await?;
        // If there is no newer mail, `*` is the last one.
        let mut newer: Vec<u32> = found.into_iter().filter(|found| *found > uid).collect();
        newer.sort_unstable();
        Ok(newer)
    }

    /// Reads a mail. `None` if it was deleted meanwhile.
    pub async fn read(&mut self, uid: u32) -> Result<Option<Received>> {
        match self.size(uid).await? {
            Some(0) => Ok(Some(Received { bytes: Vec::new(), is_complete: true })),
            Some(size) => Ok(Some(self.fetch_part(uid, size <= MAX_MAIL_BYTES).await?)),
            None => Ok(None),
        }
    }

    /// Reads only the header of a mail. `None` if it was deleted meanwhile.
    pub async fn read_header(&mut self, uid: u32) -> Result<Option<Received>> {
        match self.size(uid).await? {
            Some(_) => Ok(Some(self.fetch_part(uid, false).await?)),
            None => Ok(None),
        }
    }

    /// Returns the size of a mail in bytes. `None` if it doesn't exist.
    async fn size(&mut self, uid: u32) -> Result<Option<u32>> {
        let found = self.fetch(uid, "(UID RFC822.SIZE)").await?;
        if found.is_none() {
            // The answer of a lost connection is empty, too.
            let session = self.session()?;
            within(TIMEOUT, async { Ok(session.noop().await?) }).await?;
        }
        Ok(found.and_then(|mail| mail.size))
    }

    /// Fetches all bytes of an existing mail if `is_complete`, or else its header.
    async fn fetch_part(&mut self, uid: u32, is_complete: bool) -> Result<Received> {
        let (section, length) = if is_complete { ("", MAX_MAIL_BYTES) } else { ("HEADER", MAX_HEADER_BYTES) };
        let fetched = self.fetch(uid, &format!("(UID BODY.PEEK[{section}]<0.{length}>)")).await?;
        let bytes = fetched.as_ref().and_then(|mail| if is_complete { mail.body() } else { mail.header() });
        // The answer is empty if the server refuses to send the mail, and if the connection is lost.
        let bytes = bytes.ok_or_else(|| MailboxError::Unexpected("um e-mail não foi enviado".into()))?;
        Ok(Received { bytes: bytes.to_vec(), is_complete })
    }

    async fn fetch(&mut self, uid: u32, items: &str) -> Result<Option<Fetch>> {
        let session = self.session()?;
        let fetch = async {
            let fetched: Vec<Fetch> = session.uid_fetch(uid.to_string(), items).await?.try_collect().await?;
            Ok(fetched.into_iter().find(|mail| mail.uid == Some(uid)))
        };
        within(TIMEOUT, fetch).await
    }

    /// Waits until there may be new mail, at most for `time`.
    pub async fn wait(&mut self, time: Duration) -> Result<()> {
        // The server announces a mail only once, also during another command.
        if self.has_announced()? {
            return Ok(());
        }
        if !self.announces_mail {
            tokio::time::sleep(time.min(POLL)).await;
            let session = self.session()?;
            return within(TIMEOUT, async { Ok(session.noop().await?) }).await;
        }
        let mut idle = self.session.take().ok_or(MailboxError::Lost)?.idle();
        within(TIMEOUT, async { Ok(idle.init().await?) }).await?;
        let waited = {
            let (change, _interrupt) = idle.wait_with_timeout(time);
            timeout(time, change).await
        };
        if let Ok(Err(cause)) = waited {
            return Err(cause.into());
        }
        self.session = Some(within(TIMEOUT, async { Ok(idle.done().await?) }).await?);
        Ok(())
    }

    /// Returns whether the server has announced mail since the last call.
    fn has_announced(&mut self) -> Result<bool> {
        let announced = &self.session()?.unsolicited_responses;
        let mut has_mail = false;
        while let Ok(response) = announced.try_recv() {
            has_mail |= matches!(response, UnsolicitedResponse::Exists(_));
        }
        Ok(has_mail)
    }

    /// Signs out.
    pub async fn close(mut self) {
        if let Some(mut session) = self.session.take() {
            let _ = timeout(TIMEOUT, session.logout()).await;
        }
    }

    fn session(&mut self) -> Result<&mut Session<Box<dyn Stream>>> {
        self.session.as_mut().ok_or(MailboxError::Lost)
    }
}

/// Returns the server's text of an error, which the library gives as `code: …, info: Some("…")`.
fn answer_in(text: &str) -> String {
    let quoted = text.split_once("Some(\"").and_then(|(_, rest)| rest.rsplit_once("\")"));
    quoted.map_or(text, |(answer, _)| answer).replace("\\\"", "\"")
}

/// Awaits `command` for at most `time`.
async fn within<T>(time: Duration, command: impl Future<Output = Result<T>>) -> Result<T> {
    timeout(time, command).await.unwrap_or(Err(MailboxError::NoAnswer))
}

async fn connect(config: &ImapServer) -> Result<Client<Box<dyn Stream>>> {
    let tcp = TcpStream::connect((&*config.host, config.port)).await.map_err(|cause| match cause.kind() {
        io::ErrorKind::ConnectionRefused => MailboxError::Refused,
        io::ErrorKind::TimedOut | io::ErrorKind::NetworkUnreachable | io::ErrorKind::HostUnreachable => {
            MailboxError::NoAnswer
        }
        _ => MailboxError::UnknownHost,
    })?;
    match config.encryption {
        Encryption::Tls => greeted(Client::new(encrypt(&config.host, tcp).await?)).await,
        Encryption::None => greeted(Client::new(Box::new(tcp) as Box<dyn Stream>)).await,
        Encryption::StartTls => {
            let mut client = greeted(Client::new(tcp)).await?;
            client.run_command_and_check_ok("STARTTLS", None).await.map_err(|_| MailboxError::NoStartTls)?;
            // The server doesn't greet again.
            Ok(Client::new(encrypt(&config.host, client.into_inner()).await?))
        }
    }
}

/// Reads the greeting of the server.
async fn greeted<T: Stream>(mut client: Client<T>) -> Result<Client<T>> {
    match client.read_response().await {
        Ok(Some(_)) => Ok(client),
        Ok(None) => Err(MailboxError::Lost),
        Err(cause) => Err(MailboxError::Unexpected(cause.to_string())),
    }
}

async fn encrypt(host: &str, tcp: TcpStream) -> Result<Box<dyn Stream>> {
    let config = tls::client_config().map_err(|_| MailboxError::Tls)?;
    let name = ServerName::try_from(host.to_owned()).map_err(|_| MailboxError::UnknownHost)?;
    let stream = TlsConnector::from(Arc::new(config)).connect(name, tcp).await;
    let stream = stream.map_err(|cause| {
        certificate::problem_of(&cause).map_or(MailboxError::Tls, MailboxError::Certificate)
    });
    Ok(Box::new(stream?))
}

/// Encodes the name of a folder in modified UTF-7 (RFC 3501, section 5.1.3).
fn encoded(folder: &str) -> String {
    let mut encoded = String::new();
    let mut characters = folder.chars().peekable();
    while let Some(&next) = characters.peek() {
        if next.is_ascii_graphic() || next == ' ' {
            encoded.push(next);
            if next == '&' {
                encoded.push('-');
            }
            characters.next();
            continue;
        }
        let mut other = Vec::new();
        while let Some(c) = characters.next_if(|c| !c.is_ascii_graphic() && *c != ' ') {
            let mut units = [0; 2];
            other.extend(c.encode_utf16(&mut units).iter().flat_map(|unit| unit.to_be_bytes()));
        }
        encoded.push('&');
        encoded.push_str(&STANDARD_NO_PAD.encode(other).replace('/', ","));
        encoded.push('-');
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answer_of_the_server_is_without_the_terms_of_the_library() {
        for (text, expected) in [
            (r#"code: None, info: Some("[AUTHENTICATIONFAILED] No.")"#, "[AUTHENTICATIONFAILED] No."),
            (
                r#"outcome: Outcome { code: None, information: Some("Mailbox doesn't exist") }"#,
                "Mailbox doesn't exist",
            ),
            ("bad", "bad"),
        ] {
            assert_eq!(answer_in(text), expected);
        }
    }

    #[test]
    fn folder_names_are_encoded() {
        for (folder, expected) in [
            ("INBOX", "INBOX"),
            ("Site/Pedidos & dúvidas", "Site/Pedidos &- d&APo-vidas"),
            ("Orçamentos", "Or&AOc-amentos"),
            ("日本", "&ZeVnLA-"),
        ] {
            assert_eq!(encoded(folder), expected);
        }
    }
}
