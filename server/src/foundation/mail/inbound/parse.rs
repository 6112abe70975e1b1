//! Parses a received mail. Accepts any bytes: broken headers and charsets are read as far as possible, and sizes are limited.

use mail_parser::{Addr, Address, HeaderName, HeaderValue, Message, MessageParser};

use super::{
    authenticity::authenticated_by,
    files::attachments,
    header::{fields, limited, line},
    limits,
    mailbox::Received,
    quotation,
    reports::{nature, report, returned_text},
};
use crate::platform::{clock::Timestamp, id, parse::is_email, text::without_disguise};

pub use super::{files::Attachment, reports::Nature};

/// Maximum number of characters of a text, and of a quotation. The rest is left out.
const MAX_TEXT: usize = 50_000;
/// Added to a text whose rest is left out.
const CUT: &str = "\n\n[A mensagem continua na caixa de e-mail.]";
/// Maximum number of bytes of the header of a mail that is too large.
const MAX_HEADER: usize = 64 << 10;
/// Maximum number of characters of the fields of a report.
const MAX_REPORT: usize = 20_000;
/// Maximum number of texts of one mail that are joined.
const MAX_TEXTS: usize = 20;
/// Maximum number of messages to which a mail refers, and of its recipients.
const MAX_REFERENCES: usize = 100;
/// Fields in which mail servers name the recipient.
const DELIVERY_FIELDS: [&str; 3] = ["Delivered-To", "X-Original-To", "Envelope-To"];

/// A received mail.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InboundMail {
    /// `Message-ID` without brackets, or a hash of the mail if it has none.
    pub message_id: String,
    /// The messages to which the mail refers, without brackets, the nearest one first.
    pub references: Vec<String>,
    /// Address of the author in lowercase. Empty if the mail has none or several.
    pub from_email: String,
    pub from_name: String,
    /// All addresses to which the mail was sent or delivered, in lowercase.
    pub recipients: Vec<String>,
    pub subject: String,
    /// Time at which the mail was written, as its author's program says.
    pub written_at: Option<Timestamp>,
    pub nature: Nature,
    /// The text without the quotation.
    pub text: String,
    /// The earlier messages that the mail repeats after its text.
    pub quotation: String,
    pub attachments: Vec<Attachment>,
    /// Number of attachments that were left out, because there are too many or their type isn't accepted.
    pub omitted_attachments: usize,
    /// Whether the mail is too large, or has too many parts. Then it has only what its header says.
    pub is_too_large: bool,
    /// Name of the server that reports that the author's domain is authentic (DMARC, RFC 8601). Any server may claim it, so the
    /// name must be that of a trusted one.
    pub authenticated_by: Option<String>,
    /// The fields of a report about an earlier mail (RFC 3464, RFC 5965), followed by the header of that mail. Empty in other mail.
    pub report: String,
    /// `Message-ID` of a mail that a server has returned with a text, without brackets. `report` then has the text as a report.
    pub returned_id: Option<String>,
}

impl InboundMail {
    /// Reads a received mail; only its header if it is too large or has too many parts.
    #[must_use]
    pub fn read(received: &Received) -> Self {
        let bytes = &*received.bytes;
        if received.is_complete && limits::are_met(bytes) {
            return Self::parse(bytes);
        }
        let end =
            bytes.windows(4).position(|part| part == b"\r\n\r\n").unwrap_or(bytes.len()).min(MAX_HEADER);
        let mail = Self::parse(&bytes[..end]);
        Self { text: String::new(), quotation: String::new(), is_too_large: true, ..mail }
    }

    /// Parses a mail.
    #[must_use]
    pub fn parse(bytes: &[u8]) -> Self {
        let Some(message) = MessageParser::default().parse(bytes) else {
            return Self { message_id: id::sha256_hex(bytes), ..Self::default() };
        };
        let author = author(&message);
        let from_email = author.and_then(email).unwrap_or_default();
        let all_text = text(&message);
        let (text, quotation) = quotation::split(&all_text);
        let is_complete = text.chars().count() <= MAX_TEXT && message.text_body_count() <= MAX_TEXTS;
        let (attachments, omitted_attachments) = attachments(&message);
        let report = report(&message);
        let nature = nature(&message, !report.is_empty());
        let returned =
            if nature == Nature::Report { None } else { returned_text(&message, &from_email, &all_text) };
        let (returned_id, report) = match returned {
            Some(returned) => (Some(returned.message_id), returned.report),
            None => (None, report),
        };
        let message_id = message.message_id().map(line).filter(|id| !id.is_empty());
        Self {
            message_id: message_id.unwrap_or_else(|| id::sha256_hex(bytes)),
            references: references(&message),
            authenticated_by: authenticated_by(&message, &from_email),
            from_email,
            from_name: author.and_then(Addr::name).map(line).unwrap_or_default(),
            recipients: recipients(&message),
            subject: message.subject().map(line).unwrap_or_default(),
            written_at: message.date().and_then(|date| Timestamp::from_timestamp(date.to_timestamp(), 0)),
            nature,
            text: if is_complete { limited(&text, MAX_TEXT) } else { limited(&text, MAX_TEXT) + CUT },
            quotation: limited(&quotation, MAX_TEXT),
            attachments,
            omitted_attachments,
            is_too_large: false,
            report: limited(&without_disguise(&report), MAX_REPORT),
            returned_id,
        }
    }
}

