//! Mail that no person wrote: automatic replies, lists, and mail that a server has returned, as a report (RFC 3464) or as a text.

use mail_parser::{HeaderName, HeaderValue, Message, MessagePart, MimeHeaders, PartType};

use super::header::{fields, line};
use crate::platform::text::fold;

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

/// Names of the mailboxes from which mail servers write.
const SERVERS: [&str; 3] = ["mailer-daemon", "mail-daemon", "postmaster"];
/// Folded texts with which servers say that a mail was returned: of qmail, Exim, Postfix, Sendmail, Exchange and in Portuguese.
const RETURNED: [&str; 16] = [
    "this is the qmail-send program",
    "mail delivery failed",
    "returning message to sender",
    "undelivered mail",
    "returned mail",
    "undeliverable",
    "failure notice",
    "delivery failure",
    "delivery has failed",
    "not be delivered",
    "permanent error",
    "permanent fatal errors",
    "mensagem devolvida",
    "falha na entrega",
    "nao foi entregue",
    "nao pode ser entregue",
];
/// Folded texts in the subject of a warning that a mail is delayed.
const DELAYED: [&str; 5] = ["delayed", "warning:", "still being retried", "atrasada", "atraso"];
/// Maximum number of characters of the response in a returned mail.
const MAX_RESPONSE: usize = 250;

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

pub(super) fn nature(message: &Message<'_>, has_report: bool) -> Nature {
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

fn is_report_part(part: &MessagePart<'_>) -> bool {
    let kinds = [("message", "delivery-status"), ("message", "feedback-report"), ("text", "rfc822-headers")];
    kinds.into_iter().any(|(kind, subtype)| part.is_content_type(kind, subtype))
}

/// Returns the fields of a report and of the mail that it is about. Only a server reports about a delivery, without a return path;
/// also a recipient in copy knows the `Message-ID`. Providers report complaints with one.
pub(super) fn report(message: &Message<'_>) -> String {
    let has_return_path = fields(message, "Return-Path").next().is_some_and(|path| path != "<>");
    let is_about_delivery =
        message.parts.iter().any(|part| part.is_content_type("message", "delivery-status"));
    if !message.root_part().is_content_type("multipart", "report") || (has_return_path && is_about_delivery) {
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

/// A mail that a server has returned with a text instead of a report.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ReturnedText {
    /// `Message-ID` of the returned mail, without brackets.
    pub message_id: String,
    /// The text as a report.
    pub report: String,
}

/// Returns the part before the `@` of an address, which may have brackets.
fn local_part(address: &str) -> &str {
    address.trim_start_matches('<').split('@').next().unwrap_or_default()
}

/// Reads the text of a mail as that of a returned mail. Only a server returns mail: it writes without a return path, or from a mailbox such
/// as `mailer-daemon`. `None` for other mail, also if a person repeats such a text.
pub(super) fn returned_text(message: &Message<'_>, from_email: &str, text: &str) -> Option<ReturnedText> {
    let sender = local_part(from_email);
    let is_by_server = match fields(message, "Return-Path").next() {
        Some("<>") => true,
        path => SERVERS.contains(&sender) && path.is_none_or(|path| SERVERS.contains(&local_part(path))),
    };
    let subject = fold(message.subject().unwrap_or_default());
    let folded = format!("{subject} {}", fold(text));
    let is_returned = RETURNED.iter().any(|words| folded.contains(words))
        && !DELAYED.iter().any(|words| subject.contains(words));
    if !is_by_server || !is_returned {
        return None;
    }
    let message_id = returned_id(message, text)?;
    let recipient = text.split_whitespace().map(without_marks).find(|word| word.contains('@'));
    let response = text.lines().map(str::trim).find(|line| response_code(line).is_some()).unwrap_or_default();
    let class = response_code(response).map_or('5', |code| if code.starts_with('4') { '4' } else { '5' });
    let response: String = line(response).chars().take(MAX_RESPONSE).collect();
    let report = format!(
        "Final-Recipient: rfc822; {}\nAction: failed\nStatus: {class}.0.0\nDiagnostic-Code: smtp; {response}\n\n\
         Message-ID: <{message_id}>\n",
        recipient.unwrap_or_default()
    );
    Some(ReturnedText { message_id, report })
}

/// Returns the first `Message-ID` that the text repeats, or that of an attached mail.
fn returned_id(message: &Message<'_>, text: &str) -> Option<String> {
    let mut lines = text.lines().map(|line| line.trim_start_matches(['>', ' ', '\t']));
    let in_text = lines.find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("message-id").then_some(value)
    });
    let value = match in_text.map(str::trim) {
        // The value is in the next line.
        Some("") => lines.next(),
        found => found,
    };
    let attached = || {
        message.parts.iter().find_map(|part| match &part.body {
            PartType::Message(original) => match original.header(HeaderName::MessageId)? {
                HeaderValue::Text(id) => Some(line(id)),
                _ => None,
            },
            _ => None,
        })
    };
    value.map(|id| line(id.trim())).filter(|id| id.contains('@')).or_else(attached)
}

