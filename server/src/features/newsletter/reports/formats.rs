//! Parses the reports that mail providers post about bounces and complaints, as JSON. [`super::standard`] parses other
//! bodies.
//!
//! Formats: notifications of Amazon SES (with or without the envelope of SNS), webhooks of Mailgun, SendGrid, Postmark and
//! Brevo. Other events, such as successful deliveries, are ignored. The file is long because it has the parsers of all
//! five, with their tests.

use chrono::DateTime;
use serde_json::Value;
use url::Url;

use super::{
    model::{Report, ReportKind},
    standard,
};
use crate::{features::newsletter::model::Reporter, platform::clock::Timestamp};

/// Maximum number of reports in one request.
const MAX_REPORTS: usize = 2_000;

/// The content of a request by a provider.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Received {
    Reports(Vec<Report>),
    /// The link that Amazon SNS asks to open, to confirm that it may post to this address.
    Confirmation(String),
    /// An unknown format, or no bounce or complaint.
    Unknown,
}

/// Parses the body of a request.
pub(super) fn parse(body: &[u8]) -> Received {
    let Ok(json) = serde_json::from_slice::<Value>(body) else {
        return reports(standard::parse(&String::from_utf8_lossy(body)));
    };
    if let Some(url) = sns_confirmation(&json) {
        return Received::Confirmation(url.into());
    }
    match &json {
        Value::Array(events) => reports(events.iter().flat_map(parse_event).collect()),
        event => reports(parse_event(event)),
    }
}

fn reports(mut found: Vec<Report>) -> Received {
    found.truncate(MAX_REPORTS);
    let found: Vec<Report> = found.into_iter().map(Report::without_nul).collect();
    if found.is_empty() { Received::Unknown } else { Received::Reports(found) }
}

/// Returns the text at a path such as `bounce.timestamp`. Empty if it is missing or isn't a text.
fn text<'a>(json: &'a Value, path: &str) -> &'a str {
    path.split('.').fold(json, |json, name| &json[name]).as_str().unwrap_or_default()
}

fn address(email: &str) -> Option<String> {
    let email = email.trim().trim_start_matches('<').trim_end_matches('>').to_lowercase();
    (!email.is_empty()).then_some(email)
}

fn message_id(text: &str) -> Option<String> {
    let id = text.trim().trim_start_matches('<').trim_end_matches('>');
    (!id.is_empty()).then(|| id.to_owned())
}

fn time(text: &str) -> Option<Timestamp> {
    DateTime::parse_from_rfc3339(text).ok().map(|time| time.to_utc())
}

#[expect(clippy::cast_possible_truncation, reason = "seconds since 1970")]
fn unix_time(seconds: &Value) -> Option<Timestamp> {
    DateTime::from_timestamp(seconds.as_i64().or_else(|| Some(seconds.as_f64()? as i64))?, 0)
}

/// Parses one event. Its fields show which provider sent it.
fn parse_event(event: &Value) -> Vec<Report> {
    if event["Type"] == "Notification" && event["TopicArn"].is_string() {
        let message = serde_json::from_str::<Value>(text(event, "Message"));
        return message.map(|message| ses(&message)).unwrap_or_default();
    }
    if event["mail"].is_object() {
        return ses(event);
    }
    let report = if event["event-data"].is_object() {
        mailgun(event)
    } else if event["RecordType"].is_string() {
        postmark(event)
    } else if event["sg_event_id"].is_string() || event["sg_message_id"].is_string() {
        sendgrid(event)
    } else {
        brevo(event)
    };
    report.into_iter().collect()
}

/// Returns the link that confirms the subscription of this address to a topic of Amazon SNS: a URL of
/// `sns.<region>.amazonaws.com` or, in China, `sns.<region>.amazonaws.com.cn`. Other links are refused.
fn sns_confirmation(json: &Value) -> Option<Url> {
    let is_confirmation = json["Type"] == "SubscriptionConfirmation";
    let url = Url::parse(text(json, "SubscribeURL")).ok().filter(|_| is_confirmation)?;
    let host = url.host_str()?.strip_prefix("sns.")?;
    let region = host.strip_suffix(".amazonaws.com").or_else(|| host.strip_suffix(".amazonaws.com.cn"))?;
    let is_region = !region.is_empty() && region.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    let is_plain = url.scheme() == "https"
        && url.port().is_none()
        && url.username().is_empty()
        && url.password().is_none();
    (is_region && is_plain).then_some(url)
}

