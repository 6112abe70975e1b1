//! A bounce or complaint that a mail provider has reported.

use crate::{
    features::newsletter::model::{Reporter, StopReason},
    platform::{clock::Timestamp, id},
};

/// What a report says about a mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReportKind {
    /// The mail was returned, because the address doesn't accept mail.
    Bounce,
    /// The recipient marked the mail as spam.
    Complaint,
    /// The mail was returned after the last attempt, because of a temporary problem such as a full mailbox.
    Expired,
    /// The mail was returned because of its sender or content, not because of its recipient.
    Blocked,
    /// An attempt failed, but the mail may still arrive or may have arrived.
    Delayed,
}

impl ReportKind {
    /// Returns the reason to store if the subscription is paused or refused.
    pub fn reason(self) -> StopReason {
        match self {
            Self::Bounce => StopReason::Bounce,
            Self::Complaint => StopReason::Complaint,
            Self::Expired | Self::Blocked | Self::Delayed => StopReason::TemporaryFailures,
        }
    }

    /// Returns whether the mail was returned: it didn't reach the recipient, and no further attempt follows.
    pub fn is_returned(self) -> bool {
        matches!(self, Self::Bounce | Self::Expired | Self::Blocked)
    }
}

/// A bounce or complaint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Report {
    pub by: Reporter,
    pub kind: ReportKind,
    /// The recipient in lowercase; `None` if only the message is known.
    pub email: Option<String>,
    /// `Message-ID` of the mail, without brackets; `None` if unknown.
    pub message_id: Option<String>,
    /// Text that identifies the event at the provider, so that it counts once.
    pub event: String,
    pub detail: String,
    /// Time of the event; `None` if unknown.
    pub time: Option<Timestamp>,
}

impl Report {
    /// Removes NUL, which PostgreSQL doesn't accept in texts.
    pub fn without_nul(self) -> Self {
        let clean = |text: String| text.replace('\0', "");
        Self {
            email: self.email.map(clean),
            message_id: self.message_id.map(clean),
            event: clean(self.event),
            detail: clean(self.detail),
            ..self
        }
    }

    /// Returns a hash that identifies the report. Repeated failures of the same kind of one mail have the same hash, except
    /// permanent ones.
    pub fn key(&self) -> String {
        let event = match (&self.message_id, self.kind.reason()) {
            (Some(message), StopReason::TemporaryFailures) => message,
            _ => &self.event,
        };
        let email = self.email.as_deref().unwrap_or_default();
        id::sha256_hex(format!("{:?} {:?} {event} {email}", self.by, self.kind).as_bytes())
    }
}
