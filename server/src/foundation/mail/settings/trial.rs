//! Tests of mail servers: a message to the administrator who asks for it, and a look into the mailbox. Nothing in the mailbox
//! changes.

use std::{error::Error as _, io, time::Duration};

use lettre::{
    Address, Message as Email,
    message::{
        Mailbox as EmailMailbox, MultiPart,
        header::{HeaderName, HeaderValue},
    },
    transport::smtp,
};
use serde::Serialize;
use tokio::{net::lookup_host, time::timeout};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    app::{
        App,
        config::{mail::MailConfig, mailbox::ImapServer},
    },
    foundation::{
        mail::{
            certificate,
            delivery::{self, SIGN_IN_CODES, Stage},
            inbound::mailbox::{Mailbox, MailboxError},
            message_id,
            model::{Message, header_text},
            template::{self, Rendered, Sender},
        },
        settings::{accent::Accent, model::Company},
    },
    platform::id,
};

/// Maximum time of a test, for which the administrator waits.
const TIMEOUT: Duration = Duration::from_secs(30);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(12);
const LOOKUP_TIMEOUT: Duration = Duration::from_secs(6);
const SUBJECT: &str = "Mensagem de teste";
const NO_MAIL_SERVER: &str = "O servidor não respondeu como um servidor de envio de e-mail (SMTP). Confira o endereço, a porta e a criptografia.";

/// What a test of a mail server found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TrialOutcome {
    /// The server accepted the message, or the folder can be read.
    Succeeded,
    /// The name of the server doesn't exist.
    UnknownHost,
    /// The server refused the connection.
    Refused,
    /// The server didn't answer in time.
    NoAnswer,
    /// The connection could not be encrypted.
    Encryption,
    /// The server refused user and password.
    SignIn,
    /// The server refused the sender, the recipient or the message.
    Rejected,
    /// The folder doesn't exist.
    Folder,
    /// The server gave another answer.
    Other,
}

/// The result of a test of a mail server.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MailTrial {
    pub outcome: TrialOutcome,
    /// The result in Portuguese, with the answer of the server.
    pub message: String,
    /// Number of messages in the folder; null for outgoing mail, and if the folder can't be read.
    #[schema(required)]
    pub messages: Option<u32>,
}

impl MailTrial {
    fn new(outcome: TrialOutcome, message: impl Into<String>) -> Self {
        Self { outcome, message: message.into(), messages: None }
    }
}

/// Sends a message to `to` immediately, without the outbox.
pub async fn send(app: &App, config: MailConfig, company: &Company, to: Address) -> MailTrial {
    let email = match compose(app, &config, company, to.clone()) {
        Ok(email) => email,
        Err(_) => return MailTrial::new(TrialOutcome::Other, "A mensagem não pôde ser montada."),
    };
    if !is_found(&config.server.host, config.server.port).await {
        return MailTrial::new(TrialOutcome::UnknownHost, MailboxError::UnknownHost.to_string());
    }
    let content = email.formatted();
    let sent = delivery::transmit(&config, email.envelope(), &content, CONNECT_TIMEOUT);
    match timeout(TIMEOUT, sent).await {
        Ok(Ok(())) => MailTrial::new(
            TrialOutcome::Succeeded,
            format!("O servidor aceitou a mensagem para {to}. Veja se ela chegou, também na pasta de spam."),
        ),
        Ok(Err((stage, error))) => failure(stage, &error),
        Err(_) => MailTrial::new(TrialOutcome::NoAnswer, MailboxError::NoAnswer.to_string()),
    }
}

/// Returns whether the name of a server exists.
async fn is_found(host: &str, port: u16) -> bool {
    let found = timeout(LOOKUP_TIMEOUT, lookup_host((host, port))).await;
    found.is_ok_and(|found| found.is_ok_and(|mut addresses| addresses.next().is_some()))
}

fn compose(app: &App, config: &MailConfig, company: &Company, to: Address) -> anyhow::Result<Email> {
    let site_url = app.config.origin();
    let accent = Accent::of(&company.accent_color);
    let sender = Sender { company: &company.name, site_url: &site_url, accent: &accent };
    let message = Message::new("test", "", SUBJECT)
        .paragraph(
            "O envio de e-mails do site funciona: esta mensagem saiu pelo servidor configurado no painel.",
        )
        .reason("Você recebe este e-mail porque pediu o teste no painel.");
    let Rendered { text, html } = template::render(&sender, SUBJECT, &message.body);
    let mut from = config.from.clone();
    from.name.get_or_insert_with(|| header_text(&company.name));
    let own_id = message_id::of(&app.secret_key, Uuid::from_bytes(id::random_bytes()), config.domain());
    let automatic =
        HeaderValue::new(HeaderName::new_from_ascii_str("Auto-Submitted"), "auto-generated".to_owned());
    let email = Email::builder()
        .message_id(Some(format!("<{own_id}>")))
        .date(app.clock.now().into())
        .from(from)
        .to(EmailMailbox::new(None, to))
        .subject(SUBJECT)
        .raw_header(automatic);
    Ok(email.multipart(MultiPart::alternative_plain_html(text, html))?)
}

