//! A subscription and what is asked of it.

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{
    features::pages::documents::newsletter::NewsletterContent,
    platform::{error::Result, hidden_field::Hint, parse::Fields},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumIter, DeriveActiveEnum)]
#[serde(rename_all = "snake_case")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum SubscriptionStatus {
    /// 'Pendente': asked for, not yet confirmed by the owner of the address.
    Pending,
    /// 'Confirmada': gets the newsletter.
    Confirmed,
    /// 'Cancelada': ended by the owner of the address. Kept as proof of what was agreed to, and for how long.
    Unsubscribed,
}

impl SubscriptionStatus {
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Pending => "Pendente",
            Self::Confirmed => "Confirmada",
            Self::Unsubscribed => "Cancelada",
        }
    }
}

/// What a visitor sends.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub struct SubscriptionInput {
    #[serde(default)]
    pub email: String,
    /// Hidden from people: only robots fill it in. No value of it is refused.
    #[serde(default)]
    #[schema(value_type = serde_json::Value)]
    pub website: Hint,
}

/// The same for every address, known or not: nobody learns who subscribes.
#[derive(Debug, Serialize, ToSchema)]
pub struct SubscriptionReceipt {
    pub email: String,
    pub status: SubscriptionStatus,
}

pub struct NewSubscription {
    pub email: String,
    pub is_trapped: bool,
}

impl NewSubscription {
    pub fn parse(input: &SubscriptionInput) -> Result<Self> {
        let mut fields = Fields::default();
        let email = fields.required_email("email", &input.email).to_lowercase();
        fields.finish(Self { email, is_trapped: input.website.is_filled() })
    }
}

/// What somebody agrees to by subscribing: the words beside the form, and the name that staff gave them.
pub struct Consent {
    pub version: String,
    pub text: String,
}

impl From<NewsletterContent> for Consent {
    fn from(content: NewsletterContent) -> Self {
        Self { version: content.consent_version, text: content.privacy }
    }
}

/// What a link by mail brings.
#[derive(Deserialize, ToSchema)]
pub struct SubscriptionLink {
    pub token: String,
}

/// One period for which an address was subscribed, or asked to be.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Subscription {
    pub id: Uuid,
    pub email: String,
    pub status: SubscriptionStatus,
    /// Which text was agreed to; empty for what was asked for before there was one.
    pub consent_version: String,
    /// That text, word for word.
    pub consent_text: String,
    /// When the form was sent.
    pub consented_at: DateTime<Utc>,
    #[schema(required)]
    pub confirmed_at: Option<DateTime<Utc>>,
    #[schema(required)]
    pub unsubscribed_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
}

impl Subscription {
    /// As its owner knows it and nobody else can use it: `a***@exemplo.com.br`. For what outlives the address, such as
    /// the audit log, and for pages that anybody with a link sees.
    #[must_use]
    pub fn masked_email(&self) -> String {
        masked(&self.email)
    }
}

fn masked(email: &str) -> String {
    let (local, domain) = email.split_once('@').unwrap_or((email, ""));
    format!("{}***@{domain}", local.chars().take(1).collect::<String>())
}

/// Which subscriptions a list has.
#[derive(Clone, Debug, Default, Serialize, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SubscriptionFilter {
    /// Found anywhere in the address, whatever its case and accents.
    pub search: Option<String>,
    pub status: Option<SubscriptionStatus>,
}

/// How many subscriptions have each status.
#[derive(Debug, Serialize, ToSchema)]
pub struct SubscriptionSummary {
    pub pending: u64,
    pub confirmed: u64,
    pub unsubscribed: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_masked_address_is_nobody_elses_to_use() {
        assert_eq!(masked("ana@exemplo.com.br"), "a***@exemplo.com.br");
        assert_eq!(masked("é@ação.com.br"), "é***@ação.com.br");
    }
}