/// Returns the status code of an SMTP response in a line, such as `550` or `5.1.1`.
fn response_code(line: &str) -> Option<&str> {
    line.split_whitespace().map(without_marks).find(|word| {
        let digits = word.split('.').collect::<Vec<_>>();
        let are_numbers =
            digits.iter().all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()));
        let is_code = match digits[..] {
            [code] => code.len() == 3,
            [class, _, _] => class.len() == 1,
            _ => false,
        };
        are_numbers && is_code && word.starts_with(['4', '5'])
    })
}

/// Returns a word without the brackets and marks around it.
fn without_marks(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::{super::parse::InboundMail, *};

    fn parse(header: &str, body: &str) -> InboundMail {
        InboundMail::parse(format!("{}\r\n\r\n{body}", header.replace('\n', "\r\n")).as_bytes())
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

    const QMAIL: &str = "Hi. This is the qmail-send program at mx.cliente.example.\n\
        I'm afraid I wasn't able to deliver your message to the following addresses.\nThis is a permanent error; I've given up.\n\n\
        <joao@exemplo.com.br>:\n192.0.2.1 does not like recipient.\nRemote host said: 550 5.1.1 No such user\n\n\
        --- Below this line is a copy of the message.\n\nReturn-Path: <site@empresa.example>\n\
        Message-ID: <o1.mac@empresa.example>\nSubject: Re: Proposta\n\nPodemos?";
    const EXIM: &str = "This message was created automatically by mail delivery software.\n\n\
        A message that you sent could not be delivered to one or more of its\nrecipients. The following address failed:\n\n\
          joao@exemplo.com.br\n    SMTP error from remote mail server after RCPT TO:<joao@exemplo.com.br>:\n    550 No such user\n\n\
        ------ This is a copy of the message, including all the headers. ------\n\n\
        Message-ID:\n <o1.mac@empresa.example>\nSubject: Re\n\nPodemos?";
    const POSTFIX: &str = "This is the mail system at host mx.cliente.example.\n\nI'm sorry to have to inform you that your message could not\n\
        be delivered to one or more recipients. It's attached below.\n\n\
        <joao@exemplo.com.br>: host mx.cliente.example[192.0.2.1] said: 552 5.2.2 Mailbox full (in reply to RCPT TO)\n\n\
        > Message-Id: <o1.mac@empresa.example>\n";

    #[test]
    fn texts_of_usual_servers_say_that_mail_was_returned() {
        for (from, subject, text, code) in [
            ("MAILER-DAEMON@mx.cliente.example", "failure notice", QMAIL, "550 5.1.1 No such user"),
            (
                "Mailer-Daemon@mx.cliente.example",
                "Mail delivery failed: returning message to sender",
                EXIM,
                "550 No such user",
            ),
            (
                "postmaster@cliente.example",
                "Undelivered Mail Returned to Sender",
                POSTFIX,
                "552 5.2.2 Mailbox full",
            ),
            ("sistema@cliente.example\nReturn-Path: <>", "failure notice", QMAIL, "550 5.1.1 No such user"),
        ] {
            let mail = parse(&format!("From: {from}\nSubject: {subject}"), text);
            assert_eq!(mail.returned_id.as_deref(), Some("o1.mac@empresa.example"), "{from}");
            for part in [
                "rfc822; joao@exemplo.com.br\nAction: failed",
                code,
                "\n\nMessage-ID: <o1.mac@empresa.example>",
            ] {
                assert!(mail.report.contains(part), "{from}: {part}: {}", mail.report);
            }
        }
    }

    #[test]
    fn other_mail_with_such_a_text_returns_nothing() {
        for (from, subject, text) in [
            ("ana@exemplo.com.br\nReturn-Path: <ana@exemplo.com.br>", "Fwd: failure notice", QMAIL),
            ("ana@exemplo.com.br", "Re: Mail delivery failed", POSTFIX),
            ("mailer-daemon@cliente.example", "Warning: message 1x delayed 24 hours", EXIM),
            (
                "postmaster@cliente.example",
                "Re: Proposta",
                "Pode ser.\n> Message-ID: <o1.mac@empresa.example>",
            ),
            ("mailer-daemon@cliente.example", "failure notice", "Sem a mensagem: mail delivery failed"),
            ("ana@exemplo.com.br\nReturn-Path: <>", "Estou de férias", "Volto dia 5."),
        ] {
            let mail = parse(&format!("From: {from}\nSubject: {subject}"), text);
            assert_eq!((mail.returned_id, &*mail.report), (None, ""), "{from} {subject}");
        }
    }
}
