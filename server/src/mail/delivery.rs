//! One message on its way to the mail server, and what its answer means for the next attempt.

use std::{error::Error as _, io, time::Duration};

use anyhow::Context;
use lettre::{
    Address, AsyncSmtpTransport, AsyncTransport, Message as Email, Tokio1Executor,
    message::{
        Mailbox, MultiPart,
        header::{HeaderName, HeaderValue},
    },
    transport::smtp,
};
use uuid::Uuid;

use super::{
    model::{Body, header_text},
    store::Claimed,
    template::{self, Sender},
};
use crate::config::mail::MailConfig;

/// For the whole conversation. Must stay well below the worker's lease.
const PATIENCE: Duration = Duration::from_secs(120);
const LONGEST_ERROR: usize = 300;

pub enum Outcome {
    Sent,
    /// Worth another attempt; why this one failed.
    Later(String),
    /// No attempt can succeed; why.
    Never(String),
}

pub struct Delivery {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    domain: String,
}

impl Delivery {
    #[must_use]
    pub fn new(config: &MailConfig) -> Option<Self> {
        let transport = config.transport()?;
        Some(Self { transport, from: config.from.clone(), domain: config.domain().to_owned() })
    }

    /// Never cut off by its caller: an answer that nobody hears means a second copy.
    pub async fn send(&self, message: &Claimed, body: &Body, sender: &Sender<'_>) -> Outcome {
        let Ok(address) = message.to_email.parse::<Address>() else {
            return Outcome::Never("O endereço do destinatário não é válido.".into());
        };
        let email = match self.compose(message, address, body, sender) {
            Ok(email) => email,
            Err(cause) => return Outcome::Never(format!("A mensagem não pôde ser montada: {cause:#}")),
        };
        match tokio::time::timeout(PATIENCE, self.transport.send(email)).await {
            Ok(Ok(_)) => Outcome::Sent,
            Ok(Err(error)) => judge(&error),
            Err(_) => Outcome::Later("O servidor de e-mail não respondeu a tempo.".into()),
        }
    }

    fn message_id(&self, id: Uuid) -> String {
        format!("<{id}@{}>", self.domain)
    }

    fn compose(
        &self,
        message: &Claimed,
        address: Address,
        body: &Body,
        sender: &Sender<'_>,
    ) -> anyhow::Result<Email> {
        let mut from = self.from.clone();
        from.name.get_or_insert_with(|| header_text(sender.company));
        let mut email = Email::builder()
            // The same on every attempt, so that a second copy can be told for one.
            .message_id(Some(self.message_id(message.id)))
            .date(message.created_at.into())
            .from(from)
            .to(Mailbox::new(message.to_name.clone(), address))
            .subject(header_text(&message.subject));
        if !body.is_written_by_hand {
            // Keeps holiday notices from answering.
            email = email.raw_header(raw("Auto-Submitted", "auto-generated"));
        }
        if let Some(last) = body.follows.last() {
            let all: Vec<String> = body.follows.iter().map(|id| self.message_id(*id)).collect();
            email = email.in_reply_to(self.message_id(*last)).references(all.join(" "));
        }
        // An address that no program could answer to is left out.
        if let Some(Ok(reply_to)) = message.reply_to.as_ref().map(|email| email.parse::<Address>()) {
            email = email.reply_to(Mailbox::new(None, reply_to));
        }
        if let Some(url) = body.unsubscribe_url.as_deref().map(header_text) {
            email = email
                .raw_header(raw("List-Unsubscribe", &format!("<{url}>")))
                .raw_header(raw("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"));
        }
        let template::Rendered { text, html } = template::render(sender, &message.subject, body);
        email.multipart(MultiPart::alternative_plain_html(text, html)).context("lettre")
    }
}

fn raw(name: &'static str, value: &str) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value.to_owned())
}

/// Refused sign-ins: the configuration is at fault, not the message.
const SIGN_IN_CODES: [u16; 4] = [530, 534, 535, 538];

fn judge(error: &smtp::Error) -> Outcome {
    let said = shortened(&error.source().map(ToString::to_string).unwrap_or_default());
    let Some(code) = error.status() else { return Outcome::Later(connection_problem(error, &said)) };
    let code = u16::from(code);
    if SIGN_IN_CODES.contains(&code) {
        Outcome::Later(format!("O servidor de e-mail não aceitou o usuário e a senha: {code} {said}"))
    } else if error.is_permanent() {
        Outcome::Never(format!("O servidor de e-mail recusou a mensagem: {code} {said}"))
    } else {
        Outcome::Later(format!("O servidor de e-mail pediu para tentar mais tarde: {code} {said}"))
    }
}

fn connection_problem(error: &smtp::Error, said: &str) -> String {
    let mut causes = std::iter::successors(error.source(), |cause| (*cause).source());
    let kind = causes.find_map(|cause| cause.downcast_ref::<io::Error>()).map(io::Error::kind);
    match kind {
        Some(io::ErrorKind::ConnectionRefused) => {
            "O servidor de e-mail recusou a conexão: está fora do ar ou a porta é outra.".into()
        }
        Some(io::ErrorKind::TimedOut) => "O servidor de e-mail não respondeu a tempo.".into(),
        _ if error.is_tls() => format!("A conexão segura com o servidor de e-mail falhou: {said}"),
        _ => format!("A conversa com o servidor de e-mail foi interrompida: {said}"),
    }
}

fn shortened(text: &str) -> String {
    header_text(text).chars().take(LONGEST_ERROR).collect()
}
