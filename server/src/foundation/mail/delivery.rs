//! Delivers a message to the mail server, and decides from the server's response whether and when another attempt follows.

use std::{error::Error as _, io, sync::Arc, time::Duration};

use anyhow::Context;
use lettre::{
    Address, Message as Email,
    address::Envelope,
    message::{
        Attachment, Body as Part, Mailbox, MultiPart, SinglePart,
        header::{ContentTransferEncoding, ContentType, HeaderName, HeaderValue},
    },
    transport::smtp::{
        self,
        client::AsyncSmtpConnection,
        commands::{Data, Mail, Rcpt},
        extension::{Extension, MailBodyParameter, MailParameter},
    },
};
use uuid::Uuid;

use super::{
    certificate, message_id,
    model::{Body, MailFile, SharedContent, header_text},
    store::leases::Leased,
    template::{self, Sender},
};
use crate::app::{App, config::mail::MailConfig, demo_addresses};

/// Maximum time of a delivery. Must be well below the worker's lease.
const TIMEOUT: Duration = Duration::from_secs(120);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(60);
/// Maximum number of characters of a stored response.
const MAX_RESPONSE: usize = 300;
/// SMTP status codes of a refused sign-in.
pub const SIGN_IN_CODES: [u16; 4] = [530, 534, 535, 538];
/// SMTP status codes for a recipient that is invalid, unknown, full or accepts no mail. Servers also use them for other causes,
/// such as a refused relay, which only the text of the response shows.
const NO_RECIPIENT: [u16; 7] = [501, 550, 551, 552, 553, 554, 556];
/// Texts in responses that refuse the sender or the sender's network, not the recipient.
const SENDER_REFUSALS: [&str; 14] = [
    "5.7.",
    "5.1.7",
    "5.1.8",
    "relay",
    "sender",
    "blocked",
    "blacklist",
    "block list",
    "blocklist",
    "reputation",
    "spf",
    "dmarc",
    "authenticat",
    "spamhaus",
];

/// The result of an attempt.
pub enum Outcome {
    Sent,
    /// The attempt failed, for this reason. Another attempt follows.
    Later(String),
    /// The server refused the recipient temporarily, for this reason. Another attempt follows.
    Deferred(String),
    /// The server refuses all mail from this site, for this reason. Sending pauses.
    Paused(String),
    /// The server refused the recipient, for this reason, which may apply to all mail from this site. Sending pauses if the
    /// server also refuses another recipient.
    Suspended(String),
    /// The server refused the recipient permanently, for this reason. No further attempts are made.
    Refused(String),
    /// The message can't be sent, for this reason. No further attempts are made.
    Never(String),
}

impl Outcome {
    /// Returns the reason of a failure, or an empty text for [`Self::Sent`].
    #[must_use]
    pub fn reason(&self) -> &str {
        match self {
            Self::Sent => "",
            Self::Later(reason)
            | Self::Deferred(reason)
            | Self::Paused(reason)
            | Self::Suspended(reason)
            | Self::Refused(reason)
            | Self::Never(reason) => reason,
        }
    }
}

/// The configured mail server.
pub struct Delivery {
    config: Arc<MailConfig>,
    app: App,
}

/// The stage at which a delivery failed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// The connection or the sign-in.
    Connection,
    /// The command with the sender.
    Greeting,
    Recipient,
    /// The recipient, if an address has characters that the server does not support.
    UnsupportedRecipient,
    /// A recipient of a copy.
    Copy,
    Content,
}

impl Delivery {
    #[must_use]
    pub fn new(app: &App, config: Arc<MailConfig>) -> Self {
        Self { config, app: app.clone() }
    }

