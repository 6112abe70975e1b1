//! Subscriptions, their status, and the filter of their list.

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::interests::MAX_INTERESTS;
use crate::{
    features::pages::content::newsletter::NewsletterContent,
    foundation::{
        audit::{Action, Event},
        mail::model::header_text,
    },
    platform::{clock::Timestamp, error::Result, http::hidden_field::HiddenField, parse::Fields},
};

/// Status of a subscription. `pending`: not yet confirmed by the owner of the address. `confirmed`: receives the newsletter.
/// `paused`: receives no newsletter, because deliveries failed temporarily; staff can resume it. `refused`: ended by a permanent
/// delivery failure or a complaint; only the owner of the address can subscribe again. `unsubscribed`: ended by the owner of the
/// address, and stored as proof of the consent and of its period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumIter, DeriveActiveEnum)]
#[serde(rename_all = "snake_case")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum SubscriptionStatus {
    Pending,
    Confirmed,
    Paused,
    Refused,
    Unsubscribed,
}

impl SubscriptionStatus {
    /// Returns the label for staff.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Pending => "Pendente",
            Self::Confirmed => "Confirmada",
            Self::Paused => "Pausada",
            Self::Refused => "Recusada",
            Self::Unsubscribed => "Cancelada",
        }
    }
}

/// How a subscription was created: with the form on the site, or with an import of a CSV file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumIter, DeriveActiveEnum)]
#[serde(rename_all = "snake_case")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum SubscriptionOrigin {
    Form,
    Import,
}

/// Proof that a person consented before their address was imported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConsentProof {
    /// The text that the person agreed to, or the source of the consent.
    pub text: String,
    pub consented_at: Timestamp,
}

/// An imported address. Without proof of consent, its owner is asked to confirm.
#[derive(Clone, Debug)]
pub struct ImportedSubscription {
    pub email: String,
    pub proof: Option<ConsentProof>,
    /// Slugs of interests that the site offers.
    pub interests: Vec<String>,
}

/// A visitor's request to subscribe.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub struct SubscriptionInput {
    /// Required.
    #[serde(default)]
    pub email: String,
    /// Slugs of up to 20 chosen interests. Interests that the site doesn't offer are ignored. A subscriber without offered
    /// interests receives every edition.
    #[serde(default)]
    pub interests: Vec<String>,
    /// Hidden field that only robots fill in. Any value is accepted.
    #[serde(default)]
    #[schema(value_type = serde_json::Value)]
    pub website: HiddenField,
}

/// Response to a subscription request. It is the same for all addresses, so that it doesn't reveal who is subscribed.
#[derive(Debug, Serialize, ToSchema)]
pub struct SubscriptionReceipt {
    pub email: String,
    /// Always `pending`.
    pub status: SubscriptionStatus,
}

/// A valid subscription request.
pub struct NewSubscription {
    pub email: String,
    /// Slugs of chosen interests, which may not exist.
    pub interests: Vec<String>,
    pub is_from_robot: bool,
}

impl NewSubscription {
    /// Parses the input. The address becomes lowercase.
    pub fn parse(input: &SubscriptionInput) -> Result<Self> {
        let mut fields = Fields::default();
        let email = fields.required_email("email", &input.email).to_lowercase();
        let interests = input.interests.iter().take(MAX_INTERESTS).cloned().collect();
        fields.finish(Self { email, interests, is_from_robot: input.website.is_filled() })
    }
}

/// The text that a subscriber agrees to, and the name of its version.
pub struct Consent {
    pub version: String,
    pub text: String,
}

impl From<NewsletterContent> for Consent {
    fn from(content: NewsletterContent) -> Self {
        Self { version: content.consent_version, text: content.privacy }
    }
}

/// The link from a mail.
#[derive(Deserialize, ToSchema)]
pub struct SubscriptionLink {
    /// Value of `token` in the link's address.
    pub token: String,
}

/// One period in which an address receives the newsletter, or waits for its confirmation.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Subscription {
    pub id: Uuid,
    pub email: String,
    pub status: SubscriptionStatus,
    pub origin: SubscriptionOrigin,
    /// Name of the version of the consent text. Empty for imported proof of consent, for imported addresses that were not
    /// asked to confirm yet, and for requests of earlier releases.
    pub consent_version: String,
    /// The consent text. For imported proof of consent, the text or the source in the file. For other imported addresses,
    /// empty until their owner is asked to confirm.
    pub consent_text: String,
    /// Time at which the form was sent. For imported proof of consent, the date in the file; for other imported
    /// addresses, the time of the import.
    pub consented_at: DateTime<Utc>,
    /// Time at which the confirmation link was used, or at which proof of consent was imported; null before.
    #[schema(required)]
    pub confirmed_at: Option<DateTime<Utc>>,
    /// Time at which the owner of the address ended the subscription, or confirmed another one that replaces it; null
    /// before.
    #[schema(required)]
    pub unsubscribed_at: Option<DateTime<Utc>>,
    /// Why the subscription is `paused` or `refused`; null with another status.
    #[schema(required)]
    pub stop: Option<Stop>,
    /// Time at which the subscription became `paused` or `refused`; null with another status.
    #[schema(required)]
    pub stopped_at: Option<DateTime<Utc>>,
    /// Slugs of the interests that the subscriber chose; empty if the subscriber receives every edition. Lists contain them; the
    /// response of the operation that resumes a subscription always has an empty array.
    pub interests: Vec<String>,
    pub created_at: DateTime<Utc>,
}