/// Returns the author's address. `None` if there are several, because then it is unclear who wrote the mail.
fn author<'m>(message: &'m Message<'_>) -> Option<&'m Addr<'m>> {
    let mut authors = message.header_values(HeaderName::From).filter_map(HeaderValue::as_address);
    let mut addresses = authors.next()?.iter();
    let only = addresses.next()?;
    (addresses.next().is_none() && authors.next().is_none()).then_some(only)
}

fn email(address: &Addr<'_>) -> Option<String> {
    let email = line(address.address()?).to_lowercase();
    is_email(&email).then_some(email)
}

/// Returns the messages to which a mail refers: the one that it answers, then its conversation, the latest one first.
fn references(message: &Message<'_>) -> Vec<String> {
    let answered = ids(message.in_reply_to());
    let conversation = ids(message.references()).into_iter().rev();
    let mut found: Vec<String> = Vec::new();
    for id in answered.into_iter().chain(conversation).take(MAX_REFERENCES) {
        if !found.contains(&id) {
            found.push(id);
        }
    }
    found
}

fn ids(value: &HeaderValue<'_>) -> Vec<String> {
    match value {
        HeaderValue::Text(id) => vec![line(id)],
        HeaderValue::TextList(ids) => ids.iter().map(|id| line(id)).collect(),
        _ => Vec::new(),
    }
}

