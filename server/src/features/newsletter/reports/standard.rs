//! Parses standard reports, which are text: delivery status notifications (RFC 3464) and feedback reports about spam (RFC
//! 5965).

use super::model::{Report, ReportKind};
use crate::{
    features::newsletter::model::Reporter, foundation::mail::delivery::is_about_sender, platform::id,
};

/// The header fields of one part of a message.
struct Part(Vec<(String, String)>);

impl Part {
    /// Returns the value of the first field with this lowercase name.
    fn find(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(field, _)| field == name).map(|(_, value)| &**value)
    }
}

/// Parses a report, with or without the mail that contains it.
pub(super) fn parse(text: &str) -> Vec<Report> {
    let parts = parts(text);
    // The last part is the original mail. The mail that contains the report comes first.
    let message_id = parts.iter().rev().find_map(|part| part.find("message-id"));
    let message_id = message_id.map(|id| id.trim_matches(['<', '>']).to_owned());
    let event = id::sha256_hex(text.as_bytes());
    let report = |(kind, email, detail): (ReportKind, Option<String>, String)| Report {
        by: Reporter::StandardReport,
        kind,
        email,
        message_id: message_id.clone(),
        event: event.clone(),
        detail,
        time: None,
    };
    parts.iter().filter_map(|part| failure(part).or_else(|| complaint(part, &parts))).map(report).collect()
}

/// Splits a text at blank lines into parts, and joins continued lines. Lines that aren't header fields are ignored.
fn parts(text: &str) -> Vec<Part> {
    let text = text.replace("\r\n", "\n");
    let part = |lines: &str| {
        let mut fields: Vec<(String, String)> = Vec::new();
        for line in lines.lines() {
            if line.starts_with([' ', '\t']) {
                if let Some((_, value)) = fields.last_mut() {
                    value.push(' ');
                    value.push_str(line.trim());
                }
            } else if let Some((name, value)) = line.split_once(':') {
                fields.push((name.trim().to_ascii_lowercase(), value.trim().to_owned()));
            }
        }
        Part(fields)
    };
    text.split("\n\n").map(part).collect()
}

/// Returns kind, address and detail of a failed delivery. `None` if the part doesn't report one. A permanent refusal of the
/// sender says nothing about the recipient.
fn failure(part: &Part) -> Option<(ReportKind, Option<String>, String)> {
    let refused = without_type(part.find("final-recipient").or_else(|| part.find("original-recipient"))?);
    let recipient = part.find("original-recipient").map_or(refused, without_type);
    if !part.find("action")?.eq_ignore_ascii_case("failed") {
        return None;
    }
    let status = part.find("status").unwrap_or_default();
    let detail = part.find("diagnostic-code").map_or(status, without_type);
    let kind = if status.starts_with('4') {
        ReportKind::Expired
    } else if is_about_sender(&format!("{status} {detail}"), refused) {
        ReportKind::Blocked
    } else {
        ReportKind::Bounce
    };
    Some((kind, address(recipient), detail.to_owned()))
}

/// Returns kind, address and detail of a complaint. `None` if the part doesn't report one. If the report omits the
/// address, as many providers do, it is the recipient of the original mail.
fn complaint(part: &Part, parts: &[Part]) -> Option<(ReportKind, Option<String>, String)> {
    let feedback = part.find("feedback-type")?;
    if feedback.eq_ignore_ascii_case("not-spam") {
        return None;
    }
    let recipient = part.find("original-rcpt-to").and_then(address);
    let original = || parts.iter().rev().find_map(|part| address(part.find("to")?));
    Some((ReportKind::Complaint, recipient.or_else(original), feedback.to_owned()))
}

/// Removes the type from a value such as `rfc822; ana@exemplo.com.br`.
fn without_type(value: &str) -> &str {
    value.split_once(';').map_or(value, |(_, value)| value).trim()
}

/// Returns the address in a value such as `Ana <ana@exemplo.com.br>`, in lowercase.
fn address(value: &str) -> Option<String> {
    let address = value.rsplit_once('<').map_or(value, |(_, address)| address).trim_end_matches('>').trim();
    address.contains('@').then(|| address.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    const DELIVERY: &str = "From: MAILER-DAEMON@mx.exemplo\r\nMessage-ID: <outer@mx>\r\n\r\n--x\r\n\
        Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.exemplo\r\n\r\n\
        Final-Recipient: rfc822; Ana@exemplo.com.br\r\nAction: failed\r\nStatus: 5.1.1\r\n\
        Diagnostic-Code: smtp; 550 5.1.1 No such\r\n user\r\n\r\n\
        Final-Recipient: rfc822; bia@exemplo.com.br\r\nAction: failed\r\nStatus: 4.2.2\r\n\r\n\
        Final-Recipient: rfc822; caio@exemplo.com.br\r\nAction: delayed\r\nStatus: 4.4.1\r\n\r\n\
        --x\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: <m@exemplo.com.br>\r\n";

    #[test]
    fn delivery_status_notification_is_read() {
        let reports = parse(DELIVERY);
        let [ana, bia] = &reports[..] else { panic!("{reports:?}") };
        assert_eq!((ana.kind, ana.email.as_deref()), (ReportKind::Bounce, Some("ana@exemplo.com.br")));
        assert_eq!(
            (&*ana.detail, ana.message_id.as_deref()),
            ("550 5.1.1 No such user", Some("m@exemplo.com.br"))
        );
        let expected = (ReportKind::Expired, Some("bia@exemplo.com.br"), "4.2.2");
        assert_eq!((bia.kind, bia.email.as_deref(), &*bia.detail), expected);
    }

    #[test]
    fn permanent_refusal_of_the_sender_is_not_a_bounce() {
        for (status, diagnostic, expected) in [
            ("5.7.26", "550 unauthenticated mail", ReportKind::Blocked),
            ("5.0.0", "554 blocked using zen.spamhaus.org", ReportKind::Blocked),
            ("5.1.1", "550 <x@relay.exemplo>: user unknown at relay.exemplo", ReportKind::Bounce),
        ] {
            let report = format!(
                "Final-Recipient: rfc822; x@relay.exemplo\nAction: failed\nStatus: {status}\n\
                 Diagnostic-Code: smtp; {diagnostic}\n"
            );
            assert_eq!(parse(&report).remove(0).kind, expected, "{diagnostic}");
        }
    }

    #[test]
    fn feedback_report_is_read() {
        let report = |kind: &str, recipient: &str| {
            format!(
                "Feedback-Type: {kind}\nUser-Agent: x/1\n{recipient}\n\nTo: Ana <ANA@exemplo.com.br>\nMessage-ID: <m@x>\n"
            )
        };
        for recipient in ["", "Original-Rcpt-To: <ana@exemplo.com.br>"] {
            let found = parse(&report("abuse", recipient)).remove(0);
            assert_eq!(
                (found.kind, found.email.as_deref()),
                (ReportKind::Complaint, Some("ana@exemplo.com.br"))
            );
        }
        assert_eq!(parse(&report("not-spam", "")), []);
    }
}
