//! A message to somebody, and what the outbox knows of it.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::entity::prelude::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::names;

/// How long a message without an end of its own is tried, from its first attempt.
pub(super) const TRIED_FOR: TimeDelta = TimeDelta::days(3);

/// What a feature wants said. The house template gives it its looks.
pub struct Message {
    /// What it is about, for staff and programs: `contact_received`, `password_reset`, …
    pub kind: &'static str,
    pub to: String,
    pub to_name: Option<String>,
    pub reply_to: Option<String>,
    pub subject: String,
    /// The contact it is about, if any: it is deleted with that contact's personal data.
    pub contact_id: Option<Uuid>,
    pub body: Body,
    /// From being queued, for a message that is wrong after that, such as one whose link has expired: it is given up
    /// instead of sent. Others wait for their first attempt, and are tried for three days from then on.
    pub valid_for: Option<TimeDelta>,
}

/// Everything inside a message. It may hold a secret link, so it is sealed while it waits.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Body {
    pub blocks: Vec<Block>,
    pub action: Option<ActionLink>,
    /// When the message must not be sent any more, if ever: its link has expired or the deadline in its text has passed.
    #[serde(alias = "link_ends_at")]
    pub ends_at: Option<DateTime<Utc>>,
    /// Why its reader gets this, in small print.
    pub reason: Option<String>,
    /// Where one click ends further mail of this kind (RFC 8058).
    pub unsubscribe_url: Option<String>,
    /// Messages to the same reader that this one goes on from, the oldest first.
    #[serde(default)]
    pub follows: Vec<Uuid>,
    /// By a person: a notice of their absence may well answer it.
    #[serde(default)]
    pub is_written_by_hand: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Block {
    Paragraph(String),
    /// Names and values, one below the other.
    Fields(Vec<(String, String)>),
    /// What somebody else wrote, line by line.
    Quote(String),
}

/// The one thing its reader is asked to do.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct ActionLink {
    pub label: String,
    pub url: String,
}

impl Message {
    #[must_use]
    pub fn new(kind: &'static str, to: impl Into<String>, subject: impl Into<String>) -> Self {
        Self {
            kind,
            to: to.into(),
            to_name: None,
            reply_to: None,
            subject: subject.into(),
            contact_id: None,
            body: Body::default(),
            valid_for: None,
        }
    }

    /// Addresses the reader by name, unless it is none that may be repeated.
    #[must_use]
    pub fn named(mut self, name: &str) -> Self {
        self.to_name = names::plausible(name).map(str::to_owned);
        self
    }

    #[must_use]
    pub fn reply_to(mut self, email: impl Into<String>) -> Self {
        self.reply_to = Some(email.into());
        self
    }

    #[must_use]
    pub const fn about_contact(mut self, id: Uuid) -> Self {
        self.contact_id = Some(id);
        self
    }

    #[must_use]
    pub fn paragraph(mut self, text: impl Into<String>) -> Self {
        self.body.blocks.push(Block::Paragraph(text.into()));
        self
    }

    #[must_use]
    pub fn fields<const N: usize>(mut self, fields: [(&str, &str); N]) -> Self {
        let fields = fields.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
        self.body.blocks.push(Block::Fields(fields));
        self
    }

    #[must_use]
    pub fn quote(mut self, text: impl Into<String>) -> Self {
        self.body.blocks.push(Block::Quote(text.into()));
        self
    }

    #[must_use]
    pub fn action(mut self, label: impl Into<String>, url: impl Into<String>) -> Self {
        self.body.action = Some(ActionLink { label: label.into(), url: url.into() });
        self
    }

    #[must_use]
    pub fn reason(mut self, text: impl Into<String>) -> Self {
        self.body.reason = Some(text.into());
        self
    }

    #[must_use]
    pub fn unsubscribe_url(mut self, url: impl Into<String>) -> Self {
        self.body.unsubscribe_url = Some(url.into());
        self
    }

    #[must_use]
    pub fn follows(mut self, messages: Vec<Uuid>) -> Self {
        self.body.follows = messages;
        self
    }

    #[must_use]
    pub fn written_by_hand(mut self) -> Self {
        self.body.is_written_by_hand = true;
        self
    }

    #[must_use]
    pub fn valid_for(mut self, time: TimeDelta) -> Self {
        self.valid_for = Some(time);
        self
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumIter, DeriveActiveEnum)]
#[serde(rename_all = "snake_case")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum MailState {
    /// 'Na fila': to be sent, for the first time or again.
    Queued,
    /// 'Enviado': the mail server took it.
    Sent,
    /// 'Não enviado': given up.
    Failed,
}

/// A message as administrators see it. What it says stays sealed.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OutboxMessage {
    pub id: Uuid,
    pub kind: String,
    pub state: MailState,
    pub to_email: String,
    #[schema(required)]
    pub to_name: Option<String>,
    /// Where an answer goes: for a notice of a contact request, to the person who sent it.
    #[schema(required)]
    pub reply_to: Option<String>,
    pub subject: String,
    /// It holds a link that `POST /api/outbox/{id}/link` reveals.
    pub has_link: bool,
    pub attempts: i32,
    /// Why the latest attempt failed, in Portuguese.
    #[schema(required)]
    pub last_error: Option<String>,
    pub created_at: DateTime<Utc>,
    /// When it is tried next, while it is queued.
    pub due_at: DateTime<Utc>,
    /// When it is given up. Null before the first attempt, unless the message has an end of its own: other messages are
    /// tried for three days from the first attempt.
    #[schema(required)]
    pub expires_at: Option<DateTime<Utc>>,
    #[schema(required)]
    pub sent_at: Option<DateTime<Utc>>,
}

#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct OutboxFilter {
    /// Only messages in this state.
    pub state: Option<MailState>,
}

/// How the outbox is doing.
#[derive(Debug, Serialize, ToSchema)]
pub struct OutboxSummary {
    /// A mail server is configured; without one everything waits.
    pub configured: bool,
    pub queued: u64,
    pub sent: u64,
    pub failed: u64,
    /// In Portuguese: why the mail server refuses everything, or why mail has waited for 15 minutes.
    #[schema(required)]
    pub problem: Option<String>,
}

/// One line without control characters, as a header needs it.
#[must_use]
pub fn header_text(text: &str) -> String {
    let spaced: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_one_line() {
        assert_eq!(header_text("Olá\r\nBcc: a@b.c\u{0}\u{85}x "), "Olá Bcc: a@b.c x");
    }
}