fn recipients(message: &Message<'_>) -> Vec<String> {
    let named = message.all_to().chain(message.all_cc()).flat_map(Address::iter).filter_map(email);
    let delivered = DELIVERY_FIELDS
        .into_iter()
        .flat_map(|name| fields(message, name))
        .map(|value| line(value.trim().trim_matches(['<', '>'])).to_lowercase());
    let mut found: Vec<String> = named.chain(delivered).take(MAX_REFERENCES).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Returns the texts of a mail. HTML without an alternative becomes text.
fn text(message: &Message<'_>) -> String {
    let texts = (0..message.text_body_count().min(MAX_TEXTS)).filter_map(|index| message.body_text(index));
    let texts: Vec<String> = texts.map(|text| clean(&text)).filter(|text| !text.is_empty()).collect();
    texts.join("\n\n")
}

/// Returns a text with `\n` as line ends, without other control characters and those that change its order, and with at most two empty
/// lines in sequence.
fn clean(text: &str) -> String {
    let text = without_disguise(&text.replace("\r\n", "\n").replace('\r', "\n"));
    let is_wanted = |c: &char| !c.is_control() || matches!(c, '\n' | '\t');
    let text: String = text.chars().filter(is_wanted).collect();
    let mut lines: Vec<&str> = Vec::new();
    for line in text.lines().map(str::trim_end) {
        if !line.is_empty() || lines.iter().rev().take(2).any(|line| !line.is_empty()) {
            lines.push(line);
        }
    }
    lines.join("\n").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mail(header: &str, body: &str) -> String {
        format!("{}\r\n\r\n{body}", header.trim().replace('\n', "\r\n"))
    }

    fn parse(header: &str, body: &str) -> InboundMail {
        InboundMail::parse(mail(header, body).as_bytes())
    }

    #[test]
    fn reply_is_read() {
        let mail = parse(
            "From: =?UTF-8?Q?Ana_Concei=C3=A7=C3=A3o?= <Ana@Exemplo.com.br>\nTo: Vitrine <contato@vitrine.exemplo>\n\
             Delivered-To: contato+abc@vitrine.exemplo\nSubject: Re: Proposta\nMessage-ID: <m1@exemplo>\n\
             In-Reply-To: <o2@vitrine>\nReferences: <o1@vitrine>\n <o2@vitrine>\nDate: Thu, 26 Nov 2026 10:00:00 -0300\n\
             Content-Type: text/plain; charset=utf-8",
            "Pode ser amanhã.\r\n\r\nEm qui., 26 de nov. de 2026 às 09:00, Vitrine <contato@vitrine.exemplo> escreveu:\r\n> Amanhã?\r\n",
        );
        assert_eq!((&*mail.from_name, &*mail.from_email), ("Ana Conceição", "ana@exemplo.com.br"));
        assert_eq!((&*mail.message_id, &*mail.subject), ("m1@exemplo", "Re: Proposta"));
        assert_eq!(mail.references, ["o2@vitrine", "o1@vitrine"]);
        assert_eq!(mail.recipients, ["contato+abc@vitrine.exemplo", "contato@vitrine.exemplo"]);
        assert_eq!((&*mail.text, mail.nature), ("Pode ser amanhã.", Nature::Person));
        assert!(mail.quotation.ends_with("> Amanhã?"), "{}", mail.quotation);
        assert_eq!(mail.written_at, "2026-11-26T13:00:00Z".parse().ok());
    }

    #[test]
    fn html_becomes_text_without_scripts_and_styles() {
        let mail = parse(
            "From: ana@exemplo.com.br\nContent-Type: text/html; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable",
            "<style>p{color:red}</style><script>alert(1)</script><p>Ol=E1<br>tudo <b>bem</b>?</p><img src=3D\"https://rastreio.exemplo/x.gif\">",
        );
        assert_eq!(mail.text, "Olá\ntudo bem?");
    }

    #[test]
    fn mail_shows_who_wrote_it_and_what_it_says() {
        let mail = parse(
            "From: =?UTF-8?B?4oCuYW5B4oCsIEJhbmNv4oCL?= <ana@exemplo.com.br>\n\
             Subject: =?UTF-8?B?RmF0dXJhwq0g4oGmZmRw4oGpLmV4ZQ==?=\nContent-Type: text/plain; charset=utf-8",
            "Pague \u{202e}ahnimos\u{202c} hoje\u{e0041}.\r\n> Antes\u{2067}.",
        );
        assert_eq!((&*mail.from_name, &*mail.subject), ("anA Banco", "Fatura fdp.exe"));
        assert_eq!((&*mail.text, &*mail.quotation), ("Pague ahnimos hoje.", "> Antes."));
    }

    #[test]
    fn mail_of_several_authors_has_no_author() {
        for from in [
            "From: ana@exemplo.com.br, bia@exemplo.com.br",
            "From: ana@exemplo.com.br\nFrom: bia@exemplo.com.br",
        ] {
            assert_eq!(parse(from, "Olá").from_email, "", "{from}");
        }
    }

    #[test]
    fn broken_mail_is_read_as_far_as_possible() {
        for bytes in [
            &b""[..],
            b"\0\xff\xfe",
            b"From",
            b"Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n--x\r\n--x",
        ] {
            let mail = InboundMail::parse(bytes);
            assert_eq!((&*mail.text, mail.from_email.len()), ("", 0), "{bytes:?}");
            assert!(!mail.message_id.is_empty());
        }
        let wrong_charset =
            parse("From: ana@exemplo.com.br\nContent-Type: text/plain; charset=nenhum", "Ol\u{e1} mundo");
        assert!(wrong_charset.text.contains("mundo"));
        let nested = "Content-Type: message/rfc822\r\n\r\n".repeat(2_000) + "Olá";
        assert_eq!(InboundMail::parse(nested.as_bytes()).nature, Nature::Person);
        let huge = parse("From: ana@exemplo.com.br\nContent-Type: text/plain", &"linha\r\n".repeat(100_000));
        assert_eq!(huge.text.chars().count(), MAX_TEXT + CUT.chars().count());
        assert!(huge.text.ends_with(CUT));
    }

    #[test]
    fn too_large_mail_has_only_its_header() {
        let header = "From: Ana <ana@exemplo.com.br>\nSubject: Fotos\nMessage-ID: <m1@exemplo>\n\
                      Content-Type: multipart/mixed; boundary=x";
        let read =
            |bytes: String, is_complete| InboundMail::read(&Received { bytes: bytes.into(), is_complete });
        let many_parts = mail(header, &"--x\r\nContent-Type: text/plain\r\n\r\nOi\r\n".repeat(3_000));
        for found in [read(many_parts, true), read(mail(header, ""), false)] {
            assert!(found.is_too_large && found.text.is_empty() && found.attachments.is_empty(), "{found:?}");
            assert_eq!((&*found.from_email, &*found.subject), ("ana@exemplo.com.br", "Fotos"));
        }
        assert!(!read(mail(header, "--x\r\n\r\nOi\r\n--x--"), true).is_too_large);
    }
}
