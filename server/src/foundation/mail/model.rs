//! Messages, and their state in the outbox. The file is long because it has the types that all other files of the mail share.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::entity::prelude::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::{names, template::Rendered};
use crate::platform::text::visible_line;

/// Time after the first attempt in which a message without an expiry of its own is retried.
pub(super) const MAX_RETRY_TIME: TimeDelta = TimeDelta::days(3);

/// A message to queue.
pub struct Message {
    /// Id of the message in the outbox. A new one if omitted.
    pub id: Option<Uuid>,
    /// The kind of message, such as `contact_received` or `password_reset`.
    pub kind: &'static str,
    pub to: String,
    pub to_name: Option<String>,
    pub reply_to: Option<String>,
    pub subject: String,
    /// Id of the contact that the message is about. The message is deleted with the personal data of the contact.
    pub contact_id: Option<Uuid>,
    /// Id of the shared content of a message in bulk. `body` then contains only what differs between these messages.
    pub content_id: Option<Uuid>,
    pub body: Body,
    /// Period after which the message must not be sent any more, for example because its link has expired. With `None`,
    /// attempts continue for three days after the first one.
    pub valid_for: Option<TimeDelta>,
    /// Time for which the message is held: no attempt starts before, so that it can be canceled.
    pub held_for: Option<TimeDelta>,
}

/// The content of a message. It is encrypted before it is stored, because it may contain a secret link.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Body {
    pub blocks: Vec<Block>,
    pub action: Option<ActionLink>,
    /// A less important link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second_action: Option<ActionLink>,
    /// Time from which the message must not be sent, because its link expires or a deadline in its text passes. `None` if there
    /// is no such time.
    #[serde(alias = "link_ends_at")]
    pub ends_at: Option<DateTime<Utc>>,
    /// Why the recipient gets the message. Shown in small print.
    pub reason: Option<String>,
    /// The URL that unsubscribes with one click (RFC 8058).
    pub unsubscribe_url: Option<String>,
    /// The URL where the subscriber chooses interests.
    #[serde(default)]
    pub preferences_url: Option<String>,
    /// Ids of earlier messages in the same conversation, oldest first.
    #[serde(default)]
    pub follows: Vec<Uuid>,
    /// Whether a person wrote the message, so that automatic replies to it are allowed.
    #[serde(default)]
    pub is_written_by_hand: bool,
    /// Name of the person who wrote the message. The header names the person and the company.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// Addresses that get a copy.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cc: Vec<String>,
    /// The attached files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attachments: Vec<MailFile>,
    /// The complete mail, for a message that does not use the common layout.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rendered: Option<Rendered>,
}

/// A part of a message's content.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Block {
    Paragraph(String),
    /// Names and values, shown as a table.
    Fields(Vec<(String, String)>),
    Links(Vec<MailLink>),
    /// A quotation of another person's text.
    Quote(String),
}

/// A link in a list, with details that may be empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailLink {
    pub label: String,
    pub url: String,
    pub details: String,
}

/// A file that is attached to a message. Its content is read from the store of private files when the message is sent.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MailFile {
    pub name: String,
    pub content_type: String,
    pub path: String,
}

/// A button in a message that opens a URL.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct ActionLink {
    pub label: String,
    pub url: String,
}

impl Message {
    /// Returns a message without content to the email `to`.
    #[must_use]
    pub fn new(kind: &'static str, to: impl Into<String>, subject: impl Into<String>) -> Self {
        Self {
            id: None,
            kind,
            to: to.into(),
            to_name: None,
            reply_to: None,
            subject: subject.into(),
            contact_id: None,
            content_id: None,
            body: Body::default(),
            valid_for: None,
            held_for: None,
        }
    }

    #[must_use]
    pub const fn with_id(mut self, id: Uuid) -> Self {
        self.id = Some(id);
        self
    }

    /// Sets the recipient's name if it is [plausible](names::plausible).
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

    /// Makes the message one in bulk. `content_id` is the id of the content that the messages share.
    #[must_use]
    pub const fn in_bulk(mut self, content_id: Uuid) -> Self {
        self.content_id = Some(content_id);
        self
    }

    #[must_use]
    pub fn paragraph(mut self, text: impl Into<String>) -> Self {
        self.body.blocks.push(Block::Paragraph(text.into()));
        self
    }

    /// Adds the paragraphs of a text, which are separated by blank lines.
    #[must_use]
    pub fn paragraphs(self, text: &str) -> Self {
        let paragraphs = text.split("\n\n").map(str::trim).filter(|paragraph| !paragraph.is_empty());
        paragraphs.fold(self, Self::paragraph)
    }

    #[must_use]
    pub fn fields<const N: usize>(mut self, fields: [(&str, &str); N]) -> Self {
        let fields = fields.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
        self.body.blocks.push(Block::Fields(fields));
        self
    }

    /// Adds labels and values, of which the caller has left out some.
    #[must_use]
    pub fn listed(mut self, fields: Vec<(String, String)>) -> Self {
        self.body.blocks.push(Block::Fields(fields));
        self
    }