fn ses(event: &Value) -> Vec<Report> {
    let notification = [text(event, "notificationType"), text(event, "eventType")].concat();
    let (name, recipients, kind) = match &*notification {
        "Bounce" => ("bounce", "bouncedRecipients", ses_bounce(&event["bounce"])),
        "Complaint" if text(event, "complaint.complaintFeedbackType") != "not-spam" => {
            ("complaint", "complainedRecipients", ReportKind::Complaint)
        }
        _ => return Vec::new(),
    };
    let details = &event[name];
    let mut headers = event["mail"]["headers"].as_array().into_iter().flatten();
    let header = headers.find(|header| text(header, "name").eq_ignore_ascii_case("message-id"));
    let id =
        header.map_or_else(|| text(event, "mail.commonHeaders.messageId"), |header| text(header, "value"));
    let report = |recipient: &Value| Report {
        by: Reporter::AmazonSes,
        kind,
        email: address(text(recipient, "emailAddress")),
        message_id: message_id(id),
        event: text(details, "feedbackId").to_owned(),
        detail: [text(recipient, "diagnosticCode"), text(details, "complaintFeedbackType")].concat(),
        time: time(text(details, "timestamp")),
    };
    details[recipients].as_array().into_iter().flatten().map(report).collect()
}

/// Returns the kind of a bounce. Amazon SES reports a temporary refusal only after its last attempt.
fn ses_bounce(bounce: &Value) -> ReportKind {
    match (text(bounce, "bounceType"), text(bounce, "bounceSubType")) {
        ("Permanent", _) => ReportKind::Bounce,
        (_, "MessageTooLarge" | "ContentRejected" | "AttachmentRejected") => ReportKind::Blocked,
        // Usually an automatic reply, such as an out-of-office message, to a mail that has arrived.
        ("Transient", "General") => ReportKind::Delayed,
        _ => ReportKind::Expired,
    }
}

fn mailgun(event: &Value) -> Option<Report> {
    let data = &event["event-data"];
    let kind = match (text(data, "event"), text(data, "severity"), text(data, "reason")) {
        ("complained", ..) | ("failed", "permanent", "suppress-complaint") => ReportKind::Complaint,
        // The recipient has unsubscribed at Mailgun. The address still works.
        ("failed", "permanent", "suppress-unsubscribe") => return None,
        // Mailgun stopped retrying.
        ("failed", "permanent", "old") => ReportKind::Expired,
        ("failed", "permanent", "espblock") => ReportKind::Blocked,
        ("failed", "temporary", _) => ReportKind::Delayed,
        ("failed", "permanent", _) => ReportKind::Bounce,
        _ => return None,
    };
    let message = text(data, "delivery-status.message");
    let detail = if message.is_empty() { text(data, "delivery-status.description") } else { message };
    Some(Report {
        by: Reporter::Mailgun,
        kind,
        email: address(text(data, "recipient")),
        message_id: message_id(text(data, "message.headers.message-id")),
        event: format!("{} {}", text(data, "id"), data["timestamp"]),
        detail: detail.to_owned(),
        time: unix_time(&data["timestamp"]),
    })
}

fn sendgrid(event: &Value) -> Option<Report> {
    let explanation = text(event, "reason");
    let kind = match text(event, "event") {
        "bounce" if text(event, "type") == "blocked" => ReportKind::Blocked,
        "bounce" => ReportKind::Bounce,
        "spamreport" => ReportKind::Complaint,
        "dropped" if explanation.starts_with("Bounced") || explanation.starts_with("Invalid") => {
            ReportKind::Bounce
        }
        "dropped" if explanation.starts_with("Spam Report") => ReportKind::Complaint,
        _ => return None,
    };
    Some(Report {
        by: Reporter::Sendgrid,
        kind,
        email: address(text(event, "email")),
        message_id: message_id(text(event, "smtp-id")),
        event: text(event, "sg_event_id").to_owned(),
        detail: explanation.to_owned(),
        time: unix_time(&event["timestamp"]),
    })
}

/// Parses an event of Postmark. Its `MessageID` isn't the `Message-ID` of the mail, so only the address identifies the
/// subscription.
fn postmark(event: &Value) -> Option<Report> {
    let name = match text(event, "RecordType") {
        "Bounce" => text(event, "Type"),
        "SpamComplaint" => "SpamComplaint",
        "SubscriptionChange" if event["SuppressSending"] == true => text(event, "SuppressionReason"),
        _ => return None,
    };
    let kind = match name {
        "HardBounce" | "BadEmailAddress" => ReportKind::Bounce,
        "SpamComplaint" => ReportKind::Complaint,
        // Postmark reports a temporary refusal only after its last attempt.
        "SoftBounce" | "DnsError" => ReportKind::Expired,
        "Blocked" | "DMARCPolicy" => ReportKind::Blocked,
        _ => return None,
    };
    let first = |names: [&str; 2]| {
        let values = names.map(|name| text(event, name));
        if values[0].is_empty() { values[1] } else { values[0] }.to_owned()
    };
    Some(Report {
        by: Reporter::Postmark,
        kind,
        email: address(&first(["Email", "Recipient"])),
        message_id: None,
        event: format!("{} {}", event["ID"], text(event, "MessageID")),
        detail: first(["Details", "Description"]),
        time: time(&first(["BouncedAt", "ChangedAt"])),
    })
}

