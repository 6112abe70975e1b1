//! Parses a received mail. Accepts any bytes: broken headers and charsets are read as far as possible, and sizes are limited.

use mail_parser::{
    Addr, Address, ContentType, HeaderName, HeaderValue, Message, MessageParser, MessagePart, MimeHeaders,
    PartType,
};

use super::{limits, mailbox::Received, quotation};
use crate::{
    foundation::mail::model::header_text,
    platform::{
        clock::Timestamp,
        id,
        text::{file_name, fold},
    },
};

/// Maximum number of characters of a text, and of a quotation. The rest is left out.
const MAX_TEXT: usize = 50_000;
/// Maximum number of characters of a header's value.
const MAX_LINE: usize = 250;
/// Maximum number of bytes of the header of a mail that is too large.
const MAX_HEADER: usize = 64 << 10;
/// Maximum number of characters of the fields of a report.
const MAX_REPORT: usize = 20_000;
/// Maximum number of attachments. Further ones are left out.
const MAX_ATTACHMENTS: usize = 20;
/// Ends of the names of files that are accepted as attachments: documents, pictures and tables. No browser or desktop runs them.
const FILE_TYPES: [&str; 21] = [
    "pdf", "jpg", "jpeg", "png", "webp", "gif", "heic", "doc", "docx", "xls", "xlsx", "ppt", "pptx", "odt",
    "ods", "odp", "rtf", "txt", "csv", "xml", "zip",
];
/// Maximum size in bytes of a picture inside of the text that counts as decoration, such as the logo in a signature.
const MAX_DECORATION: usize = 20 << 10;
/// Maximum number of texts of one mail that are joined.
const MAX_TEXTS: usize = 20;
/// Maximum number of messages to which a mail refers, and of its recipients.
const MAX_REFERENCES: usize = 100;
/// Fields in which mail servers name the recipient.
const DELIVERY_FIELDS: [&str; 3] = ["Delivered-To", "X-Original-To", "Envelope-To"];
/// Fields of automatic replies that don't follow RFC 3834.
const AUTOMATIC_FIELDS: [&str; 4] = ["X-Autoreply", "X-Autorespond", "X-Autoresponder", "X-AutoReply-From"];
/// Beginnings of the subjects of automatic replies that have no field for them.
const AUTOMATIC_SUBJECTS: [&str; 7] = [
    "resposta automatica",
    "automatic reply",
    "automatische antwort",
    "auto:",
    "fora do escritorio",
    "out of office",
    "ausencia temporaria",
];

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
}

/// Who sent a mail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Nature {
    #[default]
    Person,
    /// A program answered automatically (RFC 3834).
    AutomaticReply,
    /// A mailing list or a newsletter.
    Bulk,
    /// A mail server or a provider reports about an earlier mail.
    Report,
}

/// A file in a mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attachment {
    pub name: String,
    /// The type that the sender declared.
    pub content_type: String,
    pub bytes: Vec<u8>,
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
        let (text, quotation) = quotation::split(&text(&message));
        let (attachments, omitted_attachments) = attachments(&message);
        let report = report(&message);
        let message_id = message.message_id().map(line).filter(|id| !id.is_empty());
        Self {
            message_id: message_id.unwrap_or_else(|| id::sha256_hex(bytes)),
            references: references(&message),
            from_email: author.and_then(email).unwrap_or_default(),
            from_name: author.and_then(Addr::name).map(line).unwrap_or_default(),
            recipients: recipients(&message),
            subject: message.subject().map(line).unwrap_or_default(),
            written_at: message.date().and_then(|date| Timestamp::from_timestamp(date.to_timestamp(), 0)),
            nature: nature(&message, !report.is_empty()),
            text: limited(&text, MAX_TEXT),
            quotation: limited(&quotation, MAX_TEXT),
            attachments,
            omitted_attachments,
            is_too_large: false,
            authenticated_by: authenticated_by(&message),
            report: limited(&report, MAX_REPORT),
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
    email.contains('@').then_some(email)
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

/// Returns the values of all fields with a name, from the top.
fn fields<'m>(message: &'m Message<'_>, name: &'m str) -> impl Iterator<Item = &'m str> {
    message
        .headers_raw()
        .filter(move |(field, _)| field.eq_ignore_ascii_case(name))
        .map(|(_, value)| value.trim())
}