    #[must_use]
    pub fn links(mut self, links: Vec<MailLink>) -> Self {
        self.body.blocks.push(Block::Links(links));
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
    pub fn second_action(mut self, label: impl Into<String>, url: impl Into<String>) -> Self {
        self.body.second_action = Some(ActionLink { label: label.into(), url: url.into() });
        self
    }

    /// Sets why the recipient gets the message.
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
    pub fn preferences_url(mut self, url: impl Into<String>) -> Self {
        self.body.preferences_url = Some(url.into());
        self
    }

    /// Sets the earlier messages of the conversation, oldest first.
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

    /// Sets the name of the person who wrote the message.
    #[must_use]
    pub fn author(mut self, name: Option<String>) -> Self {
        self.body.author = name;
        self
    }

    /// Sets the addresses that get a copy.
    #[must_use]
    pub fn cc(mut self, emails: Vec<String>) -> Self {
        self.body.cc = emails;
        self
    }

    /// Attaches files.
    #[must_use]
    pub fn attachments(mut self, files: Vec<MailFile>) -> Self {
        self.body.attachments = files;
        self
    }

    /// Sets the complete mail. Other content of the message is then ignored.
    #[must_use]
    pub fn rendered(mut self, mail: Rendered) -> Self {
        self.body.rendered = Some(mail);
        self
    }

    /// Sets the time for which the message is held, so that it can be canceled.
    #[must_use]
    pub fn held_for(mut self, time: TimeDelta) -> Self {
        self.held_for = Some(time);
        self
    }

    /// Sets the period after which the message must not be sent any more.
    #[must_use]
    pub fn valid_for(mut self, time: TimeDelta) -> Self {
        self.valid_for = Some(time);
        self
    }
}

/// Kind of the replies to contacts, which may also go to addresses in copy.
pub const CONTACT_REPLY: &str = "contact_reply";

/// Kind of the notices to the company about received contacts.
pub const COMPANY_NOTICE: &str = "contact_notice";

/// The state of a message in the outbox. `queued`: waits for the first or the next attempt. `sent`: accepted by the mail server.
/// `failed`: not sent, and not tried again unless staff retry it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumIter, DeriveActiveEnum)]
#[serde(rename_all = "snake_case")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum MailState {
    Queued,
    Sent,
    Failed,
}

/// Why a message was not delivered to the recipient.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum MailRefusal {
    /// The mail server refused the recipient permanently.
    Permanent,
    /// The mail server refused the recipient temporarily.
    Temporary,
    /// The message was not sent, because the recipient no longer wants it.
    Withdrawn,
}

/// The content that messages in bulk share.
#[derive(Clone, Debug)]
pub struct SharedContent {
    /// HTML in which [`personalized`](super::template::personalized) replaces the URLs for the recipient of each message.
    pub html: String,
    /// The same content as text.
    pub text: String,
    /// Value of the header `List-Id`.
    pub list_id: String,
}

/// The result of a message in bulk.
#[derive(Clone, Debug)]
pub struct BulkResult {
    pub id: Uuid,
    pub state: MailState,
    pub refusal: Option<MailRefusal>,
    /// Why the last attempt failed, in Portuguese.
    pub last_error: Option<String>,
}

/// A message in the outbox, without its content.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OutboxMessage {
    pub id: Uuid,
    /// The kind of message, such as `contact_received` or `password_reset`.
    pub kind: String,
    pub state: MailState,
    pub to_email: String,
    #[schema(required)]
    pub to_name: Option<String>,
    /// Email address for replies, such as that of the sender of a contact; null for the address that sends the mail.
    #[schema(required)]
    pub reply_to: Option<String>,
    pub subject: String,
    /// Whether the message has a link that `POST /api/outbox/{id}/link` returns.
    pub has_link: bool,
    /// Number of attempts since the message was queued or a user last retried it.
    pub attempts: i32,
    /// Why the last attempt failed, in Portuguese; null without a failure.
    #[schema(required)]
    pub last_error: Option<String>,
    pub created_at: DateTime<Utc>,
    /// Time of the next attempt of a queued message.
    pub due_at: DateTime<Utc>,
    /// Time at which attempts end: when the link expires or the deadline passes, or else three days after the first attempt.
    /// Null before the first attempt of a message without link and deadline.
    #[schema(required)]
    pub expires_at: Option<DateTime<Utc>>,
    /// When the mail server accepted the message; null if it has not.
    #[schema(required)]
    pub sent_at: Option<DateTime<Utc>>,
    /// Whether the message waits until the company has an address: its sender or its recipient is that of the demo company, or an
    /// address for examples.
    pub is_withheld: bool,
    /// Whether no worker has started an attempt since the message was queued or a user last retried it.
    #[serde(skip)]
    pub is_unattempted: bool,
}

/// Filters of a list of messages.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct OutboxFilter {
    /// Only messages in this state.
    pub state: Option<MailState>,
}

/// Number of messages by state, and whether mail can be sent.
#[derive(Debug, Serialize, ToSchema)]
pub struct OutboxSummary {
    /// Whether a mail server is configured. Without one, all messages remain queued.
    pub configured: bool,
    /// Counting stops at 10,000 messages of each state.
    pub queued: u64,
    pub sent: u64,
    pub failed: u64,
    /// States of more messages than the number says.
    pub more_than_counted: Vec<MailState>,
    /// Number of queued messages that are withheld until the company has an address.
    pub withheld: u64,
    /// The sender, if it is an address of the demo company or for examples, so that all messages are withheld; null otherwise.
    #[schema(required)]
    pub refused_sender: Option<String>,
    /// The reason, in Portuguese, for which sending is paused or mail has waited for 15 minutes; null without a problem.
    #[schema(required)]
    pub problem: Option<String>,
}

/// Returns the text as one line without control and invisible characters, for a header.
#[must_use]
pub fn header_text(text: &str) -> String {
    visible_line(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn header_text_is_one_line() {
        assert_eq!(header_text("Olá\r\nBcc: a@b.c\u{0}\u{85}x \u{202e}"), "Olá Bcc: a@b.c x");
    }
}