fn brevo(event: &Value) -> Option<Report> {
    let name = text(event, "event");
    let kind = match name {
        "hard_bounce" | "invalid_email" => ReportKind::Bounce,
        "spam" | "complaint" => ReportKind::Complaint,
        // Brevo reports each attempt that fails.
        "soft_bounce" => ReportKind::Delayed,
        _ => return None,
    };
    let moment = if event["ts_event"].is_null() { &event["ts"] } else { &event["ts_event"] };
    Some(Report {
        by: Reporter::Brevo,
        kind,
        email: address(text(event, "email")),
        message_id: message_id(text(event, "message-id")),
        event: format!("{name} {} {moment}", text(event, "message-id")),
        detail: text(event, "reason").to_owned(),
        time: unix_time(moment),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const EMAIL: &str = "ana@exemplo.com.br";

    /// Returns the only report, which must be about [`EMAIL`].
    fn only(body: &Value) -> Option<Report> {
        match parse(body.to_string().as_bytes()) {
            Received::Reports(mut reports) if reports.len() == 1 => {
                let report = reports.remove(0);
                assert_eq!(report.email.as_deref(), Some(EMAIL));
                Some(report)
            }
            Received::Unknown => None,
            other => panic!("{other:?}"),
        }
    }

    fn kind(body: &Value) -> Option<(Reporter, ReportKind)> {
        only(body).map(|report| (report.by, report.kind))
    }

    fn sns(message: &Value) -> Value {
        json!({"Type": "Notification", "TopicArn": "arn:aws:sns:x", "Message": message.to_string()})
    }

    #[test]
    fn amazon_ses_notifications_are_read_with_and_without_sns() {
        let bounce = |bounce_type: &str, subtype: &str| {
            json!({
                "notificationType": "Bounce",
                "bounce": {
                    "bounceType": bounce_type, "bounceSubType": subtype, "feedbackId": "f",
                    "timestamp": "2026-11-20T12:00:00.000Z",
                    "bouncedRecipients": [{"emailAddress": "Ana@exemplo.com.br", "diagnosticCode": "smtp; 550 5.1.1"}],
                },
                "mail": {"headers": [{"name": "Message-ID", "value": "<m@exemplo.com.br>"}]},
            })
        };
        let permanent = only(&sns(&bounce("Permanent", "General"))).expect("a report");
        assert_eq!((permanent.by, permanent.kind), (Reporter::AmazonSes, ReportKind::Bounce));
        assert_eq!(permanent.message_id.as_deref(), Some("m@exemplo.com.br"));
        for (bounce_type, subtype, expected) in [
            ("Transient", "MailboxFull", ReportKind::Expired),
            ("Transient", "AttachmentRejected", ReportKind::Blocked),
            ("Transient", "General", ReportKind::Delayed),
            ("Undetermined", "Undetermined", ReportKind::Expired),
        ] {
            assert_eq!(
                kind(&bounce(bounce_type, subtype)),
                Some((Reporter::AmazonSes, expected)),
                "{subtype}"
            );
        }
        let complaint = |feedback: &str| {
            let recipients = [json!({"emailAddress": EMAIL})];
            let complaint = json!({"complainedRecipients": recipients, "complaintFeedbackType": feedback, "feedbackId": "f"});
            json!({"eventType": "Complaint", "complaint": complaint, "mail": {}})
        };
        assert_eq!(kind(&sns(&complaint("abuse"))), Some((Reporter::AmazonSes, ReportKind::Complaint)));
        assert_eq!(kind(&complaint("not-spam")), None);
        assert_eq!(kind(&json!({"notificationType": "Delivery", "mail": {}})), None);
        let test =
            json!({"Type": "Notification", "TopicArn": "x", "Message": "Successfully validated SNS topic"});
        assert_eq!(kind(&test), None);
    }

    #[test]
    fn sns_confirmation_is_accepted_from_amazon_only() {
        let request =
            |url: &str| json!({"Type": "SubscriptionConfirmation", "SubscribeURL": url}).to_string();
        for url in [
            "https://sns.sa-east-1.amazonaws.com/?Action=ConfirmSubscription&Token=x",
            "https://sns.cn-north-1.amazonaws.com.cn/?Token=x",
        ] {
            assert_eq!(parse(request(url).as_bytes()), Received::Confirmation(url.to_owned()));
        }
        for wrong in [
            "http://sns.sa-east-1.amazonaws.com/",
            "https://sns.sa-east-1.amazonaws.com.exemplo.com/",
            "https://s3.amazonaws.com/",
            "https://sns.amazonaws.com/",
            "https://sns..amazonaws.com/",
            "https://sns.exemplo.s3.amazonaws.com/",
            "https://sns.exemplo.s3.sa-east-1.amazonaws.com/",
            "https://sns.x_y.amazonaws.com/",
            "https://ana@sns.sa-east-1.amazonaws.com/",
            "https://:senha@sns.sa-east-1.amazonaws.com/",
            "https://sns.sa-east-1.amazonaws.com:8443/",
            "javascript:alert(1)",
            "",
        ] {
            assert_eq!(parse(request(wrong).as_bytes()), Received::Unknown, "{wrong}");
        }
    }

    #[test]
    fn events_of_mailgun_are_read() {
        let event = |event: &str, severity: &str, reason: &str| {
            json!({"signature": {"token": "t"}, "event-data": {
                "event": event, "severity": severity, "reason": reason, "recipient": EMAIL, "id": "i",
                "timestamp": 1_521_472_262.908_181, "message": {"headers": {"message-id": "m@exemplo.com.br"}},
            }})
        };
        for (parts, expected) in [
            (("failed", "permanent", "bounce"), Some(ReportKind::Bounce)),
            (("failed", "permanent", "suppress-complaint"), Some(ReportKind::Complaint)),
            (("failed", "permanent", "suppress-unsubscribe"), None),
            (("failed", "permanent", "old"), Some(ReportKind::Expired)),
            (("failed", "permanent", "espblock"), Some(ReportKind::Blocked)),
            (("failed", "temporary", "generic"), Some(ReportKind::Delayed)),
            (("complained", "", ""), Some(ReportKind::Complaint)),
            (("delivered", "", ""), None),
        ] {
            let found = kind(&event(parts.0, parts.1, parts.2));
            assert_eq!(found, expected.map(|kind| (Reporter::Mailgun, kind)), "{parts:?}");
        }
    }

    #[test]
    fn events_of_sendgrid_postmark_and_brevo_are_read() {
        let sendgrid = |event: &str, kind: &str, reason: &str| {
            json!([{"email": EMAIL, "event": event, "type": kind, "reason": reason, "sg_event_id": "e",
                    "timestamp": 1_513_299_569, "smtp-id": "<m@exemplo.com.br>"}])
        };
        let postmark = |kind: &str| json!({"RecordType": "Bounce", "Type": kind, "ID": 42, "Email": EMAIL});
        let brevo =
            |event: &str| json!({"event": event, "email": EMAIL, "ts_event": 1, "message-id": "<m@x>"});
        for (event, expected) in [
            (sendgrid("bounce", "bounce", "550"), Some(ReportKind::Bounce)),
            (sendgrid("bounce", "blocked", "421"), Some(ReportKind::Blocked)),
            (sendgrid("dropped", "", "Bounced Address"), Some(ReportKind::Bounce)),
            (sendgrid("dropped", "", "Unsubscribed Address"), None),
            (sendgrid("spamreport", "", ""), Some(ReportKind::Complaint)),
            (sendgrid("deferred", "", ""), None),
            (postmark("HardBounce"), Some(ReportKind::Bounce)),
            (postmark("SoftBounce"), Some(ReportKind::Expired)),
            (postmark("Blocked"), Some(ReportKind::Blocked)),
            (postmark("AutoResponder"), None),
            (json!({"RecordType": "SpamComplaint", "ID": 1, "Email": EMAIL}), Some(ReportKind::Complaint)),
            (brevo("hard_bounce"), Some(ReportKind::Bounce)),
            (brevo("soft_bounce"), Some(ReportKind::Delayed)),
            (brevo("spam"), Some(ReportKind::Complaint)),
            (brevo("delivered"), None),
        ] {
            assert_eq!(kind(&event).map(|(_, kind)| kind), expected, "{event}");
        }
    }

    #[test]
    fn bodies_in_other_formats_are_unknown() {
        for body in ["", "x", "[]", "{}", "null", "[[]]", "{\"event\":{}}", "\u{0}"] {
            assert_eq!(parse(body.as_bytes()), Received::Unknown, "{body}");
        }
    }
}