fn nature(message: &Message<'_>, has_report: bool) -> Nature {
    let field = |name| fields(message, name).next();
    let is = |name, values: &[&str]| {
        field(name).is_some_and(|found| values.iter().any(|value| found.eq_ignore_ascii_case(value)))
    };
    if has_report
        || field("Return-Path") == Some("<>") && message.root_part().is_content_type("multipart", "report")
    {
        return Nature::Report;
    }
    let subject = fold(message.subject().unwrap_or_default());
    // A comment or parameters may follow.
    let submitted = |value: &str| {
        !value.split([' ', ';', '(']).next().is_some_and(|first| first.eq_ignore_ascii_case("no"))
    };
    let is_automatic = field("Auto-Submitted").is_some_and(submitted)
        || AUTOMATIC_FIELDS.into_iter().any(|name| field(name).is_some())
        || is("Precedence", &["auto_reply"])
        || field("Return-Path") == Some("<>")
        || AUTOMATIC_SUBJECTS.iter().any(|beginning| subject.starts_with(beginning));
    if is_automatic {
        return Nature::AutomaticReply;
    }
    let is_bulk = is("Precedence", &["bulk", "list", "junk"])
        || ["List-Id", "List-Unsubscribe", "Feedback-ID"].into_iter().any(|name| field(name).is_some());
    if is_bulk { Nature::Bulk } else { Nature::Person }
}

/// Returns the texts of a mail. HTML without an alternative becomes text.
fn text(message: &Message<'_>) -> String {
    let texts = (0..message.text_body_count().min(MAX_TEXTS)).filter_map(|index| message.body_text(index));
    let texts: Vec<String> = texts.map(|text| clean(&text)).filter(|text| !text.is_empty()).collect();
    texts.join("\n\n")
}