    /// Sends a message with the contents of its attached files. `shared` is the content of a message in bulk. The future must not be
    /// canceled: if the response is lost, the recipient gets a second copy.
    pub async fn send(
        &self,
        message: &Leased,
        (body, files): (&Body, Vec<Vec<u8>>),
        shared: Option<&SharedContent>,
        sender: &Sender<'_>,
    ) -> Outcome {
        let Ok(address) = message.to_email.parse::<Address>() else {
            return Outcome::Refused("O endereço do destinatário não é válido.".into());
        };
        let is_refused = |email: &String| demo_addresses::is_refused(&self.app.config, email);
        if is_refused(&message.to_email) || body.cc.iter().any(is_refused) {
            return Outcome::Refused(
                "O endereço é de um domínio para exemplos, que não recebe e-mails.".into(),
            );
        }
        // Only these bytes are in memory while the message is transmitted, not the files or the parts of the mail.
        let (envelope, email) = match self.compose(message, address, (body, files, shared), sender) {
            Ok(email) => (email.envelope().clone(), email.formatted()),
            Err(cause) => return Outcome::Never(format!("A mensagem não pôde ser montada: {cause:#}")),
        };
        match tokio::time::timeout(TIMEOUT, transmit(&self.config, &envelope, &email, CONNECT_TIMEOUT)).await
        {
            Ok(Ok(())) => Outcome::Sent,
            Ok(Err((stage, error))) => classify(stage, &error, &message.to_email),
            Err(_) => Outcome::Later("O servidor de e-mail não respondeu a tempo.".into()),
        }
    }

    /// Returns the value of the `Message-ID` header.
    fn message_id(&self, id: Uuid) -> String {
        format!("<{}>", message_id::of(&self.app.secret_key, id, self.config.domain()))
    }

    fn compose(
        &self,
        message: &Leased,
        address: Address,
        (body, files, shared): (&Body, Vec<Vec<u8>>, Option<&SharedContent>),
        sender: &Sender<'_>,
    ) -> anyhow::Result<Email> {
        let mut from = self.config.from.clone();
        let company = from.name.take().unwrap_or_else(|| sender.company.to_owned());
        let name =
            body.author.as_ref().map_or_else(|| company.clone(), |author| format!("{author}, {company}"));
        from.name = Some(header_text(&name));
        let mut email = Email::builder()
            // The same id in each attempt, so that mail programs recognize a second copy.
            .message_id(Some(self.message_id(message.id)))
            .date(message.created_at.into())
            .from(from)
            .to(Mailbox::new(message.to_name.clone(), address))
            .subject(header_text(&message.subject));
        // The recipient may have been corrected to an address in copy.
        let is_other = |email: &&String| !email.eq_ignore_ascii_case(&message.to_email);
        for address in body.cc.iter().filter(is_other) {
            email = email.cc(Mailbox::new(None, address.parse().context("an address for a copy")?));
        }
        if !body.is_written_by_hand {
            // Asks other mail programs not to reply automatically.
            email = email.raw_header(raw("Auto-Submitted", "auto-generated"));
        }
        if let Some(last) = body.follows.last() {
            let all: Vec<String> = body.follows.iter().map(|id| self.message_id(*id)).collect();
            email = email.in_reply_to(self.message_id(*last)).references(all.join(" "));
        }
        // Omits an invalid address, which a visitor may have entered.
        if let Some(Ok(reply_to)) = message.reply_to.as_ref().map(|email| email.parse::<Address>()) {
            email = email.reply_to(Mailbox::new(None, reply_to));
        }
        if let Some(url) = body.unsubscribe_url.as_deref().map(header_text) {
            email = email
                .raw_header(raw("List-Unsubscribe", &format!("<{url}>")))
                .raw_header(raw("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"));
        }
        if let Some(shared) = shared {
            email = email
                .raw_header(raw("List-Id", &header_text(&shared.list_id)))
                .raw_header(raw("Precedence", "bulk"));
        }
        let template::Rendered { text, html } = match (shared, &body.rendered) {
            (Some(shared), _) => template::personalized(shared, body),
            (None, Some(rendered)) => rendered.clone(),
            (None, None) => template::render(sender, &message.subject, body),
        };
        let content = MultiPart::alternative_plain_html(text, html);
        if files.is_empty() {
            return email.multipart(content).context("composing a message");
        }
        let mut parts = MultiPart::mixed().multipart(content);
        for (file, bytes) in body.attachments.iter().zip(files) {
            parts = parts.singlepart(attached(file, bytes)?);
        }
        email.multipart(parts).context("composing a message")
    }
}