/// Describes why a message was not sent.
fn failure(stage: Stage, error: &smtp::Error) -> MailTrial {
    let response = delivery::response_of(error);
    let code = error.status().map(u16::from);
    let mut causes = std::iter::successors(error.source(), |cause| (*cause).source());
    let kind = causes.find_map(|cause| cause.downcast_ref::<io::Error>()).map(io::Error::kind);
    if let Some(problem) = certificate::problem_of(error) {
        return MailTrial::new(TrialOutcome::Encryption, problem.to_string());
    }
    let answer = |code: u16| format!("{code} {response}");
    match (code, kind, stage) {
        (Some(code), _, _) if SIGN_IN_CODES.contains(&code) => {
            MailTrial::new(TrialOutcome::SignIn, MailboxError::SignIn(answer(code)).to_string())
        }
        (Some(code), _, Stage::Connection) => {
            MailTrial::new(TrialOutcome::Other, format!("O servidor não aceitou a conexão: {}", answer(code)))
        }
        (Some(code), _, Stage::Greeting) => MailTrial::new(
            TrialOutcome::Rejected,
            format!("O servidor recusou o remetente: {}", answer(code)),
        ),
        (Some(code), _, Stage::Recipient | Stage::UnsupportedRecipient | Stage::Copy) => MailTrial::new(
            TrialOutcome::Rejected,
            format!("O servidor recusou o destinatário: {}", answer(code)),
        ),
        (Some(code), _, Stage::Content) => {
            MailTrial::new(TrialOutcome::Rejected, format!("O servidor recusou a mensagem: {}", answer(code)))
        }
        (None, Some(io::ErrorKind::ConnectionRefused), _) => {
            MailTrial::new(TrialOutcome::Refused, MailboxError::Refused.to_string())
        }
        (
            None,
            Some(
                io::ErrorKind::TimedOut | io::ErrorKind::HostUnreachable | io::ErrorKind::NetworkUnreachable,
            ),
            _,
        ) => MailTrial::new(TrialOutcome::NoAnswer, MailboxError::NoAnswer.to_string()),
        // Such as an answer without TLS.
        (None, Some(io::ErrorKind::InvalidData), Stage::Connection) => {
            MailTrial::new(TrialOutcome::Encryption, MailboxError::Tls.to_string())
        }
        _ if error.is_tls() => MailTrial::new(TrialOutcome::Encryption, MailboxError::Tls.to_string()),
        _ if response.contains("STARTTLS") => {
            MailTrial::new(TrialOutcome::Encryption, MailboxError::NoStartTls.to_string())
        }
        // What another kind of server says is not repeated.
        _ => MailTrial::new(TrialOutcome::Other, NO_MAIL_SERVER),
    }
}

/// Opens a mailbox and counts its messages.
pub async fn test_mailbox(server: &ImapServer) -> MailTrial {
    let opened = timeout(TIMEOUT, async {
        let mailbox = Mailbox::open(server).await?;
        let messages = mailbox.messages;
        mailbox.close().await;
        Ok::<u32, MailboxError>(messages)
    });
    match opened.await.unwrap_or(Err(MailboxError::NoAnswer)) {
        Ok(messages) => {
            let found = match messages {
                0 => "está vazia".to_owned(),
                1 => "tem 1 mensagem".to_owned(),
                other => format!("tem {other} mensagens"),
            };
            let message = format!("A pasta {} {found}. Nada foi alterado nela.", server.folder);
            MailTrial { messages: Some(messages), ..MailTrial::new(TrialOutcome::Succeeded, message) }
        }
        Err(cause) => {
            let outcome = match cause {
                MailboxError::UnknownHost => TrialOutcome::UnknownHost,
                MailboxError::NoAnswer => TrialOutcome::NoAnswer,
                MailboxError::Refused => TrialOutcome::Refused,
                MailboxError::Tls | MailboxError::Certificate(_) | MailboxError::NoStartTls => {
                    TrialOutcome::Encryption
                }
                MailboxError::SignIn(_) => TrialOutcome::SignIn,
                MailboxError::Folder(_) => TrialOutcome::Folder,
                MailboxError::Lost | MailboxError::Unexpected(_) => TrialOutcome::Other,
            };
            MailTrial::new(outcome, delivery::shortened(&cause.to_string()))
        }
    }
}