/// Returns a text with `\n` as line ends, without other control characters and with at most two empty lines in sequence.
fn clean(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
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

/// Returns the attachments, and the number of those that were left out. The parts of a report aren't attachments.
fn attachments(message: &Message<'_>) -> (Vec<Attachment>, usize) {
    if message.root_part().is_content_type("multipart", "report") {
        return (Vec::new(), 0);
    }
    let files = message.attachments().filter(|part| !is_decoration(part));
    let (mut accepted, mut omitted) = (Vec::new(), 0);
    for part in files {
        let name = file_name(part);
        let is_accepted =
            name.rsplit_once('.').is_some_and(|(_, end)| FILE_TYPES.contains(&&*end.to_lowercase()));
        if is_accepted && accepted.len() < MAX_ATTACHMENTS {
            let bytes = part.contents().to_vec();
            accepted.push(Attachment { name, content_type: content_type(part), bytes });
        } else {
            omitted += 1;
        }
    }
    (accepted, omitted)
}

/// Returns whether a part is a small picture inside of the text.
fn is_decoration(part: &MessagePart<'_>) -> bool {
    let is_attached = part.content_disposition().is_some_and(ContentType::is_attachment);
    let is_picture =
        part.content_type().is_some_and(|declared| declared.ctype().eq_ignore_ascii_case("image"));
    is_picture && !is_attached && part.content_id().is_some() && part.contents().len() <= MAX_DECORATION
}

/// Returns the clean name of a part. A part without a name gets one.
fn file_name(part: &MessagePart<'_>) -> String {
    let name = file_name::clean_or_empty(part.attachment_name().unwrap_or_default());
    if !name.is_empty() {
        return name;
    }
    match &*content_type(part) {
        "image/jpeg" => "imagem.jpg".to_owned(),
        "image/png" => "imagem.png".to_owned(),
        "application/pdf" => "anexo.pdf".to_owned(),
        _ => "anexo".to_owned(),
    }
}

fn content_type(part: &MessagePart<'_>) -> String {
    let Some(declared) = part.content_type() else { return "application/octet-stream".to_owned() };
    line(&format!("{}/{}", declared.ctype(), declared.subtype().unwrap_or("octet-stream"))).to_lowercase()
}

fn is_report_part(part: &MessagePart<'_>) -> bool {
    let kinds = [("message", "delivery-status"), ("message", "feedback-report"), ("text", "rfc822-headers")];
    kinds.into_iter().any(|(kind, subtype)| part.is_content_type(kind, subtype))
}

/// Returns the fields of a report and of the mail that it is about.
fn report(message: &Message<'_>) -> String {
    if !message.root_part().is_content_type("multipart", "report") {
        return String::new();
    }
    let mut texts = Vec::new();
    for part in &message.parts {
        match &part.body {
            PartType::Message(original) => {
                let fields = original.headers_raw().map(|(name, value)| format!("{name}: {}", value.trim()));
                texts.push(fields.collect::<Vec<_>>().join("\n"));
            }
            _ if is_report_part(part) => texts.push(String::from_utf8_lossy(part.contents()).into_owned()),
            _ => {}
        }
    }
    texts.join("\n\n").replace('\0', "")
}

/// Returns the name in the topmost `Authentication-Results` if its only result of DMARC is `pass`. Fields below it may be forged.
fn authenticated_by(message: &Message<'_>) -> Option<String> {
    let results = without_free_text(fields(message, "Authentication-Results").next()?)?;
    let (server, results) = results.split_once(';')?;
    let outcomes: Vec<&str> = results.split(';').filter_map(dmarc_outcome).collect();
    let is_authentic = matches!(outcomes[..], [only] if only.eq_ignore_ascii_case("pass"));
    let server = server.split_whitespace().next().unwrap_or_default().to_lowercase();
    (is_authentic && !server.is_empty()).then(|| line(&server))
}

/// Returns the outcome in a result of DMARC, such as `pass`. `None` for other methods.
fn dmarc_outcome(result: &str) -> Option<&str> {
    let (method, value) = result.split_once('=')?;
    let (name, _version) = method.split_once('/').unwrap_or((method, ""));
    let is_dmarc = name.trim().eq_ignore_ascii_case("dmarc");
    is_dmarc.then(|| value.split_whitespace().next().unwrap_or_default())
}

/// Returns the value of a structured field without comments and quoted strings, which can repeat what the sender wrote (RFC 8601,
/// section 2.2). `None` if one of them doesn't end.
fn without_free_text(value: &str) -> Option<String> {
    let mut rest = String::new();
    let (mut depth, mut is_quoted) = (0_usize, false);
    let mut characters = value.chars();
    while let Some(c) = characters.next() {
        match c {
            '\\' if depth > 0 || is_quoted => {
                characters.next()?;
            }
            '"' if depth == 0 => is_quoted = !is_quoted,
            '(' if !is_quoted => depth += 1,
            ')' if !is_quoted && depth > 0 => {
                depth -= 1;
                rest.push(' ');
            }
            c if depth == 0 && !is_quoted => rest.push(c),
            _ => {}
        }
    }
    (depth == 0 && !is_quoted).then_some(rest)
}

/// Returns a value as one line of limited length, without brackets of a message id.
fn line(value: &str) -> String {
    limited(header_text(value).trim_matches(['<', '>']), MAX_LINE)
}

fn limited(text: &str, max: usize) -> String {
    text.chars().take(max).collect()
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
    fn attachments_have_clean_names_and_are_limited() {
        let part = |name: &str| {
            format!(
                "--x\r\nContent-Type: application/pdf; name=\"{name}\"\r\nContent-Disposition: attachment; filename=\"{name}\"\r\n\
                 Content-Transfer-Encoding: base64\r\n\r\nJVBERg==\r\n"
            )
        };
        let header = "From: ana@exemplo.com.br\nContent-Type: multipart/mixed; boundary=x";
        let text = "--x\r\nContent-Type: text/plain\r\n\r\nSegue.\r\n";
        let mail = parse(header, &format!("{text}{}{}--x--", part("../../etc/nota fiscal.pdf"), part("")));
        assert_eq!(mail.text, "Segue.");
        let names: Vec<&str> = mail.attachments.iter().map(|file| &*file.name).collect();
        assert_eq!(names, ["nota fiscal.pdf", "anexo.pdf"]);
        let hidden = parse(header, &format!("{text}{}--x--", part("fatura\u{202e}\u{200b}fdp.zip")));
        assert_eq!(hidden.attachments[0].name, "faturafdp.zip");
        let long = parse(header, &format!("{text}{}--x--", part(&format!("{}.pdf", "a".repeat(300)))));
        assert!(long.attachments[0].name.ends_with("a.pdf"), "{:?}", long.attachments);
        let program = parse(header, &format!("{text}{}--x--", part("fatura.pdf.exe")));
        assert_eq!((program.attachments.len(), program.omitted_attachments), (0, 1));
        assert_eq!(
            (&*mail.attachments[0].bytes, &*mail.attachments[0].content_type),
            (&b"%PDF"[..], "application/pdf")
        );
        let many = parse(header, &format!("{text}{}--x--", part("a.pdf").repeat(1000)));
        assert_eq!((many.attachments.len(), many.omitted_attachments), (MAX_ATTACHMENTS, 980));
    }

    #[test]
    fn automatic_replies_lists_and_reports_are_recognized() {
        let nature = |field: &str| parse(&format!("From: ana@exemplo.com.br\n{field}"), "Olá").nature;
        for field in [
            "Auto-Submitted: auto-replied",
            "X-Autoreply: yes",
            "Precedence: auto_reply",
            "Return-Path: <>",
            "Subject: =?UTF-8?Q?Resposta_autom=C3=A1tica=3A_Proposta?=",
        ] {
            assert_eq!(nature(field), Nature::AutomaticReply, "{field}");
        }
        for field in ["List-Id: <a.exemplo>", "Precedence: bulk", "List-Unsubscribe: <https://a.exemplo>"] {
            assert_eq!(nature(field), Nature::Bulk, "{field}");
        }
        for field in ["Auto-Submitted: no", "Subject: Proposta", "X-Auto-Response-Suppress: All"] {
            assert_eq!(nature(field), Nature::Person, "{field}");
        }
        let bounce = parse(
            "From: MAILER-DAEMON@mx.exemplo\nReturn-Path: <>\nContent-Type: multipart/report; report-type=delivery-status; boundary=x",
            "--x\r\nContent-Type: text/plain\r\n\r\nFalhou.\r\n--x\r\nContent-Type: message/delivery-status\r\n\r\n\
             Reporting-MTA: dns; mx.exemplo\r\n\r\nFinal-Recipient: rfc822; ana@exemplo.com.br\r\nAction: failed\r\nStatus: 5.1.1\r\n\
             --x\r\nContent-Type: message/rfc822\r\n\r\nMessage-ID: <o1@vitrine>\r\nSubject: Proposta\r\n\r\nOi\r\n--x--",
        );
        assert_eq!((bounce.nature, bounce.attachments.len()), (Nature::Report, 0));
        for expected in
            ["Final-Recipient: rfc822; ana@exemplo.com.br", "Action: failed", "Message-ID: <o1@vitrine>"]
        {
            assert!(bounce.report.contains(expected), "{expected}: {}", bounce.report);
        }
    }

    #[test]
    fn only_the_topmost_authentication_result_counts() {
        let by =
            |results: &str| parse(&format!("From: ana@exemplo.com.br\n{results}"), "Olá").authenticated_by;
        let passed = "Authentication-Results: MX.exemplo 1;\n spf=pass smtp.mailfrom=x; dmarc=pass (p=REJECT) header.from=exemplo.com.br";
        assert_eq!(by(passed).as_deref(), Some("mx.exemplo"));
        let commented = "Authentication-Results: mx.exemplo (a; b); spf=fail reason=\"x; y\"; dmarc/1 (\\) c) = pass (p=none)";
        assert_eq!(by(commented).as_deref(), Some("mx.exemplo"));
        for other in [
            "Authentication-Results: mx.exemplo; dmarc=fail; x=dmarc=pass",
            "Authentication-Results: mx.exemplo; spf=pass\nAuthentication-Results: mx.exemplo; dmarc=pass",
            "Authentication-Results: ; dmarc=pass",
            "Authentication-Results: mx.exemplo; spf=pass smtp.mailfrom=\"a; dmarc=pass x\"@mau.exemplo; dmarc=fail",
            "Authentication-Results: mx.exemplo; spf=pass (helo a; dmarc=pass )",
            "Authentication-Results: mx.exemplo; spf=pass reason=\"a\\\"; dmarc=pass \"",
            "Authentication-Results: mx.exemplo; spf=pass (a (b); dmarc=pass )",
            "Authentication-Results: mx.exemplo; spf=pass (a; dmarc=pass",
            "Authentication-Results: mx.exemplo; spf=pass smtp.helo=a; dmarc=pass ; dmarc=fail",
            "Subject: dmarc=pass",
        ] {
            assert_eq!(by(other), None, "{other}");
        }
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
        assert_eq!(huge.text.chars().count(), MAX_TEXT);
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