/// Connects to the server and transmits the message. Runs the commands one by one, because the meaning of a refusal depends
/// on the stage.
pub async fn transmit(
    config: &MailConfig,
    envelope: &Envelope,
    email: &[u8],
    connect_timeout: Duration,
) -> Result<(), (Stage, smtp::Error)> {
    let mut connection = config.connect(connect_timeout).await.map_err(|error| (Stage::Connection, error))?;
    let result = run_commands(&mut connection, envelope, email).await;
    // The message was accepted or refused, so errors when closing the connection are ignored.
    if result.is_ok() {
        let _ = connection.quit().await;
    } else {
        connection.abort().await;
    }
    result
}

/// Returns the part of a mail with a file.
fn attached(file: &MailFile, bytes: Vec<u8>) -> anyhow::Result<SinglePart> {
    let content_type = ContentType::parse(&file.content_type).context("the type of an attached file")?;
    // Always base64: mail servers may change the line ends of text, which makes a PDF invalid.
    let body = Part::new_with_encoding(bytes, ContentTransferEncoding::Base64)
        .map_err(|_| anyhow::anyhow!("encoding an attached file"))?;
    Ok(Attachment::new(header_text(&file.name)).body(body, content_type))
}

fn raw(name: &'static str, value: &str) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value.to_owned())
}

/// Runs the SMTP commands that transmit a message.
async fn run_commands(
    connection: &mut AsyncSmtpConnection,
    envelope: &Envelope,
    email: &[u8],
) -> Result<(), (Stage, smtp::Error)> {
    let mut options = Vec::new();
    let mut recipient = Stage::Recipient;
    let mut addresses = envelope.to().iter().chain(envelope.from());
    if addresses.any(|address| !AsRef::<str>::as_ref(address).is_ascii()) {
        if connection.server_info().supports_feature(Extension::SmtpUtfEight) {
            options.push(MailParameter::SmtpUtfEight);
        } else {
            recipient = Stage::UnsupportedRecipient;
        }
    }
    if !email.is_ascii() && connection.server_info().supports_feature(Extension::EightBitMime) {
        options.push(MailParameter::Body(MailBodyParameter::EightBitMime));
    }
    let failed_at = |stage| move |error| (stage, error);
    let from = Mail::new(envelope.from().cloned(), options);
    connection.command(from).await.map_err(failed_at(Stage::Greeting))?;
    for (number, to) in envelope.to().iter().enumerate() {
        let stage = if number == 0 { recipient } else { Stage::Copy };
        connection.command(Rcpt::new(to.clone(), Vec::new())).await.map_err(failed_at(stage))?;
    }
    connection.command(Data).await.map_err(failed_at(Stage::Content))?;
    connection.message(email).await.map_err(failed_at(Stage::Content))?;
    Ok(())
}

/// Returns the outcome of an attempt that failed.
fn classify(stage: Stage, error: &smtp::Error, recipient: &str) -> Outcome {
    let response = response_of(error);
    let Some(code) = error.status() else { return Outcome::Later(connection_problem(error, &response)) };
    let code = u16::from(code);
    if SIGN_IN_CODES.contains(&code) {
        Outcome::Paused(format!("O servidor de e-mail não aceitou o usuário e a senha: {code} {response}"))
    } else if error.is_permanent() {
        refused(stage, code, &response, recipient)
    } else {
        let reason = format!("O servidor de e-mail pediu para tentar mais tarde: {code} {response}");
        match stage {
            Stage::Recipient | Stage::UnsupportedRecipient | Stage::Copy => Outcome::Deferred(reason),
            Stage::Connection | Stage::Greeting | Stage::Content => Outcome::Later(reason),
        }
    }
}

/// Returns whether the text of a permanent refusal is about the sender or the sender's network. The recipient's address in the
/// text is ignored: a visitor may have chosen one that contains a text of [`SENDER_REFUSALS`].
#[must_use]
pub fn is_about_sender(response: &str, recipient: &str) -> bool {
    let recipient = recipient.to_lowercase();
    let domain = recipient.rsplit_once('@').map_or(&*recipient, |(_, domain)| domain);
    let text = response.to_lowercase().replace(&recipient, "").replace(domain, "");
    SENDER_REFUSALS.iter().any(|part| text.contains(part))
}