impl Subscription {
    /// Returns an audit event about the subscription. It contains the masked address, because the event can outlive the
    /// subscription.
    #[must_use]
    pub fn event(&self, action: Action) -> Event {
        Event::new(action).on(self.id, &self.masked_email())
    }

    /// Returns the address with a masked local part, such as `a***@exemplo.com.br`: for records that outlive the
    /// subscription, and for pages that anyone with the link can open.
    #[must_use]
    pub fn masked_email(&self) -> String {
        masked(&self.email)
    }
}

fn masked(email: &str) -> String {
    let (local, domain) = email.split_once('@').unwrap_or((email, ""));
    format!("{}***@{domain}", local.chars().take(1).collect::<String>())
}

/// Filter of a list of subscriptions.
#[derive(Clone, Debug, Default, Serialize, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SubscriptionFilter {
    /// Text within the email address. Case and accents are ignored.
    pub search: Option<String>,
    pub status: Option<SubscriptionStatus>,
    /// Slug of an interest that the subscriber chose.
    pub interest: Option<String>,
}

/// Number of subscriptions of each status.
#[derive(Debug, Serialize, ToSchema)]
pub struct SubscriptionSummary {
    pub pending: u64,
    pub confirmed: u64,
    pub paused: u64,
    pub refused: u64,
    pub unsubscribed: u64,
    /// Statuses of more subscriptions than the number says.
    pub more_than_counted: Vec<SubscriptionStatus>,
}

/// Maximum number of characters of a stop's detail.
const MAX_DETAIL: usize = 500;

/// Why a subscription was paused or refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Stop {
    pub reason: StopReason,
    pub by: Reporter,
    /// The message of the mail server or provider, on one line of at most 500 characters; may be empty.
    pub detail: String,
}

impl Stop {
    /// Returns the reason and its source for staff, such as `Devolução permanente (Postmark): 550 No such user`.
    #[must_use]
    pub fn label(&self) -> String {
        let label = format!("{} ({})", self.reason.label(), self.by.label());
        if self.detail.is_empty() { label } else { format!("{label}: {}", self.detail) }
    }

    /// Returns the detail as one line of bounded length.
    #[must_use]
    pub fn bounded_detail(&self) -> String {
        header_text(&self.detail).chars().take(MAX_DETAIL).collect()
    }
}

/// The kind of failure that stopped a subscription. `bounce`: the address doesn't accept mail. `complaint`: the recipient
/// marked a mail as spam. `temporary_failures`: deliveries failed repeatedly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumIter, DeriveActiveEnum)]
#[serde(rename_all = "snake_case")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum StopReason {
    Bounce,
    Complaint,
    TemporaryFailures,
}

impl StopReason {
    /// Returns the label for staff.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Bounce => "Devolução permanente",
            Self::Complaint => "Reclamação",
            Self::TemporaryFailures => "Falhas temporárias",
        }
    }
}

/// Source of the report about a failure. `mail_server`: the mail server, in its answer to the delivery. `standard_report`: a
/// delivery status notification (RFC 3464) or a feedback report (RFC 5965). Other values: the mail provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumIter, DeriveActiveEnum)]
#[serde(rename_all = "snake_case")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum Reporter {
    MailServer,
    AmazonSes,
    Mailgun,
    Sendgrid,
    Postmark,
    Brevo,
    StandardReport,
}

impl Reporter {
    /// Returns the label for staff.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::MailServer => "Servidor de e-mail",
            Self::AmazonSes => "Amazon SES",
            Self::Mailgun => "Mailgun",
            Self::Sendgrid => "SendGrid",
            Self::Postmark => "Postmark",
            Self::Brevo => "Brevo",
            Self::StandardReport => "Relatório de entrega",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masked_address_hides_the_local_part() {
        assert_eq!(masked("ana@exemplo.com.br"), "a***@exemplo.com.br");
        assert_eq!(masked("é@ação.com.br"), "é***@ação.com.br");
    }
}