/// Returns the outcome of a permanent refusal with the status `code` and the text `response`. Only the refusal of a recipient
/// is final, because other causes can be fixed.
fn refused(stage: Stage, code: u16, response: &str, recipient: &str) -> Outcome {
    match stage {
        Stage::UnsupportedRecipient => Outcome::Refused(format!(
            "O servidor de e-mail não conhece as letras deste endereço: {code} {response}"
        )),
        Stage::Recipient if NO_RECIPIENT.contains(&code) && !is_about_sender(response, recipient) => {
            Outcome::Refused(format!("O servidor de e-mail recusou o destinatário: {code} {response}"))
        }
        Stage::Copy => {
            Outcome::Refused(format!("O servidor de e-mail recusou um endereço em cópia: {code} {response}"))
        }
        Stage::Content => {
            Outcome::Later(format!("O servidor de e-mail recusou a mensagem: {code} {response}"))
        }
        Stage::Connection | Stage::Greeting => {
            Outcome::Paused(format!("O servidor de e-mail recusou o nosso envio: {code} {response}"))
        }
        Stage::Recipient => {
            Outcome::Suspended(format!("O servidor de e-mail recusou o nosso envio: {code} {response}"))
        }
    }
}

/// Describes a failure without a response of the server, in Portuguese.
fn connection_problem(error: &smtp::Error, response: &str) -> String {
    if let Some(problem) = certificate::problem_of(error) {
        return problem.to_string();
    }
    let mut causes = std::iter::successors(error.source(), |cause| (*cause).source());
    let kind = causes.find_map(|cause| cause.downcast_ref::<io::Error>()).map(io::Error::kind);
    match kind {
        Some(io::ErrorKind::ConnectionRefused) => {
            "O servidor de e-mail recusou a conexão: está fora do ar ou a porta é outra.".into()
        }
        Some(io::ErrorKind::TimedOut) => "O servidor de e-mail não respondeu a tempo.".into(),
        // Such as an answer without TLS.
        Some(io::ErrorKind::InvalidData) => {
            "A conexão segura com o servidor de e-mail falhou: confira a porta e a segurança nas configurações.".into()
        }
        _ if error.is_tls() => format!("A conexão segura com o servidor de e-mail falhou: {response}"),
        _ => format!("A conversa com o servidor de e-mail foi interrompida: {response}"),
    }
}

/// Returns the text of the server's response, or the cause of an error without a response.
pub fn response_of(error: &smtp::Error) -> String {
    shortened(&error.source().map(ToString::to_string).unwrap_or_default())
}

/// Returns a text as one line of limited length.
pub fn shortened(text: &str) -> String {
    header_text(text).chars().take(MAX_RESPONSE).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_refusal_of_the_recipient_is_final() {
        let to = "sender-spf-5.7.1@relay.example";
        for (code, response) in [
            (550, "5.1.1 User unknown"),
            (550, "No such user here"),
            (553, "mailbox name not allowed"),
            (552, "5.2.2 mailbox full"),
            (556, "5.1.10 domain has a null MX"),
            (550, "5.1.1 <Sender-SPF-5.7.1@relay.example>: Recipient address rejected"),
            (550, "5.1.2 Relay.example: Host not found"),
        ] {
            let outcome = refused(Stage::Recipient, code, response, to);
            assert!(matches!(outcome, Outcome::Refused(_)), "{code} {response}");
        }
        for (code, response) in [
            (554, "5.7.1 Relay access denied"),
            (550, "relay not permitted"),
            (550, "relay.example: relaying denied"),
            (550, "5.7.1 blocked using zen.spamhaus.org"),
            (553, "Sender address rejected: not owned by user"),
        ] {
            let outcome = refused(Stage::Recipient, code, response, to);
            assert!(matches!(outcome, Outcome::Suspended(_)), "{code} {response}");
        }
        let of_sender = refused(Stage::Greeting, 550, "no such user", to);
        assert!(matches!(of_sender, Outcome::Paused(_)));
        let content = refused(Stage::Content, 554, "looks like spam", to);
        assert!(matches!(content, Outcome::Later(_)), "affects only this message");
    }
}
